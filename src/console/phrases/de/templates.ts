// Words of the pages: templates and signatures. In German, made without a native speaker's review.
import { numberIn } from "../plural.ts";
import type * as english from "../templates.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("de");

export const templates: Translated<typeof english.templates> = {
  title: "Vorlagen",
  lead: "Eine Vorlage ist ein Text, mit dem ein Schreiben beginnt. Wer hier schreibt, setzt sie mit einem Druck ein; Agenten nennen sie.",
  none: "Noch keine Vorlagen",
  noneText: "Bewahren Sie hier auf, was Sie immer wieder schreiben.",
  ofPod: "Für einen Pod",
  newTitle: "Neue Vorlage",
  change: "Ändern",
  changeOne: (name) => `${name} ändern`,
  delete: "Löschen",
  deleteHint: (name) => `${name} ist dann für alle weg. Schreiben, die damit begannen, bleiben.`,
  name: "Name",
  subject: "Betreff",
  subjectHint: "Für Schreiben, die noch keinen haben. Er darf leer bleiben.",
  text: "Text",
  fieldsHint:
    "Felder werden gefüllt, wenn die Vorlage eingesetzt wird; eines, zu dem nichts bekannt ist, bleibt stehen und wird vor dem Senden genannt:",
  theirs: "Was jetzt dort steht",
  keep: "Speichern",
  cancel: "Abbrechen",
  ownerOnly: "Nur der Inhaber ändert sie.",
  signatures: "Signaturen",
  signaturesLead: "Die Zeilen, mit denen Schreiben einer Adresse enden; eingesetzt, wo ein Mensch schreibt.",
  signatureOf: (email) => `Signatur von ${email}`,
  noSignature: "Keine.",
  wrongName: (most) => `Eine Vorlage hat einen Namen von höchstens ${number(most)} Zeichen.`,
  wrongSubject: (most) => `Ein Betreff hat höchstens ${number(most)} Zeichen.`,
  wrongText: (most) => `Eine Vorlage hat einen Text von höchstens ${number(most)} Zeichen.`,
  wrongSignature: (most) => `Eine Signatur hat höchstens ${number(most)} Zeichen.`,
};
