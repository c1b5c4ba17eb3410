// Keywords of other servers that become labels. RFC 9051 2.3.2

/** Keywords of mail programs, which say nothing to a person, and names that labels do not take. */
const ofPrograms = /^(?:\$|\\|label-|(?:not?n?)?junk$|forwarded$|redirected$|mdnsent$|x-)/i;
/** RFC 9051 9: flag-keyword */
const atom = /^[!#&'+,./0-9:;<=>?@A-Z[^_`a-z|}~-]+$/;

/** Whether a label stands for this keyword. */
export function labelledKeyword(keyword: string): boolean {
  return atom.test(keyword) && !ofPrograms.test(keyword) && keyword.length <= 100;
}

/** Whether IMAP can show it. */
export function isKeyword(keyword: string): boolean {
  return /^[\x21\x23-\x24\x26-\x27\x2b-\x5b\x5e-\x7a\x7c-\x7e]+$/.test(keyword) && keyword.length <= 200;
}
