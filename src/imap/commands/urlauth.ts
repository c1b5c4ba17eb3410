// RESETKEY, GENURLAUTH, URLFETCH: URLs that carry their own authorisation. RFC 4467; RFC 5524 (URLAUTH=BINARY)
import { randomBytes } from "node:crypto";
import { dropUrlKeys, ensureUrlKey } from "../../../actors/identity/mailbox/url-keys.ts";
import { nowInstant } from "../../lib/clock.ts";
import { parseAddress } from "../../mail/address.ts";
import { folderNamed, type Owner } from "../../store/mail/imap.ts";
import { ownerOf, urlKey } from "../../store/mail/url-keys.ts";
import { decodedStructure, planBinary } from "../fetch/binary.ts";
import { writeBodyStructure } from "../fetch/body-structure.ts";
import { partialBounds, planBytes } from "../fetch/content.ts";
import { partAt, planSection } from "../fetch/sections.ts";
import { type ImapUrl, parseImapUrl, urlAuthHolds, urlAuthToken } from "../imap-url.ts";
import { bad, no, ok } from "../replies.ts";
import type { Session } from "../session.ts";
import { type UrlFetchItem, urlItems } from "../wire/commands.ts";
import { writeGenUrlAuth, writeUrlFetch } from "../wire/encode.ts";
import { urlContent } from "./catenate.ts";
import { type Handler, loginOf } from "./handler.ts";
import { actorOf, folderCalled, fullName } from "./mailboxes.ts";

const internal = "INTERNAL";

export const resetKey: Handler<"RESETKEY"> = {
  when: "authenticated",
  async run(session, { mailbox, mechanisms }) {
    if (mechanisms.some((each) => each !== internal)) return no("Only INTERNAL is known", "CANNOT");
    const folder = mailbox === null ? null : await folderCalled(session, mailbox);
    await actorOf(session).run((turn) => dropUrlKeys(turn, folder?.id ?? null));
    return ok("Done", folder ? `URLMECH ${internal}` : null);
  },
};

export const genUrlAuth: Handler<"GENURLAUTH"> = {
  when: "authenticated",
  async run(session, { requests }) {
    const made: string[] = [];
    for (const { url: text, mechanism } of requests) {
      if (mechanism !== internal) return no("Only INTERNAL is known", "CANNOT");
      const url = parseImapUrl(text);
      // RFC 4467 7: an absolute URL of this user, with an access identifier and without a token.
      if (!url?.access || url.token || !isOwn(session, url)) return bad("Not a URL that can be authorized");
      const folder = await folderCalled(session, url.mailbox);
      if (url.uidValidity !== null && url.uidValidity !== folder.uidValidity)
        return no("The URL is out of date");
      const key = await actorOf(session).run((turn) => ensureUrlKey(turn, folder.id, randomBytes(32)));
      made.push(`${text}:${internal}:${urlAuthToken(url.rump, key)}`);
    }
    writeGenUrlAuth(session.writer, made);
    return ok("Done");
  },
};

export const urlFetch: Handler<"URLFETCH"> = {
  when: "authenticated",
  async run(session, { requests }) {
    for (const { url, items } of requests) {
      const found = await allowed(session, url);
      const isThere = found && (items.length === 0 || partAt(found.structure, found.url.section.part));
      if (!isThere) writeUrlFetch(session.writer, url, null);
      else if (items.length === 0) writeUrlFetch(session.writer, url, octetsOf(found));
      else writeItems(session, { text: url, items, found });
      await session.flushSome();
    }
    return ok("Done");
  },
};

interface UrlMessage {
  url: ImapUrl;
  raw: Uint8Array;
  structure: NonNullable<Awaited<ReturnType<typeof urlContent>>>["structure"];
}

/** The message of a URL that this session may read; null for every refusal alike. RFC 4467 7 */
async function allowed(session: Session, text: string): Promise<UrlMessage | null> {
  const url = parseImapUrl(text);
  if (!url?.server?.user || !url.access || !url.token) return null;
  if (url.expires !== null && url.expires <= nowInstant(session.deps.clock)) return null;
  if (!mayUse(session, url)) return null;
  const owner = await ownerNamed(session, url.server.user);
  const folder = owner && (await folderNamed(session.deps.database, owner, url.mailbox));
  const key = folder && (await urlKey(session.deps.database, owner, folder.id));
  if (!owner || !key || !urlAuthHolds(url, key)) return null;
  const content = await urlContent(session, owner, url);
  return content && { url, ...content };
}

/** RFC 4467 3: every logged-in user is `authuser`; no login here submits for other users. */
function mayUse(session: Session, { access }: ImapUrl): boolean {
  switch (access?.kind) {
    case "anonymous":
    case "authuser":
      return true;
    case "user":
    case "submit":
      return sameAddress(session, access.user ?? "");
    default:
      return false;
  }
}

function isOwn(session: Session, { server }: ImapUrl): boolean {
  return server !== null && server.user !== null && sameAddress(session, server.user);
}

function sameAddress(session: Session, user: string): boolean {
  return fullName(session, user) === loginOf(session).email;
}

async function ownerNamed(session: Session, user: string): Promise<Owner | null> {
  const address = parseAddress(fullName(session, user));
  return address && ownerOf(session.deps.database, address);
}

function octetsOf({ url, raw, structure }: UrlMessage): Uint8Array | null {
  const plan = planSection(structure, url.section);
  return plan && cut(planBytes(plan, raw), url);
}

function cut(bytes: Uint8Array, { partial }: ImapUrl): Uint8Array {
  const { from, to } = partialBounds(bytes.length, partial);
  return bytes.subarray(from, to);
}

/** RFC 5524 3.2: one parenthesised value an item, the structure first, which is that of the octets that follow. */
function writeItems(
  { writer }: Session,
  { text, items, found }: { text: string; items: readonly UrlFetchItem[]; found: UrlMessage },
): void {
  const { url, raw, structure } = found;
  writer.syntax("* URLFETCH ").string(text);
  for (const item of urlItems.filter((each) => items.includes(each))) {
    writer.space().open().syntax(item).space();
    if (item === "BODYPARTSTRUCTURE") {
      const part = partAt(structure, url.section.part)!;
      writeBodyStructure(writer, items.includes("BINARY") ? decodedStructure(part, raw) : part, true);
    } else {
      const bytes = item === "BODY" ? octetsOf(found) : binaryOf(url, { raw, structure });
      if (!bytes) writer.nil();
      else if (bytes.includes(0)) writer.literal8(bytes);
      else writer.literal(bytes);
    }
    writer.close();
  }
  writer.end();
}

function binaryOf(
  url: ImapUrl,
  { raw, structure }: Pick<UrlMessage, "raw" | "structure">,
): Uint8Array | null {
  if (url.section.text !== null) return null;
  const plan = planBinary(structure, url.section.part);
  return plan === null || plan === "UNKNOWN-CTE" ? null : cut(planBytes(plan, raw), url);
}
