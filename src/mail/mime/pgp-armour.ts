// Takes the armour of OpenPGP out of a text: what was signed stays, signatures, keys and encrypted blocks go. RFC 9580 6.2, 7

const line = "-----";
const signed = "-----BEGIN PGP SIGNED MESSAGE-----";
const signature = "-----BEGIN PGP SIGNATURE-----";
const blocks = ["MESSAGE", "SIGNATURE", "PUBLIC KEY BLOCK"];

export interface Unarmoured {
  text: string;
  /** An encrypted block was in it. */
  isEncrypted: boolean;
}

/** The same text where it has no armour. Linear in the text. */
export function withoutArmour(text: string): Unarmoured {
  if (!text.includes("-----BEGIN PGP ")) return { text, isEncrypted: false };
  let isEncrypted = false;
  let rest = "";
  let at = 0;
  for (let begin = begins(text, 0); begin >= 0; begin = begins(text, at)) {
    rest += text.slice(at, begin);
    at = begin;
    if (text.startsWith(signed, begin)) {
      const [body, next] = signedText(text, begin);
      rest += body;
      at = next;
      continue;
    }
    const name = blocks.find((one) => text.startsWith(`-----BEGIN PGP ${one}${line}`, begin));
    const end = name === undefined ? -1 : text.indexOf(`-----END PGP ${name}${line}`, begin);
    if (name === undefined || end < 0) {
      rest += text.slice(begin, begin + line.length);
      at = begin + line.length;
      continue;
    }
    if (name === "MESSAGE") isEncrypted = true;
    at = lineEnd(text, end);
  }
  return { text: rest + text.slice(at), isEncrypted };
}

/** The next armour that begins a line. */
function begins(text: string, from: number): number {
  let at = text.indexOf("-----BEGIN PGP ", from);
  while (at > 0 && text[at - 1] !== "\n") at = text.indexOf("-----BEGIN PGP ", at + 1);
  return at;
}

/** The signed text, and the place of its signature. Headers end with an empty line; lines that begin with a dash are escaped. */
function signedText(text: string, begin: number): [body: string, next: number] {
  const empty = /\r?\n[ \t]{0,9}\r?\n/g;
  empty.lastIndex = begin;
  const header = empty.exec(text);
  const end = text.indexOf(`\n${signature}`, begin);
  const start =
    header && (end < 0 || header.index < end) ? header.index + header[0].length : lineEnd(text, begin);
  const stop = end < 0 ? text.length : Math.max(end + 1, start);
  return [text.slice(start, stop).replace(/^- /gm, ""), stop];
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}
