// The context of a CalDAV request: dependencies, caller, and refusals with the preconditions of WebDAV.
import type { AppLogins } from "../../actors/account/access/app-logins.ts";
import type { CalendarOwner } from "../../actors/identity/calendar/calendar-content.ts";
import type { ObjectDeps } from "../../actors/identity/calendar/put-objects.ts";
import type { TurnAsker } from "../../actors/runtime/turn.ts";
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
import { othersTurn } from "../lib/pauses.ts";
import type { SharedLimits } from "../lib/shared-limits.ts";
import type { DavPath } from "./paths.ts";
import { declarations, errorXml, xmlHead } from "./xml-write.ts";

export interface DavDeps extends ObjectDeps {
  config: Config;
  log: Log;
  logins: AppLogins;
  sharedLimits: SharedLimits;
  /** Notes that an API key was used. */
  keyUsed(accountId: string, keyId: string): void;
  mailHostname: string;
}

/** A request of a client that has logged in, about a place of its own. */
export interface DavRequest {
  deps: DavDeps;
  /** The address that the place is of, or that asks. */
  owner: CalendarOwner;
  /** False: the client may read alone. */
  mayWrite: boolean;
  /** The maker of the request's changes. */
  asker: TurnAsker;
  /** All addresses that the client may see. */
  reached(): Promise<CalendarOwner[]>;
  method: string;
  headers: Headers;
  place: DavPath;
  /** The body, read. */
  body: Uint8Array;
}

/** A refusal. `preconditions` are names of elements, or elements. */
export class DavRefusal extends Error {
  override readonly name = "DavRefusal";
  constructor(
    readonly status: number,
    readonly preconditions: readonly string[] = [],
    message = "",
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export const xmlType = "application/xml; charset=utf-8";

export function refusalResponse({ status, preconditions, message, headers }: DavRefusal): Response {
  return new Response(errorXml(preconditions, message === "" ? null : message), {
    status,
    headers: { "content-type": xmlType, ...headers },
  });
}

export function notFound(): DavRefusal {
  return new DavRefusal(404, [], "There is nothing here.");
}

/** A multistatus, written part by part. RFC 4918 13 */
export function multistatus(parts: AsyncIterable<string> | Iterable<string>, tail = ""): Response {
  async function* whole() {
    yield `${xmlHead}<D:multistatus${declarations}>`;
    for await (const part of parts) yield part;
    yield `${tail}</D:multistatus>`;
  }
  return new Response(streamOf(whole()), { status: 207, headers: { "content-type": xmlType } });
}

/** Characters of a chunk. */
const chunkLength = 64 * 1024;

/** Joins parts to chunks; other work of the thread gets a turn between them. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        let chunk = "";
        while (chunk.length < chunkLength) {
          const { done, value } = await parts.next();
          if (done) {
            if (chunk !== "") controller.enqueue(encoder.encode(chunk));
            controller.close();
            return;
          }
          chunk += value;
        }
        controller.enqueue(encoder.encode(chunk));
        await othersTurn();
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
