// Files that are uuencoded in a text, as before MIME: found by their begin and end lines with only valid lines between, removed from
// the text, and listed as attachments.

import { decodeUuLine } from "./transfer-encoding.ts";

export interface UuFile {
  filename: string;
  bytes: Buffer;
}

const begin = /^begin [0-7]{3,4} (.{1,255})$/;
const maxFiles = 100;

/** The text without its uuencoded files, and the files. `text` has lines separated by "\n". */
export function takeUuFiles(text: string): { text: string; files: UuFile[] } {
  if (!text.includes("begin ")) return { text, files: [] };
  const lines = text.split("\n");
  const kept: string[] = [];
  const files: UuFile[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const match = files.length < maxFiles && line.startsWith("begin ") ? begin.exec(line.trimEnd()) : null;
    const block = match ? readBlock(lines, i + 1) : null;
    if (match && block) {
      files.push({ filename: match[1] ?? "", bytes: block.bytes });
      i = block.last;
    } else kept.push(line);
  }
  return { text: files.length > 0 ? kept.join("\n") : text, files };
}

function readBlock(lines: string[], from: number): { bytes: Buffer; last: number } | null {
  const chunks: Buffer[] = [];
  for (let i = from; i < lines.length; i++) {
    const line = (lines[i] ?? "").trimEnd();
    if (line === "end") return chunks.length > 0 ? { bytes: Buffer.concat(chunks), last: i } : null;
    if (line === "" || line === "`") continue;
    // Also keeps the cost linear: no line is read for two files.
    if (line.startsWith("begin ")) return null;
    const bytes = decodeUuLine(lines[i] ?? "");
    if (bytes === null) return null;
    chunks.push(bytes);
  }
  return null;
}
