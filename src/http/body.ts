// Request bodies: reads and parses JSON, multipart on the calls that take files, and forms at the console, within limits of
// size and time. Other media types are refused. Calls without a key may send 64 KiB, gathered in memory under a budget;
// larger bodies of calls with a key are spilled to disk, so that memory holds a bounded number of bytes at once.
import { ByteBudget } from "../lib/byte-budget.ts";
import { Failure } from "../lib/failure.ts";
import type { Spill, Spills } from "../lib/spill.ts";
import { unsubscribePath } from "../outbound/unsubscribe.ts";
import { isPagePath, pathOf } from "./auth.ts";
import { stateOf } from "./context.ts";
import { LooseBody, parseJsonBody, unread } from "./json-body.ts";
import { formEntries, readForm } from "./multipart.ts";
import { checkStrings } from "./validation.ts";

/** Largest body: a message of 25 MB in base64, and its other fields. */
const maxBodyBytes = 36 * 1024 * 1024;
/** Largest body of a call without a key; forms of the console are the longest of them. */
const maxOpenBytes = 64 * 1024;
/** Bytes of bodies of calls without a key that may be in memory at once. */
const openBytes = 32 * 1024 * 1024;
/** Retry-After, in seconds, when the byte budget is used up. */
const retrySeconds = 5;

/** Bytes of a body that a refusal may show. */
const maxShown = 4000;

const formType = "application/x-www-form-urlencoded";

/** POX autodiscover takes XML. Mail programs spell its path in these ways. */
export const autodiscoverPaths: ReadonlySet<string> = new Set([
  "/autodiscover/autodiscover.xml",
  "/Autodiscover/Autodiscover.xml",
  "/AutoDiscover/AutoDiscover.xml",
]);

/** Calls that take files as multipart/form-data too. */
const filePaths = new Set(["/api/v1/attachments"]);

/** Pages that parse their own forms. */
function takesForms(path: string): boolean {
  return isPagePath(path) || path.startsWith(unsubscribePath);
}

/** The body of a GET, HEAD or DELETE has no meaning and is not read. RFC 9110 9.3.1, 9.3.5 */
function isBodyless({ method }: Request): boolean {
  return method === "GET" || method === "HEAD" || method === "DELETE";
}

/** @throws Failure payload_too_large when Content-Length exceeds the limit, before the body is read */
export function refuseLarge(request: Request): void {
  if (isBodyless(request)) return;
  const limit = limitOf(request);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
}

/** Limit of this request's body, in bytes. */
function limitOf(request: Request): number {
  return isOpen(request) ? maxOpenBytes : maxBodyBytes;
}

/** Nobody is known who sends it. */
function isOpen(request: Request): boolean {
  const { auth, isSignedIn } = stateOf(request);
  return auth === null && !isSignedIn;
}

function tooLarge(limit: number): Failure {
  return new Failure(
    "payload_too_large",
    limit === maxOpenBytes
      ? "The body is larger than 64 kB, the most that a call without a key takes. Send less."
      : `The body is larger than ${maxBodyBytes / 1024 / 1024} MB. Send less, or upload attachments one by one.`,
  );
}

function overBudget(): Failure {
  return new Failure(
    "unavailable",
    "Too many bodies are on their way just now. Wait for the seconds in Retry-After, then go on.",
    retrySeconds,
  );
}

/** Reads and parses request bodies, and releases the memory or file of each once its request is answered. */
export class RequestBodies {
  readonly #spills: Spills;
  readonly #open = new ByteBudget(openBytes);
  readonly #seconds: number;
  /** Releases the bytes that a request's body takes from a budget or on disk. */
  readonly #releases = new WeakMap<Request, () => void>();

  /** @param seconds within which a body must arrive */
  constructor(spills: Spills, seconds: number) {
    this.#spills = spills;
    this.#seconds = seconds;
  }

  /**
   * The parsed body; undefined when there is none, null where the method's body is not read.
   * @throws Failure payload_too_large, request_timeout, unsupported_media_type, validation_error, unavailable
   */
  async read(request: Request, contentType: string): Promise<unknown> {
    if (isBodyless(request)) return null;
    const bytes = await this.#bytes(request);
    if (bytes.length === 0) return undefined;
    const type = contentType.toLowerCase();
    const path = pathOf(request.url);
    if (type === "multipart/form-data" && filePaths.has(path))
      return readForm(bytes, request.headers.get("content-type") ?? "");
    // The page parses its own forms.
    if (type === "multipart/form-data" && takesForms(path))
      return formEntries(bytes, request.headers.get("content-type") ?? "");
    // OAuth answers in its own words.
    if ((type === formType && takesForms(path)) || path.startsWith("/oauth/") || autodiscoverPaths.has(path))
      return new TextDecoder().decode(bytes);
    if (type !== "application/json") {
      const isForm = type === "multipart/form-data";
      const files = isForm
        ? ' A file stands in "attachments" as {"filename": …, "content": …}, in base64; or POST /api/v1/attachments takes it as a form, and "attachment_ids" names it.'
        : "";
      throw new LooseBody(
        "unsupported_media_type",
        `Send the body as JSON, with Content-Type: application/json${namedType(type)}.${files}`,
        bytes.length > maxShown
          ? unread
          : isForm
            ? textsOf(bytes, request.headers.get("content-type") ?? "")
            : fieldsOf(new TextDecoder().decode(bytes), type),
      );
    }
    return parseJsonBody(bytes);
  }

  /** The body of a request that no call takes; `unread` where it is not short JSON or a form; undefined: there is none. */
  async small(request: Request): Promise<unknown> {
    const { headers } = request;
    const length = headers.get("content-length") ?? (headers.has("transfer-encoding") ? null : "0");
    if (isBodyless(request) || length === "0") return undefined;
    if (length === null || Number(length) > maxShown || request.bodyUsed) return unread;
    const text = await this.#inTime(request.text()).catch(() => null);
    if (text === "") return undefined;
    const type = headers.get("content-type")?.toLowerCase().split(";")[0] ?? "";
    return text === null ? unread : fieldsOf(text, type);
  }

  /** Call it once the request is answered. */
  release(request: Request): void {
    this.#releases.get(request)?.();
    this.#releases.delete(request);
  }

  async #bytes(request: Request): Promise<Uint8Array> {
    if (isOpen(request)) return this.#readOpen(request);
    const length = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
    // The usual case: a small body with a known length is read at once.
    const hold = this.#spills.arriving.hold();
    if (length <= maxOpenBytes && hold.take(length)) {
      this.#releases.set(request, hold.release);
      return this.#inTime(request.bytes());
    }
    return this.#readSpilled(request, this.#spills.open());
  }

  /** The body of a call without a key, taken from the budget chunk by chunk. */
  async #readOpen(request: Request): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    const hold = this.#open.hold();
    this.#releases.set(request, hold.release);
    let size = 0;
    await this.#each(request, (chunk) => {
      size += chunk.length;
      if (!hold.take(chunk.length)) throw overBudget();
      chunks.push(chunk);
    });
    return Buffer.concat(chunks, size);
  }

  async #readSpilled(request: Request, spill: Spill): Promise<Uint8Array> {
    this.#releases.set(request, () => void spill.release());
    await this.#each(request, async (chunk) => {
      if (!(await spill.write(chunk))) throw overBudget();
    });
    return spill.bytes();
  }

  /** Calls `take` for each chunk; the next chunk is read when it has resolved. */
  async #each(request: Request, take: (chunk: Uint8Array) => Promise<void> | void): Promise<void> {
    const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
    if (!reader) return;
    const limit = limitOf(request);
    let size = 0;
    let late = false;
    const read = async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || late) return;
        size += value.length;
        if (size > limit) throw tooLarge(limit);
        await take(value);
      }
    };
    try {
      await this.#inTime(read());
    } catch (error) {
      late = true;
      void reader.cancel().catch(() => {});
      throw error;
    }
  }

  /** @throws Failure request_timeout when the work outlasts the limit */
  async #inTime<T>(work: Promise<T>): Promise<T> {
    const { promise: over, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(this.#tooSlow()), this.#seconds * 1000);
    try {
      return await Promise.race([work, over]);
    } finally {
      clearTimeout(timer);
      work.catch(() => {});
    }
  }

  #tooSlow(): Failure {
    return new Failure(
      "request_timeout",
      `The body did not come within ${this.#seconds} seconds. Send it faster, or less of it; the operator may raise HTTP_BODY_SECONDS.`,
    );
  }
}

/** The fields of a body that is JSON, or a form, whose repeated fields are lists; `unread`: it is neither. */
function fieldsOf(text: string, type: string): unknown {
  if (type === formType) return formFields(new URLSearchParams(text));
  try {
    const body: unknown = JSON.parse(text);
    checkStrings(body);
    return body;
  } catch {
    return unread;
  }
}

/** The fields of a multipart body of texts alone; `unread`: it has a file, or cannot be read. */
function textsOf(bytes: Uint8Array, contentType: string): unknown {
  try {
    const form = new URLSearchParams();
    for (const [name, value] of formEntries(bytes, contentType)) {
      if (typeof value !== "string") return unread;
      form.append(name, value);
    }
    return formFields(form);
  } catch {
    return unread;
  }
}

function formFields(form: URLSearchParams): unknown {
  const names = [...new Set(form.keys())].map((name) => [name, form.getAll(name)] as const);
  return Object.fromEntries(names.map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

/** Characters of a media type that a message repeats. */
const maxType = 80;

function namedType(type: string): string {
  return type === "" || type.length > maxType || /[^\w.+/-]/.test(type) ? "" : `, not ${type}`;
}
