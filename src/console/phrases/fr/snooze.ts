// Words of the pages: threads that sleep until a time. In French, made without a native speaker's review.
import type * as english from "../snooze.ts";
import type { Translated } from "../translated.ts";

export const snooze: Translated<typeof english.snooze> = {
  snooze: "Mettre en attente",
  hint: "Hors de « Ouvert » jusqu’à une heure donnée, ou jusqu’à ce qu’un message arrive",
  wake: "Réveiller maintenant",
  later: "Plus tard aujourd’hui",
  tomorrow: "Demain",
  monday: "Lundi prochain",
  month: "Dans quatre semaines",
  until: (zone) => `Jusqu’à (heure de ${zone})`,
  sleeps: "En attente jusqu’au",
  noTime: "Choisissez une date et une heure à venir.",
};
