// The character classes of RFC 9051 9 as one table, so that scanning is an index and a mask.

export const ATOM = 1;
export const ASTRING = 2;
export const LIST = 4;
export const TAG = 8;
export const DIGIT = 16;
/** Letters, digits, ".", "-" and "_": the names of fetch items, options and events. */
export const WORD = 32;
/** The characters of a sequence set. */
export const SET = 64;

export const classOf = new Uint8Array(256);

for (let byte = 0x21; byte < 0x7f; byte++) {
  const char = String.fromCharCode(byte);
  // atom-specials = "(" / ")" / "{" / SP / CTL / list-wildcards / quoted-specials / resp-specials
  const special = '(){%*"\\]'.includes(char);
  let bits = 0;
  if (!special) bits |= ATOM;
  if (!special || char === "]") bits |= ASTRING;
  if (!special || char === "]" || char === "%" || char === "*") bits |= LIST;
  if ((!special || char === "]") && char !== "+") bits |= TAG;
  if (char >= "0" && char <= "9") bits |= DIGIT;
  if (/[A-Za-z0-9._-]/.test(char)) bits |= WORD;
  if (/[0-9:,*]/.test(char)) bits |= SET;
  classOf[byte] = bits;
}

/** True for text that can be sent as an atom. */
export function isAtom(text: string): boolean {
  return text.length > 0 && every(text, ATOM);
}

/** True for text that can be sent as an astring without quotes. */
export function isAstringAtom(text: string): boolean {
  return text.length > 0 && every(text, ASTRING);
}

/** True for a tag. RFC 9051 9 `tag` */
export function isTag(text: string): boolean {
  return text.length > 0 && every(text, TAG);
}

function every(text: string, mask: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 255 || ((classOf[code] ?? 0) & mask) === 0) return false;
  }
  return true;
}
