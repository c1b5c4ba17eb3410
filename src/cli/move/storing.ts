// Stores the mails of an import: read and packed in batches off the turns, one batch while the source reads the next.

import type { CalendarOwner } from "../../../actors/identity/calendar/calendar-content.ts";
import { appendPreload } from "../../../actors/identity/mailbox/append.ts";
import {
  type ImportedLabel,
  type ImportedMail,
  importedAtOnce,
  importFolder,
  importLabels,
  importMails,
} from "../../../actors/identity/mailbox/import.ts";
import { prepareMail } from "../../../actors/identity/message/prepare-mail.ts";
import type { Core } from "../../app/core.ts";
import { type Instant, nowInstant } from "../../lib/clock.ts";
import { isKeyword, labelledKeyword } from "../../mail/files/keywords.ts";
import { serverTimeouts } from "../../reading/mails.ts";
import { splitFlags } from "../../store/mailbox/flag-names.ts";
import type { ImportPlace, ImportProgress } from "../../store/move/imports.ts";
import { CommandError, type CommandJob } from "../context.ts";
import { Patience } from "./patience.ts";

/** Octets of a mail; larger ones stay where they are, and are named at the end. */
export const mostBytes = 64 * 1024 * 1024;
/** Octets of a batch. */
const batchBytes = 8 * 1024 * 1024;
/** Sources are named in the end, so many of them. */
const maxNamed = 20;

export interface SourceMail {
  folder: string;
  raw: Uint8Array;
  /** With keywords. */
  flags: readonly string[];
  internalDate: Instant | null;
  copy: ImportedMail["copy"];
  /** Kept once the mail is stored. */
  progress?: ImportPlace & ImportProgress;
}

/** Names of folders that other programs use, and what they are here. */
const knownFolders = new Map(
  Object.entries({
    INBOX: ["inbox"],
    Sent: ["sent", "sent items", "sent messages", "sent mail", "gesendet", "gesendete objekte", "envoyés"],
    // A scheduled draft is not sent from here by itself.
    Drafts: ["drafts", "draft", "scheduled", "entwürfe", "brouillons"],
    Archive: ["archive", "archives", "archiv"],
    Junk: ["junk", "spam", "junk e-mail", "junk email", "bulk mail"],
    Trash: ["trash", "bin", "deleted items", "deleted messages", "papierkorb", "corbeille"],
  }).flatMap(([ours, theirs]) => theirs.map((name) => [name, ours] as const)),
);

/** The folder here that other programs call so; null for a name that says nothing. */
export function knownFolder(name: string): string | null {
  return knownFolders.get(name.toLowerCase()) ?? null;
}

/** The folder here for a folder of a source. */
export function folderHere(name: string): string {
  const clean = name
    .normalize("NFC")
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, "")
    .split("/")
    .filter((level) => level !== "")
    .join("/");
  return knownFolder(clean) ?? (clean.replace(/^inbox(?=\/|$)/i, "INBOX") || "INBOX");
}

export interface Counts {
  stored: number;
  /** Mails that were there already. */
  there: number;
  events: number;
  /** Mails and objects that were not imported, each with the reason. */
  left: string[];
  leftCount: number;
}

/** The destinations of imported files. */
export interface FileImport {
  store: MailStore;
  calendars: {
    /** Stores an object, unless its UID is there. @returns whether it is new */
    put(calendar: string, name: string, text: string): Promise<boolean>;
  };
  /** The folder for everything; null: as the source has it. */
  folder: string | null;
  progress(text: string): void;
}

/** One import. Its methods are called one after the other. */
export class MailStore {
  readonly counts: Counts = { stored: 0, there: 0, events: 0, left: [], leftCount: 0 };
  readonly #core: Core;
  readonly #owner: CalendarOwner;
  readonly #job: CommandJob;
  readonly patience: Patience;
  readonly #folders = new Map<string, string>();
  /** Keywords, in lower case, for which there is a label, or no room for one. */
  readonly #labelled = new Set<string>();
  readonly #renamed = new Map<string, string>();
  /** The source says which keywords are labels. */
  #hasLabels = false;
  #batch: SourceMail[] = [];
  #bytes = 0;
  #taken = 0;
  #running: Promise<void> = Promise.resolve();
  /** Mails that a turn has stored, also one whose outcome nobody knows: the turn after it finds them there. */
  readonly #given = new WeakSet<ImportedMail>();

  constructor(core: Core, owner: CalendarOwner, job: CommandJob) {
    this.#core = core;
    this.#owner = owner;
    this.#job = job;
    this.patience = new Patience(job);
  }

  /** Takes a mail; resolves when the next one may come. @throws what storing an earlier one has thrown; CommandError when it was stopped */
  async add(mail: SourceMail): Promise<void> {
    const [first] = this.#batch;
    const isFull = this.#batch.length >= importedAtOnce || this.#bytes + mail.raw.length > batchBytes;
    if (first && (isFull || first.folder !== mail.folder || first.progress?.folder !== mail.progress?.folder))
      await this.#send();
    this.#batch.push(mail);
    this.#bytes += mail.raw.length;
  }

  /** Resolves when everything taken is stored. */
  async flush(): Promise<void> {
    await this.#send();
    await this.#running;
  }

  leave(what: string): void {
    this.counts.leftCount++;
    if (this.counts.left.length < maxNamed) this.counts.left.push(what);
  }

  async #send(): Promise<void> {
    await this.#running;
    if (this.#job.signal.aborted) throw new CommandError("Stopped. Run it again: it goes on from here.");
    const batch = this.#batch.splice(0);
    this.#bytes = 0;
    if (batch.length === 0) return;
    this.#running = this.#store(batch);
    // The next call awaits it; until then its error is not unhandled.
    this.#running.catch(() => undefined);
  }

  async #store(batch: readonly SourceMail[]): Promise<void> {
    const folderId = await this.#folderId(batch[0]!.folder);
    await this.#labelKeywords(batch);
    const prepared = await Promise.all(
      batch.map(async (mail) => ({ mail: await this.#prepared(mail), progress: mail.progress ?? null })),
    );
    for (let at = 0; at < prepared.length; ) {
      const [taken, stored] = await this.patience.insist(() =>
        this.#storeSome(folderId, prepared.slice(at, at + this.patience.most)),
      );
      at += taken;
      this.counts.stored += stored;
      this.counts.there += taken - stored;
    }
  }

  async #prepared({ raw, folder, flags, internalDate, copy, progress }: SourceMail): Promise<ImportedMail> {
    const number = this.#taken++;
    const isSpam = folder === "Junk";
    const reading = { source: this.#owner.accountId, timeouts: serverTimeouts };
    const mail = await this.patience.insist(() =>
      prepareMail(this.#core, raw, { from: "", isSpam }, reading),
    );
    const now = nowInstant(this.#core.clock);
    const date = internalDate !== null && internalDate < now ? internalDate : now;
    return {
      mail,
      ...flagsOf(flags, this.#renamed),
      internalDate: internalDate ?? now,
      createdAt: distinct(date, number),
      copy,
      uid: progress?.lastUid ?? null,
    };
  }

  /** Stores mails in one turn. @returns how many were given, and how many of them are new */
  async #storeSome(
    folderId: string,
    mails: readonly { mail: ImportedMail; progress: (ImportPlace & ImportProgress) | null }[],
  ): Promise<[number, number]> {
    const { accountId, identityId } = this.#owner;
    const input = { folderId, appended: mails.map(({ mail }) => mail), progress: mails.at(-1)!.progress };
    const startMs = performance.now();
    await this.#core.actors
      .identity(accountId, identityId)
      .runWith(appendPreload, input, async (turn, loaded) => {
        for (const one of await importMails(turn, input, loaded)) this.#given.add(one);
      });
    this.patience.took(mails.length, performance.now() - startMs);
    return [mails.length, input.appended.filter((one) => this.#given.has(one)).length];
  }

  async #folderId(name: string): Promise<string> {
    const known = this.#folders.get(name);
    if (known) return known;
    const { accountId, identityId } = this.#owner;
    const actor = this.#core.actors.identity(accountId, identityId);
    const id = await this.patience.insist(() => actor.run((turn) => importFolder(turn, name)));
    this.#folders.set(name, id);
    return id;
  }

  /** Labels of an export: what had their keywords gets those of the labels here. */
  async labels(labels: readonly { name: string; colour: string; keyword: string }[]): Promise<void> {
    this.#hasLabels = true;
    const here = await this.#makeLabels(labels);
    for (const { name, keyword } of labels) {
      const own = here.get(name.toLowerCase());
      if (own !== undefined) this.#renamed.set(keyword.toLowerCase(), own);
    }
  }

  async #labelKeywords(batch: readonly SourceMail[]): Promise<void> {
    if (this.#hasLabels) return;
    const words = batch.flatMap(({ flags }) => flags.filter(labelledKeyword));
    const fresh = new Map(words.map((word) => [word.toLowerCase(), word]));
    for (const key of fresh.keys()) if (this.#labelled.has(key)) fresh.delete(key);
    if (fresh.size === 0) return;
    await this.#makeLabels([...fresh.values()].map((name) => ({ name, colour: "#6b7280" })));
    for (const key of fresh.keys()) this.#labelled.add(key);
  }

  #makeLabels(labels: readonly ImportedLabel[]): Promise<ReadonlyMap<string, string>> {
    const { accountId, identityId } = this.#owner;
    const actor = this.#core.actors.identity(accountId, identityId);
    return this.patience.insist(() => actor.run((turn) => importLabels(turn, labels)));
  }
}

/** Bits and keywords; flags that nobody can set are left out. */
function flagsOf(
  flags: readonly string[],
  renamed: ReadonlyMap<string, string>,
): { flags: number; keywords: string[] } {
  const usable = flags.filter((flag) => (flag.startsWith("\\") ? systemFlag.test(flag) : isKeyword(flag)));
  const own = new Map(usable.map((flag) => [flag.toLowerCase(), renamed.get(flag.toLowerCase()) ?? flag]));
  return splitFlags([...own.values()]);
}

const systemFlag = /^\\(?:Seen|Answered|Flagged|Deleted|Draft)$/;

/** Lists of mail page by time: dates of whole seconds, which many mails share, are told apart by microseconds. */
function distinct(date: Instant, number: number): Instant {
  if (!date.endsWith(".000000Z")) return date;
  return `${date.slice(0, 20)}${String(number % 1_000_000).padStart(6, "0")}Z`;
}

/** Numbers equal mails of a source in each folder: 1 for the first of its bytes. */
export function counter(): (folder: string, raw: Uint8Array) => number {
  const seen = new Map<number | bigint, number>();
  return (folder, raw) => {
    const key = Bun.hash(raw, BigInt(Bun.hash.crc32(folder)));
    const copy = (seen.get(key) ?? 0) + 1;
    seen.set(key, copy);
    return copy;
  };
}
