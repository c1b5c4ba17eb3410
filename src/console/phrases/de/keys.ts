// Words of the pages: keys of agents. In German, made without a native speaker's review.
import type * as english from "../keys.ts";
import { numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");
const number = numberIn("de");

export const keys: Translated<typeof english.keys> = {
  title: "Schlüssel",
  newKey: (name) => `Neuer Schlüssel „${name}“.`,
  copyNow: "Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal gezeigt.",
  tryIt: "Ausprobieren",
  search: "Schlüssel suchen",
  find: "Suchen",
  showAll: "Alle anzeigen",
  keys: "API-Schlüssel",
  noKeys:
    "Keine. Ein Agent braucht einen, um seine Adresse zu benutzen: Erstellen Sie ihn unten und geben Sie ihn weiter.",
  noKeyHas: (text) => `Keiner hat „${text}“ im Namen.`,
  reaches: "erreicht",
  everything: "alles",
  anotherAddress: "eine andere Adresse",
  anotherKey: "einen anderen Schlüssel",
  made: "erstellt",
  by: "von",
  lastUsed: "zuletzt benutzt",
  neverUsed: "nie benutzt",
  revoke: "Widerrufen",
  revokeHint: "Er endet sofort, mit jedem Schlüssel, App-Passwort und Webhook, den er erstellt hat.",
  revokeNamed: (name) => `${name} widerrufen`,
  whatItMade: (count) => plural(count, "Sache von ihm", "Sachen von ihm"),
  andOlder: (count) => `und ${number(count)} ältere`,
  takeOver: "Übernehmen",
  takeOverHint:
    "Sie gehören dann Ihnen und laufen ohne den Schlüssel weiter: was er erlaubt hat, Regeln, die weiterleiten, Schlüssel, Passwörter und Webhooks. Was er geplant hat, gilt als von niemandem geplant.",
  ended: "Beendete Schlüssel",
  endedHint: "Was sie erstellt haben und noch da ist, ruht, bis es jemand übernimmt.",
  kinds: {
    api_key: "API-Schlüssel",
    app_password: "App-Passwort",
    webhook: "Webhook",
    calendar_feed: "Kalender-Feed",
    routing_rule: "Regel",
    scheduled_draft: "Geplanter Entwurf",
    allow_entry: "Erlaubt",
    allowed_contact: "Erlaubt",
  },
  mintTitle: "Schlüssel erstellen",
  mint: "Schlüssel erstellen",
  name: "Name",
  namePlaceholder: "Wofür er ist",
  reach: "Was er erreicht",
  reachAll: "Alles in diesem Konto; er kann Adressen anlegen",
  reachSome: "Nur die hier gewählten Adressen",
  docs: "API-Dokumentation",
  baseUrl: "Basis-URL",
  nameMissing: "Geben Sie dem Schlüssel einen Namen mit 1 bis 100 Zeichen.",
  tickOne: "Wählen Sie mindestens eine Adresse, oder alles.",
  sentAlready:
    "Dieses Formular wurde schon gesendet, und der Schlüssel wurde dabei gezeigt. Öffnen Sie die Seite neu, um einen weiteren zu erstellen.",
};
