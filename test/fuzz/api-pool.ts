// What earlier answers told a caller of the API: ids by what they name, addresses, tokens, cursors. Later requests take
// their ids from here, so that they reach what is really there.
import type { Document, JsonSchema } from "../../src/http/openapi/types.ts";
import { pick, type Random } from "../support/app/random.ts";
import { answerSchema, type Call, kindNamed, kindOf, resolve } from "./api-calls.ts";

/** Something that an id names. */
interface Named {
  kind: string;
  id: string;
}

interface Asked {
  call: Call;
  /** The ids in the path, in its order. */
  ids: readonly string[];
}

/** So many of each kind: few, so that two that go together are soon met. */
const most = 20;

export class Pool {
  readonly #lists = new Map<string, string[]>();
  /** By the holder's kind and the id that it holds. */
  readonly #holders = new Map<string, string>();
  /** Codes, by the address that is signed up. */
  readonly #codes = new Map<string, string>();
  /** Addresses that are signed up, by the signup. */
  readonly #signups = new Map<string, string>();

  /** @param kept ids that are not taken up: of the keys with which requests are made, lest they be revoked */
  constructor(
    readonly document: Document,
    readonly random: Random,
    readonly kept: ReadonlySet<string>,
  ) {}

  add(kind: string, value: string): void {
    if (this.kept.has(value)) return;
    const list = this.#lists.get(kind) ?? [];
    this.#lists.set(kind, list);
    if (list.includes(value)) return;
    if (list.length < most) list.push(value);
    else list[this.random(most)] = value;
  }

  pick(kind: string): string | null {
    const list = this.#lists.get(kind);
    return list?.length ? pick(list, this.random) : null;
  }

  /** What of that kind holds this id: the address of a calendar event; or is of the same address: a thread for a label. */
  holderOf(id: string, kind: string): string | null {
    const holder = this.#holders.get(`${kind} ${id}`);
    if (holder !== undefined) return holder;
    const address = this.#holders.get(`Identity ${id}`);
    const fitting = (this.#lists.get(kind) ?? []).filter(
      (other) => address !== undefined && this.#holders.get(`Identity ${other}`) === address,
    );
    return fitting.length > 0 ? pick(fitting, this.random) : null;
  }

  /** The newest code that was mailed for a signup. */
  codeOf(signupId: string): string | null {
    return this.#codes.get(this.#signups.get(signupId) ?? "") ?? null;
  }

  /** Takes over everything that an answer names, and forgets what is not found. */
  learn({ call: { template, operation }, ids }: Asked, status: number, answer: unknown): void {
    const kinds = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
      kindOf(this.document, template, name!),
    );
    const within = ids.length > 0 ? { kind: kinds[0] ?? "", id: ids[0]! } : null;
    // Of two it may be either.
    if (status === 404 && within && ids.length === 1) this.#forget(within);
    if (status >= 300) return;
    if (within && ids.length > 1) this.#holders.set(`${within.kind} ${ids[1]}`, within.id);
    this.#take(answerSchema(operation), answer, within);
    const { next_cursor } = (answer ?? {}) as { next_cursor?: unknown };
    if (typeof next_cursor === "string") this.add(`cursors of ${template}`, next_cursor);
  }

  #take(given: JsonSchema | null | undefined, value: unknown, holder: Named | null): void {
    if (!given || value === null || typeof value !== "object") return;
    const schema = resolve(this.document, given);
    if (Array.isArray(value)) {
      for (const item of value) this.#take(schema.items, item, holder);
      return;
    }
    const object = value as Record<string, unknown>;
    const text = (name: string) => (typeof object[name] === "string" ? object[name] : null);
    if (text("token") !== null) this.add("tokens", text("token")!);
    if (text("etag") !== null) this.add("etags", text("etag")!);
    const [, code, signedUp] = /^(\d{6}) is the code for (\S+)$/.exec(text("subject") ?? "") ?? [];
    if (code) this.#codes.set(signedUp!, code);
    const kind = kindNamed(given);
    const id = text("id") ?? text("signup_id");
    const own = kind !== null && id !== null ? { kind, id } : null;
    if (own) {
      this.add(own.kind, own.id);
      if (kind === "Identity") this.add("emails", text("email")!);
      if (kind === "Suppression") this.add("suppressed", text("email")!);
      if (kind === "AgentSignup") this.#signups.set(own.id, text("address")!);
      if (holder) this.#holders.set(`${holder.kind} ${id}`, holder.id);
      const address = text("identity_id") ?? text("identity");
      if (address !== null) this.#holders.set(`Identity ${id}`, address);
    }
    for (const [name, part] of Object.entries(schema.properties ?? {}))
      this.#take(part, object[name], own ?? holder);
  }

  #forget({ kind, id }: Named): void {
    const list = this.#lists.get(kind);
    if (list?.includes(id)) list.splice(list.indexOf(id), 1);
  }
}
