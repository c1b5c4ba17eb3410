// Mail, attached: which letters the codes of Chinese, Japanese and Korean fonts show that a PDF names and does not bring. The tables
// are Adobe's as pdf.js has them (cmaps.LICENSE), packed by test/support/cmaps.ts. ISO 32000-2 9.7.5.2

import { readFileSync } from "node:fs";
import packed from "./cmaps.data" with { type: "file" };

let held: WeakRef<ReadonlyMap<string, Uint8Array>> | null = null;

/** All of them by name, unpacked again once nobody reads such a file. */
function tables(): ReadonlyMap<string, Uint8Array> {
  const known = held?.deref();
  if (known !== undefined) return known;
  const bytes = Bun.zstdDecompressSync(readFileSync(packed));
  const from = bytes.indexOf(10) + 1;
  const sizes: [name: string, size: number][] = JSON.parse(bytes.toString("utf8", 0, from));
  const found = new Map<string, Uint8Array>();
  let at = from;
  for (const [name, size] of sizes) {
    found.set(name, bytes.subarray(at, at + size));
    at += size;
  }
  held = new WeakRef(found);
  return found;
}

/** pdf.js's source of data beside the file: these tables, and nothing from anywhere else. */
export class PdfCmaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const table = kind === "cMapUrl" ? tables().get(filename.replace(/\.bcmap$/, "")) : undefined;
    if (table === undefined) throw new Error("no such table");
    // The reader may hand its bytes on.
    return table.slice();
  }
}
