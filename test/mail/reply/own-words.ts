// Text mails whose own words look like something of a program: disclaimers, rules with a name and a date, labels. `reply` null:
// nothing is history, the mail stays whole.

import type { FreshSample } from "./fresh-text.ts";

const on = "On Tue, Mar 4, 2025 at 9:12 AM Ingrid Moe <i.moe@plant.example> wrote:";
const quote = "> Can you come before Thursday?\n> The pump in hall four leaks again.";
const between = (name: string, last: string): FreshSample => ({
  name,
  mail: `Hello Ingrid,\n\nyes, on Wednesday.\n\n> Can you come before Thursday?\n\n${last}`,
  reply: null,
});
const whole = (name: string, mail: string): FreshSample => ({ name, mail, reply: null });

// biome-ignore format: one mail a line
export const ownWords: FreshSample[] = [
  // Words of disclaimers in sentences below a quote.
  between("asks to delete and to notify", "Please delete it when the seal is in, and notify us if it leaks again."),
  between("an addressee who moved", "The addressee has moved. If you are not sure where to, I can ask her."),
  between("a link to something to delete", "Can you delete this page? https://pumps.example/hall-4"),
  between("a mail that was meant for somebody else", "Sorry, this mail was intended for Per, please delete it."),
  between("a parcel received in error", "We received it in error, so please notify us who it was intended for."),
  between("German, the addressee by mistake", "Der Adressat hat das Paket irrtümlich bekommen, ich hole es morgen ab."),
  between("French, a parcel by mistake", "Le destinataire a reçu le colis par erreur, je passe le prendre demain."),
  between("Spanish, a parcel by mistake", "El destinatario recibió el paquete por error, mañana lo recojo."),
  between("Italian, a parcel by mistake", "Il destinatario ha ricevuto il pacco per errore, passo domani."),
  between("Dutch, a parcel by mistake", "De geadresseerde heeft het pakket abusievelijk gekregen, ik haal het op."),
  between("Portuguese, a parcel by mistake", "O destinatário recebeu a encomenda por engano, passo amanhã."),
  between("Polish, an addressee", "Adresat się przeprowadził, a paczka wróciła: https://pumps.example/p/12"),
  between("confidential, says a person", "This message is confidential, so please delete it when you have read it."),
  between("a rule, words and an address", "--------\nIf you are not in the office, ask Per.\nHe opens the gate for you, his address is per@pumps.example"),
  // Headings of the sender between rules, in an answer.
  whole("minutes of a call", "Hello Ingrid,\n\nhere are my notes.\n\n=== Call with Per Dahl <per@pumps.example>, 4 March 2025 ===\nHe brings the seal.\n\n=== Call with Kari Lie <kari@pumps.example>, 5 March 2025 ===\nShe opens the gate.\n\nOla"),
  whole("minutes in German", "Hallo Ingrid,\n\n--- Gespräch mit Per Dahl <per@pumps.example>, 4. März 2025 ---\nEr bringt die Dichtung.\n\nOla"),
  whole("an original text and a new one", "Hello Ingrid,\n\n--- Original text, page 4 ---\nThe pump is old.\n\n--- New text, page 4 ---\nThe pump is new.\n\nOla"),
  whole("an original text from a contract", "Hello Ingrid,\n\n=== Original text from the contract ===\nThe seal is ours.\n\n=== What I propose ===\nThe seal is yours.\n\nOla"),
  whole("a comment in a tracker's mail", "https://bugs.plant.example/show_bug.cgi?id=12\n\nHarald Lund <h@lund.example> changed:\n\n           What    |Removed |Added\n             Status|NEW     |FIXED\n\n--- Comment #4 from Harald Lund <h@lund.example> 2024-05-03 10:00:00 CEST ---\nThe seal is in, and the pump is dry.\n\n-- \nYou are on the CC list."),
  // Labels of the sender.
  whole("a parcel", "Hello Ingrid,\n\nthe seal is on its way\n\nFrom: Oslo\nTo: Hall four\nSent: 4 March 2025\nPriority: express\nReference: 4711\n\nOla brings it in if nobody is there."),
  { name: "questions and answers below a rule", mail: `Hello Ingrid,\n-----\nA: Yes, on Wednesday.\n\n${on}\n${quote}`, reply: "Hello Ingrid,\n-----\nA: Yes, on Wednesday." },
  { name: "a subject below a rule", mail: `Hello Ingrid,\n-----\nSubject: the new pump\n\n${on}\n${quote}`, reply: "Hello Ingrid,\n-----\nSubject: the new pump" },
  whole("a message of an advertisement", "Hello Ingrid,\n\n--- Original message from our advertisement ---\nPumps for all.\n\n--- What I propose ---\nSeals for all.\n\nOla"),
  { name: "a recipient in words below a rule", mail: `Hello Ingrid,\n-----\nTo: whoever opens the gate\n\n${on}\n${quote}`, reply: "Hello Ingrid,\n-----\nTo: whoever opens the gate" },
];
