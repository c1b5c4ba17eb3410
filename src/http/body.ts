// Request bodies: JSON, within a size, well-formed; multipart where files are taken, forms at the console. Whatever else
// comes is refused in words. Who has no key may send little; what is large comes by way of the disk, and only so much of
// it is in memory at once; slow ones are not waited for.
import { ByteBudget } from "../lib/byte-budget.ts";
import { Failure, invalid, messageOf } from "../lib/failure.ts";
import type { Spill, Spills } from "../lib/spill.ts";
import { pathOf } from "./auth.ts";
import { stateOf } from "./context.ts";
import { readForm } from "./multipart.ts";
import { checkStrings } from "./validation.ts";

/** Largest body: a composed message of 25 MB in base64 with room for its fields. */
const maxBodyBytes = 36 * 1024 * 1024;
/** The largest that needs no key: a form of the console is the longest of them. */
const maxOpenBytes = 64 * 1024;
/** Bodies of calls without a key, in memory at once. */
const openBytes = 32 * 1024 * 1024;
/** Seconds until a call is worth another try, when there was no room for its body. */
const crowdedSeconds = 5;

const formType = "application/x-www-form-urlencoded";

/** Mail programs ask for their settings in XML, written as they write the path. */
export const autodiscoverPaths: ReadonlySet<string> = new Set([
  "/autodiscover/autodiscover.xml",
  "/Autodiscover/Autodiscover.xml",
  "/AutoDiscover/AutoDiscover.xml",
]);

/** Calls that take files as multipart/form-data too. */
const filePaths = new Set(["/api/v1/attachments"]);

/** What a GET or DELETE brings along means nothing: it is not read. RFC 9110 9.3.1, 9.3.5 */
function isBodyless({ method }: Request): boolean {
  return method === "GET" || method === "HEAD" || method === "DELETE";
}

/** @throws Failure payload_too_large for a body that says so itself, before it is read */
export function refuseLarge(request: Request): void {
  if (isBodyless(request)) return;
  const most = mostOf(request);
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
}

/** Bytes that this request's body may have. */
function mostOf(request: Request): number {
  return stateOf(request).auth === null ? maxOpenBytes : maxBodyBytes;
}

function tooLarge(most: number): Failure {
  return new Failure(
    "payload_too_large",
    most === maxOpenBytes
      ? "The body is larger than 64 kB, the most that a call without a key takes. Send less."
      : `The body is larger than ${maxBodyBytes / 1024 / 1024} MB. Send less, or upload attachments one by one.`,
  );
}

function crowded(): Failure {
  return new Failure(
    "unavailable",
    "Too many bodies are on their way just now. Wait for the seconds in Retry-After, then go on.",
    crowdedSeconds,
  );
}

/** Reads what requests bring along. */
export class Bodies {
  readonly #spills: Spills;
  readonly #open = new ByteBudget(openBytes);
  readonly #seconds: number;
  /** Gives back the room that a request's body takes. */
  readonly #held = new WeakMap<Request, () => void>();

  /** @param seconds that a body may take to come */
  constructor(spills: Spills, seconds: number) {
    this.#spills = spills;
    this.#seconds = seconds;
  }

  /**
   * The parsed body; undefined when there is none, null when it does not count.
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
    // The console takes its forms apart itself.
    if ((type === formType && path.startsWith("/console/")) || autodiscoverPaths.has(path))
      return new TextDecoder().decode(bytes);
    if (type !== "application/json") {
      throw new Failure(
        "unsupported_media_type",
        "Send the body as JSON, with Content-Type: application/json.",
      );
    }
    const body = parseJson(bytes);
    checkStrings(body);
    return body;
  }

  /** The request was answered: its body's room is free. */
  release(request: Request): void {
    this.#held.get(request)?.();
    this.#held.delete(request);
  }

  async #bytes(request: Request): Promise<Uint8Array> {
    if (stateOf(request).auth === null) return this.#gathered(request);
    const length = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
    // Nearly all requests: whole at once, as the runtime has it.
    const hold = this.#spills.arriving.hold();
    if (length <= maxOpenBytes && hold.take(length)) {
      this.#held.set(request, hold.release);
      return this.#inTime(request.bytes());
    }
    return this.#spilled(request, this.#spills.open());
  }

  /** A body of a call without a key, counted while it comes. */
  async #gathered(request: Request): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    const hold = this.#open.hold();
    this.#held.set(request, hold.release);
    let size = 0;
    await this.#each(request, (chunk) => {
      size += chunk.length;
      if (!hold.take(chunk.length)) throw crowded();
      chunks.push(chunk);
    });
    return Buffer.concat(chunks, size);
  }

  async #spilled(request: Request, spill: Spill): Promise<Uint8Array> {
    this.#held.set(request, () => void spill.release());
    await this.#each(request, async (chunk) => {
      if (!(await spill.write(chunk))) throw crowded();
    });
    return spill.bytes();
  }

  /** Hands over the body piece by piece; the client waits while a piece is taken. */
  async #each(request: Request, take: (chunk: Uint8Array) => Promise<void> | void): Promise<void> {
    const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
    if (!reader) return;
    const most = mostOf(request);
    let size = 0;
    let late = false;
    const read = async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || late) return;
        size += value.length;
        if (size > most) throw tooLarge(most);
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

  /** @throws Failure request_timeout when it takes too long */
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

function parseJson(bytes: Uint8Array): unknown {
  try {
    // RFC 8259 8.1: nothing but UTF-8
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid(`The body is not JSON in UTF-8: ${messageOf(error)}.`);
  }
}
