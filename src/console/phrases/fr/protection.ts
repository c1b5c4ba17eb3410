// Words of the pages: what waits for a person, and who may be written to. In French, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type * as english from "../protection.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("fr");

export const protection: Translated<typeof english.protection> = {
  title: "Protection",
  of: "Adresse",
  allAddresses: "toutes les adresses",
  show: "Afficher",
  waits: "Ce qui attend",
  decides: "Qui décide",
  limits: "Limites",
  save: "Enregistrer",
  lists: "Autorisés et bloqués",
  noEntries: "Personne pour l’instant. Ajoutez une adresse, ou un domaine avec toutes ses adresses.",
  remove: "Retirer",
  removeNamed: (entry) => `Retirer ${entry}`,
  entry: "Adresse ou domaine",
  rule: "Ce qui s’y applique",
  add: "Ajouter",
  wholeNumber: (name, least, most) =>
    `${name} : écrivez un nombre entier de ${number(least)} à ${number(most)}.`,
  tooManyReviewers: "Nommez au plus 20 relecteurs.",
  choices: {
    outbound: {
      label: "Envois",
      values: {
        off: "Aucun n’attend",
        new_recipients: "Vers des destinataires que personne n’a autorisés",
        all: "Tous attendent",
      },
    },
    inbound: {
      label: "Courrier reçu",
      values: {
        off: "Aucun n’attend",
        new_senders: "D’expéditeurs que personne n’a autorisés ni prouvés",
        review: "Ce qui demande un second regard",
      },
    },
    approver: {
      label: "Qui peut décider",
      values: { key: "Une personne, ou une clé qui a accès au compte", human: "Une personne seulement" },
    },
    submission: {
      label: "Ce qu’envoie un logiciel de messagerie et qui attendrait",
      values: { hold: "Est accepté et attend", refuse: "Est refusé" },
    },
    notify: {
      label: "Comment ils sont prévenus",
      values: { each: "Aussitôt", digest: "Une fois par heure", off: "Pas du tout" },
    },
    on_expiry: {
      label: "Ce qui se passe alors",
      values: { keep: "Il continue d’attendre", reject: "Il redevient un brouillon" },
    },
  },
  texts: {
    reviewers: {
      label: "Qui est prévenu par e-mail",
      hint: "Adresses e-mail, séparées par des virgules. Qui n’est pas membre reçoit d’abord une question par e-mail ; qui a une adresse de ce serveur doit être membre.",
    },
    expires_after: { label: "Secondes avant de compter comme non décidé", hint: "Vide : jamais." },
    first_contacts_a_day: {
      label: "Nouveaux destinataires par jour sans validation",
      hint: "Vide : sans limite.",
    },
    untrusted_contacts_a_day: {
      label: "Parmi eux, lus dans des messages reçus",
      hint: "Vide : sans limite.",
    },
  },
  rules: {
    "send allow": "On peut y écrire",
    "send block": "On ne doit pas y écrire",
    "receive allow": "Peut écrire ici",
    "receive block": "Ne doit pas écrire ici",
  },
};
