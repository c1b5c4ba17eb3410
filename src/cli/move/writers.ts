// Writers of an export, one a format. Nothing is overwritten: a file must not exist, a folder must be empty.
import { type FileHandle, mkdir, open, readdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Instant, msOf } from "../../lib/clock.ts";
import { messageOf } from "../../lib/failure.ts";
import { pathOfFolder } from "../../mail/files/file-names.ts";
import { directoryOf, infoOf, maxKeywords, writeKeywords } from "../../mail/files/maildir.ts";
import { writeMbox } from "../../mail/files/mbox.ts";
import { CommandError } from "../context.ts";
import type { ExportLine, HeadLine, MailLine } from "./lines.ts";

export interface ExportWriter {
  head(line: HeadLine): Promise<void>;
  mail(line: MailLine, raw: Uint8Array): Promise<void>;
  /** The text of a whole calendar, in pieces; null: the format has its objects as lines. */
  calendar: ((name: string, pieces: AsyncIterable<string>) => Promise<void>) | null;
  line(line: ExportLine | { kind: string; row: Record<string, unknown> }): Promise<void>;
  /** Resolves when everything is written. @returns remarks on what the format cannot hold */
  end(): Promise<string[]>;
}

export const formats = ["mbox", "maildir", "eml", "json"] as const;
export type ExportFormat = (typeof formats)[number];

/** @throws CommandError when something is at the path */
export function openWriter(format: ExportFormat, path: string): Promise<ExportWriter> {
  const open = { mbox: mboxWriter, maildir: maildirWriter, eml: emlWriter, json: jsonWriter }[format];
  return open(path);
}

const fileMode = 0o600;
const folderMode = 0o700;

async function newFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: folderMode });
    if ((await readdir(path)).length === 0) return;
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${messageOf(error)}`);
  }
  throw new CommandError(`${path} is not empty. Name a folder that is empty, or not there.`);
}

async function newFile(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: folderMode });
    return await open(path, "wx", fileMode);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw new CommandError(
      isThere
        ? `${path} is there already. Name a file that is not.`
        : `${path} cannot be written: ${messageOf(error)}`,
    );
  }
}

/** Calendars as files beside the mail. */
function calendarsBelow(path: string): NonNullable<ExportWriter["calendar"]> {
  return async (name, pieces) => {
    const file = await newFile(join(path, "calendars", pathOfFolder(name.replaceAll("/", "%2F"), ".ics")));
    try {
      for await (const piece of pieces) await file.write(piece);
    } finally {
      await file.close();
    }
  };
}

/** Bytes of a mail that are encoded at a time, in whole groups of three: as a line, a large one would be in memory many times. */
const base64Bytes = 3 * 256 * 1024;

const nothing = async () => undefined;

async function jsonWriter(path: string): Promise<ExportWriter> {
  const file = await newFile(path);
  const line = async (value: object) => void (await file.write(`${JSON.stringify(value)}\n`));
  return {
    head: line,
    async mail(mail, raw) {
      const shown = JSON.stringify({ ...mail, raw_base64: "" });
      await file.write(shown.slice(0, -'"}'.length));
      for (let at = 0; at < raw.length; at += base64Bytes) {
        const length = Math.min(base64Bytes, raw.length - at);
        await file.write(Buffer.from(raw.buffer, raw.byteOffset + at, length).toString("base64"));
      }
      await file.write('"}\n');
    },
    calendar: null,
    line,
    async end() {
      await file.close();
      return [];
    },
  };
}

/** Numbered files in a directory a folder; `index.jsonl` has what a file does not say. */
async function emlWriter(path: string): Promise<ExportWriter> {
  await newFolder(path);
  const index = await newFile(join(path, "index.jsonl"));
  const line = async (value: object) => void (await index.write(`${JSON.stringify(value)}\n`));
  const numbers = new Map<string, number>();
  return {
    head: line,
    async mail(mail, raw) {
      const number = (numbers.get(mail.folder) ?? 0) + 1;
      numbers.set(mail.folder, number);
      const name = `${pathOfFolder(mail.folder)}/${String(number).padStart(6, "0")}.eml`;
      await mkdir(join(path, dirname(name)), { recursive: true, mode: folderMode });
      await writeDated(join(path, name), raw, mail.internal_date);
      await line({ ...mail, file: name });
    },
    calendar: calendarsBelow(path),
    line,
    async end() {
      await index.close();
      return [];
    },
  };
}

async function writeDated(file: string, raw: Uint8Array, date: Instant): Promise<void> {
  await writeFile(file, raw, { mode: fileMode });
  const seconds = msOf(date) / 1000;
  await utimes(file, seconds, seconds);
}

const statusLetters: Record<string, string> = {
  "\\Seen": "R",
  "\\Answered": "A",
  "\\Flagged": "F",
  "\\Deleted": "D",
  "\\Draft": "T",
};

async function mboxWriter(path: string): Promise<ExportWriter> {
  await newFolder(path);
  let current: { folder: string; file: FileHandle } | null = null;
  const begun = new Set<string>();
  const close = async () => {
    await current?.file.close();
    current = null;
  };
  return {
    head: nothing,
    async mail(mail, raw) {
      if (current?.folder !== mail.folder) {
        await close();
        const name = join(path, pathOfFolder(mail.folder, ".mbox"));
        const file = begun.has(name) ? await open(name, "a") : await newFile(name);
        begun.add(name);
        current = { folder: mail.folder, file };
      }
      const status = mail.flags.flatMap((flag) => statusLetters[flag] ?? []).join("");
      const keywords = mail.flags.filter((flag) => !flag.startsWith("\\"));
      await current!.file.write(writeMbox({ raw, date: mail.internal_date, status, keywords }));
    },
    calendar: calendarsBelow(path),
    line: nothing,
    async end() {
      await close();
      return [];
    },
  };
}

async function maildirWriter(path: string): Promise<ExportWriter> {
  await newFolder(path);
  const folders = new Map<string, { keywords: string[]; wanted: Set<string>; count: number }>();
  return {
    head: nothing,
    async mail(mail, raw) {
      const directory = join(path, directoryOf(mail.folder));
      let folder = folders.get(mail.folder);
      if (!folder) {
        folder = { keywords: [], wanted: new Set(), count: 0 };
        folders.set(mail.folder, folder);
        for (const part of ["cur", "new", "tmp"])
          await mkdir(join(directory, part), { recursive: true, mode: folderMode });
        if (mail.folder !== "INBOX")
          await writeFile(join(directory, "maildirfolder"), "", { mode: fileMode });
      }
      for (const flag of mail.flags) if (!flag.startsWith("\\")) folder.wanted.add(flag.toLowerCase());
      folder.count++;
      const seconds = Math.floor(msOf(mail.internal_date) / 1000);
      const name = `${seconds}.M${mail.uid}P0Q${folder.count}.postroom,S=${raw.length}`;
      const file = join(directory, "cur", `${name}${infoOf(mail.flags, folder.keywords)}`);
      await writeDated(file, raw, mail.internal_date);
    },
    calendar: calendarsBelow(path),
    line: nothing,
    async end() {
      const remarks: string[] = [];
      for (const [name, { keywords, wanted }] of folders) {
        const directory = join(path, directoryOf(name));
        if (keywords.length > 0)
          await writeFile(join(directory, "dovecot-keywords"), writeKeywords(keywords), { mode: fileMode });
        if (wanted.size > maxKeywords)
          remarks.push(
            `${name}: a Maildir holds ${maxKeywords} keywords of ${wanted.size}. The format json holds all.`,
          );
      }
      return remarks;
    },
  };
}
