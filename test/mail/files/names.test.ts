// Names of folders as directories and files, and flags in names.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { folderOfPath, pathOfFolder } from "../../../src/mail/files/file-names.ts";
import {
  directoryOf,
  flagsOfName,
  folderOf,
  infoOf,
  readKeywords,
  writeKeywords,
} from "../../../src/mail/files/maildir.ts";

const level = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .map((text) => text.normalize("NFC").replace(/[\x00-\x1f\x7f-\x9f/\u2028\u2029]/g, ""))
  .filter((text) => text !== "" && text.isWellFormed());
const folder = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => levels.join("/"));

test("a folder is found again in its directory and in its path", () => {
  fc.assert(
    fc.property(folder, (name) => {
      expect(folderOf(directoryOf(name))).toBe(name);
      expect(folderOfPath(pathOfFolder(name))).toBe(name);
    }),
  );
});

test("names that leave their directory, or that no file system takes, are written otherwise", () => {
  expect(pathOfFolder("../a/./b:c", ".mbox")).toBe("%2E%2E/a/%2E/b%3Ac.mbox");
  expect(Buffer.byteLength(pathOfFolder("ä".repeat(400), ".mbox"))).toBeLessThanOrEqual(255);
  expect(directoryOf("Work/Ärger & Co")).toBe(".Work.&AMQ-rger &- Co");
});

test("flags and keywords stand in names, at most 26 keywords a folder", () => {
  const keywords: string[] = [];
  expect(infoOf(["\\Seen", "Work", "\\Answered", "later"], keywords)).toBe(":2,RSab");
  expect(infoOf(["LATER", "\\Deleted"], keywords)).toBe(":2,Tb");
  expect(flagsOfName("1.M2.host,S=3:2,RSab", keywords)).toEqual(["\\Answered", "\\Seen", "Work", "later"]);
  expect(flagsOfName("1.M2.host", keywords)).toEqual([]);
  expect(readKeywords(writeKeywords(keywords))).toEqual(keywords);
  infoOf(
    Array.from({ length: 40 }, (_, n) => `k${n}`),
    keywords,
  );
  expect(keywords).toHaveLength(26);
});
