// All words of the pages: the folder `phrases` has a file for each page, and a folder for each language beside English with the
// same files, which is loaded when it is first asked for. Pages read them here, in the language of the request.
import { inLanguage, type PageLanguage } from "../lib/languages.ts";
import { addresses } from "./phrases/addresses.ts";
import { bulk } from "./phrases/bulk.ts";
import { calendar } from "./phrases/calendar.ts";
import { devices } from "./phrases/devices.ts";
import { domains } from "./phrases/domains.ts";
import {
  copying,
  density,
  failure,
  look,
  nav,
  people,
  roleNames,
  roles,
  session,
  times,
} from "./phrases/frame.ts";
import { help } from "./phrases/help.ts";
import { invitation } from "./phrases/invitation.ts";
import { keys } from "./phrases/keys.ts";
import { keysDo } from "./phrases/keys-do.ts";
import { language } from "./phrases/language.ts";
import { lists, needs, status } from "./phrases/lists.ts";
import { login } from "./phrases/login.ts";
import { members } from "./phrases/members.ts";
import { notices } from "./phrases/notices.ts";
import { authorize, programs } from "./phrases/programs.ts";
import { protection } from "./phrases/protection.ts";
import { queue } from "./phrases/queue.ts";
import { repeats } from "./phrases/repeats.ts";
import { reviews } from "./phrases/reviews.ts";
import { search } from "./phrases/search.ts";
import { settings } from "./phrases/settings.ts";
import { snooze } from "./phrases/snooze.ts";
import { spokenWords } from "./phrases/spoken.ts";
import { templates } from "./phrases/templates.ts";
import { history, labels, moves, notes, provenance, thread } from "./phrases/thread.ts";
import type { Translated } from "./phrases/translated.ts";
import { webhooks } from "./phrases/webhooks.ts";
import { write } from "./phrases/write.ts";
import { you } from "./phrases/you.ts";

const english = {
  brand: "Postroom",
  sandbox: "Sandbox",
  session,
  people,
  roles,
  roleNames,
  copying,
  language,
  keysDo,
  repeats,
  failure,
  login,
  nav,
  look,
  density,
  times,
  lists,
  bulk,
  needs,
  status,
  thread,
  write,
  provenance,
  notes,
  labels,
  moves,
  history,
  search,
  help,
  snooze,
  invitation,
  calendar,
  reviews,
  notices,
  settings,
  members,
  templates,
  programs,
  authorize,
  keys,
  addresses,
  devices,
  webhooks,
  domains,
  queue,
  protection,
  you,
};

type Phrases = Translated<typeof english>;

/** Words that are loaded, by language. Tests add one that is written from right to left. */
export const phraseSets = new Map<string, Phrases>([["en", english]]);

export const phrases = spokenWords<Phrases>(english, phraseSets);

/** A language is loaded when somebody first reads it: all of them take more memory than the pages. */
const others: Record<Exclude<PageLanguage, "en">, () => Promise<Phrases>> = {
  de: async () => (await import("./phrases/de/index.ts")).german,
  fr: async () => (await import("./phrases/fr/index.ts")).french,
  es: async () => (await import("./phrases/es/index.ts")).spanish,
  ja: async () => (await import("./phrases/ja/index.ts")).japanese,
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
