// All words of the pages: the folder `phrases` has a file for each page, and a folder for each language beside English with the
// same files, which is loaded when it is first asked for. Pages read them here, in the language of the request.
import { inLanguage, type PageLanguage } from "../lib/languages.ts";
import * as english from "./phrases/index.ts";
import { spokenWords } from "./phrases/spoken.ts";
import type { Translated } from "./phrases/translated.ts";

type Phrases = Translated<typeof english>;

/** Words that are loaded, by language. Tests add one that is written from right to left. */
export const phraseSets = new Map<string, Phrases>([["en", english]]);

export const phrases = spokenWords<Phrases>(english, phraseSets);

/** A language is loaded when somebody first reads it: all of them take more memory than the pages. */
const others: Record<Exclude<PageLanguage, "en">, () => Promise<Phrases>> = {
  de: () => import("./phrases/de/index.ts"),
  fr: () => import("./phrases/fr/index.ts"),
  es: () => import("./phrases/es/index.ts"),
  ja: () => import("./phrases/ja/index.ts"),
};

/** From here on its words are there, for as long as the process runs. */
export async function loadWords(language: string): Promise<void> {
  if (phraseSets.has(language)) return;
  const load = (others as Record<string, (() => Promise<Phrases>) | undefined>)[language];
  if (load) phraseSets.set(language, await load());
}

/** Runs work, and whatever it awaits, in a language whose words are there. */
export async function inWords<T>(language: string, work: () => T): Promise<Awaited<T>> {
  await loadWords(language);
  return await inLanguage(language, work);
}
