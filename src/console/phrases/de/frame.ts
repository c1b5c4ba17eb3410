// Words of the pages: what every page has: navigation, people, times, refusals. In German, made without a native speaker's review.
import type * as english from "../frame.ts";
import { numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");
const number = numberIn("de");

export const session: Translated<typeof english.session> = {
  ended: "Ihre Sitzung ist beendet. Melden Sie sich wieder an.",
  role: {
    owner: "Das darf nur der Inhaber dieses Kontos.",
    member:
      "Als Prüfer entscheiden Sie, was wartet. Für alles andere bitten Sie den Inhaber, Sie zum Mitglied zu machen.",
    reviewer: "Melden Sie sich dafür an.",
  },
  foreignForm:
    "Dieses Formular gehört nicht zu Ihrer Sitzung, oder die Sitzung ist beendet. Öffnen Sie die Seite neu und wiederholen Sie es.",
};

export const people: Translated<typeof english.people> = {
  operator: "Betreiber",
  byAgentsLink: "Über den Link Ihres Agenten",
  operatorAccount: "Konto des Betreibers",
  emptyAccount: "Konto ohne Adressen",
  nobody: "Niemand",
  you: "Sie",
  someone: "Jemand anderes",
  nobodyNamed: "(niemand)",
  others: (count) => `und ${plural(count, "weiterer", "weitere")}`,
  to: "An",
};

export const roles: Translated<typeof english.roles> = {
  owner: "Inhaber",
  member: "Mitglied",
  reviewer: "Prüfer",
};

export const roleNames: Translated<typeof english.roleNames> = {
  owner: "Inhaber",
  member: "Mitglied",
  reviewer: "Prüfer",
};

export const copying: Translated<typeof english.copying> = {
  copy: "Kopieren",
  copied: "Kopiert",
  byHand: "Strg+C drücken",
};

export const failure: Translated<typeof english.failure> = {
  title: "Das hat nicht geklappt",
  formTooLong: "Das Formular ist zu lang.",
  formHasNul: "Das Formular enthält ein NUL-Zeichen. Entfernen Sie es.",
  notFound: "Diese Seite gibt es nicht.",
  home: "Zu den Mails",
  useForm: "Benutzen Sie das Formular auf der Seite.",
  onlyForms:
    "Hierher werden nur Formulare gesendet. Öffnen Sie die Seite mit dem Formular und senden Sie es von dort.",
};

export const offline: Translated<typeof english.offline> = {
  title: "Kein Netz",
  text: "In diesem Browser liegt keine Post: Sie ist wieder da, sobald das Netz es ist. Was Sie gerade schrieben, kommt mit seiner Seite zurück.",
  again: "Noch einmal versuchen",
};

export const nav: Translated<typeof english.nav> = {
  label: "Postroom",
  skip: "Zum Inhalt springen",
  write: "Schreiben",
  calendar: "Kalender",
  settings: "Einstellungen",
  addresses: "Adressen",
  allAddresses: "Alle Adressen",
  moreAddresses: "Mehr …",
  signOut: "Abmelden",
  account: "Konto",
  change: "Wechseln",
  look: "Farben",
  waiting: (count) => `${plural(count, "Sache wartet", "Sachen warten")}`,
  unread: (count) => `${number(count)} ungelesen`,
  folders: "Ordner",
  labels: "Labels",
  back: "Zurück",
  menu: "Menü",
};

export const density: Translated<typeof english.density> = {
  title: "Zeilen in Listen",
  lead: "Wie hoch eine Zeile in den Maillisten ist, auf diesem Gerät.",
  usual: "Zwei Zeilen",
  compact: "Eine Zeile",
  comfortable: "Vier Zeilen",
};

export const look: Translated<typeof english.look> = {
  auto: "Automatisch: wie das Gerät",
  autoShort: "Auto",
  light: "Hell",
  dark: "Dunkel",
};

export const times: Translated<typeof english.times> = {
  now: "jetzt",
  soon: "gleich",
  minutes: (count) => `${number(count)} Min.`,
  hours: (count) => `${number(count)} Std.`,
  inMinutes: (count) => `in ${number(count)} Min.`,
  inHours: (count) => `in ${number(count)} Std.`,
  yesterday: "Gestern",
  sinceYesterday: "gestern",
  ago: (time) => `vor ${time}`,
  on: (day) => `am ${day}`,
};
