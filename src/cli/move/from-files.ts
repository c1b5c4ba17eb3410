// Mail in files: mbox, Maildir, .eml, calendars, and our own JSON lines; one file, or a folder of them. A mail that its folder
// has already, byte for byte, is not stored again.
import { createReadStream, type Stats } from "node:fs";
import { lstat, open, readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { type Instant, instantOf } from "../../lib/clock.ts";
import { folderOfPath } from "../../mail/files/file-names.ts";
import { flagsOfName, folderOf, readKeywords } from "../../mail/files/maildir.ts";
import { readMbox } from "../../mail/files/mbox.ts";
import { parseMailDate } from "../../mail/mime/dates.ts";
import { CommandError } from "../context.ts";
import { importCalendar } from "./calendars.ts";
import { importLines } from "./from-lines.ts";
import { counter, type FileImport, folderHere, mostBytes } from "./storing.ts";

/** The file of an export that lists its messages. */
const exportIndex = "index.jsonl";

/** Imports a file or a folder. @throws CommandError when it holds nothing that is known */
export async function importFiles(target: FileImport, path: string): Promise<void> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new CommandError(`${path} is not there.`);
  const files = new FileMails(target, { copies: counter(), root: await realpath(path) });
  const index = join(path, exportIndex);
  if (info.isFile()) await files.take(path, folderHereOf(basename(path)));
  else if (await stat(index).catch(() => null)) await files.exported(path, index);
  else {
    const maildirs = await maildirsBelow(path);
    await files.maildirs(path, maildirs);
    // A Maildir itself keeps files of its server beside the mail.
    if (!maildirs.includes("")) await files.tree(path, maildirs);
  }
  if (files.taken === 0)
    throw new CommandError(`${path} holds no mbox, Maildir, .eml, .ics or export of postroom.`);
  await target.store.flush();
}

/** The folder of a single file: its name without its ending; of a single mail INBOX. */
function folderHereOf(file: string): string {
  const name = /\.eml$/i.test(file) ? "INBOX" : file.replace(/\.(?:mbox|ics|jsonl?)$/i, "");
  return folderHere(folderOfPath(name));
}

/** Directories that are Maildirs, relative to the path, the path itself first. */
async function maildirsBelow(path: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (directory: string, depth: number): Promise<void> => {
    const names = await readdir(join(path, directory), { withFileTypes: true });
    const folders = names.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    if (folders.includes("cur")) found.push(directory);
    if (depth === 0) return;
    for (const name of folders.sort())
      if (!["cur", "new", "tmp"].includes(name)) await look(join(directory, name), depth - 1);
  };
  await look("", 8);
  return found;
}

/** The folder of a Maildir among others: what begins with a dot is named below the Maildir that it lies in. */
function folderOfMaildir(directory: string, all: readonly string[]): string {
  const [parent, name] = [dirname(directory), basename(directory)];
  const isBelow = parent !== "." && name.startsWith(".") && all.includes(parent);
  return isBelow ? `${folderOf(parent)}/${folderOf(name)}` : folderOf(directory);
}

class FileMails {
  /** Files that were known. */
  taken = 0;

  constructor(
    readonly target: FileImport,
    readonly given: {
      copies: (folder: string, raw: Uint8Array) => number;
      /** The file or folder that was given, without links: nothing outside it is read. */
      root: string;
    },
  ) {}

  /** Where a file or folder really is; null: it is not there, or its link leads out of what was given, which is said. */
  async #inside(file: string): Promise<string | null> {
    const real = await realpath(file).catch(() => null);
    const isLink = real === null && (await lstat(file).catch(() => null))?.isSymbolicLink();
    if (isLink) this.target.store.leave(`${file}: it is a link that leads nowhere`);
    if (real === null) return null;
    const way = relative(this.given.root, real);
    if (way !== ".." && !way.startsWith(`..${sep}`)) return real;
    this.target.store.leave(`${file}: it is a link to ${real}, outside of what was given`);
    return null;
  }

  /** As #inside, of a file alone, with what the system says of it: reading a pipe or a device would not end. */
  async #fileInside(file: string): Promise<{ real: string; info: Stats } | null> {
    const real = await this.#inside(file);
    if (real === null) return null;
    const info = await stat(real);
    if (info.isFile()) return { real, info };
    this.target.store.leave(`${file}: it is no file`);
    return null;
  }

  async maildirs(path: string, directories: readonly string[]): Promise<void> {
    const all = directories.map((directory) => directory.split(sep).join("/"));
    for (const directory of all) {
      this.taken++;
      await this.#maildir(join(path, directory), folderHere(folderOfMaildir(directory, all)));
    }
    if (all.includes("")) await this.#calendars(join(path, "calendars"));
  }

  async #calendars(path: string): Promise<void> {
    const folder = await this.#inside(path);
    if (folder === null) return;
    for (const name of (await readdir(folder).catch(() => [])).sort()) {
      const file = /\.ics$/i.test(name) ? await this.#fileInside(join(folder, name)) : null;
      if (file !== null) await this.take(file.real, "");
    }
  }

  async #maildir(path: string, folder: string): Promise<void> {
    const named = await this.#fileInside(join(path, "dovecot-keywords"));
    const known = named && (await this.#read(named.real, named.info.size));
    const keywords = readKeywords(known === null ? "" : Buffer.from(known).toString("utf8"));
    for (const part of ["cur", "new"]) {
      const inside = await this.#inside(join(path, part));
      if (inside === null) continue;
      const names = (await readdir(inside).catch(() => [])).filter((name) => !name.startsWith("."));
      for (const name of names.sort(byNumber)) {
        const file = await this.#fileInside(join(inside, name));
        if (file === null) continue;
        const { real, info } = file;
        const raw = await this.#read(real, info.size);
        if (!raw) continue;
        const flags = flagsOfName(name, keywords);
        await this.#add({ folder, raw: crlf(raw), flags, internalDate: instantOf(info.mtimeMs) });
      }
    }
  }

  /** A folder that an export of files has made. */
  async exported(path: string, index: string): Promise<void> {
    this.taken++;
    const file = await this.#fileInside(index);
    if (file === null) return;
    await importLines(this.target, file.real);
    await this.#calendars(join(path, "calendars"));
  }

  /** @param without directories that are left out */
  async tree(path: string, without: readonly string[]): Promise<void> {
    const entries = await readdir(path, { withFileTypes: true, recursive: true });
    for (const link of entries.filter((entry) => entry.isSymbolicLink()))
      this.target.store.leave(`${join(link.parentPath, link.name)}: it is a link, which is not followed`);
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !without.some((directory) => file.startsWith(join(path, directory) + sep)));
    for (const file of files.sort(byNumber)) {
      const place = relative(path, file).split(sep).join("/");
      // Thunderbird keeps subfolders in "Name.sbd", Apple Mail an mbox in "Name.mbox/mbox".
      const plain = place.replace(/\.sbd(?=\/)/g, "").replace(/\.mbox\/mbox$/, ".mbox");
      const folder = /\.eml$/i.test(place) ? dirname(plain) : plain.replace(/\.(?:mbox|ics|jsonl?)$/i, "");
      await this.take(file, folderHere(folderOfPath(folder === "." ? "INBOX" : folder)));
    }
  }

  /** Takes one file, if it is known. */
  async take(file: string, folder: string): Promise<void> {
    const begin = await beginOf(file);
    if (/\.ics$/i.test(file) || /^(?:\uFEFF)?BEGIN:VCALENDAR/i.test(begin)) {
      this.taken++;
      await importCalendar(this.target, file);
    } else if (begin.startsWith('{"postroom_export":')) {
      this.taken++;
      await importLines(this.target, file);
    } else if (begin.startsWith("From ")) {
      this.taken++;
      await this.#mbox(file, folder);
    } else if (/\.eml$/i.test(file)) {
      this.taken++;
      const { size } = await stat(file);
      const raw = await this.#read(file, size);
      if (raw) await this.#add({ folder, raw: crlf(raw), flags: [], internalDate: await dateOf(raw, file) });
    }
  }

  async #mbox(file: string, folder: string): Promise<void> {
    let number = 0;
    const stray = () =>
      this.target.store.leave(
        `${file}: it does not begin as an mbox does, with a line such as "From ada@x.example Fri Jul 14 02:50:00 2017"; what stands before the first such line is no mail`,
      );
    for await (const mail of readMbox(createReadStream(file), mostBytes, stray)) {
      number++;
      if (mail.raw === null) this.target.store.leave(`${file}, mail ${number}: it is too large`);
      else if (mail.raw.length > 0) {
        const { raw, status, keywords } = mail;
        const flags = [...new Set([...status].flatMap((letter) => statusFlags[letter] ?? []))];
        const internalDate = mail.date ?? (await dateOf(raw, file));
        await this.#add({ folder, raw, flags: [...flags, ...keywords], internalDate });
      }
    }
  }

  async #read(file: string, size: number): Promise<Uint8Array | null> {
    if (size > mostBytes) this.target.store.leave(`${file}: it is too large`);
    return size > mostBytes || size === 0 ? null : readFile(file);
  }

  async #add(mail: {
    folder: string;
    raw: Uint8Array;
    flags: string[];
    internalDate: Instant | null;
  }): Promise<void> {
    const { store, folder, progress } = this.target;
    const into = folder ?? mail.folder;
    await store.add({ ...mail, folder: into, copy: this.given.copies(into, mail.raw) });
    progress(`${mail.folder}: ${store.counts.stored} stored, ${store.counts.there} there already`);
  }
}

const statusFlags: Record<string, string> = {
  R: "\\Seen",
  A: "\\Answered",
  F: "\\Flagged",
  D: "\\Deleted",
  T: "\\Draft",
};

async function beginOf(file: string): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Files of mails hold LF on most systems; a mail has CRLF. One that has any CRLF is left as it is. */
export function crlf(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  if (bytes.includes("\r\n") || !bytes.includes("\n")) return raw;
  return Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

/** Return the arrival of a mail: the time of its first Received field, else its Date, else the file's. */
async function dateOf(raw: Uint8Array, file: string): Promise<Instant> {
  const text = Buffer.from(raw.subarray(0, 64 * 1024))
    .toString("latin1")
    .replace(/\r\n/g, "\n");
  const end = text.indexOf("\n\n");
  const header = (end < 0 ? text : text.slice(0, end)).replace(/\n[ \t]+/g, " ");
  const received = /^Received:.*;([^;\n]*)$/im.exec(header)?.[1];
  const date = /^Date:(.*)$/im.exec(header)?.[1];
  return parseMailDate(received ?? "") ?? parseMailDate(date ?? "") ?? instantOf((await stat(file)).mtimeMs);
}

/** Names with numbers in their order. */
function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
