// What earlier answers told a caller of the API: ids by what they name, addresses, tokens, cursors. Later requests take
// their ids from here, so that they reach what is really there.
import { pick, type Random } from "../support/app/random.ts";

/** The first of these fields that an object has says what its id names. */
const shapes: readonly [field: string, kind: string][] = [
  ["capabilities", "identities"],
  ["owner_type", "threads"],
  ["direction", "messages"],
  ["rejected", "messages"],
  ["in_reply_to_message_id", "drafts"],
  ["filename", "attachments"],
  ["etag", "events-of-calendar"],
  ["attempt_count", "deliveries"],
  ["event_types", "webhooks"],
  ["records", "domains"],
  ["client_id", "pods"],
  ["colour", "labels"],
  ["prefix", "api-keys"],
  ["username", "app-passwords"],
  ["reason", "suppressions"],
  ["local_part", "routing-rules"],
  ["role", "folders"],
  ["data", "events"],
];

/** What a field names, in requests. */
const fields: Readonly<Record<string, string>> = {
  identity_id: "identities",
  identity_ids: "identities",
  thread_id: "threads",
  in_reply_to: "messages",
  in_reply_to_message_id: "messages",
  draft_id: "drafts",
  label_id: "labels",
  labelId: "labels",
  attachment_ids: "attachments",
  attachmentId: "attachments",
  pod_id: "pods",
  domain_id: "domains",
  webhook_id: "webhooks",
  signup_id: "signups",
  eventId: "events-of-calendar",
  folder: "folders",
};

/** What the id in this place of a path, or this field, names; null: nothing that is known. */
export function kindOf(template: string, name: string): string | null {
  if (name === "id") return template.split("/")[3] ?? null;
  return fields[name] ?? null;
}

const most = 40;

export class Pool {
  readonly #lists = new Map<string, string[]>();
  readonly #owners = new Map<string, string>();

  /** @param kept ids that are not taken up: of the keys with which requests are made, lest they be revoked */
  constructor(
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
    return list ? pick(list, this.random) : null;
  }

  /** The address that this calendar event or draft is of. */
  ownerOf(id: string): string | null {
    return this.#owners.get(id) ?? null;
  }

  /** Takes over everything that an answer names. @param template of the call's path */
  harvest(template: string, answer: unknown): void {
    if (answer === null || typeof answer !== "object") return;
    if (Array.isArray(answer)) {
      for (const item of answer) this.harvest(template, item);
      return;
    }
    const object = answer as Record<string, unknown>;
    const text = (name: string) => (typeof object[name] === "string" ? object[name] : null);
    const id = text("id");
    const kind = shapes.find(([field]) => field in object)?.[1];
    if (id !== null && kind) this.add(kind, id);
    if (id !== null && text("identity_id") !== null) this.#owners.set(id, text("identity_id")!);
    if (kind === "identities") this.add("emails", text("email")!);
    if (text("signup_id") !== null) this.add("signups", text("signup_id")!);
    if (text("token") !== null) this.add("tokens", text("token")!);
    if (text("etag") !== null) this.add("etags", text("etag")!);
    if (text("next_cursor") !== null) this.add(`cursors of ${template}`, text("next_cursor")!);
    for (const [code] of (text("subject") ?? "").matchAll(/\b\d{6}\b/g)) this.add("codes", code);
    for (const value of Object.values(object)) this.harvest(template, value);
  }
}
