// The client: its methods are made from the table of calls (generated/calls.ts), a few are added by hand.
import { followEvents } from "./events.ts";
import { type Calls, calls } from "./generated/calls.ts";
import type { Event, Message, NextAnswer, NextAsk, NextItem, ReviewDetail } from "./generated/types.ts";
import { belowApi, checkOptions, connectionOf, fieldsOf, secondsToWait, timed, tokenOf } from "./given.ts";
import { holdsFields, rightCall } from "./meant.ts";
import {
  type CallOptions,
  type Connection,
  type Fetch,
  type Page,
  PageRequest,
  PendingAnswer,
  type RawAnswer,
  type RawRequest,
  request,
} from "./requests.ts";
import { callTable } from "./right-call.ts";
import { told } from "./told.ts";
import { type UnwrapOptions, unwrapWebhook } from "./webhooks.ts";

export interface ClientOptions {
  /** `pr_…`; null: for calls that need none, as an agent's signup. */
  apiKey: string | null;
  /** The server's URL, without /api/v1: `https://mail.example.com`. */
  baseUrl: string;
  /** Milliseconds of one try; 60,000. */
  timeoutMs?: number;
  /** Further tries of a call; 2. */
  retries?: number;
  fetch?: Fetch;
  /** Calls that the words of a refusal name: the client's ("client"), or the API's, for programs that say them in words of their own. */
  refusals?: "client" | "server";
  /** For `webhooks.unwrap`. */
  webhookSecret?: string;
}

/** The filter of mail to wait for. */
export interface WaitFilter {
  /** Address that it comes to. */
  identity_id?: string;
  /** The sender's address, or its domain. */
  from?: string;
  /** A part of the subject, in any case. */
  subject?: string;
  thread_id?: string;
  /**
   * Without it unread mail counts, there already or yet to come; with a time (ISO 8601) whatever came since; with the message
   * (or the id) that the call before answered, the unread mail behind it, so that a loop misses nothing.
   */
  after?: string | Pick<Message, "id">;
  /** Seconds; 60. */
  timeout?: number;
  /** How the message is given, as `messages.get` takes it. */
  format?: "plain" | "markdown";
  view?: "full" | "summary" | "text";
}

interface Added {
  messages: {
    /** The oldest mail that fits, or null when none came in time. The next call takes it as `after`, or mark it as read. */
    wait(filter?: WaitFilter, options?: Pick<CallOptions, "signal">): Promise<Message | null>;
  };
  reviews: {
    /** The review once somebody has decided it, or it was taken back; null when nobody did in time. */
    wait(
      id: string,
      given?: { /** Seconds; 60. */ timeout?: number },
      options?: Pick<CallOptions, "signal">,
    ): Promise<ReviewDetail | null>;
  };
  webhooks: {
    /** The event of a delivery whose signature was checked. @throws WebhookError */
    unwrap(
      body: string | Uint8Array,
      headers: Parameters<typeof unwrapWebhook>[1],
      options?: Partial<UnwrapOptions>,
    ): ReturnType<typeof unwrapWebhook>;
  };
}

/** The filter of items to take; `ack` takes the item before, its token, or the answer that had it. */
export type NextGiven = Omit<NextAsk, "ack"> & {
  ack?: string | Pick<NextItem, "ack"> | Pick<NextAnswer, "item"> | null;
};

export type Postroom = Calls &
  Added & {
    /**
     * The oldest mail, decision, bounce, answer to an invitation or failed draft that this key was not handed out. The call that follows gives the item as `ack`; else it comes again when its lease ends.
     */
    next(given?: NextGiven, options?: CallOptions): PendingAnswer<NextAnswer>;
    /** Any call: `client.request("GET", "/threads", { query: { limit: 1 } })`. */
    request(method: string, path: string, options?: RawRequest): Promise<RawAnswer>;
  };

type Entry = readonly [method: string, path: string, kind: string, takes: string];

/** `new Postroom({ baseUrl, apiKey })` */
export const Postroom = class {
  constructor(given: ClientOptions) {
    const connected = connectionOf(given);
    const { webhookSecret, ...options } = given;
    const connection: Connection = {
      ...connected,
      timeoutMs: options.timeoutMs ?? 60_000,
      retries: options.retries ?? 2,
      namesCalls: options.refusals !== "server",
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    };
    const client = this as unknown as Postroom;
    client.request = async (method, path, given = {}) => {
      if (typeof path !== "string" || typeof method !== "string")
        throw new TypeError('client.request takes a method and a path: client.request("GET", "/threads")');
      // Refusals of a path that the caller named speak of paths.
      return await request({ ...connection, namesCalls: false }, method.toUpperCase(), {
        path: belowApi(connected.baseUrl, path),
        ...given,
      });
    };
    const rightOf = (call: string) => (given: readonly unknown[]) => rightCall({ call }, given);
    const next: Postroom["next"] = (filter = {}, given = {}) => {
      const { ack, ...asked } = fieldsOf("client.next", filter);
      const token = tokenOf(ack);
      return client.events.takeNext({ ...asked, ...(token === undefined ? {} : { ack: token }) }, given);
    };
    type Loose = (...given: unknown[]) => unknown;
    client.next = refusing(rightOf("next"), next as Loose, thrown) as Postroom["next"];
    const places: Places = new Map();
    const wait: Added["messages"]["wait"] = (filter = {}, given = {}) => {
      const { timeout = 60, ...asked } = timed(
        "client.messages.wait",
        fieldsOf("client.messages.wait", filter),
      );
      return waitForMessage(client, { filter: { ...asked, timeout: secondsToWait(timeout) }, places }, given);
    };
    const waitForReview: Added["reviews"]["wait"] = async (id, { timeout = 60 } = {}, given = {}) =>
      await waitForDecision(client, { id, timeout }, given);
    const unwrap: Added["webhooks"]["unwrap"] = (body, headers, given = {}) =>
      unwrapWebhook(body, headers, { secret: webhookSecret ?? "", ...given });
    const added: Readonly<Record<string, object>> = {
      messages: { wait: refusing(rightOf("messages.wait"), wait as Loose, (error) => Promise.reject(error)) },
      reviews: { wait: waitForReview },
      webhooks: { unwrap },
    };
    callTable.calls = calls;
    for (const [group, members] of Object.entries(calls))
      madeOnce(client, group, () =>
        told(asGroup({ ...groupOf(connection, group, members), ...added[group] }, group), `client.${group}`),
      );
    // biome-ignore lint/correctness/noConstructorReturn: the client itself, which says what a name that it lacks means
    return told(client, "client");
  }
} as unknown as new (
  options: ClientOptions,
) => Postroom;

/** A property that is made when it is first read: a client has 150 calls, and most programs make a few of them. */
function madeOnce(target: object, name: string, make: () => object): void {
  let made: object | null = null;
  const get = () => (made ??= make());
  const set = (given: object) => {
    made = given;
  };
  Object.defineProperty(target, name, { enumerable: true, configurable: true, get, set });
}

/** The calls of a group. Where the group itself is called, as `client.me()`, and has a single call, the refusal shows that. */
function asGroup<T extends object>(calls: T, group: string): T {
  const [only, another] = Object.keys(calls);
  if (only === undefined || another !== undefined) return calls;
  const refuse = () => {
    throw new TypeError(`client.${group} is no call. Right: client.${group}.${only}()`);
  };
  return Object.assign(refuse, calls);
}

function groupOf(
  connection: Connection,
  group: string,
  members: object,
): Record<string, ReturnType<typeof methodOf>> {
  const entries = Object.entries(members) as [string, Entry][];
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, methodOf(connection, `client.${group}.${name}`, entry)]),
  );
}

function methodOf(
  connection: Connection,
  called: string,
  [method, path, kind, takes]: Entry,
): (...given: unknown[]) => unknown {
  const names = path.match(/\{[^{}]+\}/g) ?? [];
  const call = `${called}(${[...names.map((name) => name.slice(1, -1)), ...(takes === "" ? [] : ["{ … }"])].join(", ")})`;
  const right = (given: readonly unknown[]) => rightCall({ call: called.slice("client.".length) }, given);
  const made = (...given: unknown[]) => {
    if (holdsFields(called.slice("client.".length), given))
      throw new TypeError(`${called} takes its fields behind the id: ${call}`);
    const filled = names.reduce(
      (text, name, index) => text.replace(name, encoded(given[index], { name, call })),
      path,
    );
    const [first, second] = given.slice(names.length) as [object?, object?];
    const own = takes === "" ? undefined : fieldsOf(called, first, names.length);
    const last = fieldsOf(called, takes === "" ? first : second, names.length);
    const options = (last ?? {}) as CallOptions & { query?: object };
    checkOptions(options);
    const query = takes === "query" ? own : options.query;
    if (kind === "stream") return followEvents(connection, { query: query ?? {}, signal: options.signal });
    const ask = (more: object = {}) =>
      request(connection, method, {
        ...options,
        path: filled,
        query: { ...query, ...more },
        ...(takes === "body" ? { body: own ?? {} } : {}),
        ...(kind === "bytes" ? { accept: "*/*" } : {}),
      });
    if (kind === "page")
      return new PageRequest(
        async (cursor) => jsonOf(await ask(cursor === undefined ? {} : { cursor })) as Page<unknown>,
      );
    return new PendingAnswer<unknown>(ask(), (answer) => {
      if (kind === "bytes") return answer.bytes;
      if (kind === "text") return new TextDecoder().decode(answer.bytes);
      return kind === "none" ? undefined : (jsonOf(answer) as { data: unknown }).data;
    });
  };
  return refusing<unknown>(right, made, thrown);
}

function thrown(error: unknown): never {
  throw error;
}

/** A method whose refusals end with the right call, where all of it is known. */
function refusing<T>(
  right: (given: readonly unknown[]) => string | null,
  method: (...given: unknown[]) => T,
  answer: (error: unknown) => T,
): (...given: unknown[]) => T {
  return (...given) => {
    try {
      return method(...given);
    } catch (error) {
      const isWhole = (error as Error).message.includes(" Right: ");
      const call = error instanceof TypeError && !isWhole ? right(given) : null;
      if (call === null) return answer(error);
      const words = (error as Error).message.replace(/[?.]?$/, (end) => end || ".");
      return answer(new TypeError(`${words} Right: ${call}`));
    }
  };
}

/** @throws TypeError where an id is left out, or is dots, which a path leaves out: its path would be another call's */
function encoded(given: unknown, { name, call }: { name: string; call: string }): string {
  // An answer of the API stands for its id.
  const value = typeof given === "object" && given !== null && "id" in given ? given.id : given;
  if (Array.isArray(value)) throw new TypeError(`${name} is a list: give the id of one, ${call}`);
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} is missing: ${call}`);
  if (value === "." || value === "..") throw new TypeError(`${name} is "${value}", which is no id`);
  return encodeURIComponent(value);
}

function jsonOf({ bytes }: RawAnswer): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Seconds that one request waits for the next event. */
const longestPoll = 30;

/** Where a call goes on behind a message that was answered, by its id. */
type Places = Map<string, string>;
const maxPlaces = 1000;

async function waitForMessage(
  client: Postroom,
  { filter, places }: { filter: WaitFilter; places: Places },
  options: Pick<CallOptions, "signal">,
): Promise<Message | null> {
  const { timeout = 60, after, ...given } = filter;
  for (let left = timeout * 1000; ; ) {
    const begun = performance.now();
    const wait = Math.min(longestPoll, Math.ceil(left / 1000));
    const body = { ...given, ...beginOf(after, places), order: "asc", limit: 1, wait };
    const answer = await client.request("POST", "/messages/wait", { ...options, body });
    const page = jsonOf(answer) as Page<Message>;
    const [message] = page.data;
    if (message !== undefined) {
      if (page.next_cursor !== null) places.set(message.id, page.next_cursor);
      if (places.size > maxPlaces) places.delete(places.keys().next().value!);
      return message;
    }
    if (left === 0) return null;
    left = Math.max(0, left - spentMs(begun, answer));
  }
}

/** Milliseconds that a call took here, or in a sandbox, which says them, as its time passes faster. */
function spentMs(begun: number, { headers }: RawAnswer): number {
  const [, world = "0"] = /^world;dur=(\d{1,15})$/.exec(headers.get("server-timing") ?? "") ?? [];
  return Math.max(performance.now() - begun, Number(world));
}

function beginOf(after: WaitFilter["after"], places: Places): { after?: string; cursor?: string } {
  if (after === undefined) return {};
  const id = typeof after === "string" ? after : after.id;
  const isId = typeof after !== "string" || /^[0-9a-f]{8}-/i.test(after);
  return isId ? { cursor: places.get(id) ?? id } : { after: id };
}

async function waitForDecision(
  client: Postroom,
  { id, timeout }: { id: string; timeout: number },
  options: Pick<CallOptions, "signal">,
): Promise<ReviewDetail | null> {
  let left = secondsToWait(timeout) * 1000;
  const read = async () => await client.reviews.get(id, options);
  let review = await read();
  const { identity_id } = review;
  let cursor = "now";
  // The place is taken before the second look, so that no decision falls between them.
  for (let wait = 0; review.status === "pending"; wait = Math.min(longestPoll, Math.ceil(left / 1000))) {
    const begun = performance.now();
    const query = { identity_id, cursor, wait };
    const answer = await client.request("GET", "/events", { ...options, query });
    const page = jsonOf(answer) as Page<Event>;
    const told = page.data.some(({ type }) => type.startsWith("review.") || type === "draft.deleted");
    const isFirst = cursor === "now";
    cursor = page.next_cursor ?? cursor;
    if (told || isFirst) review = await read();
    left = Math.max(0, left - spentMs(begun, answer));
    if (review.status === "pending" && left === 0 && !page.has_more) return null;
  }
  return review;
}
