// Words of the pages: addresses. In German, made without a native speaker's review.
import type * as english from "../addresses.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("de");

export const addresses: Translated<typeof english.addresses> = {
  title: "Adressen",
  of: "Adresse",
  show: "Anzeigen",
  search: "Adressen suchen",
  find: "Suchen",
  showAll: "Alle anzeigen",
  none: "Noch keine Adresse",
  noneHas: (text) => `Keine Adresse enthält „${text}“`,
  noneText: "Mail an eine Adresse wird zu Konversationen, die Sie und Ihre Agenten lesen und beantworten.",
  newest: (count) => `Die neuesten ${number(count)} werden angezeigt.`,
  since: "seit",
  mail: "Mail",
  devices: "Mailprogramme",
  protection: "Schutz",
  newTitle: "Adresse anlegen",
  name: "Name",
  domain: "Domain",
  displayName: "Name, den Empfänger sehen",
  type: "Wer sie benutzt",
  typeChoices: {
    agent: "Ein Agent: Er liest und antwortet über die API, Sie können hineinsehen",
    human: "Ein Mensch: Er antwortet über diese Seite oder ein Mailprogramm",
    team: "Ein Team: Menschen und Agenten gemeinsam",
  },
  types: { agent: "Agent", human: "Mensch", team: "Team" },
  make: "Adresse anlegen",
};
