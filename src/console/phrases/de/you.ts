// Words of the pages: what is a person's own: the keyboard, passkeys, sessions. In German, made without a native speaker's review.

import type { Translated } from "../translated.ts";
import type * as english from "../you.ts";

const factsOf = ({
  name,
  email,
  when,
  ip,
}: Parameters<typeof english.you.passkeys.notice.added.text>[0]) => `Passkey: ${name}
Anmeldung: ${email}
Wann: ${when}${ip === null ? "" : `\nVon: ${ip}`}`;

export const you: Translated<typeof english.you> = {
  title: "Ihre Seite",
  lead: (who) => `Sie sind angemeldet als ${who}. Was hier steht, gehört Ihnen allein.`,
  leadUnproven:
    "Sie sind über den Link angemeldet, den Ihr Agent Ihnen gab. Was hier steht, gehört Ihnen allein.",
  notices: {
    title: "Hinweise dieses Browsers",
    lead: "Während eine Ihrer Seiten im Hintergrund offen ist, sagt der Browser, wie viel auf Sie wartet, und dass ein Termin bevorsteht, mit seinem Titel. Über Mails sagt er nichts.",
    allow: "Hinweise erlauben",
  },
  shortcuts: {
    title: "Tastatur",
    lead: "Einzelne Tasten drücken, was auf der Seite steht. Schalten Sie sie aus, wo sie Spracheingabe oder einen Screenreader stören.",
    on: "Sie sind an.",
    off: "Sie sind aus. Strg+Enter und Escape wirken weiter.",
    turnOn: "Einzelne Tasten einschalten",
    turnOff: "Einzelne Tasten ausschalten",
    all: "Tastenkürzel anzeigen",
  },
  sessions: {
    title: "Wo Sie angemeldet sind",
    lead: "Beenden Sie, was Sie nicht kennen. Eine Sitzung endet von selbst sieben Tage nach ihrem Beginn.",
    this: "diese",
    began: "begonnen",
    used: "zuletzt benutzt",
    end: "Abmelden",
    endHint: "Der nächste Klick dort führt zur Anmeldeseite.",
    endNamed: (name) => `${name} abmelden`,
    endOthers: "Alle anderen abmelden",
  },
  passkeys: {
    title: "Passkeys",
    lead: "Ein Passkey meldet Sie mit der Sperre Ihres Geräts an: Fingerabdruck, Gesicht oder PIN. Links per Mail gelten weiter.",
    none: "Noch keine.",
    made: "erstellt",
    used: "zuletzt benutzt",
    neverUsed: "nie benutzt",
    synced: "auf mehreren Geräten",
    oneDevice: "auf einem Gerät",
    name: "Name des Passkeys",
    add: "Passkey hinzufügen",
    rename: "Umbenennen",
    renameNamed: (name) => `Name von ${name}`,
    remove: "Entfernen",
    removeHint:
      "Er meldet niemanden mehr an. Sitzungen, die mit ihm begannen, laufen weiter: Beenden Sie sie unten.",
    removeNamed: (name) => `${name} entfernen`,
    elsewhere: (base) => `Passkeys gehen dort, wo die Seite als ${base} geöffnet wird.`,
    nowhere: "Passkeys brauchen eine Seite mit einem Hostnamen: Dieser Server hat eine IP-Adresse.",
    unproven:
      "Melden Sie sich zuerst mit einem gesendeten Link an: Diese Sitzung kam von der Anmeldung Ihres Agenten und beweist keine Adresse.",
    noScript: "Zum Hinzufügen wird JavaScript gebraucht.",
    failed: "Das Gerät hat keinen Passkey erstellt. Versuchen Sie es noch einmal.",
    missing: "Dieser Browser hat keine Passkeys.",
    wrongName: "Ein Passkey hat einen Namen mit 1 bis 100 Zeichen.",
    refused: "Die Antwort des Geräts war nicht in Ordnung oder kam zu spät. Versuchen Sie es noch einmal.",
    notice: {
      added: {
        subject: "Ihrer Anmeldung wurde ein Passkey hinzugefügt",
        text: (change) => `Ein Passkey meldet Sie von jetzt an bei Postroom an.

${factsOf(change)}

Wenn Sie das nicht waren, entfernen Sie den Passkey und melden Sie alle anderen ab:

${change.url}
`,
      },
      removed: {
        subject: "Von Ihrer Anmeldung wurde ein Passkey entfernt",
        text: (change) => `Ein Passkey meldet Sie nicht mehr bei Postroom an. Links per Mail gelten weiter.

${factsOf(change)}

Wenn Sie das nicht waren, sehen Sie Ihre Passkeys an und melden Sie alle anderen ab:

${change.url}
`,
      },
    },
  },
  device: {
    unknown: "Unbekannter Browser",
    on: (browser, system) => `${browser} auf ${system}`,
  },
};
