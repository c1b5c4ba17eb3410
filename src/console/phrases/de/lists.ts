// Words of the pages: the lists of mail. In German, made without a native speaker's review.
import type * as english from "../lists.ts";
import { numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");
const number = numberIn("de");

export const lists: Translated<typeof english.lists> = {
  needs: {
    name: "Braucht Sie",
    emptyTitle: "Nichts braucht Sie",
    empty:
      "Hier steht Mail, die auf eine Entscheidung wartet, Konversationen, die ein Agent übergibt, und Mail, die zurückkam.",
  },
  open: {
    name: "Offen",
    emptyTitle: "Nichts ist offen",
    empty:
      "Neue Mail kommt hier an. Konversationen, die erledigt sind oder auf andere warten, stehen in den Listen darunter.",
  },
  waiting: {
    name: "Wartet",
    emptyTitle: "Sie warten auf niemanden",
    empty:
      "Legen Sie eine Konversation hierher, wenn die andere Seite antworten soll. Ihre Antwort bringt sie zurück zu „Offen“.",
  },
  snoozed: {
    name: "Zurückgestellt",
    emptyTitle: "Nichts ruht",
    empty:
      "Stellen Sie eine Konversation zurück, und sie steht hier bis zu ihrer Zeit, oder bis Mail in ihr kommt.",
  },
  done: {
    name: "Erledigt",
    emptyTitle: "Noch nichts ist erledigt",
    empty:
      "Markieren Sie eine Konversation als erledigt, und sie kommt hierher. Neue Mail in ihr bringt sie zurück zu „Offen“.",
  },
  all: {
    name: "Alle Mails",
    emptyTitle: "Noch keine Mail",
    empty: "Senden Sie eine Mail an eine Ihrer Adressen, oder schreiben Sie eine.",
  },
  drafts: {
    name: "Entwürfe",
    emptyTitle: "Keine Entwürfe",
    empty: "Was Sie zu schreiben beginnen, bleibt hier, bis Sie es senden.",
  },
  sent: {
    name: "Gesendet",
    emptyTitle: "Noch nichts gesendet",
    empty: "Hier steht, was Sie und Ihre Agenten senden.",
  },
  spam: {
    name: "Spam",
    emptyTitle: "Kein Spam",
    empty: "Mail, die nach Spam aussieht, kommt hier an, und nicht unter „Offen“.",
  },
  trash: {
    name: "Papierkorb",
    emptyTitle: "Der Papierkorb ist leer",
    empty: "Was Sie löschen, steht hier. Verschieben Sie es in den Posteingang, um es zurückzuholen.",
  },
  folder: {
    name: "Ordner",
    emptyTitle: "Nichts in diesem Ordner",
    empty: "Verschieben Sie eine Konversation hierher, und ihre empfangenen Mails stehen darin.",
  },
  label: {
    name: "Label",
    emptyTitle: "Nichts hat dieses Label",
    empty: "Geben Sie einer Konversation dieses Label, und sie steht hier.",
  },
  tooMany: (most) => `Wählen Sie eine Adresse: Diese Liste umfasst höchstens ${number(most)} auf einmal.`,
  spamMark: "Spam",
  title: (name, address) => (address === null ? name : `${name} · ${address}`),
  unread: "Ungelesen",
  older: "Ältere",
  newest: "Zu den neuesten",
  noSubject: "(kein Betreff)",
  count: (count) => plural(count, "Nachricht", "Nachrichten"),
  files: "Mit Anhang",
  flagged: "Markiert",
  searchLabel: "Mails durchsuchen",
  searchHint: "Mails durchsuchen",
  chooseTitle: "Wählen Sie eine Konversation",
  choose: "Ihre Nachrichten werden hier gezeigt.",
  noAddress: "Noch keine Adresse",
  noAddressText: "Legen Sie eine Adresse an, dann wird Mail an sie hier zu Konversationen.",
  createAddress: "Adresse anlegen",
};

export const needs: Translated<typeof english.needs> = {
  send: "Möchte senden",
  received: "Zurückgehalten",
  thread: "Übergeben",
  bounce: "Kam zurück",
};

export const status: Translated<typeof english.status> = {
  open: "Offen",
  waiting: "Wartet",
  resolved: "Erledigt",
  human_review: "Bei einem Menschen",
};
