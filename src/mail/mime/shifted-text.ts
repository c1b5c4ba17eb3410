// Charsets that switch between character sets by escape sequences or shift characters, as far as the runtime's decoder does not read
// them: ISO-2022-JP-2 (RFC 1554), ISO-2022-KR (RFC 1557), ISO-2022-CN (RFC 1922) and HZ (RFC 1843). One pass, linear, never throws.
// Each run of octets in one set is decoded as the eight-bit charset that holds the set.

/** A character set: its octets, as those of an eight-bit charset. */
interface CharacterSet {
  charset: string;
  /** Octets of one character. */
  width: 1 | 2;
  /** Stands before each character in the eight-bit charset. */
  prefix?: number;
}

const jisX0208: CharacterSet = { charset: "euc-jp", width: 2 };
const jisX0212: CharacterSet = { charset: "euc-jp", width: 2, prefix: 0x8f };
const jisKatakana: CharacterSet = { charset: "shift_jis", width: 1 };
const gb2312: CharacterSet = { charset: "gb18030", width: 2 };
const ksX1001: CharacterSet = { charset: "euc-kr", width: 2 };
const latin1: CharacterSet = { charset: "windows-1252", width: 1 };
const greek: CharacterSet = { charset: "iso-8859-7", width: 1 };

/** Escape sequences that choose the set of the octets that follow; null: ASCII. */
const invoked: Readonly<Record<string, CharacterSet | null>> = {
  "(B": null,
  "(J": null,
  "(I": jisKatakana,
  "$@": jisX0208,
  $B: jisX0208,
  "$(B": jisX0208,
  "$(D": jisX0212,
  $A: gb2312,
  "$(A": gb2312,
  "$(C": ksX1001,
};
/** Escape sequences that name the set between the characters SO and SI. */
const shiftable: Readonly<Record<string, CharacterSet>> = { "$)A": gb2312, "$)C": ksX1001 };
/** Escape sequences that name the set of the one character behind ESC N. */
const singles: Readonly<Record<string, CharacterSet>> = { ".A": latin1, ".F": greek };

const SO = 0x0e;
const SI = 0x0f;
const ESC = 0x1b;
const TILDE = 0x7e;
const LINE_FEED = 0x0a;

/** Whether `decodeShifted` reads a charset of that name, in lower case. ISO-2022-JP itself is the runtime's. */
export function isShifted(name: string): boolean {
  return /^(?:iso-2022-(?:jp-2|kr|cn(?:-ext)?)|hz-gb-2312)$/.test(name);
}

/** Octets of an eight-bit charset to text. */
type Decode = (bytes: Uint8Array, charset: string) => string;

/** How far a text was read. */
interface Reading {
  bytes: Uint8Array;
  at: number;
  isHz: boolean;
  /** The set of what follows; null: ASCII. */
  set: CharacterSet | null;
  /** The set between SO and SI. */
  shifted: CharacterSet | null;
  /** The set of a character behind ESC N. */
  single: CharacterSet | null;
  /** The eight-bit charset of octets above 127, which have no place here: senders mean that of the same language. */
  outside: string;
  /** Octets that wait to be decoded together. */
  run: number[];
  text: string;
  decode: Decode;
}

/**
 * The text of `bytes`.
 * @param name a charset for which `isShifted` holds
 */
export function decodeShifted(bytes: Uint8Array, name: string, decode: Decode): string {
  const isHz = name === "hz-gb-2312";
  const reading: Reading = {
    bytes,
    at: 0,
    isHz,
    set: null,
    shifted: name === "iso-2022-kr" ? ksX1001 : null,
    single: null,
    outside: name === "iso-2022-kr" ? "euc-kr" : name === "iso-2022-jp-2" ? "euc-jp" : "gb18030",
    run: [],
    text: "",
    decode,
  };
  while (reading.at < bytes.length) {
    const byte = bytes[reading.at]!;
    if (byte === ESC) readEscape(reading);
    else if (isHz && byte === TILDE) readTilde(reading);
    else if (!isHz && (byte === SO || byte === SI)) {
      choose(reading, byte === SO ? reading.shifted : null);
      reading.at++;
    } else readCharacter(reading, byte);
  }
  flush(reading);
  return reading.text;
}

function flush(reading: Reading): void {
  const { run, set, outside, decode } = reading;
  if (run.length > 0) reading.text += decode(Uint8Array.from(run), set?.charset ?? outside);
  reading.run = [];
}

function choose(reading: Reading, set: CharacterSet | null): void {
  flush(reading);
  reading.set = set;
}

/** Show an unknown escape sequence as it was written, without its escape character. */
function readEscape(reading: Reading): void {
  const { bytes, at, single } = reading;
  const sequence = sequenceAt(bytes, at + 1);
  reading.at = at + 1 + sequence.length;
  const character = bytes[at + 2];
  if (sequence in invoked) choose(reading, invoked[sequence] ?? null);
  else if (sequence in shiftable) reading.shifted = shiftable[sequence]!;
  else if (sequence in singles) reading.single = singles[sequence]!;
  else if (sequence === "N" && single !== null && character !== undefined) {
    flush(reading);
    reading.text += reading.decode(Uint8Array.of(character | 0x80), single.charset);
    reading.at++;
  } else reading.at = at + 1;
}

/** "~{" begins the pairs, "~}" ends them, "~~" is a tilde, and one at the end of a line joins it with the next. RFC 1843 2 */
function readTilde(reading: Reading): void {
  const { bytes, at, set } = reading;
  const next = bytes[at + 1];
  reading.at = at + 2;
  if (set === null && next === 0x7b) choose(reading, gb2312);
  else if (set !== null && next === 0x7d) choose(reading, null);
  else if (set === null && next === TILDE) reading.run.push(TILDE);
  else if (set === null && next === LINE_FEED) return;
  else readCharacter(reading, TILDE, at);
}

function readCharacter(reading: Reading, byte: number, at = reading.at): void {
  // Each line begins in ASCII, also where its sender forgot to say so.
  if (byte === LINE_FEED) choose(reading, null);
  const { bytes, set } = reading;
  if (set === null || byte <= 0x20 || byte >= 0x7f) {
    reading.run.push(byte);
    reading.at = at + 1;
    return;
  }
  if (set.prefix !== undefined) reading.run.push(set.prefix);
  for (const octet of bytes.subarray(at, at + set.width)) reading.run.push(octet | 0x80);
  reading.at = at + set.width;
}

/** The escape sequence behind ESC: intermediate characters and a final one. ISO 2022 */
function sequenceAt(bytes: Uint8Array, from: number): string {
  let text = "";
  for (let at = from; at < bytes.length && text.length < 4; at++) {
    const byte = bytes[at]!;
    text += String.fromCharCode(byte);
    if (byte < 0x20 || byte > 0x2f) break;
  }
  return text;
}
