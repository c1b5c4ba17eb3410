// Amounts and long numbers of a plain part that its HTML does not show, in a sentence that it does: the same bill with another sum.
// Linear.

import { wordsOf } from "../visible/findings.ts";
import { isOfItself, isOtherMatter } from "./footer-words.ts";

/** Numbers that are compared. */
const maxNumbers = 2000;
/** Words beside a number that the HTML has, so that the sentence or its label is the same. */
const fewestSame = 1;

const number = /\d(?:[\d.,'’  ]{0,20}\d)?/g;
const currency =
  "[€$£¥₹₽₴₩₺₫]|eur(?:os?)?|usd|us\\$|gbp|chf|fr\\.|cad|aud|jpy|cny|pln|zł|sek|nok|dkk|kr|kč|czk|ft|huf|lei|ron|лв|грн|руб|р\\.|tl|try|dollars?|pounds?|円|元|원|đ|rp";
const amount = new RegExp(
  `(?:${currency})[  ]?\\d(?:[\\d.,'’]{0,15}\\d)?|\\d(?:[\\d.,'’  ]{0,15}\\d)?[  ]?(?:${currency})(?!\\p{L})`,
  "giu",
);
const long = /\+?\d(?:[ .-]?\d){5,30}/g;
/** Dates and times are written in many ways; two digits for a year behind hyphens are a sort code. */
const dates =
  /(?<![\d.-])(?:(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])(?:([./])(?:0?[1-9]|1[0-2])\2(?:19|20)?|-(?:0?[1-9]|1[0-2])-(?:19|20))\d\d)(?:(?:T|,? )\d{1,2}[:.]\d\d(?:[:.]\d\d)?)?(?![\d-])/g;
/** Digits of a telephone number behind its country's. */
const ofSubscriber = 8;
const webPage = /(?:https?:\/\/|www\.)\S{1,2000}|[\w.+-]{1,64}@[\w.-]{1,255}/gi;

/** Labels of the sum of a bill. */
const sumOfBill =
  /(?<!\p{L})(?:total|amount|sum|balance|betrag|summe|gesamtbetrag|rechnungsbetrag|gesamt|montant|somme|importe|suma|saldo|importo|totale|bedrag|totaal|kwota|razem|valor|belopp|summa|beløb|beløp|összeg|částka|celkem|сумма|итого|tutar|toplam)(?: ?\([^()]{1,20}\))?\s{0,3}[:=]\s{0,3}(?=\S{0,4}\d|[\p{L}$€£]{1,4} ?\d)/iu;

/** Orders to call a number. */
const calls =
  /(?<!\p{L})(?:(?:call|ring|phone|dial|text|whatsapp)(?: (?:us|me|back|him|her|now|\p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20})?))?(?: (?:at|on|under))?[ :]{1,2}|(?:rufen sie|rufe|ruf)(?: [\p{L}]{1,12}){0,4} (?=[+\d(])|(?:appelez|llam[ea]|chiam[ai]|ligue|bel(?: met)?|zadzwoń|ring|soita|звоните|позвоните)(?: [\p{L}]{1,12}){0,4} )(?=[+\d(])/iu;

/** A footer may name a number of its sender, and says so in one clause: "unsubscribe or call us at ...". */
const clauseEnd = /[.!?|;,] /u;

/** @param isKnown whether the HTML has a word */
export function hasOtherNumber(plain: string, shown: string, isKnown: (word: string) => boolean): boolean {
  let seen: { values: Set<string>; digits: string } | null = null;
  const hasAmounts = () => shown.search(amount) >= 0;
  for (const line of plain.split("\n", maxNumbers)) {
    if (!/\d/.test(line)) continue;
    const written = line.replace(webPage, " ").replace(dates, " ");
    const amounts = written.match(amount) ?? [];
    const longs = written.match(long) ?? [];
    if (amounts.length + longs.length === 0) continue;
    seen ??= numbersOf(shown);
    const { values, digits } = seen;
    const isShown = (text: string) => (text.match(number) ?? []).map(valueIn).every((one) => values.has(one));
    const hasNewAmount = amounts.some((text) => !isShown(text) && /[1-9]/.test(text));
    const hasNewLong = longs.some((text) => !isShown(text) && !digits.includes(digitsOf(text)));
    if (hasNewLong && written.split(clauseEnd).some((said) => calls.test(said) && !isOfItself(said)))
      return true;
    const isNew = hasNewAmount || hasNewLong;
    if (isNew && isSameSentence(written, isKnown)) return true;
    // A debt beside a bill, under whatever name.
    if (hasNewAmount && (sumOfBill.test(written) || (hasAmounts() && isOtherMatter(written)))) return true;
  }
  return false;
}

function isSameSentence(line: string, isKnown: (word: string) => boolean): boolean {
  const words = wordsOf(line).filter((word) => word.length > 2 && !/\d/.test(word));
  return words.length >= fewestSame && words.every(isKnown);
}

function numbersOf(shown: string): { values: Set<string>; digits: string } {
  const values = new Set<string>();
  for (const [written] of shown.matchAll(number)) {
    values.add(valueIn(written));
    for (const part of written.split(/[  ]/)) values.add(valueIn(part));
  }
  return { values, digits: shown.replace(/\D/g, "") };
}

/** Digits of a number, of a telephone number those that stay without its country. */
function digitsOf(written: string): string {
  const found = written.replace(/\D/g, "");
  return written.startsWith("+") ? found.slice(-ofSubscriber) : found;
}

/** A number with one way to write it: "1.299,50" and "1,299.5" are the same. */
function valueIn(written: string): string {
  const bare = written.trim();
  const cents = /[.,](\d{1,2})$/.exec(bare)?.[1] ?? "";
  const whole = bare.slice(0, cents === "" ? undefined : -cents.length - 1).replace(/\D/g, "");
  return `${whole.replace(/^0{1,20}(?=\d)/, "")}.${cents.replace(/0{1,2}$/, "")}`;
}
