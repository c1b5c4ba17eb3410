// Mail, attached: what the files of a mail hide from a person who opens them, for the safety report.
import { parseNow, readPart } from "../parse/parse.ts";
import { type Hidden, wordsOf } from "../visible/findings.ts";
import { fileText } from "./file-text.ts";
import { type FileText, isOrdinary } from "./text.ts";

export interface HiddenInFiles {
  /** `where` begins with the file's name. */
  hidden: Hidden[];
  /** Something is hidden in a way that ordinary files do not use. */
  isDeceiving: boolean;
}

const maxFiles = 10;
/** Octets of all files together. */
const maxBytes = 10 * 1024 * 1024;
/** Words that the file does not show elsewhere; fewer are the leftovers of programs. */
const minWords = 3;

/** Never throws. */
export async function hiddenInFiles(raw: Uint8Array): Promise<HiddenInFiles> {
  const found: HiddenInFiles = { hidden: [], isDeceiving: false };
  let left = maxBytes;
  for (const { part, filename, size, contentType } of parseNow(raw, { effort: "bare" }).attachments.slice(
    0,
    maxFiles,
  )) {
    if (size > left || /^(?:image|audio|video)\//i.test(contentType)) continue;
    left -= size;
    const file = readPart(raw, part);
    if (file === null) continue;
    const read = await fileText({ ...file, filename });
    for (const { technique, text, where } of read.hidden)
      found.hidden.push({ technique, text, where: `file ${filename}, ${where}` });
    if (deceives(read)) found.isDeceiving = true;
  }
  return found;
}

/** Letters in the colour of the paper are not what ordinary files have. */
function deceives({ text, pages, hidden }: FileText): boolean {
  const shown = new Set(wordsOf(text ?? ""));
  const words = hidden
    .filter((one) => !isOrdinary(one))
    // The marks of printers stand beside the page.
    .filter(({ technique }) => pages === null || (technique !== "position" && technique !== "layer"))
    .flatMap((one) => wordsOf(one.text));
  return words.filter((word) => !shown.has(word)).length >= minWords;
}
