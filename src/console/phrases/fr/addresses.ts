// Words of the pages: addresses. In French, made without a native speaker's review.
import type * as english from "../addresses.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("fr");

export const addresses: Translated<typeof english.addresses> = {
  title: "Adresses",
  of: "Adresse",
  show: "Afficher",
  search: "Rechercher des adresses",
  find: "Rechercher",
  showAll: "Tout afficher",
  none: "Pas encore d’adresse",
  noneHas: (text) => `Aucune adresse ne contient « ${text} »`,
  noneText:
    "Le courrier envoyé à une adresse devient des conversations que vous et vos agents lisez et auxquelles vous répondez.",
  newest: (count) => `Les ${number(count)} plus récentes sont affichées.`,
  since: "depuis le",
  mail: "Courrier",
  devices: "Logiciels de messagerie",
  protection: "Protection",
  newTitle: "Créer une adresse",
  name: "Nom",
  domain: "Domaine",
  displayName: "Nom que voient les destinataires",
  type: "Qui l’utilise",
  typeChoices: {
    agent: "Un agent : il lit et répond par l’API, vous pouvez y regarder",
    human: "Une personne : elle répond par cette page ou un logiciel de messagerie",
    team: "Une équipe : personnes et agents ensemble",
  },
  types: { agent: "agent", human: "personne", team: "équipe" },
  make: "Créer l’adresse",
};
