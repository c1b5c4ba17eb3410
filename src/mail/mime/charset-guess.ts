// The charset of text that names none, or one that it is not: guessed from its bytes (chardet, statistics by language).
// Only for bytes that are no UTF-8; a guess is taken when it is clear, because a wrong one is worse than windows-1252.

import { analyse } from "chardet";

const sampleBytes = 4096;
const fewest = 8;
const cyrillic = /^(?:KOI8-R|windows-1251|ISO-8859-5)$/;

/** The charset that `bytes` are most likely in, or null when nothing is clearly better than windows-1252. */
export function guessCharset(bytes: Uint8Array): string | null {
  const { sample, beyond } = sampleOf(bytes);
  if (beyond < fewest) return null;
  const found = analyse(sample);
  let best = found[0];
  if (!best) return null;
  // Short Cyrillic looks like Hebrew to the statistics, and is far more mail.
  const near = best.confidence - 20;
  if (best.name === "ISO-8859-8")
    best = found.find((each) => cyrillic.test(each.name) && each.confidence >= near) ?? best;
  const western = found.find((match) => /^(?:ISO-8859-1|windows-1252)$/.test(match.name))?.confidence ?? 0;
  if (/^(?:Big5|GB18030|EUC-|Shift_JIS)/.test(best.name)) return best.confidence >= 70 ? best.name : null;
  if (/^(?:ISO-8859-1|windows-1252|ASCII|UTF-)/.test(best.name)) return null;
  return best.confidence >= 25 && best.confidence - western >= 8 && beyond >= 16 ? best.name : null;
}

/** The lines that hold bytes beyond ASCII, up to a few kilobytes: plain lines around them say nothing. */
function sampleOf(bytes: Uint8Array): { sample: Uint8Array; beyond: number } {
  const sample = new Uint8Array(sampleBytes);
  let length = 0;
  let beyond = 0;
  let lineStart = 0;
  let lineBeyond = 0;
  for (let i = 0; i <= bytes.length && length < sampleBytes; i++) {
    const byte = bytes[i] ?? 10;
    if (byte > 0x7f) lineBeyond++;
    if (byte !== 10) continue;
    if (lineBeyond > 0) {
      const line = bytes.subarray(lineStart, Math.min(i + 1, lineStart + sampleBytes - length));
      sample.set(line, length);
      length += line.length;
      beyond += lineBeyond;
    }
    lineStart = i + 1;
    lineBeyond = 0;
  }
  return { sample: sample.subarray(0, length), beyond };
}
