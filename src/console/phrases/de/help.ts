// Words of the pages: the keys, and the palette. In German, made without a native speaker's review.
import type * as english from "../help.ts";
import type { Translated } from "../translated.ts";

export const help: Translated<typeof english.help> = {
  keys: "Tastenkürzel",
  keysLead:
    "Einzelne Tasten wirken, solange kein Feld den Fokus hat. Ihre Seite in den Einstellungen schaltet sie aus.",
  contexts: {
    everywhere: "Überall",
    list: "In einer Liste",
    thread: "In einer Konversation",
    card: "Eine Karte, die auf Sie wartet",
    desk: "Eins nach dem anderen entscheiden",
    calendar: "Im Kalender",
    writing: "Beim Schreiben",
  },
  go: "Gehe zu",
  palette: "Alles finden",
  find: "Aktion, Adresse, Label, Person, Einstellung oder Konversation",
  show: "Finden",
  none: "Nichts heißt so.",
  searchFor: (text) => `Mails durchsuchen nach „${text}“`,
  caps: {
    Escape: "Esc",
    Ctrl: "Strg",
    Shift: "Umschalt",
    Enter: "Eingabe",
    Space: "Leertaste",
    arrow: "Pfeil",
  },
  kinds: {
    action: "Aktion",
    list: "Liste",
    address: "Adresse",
    label: "Label",
    pod: "Pod",
    saved: "Gespeicherte Suche",
    folder: "Ordner",
    setting: "Einstellungen",
    thread: "Konversation",
    person: "Person",
    search: "Suche",
  },
};
