// Words of the pages: saved searches. In German, made without a native speaker's review.
import type * as english from "../saved.ts";
import type { Translated } from "../translated.ts";

export const saved: Translated<typeof english.saved> = {
  title: "Gespeicherte Suchen",
  save: "Speichern",
  change: "Ändern",
  name: "Name",
  shared: "Für alle in diesem Konto",
  changeHint: "Was jetzt gesucht wird, tritt an die Stelle des Gespeicherten.",
  keep: "Suche speichern",
  remove: "Entfernen",
  removeHint: (name) => `„${name}“ ist dann weg. Die Mail bleibt, wie sie ist.`,
  removeSharedHint: (name) => `„${name}“ ist dann für alle weg. Die Mail bleibt, wie sie ist.`,
  sharedMark: "für alle",
  wrongName: (most) => `Geben Sie ihr einen Namen von höchstens ${most} Zeichen.`,
  noWords: "Suchen Sie zuerst nach etwas.",
};
