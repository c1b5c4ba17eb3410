// Words of the pages: what becomes of words that were typed and not taken. In German, made without a native speaker's review.
import type * as english from "../keeping.ts";
import type { Translated } from "../translated.ts";

export const keeping: Translated<typeof english.keeping> = {
  written: "Was Sie geschrieben haben",
  filesAgain: "Dateien und Bilder wurden nicht behalten. Hängen Sie sie noch einmal an.",
  signedOut:
    "Sie sind abgemeldet. Was Sie geschrieben haben, bleibt hier: Melden Sie sich in einem anderen Tab an und drücken Sie die Schaltfläche dann noch einmal.",
  other:
    "In diesem Browser hat sich inzwischen jemand anderes angemeldet. Was Sie geschrieben haben, bleibt hier und wird nicht in dessen Namen gesendet. Kopieren Sie, was Sie brauchen.",
  unknown:
    "Es kam keine Antwort, darum ist nicht bekannt, ob es geschehen ist. Was Sie geschrieben haben, bleibt hier: Drücken Sie die Schaltfläche noch einmal, sobald das Netz wieder da ist.",
  notTaken: "Nicht geschehen:",
  again: "Das haben Sie hier früher geschrieben. Vielleicht wurde es weder gesendet noch gespeichert.",
  before:
    "Das haben Sie hier früher geschrieben und nicht gespeichert. Was hier steht, hat sich seitdem geändert:",
  sending: "Wird gesendet …",
  decided: "Das haben Sie geschrieben, bevor entschieden war. Es wurde nicht gesendet:",
  forget: "Vergessen",
  offline: "Kein Netz. Was Sie schreiben, bleibt in diesem Browser, bis es wieder da ist.",
  unanswered:
    "Es kam keine Antwort, daher ist nicht bekannt, ob es ausgeführt wurde. Die Liste zeigt es, sobald das Netz wieder da ist.",
  held: "Nicht ausgeführt: Es gibt kein Netz. Drücken Sie noch einmal, sobald es wieder da ist.",
};
