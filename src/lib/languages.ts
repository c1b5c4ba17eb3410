// Languages of what people read: which there are, which one somebody asks for, and the one in which a request is answered. Texts
// themselves stand with those who write them.
import { AsyncLocalStorage } from "node:async_hooks";

export const languages = ["en", "de", "fr", "es", "ja"] as const;
export type PageLanguage = (typeof languages)[number];

interface SpokenLanguage {
  /** As the language calls itself. */
  name: string;
  /** For Intl. */
  locale: string;
  direction: "ltr" | "rtl";
}

/** By tag (RFC 5646). Tests add one that is written from right to left. */
export const spokenLanguages = new Map<string, SpokenLanguage>([
  ["en", { name: "English", locale: "en-GB", direction: "ltr" }],
  ["de", { name: "Deutsch", locale: "de", direction: "ltr" }],
  ["fr", { name: "Français", locale: "fr", direction: "ltr" }],
  ["es", { name: "Español", locale: "es", direction: "ltr" }],
  ["ja", { name: "日本語", locale: "ja", direction: "ltr" }],
]);

export const defaultLanguage = "en";

/** The language of a tag that somebody chose; null: none of ours. */
function knownLanguage(tag: string | null | undefined): string | null {
  return tag !== null && tag !== undefined && spokenLanguages.has(tag) ? tag : null;
}

/** A person's own choice, made in whichever account; null: none. */
export function chosenLanguage(accounts: readonly { language: string | null }[]): string | null {
  return accounts.map(({ language }) => knownLanguage(language)).find((one) => one !== null) ?? null;
}

const maxHeader = 1000;
const maxRanges = 30;

/**
 * The language that Accept-Language asks for: its ranges by weight, each looked up with ever fewer subtags; null: none of ours.
 * RFC 9110 12.5.4, RFC 4647 3.4
 */
export function acceptedLanguage(header: string | null): string | null {
  const ranges = (header ?? "")
    .slice(0, maxHeader)
    .split(",", maxRanges)
    .flatMap((part) => {
      const [, range, weight] =
        /^[ \t]*([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?)[ \t]*)?$/i.exec(
          part,
        ) ?? [];
      const q = weight === undefined ? 1 : Number(weight);
      return range === undefined || q > 1 ? [] : [{ range: range.toLowerCase(), q }];
    });
  const refused = new Set(ranges.filter(({ q }) => q === 0).map(({ range }) => range));
  const wanted = ranges.filter(({ q, range }) => q > 0 && range !== "*").sort((a, b) => b.q - a.q);
  for (const { range } of wanted) {
    const found = lookedUp(range);
    if (found !== null && !refused.has(found)) return found;
  }
  return null;
}

function lookedUp(range: string): string | null {
  const subtags = range.split("-");
  while (subtags.length > 0) {
    const tag = subtags.join("-");
    if (spokenLanguages.has(tag)) return tag;
    subtags.pop();
    // A single letter or digit says nothing without what follows it.
    if (subtags.at(-1)?.length === 1) subtags.pop();
  }
  return null;
}

const speaking = new AsyncLocalStorage<{ language: string }>();

/** Runs work, and whatever it awaits, in a language. */
export function inLanguage<T>(language: string, work: () => T): T {
  return speaking.run({ language }, work);
}

/** From here on the work that began with `inLanguage` is in this language. */
export function speak(language: string): void {
  const now = speaking.getStore();
  if (now) now.language = language;
}

export function languageNow(): string {
  return speaking.getStore()?.language ?? defaultLanguage;
}

/** The locale for Intl. */
export function localeNow(): string {
  return localeOf(languageNow());
}

export function directionNow(): "ltr" | "rtl" {
  return spokenLanguages.get(languageNow())?.direction ?? "ltr";
}

function localeOf(language: string): string {
  return spokenLanguages.get(language)?.locale ?? "en-GB";
}

/** Formats by locale: making one takes longer than using it a thousand times. */
function formatsOf<F>(make: (locale: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const locale = localeNow();
    let format = made.get(locale);
    if (format === undefined) {
      format = make(locale);
      made.set(locale, format);
    }
    return format;
  };
}

/** Dates and times as the language writes them. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  const now = formatsOf((locale) => new Intl.DateTimeFormat(locale, options));
  return {
    format: (ms: number) => now().format(ms),
    formatRange: (from: number, to: number) => now().formatRange(from, to),
  };
}

const steps = [
  { unit: "byte", octets: 1, digits: 0 },
  { unit: "kilobyte", octets: 1e3, digits: 0 },
  { unit: "megabyte", octets: 1e6, digits: 1 },
].map(({ unit, octets, digits }) => ({
  octets,
  format: formatsOf(
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: "unit",
        unit,
        unitDisplay: "narrow",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ),
}));

/** Octets with the unit that fits, of 1,000 each. */
export function sizeText(octets: number): string {
  const { format, octets: each } = steps.findLast((step) => octets >= step.octets) ?? steps[0]!;
  const parts = format().formatToParts(octets / each);
  const unit = parts.find(({ type }) => type === "unit")?.value ?? "";
  const number = parts.filter(({ type }) => type !== "unit" && type !== "literal");
  return `${number.map(({ value }) => value).join("")} ${unit}`;
}

const lengths = ["minute", "hour", "day"] as const;
const lengthFormats = new Map(
  lengths.map((unit) => [
    unit,
    formatsOf((locale) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" })),
  ]),
);

/** A length of time in words: "30 minutes". */
export function lengthText(count: number, unit: (typeof lengths)[number]): string {
  return lengthFormats.get(unit)!().format(count);
}

const lists = formatsOf((locale) => new Intl.ListFormat(locale, { style: "short", type: "unit" }));

/** Names one after the other. */
export function listText(items: readonly string[]): string {
  return lists().format(items);
}

const joined = formatsOf((locale) => new Intl.ListFormat(locale, { style: "long", type: "conjunction" }));

/** Things in a sentence: "a, b and c". */
export function andText(items: readonly string[]): string {
  return joined().format(items);
}

const weekStarts = formatsOf((locale) => weekStartOf(new Intl.Locale(locale)));

/** The first day of a week: 1 is Monday, 7 Sunday. */
export function weekStart(): number {
  return weekStarts();
}

function weekStartOf(locale: Intl.Locale): number {
  const { getWeekInfo } = locale as { getWeekInfo?: () => { firstDay: number } };
  return getWeekInfo?.call(locale).firstDay ?? 1;
}
