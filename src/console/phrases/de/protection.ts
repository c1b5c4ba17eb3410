// Words of the pages: what waits for a person, and who may be written to. In German, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type * as english from "../protection.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("de");

export const protection: Translated<typeof english.protection> = {
  title: "Schutz",
  of: "Adresse",
  allAddresses: "alle Adressen",
  show: "Anzeigen",
  waits: "Was wartet",
  decides: "Wer entscheidet",
  limits: "Grenzen",
  save: "Speichern",
  lists: "Erlaubt und gesperrt",
  noEntries: "Noch niemand. Fügen Sie eine Adresse hinzu, oder eine Domain mit allen ihren Adressen.",
  remove: "Entfernen",
  removeNamed: (entry) => `${entry} entfernen`,
  entry: "Adresse oder Domain",
  rule: "Was dafür gilt",
  add: "Hinzufügen",
  wholeNumber: (name, least, most) =>
    `${name}: Schreiben Sie eine ganze Zahl von ${number(least)} bis ${number(most)}.`,
  tooManyReviewers: "Nennen Sie höchstens 20 Prüfer.",
  choices: {
    outbound: {
      label: "Gesendete Mail",
      values: {
        off: "Keine wartet",
        new_recipients: "An Empfänger, die niemand erlaubt hat",
        all: "Alle wartet",
      },
    },
    inbound: {
      label: "Empfangene Mail",
      values: {
        off: "Keine wartet",
        new_senders: "Von Absendern, die niemand erlaubt oder bewiesen hat",
        review: "Was einen zweiten Blick verlangt",
      },
    },
    approver: {
      label: "Wer entscheiden darf",
      values: { key: "Ein Mensch, oder ein Schlüssel, der das Konto erreicht", human: "Nur ein Mensch" },
    },
    submission: {
      label: "Was ein Mailprogramm sendet und warten würde",
      values: { hold: "Wird angenommen und wartet", refuse: "Wird abgewiesen" },
    },
    notify: {
      label: "Wie sie davon erfahren",
      values: { each: "Sofort", digest: "Stündlich", off: "Gar nicht" },
    },
    on_expiry: {
      label: "Was dann geschieht",
      values: { keep: "Sie wartet weiter", reject: "Sie wird wieder ein Entwurf" },
    },
  },
  texts: {
    reviewers: {
      label: "Wer per Mail davon erfährt",
      hint: "E-Mail-Adressen, durch Kommas getrennt. Wer kein Mitglied ist, wird zuerst einmal per Mail gefragt; wer eine Adresse dieses Servers hat, muss Mitglied sein.",
    },
    expires_after: { label: "Sekunden, bis es als nicht entschieden gilt", hint: "Leer: nie." },
    first_contacts_a_day: { label: "Neue Empfänger am Tag ohne Freigabe", hint: "Leer: ohne Grenze." },
    untrusted_contacts_a_day: { label: "Davon in empfangenen Mails gelesen", hint: "Leer: ohne Grenze." },
  },
  rules: {
    "send allow": "Dorthin darf geschrieben werden",
    "send block": "Dorthin darf nicht geschrieben werden",
    "receive allow": "Darf hierher schreiben",
    "receive block": "Darf nicht hierher schreiben",
  },
};
