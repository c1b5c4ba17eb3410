// Reads an export in JSON lines: a head, the mails with their bytes or the file that has them, and the calendars' objects.
import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { linesOf } from "../../lib/byte-lines.ts";
import { parseInstant } from "../../lib/clock.ts";
import { CommandError } from "../context.ts";
import { importObject } from "./calendars.ts";
import { type ExportLine, type HeadLine, lineVersion } from "./lines.ts";
import { counter, type FileImport, folderHere, mostBytes } from "./storing.ts";

/** Octets of a line: those of a mail in base64, and what is said of it. */
const maxLineBytes = Math.ceil((mostBytes * 4) / 3) + 1024 * 1024;

/** @throws CommandError when the file is damaged, or of a later version */
export async function importLines(target: FileImport, file: string): Promise<void> {
  const { store } = target;
  const copies = counter();
  let head: HeadLine | null = null;
  let number = 0;
  for await (const text of textsOf(file)) {
    number++;
    if (text === null) store.leave(`${file}, line ${number}: it is too large`);
    if (text === null || text.trim() === "") continue;
    const line = parsed(text, { file, number });
    if ("postroom_export" in line) {
      if (line.postroom_export !== lineVersion)
        throw new CommandError(
          `${file} is of version ${line.postroom_export}; this one reads ${lineVersion}.`,
        );
      head = line;
      await store.labels(line.labels);
    } else if (!head) {
      throw new CommandError(`${file} does not begin with the head of an export.`);
    } else if ("ics" in line) {
      await importObject(target, { calendar: line.calendar, name: line.name, text: line.ics });
    } else {
      const raw = await bytesOf(line, file);
      if (raw.length > mostBytes) {
        store.leave(`${file}, line ${number}: it is too large`);
        continue;
      }
      const date = parseInstant(line.internal_date);
      const folder = target.folder ?? folderHere(line.folder);
      await store.add({ folder, raw, flags: line.flags, internalDate: date, copy: copies(folder, raw) });
      target.progress(`${line.folder}: ${store.counts.stored} stored, ${store.counts.there} there already`);
    }
  }
  if (!head) throw new CommandError(`${file} is empty.`);
}

/** The lines of a file; null: one that is longer than is read. */
async function* textsOf(file: string): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const { line, endsLine } of linesOf(createReadStream(file))) {
    size += line.length;
    if (size > maxLineBytes) parts = [];
    else parts.push(line);
    if (!endsLine) continue;
    yield size > maxLineBytes ? null : Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
  }
}

function parsed(text: string, { file, number }: { file: string; number: number }): ExportLine {
  try {
    return JSON.parse(text) as ExportLine;
  } catch {
    throw new CommandError(`${file}, line ${number}: it is damaged. Was the export ended early?`);
  }
}

async function bytesOf(line: Extract<ExportLine, { folder: string }>, file: string): Promise<Uint8Array> {
  if (line.raw_base64 !== undefined) return Buffer.from(line.raw_base64, "base64");
  const name = normalize(line.file ?? "");
  if (name === "." || name.startsWith("..") || name.startsWith("/"))
    throw new CommandError(`${file} names a file outside its folder: ${line.file}`);
  // A link could lead out of it.
  const [folder, real] = await Promise.all([realpath(dirname(file)), realpath(join(dirname(file), name))]);
  if (!real.startsWith(folder + sep))
    throw new CommandError(`${file} names a link that leads out of its folder: ${line.file}`);
  const info = await stat(real);
  if (!info.isFile()) throw new CommandError(`${file} names what is no file: ${line.file}`);
  // One octet more says that it is too large.
  return info.size > mostBytes ? new Uint8Array(mostBytes + 1) : readFile(real);
}
