// Words of the pages: the lists of mail. In French, made without a native speaker's review.
import type * as english from "../lists.ts";
import { numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");

export const lists: Translated<typeof english.lists> = {
  needs: {
    name: "À décider",
    emptyTitle: "Rien ne vous attend",
    empty:
      "Ici figurent le courrier qui attend une décision, les conversations qu’un agent vous confie et le courrier revenu.",
  },
  open: {
    name: "Ouvert",
    emptyTitle: "Rien n’est ouvert",
    empty:
      "Le nouveau courrier arrive ici. Les conversations terminées ou qui attendent quelqu’un d’autre sont dans les listes ci-dessous.",
  },
  waiting: {
    name: "En attente",
    emptyTitle: "Vous n’attendez personne",
    empty:
      "Placez ici une conversation quand l’autre partie doit répondre. Sa réponse la ramène dans « Ouvert ».",
  },
  snoozed: {
    name: "Mis en attente",
    emptyTitle: "Rien n’est mis en attente",
    empty:
      "Mettez une conversation en attente : elle reste ici jusqu’à son heure, ou jusqu’à ce qu’un message y arrive.",
  },
  done: {
    name: "Terminé",
    emptyTitle: "Rien n’est encore terminé",
    empty:
      "Marquez une conversation comme terminée et elle vient ici. Un nouveau message la ramène dans « Ouvert ».",
  },
  all: {
    name: "Tous les messages",
    emptyTitle: "Pas encore de courrier",
    empty: "Envoyez un message à l’une de vos adresses, ou écrivez-en un.",
  },
  drafts: {
    name: "Brouillons",
    emptyTitle: "Aucun brouillon",
    empty: "Ce que vous commencez à écrire reste ici jusqu’à l’envoi.",
  },
  sent: {
    name: "Envoyés",
    emptyTitle: "Rien n’a encore été envoyé",
    empty: "Ici figure ce que vous et vos agents envoyez.",
  },
  spam: {
    name: "Spam",
    emptyTitle: "Aucun spam",
    empty: "Le courrier qui ressemble à du spam arrive ici, et non dans « Ouvert ».",
  },
  trash: {
    name: "Corbeille",
    emptyTitle: "La corbeille est vide",
    empty: "Ce que vous supprimez est ici. Déplacez-le dans la boîte de réception pour le récupérer.",
  },
  folder: {
    name: "Dossier",
    emptyTitle: "Rien dans ce dossier",
    empty: "Déplacez une conversation ici et ses messages reçus s’y trouveront.",
  },
  label: {
    name: "Libellé",
    emptyTitle: "Rien n’a ce libellé",
    empty: "Donnez ce libellé à une conversation et elle figurera ici.",
  },
  tooMany: (most) => `Choisissez une adresse : cette liste en couvre au plus ${number(most)} à la fois.`,
  spamMark: "Spam",
  title: (name, address) => (address === null ? name : `${name} · ${address}`),
  unread: "Non lu",
  older: "Plus anciens",
  newest: "Aux plus récents",
  noSubject: "(sans objet)",
  count: (count) => plural(count, "message", "messages"),
  files: "Avec pièces jointes",
  flagged: "Suivi",
  searchLabel: "Rechercher dans les messages",
  searchHint: "Rechercher",
  chooseTitle: "Choisissez une conversation",
  choose: "Ses messages s’affichent ici.",
  noAddress: "Pas encore d’adresse",
  noAddressText: "Créez une adresse ; le courrier qui y arrive devient ici des conversations.",
  createAddress: "Créer une adresse",
};

export const needs: Translated<typeof english.needs> = {
  send: "Demande à envoyer",
  received: "Retenu",
  thread: "Confié",
  bounce: "Revenu",
};

export const status: Translated<typeof english.status> = {
  open: "Ouvert",
  waiting: "En attente",
  resolved: "Terminé",
  human_review: "Auprès d’une personne",
};
