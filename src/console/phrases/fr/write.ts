// Words of the pages: writing. In French, made without a native speaker's review.

import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../write.ts";

const plural = pluralIn("fr");

export const write: Translated<typeof english.write> = {
  title: "Écrire",
  kinds: { reply: "Répondre", all: "Répondre à tous", forward: "Transférer" },
  from: "De",
  to: "À",
  cc: "Cc",
  bcc: "Cci",
  subject: "Objet",
  text: "Texte",
  textHint: "Écrire…",
  replyHint: "Écrire une réponse…",
  moreLines: "Cc, Cci",
  send: "Envoyer",
  attach: "Joindre des fichiers",
  tooLarge: "Les fichiers dépassent 25 Mo ensemble. Joignez-en moins, ou un lien vers eux.",
  goingUp: "Téléversement…",
  saved: "Brouillon enregistré",
  format: "Format",
  plain: "Texte brut",
  markdown: "Markdown",
  kept: "HTML, tel quel",
  beyond: "Ce qui part aussi",
  keptHtml: "Son HTML, que la plupart des logiciels montrent à la place du texte :",
  preview: "Aperçu",
  template: "Modèle",
  templateInKept:
    "Ce message part en HTML écrit par quelqu’un d’autre. Choisissez d’abord un autre format : le modèle prend sa place.",
  unfilled: (fields) =>
    `Ces champs d’un modèle ne sont pas remplis : ${fields}. Remplissez-les, ou envoyez encore une fois pour envoyer le message tel quel.`,
  otherSignature:
    "Il finissait par la signature d’une autre adresse. Regardez le texte tel qu’il est maintenant, et envoyez-le de nouveau.",
  save: "Enregistrer le brouillon",
  discard: "Abandonner",
  removeFile: (name) => `Retirer ${name}`,
  carried: (count) => `${plural(count, "fichier du message est joint", "fichiers du message sont joints")}`,
  notAnAddress: (text) =>
    `« ${text.slice(0, 100)} » n’est pas une adresse e-mail. Séparez-en plusieurs par des virgules.`,
  nobody: "Nommez au moins un destinataire.",
  noAddress: "Il n’y a pas d’adresse d’où écrire. Créez-en d’abord une.",
  sentAlready: "Ceci a déjà été envoyé.",
  hasLeft: "Il est déjà parti et ne peut pas être annulé.",
  failed: "Il n’a pas été envoyé :",
  leaves: "Il part",
  sentAs: (sender) => `Le courrier à ce sujet vient de ${sender}`,
  renamed:
    "Le nom de cette adresse a changé depuis que vous avez ouvert la page. Rien n’a été envoyé : regardez le nom affiché maintenant, et recommencez.",
  changed:
    "Il a changé depuis que vous l’avez ouvert : quelqu’un d’autre a écrit dans ce brouillon, ajouté un fichier ou changé le nom de son adresse. Regardez ce qui figure ici maintenant ; « Envoyer » envoie ce que vous voyez.",
  yours: "Ce que vous avez écrit",
  theirs: "Ce que dit maintenant le brouillon",
  undo: "Annuler",
  people: "Personnes à qui vous avez écrit",
  nobodyYet: "Personne pour l’instant.",
  notKept: "Pas encore enregistré : le réseau manque. Un nouvel essai suit.",
  later: "Envoyer plus tard",
  laterRange: "Choisissez un moment dans une minute au moins et trente jours au plus.",
  laterAt: (zone) => `À (heure de ${zone})`,
  draft: "Brouillon",
  go: "Continuer à écrire",
  replyAll: "Répondre à tous",
};
