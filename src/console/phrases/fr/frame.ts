// Words of the pages: what every page has: navigation, people, times, refusals. In French, made without a native speaker's review.
import type {
  copying as copyingEnglish,
  density as densityEnglish,
  failure as failureEnglish,
  look as lookEnglish,
  nav as navEnglish,
  people as peopleEnglish,
  roleNames as roleNamesEnglish,
  roles as rolesEnglish,
  session as sessionEnglish,
  times as timesEnglish,
} from "../frame.ts";
import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");
const isOne = isOneIn("fr");

export const session: Translated<typeof sessionEnglish> = {
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

export const people: Translated<typeof peopleEnglish> = {
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

export const roles: Translated<typeof rolesEnglish> = {
  owner: "Propriétaire",
  member: "Membre",
  reviewer: "Relecteur",
};

export const roleNames: Translated<typeof roleNamesEnglish> = {
  owner: "propriétaire",
  member: "membre",
  reviewer: "relecteur",
};

export const copying: Translated<typeof copyingEnglish> = {
  copy: "Copier",
  copied: "Copié",
  byHand: "Appuyez sur Ctrl+C",
};

export const failure: Translated<typeof failureEnglish> = {
  title: "Cela n’a pas fonctionné",
  formTooLong: "Le formulaire est trop long.",
  formHasNul: "Le formulaire contient un caractère NUL. Retirez-le.",
  notFound: "Cette page n’existe pas.",
  home: "Vers le courrier",
  useForm: "Utilisez le formulaire de la page.",
};

export const nav: Translated<typeof navEnglish> = {
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

export const density: Translated<typeof densityEnglish> = {
  title: "Lignes des listes",
  lead: "Hauteur d’une ligne dans les listes de messages, sur cet appareil.",
  usual: "Deux lignes",
  compact: "Une ligne",
  comfortable: "Quatre lignes",
};

export const look: Translated<typeof lookEnglish> = {
  auto: "Auto : comme l’appareil",
  autoShort: "Auto",
  light: "Clair",
  dark: "Sombre",
};

export const times: Translated<typeof timesEnglish> = {
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
