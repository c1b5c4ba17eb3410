// The public mails that tests read in place (POSTROOM_TEST_DATA). Without the variable these tests are skipped, and say so.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the data lies, or null. */
export const dataDir: string | null = process.env.POSTROOM_TEST_DATA ?? null;

let told = false;

/** True when there is no data to test with; prints why, once. */
export function skipWithoutData(): boolean {
  if (dataDir !== null) return false;
  if (!told) process.stderr.write("skipped: tests over public mails need POSTROOM_TEST_DATA\n");
  told = true;
  return true;
}

export interface MailFile {
  /** Path below the data directory. */
  name: string;
  raw: Buffer;
}

/** All files below a folder of the data whose names match, in order, mbox "From " lines taken off. */
export function mailFiles(folder: string, pattern = /\.(?:eml|txt|msg|raw)$/): MailFile[] {
  if (dataDir === null) return [];
  const root = join(dataDir, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ name: path.slice(dataDir.length + 1), raw: withoutMboxLine(readFileSync(path)) }));
}

function withoutMboxLine(raw: Buffer): Buffer {
  return /^From [^\s:]/.test(raw.subarray(0, 6).toString("latin1")) ? raw.subarray(raw.indexOf(10) + 1) : raw;
}

/** The objects of a JSON lines file of the data. */
export function jsonLines<T>(file: string): T[] {
  if (dataDir === null) return [];
  return readFileSync(join(dataDir, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
