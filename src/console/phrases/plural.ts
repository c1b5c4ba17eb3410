// A count with its noun, in each language.

interface CountWords {
  rules: Intl.PluralRules;
  numbers: Intl.NumberFormat;
}

const made = new Map<string, CountWords>();

function countWords(locale: string): CountWords {
  let words = made.get(locale);
  if (!words) {
    words = { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) };
    made.set(locale, words);
  }
  return words;
}

/** A number as a language writes it. */
export const numberIn = (locale: string) => (count: number) => countWords(locale).numbers.format(count);

/** Whether a language takes its singular for a count: French also for none. */
export const isOneIn = (locale: string) => (count: number) =>
  countWords(locale).rules.select(count) === "one";

/** A count with its noun, of a language with a singular and one plural. */
export const pluralIn = (locale: string) => {
  const [text, isOne] = [numberIn(locale), isOneIn(locale)];
  return (count: number, one: string, many: string) => `${text(count)} ${isOne(count) ? one : many}`;
};

export const plural = pluralIn("en-GB");
