// Mail, attached: the text of a mail's files that search looks at.
import { parseNow, readPart } from "../parse/parse.ts";
import { fileText } from "./file-text.ts";

const maxFiles = 10;
/** Octets of all files together. */
const maxBytes = 10 * 1024 * 1024;
/** Characters of all files together. */
const maxCharacters = 100_000;

/** Whether a file may have a text. */
export function isReadable(contentType: string): boolean {
  return !/^(?:image|audio|video)\/|^text\/calendar\b/i.test(contentType);
}

/** Text that a person sees of the files, in their order. Never throws. */
export async function searchedText(raw: Uint8Array): Promise<string> {
  const texts: string[] = [];
  let bytes = maxBytes;
  let characters = maxCharacters;
  const files = parseNow(raw, { effort: "bare" }).attachments.filter(({ contentType }) =>
    isReadable(contentType),
  );
  for (const { part, filename, size } of files.slice(0, maxFiles)) {
    if (size > bytes || characters <= 0) continue;
    bytes -= size;
    const file = readPart(raw, part);
    const text = file && (await fileText({ ...file, filename })).text;
    if (!text) continue;
    texts.push(text.slice(0, characters));
    characters -= text.length;
  }
  return texts.join("\n");
}
