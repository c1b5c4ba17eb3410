// All text that a program finds in a mail which it reads without care: fields, parts and file names decoded, invisible characters
// spelled out.
import { decodeWords } from "../../../src/mail/mime/encoded-words.ts";
import { partBytes } from "../../../src/mail/mime/part-text.ts";
import { scanStructure } from "../../../src/mail/mime/structure.ts";
import { leavesOf } from "../../../src/mail/parse/bodies.ts";

export function decodedOctets(raw: Uint8Array): string {
  const { binary, root } = scanStructure(raw);
  const head = decodeWords(binary.slice(0, root.bodyStart).replace(/\r\n[ \t]+/g, " "));
  const parts = leavesOf(root).flatMap((part) => [
    decodeWords(binary.slice(part.headerStart, part.bodyStart)),
    partBytes(binary, part).toString("utf8"),
  ]);
  const text = [head, ...parts].join("\n");
  return [text, ...spelled(text)].join("\n").replace(/\s+/g, " ");
}

/** What tag characters, variation selectors and characters without width spell. */
function spelled(text: string): string[] {
  const octets: number[] = [];
  const tags: string[] = [];
  let bits = "";
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code >= 0xe0020 && code < 0xe0080) tags.push(String.fromCharCode(code - 0xe0000));
    else if (code >= 0xfe00 && code <= 0xfe0f) octets.push(code - 0xfe00);
    else if (code >= 0xe0100 && code <= 0xe01ef) octets.push(code - 0xe0100 + 16);
    else if (code === 0x200b) bits += "1";
    else if (code === 0x200c) bits += "0";
  }
  const bytes = (bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2));
  return [tags.join(""), Buffer.from(octets).toString(), Buffer.from(bytes).toString()];
}
