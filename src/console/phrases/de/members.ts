// Words of the pages: who works on an account's mail. In German, made without a native speaker's review.
import type * as english from "../members.ts";
import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");

export const members: Translated<typeof english.members> = {
  title: "Mitglieder",
  lead: "Wer an der Mail dieses Kontos arbeitet.",
  you: "Sie",
  invited: "eingeladen",
  notHere: "noch nicht da",
  since: "seit",
  inviteTitle: "Jemanden einladen",
  inviteHint: "Ein Link wird per Mail gesendet. Er gilt sieben Tage und meldet an.",
  email: "E-Mail",
  name: "Name",
  namePlaceholder: "Wie ihn Kollegen lesen",
  role: "Rolle",
  invite: "Einladen",
  again: "Noch einmal senden",
  change: "Rolle ändern",
  changeNamed: (name) => `Rolle von ${name}`,
  remove: "Entfernen",
  removeHint:
    "Die Person wird sofort von diesem Konto abgemeldet, und Programme, die sie zugelassen hat, sowie Passwörter, die sie erstellt hat, enden. Was sie geschrieben hat, bleibt; ihre API-Schlüssel und Webhooks laufen weiter, bis Sie sie widerrufen.",
  removeNamed: (name) => `${name} entfernen`,
  leave: "Verlassen",
  leaveHint: "Sie sehen dieses Konto nicht mehr. Ein Inhaber kann Sie wieder einladen.",
  leaveSure: "Dieses Konto verlassen",
  rolesTitle: "Was eine Rolle darf",
  roles: {
    reviewer:
      "Alle Mail und ihren Verlauf lesen, Notizen hinterlassen und entscheiden, was wartet: freigeben, bearbeiten, zurückgeben, ablehnen, übernehmen.",
    member:
      "Auch schreiben und senden, Konversationen ordnen, mit Labels versehen und zuweisen, Einladungen beantworten und den Kalender führen.",
    owner:
      "Auch festlegen, was das Konto hat: Schlüssel, Programme, Adressen, Mailprogramme, Webhooks, Domains, Schutz und Mitglieder.",
  },
  ownerStays: "Der erste Inhaber kann nicht entfernt werden und keine andere Rolle bekommen.",
  ownerOnly: "Nur ein Inhaber lädt Personen ein und entfernt sie.",
  notAnAddress: "Das ist keine E-Mail-Adresse. Geben Sie eine ein wie ada@example.com.",
  longName: "Ein Name hat höchstens 100 Zeichen.",
  tooMany: "In dieser Stunde wurden viele eingeladen. Warten Sie eine Weile.",
  notMailed: (email, why) => `${email} wurde hinzugefügt, aber der Link konnte nicht gesendet werden: ${why}`,
  handOver: (email) =>
    `${email} ist eine Adresse dieses Servers, deren Mail Schlüssel und Mailprogramme lesen; darum wird der Link nicht gesendet. Geben Sie ihn selbst weiter: Er wird nur dieses eine Mal gezeigt und gilt sieben Tage.`,
  signsInBy: (email) =>
    `Danach meldet sich die Person mit einem Passkey an (Einstellungen, Ihre Seite) oder mit einem Link, den der Betreiber des Servers erstellt: postroom console-link ${email}`,
  count: (count) => plural(count, "Person", "Personen"),
  invitation: {
    title: "Eine Einladung",
    heading: (account) => `An der Mail von ${account} arbeiten?`,
    lead: (role) => `Sie sind eingeladen als ${role}.`,
    anAccount: "eines Kontos",
    accept: "Annehmen und anmelden",
    decline:
      "Wenn Sie nicht möchten, schließen Sie diese Seite: Niemand sieht Sie im Konto, bevor Sie annehmen.",
    subject: (account) => `Sie sind zur Mail von ${account} eingeladen`,
    text: ({ inviter, account, role, does, url }) =>
      `${inviter} lädt Sie ein, in Postroom an der Mail von ${account} zu arbeiten, als ${role}.

Als ${role} dürfen Sie:

${does}

Dieser Link meldet Sie an, einmal, innerhalb von sieben Tagen:

${url}

Wenn Sie nicht möchten, tun Sie nichts.
`,
  },
};
