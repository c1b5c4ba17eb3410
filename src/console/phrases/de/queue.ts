// Words of the pages: the queue over all addresses, for the operator. In German, made without a native speaker's review.

import { pluralIn } from "../plural.ts";
import type * as english from "../queue.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");

export const queue: Translated<typeof english.queue> = {
  lead: "Was auf den Versand wartet, über alle Adressen dieses Dienstes, älteste zuerst. Was auf die Freigabe eines Menschen wartet, steht nicht hier.",
  domain: "Domain des Empfängers",
  error: "Wörter der letzten Antwort",
  state: "Zustand",
  anyState: "Jeder Zustand",
  states: {
    active: "läuft",
    due: "fällig",
    deferred: "später noch einmal",
    paced: "gedrosselt",
    held: "angehalten",
  },
  find: "Suchen",
  none: "Hier wartet nichts",
  noneText: "Was gesendet wurde, ist hinaus, oder nichts passt zu dem, was Sie suchen.",
  more: "Neuere Einträge",
  tries: (count) => plural(count, "Versuch", "Versuche"),
  why: "Warum",
  retry: "Jetzt versuchen",
  hold: "Anhalten",
  release: "Freigeben",
  drop: "Aufgeben",
  dropHint: "Der Absender erfährt davon wie von jedem Fehlschlag.",
  dropSure: "Diesen Empfänger aufgeben",
  left: {
    active: "Er ist vielleicht gerade unterwegs: Halten Sie ihn zuerst an.",
    held: "Er ist angehalten: Geben Sie ihn zuerst frei.",
    not_held: "Er war nicht angehalten.",
    ramp: "Die neue Domain darf heute nicht mehr senden.",
    settled: "Er wartet nicht mehr.",
  },
};
