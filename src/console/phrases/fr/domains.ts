// Words of the pages: domains and their records. In French, made without a native speaker's review.
import type * as english from "../domains.ts";
import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");

export const domains: Translated<typeof english.domains> = {
  title: "Domaines",
  lead: "Des adresses de votre propre domaine : ajoutez-le, publiez ses enregistrements, faites-les vérifier.",
  shared: "Partagé par tous les comptes d’ici ; prêt à l’emploi",
  newTitle: "Ajouter un domaine",
  name: "Domaine",
  add: "Ajouter le domaine",
  status: { verified: "Trouvé", pending: "Pas encore vérifié", failed: "Manquant" },
  ready: "Prêt",
  toDo: (count) => plural(count, "enregistrement manquant", "enregistrements manquants"),
  back: "Tous les domaines",
  allThere: "Tous les enregistrements sont là.",
  missing: (count) =>
    `${plural(count, "enregistrement introuvable", "enregistrements introuvables")} pour l’instant. Publiez ce qui figure ci-dessous chez votre fournisseur DNS, puis vérifiez de nouveau.`,
  since: "À vous depuis le",
  verify: "Vérifier maintenant",
  delete: "Supprimer",
  deleteHint: "Seul un domaine sans adresse peut être supprimé.",
  deleteNamed: (name) => `Supprimer ${name}`,
  records: "Enregistrements",
  type: "Type",
  host: "Nom",
  value: "Valeur",
  purposes: {
    ownership: "Qu’il est à vous",
    receiving: "Le courrier arrive ici",
    spf: "Qui envoie pour lui (SPF)",
    dkim: "Signature (DKIM)",
    dmarc: "Ce qui échoue aux deux (DMARC)",
  },
  zone: "Comme fichier de zone",
  zoneHint: "Avec ce qu’il faut aux logiciels de messagerie pour trouver les serveurs eux-mêmes.",
};
