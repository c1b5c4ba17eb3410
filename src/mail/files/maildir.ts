// Maildir: a mail a file, its flags in the file's name, folders as Maildir++ has them (".Work.2026"). As Dovecot writes it:
// keywords are the letters a to z, which a file `dovecot-keywords` of each folder names; the file's time is INTERNALDATE.
import { decodeUtf7, encodeUtf7 } from "../utf7.ts";

/** By letter; in the order of the alphabet, as they stand in a name. */
const flagLetters: readonly (readonly [letter: string, flag: string])[] = [
  ["D", "\\Draft"],
  ["F", "\\Flagged"],
  ["P", "$Forwarded"],
  ["R", "\\Answered"],
  ["S", "\\Seen"],
  ["T", "\\Deleted"],
];

/** Keywords of one folder that names can hold. */
export const maxKeywords = 26;

/** The flags and keywords of a file. @param keywords the folder's, by their number */
export function flagsOfName(file: string, keywords: readonly string[]): string[] {
  const letters = /:2,([A-Za-z]*)/.exec(file)?.[1] ?? "";
  return [...letters].flatMap((letter) => {
    const flag = flagLetters.find(([known]) => known === letter)?.[1];
    return flag ?? keywords[letter.charCodeAt(0) - 97] ?? [];
  });
}

/** The end of a file's name. @param keywords the folder's, which grow by those that are new */
export function infoOf(flags: readonly string[], keywords: string[]): string {
  const letters: string[] = [];
  for (const flag of flags) {
    const letter = flag.startsWith("\\") ? flagLetters.find(([, known]) => known === flag)?.[0] : undefined;
    if (letter) letters.push(letter);
    if (flag.startsWith("\\")) continue;
    let number = keywords.findIndex((known) => known.toLowerCase() === flag.toLowerCase());
    if (number < 0 && keywords.length < maxKeywords) number = keywords.push(flag) - 1;
    if (number >= 0) letters.push(String.fromCharCode(97 + number));
  }
  return `:2,${letters.sort().join("")}`;
}

/** The text of `dovecot-keywords`. */
export function writeKeywords(keywords: readonly string[]): string {
  return keywords.map((keyword, number) => `${number} ${keyword}\n`).join("");
}

export function readKeywords(text: string): string[] {
  const keywords: string[] = [];
  for (const [, number, keyword] of text.matchAll(/^(\d{1,2}) (\S+)$/gm))
    if (Number(number) < maxKeywords) keywords[Number(number)] = keyword!;
  return keywords;
}

const encodedDot = "&AC4-";

/** The directory of a folder, below the Maildir itself; empty for INBOX. */
export function directoryOf(folder: string): string {
  if (folder === "INBOX") return "";
  return `.${folder.split("/").map(encodePart).join(".")}`;
}

/** A dot would separate levels: it is written as other characters are, which only readers of our own expect. */
function encodePart(part: string): string {
  return encodeUtf7(part).replaceAll(".", encodedDot);
}

/** The folder of a directory, with "/" between its levels. */
export function folderOf(directory: string): string {
  if (directory === "") return "INBOX";
  const path = directory.startsWith(".") ? directory.slice(1).split(".") : directory.split("/");
  return path.map((part) => part.split(encodedDot).map(decoded).join(".")).join("/");
}

/** A name in modified UTF-7; any other text as it is. */
function decoded(part: string): string {
  return decodeUtf7(part) ?? part.normalize("NFC");
}
