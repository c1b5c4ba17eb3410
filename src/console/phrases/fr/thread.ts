// Words of the pages: a thread and its messages. In French, made without a native speaker's review.

import { numberIn, pluralIn } from "../plural.ts";
import type * as english from "../thread.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");

export const thread: Translated<typeof english.thread> = {
  writing: (name) => `${name} écrit`,
  drafting: (name) => `${name} prépare un brouillon`,
  program: "Un programme",
  toList: "Retour à la liste",
  done: "Terminé",
  doneHint: "Il ne reste rien à faire",
  waiting: "En attente",
  waitingHint: "L’autre partie doit répondre",
  reopen: "Rouvrir",
  takeOver: "Prendre en charge",
  takeOverHint: "Ce que l’agent envoie dans la conversation attend désormais une personne",
  handBack: "Rendre",
  handBackHint: "L’agent poursuit la conversation",
  more: "Plus",
  actions: "Actions sur la conversation",
  changedMeanwhile: "Quelqu’un a modifié la conversation entre-temps. Regardez-la, puis décidez de nouveau.",
  earlier: (count) => `Afficher ${plural(count, "message antérieur", "messages antérieurs")}`,
  earlierOnes: "Afficher les messages antérieurs",
  newest: "Afficher les messages les plus récents",
  quoted: "Texte cité",
  noText: "Ce message n’a pas de texte.",
  cut: (count) => plural(count, "caractère de plus", "caractères de plus"),
  showAll: "Tout afficher",
  formatted: "Mis en forme",
  plain: "Texte brut",
  pictures: "Afficher les images",
  picturesHint:
    "Ce serveur va les chercher : leurs expéditeurs apprennent que le message a été lu, pas par qui ni où",
  noPictures: "Masquer les images",
  ownPictures:
    "Les images de ce message ne sont pas chargées : il ne vient pas d’ailleurs, le courrier de son adresse attend des personnes, et l’adresse d’une image peut tout dire.",
  frameTitle: (name) => `Message de ${name}`,
  openFrame: "Ouvrir seul",
  cutFrame: (path) =>
    `Ce message est trop grand pour être montré en entier : voici son début. Il est entier à ${path} de l’API.`,
  show: "Afficher",
  save: "Enregistrer",
  assign: "Attribuer",
  assignTo: "Attribuer à",
  history: "Historique",
  files: (count) => plural(count, "fichier", "fichiers"),
  moreFiles: (count) =>
    `${plural(count, "autre fichier", "autres fichiers")} : un logiciel de messagerie les affiche tous.`,
  download: (name) => `Enregistrer ${name}`,
  preview: (name) => `Afficher ${name}`,
  gone: "non conservé",
  sentTo: "à",
  callsItself: (name) => `se présente comme « ${name} »`,
  toYou: (address) => `à ${address}`,
  details: "Détails",
  unread: "Message non lu",
  held: "Un message reçu attend ici une décision.",
  from: "De",
  to: "À",
  cc: "Cc",
  date: "Date",
  writeAgain: "Y écrire de nouveau",
  delivery: {
    queued: "en route",
    deferred: "réessayé plus tard",
    bounced: "revenu",
  },
};

export const provenance: Translated<typeof english.provenance> = {
  proven: (domain) => `Vient de ${domain}, c’est prouvé`,
  inside: "De ce service",
  imported: "Déposé par une importation ou un logiciel de messagerie : non vérifié",
  relayed: "Par votre propre relais ou réseau : non vérifié",
  unproven: (domain) => `Rien ne prouve qu’il vient de ${domain}`,
  refuted: (domain) => `Ne vient pas de ${domain} : ses enregistrements DNS le démentent`,
  first: "Premier contact",
  known: "Vous avez déjà reçu de ses nouvelles",
  answers: "Répond à votre message",
  allowed: "Sur votre liste d’autorisés",
  hidden: (count) => plural(count, "texte caché retiré", "textes cachés retirés"),
  invisible: "Caractères invisibles",
  links: (count) =>
    count === 1
      ? "Un lien montre une autre adresse que la sienne"
      : `${number(count)} liens montrent d’autres adresses que les leurs`,
  plainDiffers: "La partie en texte dit autre chose",
  forged: "Imite le début ou la fin d’un message",
  notJudged: "Trop grand pour être vérifié",
  damaged: "Endommagé, donc non vérifié",
  spam: "Spam",
  look: "Vérifiez d’abord",
  leadsTo: (shown, target) => `« ${shown} » mène à ${target}`,
};

export const notes: Translated<typeof english.notes> = {
  add: "Laisser une note",
  label: "Pour ceux qui travaillent sur cette conversation ; elle n’est jamais envoyée",
  keep: "Garder la note",
  delete: "Supprimer cette note",
  never: "note, non envoyée",
  noteOf: (who) => `Note de ${who}`,
  program: "Un programme",
  wrongLength: (most) => `Une note a de 1 à ${number(most)} caractères.`,
};

export const moves: Translated<typeof english.moves> = {
  move: "Déplacer",
  moveTo: "Déplacer le courrier reçu vers",
  trash: "Supprimer",
  spam: "Spam",
  notSpam: "Non-spam",
  unread: "Non lu",
  folders: { inbox: "Boîte de réception", archive: "Archives", spam: "Spam", trash: "Corbeille" },
};

export const labels: Translated<typeof english.labels> = {
  label: "Libellé",
  newName: "Nouveau libellé",
  make: "Ajouter",
  wrongLength: (most) => `Un libellé a un nom de 1 à ${number(most)} caractères.`,
};

export const history: Translated<typeof english.history> = {
  title: "Journal",
  none: "Rien n’est consigné",
  noneText: "Là où une adresse a une protection, tout ce qui est décidé de son courrier figure ici.",
  by: "par",
  from: "depuis",
  key: "une clé d’API",
  service: "le service",
  person: "une personne",
  keyNamed: (name) => `la clé d’API « ${name} »`,
  mailProgram: "un logiciel de messagerie",
  mailProgramNamed: (name) => `le logiciel de messagerie « ${name} »`,
  byLink: (email) => `${email}, par le lien d’un message`,
  operator: "l’exploitant du service",
  before: "La version d’avant",
  actions: {
    review_requested: "Attend une décision",
    approved: "Approuvé",
    rejected: "Rejeté",
    returned: "Renvoyé",
    taken_over: "Pris en charge",
    edited: "Modifié",
    expired: "Expiré",
    withdrawn: "Retiré",
    status_changed: "État modifié",
    sent: "Envoyé",
    forwarded: "Transféré par une règle",
    queue_retried: "Nouvel essai immédiat depuis la file",
    queue_held: "Retenu dans la file",
    queue_released: "Libéré dans la file",
    queue_dropped: "Retiré de la file",
  },
  details: {
    reasons: "En attente, car",
    comment: "Commentaire",
    status: "État",
    to: "À",
    recipients: "Destinataires",
    rejected: "Pas à",
    owner: "Suivi par",
  },
  owners: {
    automation: "un programme",
    agent: "un agent",
    human: "une personne",
  },
  change: (before, after) => `${before} → ${after}`,
  rejections: {
    send_policy: "l’adresse ne peut pas y écrire",
    suppressed: "revenu, signalé ou exclu",
    unsubscribed: "désabonné",
    block_list: "sur la liste de blocage",
    invalid_address: "pas une adresse",
    unknown_local_recipient: "cette adresse n’existe pas ici",
    maker_ended: "l’auteur de la règle est parti",
  },
};
