// Words of the pages: threads that sleep until a time. In German, made without a native speaker's review.
import type * as english from "../snooze.ts";
import type { Translated } from "../translated.ts";

export const snooze: Translated<typeof english.snooze> = {
  snooze: "Zurückstellen",
  hint: "Nicht mehr unter „Offen“, bis zu einer Zeit oder bis Mail kommt",
  wake: "Jetzt wecken",
  later: "Später heute",
  tomorrow: "Morgen",
  monday: "Nächsten Montag",
  month: "In vier Wochen",
  until: (zone) => `Bis (Zeit von ${zone})`,
  sleeps: "Ruht bis",
  noTime: "Wählen Sie ein Datum und eine Zeit in der Zukunft.",
};
