// Words of the pages: a thread and its messages. In German, made without a native speaker's review.

import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type * as english from "../thread.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");
const number = numberIn("de");
const isOne = isOneIn("de");

export const thread: Translated<typeof english.thread> = {
  writing: (name) => `${name} schreibt`,
  drafting: (name) => `${name} entwirft`,
  program: "Ein Programm",
  toList: "Zurück zur Liste",
  done: "Erledigt",
  doneHint: "Nichts ist mehr zu tun",
  waiting: "Wartet",
  waitingHint: "Die andere Seite soll antworten",
  reopen: "Wieder öffnen",
  takeOver: "Übernehmen",
  takeOverHint: "Was der Agent in die Konversation sendet, wartet von jetzt an auf einen Menschen",
  handBack: "Zurückgeben",
  handBackHint: "Der Agent führt die Konversation weiter",
  more: "Mehr",
  actions: "Aktionen für die Konversation",
  changedMeanwhile:
    "Jemand hat die Konversation inzwischen geändert. Sehen Sie sie an, dann entscheiden Sie noch einmal.",
  earlier: (count) => `${plural(count, "frühere Nachricht", "frühere Nachrichten")} zeigen`,
  earlierOnes: "Frühere Nachrichten zeigen",
  newest: "Die neuesten Nachrichten zeigen",
  quoted: "Zitierter Text",
  noText: "Diese Nachricht hat keinen Text.",
  cut: (count) => `${number(count)} weitere Zeichen`,
  showAll: "Alles zeigen",
  formatted: "Formatiert",
  plain: "Nur Text",
  pictures: "Bilder anzeigen",
  picturesHint:
    "Dieser Server holt sie: Ihre Absender erfahren, dass die Mail gelesen wurde, nicht von wem oder wo",
  noPictures: "Bilder ausblenden",
  ownPictures:
    "Bilder dieser Mail werden nicht geholt: Sie kam nicht von außen, Mail ihrer Adresse wartet auf Menschen, und die Adresse eines Bildes kann alles sagen.",
  frameTitle: (name) => `Mail von ${name}`,
  openFrame: "Einzeln öffnen",
  cutFrame: (path) =>
    `Diese Mail ist zu groß, um sie ganz zu zeigen: So beginnt sie. Vollständig ist sie unter ${path} der API.`,
  show: "Anzeigen",
  save: "Speichern",
  assign: "Zuweisen",
  assignTo: "Zuweisen an",
  history: "Verlauf",
  files: (count) => plural(count, "Datei", "Dateien"),
  moreFiles: (count) => `${plural(count, "weitere Datei", "weitere Dateien")}: Ein Mailprogramm zeigt alle.`,
  download: (name) => `${name} speichern`,
  preview: (name) => `${name} anzeigen`,
  gone: "nicht gespeichert",
  sentTo: "an",
  callsItself: (name) => `nennt sich „${name}“`,
  toYou: (address) => `an ${address}`,
  details: "Details",
  unread: "Ungelesene Nachricht",
  held: "Hier wartet eine empfangene Mail auf eine Entscheidung.",
  from: "Von",
  to: "An",
  cc: "Cc",
  date: "Datum",
  writeAgain: "Wieder dorthin schreiben",
  delivery: {
    queued: "unterwegs",
    deferred: "später noch einmal versucht",
    bounced: "kam zurück",
  },
};

export const provenance: Translated<typeof english.provenance> = {
  proven: (domain) => `Nachweislich von ${domain}`,
  inside: "Von diesem Dienst",
  imported: "Von einem Import oder Mailprogramm abgelegt: nicht geprüft",
  relayed: "Über Ihr eigenes Relay oder Netz: nicht geprüft",
  unproven: (domain) => `Nichts beweist, dass sie von ${domain} ist`,
  refuted: (domain) => `Nicht von ${domain}: Deren DNS-Einträge widersprechen`,
  first: "Erster Kontakt",
  known: "Sie haben von dort schon gehört",
  answers: "Antwortet auf Ihre Mail",
  allowed: "Auf Ihrer Erlaubt-Liste",
  hidden: (count) => `${plural(count, "verborgener Text", "verborgene Texte")} entfernt`,
  invisible: "Unsichtbare Zeichen",
  links: (count) =>
    isOne(count)
      ? "Ein Link zeigt eine andere Adresse als seine eigene"
      : `${number(count)} Links zeigen andere Adressen als ihre eigenen`,
  plainDiffers: "Der Textteil sagt etwas anderes",
  forged: "Ahmt Anfang oder Ende einer Mail nach",
  notJudged: "Zu groß zum Prüfen",
  damaged: "Beschädigt, daher nicht geprüft",
  spam: "Spam",
  look: "Erst prüfen",
  leadsTo: (shown, target) => `„${shown}“ führt zu ${target}`,
};

export const notes: Translated<typeof english.notes> = {
  add: "Notiz hinterlassen",
  label: "Für alle, die an dieser Konversation arbeiten; sie wird nie gesendet",
  keep: "Notiz speichern",
  delete: "Diese Notiz löschen",
  never: "Notiz, nicht gesendet",
  noteOf: (who) => `Notiz von ${who}`,
  program: "Ein Programm",
  wrongLength: (most) => `Eine Notiz hat 1 bis ${number(most)} Zeichen.`,
};

export const moves: Translated<typeof english.moves> = {
  move: "Verschieben",
  moveTo: "Empfangenes verschieben nach",
  trash: "Löschen",
  spam: "Spam",
  notSpam: "Kein Spam",
  unread: "Ungelesen",
  folders: { inbox: "Posteingang", archive: "Archiv", spam: "Spam", trash: "Papierkorb" },
};

export const labels: Translated<typeof english.labels> = {
  label: "Label",
  newName: "Neues Label",
  make: "Hinzufügen",
  wrongLength: (most) => `Ein Label hat einen Namen mit 1 bis ${number(most)} Zeichen.`,
};

export const history: Translated<typeof english.history> = {
  title: "Protokoll",
  none: "Nichts ist verzeichnet",
  noneText: "Wo eine Adresse Schutz hat, steht hier alles, was über ihre Mail entschieden wird.",
  by: "von",
  from: "von",
  key: "einem API-Schlüssel",
  service: "dem Dienst",
  person: "einem Menschen",
  keyNamed: (name) => `dem API-Schlüssel „${name}“`,
  mailProgram: "einem Mailprogramm",
  mailProgramNamed: (name) => `dem Mailprogramm „${name}“`,
  byLink: (email) => `${email}, über den Link in einer Mail`,
  operator: "dem Betreiber des Dienstes",
  before: "Die Fassung davor",
  actions: {
    review_requested: "Wartet auf eine Entscheidung",
    approved: "Freigegeben",
    rejected: "Abgelehnt",
    returned: "Zurückgegeben",
    taken_over: "Übernommen",
    edited: "Bearbeitet",
    expired: "Abgelaufen",
    withdrawn: "Zurückgezogen",
    status_changed: "Status geändert",
    sent: "Gesendet",
    forwarded: "Von einer Regel weitergeleitet",
    queue_retried: "Aus der Warteschlange sofort noch einmal versucht",
    queue_held: "In der Warteschlange angehalten",
    queue_released: "In der Warteschlange wieder freigegeben",
    queue_dropped: "Aus der Warteschlange genommen",
  },
  details: {
    reasons: "Sie wartet, denn",
    comment: "Kommentar",
    status: "Status",
    to: "An",
    recipients: "Empfänger",
    rejected: "Nicht an",
    owner: "Zuständig",
  },
  owners: {
    automation: "ein Programm",
    agent: "ein Agent",
    human: "ein Mensch",
  },
  change: (before, after) => `${before} → ${after}`,
  rejections: {
    send_policy: "die Adresse darf dorthin nicht schreiben",
    suppressed: "kam zurück, wurde beanstandet oder gesperrt",
    unsubscribed: "abbestellt",
    block_list: "auf der Sperrliste",
    invalid_address: "keine Adresse",
    unknown_local_recipient: "hier gibt es diese Adresse nicht",
    maker_ended: "wer die Regel angelegt hat, ist nicht mehr dabei",
  },
};
