// Numbers that their writing names: accounts (IBAN), telephone numbers with their area in brackets, numbers whose end alone is
// shown. Parts of them have the form of codes. Linear.

/** Characters of an IBAN by country. ISO 13616, registry of SWIFT */
const lengths = new Map(
  (
    "NO15 BE16 DK18 FI18 FO18 FK18 GL18 NL18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20 CH21 HR21 LI21 LV21 BG22 BH22 " +
    "CR22 DE22 GB22 GE22 IE22 ME22 RS22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24 TN24 VA23 " +
    "VG24 LY25 PT25 ST25 IS26 TR26 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HN28 HU28 LB28 NI28 PL28 SV28 " +
    "BI27 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 LC32 RU33"
  )
    .split(" ")
    .map((one) => [one.slice(0, 2), Number(one.slice(2))] as const),
);

const ibanStart = /(?<![\p{L}\p{N}])([A-Z]{2})[ -]?\d{2}(?=[ -]?[A-Z\d])/giu;
/** Groups of four with one mark between them all. */
const inFours = /^[A-Z]{2}\d{2}([ -])(?:[A-Z\d]{4}\1){2,7}[A-Z\d]{1,4}$/i;

/** A code in bold, in a heading or between two dots is none. */
const masked =
  /\d{1,6}(?:[xX]{3,10}|[*•●∗]{2,10})[ -]?\d{1,4}(?!\d)|(?:(?:X{3}|x{3}|[*•●∗]{3})[ -]?|####)\d{2,4}(?!\d)/g;
/** With a zero, behind a country, or as in North America: a number in brackets before a code is a count. */
const withArea =
  /(?:\(0\d{1,4}\)|\+\d{1,3} ?\(\d{1,4}\)) ?\d(?:[ -]?\d){3,10}|\([2-9]\d{2}\) ?\d{3}[ .-]\d{4}/g;

export interface WrittenNumber {
  start: number;
  end: number;
}

/** Return where they stand in a line of `plainLine`. */
export function writtenNumbers(line: string): WrittenNumber[] {
  const found = [masked, withArea].flatMap((pattern) =>
    [...line.matchAll(pattern)].map(({ index, 0: written }) => ({
      start: index,
      end: index + written.length,
    })),
  );
  for (const { index, 1: country = "" } of line.matchAll(ibanStart)) {
    const written = ibanAt(line, index, lengths.get(country.toUpperCase()));
    if (written !== null) found.push({ start: index, end: index + written.length });
  }
  return found;
}

/** An account, which its check digits prove, or groups as banks print them: "es 209114 no lo" is a sentence. */
function ibanAt(line: string, start: number, length = 0): string | null {
  let count = 0;
  let end = start;
  while (end < line.length && count < length) {
    if (/[A-Z\d]/i.test(line[end]!)) count++;
    else if (!/[ -]/.test(line[end]!)) return null;
    end++;
  }
  if (length === 0 || count < length || /[\p{L}\p{N}]/u.test(line[end] ?? "")) return null;
  const written = line.slice(start, end);
  if (inFours.test(written)) return written;
  const joined = written.replace(/[ -]/g, "");
  const hasWords = /[a-z]/.test(joined) || joined.replace(/\D/g, "").length * 2 < length;
  if (hasWords && joined !== written) return null;
  return isChecked(joined.toUpperCase()) ? written : null;
}

const cardGroups =
  /(?<![\p{L}\p{N}])(?:\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,4}|\d{4}([ -]?)\d{6}\2\d{4,5})(?![\p{L}\p{N}])/gu;

/** Return the accounts and cards of a text that their check digits prove, in small letters and without the marks of groups. */
export function accountsIn(text: string): string[] {
  const spaced = text.replace(/[^\S\n]+|[._·/]/g, " ");
  const found = [...spaced.matchAll(cardGroups)].map(([written]) => joinedOf(written)).filter(isCard);
  for (const { index, 1: country = "" } of spaced.matchAll(ibanStart)) {
    const written = ibanAt(spaced, index, lengths.get(country.toUpperCase()));
    if (written !== null && isChecked(joinedOf(written).toUpperCase())) found.push(joinedOf(written));
  }
  return found;
}

function joinedOf(written: string): string {
  return written.replace(/[ -]/g, "").toLowerCase();
}

/** Numbers that companies of cards give. */
const cards = /^(?:4\d{12}(?:\d{3})?|5\d{15}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|6\d{15})$/;

/** The check digit of cards. ISO/IEC 7812, Luhn */
function isCard(word: string): boolean {
  if (!cards.test(word)) return false;
  const sum = [...word].toReversed().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 7064 MOD 97-10: the account, then country and check digits, letters as 10 to 35, leave 1. */
function isChecked(iban: string): boolean {
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
