// White space of binary text: one character for each octet. The octet A0 is none there: it ends à, Š and Р in UTF-8, and
// `trim` and `\s` would take it away.

/** The text without white space at its ends. */
export function trimOctets(binary: string): string {
  let from = 0;
  let to = binary.length;
  while (from < to && isBlank(binary.charCodeAt(from))) from++;
  while (to > from && isBlank(binary.charCodeAt(to - 1))) to--;
  return from === 0 && to === binary.length ? binary : binary.slice(from, to);
}

/** Runs of white space, to be replaced. */
export const octetBlanks = /[\t-\r ]+/g;

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
