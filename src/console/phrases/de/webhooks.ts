// Words of the pages: webhooks and their deliveries. In German, made without a native speaker's review.

import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../webhooks.ts";

const plural = pluralIn("de");
const number = numberIn("de");
const isOne = isOneIn("de");

export const webhooks: Translated<typeof english.webhooks> = {
  title: "Webhooks",
  lead: "Ihre Programme erfahren von Ereignissen durch signierte Aufrufe, nach Standard Webhooks.",
  none: "Noch kein Webhook",
  noneText:
    "Fügen Sie unten die Adresse Ihres Programms hinzu. Es wird für jedes Ereignis aufgerufen, bis es mit 2xx antwortet.",
  wholeAccount: "das ganze Konto",
  oneAddress: "eine Adresse",
  allKinds: "alle Ereignisse",
  someKinds: (count) => plural(count, "Art von Ereignissen", "Arten von Ereignissen"),
  status: { active: "Aktiv", failing: "Gestört", disabled: "Aus" },
  meaning: {
    active: "Ereignisse werden zugestellt.",
    failing: "Die neueste Zustellung hat keine Versuche mehr; spätere Ereignisse werden weiter versucht.",
    disabled: "Nichts wird zugestellt, bis Sie ihn einschalten.",
  },
  noneArrived: (count) =>
    isOne(count)
      ? "Die letzte Zustellung ist noch nicht angekommen: Unten steht, was geantwortet wurde."
      : `Keine der letzten ${number(count)} Zustellungen ist angekommen: Unten steht, was geantwortet wurde.`,
  newTitle: "Webhook hinzufügen",
  url: "URL",
  urlMissing: "Geben Sie eine URL an, die mit https:// oder http:// beginnt.",
  of: "Ereignisse von",
  kinds: "Nur manche Arten von Ereignissen",
  kindsHint: "Keine gewählt: alle, auch die späterer Versionen.",
  make: "Webhook hinzufügen",
  made: (url) => `Signaturgeheimnis von ${url}.`,
  copyNow: "Kopieren Sie es jetzt: Es wird nur dieses eine Mal gezeigt.",
  back: "Alle Webhooks",
  test: "Testereignis senden",
  enable: "Einschalten",
  disable: "Ausschalten",
  delete: "Löschen",
  deleteHint: "Weiterleitungsregeln, die zu ihm führen, enden auch.",
  deleteSure: "Diesen Webhook löschen",
  deliveries: "Zustellungen",
  noDeliveries: "Noch wurde nichts zugestellt.",
  deliveryStatus: {
    queued: "wartet",
    delivering: "läuft",
    retrying: "später noch einmal",
    delivered: "zugestellt",
    failed: "fehlgeschlagen",
  },
  tries: (count) => plural(count, "Versuch", "Versuche"),
  next: "nächster",
  answer: "Was geantwortet wurde",
  replay: "Noch einmal zustellen",
};
