// Collations: i;unicode-casemap (RFC 5051) for SORT and THREAD, as RFC 5256 7 wants; i;ascii-casemap
// (RFC 4790 9.2) beside it.

const ascii = /^[\x00-\x7f]*$/;

/** Letters whose simple titlecase mapping is not their upper case. Unicode Character Database, UnicodeData.txt */
const titles = new Map<string, string>(
  [
    ["\u01c4", "\u01c5"],
    ["\u01c6", "\u01c5"],
    ["\u01c7", "\u01c8"],
    ["\u01c9", "\u01c8"],
    ["\u01ca", "\u01cb"],
    ["\u01cc", "\u01cb"],
    ["\u01f1", "\u01f2"],
    ["\u01f3", "\u01f2"],
  ].map(([from, to]) => [from!, to!]),
);

/** Georgian letters are their own titlecase. */
function isGeorgian(code: number): boolean {
  return code >= 0x10d0 && code <= 0x10ff;
}

/** RFC 5051 2: simple titlecase of each character, then full compatibility decomposition. */
export function unicodeCasemap(text: string): string {
  if (ascii.test(text)) return asciiCasemap(text);
  let mapped = "";
  for (const char of text) {
    const title = titles.get(char);
    if (title !== undefined) {
      mapped += title;
      continue;
    }
    const upper = isGeorgian(char.codePointAt(0)!) ? char : char.toUpperCase();
    // Only simple mappings count: one character to one.
    mapped += upper.length === char.length ? upper : char;
  }
  return mapped.normalize("NFKD");
}

/** RFC 4790 9.2: a to z as A to Z, nothing else. */
export function asciiCasemap(text: string): string {
  return text.replace(/[a-z]+/g, (run) => run.toUpperCase());
}
