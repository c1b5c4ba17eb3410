// Words of the pages: the choice of a language. In French, made without a native speaker's review.
import type * as english from "../language.ts";
import type { Translated } from "../translated.ts";

export const language: Translated<typeof english.language> = {
  title: "Langue",
  lead: "De ces pages, et des messages que ce service vous écrit.",
  auto: "Comme le demande le navigateur",
  label: "Langue",
  save: "Enregistrer",
  unreviewed:
    "L’allemand, le français, l’espagnol et le japonais n’ont pas été relus par des locuteurs natifs.",
  docs: "La documentation, l’API et ses refus sont en anglais.",
};
