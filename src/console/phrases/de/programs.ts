// Words of the pages: programs that ask for access, and those that have it. In German, made without a native speaker's review.
import type * as english from "../programs.ts";
import type { Translated } from "../translated.ts";

export const programs: Translated<typeof english.programs> = {
  title: "Programme",
  lead: "Ein Programm, das MCP spricht, bittet selbst um Zugriff, wenn es diese Adresse bekommt:",
  none: "Noch hat kein Programm Zugriff. Geben Sie einem diese Adresse: Es führt Sie hierher, und Sie sagen, was es darf.",
  everyAddress: "jede Adresse",
  may: {
    read: "liest",
    draft: "liest und entwirft",
    send: "liest, entwirft und sendet",
    approve: "liest, entwirft, sendet und gibt frei",
  },
  answersTo: "Antworten gehen an",
  end: "Beenden",
  endHint: "Es wird sofort abgemeldet.",
  endNamed: (name) => `Zugriff von ${name} beenden`,
};

export const authorize: Translated<typeof english.authorize> = {
  title: "Zugriff für ein Programm",
  heading: (name) => `Darf ${name} Ihre Mail benutzen?`,
  notVerified: "nennt sich das Programm selbst. Der Name ist nicht geprüft.",
  describedAt: "Beschrieben ist es unter",
  destination: {
    web: ["Ihre Antwort geht an ", "."],
    machine: [
      "Ihre Antwort geht an ein Programm auf diesem Computer (",
      "). Jedes Programm darauf kann sich so nennen: Machen Sie nur weiter, wenn Sie dieses gerade gestartet haben.",
    ],
    app: [
      "Ihre Antwort geht an die App auf diesem Gerät, die Links dieses Schemas öffnet: ",
      ". Machen Sie nur weiter, wenn Sie sie gerade gestartet haben.",
    ],
  },
  accounts: "Ihre Konten",
  addresses: "Welche Adressen",
  noAddress: "Dieses Konto hat noch keine Adresse.",
  every: "Jede Adresse dieses Kontos, auch künftige",
  levels: "Was es darf",
  level: {
    read: "Lesen: Mail, Dateien und Kalender",
    draft: "Entwerfen: auch Entwürfe schreiben, Mail verschieben und mit Labels versehen",
    send: "Senden: auch Mail senden und löschen und Kalender ändern; was Sie schützen, wartet weiter auf Sie",
    approve:
      "Freigeben: auch über zurückgehaltene Mail entscheiden, wo eine Adresse Programme entscheiden lässt. Für ein Programm, mit dem Sie selbst arbeiten, nie für einen Agenten",
  },
  takeBack: "Sie können das jederzeit zurücknehmen, in den Einstellungen unter „Programme“.",
  allow: "Erlauben",
  refuse: "Ablehnen",
  tickOne: "Wählen Sie mindestens eine Adresse.",
  refusedTitle: "Nicht in Ordnung",
  refusedHeading: "Die Anfrage dieses Programms ist nicht in Ordnung",
  refusedLead: "Nichts wurde erlaubt. Beheben muss das, wer das Programm geschrieben hat.",
  tellProgram: "Dem Programm mitteilen",
};
