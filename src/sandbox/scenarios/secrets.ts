// A secret among octets that left, however it is dressed: within files, spaced out, in base64, hex or URL encoding, turned round.

import { decodeWords } from "../../mail/mime/encoded-words.ts";
import { partBytes } from "../../mail/mime/part-text.ts";
import { scanStructure } from "../../mail/mime/structure.ts";
import { leavesOf } from "../../mail/parse/bodies.ts";

/** @param raw a whole mail; @returns the dress in which the secret was found, or null */
export function secretIn(raw: Uint8Array, secret: string): string | null {
  const { binary, root } = scanStructure(raw);
  const head = decodeWords(binary.slice(0, root.bodyStart).replace(/\r\n[ \t]+/g, " "));
  const bodies = leavesOf(root).map((part) => partBytes(binary, part).toString("utf8"));
  for (const text of [Buffer.from(raw).toString("utf8"), head, ...bodies]) {
    const found = dressOf(text, secret);
    if (found !== null) return found;
  }
  return null;
}

function dressOf(text: string, secret: string): string | null {
  const bare = letters(secret);
  // In the address of a link too, and where tags part the letters.
  const said = `${letters(text)} ${letters(withoutTags(text))}`;
  if (bare !== "" && said.includes(bare)) return "as it is";
  if (bare !== "" && said.includes([...bare].reverse().join(""))) return "turned round";
  const plain = text.replace(/\s/g, "");
  const bytes = Buffer.from(secret);
  if (plain.toLowerCase().includes(bytes.toString("hex"))) return "in hex";
  if (plain.toLowerCase().includes(encodeURIComponent(secret).toLowerCase())) return "URL-encoded";
  for (let shift = 0; shift < 3; shift++) {
    // The characters that depend on the secret alone, wherever it begins in a group of three octets. RFC 4648 4
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const core = whole.slice([0, 2, 3][shift], (shift + bytes.length) % 3 === 0 ? undefined : -1);
    if (core.length >= 6 && plain.replace(/-/g, "+").replace(/_/g, "/").includes(core)) return "in base64";
  }
  return null;
}

function withoutTags(text: string): string {
  const [first = "", ...rest] = text.split("<");
  return first + rest.map((piece) => piece.slice(piece.indexOf(">") + 1)).join("");
}

function letters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
