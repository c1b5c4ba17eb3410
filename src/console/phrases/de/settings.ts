// Words of the pages: the settings' first page and its tabs. In German, made without a native speaker's review.
import type * as english from "../settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english.settings> = {
  title: "Einstellungen",
  lead: "Was dieses Konto hat, und wer darin was darf.",
  pages: {
    keys: { name: "Schlüssel", about: "Womit Agenten sich anmelden, und was sie erreichen" },
    programs: { name: "Programme", about: "Programme, die Sie zugelassen haben, und was sie dürfen" },
    members: { name: "Mitglieder", about: "Wer an der Mail arbeitet, und was jeder darf" },
    addresses: { name: "Adressen", about: "Wer hier Mail empfängt, und neue Adressen" },
    templates: {
      name: "Vorlagen",
      about: "Texte, mit denen Schreiben beginnen, und Signaturen, mit denen sie enden",
    },
    devices: { name: "Mailprogramme", about: "Passwörter für Mailprogramme, Telefone und deren Kalender" },
    webhooks: { name: "Webhooks", about: "Wohin Ereignisse gehen, und was aus jedem wurde" },
    domains: { name: "Domains", about: "Ihre eigenen Domains und deren DNS-Einträge" },
    queue: { name: "Warteschlange", about: "Was auf den Versand wartet, über alle Adressen des Dienstes" },
    protection: { name: "Schutz", about: "Was auf einen Menschen wartet, und wem geschrieben werden darf" },
    audit: { name: "Protokoll", about: "Wer Rollen, Schlüssel und Einstellungen geändert hat" },
    you: { name: "Ihre Seite", about: "Passkeys, wo Sie angemeldet sind, und die Tastatur" },
  },
  allMail: "Jede Konversation, in welchem Zustand auch immer",
  drafts: "Was Sie zu schreiben begonnen haben",
  ownerOnly: "Nur der Inhaber ändert diese Einstellungen.",
  changedMeanwhile:
    "Das wurde inzwischen geändert, und nichts wurde gespeichert. Sehen Sie sich an, wie es jetzt ist, und entscheiden Sie dann.",
};
