// Guesses the charset of text without a label, or with a wrong one, from its bytes (chardet, statistics by language). Only for bytes
// that are not UTF-8; only a clear guess counts, since a wrong one is worse than windows-1252.

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
  // The statistics take short Cyrillic text for Hebrew, and Cyrillic is far more frequent.
  const near = best.confidence - 20;
  if (best.name === "ISO-8859-8")
    best = found.find((each) => cyrillic.test(each.name) && each.confidence >= near) ?? best;
  const western = found.find((match) => /^(?:ISO-8859-1|windows-1252)$/.test(match.name))?.confidence ?? 0;
  if (/^(?:Big5|GB18030|EUC-|Shift_JIS)/.test(best.name)) return best.confidence >= 70 ? best.name : null;
  if (/^(?:ISO-8859-1|windows-1252|ASCII|UTF-)/.test(best.name)) return null;
  return best.confidence >= 25 && best.confidence - western >= 8 && beyond >= 16 ? best.name : null;
}

/** The lines with bytes beyond ASCII, up to 4 KiB: ASCII lines do not identify a charset. */
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
