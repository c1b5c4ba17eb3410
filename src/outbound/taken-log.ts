// Mails that a server has taken while their outcome is stored nowhere: one line a mail in a file of this process, appended before
// anything else is done and not synced, since a kill of the process loses nothing that was written. The next start of the same
// DATA_DIR stores what stands there, so that a mail is not sent twice (RFC 5321 4.2.5 leaves it open; RFC 1047). Another machine that
// takes over does not have the file.
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { messageOf } from "../lib/failure.ts";
import { newId } from "../lib/ids.ts";
import { lockExclusively } from "../lib/libc.ts";
import type { Log } from "../lib/log.ts";
import { RareWarning } from "../lib/rare-warning.ts";
import type { RecipientResult } from "./outcome.ts";

/** Recipients of one message that a server has taken in one attempt. */
export interface TakenMail {
  accountId: string;
  identityId: string;
  messageId: string;
  rows: { id: string; attempts: number }[];
  /** A result of kind `delivered` for each row. */
  results: RecipientResult[];
}

/** Above this a file is written anew, where less than half of it is still open. */
const maxBytes = 1024 * 1024;

export class TakenLog {
  readonly #dir: string;
  #file: { fd: number; path: string };
  readonly #open = new Map<number, string>();
  /** Bytes of what is open, about. */
  #openBytes = 0;
  readonly #failed: RareWarning;
  #last = 0;
  #bytes = 0;
  #isClosed = false;

  /** @param dir made where it is not there @throws Error of the file system */
  constructor(dir: string, log: Log) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#dir = dir;
    this.#file = newFile(dir);
    this.#failed = new RareWarning(
      log,
      "mails that a server has taken cannot be noted: they may be sent twice if this process is killed",
      () => performance.now(),
    );
  }

  /** Notes a mail at once. @returns to be called when its outcome is stored */
  note(mail: TakenMail): () => void {
    const line = `${JSON.stringify(mail)}\n`;
    const number = ++this.#last;
    this.#open.set(number, line);
    this.#openBytes += line.length;
    this.#write(line);
    return () => {
      if (!this.#open.delete(number)) return;
      this.#openBytes -= line.length;
      if (this.#isClosed) return;
      if (this.#open.size === 0) this.#empty();
      else if (this.#bytes > Math.max(maxBytes, 2 * this.#openBytes)) this.#rewrite();
    };
  }

  /** Removes the file where nothing is open. */
  close(): void {
    this.#isClosed = true;
    if (this.#open.size === 0) unlinkSync(this.#file.path);
    closeSync(this.#file.fd);
  }

  #empty(): void {
    if (this.#bytes === 0) return;
    try {
      ftruncateSync(this.#file.fd, 0);
      this.#bytes = 0;
    } catch (error) {
      this.#failed.write(messageOf(error));
    }
  }

  /** A kill at any place leaves what is open in one file, or in both. */
  #rewrite(): void {
    const before = this.#file;
    let next: typeof before | null = null;
    try {
      next = newFile(this.#dir);
      const text = [...this.#open.values()].join("");
      writeFileSync(next.fd, text);
      this.#file = next;
      this.#bytes = Buffer.byteLength(text);
      unlinkSync(before.path);
      closeSync(before.fd);
    } catch (error) {
      if (next !== null && next !== this.#file) {
        rmSync(next.path, { force: true });
        closeSync(next.fd);
      }
      this.#failed.write(messageOf(error));
    }
  }

  #write(text: string): void {
    if (this.#isClosed) return;
    try {
      this.#bytes += writeSync(this.#file.fd, text);
    } catch (error) {
      this.#failed.write(messageOf(error));
    }
  }
}

/** The file has its name once it is locked, which says to a later start that this process lives. */
function newFile(dir: string): { fd: number; path: string } {
  const path = join(dir, `${newId()}.log`);
  const unlocked = `${path}.new`;
  const fd = openSync(unlocked, "a", 0o600);
  lockExclusively(fd);
  renameSync(unlocked, path);
  return { fd, path };
}

/** A file of a process that has ended. */
export interface LeftTaken {
  mails: TakenMail[];
  /** Removes the file. */
  forget(): void;
}

/** Files of ended processes. The last line of a process that was killed while it wrote may be cut: it is left out. */
export function leftTaken(dir: string): LeftTaken[] {
  let names: string[];
  try {
    names = readdirSync(dir).filter((name) => name.endsWith(".log"));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(dir, name);
    let fd: number;
    try {
      // Over NFS only a file that is open for writing can be locked exclusively. flock(2)
      fd = openSync(path, "r+");
    } catch {
      return [];
    }
    try {
      if (!lockExclusively(fd)) return [];
      const mails = readFileSync(path, "utf8").split("\n").flatMap(readLine);
      return [{ mails, forget: () => rmSync(path, { force: true }) }];
    } finally {
      closeSync(fd);
    }
  });
}

function readLine(line: string): TakenMail[] {
  if (line === "") return [];
  try {
    const mail = JSON.parse(line) as Partial<TakenMail>;
    const { rows, results } = mail;
    const whole =
      typeof mail.accountId === "string" &&
      typeof mail.identityId === "string" &&
      typeof mail.messageId === "string" &&
      Array.isArray(rows) &&
      rows.length === results?.length;
    return whole ? [mail as TakenMail] : [];
  } catch {
    return [];
  }
}
