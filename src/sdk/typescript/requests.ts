// One call: tries, timeouts and what an answer becomes. A POST has an Idempotency-Key, so that a try whose answer was lost
// is not done twice. A DELETE is tried again only when the server says that it did not begin: the second one of a message
// would remove it for good.
import { ApiError, ConnectionError, PostroomError, TimeoutError } from "./errors.ts";
import { errorClasses } from "./generated/errors.ts";
import type { Event } from "./generated/types.ts";
import { bodyText, checkOptions, queryValue } from "./given.ts";
import { inClientWords } from "./right-call.ts";

export interface CallOptions {
  /** Milliseconds of one try; default: the client's, 60,000, and what the call itself asks the server to wait. */
  timeoutMs?: number;
  /** Further tries; 2 if the client says nothing else. */
  retries?: number;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The Idempotency-Key of a POST; default: a new one for each call. */
  idempotencyKey?: string;
  /** The ETag that was read: the change is refused when it is another one by now. */
  ifMatch?: string;
}

export interface StreamOptions {
  signal?: AbortSignal;
}

export type EventStream = AsyncIterable<Event>;

export interface RawRequest extends CallOptions {
  query?: object | undefined;
  /** Becomes JSON. */
  body?: unknown;
  /** For Accept. */
  accept?: string;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  requestId: string | null;
  bytes: Uint8Array;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: Fetch;
  /** Sentences of a refusal name the client's calls; else the API's. */
  readonly namesCalls: boolean;
}

/** An answer on its way: await it for what it holds, or `withResponse()` for status and headers too. */
export class PendingAnswer<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "PendingAnswer";
  readonly #full: Promise<{ data: T; answer: RawAnswer }>;
  readonly #data: Promise<T>;

  constructor(answer: Promise<RawAnswer>, read: (answer: RawAnswer) => T) {
    this.#full = answer.then((given) => ({ data: read(given), answer: given }));
    this.#data = this.#full.then(({ data }) => data);
    // A call whose answer nobody awaits must not end the program: a failure is reported by #data alone.
    this.#full.catch(() => {});
  }

  withResponse(): Promise<{ data: T; answer: RawAnswer }> {
    this.#data.catch(() => {});
    return this.#full;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#data.then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#data.catch(failed);
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.#data.finally(done);
  }
}

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** A list: await it for its first page, or iterate over the rows of all pages. */
export class PageRequest<T> implements Promise<Page<T>>, AsyncIterable<T> {
  readonly [Symbol.toStringTag] = "PageRequest";
  readonly #read: (cursor?: string) => Promise<Page<T>>;

  constructor(read: (cursor?: string) => Promise<Page<T>>) {
    this.#read = read;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited for its first page
  then<A = Page<T>, B = never>(
    done?: ((value: Page<T>) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read().then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
    return this.#read().catch(failed);
  }

  finally(done?: (() => void) | null): Promise<Page<T>> {
    return this.#read().finally(done);
  }

  async *pages(): AsyncGenerator<Page<T>, void> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.#read(cursor);
      yield page;
      if (!page.has_more || page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** All rows, at most `most` of them. */
  async all(most = Number.POSITIVE_INFINITY): Promise<T[]> {
    const rows: T[] = [];
    for await (const row of this) {
      if (rows.length >= most) break;
      rows.push(row);
    }
    return rows;
  }
}

/** Names of answers that programs read of a call which they did not await: undefined would hide that. A call is made once: none is shown. */
const ofAnswers =
  "id data items item length first map forEach filter find text subject status thread_id has_more next_cursor json";
for (const [{ prototype }, state] of [
  [PendingAnswer, "The call is on its way: do not make it twice"],
  [PageRequest, "A list is read when it is awaited"],
] as const) {
  for (const name of ofAnswers.split(" ")) {
    const get = (): never => {
      throw new TypeError(`${name} is read of a call that was not awaited: (await …).${name}. ${state}.`);
    };
    Object.defineProperty(prototype, name, { get, configurable: true });
  }
}

/** @param path below /api/v1, its ids encoded. @throws ApiError, ConnectionError */
export async function request(
  connection: Connection,
  method: string,
  { path, ...given }: RawRequest & { path: string },
): Promise<RawAnswer> {
  const tries = 1 + (given.retries ?? connection.retries);
  checkOptions(given);
  const asked = requestOf(connection, method, { path, ...given });
  const timeoutMs = given.timeoutMs ?? connection.timeoutMs + waitedMs(path, given);
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(connection, asked, { ...given, timeoutMs });
    if (!(outcome instanceof PostroomError)) return outcome;
    if (attempt >= tries || given.signal?.aborted || !isWorthARetry(method, outcome)) throw outcome;
    await pause(delayOf(outcome, attempt), given.signal);
  }
}

/** Seconds that the server waits where a call names none, and the calls. */
const usualWait = 60;
const waiting = ["/messages/wait", "/next"];

/** Milliseconds that a call asks the server to wait. */
function waitedMs(path: string, { query, body }: Pick<RawRequest, "query" | "body">): number {
  const { wait } = { ...(body as object | undefined), ...query } as { wait?: unknown };
  return 1000 * Number(wait ?? (waiting.includes(path) ? usualWait : 0)) || 0;
}

interface Asked {
  url: string;
  init: RequestInit & { method: string; headers: Record<string, string> };
}

export function requestOf(
  { baseUrl, apiKey }: Connection,
  method: string,
  { path, query, body, accept, headers, idempotencyKey, ifMatch }: RawRequest & { path: string },
): Asked {
  const all: Record<string, string> = {
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    accept: accept ?? "application/json",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(method === "POST" ? { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    ...headers,
  };
  const text = body === undefined ? {} : { body: bodyText(body) };
  return {
    url: `${baseUrl}/api/v1${path}${queryText(query)}`,
    init: { method, headers: all, ...text },
  };
}

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const pairs = given.flatMap(([name, value]) =>
    [value].flat().map((one) => [name, queryValue(one)] as [string, string]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

async function attemptOnce(
  connection: Connection,
  { url, init }: Asked,
  { timeoutMs = connection.timeoutMs, signal }: CallOptions,
): Promise<RawAnswer | PostroomError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await connection.fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok) return refusalOf(response, bytes, connection);
    return {
      status: response.status,
      headers: response.headers,
      requestId: response.headers.get("x-request-id"),
      bytes,
    };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const cause = { cause: error };
    if (timeout.aborted)
      return new TimeoutError(`${init.method} ${url}: no answer in ${timeoutMs} ms`, cause);
    return new ConnectionError(`${init.method} ${url}: ${messageOf(error)}`, cause);
  }
}

export function refusalOf(
  response: Response,
  bytes: Uint8Array,
  { namesCalls }: Pick<Connection, "namesCalls">,
): ApiError {
  const text = new TextDecoder().decode(bytes);
  const isPage = response.headers.get("content-type")?.includes("html") ?? false;
  const otherwise = isPage
    ? `a page: ${response.url} is no call of the API. baseUrl is the server alone, as https://mail.example.com`
    : text.slice(0, 200);
  const { code = "unknown", message = `${response.status} ${otherwise}` } = envelopeOf(text);
  const Refused = errorClasses[code] ?? ApiError;
  const { status, headers } = response;
  return new Refused({
    status,
    code,
    message: inClientWords(message, namesCalls),
    requestId: headers.get("x-request-id"),
    retryAfter: secondsOf(headers),
  });
}

function envelopeOf(text: string): { code?: string; message?: string } {
  try {
    return (JSON.parse(text) as { error?: { code?: string; message?: string } }).error ?? {};
  } catch {
    return {};
  }
}

/** Retry-After: seconds or a date. RFC 9110 10.2.3 */
function secondsOf(headers: Headers): number | null {
  const given = headers.get("retry-after");
  if (given === null) return null;
  if (/^\d+$/.test(given)) return Number(given);
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}

/** Longest wait that a client takes on itself, in seconds. */
const longestWait = 60;

function isWorthARetry(method: string, error: PostroomError): boolean {
  if (!(error instanceof ApiError)) return method !== "DELETE" && error instanceof ConnectionError;
  if ((error.retryAfter ?? 0) > longestWait || error.code === "daily_limit") return false;
  if (error.status === 429) return true;
  if (method === "DELETE") return false;
  return error.status === 408 || error.status >= 500 || error.code === "idempotency_in_flight";
}

/** Milliseconds before the next try. */
function delayOf(error: PostroomError, attempt: number): number {
  const said = error instanceof ApiError ? error.retryAfter : null;
  if (said !== null) return said * 1000;
  return Math.min(8000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}

/** @throws the signal's reason */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
