// Words of the pages: many threads at once. In German, made without a native speaker's review.
import type * as english from "../bulk.ts";
import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");
const number = numberIn("de");
const isOne = isOneIn("de");

const threads = (count: number) => plural(count, "Konversation", "Konversationen");
const are = (count: number, what: string) => `${threads(count)} ${isOne(count) ? "ist" : "sind"} ${what}.`;

export const bulk: Translated<typeof english.bulk> = {
  title: "Ausgewählte Konversationen",
  choose: (subject) => `${subject} auswählen`,
  chooseAll: "Alle auswählen",
  chosen: "ausgewählt",
  everything: "Alles in dieser Liste",
  all: "Die ganze Liste",
  none: "Keine",
  done: "Erledigt",
  open: "Wieder öffnen",
  read: "Gelesen",
  unread: "Ungelesen",
  spam: "Spam",
  notSpam: "Kein Spam",
  trash: "Löschen",
  move: "Verschieben",
  moveTo: "Empfangenes verschieben nach",
  label: "Label",
  labelWith: "Label",
  put: "Hinzufügen",
  take: "Entfernen",
  nothing: "Wählen Sie zuerst Konversationen aus.",
  tooMany: (most) =>
    `Höchstens ${number(most)} Konversationen auf einmal. Wählen Sie stattdessen die ganze Liste.`,
  did: {
    resolved: (count) => are(count, "erledigt"),
    open: (count) => are(count, "wieder offen"),
    read: (count) => are(count, "gelesen"),
    unread: (count) => are(count, "wieder ungelesen"),
    spam: (count) => are(count, "im Spam"),
    inbox: (count) => are(count, "im Posteingang"),
    archive: (count) => are(count, "im Archiv"),
    trash: (count) => are(count, "im Papierkorb"),
    move: (count) => are(count, "verschoben"),
    label: (count) => are(count, "mit dem Label versehen"),
    unlabel: (count) => are(count, "ohne das Label"),
  },
  left: (count) =>
    ` ${threads(count)} ${isOne(count) ? "blieb" : "blieben"} unberührt: bei einem Menschen, inzwischen geändert oder ohne einen solchen Ordner.`,
  noUndo: " So viele lassen sich nicht auf einmal zurücknehmen.",
  takenBack: (count) => `${threads(count)} ${isOne(count) ? "ist" : "sind"} wie zuvor.`,
  going: (count) => `Bisher ${threads(count)}. Der Rest folgt …`,
  byItself: "Dafür muss keine Seite offen bleiben.",
  ended:
    "Dies endete, bevor alles getan war: Wer darum bat, darf es nicht mehr, der Ordner oder das Label ist gelöscht, oder es dauerte länger als eine Woche.",
  goOn: "Weiter",
};
