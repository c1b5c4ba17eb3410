// Mail of another IMAP server: folder by folder, in the order of UIDs, in windows that fit into memory. How far it has come is
// stored with the mails, so that a rerun goes on there. RFC 9051; RFC 6154 for what folders are for.
import { isIP } from "node:net";
import type { FetchMessageObject, ImapFlow, ListResponse } from "imapflow";
import type { CalendarOwner } from "../../../actors/identity/calendar/calendar-content.ts";
import type { Core } from "../../app/core.ts";
import { instantOf } from "../../lib/clock.ts";
import { messageOf } from "../../lib/failure.ts";
import { peerMessage } from "../../lib/peer-trouble.ts";
import { importProgress } from "../../store/move/imports.ts";
import { CommandError, type CommandJob } from "../context.ts";
import { counter, folderHere, knownFolder, type MailStore, mostBytes } from "./storing.ts";

export interface ImapSource {
  host: string;
  port: number;
  tls: "implicit" | "starttls" | "none";
  /** Whether the certificate is checked. */
  verify: boolean;
  user: string;
  /** A password, or an OAuth 2.0 access token. */
  secret: string;
  isToken: boolean;
  /** null: all folders. */
  folder: string | null;
}

/** @throws CommandError when it is no such URL */
export function readImapUrl(
  text: string,
  options: { plain: boolean; verify: boolean },
): Omit<ImapSource, "secret" | "isToken"> {
  let url: URL;
  try {
    // The rules of http for the parts of a URL.
    url = new URL(text.replace(/^imaps?:/i, "http:"));
  } catch {
    throw new CommandError(`${text} is not a URL. Example: imap://ada@mail.example.com`);
  }
  const isImplicit = /^imaps:/i.test(text);
  if (url.username === "")
    throw new CommandError("The URL names no user. Example: imap://ada%40example.com@mail.example.com");
  if (url.password !== "")
    throw new CommandError(
      "Passwords in URLs are seen by others. Leave it out, and pass it with --password-stdin.",
    );
  const given = url.port === "" ? (/:80(?:\/|$)/.test(text) ? 80 : null) : Number(url.port);
  const port = given ?? (options.plain ? 143 : 993);
  const tls = options.plain ? "none" : isImplicit || port === 993 ? "implicit" : "starttls";
  const folder = decodeURIComponent(url.pathname.slice(1));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port,
    tls,
    verify: options.verify,
    user: decodeURIComponent(url.username),
    folder: folder === "" ? null : folder,
  };
}

/** Mails whose sizes are asked for at once. */
const windowMails = 500;
/** Octets of mails that are fetched at once. */
const windowBytes = 16 * 1024 * 1024;
/** Connections that are lost, one after the other, with nothing stored between. */
const maxFailures = 3;
const socketMs = 5 * 60_000;

/** Folders that show what others hold. RFC 6154 2, RFC 8457 */
const views = new Set(["\\All", "\\Flagged", "\\Important"]);
const roles: Record<string, string> = {
  "\\Inbox": "INBOX",
  "\\Sent": "Sent",
  "\\Drafts": "Drafts",
  "\\Archive": "Archive",
  "\\All": "Archive",
  "\\Junk": "Junk",
  "\\Trash": "Trash",
};

interface ImapImport {
  core: Core;
  owner: CalendarOwner;
  store: MailStore;
  job: CommandJob;
}

/** Imports all folders, or the one that is named. @throws CommandError */
export async function importImap(deps: ImapImport, source: ImapSource): Promise<void> {
  const { store, job } = deps;
  // A server that imports nothing has no use for it.
  const library = await import("imapflow");
  if (job.signal.aborted) throw said(null, job);
  for (let failures = 0; ; ) {
    const before = store.counts.stored;
    const client = clientOf(library, source);
    const stop = () => client.close();
    job.signal.addEventListener("abort", stop);
    try {
      await connected(client, source);
      for (const folder of await foldersOf(client, source.folder))
        await importOne(deps, client, { source, folder });
      await store.flush();
      await client.logout().catch(() => undefined);
      return;
    } catch (error) {
      await store.flush().catch(() => undefined);
      if (error instanceof CommandError || job.signal.aborted || !isLost(client, error))
        throw said(error, job);
      failures = store.counts.stored > before ? 1 : failures + 1;
      if (failures > maxFailures) throw said(error, job);
      job.progress(`the connection was lost: ${peerMessage(error)}; once more`);
    } finally {
      job.signal.removeEventListener("abort", stop);
      client.close();
    }
  }
}

function said(error: unknown, { signal }: CommandJob): unknown {
  if (signal.aborted) return new CommandError("Stopped. Run it again: it goes on from here.");
  return error;
}

function isLost(client: ImapFlow, error: unknown): boolean {
  const code = (error as { code?: string }).code ?? "";
  return (
    !client.usable || /^(?:E?(?:NoConnection|ConnectionClosed|CONNRESET|PIPE|TIMEDOUT|TIMEOUT))$/i.test(code)
  );
}

function clientOf(library: typeof import("imapflow"), source: ImapSource): ImapFlow {
  const { host, port, tls, verify, user, secret, isToken } = source;
  const client = new library.ImapFlow({
    host,
    port,
    secure: tls === "implicit",
    ...(tls === "starttls" ? { doSTARTTLS: true } : tls === "none" ? { doSTARTTLS: false } : {}),
    // Bun takes a text alone, and sends no name where that is empty: an address is no name. RFC 6066 3
    tls: { rejectUnauthorized: verify, ...(isIP(host) ? { servername: "" } : {}) },
    auth: isToken ? { user, accessToken: secret } : { user, pass: secret },
    logger: false,
    disableAutoIdle: true,
    socketTimeout: socketMs,
    maxLiteralSize: mostBytes + 1024,
  });
  // An error reaches the caller by the command that waits.
  client.on("error", () => undefined);
  return client;
}

async function connected(client: ImapFlow, { host, port, tls }: ImapSource): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const { authenticationFailed, responseText } = error as {
      authenticationFailed?: boolean;
      responseText?: string;
    };
    if (authenticationFailed)
      throw new CommandError(`${host} refused the login: ${responseText ?? messageOf(error)}`);
    const hints = {
      none: "",
      starttls:
        " (imaps:// has TLS from the start, --no-tls connects without it; --no-verify takes any certificate)",
      implicit: " (--no-tls connects without TLS, --no-verify takes any certificate)",
    };
    throw new CommandError(
      `${host}:${port} cannot be used: ${responseText ?? peerMessage(error)}${hints[tls]}`,
    );
  }
}

interface SourceFolder {
  path: string;
  /** The folder here. */
  name: string;
  isView: boolean;
}

/** Views come last: what they show is there then. */
async function foldersOf(client: ImapFlow, wanted: string | null): Promise<SourceFolder[]> {
  const listed = (await client.list()).filter(
    ({ flags }) => !flags.has("\\Noselect") && !flags.has("\\NonExistent"),
  );
  const all = listed.map((entry) => folderOf(entry));
  const found = wanted === null ? all : all.filter(({ path }) => sameFolder(path, wanted));
  if (found.length === 0)
    throw new CommandError(
      `There is no folder ${wanted}. There are: ${all.map(({ path }) => path).join(", ")}`,
    );
  return found.sort((a, b) => Number(a.isView) - Number(b.isView));
}

function sameFolder(path: string, wanted: string): boolean {
  return path === wanted || (/^inbox$/i.test(path) && /^inbox$/i.test(wanted));
}

function folderOf({ path, delimiter, specialUse }: ListResponse): SourceFolder {
  const levels = delimiter ? path.split(delimiter).join("/") : path;
  // Some servers put every folder below INBOX.
  const below = levels.replace(/^INBOX\/(?=[^/]+$)/i, "");
  const name = roles[specialUse ?? ""] ?? knownFolder(below) ?? folderHere(levels);
  return { path, name, isView: views.has(specialUse ?? "") };
}

async function importOne(
  { core, owner, store, job }: ImapImport,
  client: ImapFlow,
  { source, folder }: { source: ImapSource; folder: SourceFolder },
): Promise<void> {
  const place = { source: `${source.user}@${source.host}:${source.port}`, folder: folder.path };
  const mailbox = await client.mailboxOpen(folder.path, { readOnly: true });
  const uidValidity = Number(mailbox.uidValidity);
  const before = await store.patience.insist(() => importProgress(core.database, owner, place));
  const isSame = before?.uidValidity === uidValidity;
  const lastUid = isSame ? before.lastUid : 0;
  if (mailbox.exists === 0 || lastUid >= mailbox.uidNext - 1) return;
  // UIDs of another UIDVALIDITY say nothing: mails are compared instead. RFC 9051 2.3.1.1
  const isCompared = before !== null && !isSame;
  const copies = folder.isView ? () => "anywhere" as const : isCompared ? counter() : () => null;
  const found = await client.search({ uid: `${lastUid + 1}:*` }, { uid: true });
  const uids = (found || []).filter((uid) => uid > lastUid).sort((a, b) => a - b);
  // Kept with the last mail alone where they are compared: a run that goes on compares them from the first one again.
  const keptFrom = isCompared ? uids.at(-1)! : 0;
  for (let at = 0; at < uids.length; at += windowMails) {
    const sizes = new Map<number, number>();
    const window = uids.slice(at, at + windowMails);
    for await (const { uid, size } of client.fetch(window, { uid: true, size: true }, { uid: true }))
      sizes.set(uid, size ?? 0);
    let number = at;
    for (const group of groupsOf(window, sizes, (uid, size) =>
      store.leave(`${folder.path}, UID ${uid}: ${megabytes(size)}, more than ${megabytes(mostBytes)}`),
    )) {
      for await (const message of inOrder(client, group)) {
        job.progress(
          `${folder.path}: ${++number} of ${uids.length}; ${store.counts.stored} stored in all folders`,
        );
        const raw = message.source;
        if (!raw) continue;
        const date = message.internalDate ? new Date(message.internalDate).getTime() : Number.NaN;
        await store.add({
          folder: folder.name,
          raw,
          flags: [...(message.flags ?? [])].filter((flag) => flag !== "\\Recent"),
          internalDate: Number.isNaN(date) ? null : instantOf(date),
          copy: copies(folder.name, raw),
          ...(message.uid >= keptFrom && { progress: { ...place, uidValidity, lastUid: message.uid } }),
        });
      }
    }
  }
  await store.flush();
}

/** Mails in the order of their UIDs, as they come: progress is the last one, and a server answers in any order. RFC 9051 7 */
async function* inOrder(client: ImapFlow, uids: number[]): AsyncGenerator<FetchMessageObject> {
  const query = { uid: true, flags: true, internalDate: true, source: true };
  const early = new Map<number, FetchMessageObject>();
  let at = 0;
  for await (const message of client.fetch(uids, query, { uid: true })) {
    early.set(message.uid, message);
    for (let next = early.get(uids[at]!); next; next = early.get(uids[++at]!)) {
      early.delete(next.uid);
      yield next;
    }
  }
  // Behind those that are gone meanwhile.
  yield* [...early.values()].sort((a, b) => a.uid - b.uid);
}

/** UIDs that are fetched together. */
function* groupsOf(
  uids: readonly number[],
  sizes: ReadonlyMap<number, number>,
  leave: (uid: number, size: number) => void,
): Generator<number[]> {
  let group: number[] = [];
  let bytes = 0;
  for (const uid of uids) {
    const size = sizes.get(uid);
    if (size === undefined) continue;
    if (size > mostBytes) {
      leave(uid, size);
      continue;
    }
    if (group.length > 0 && bytes + size > windowBytes) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(uid);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
