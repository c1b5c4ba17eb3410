// Words of the pages: domains and their records. In German, made without a native speaker's review.
import type * as english from "../domains.ts";
import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");

export const domains: Translated<typeof english.domains> = {
  title: "Domains",
  lead: "Adressen Ihrer eigenen Domain: Fügen Sie sie hinzu, veröffentlichen Sie ihre Einträge, lassen Sie sie prüfen.",
  shared: "Von allen Konten hier gemeinsam benutzt; einsatzbereit",
  newTitle: "Domain hinzufügen",
  name: "Domain",
  add: "Domain hinzufügen",
  status: { verified: "Gefunden", pending: "Noch nicht geprüft", failed: "Fehlt" },
  ready: "Bereit",
  toDo: (count) => `${plural(count, "Eintrag fehlt", "Einträge fehlen")}`,
  back: "Alle Domains",
  allThere: "Alle Einträge sind da.",
  missing: (count) =>
    `${plural(count, "Eintrag wurde", "Einträge wurden")} noch nicht gefunden. Veröffentlichen Sie bei Ihrem DNS-Anbieter, was unten steht, dann prüfen Sie noch einmal.`,
  since: "Ihre seit",
  verify: "Jetzt prüfen",
  delete: "Löschen",
  deleteHint: "Nur eine Domain ohne Adressen kann gelöscht werden.",
  deleteNamed: (name) => `${name} löschen`,
  records: "Einträge",
  type: "Typ",
  host: "Name",
  value: "Wert",
  purposes: {
    ownership: "Dass sie Ihnen gehört",
    receiving: "Mail kommt hierher",
    spf: "Wer für sie sendet (SPF)",
    dkim: "Signatur (DKIM)",
    dmarc: "Was beides verfehlt (DMARC)",
  },
  zone: "Als Zonendatei",
  zoneHint: "Mit allem, was Mailprogramme brauchen, um die Server selbst zu finden.",
};
