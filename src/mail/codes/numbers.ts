// The characters of a line that may be a code: digits and letters, whole or in groups, and words with dashes.

import { type WrittenNumber, writtenNumbers } from "../written-numbers.ts";

export interface CodeCandidate {
  start: number;
  end: number;
  /** Without spaces; without dashes where it has digits alone. */
  code: string;
  /** The line has nothing else. */
  isAlone: boolean;
  /** Letters alone: only on a line of its own. */
  isWord: boolean;
  /** True: a year or an ordinary word has the same form, so it counts only next to a word for a code. */
  isDoubtful: boolean;
}

/** The first digit of the 0 to 9 of other scripts: Arabic-Indic, Persian, Devanagari, Bengali, Tamil, Telugu, Thai, Lao, Myanmar, Khmer. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
];
const scriptDigits = /[٠-٩۰-۹०-९০-৯੦-੯૦-૯௦-௯౦-౯೦-೯൦-൯๐-๙໐-໙၀-၉០-៩]/g;

/** A line in one form: digits as 0 to 9, plain spaces and dashes, full-width letters as common ones. */
export function plainLine(line: string): string {
  return line
    .replace(/[，、；]|(?<=\d),(?=\d{1,3}\s?(?:分|秒|小?[时時]|天))/g, ", ")
    .normalize("NFKC")
    .replace(scriptDigits, (digit) => {
      const point = digit.codePointAt(0)!;
      return String(point - zeros.findLast((zero) => zero <= point)!);
    })
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[‐‑‒–—―−]|(?<=\d)[·•‧∙](?=\d)/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

const shapes =
  /(?<![\p{Script=Latin}\p{N}./@#%$€£¥₹₽₩+=_&?-]|\d[,:]|\d |\p{Script=Latin}:)((?=\d*[A-Z])[A-Z0-9]{1,4}-[A-Z0-9]{4,8}(?![A-Z0-9-])|(?=[\d-]*[A-Z])[A-Z0-9]{1,4}(?:-[A-Z0-9]{3,8}){1,2}(?:-[A-Z0-9]{1,2})(?![A-Z0-9-])|(?=[\d-]*[A-Z])[A-Z0-9]{2}(?:-[A-Z0-9]{2}){2,3}(?![A-Z0-9-])|(?=[\d-]*[A-Za-z])[A-Za-z0-9]{3,5}(?:-[A-Za-z0-9]{3,5}){1,3}|\d(?: \d){1,4} - \d(?: \d){1,4}|\d(?: \d){3,8}|[A-Z\d](?: [A-Z\d]){3,9}|\d(?:-\d){3,8}|\d{2,4}(?:[ -]\d{2,4}){1,3}|\d{4,9}|(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z0-9]{3,4} (?=\d*[A-Z])(?=[A-Z]*\d)[A-Z0-9]{3,4}|(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z0-9]{4}|[A-Za-z0-9]{5,10})(?![\p{Script=Latin}\p{N}%€£$_@/=]|[.,:-][\p{N}\p{Script=Latin}]|['’]\p{N}| ?[-+] ?\d| \d)/gu;

/** "blue-horse-42", "BLUE-HORSE-42", "mist-fold-lake-pine". */
const phrases =
  /(?<![\p{L}\p{M}\p{N}./@#%$&?=+_-])(?:\p{Ll}{2,12}(?:-\p{Ll}{2,12}){1,4}-\d{1,4}|\p{Lu}{2,12}(?:-\p{Lu}{2,12}){1,4}-\d{1,4}|\p{Lu}\p{Ll}{1,11}(?:-\p{Lu}\p{Ll}{1,11}){1,4}-\d{1,4}|\p{Ll}{2,12}(?:-\p{Ll}{2,12}){2,5})(?![\p{L}\p{M}\p{N}@/_=-]|[.,:'’][\p{L}\p{N}])/gu;

/** Words that join others to one: "state-of-the-art", "up-to-date", "tête-à-tête". */
const joining =
  /(?:^|-)(?:of|the|to|and|or|in|on|by|for|at|up|out|off|down|over|all|non|pre|re|de|del|la|le|les|du|des|en|au|aux|et|à|ou|el|los|las|con|por|para|di|da|do|dos|per|und|der|die|das|dem|zu|zur|van|het|een|op|aan|na|w|z|do|i|ve)(?=-|$)/u;

const unit =
  /^\s?(?:(?:min|sec|sek|seg|hour|stund|std|heur|hor[ae]|or[ae]|uur|day|tag|jour|d[ií]a|giorn|dag|week|month|monat|mois|mes|year|jahr|an[sn]|año|people|users?|times|lines|bytes?|bits?|zeilen|mal(?!\p{L})|lignes|fois|veces|líneas|linhas|righe|volte|keer|regels|gånger|gange|rader|linjer|persons?|personen|menschen|personnes|personas|pessoas|persone|mensen|osób|людей|человек|लोग\p{M}*|kişi|orang|người|eur|usd|gbp|chf|pln|zł|kč|tl|try|ron|huf|руб|грн|₽|₴|₺|₫|vnd|rp|idr|rs|inr|dollars?|euros?|points?|items?|km|kg|gb|mb|kb|characters?|digits?|stellig|chiffres|d[ií]gitos|cifre|percent|ريال|تومان|دقیقه|دقائق|دقيقة|شيكل|شقل|₪|דקות|ש"ח|मिनट|रुपये|минут|мин|часов|час|хвилин|годин|бat|บาท|นาที)(?!\p{L}{6})|[年月日分秒円元点時时小回名個个件条人円]|년|월|일|분|시|원|명|개)/iu;
const moneyBefore = /(?:[$€£¥₹₽₩₺₫₪]|(?:rs|rp|usd|eur|nt\$|r\$|kr|chf)\.?)\s?$/iu;

const date = /^(?:\d{1,2}[ -]\d{1,2}[ -](?:19|20)\d\d|(?:19|20)\d\d[ -]\d{1,2}[ -]\d{1,2})$/;

/** "14-FEB-26", "2026-FEB-14". */
const namedDate =
  /^\d{1,4}-(?:JAN|FEB|FEV|MAR|MRZ|MRT|APR|ABR|AVR|MAI|MAY|MEI|MAJ|MAG|JUN|JUL|JUI|GIU|LUG|AUG|AGO|AOU|SEP|SET|OCT|OKT|OUT|OTT|NOV|DEC|DEZ|DES|DIC|ENE|GEN)[A-Z]{0,6}-\d{1,4}$/;

/** "ISO-9001", "EN-1090-2". */
const standard = /^(?:ISO|IEC|EN|DIN|ANSI|ASTM|IEEE|ETSI|JIS|FIPS|NIST|RFC|CVE)-\d{2,5}(?:-\d{1,4})?$/;

/** Groups that parts, devices and standards have as well. */
const looseGroups = /^[A-Z\d]{1,4}(?:-[A-Z\d]{1,8}){1,2}-[A-Z\d]{1,2}$/;

/** Return what may be a code in a line of `plainLine`. */
export function candidatesIn(line: string): CodeCandidate[] {
  const found: CodeCandidate[] = [];
  let others: WrittenNumber[] | null = null;
  const isOther = (start: number, end: number) => {
    others ??= writtenNumbers(line);
    return others.some((other) => other.start < end && other.end > start);
  };
  for (const phrase of phrasesIn(line)) if (!isOther(phrase.start, phrase.end)) found.push(phrase);
  for (const match of line.matchAll(shapes)) {
    const written = match[1]!;
    const end = match.index + match[0].length;
    const digits = written.replace(/\D/g, "").length;
    const isNumber = /^[\d -]+$/.test(written);
    const code = isNumber ? written.replace(/[ -]/g, "") : written.replaceAll(" ", "");
    const letters = code.replace(/[\d-]/g, "");
    if (isNumber && (digits < 4 || digits > 9 || date.test(written))) continue;
    if (namedDate.test(code) || standard.test(code)) continue;
    const isMarked =
      /^[A-Z0-9]{1,4}(?:-[A-Z0-9]{4,8}|(?:-[A-Z0-9]{3,8}){1,2}-[A-Z0-9]{1,2})$/.test(code) && digits >= 3;
    if (!isNumber && !isMarked && !(hasEqualGroups(code) && isCodeWord(code, letters))) continue;
    if (unit.test(line.slice(end, end + 16)) || moneyBefore.test(line.slice(0, match.index))) continue;
    if (isOther(match.index, end)) continue;
    const around = line.slice(0, match.index) + line.slice(end);
    // Letters in boxes are alone on their line.
    if (!isNumber && /^\S \S /.test(written) && !isAlone(around)) continue;
    const isSmall = smallGroups.test(code);
    const unsaid = isSmall ? code.split("-").filter(hasNoSyllable).length : 0;
    const isDrawn =
      (digits === 0 && (isSmall ? unsaid === 2 : areDrawn(code) || isUnsaid(code))) || mixedGroups.test(code);
    found.push({
      start: match.index,
      end,
      code,
      isAlone: isAlone(around),
      isWord: digits === 0 && !isDrawn && unsaid === 0,
      isDoubtful:
        !isDrawn &&
        (/^(?:19|20)\d\d$/.test(code) ||
          (!isNumber && (code.length === 4 || looseGroups.test(code))) ||
          digits === 0 ||
          (letters !== letters.toUpperCase() && !(code.includes("-") && /[A-Z]/.test(code)))),
    });
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** Two to four words and nothing else, in small letters up to six: a code where what stands before announces words. */
export function spacedPhrase(text: string): string | null {
  const words =
    /^["'“«»„*_ ]*([\p{L}\p{M}]{2,14}(?: [\p{L}\p{M}]{2,14}){1,3}|[\p{Ll}\p{Lo}\p{M}]{2,14}(?: [\p{Ll}\p{Lo}\p{M}]{2,14}){4,5})["'”«»“*_. ]*$/u.exec(
      text,
    )?.[1];
  return words ?? null;
}

/** Words with dashes; without a number at their end they may be any words, and with capitals the name of a product. */
function* phrasesIn(line: string): Generator<CodeCandidate> {
  for (const { index, 0: code } of line.matchAll(phrases)) {
    if (joining.test(code)) continue;
    const end = index + code.length;
    const around = line.slice(0, index) + line.slice(end);
    yield {
      start: index,
      end,
      code,
      isAlone: isAlone(around),
      isWord: false,
      isDoubtful: !/\p{Ll}-\d+$/u.test(code) || /\p{Lu}/u.test(code),
    };
  }
}

function isAlone(around: string): boolean {
  return !/[\p{L}\p{N}]/u.test(around) && around.length < 60;
}

/** Groups of capitals that nobody says: one has no vowel. */
function areDrawn(code: string): boolean {
  const groups = code.split("-");
  return groups.length > 1 && groups.some((group) => !/[AEIOUY]/.test(group));
}

/** "qzvwk-hmtrx", and "gpxyu-hafen" alone on a line or behind "is". */
const smallGroups = /^(?:[a-z]{4}-[a-z]{4}|[a-z]{5}-[a-z]{5})$/;

/** "hqtw-9k2m-vx4p": small letters and digits in two groups or more. */
const mixedGroups =
  /^(?=[a-z\d-]*[a-z])(?:[a-z\d]{4,5}-){0,2}(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{4,5}-(?:[a-z\d]{4,5}-)?(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{4,5}$/;

/** Small letters with which no word begins, or without a vowel. */
function hasNoSyllable(group: string): boolean {
  if (named.test(group)) return false;
  return !/[aeiouy]/.test(group) || !onset.test(group);
}

/** Letters with which words begin, in languages of Latin letters. */
const onset =
  /^(?:[bcdfgkptvwz]r|[bcfgkpsv]l|[cgkpstw]h|s[cfkmnpqtvw]|[dt]w|[gkp]n|qu|zh|dz|[cs]z|ps|ts|kv|mn|pt|cz|wr|rh)|^[aeiouy]|^[^aeiouy][aeiouy]/;

/** Letters that nobody says, and that name nothing. */
function isUnsaid(code: string): boolean {
  return /^(?:[B-DF-HJ-NP-TV-XZ]{5,10}|[b-df-hj-np-tv-xz]{6,10})$/.test(code) && !named.test(code);
}

const named = /^(?:html|http|smtp|imap|https|xhtml|mssql|rsvps|smtps|mysql|nginx|pkcs|mdns|dhcps?)$/i;

/** "120GB", "2400MHZ". */
const measure = /^\d+(?:[KMGT]I?B(?:PS)?|[KMG]?HZ|[KM]?WH?|MAH|RPM|DPI|USD|EUR|GBP|CHF)$/i;

/** Groups of one length, or of nearly one where each mixes letters and digits. */
function hasEqualGroups(code: string): boolean {
  const groups = code.split("-");
  const [first = "", ...others] = groups;
  if (others.every((group) => group.length === first.length)) return true;
  const isMixed = groups.every((group) => /\d/.test(group) && /[A-Z]/.test(group));
  return isMixed && others.every((group) => Math.abs(group.length - first.length) === 1);
}

/** Letters with digits, or capital letters alone. */
function isCodeWord(code: string, letters: string): boolean {
  const digits = code.length - letters.length - (code.match(/-/g)?.length ?? 0);
  if (digits === 0)
    return (
      isUnsaid(code) ||
      smallGroups.test(code) ||
      (code === code.toUpperCase() && code.length >= 6 && code.length <= 9)
    );
  if (measure.test(code)) return false;
  if (letters === letters.toUpperCase()) return true;
  if (code.includes("-"))
    return (
      mixedGroups.test(code) ||
      /^[a-z\d]{4}-(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{4}$/.test(code) ||
      code.split("-").every((group) => /\d/.test(group) && /\p{L}/u.test(group))
    );
  // A name with a number behind it is a word: "Windows11".
  return !/^\p{L}{1,40}\d{1,4}$/u.test(code) && !/^\d+(?:st|nd|rd|th|px|pt|em|x\d+)$/i.test(code);
}
