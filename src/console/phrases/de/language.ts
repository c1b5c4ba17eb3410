// Words of the pages: the choice of a language. In German, made without a native speaker's review.
import type * as english from "../language.ts";
import type { Translated } from "../translated.ts";

export const language: Translated<typeof english.language> = {
  title: "Sprache",
  lead: "Dieser Seiten, und der Mails, die Ihnen dieser Dienst schreibt.",
  auto: "Wie der Browser es wünscht",
  label: "Sprache",
  save: "Speichern",
  unreviewed:
    "Deutsch, Französisch, Spanisch und Japanisch entstanden ohne Durchsicht durch Muttersprachler.",
  docs: "Die Dokumentation, die API und ihre Ablehnungen sind auf Englisch.",
};
