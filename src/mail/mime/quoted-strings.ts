// Quoted strings of a header field, found in one pass. RFC 5322 3.2.4

/** The text with `instead` in place of each quoted string; one that is not closed stays. Linear in its length. */
export function withoutQuoted(text: string, instead: string): string {
  let out = "";
  let at = 0;
  for (;;) {
    const open = text.indexOf('"', at);
    const close = open < 0 ? -1 : closingQuote(text, open + 1);
    if (close < 0) return out + text.slice(at);
    out += text.slice(at, open) + instead;
    at = close + 1;
  }
}

/** @returns -1: there is none */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}
