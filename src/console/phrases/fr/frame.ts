// Words of the pages: what every page has: navigation, people, times, refusals. In French, made without a native speaker's review.
import type * as english from "../frame.ts";
import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");
const isOne = isOneIn("fr");

export const session: Translated<typeof english.session> = {
  ended: "Votre session a pris fin. Reconnectez-vous.",
  role: {
    owner: "Seul le propriétaire de ce compte peut faire cela.",
    member:
      "En tant que relecteur, vous décidez de ce qui attend. Pour le reste, demandez au propriétaire de faire de vous un membre.",
    reviewer: "Connectez-vous pour faire cela.",
  },
  foreignForm:
    "Ce formulaire n’appartient pas à votre session, ou la session a pris fin. Ouvrez la page de nouveau et recommencez.",
};

export const people: Translated<typeof english.people> = {
  operator: "Exploitant",
  byAgentsLink: "Par le lien de votre agent",
  operatorAccount: "Compte de l’exploitant",
  emptyAccount: "Compte sans adresse",
  nobody: "Personne",
  you: "vous",
  someone: "Quelqu’un d’autre",
  nobodyNamed: "(personne)",
  others: (count) => `et ${plural(count, "autre", "autres")}`,
  to: "À",
};

export const roles: Translated<typeof english.roles> = {
  owner: "Propriétaire",
  member: "Membre",
  reviewer: "Relecteur",
};

export const roleNames: Translated<typeof english.roleNames> = {
  owner: "propriétaire",
  member: "membre",
  reviewer: "relecteur",
};

export const copying: Translated<typeof english.copying> = {
  copy: "Copier",
  copied: "Copié",
  byHand: "Appuyez sur Ctrl+C",
};

export const failure: Translated<typeof english.failure> = {
  title: "Cela n’a pas fonctionné",
  formTooLong: "Le formulaire est trop long.",
  formHasNul: "Le formulaire contient un caractère NUL. Retirez-le.",
  notFound: "Cette page n’existe pas.",
  home: "Vers le courrier",
  useForm: "Utilisez le formulaire de la page.",
  onlyForms:
    "Cette adresse ne reçoit que des formulaires. Ouvrez la page qui contient le formulaire et envoyez-le de là.",
};

export const offline: Translated<typeof english.offline> = {
  title: "Pas de réseau",
  text: "Aucun courrier n’est gardé dans ce navigateur : il sera de nouveau là avec le réseau. Ce que vous écriviez revient avec sa page.",
  again: "Réessayer",
};

export const nav: Translated<typeof english.nav> = {
  label: "Postroom",
  skip: "Aller au contenu",
  write: "Écrire",
  calendar: "Agenda",
  settings: "Paramètres",
  addresses: "Adresses",
  allAddresses: "Toutes les adresses",
  moreAddresses: "Plus…",
  signOut: "Se déconnecter",
  account: "Compte",
  change: "Changer",
  look: "Couleurs",
  waiting: (count) => plural(count, "chose en attente", "choses en attente"),
  unread: (count) => `${number(count)} non ${isOne(count) ? "lu" : "lus"}`,
  folders: "Dossiers",
  labels: "Libellés",
  back: "Retour",
  menu: "Menu",
};

export const density: Translated<typeof english.density> = {
  title: "Lignes des listes",
  lead: "Hauteur d’une ligne dans les listes de messages, sur cet appareil.",
  usual: "Deux lignes",
  compact: "Une ligne",
  comfortable: "Quatre lignes",
};

export const look: Translated<typeof english.look> = {
  auto: "Auto : comme l’appareil",
  autoShort: "Auto",
  light: "Clair",
  dark: "Sombre",
};

export const times: Translated<typeof english.times> = {
  now: "maintenant",
  soon: "dans un instant",
  minutes: (count) => `${number(count)} min`,
  hours: (count) => `${number(count)} h`,
  inMinutes: (count) => `dans ${number(count)} min`,
  inHours: (count) => `dans ${number(count)} h`,
  yesterday: "Hier",
  sinceYesterday: "hier",
  ago: (time) => `il y a ${time}`,
  on: (day) => `le ${day}`,
};
