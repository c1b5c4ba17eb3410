// Words of the pages: templates and signatures. In French, made without a native speaker's review.
import { numberIn } from "../plural.ts";
import type * as english from "../templates.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("fr");

export const templates: Translated<typeof english.templates> = {
  title: "Modèles",
  lead: "Un modèle est un texte par lequel un message commence. Qui écrit ici en insère un d’une pression ; les agents le nomment.",
  none: "Pas encore de modèles",
  noneText: "Gardez ici ce que vous écrivez sans cesse.",
  ofPod: "Pour un pod",
  newTitle: "Nouveau modèle",
  change: "Modifier",
  changeOne: (name) => `Modifier ${name}`,
  delete: "Supprimer",
  deleteHint: (name) => `${name} disparaît pour tout le monde. Les messages commencés avec lui restent.`,
  name: "Nom",
  subject: "Objet",
  subjectHint: "Pour les messages qui n’en ont pas encore. Il peut rester vide.",
  text: "Texte",
  fieldsHint:
    "Les champs sont remplis à l’insertion ; un champ dont on ne sait rien reste, et il est nommé avant l’envoi :",
  theirs: "Ce qui s’y trouve maintenant",
  keep: "Enregistrer",
  cancel: "Annuler",
  ownerOnly: "Seul le propriétaire les modifie.",
  signatures: "Signatures",
  signaturesLead:
    "Les lignes par lesquelles finissent les messages d’une adresse, insérées là où une personne écrit.",
  signatureOf: (email) => `Signature de ${email}`,
  noSignature: "Aucune.",
  wrongName: (most) => `Le nom d’un modèle a au plus ${number(most)} caractères.`,
  wrongSubject: (most) => `Un objet a au plus ${number(most)} caractères.`,
  wrongText: (most) => `Le texte d’un modèle a au plus ${number(most)} caractères.`,
  wrongSignature: (most) => `Une signature a au plus ${number(most)} caractères.`,
};
