// The text of a Word document: its main part is XML in a ZIP archive. ECMA-376 1, 17.3 (paragraphs and runs)
import { strFromU8, unzipSync } from "fflate";
import { limits } from "./text.ts";

const main = "word/document.xml";

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The text, a paragraph a line, cells of a table with tabs between; null: the archive is no Word document. @throws Error broken */
export function docxText(bytes: Uint8Array): string | null {
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => name === main && originalSize <= limits.unpacked,
  });
  const part = parts[main];
  return part === undefined ? null : textOf(strFromU8(part));
}

/** Deleted text (`w:delText`) and field codes are elements of their own, which are passed over. */
const pieces = /<w:t(?: [^<>]*)?>([^<]*)<\/w:t>|<w:(tab|br|cr)(?: [^<>]*)?\/>|<\/w:(p|tc|tr)>/g;

function textOf(xml: string): string {
  let text = "";
  for (const [, run, space, end] of xml.matchAll(pieces)) {
    if (run !== undefined) text += decoded(run);
    else if (space !== undefined) text += space === "tab" ? "\t" : "\n";
    else if (end === "p") text += "\n";
    // The paragraph of a cell has ended already.
    else if (end === "tc") text = `${text.replace(/\n$/, "")}\t`;
    else text = `${text.replace(/\t$/, "")}\n`;
    if (text.length > limits.characters * 2) break;
  }
  return text.trim();
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name as string] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
