// How mail programs introduce history, language by language, as they write it: attribution lines (Gmail's, Apple
// Mail's, Thunderbird's, Outlook's for phones), header blocks (Outlook's) and separators. Written for these tests.

export interface LanguageSample {
  /** Attribution lines that are believed even above unmarked text. */
  attributions: string[];
  /** Attribution lines with too little evidence, believed only above quoted lines. */
  weak?: string[];
  /** A header block, as Outlook writes it. */
  block?: string;
  /** What stands between dashes above an answered mail. */
  original?: string;
  /** What stands between dashes above a forwarded mail. */
  forwarded?: string;
}

export const block = (from: string, sent: string, to: string, subject: string): string =>
  `${from} Bob Smith <bob@example.com>\n${sent} 3. 5. 2024 10:00\n${to} Ann Lee <ann@example.com>\n${subject} Plan`;

/** Germanic, Romance, Nordic and Baltic languages; the others stand in languages-more.ts. */
export const samples: Record<string, LanguageSample> = {
  English: {
    attributions: [
      "On Tue, 3 May 2024 at 10:00, Bob Smith <bob@example.com> wrote:",
      "On May 3, 2024, at 10:00 AM, Bob Smith <bob@example.com> wrote:",
      "On 5/3/24 10:00, Bob Smith wrote:",
      "On Tuesday, May 3, 2024 at 10:00:00 AM GMT+2, Bob Smith <bob@example.com> wrote:",
      "On Tue, 3 May 2024, 10:00 Bob Smith, <bob@example.com> wrote:",
      "On 2024-05-03 10:00, Bob Smith wrote:",
      "---- On Tue, 03 May 2024 10:00:00 +0200 Bob Smith <bob@example.com> wrote ----",
      "On Tuesday, May 3rd, 2024 at 10:00, Bob Smith <bob@example.com> wrote:",
      "At 10:00 AM 5/3/2024, Bob Smith wrote:",
      "On Tue, May 03, 2024 at 10:00:00AM +0200, Bob Smith wrote:",
      "Bob Smith <bob@example.com> wrote on Tue, 3 May 2024 at 10:00:",
    ],
    weak: [
      "Bob Smith wrote:",
      "* Bob Smith <bob@example.com> [2024-05-03 10:00]:",
      "Quoting Bob Smith <bob@example.com>:",
      "Bob Smith writes:",
    ],
    block: block("From:", "Sent:", "To:", "Subject:"),
    original: "Original Message",
    forwarded: "Forwarded message",
  },
  German: {
    attributions: [
      "Am Di., 3. Mai 2024 um 10:00 Uhr schrieb Bob Smith <bob@example.com>:",
      "Am 03.05.2024 um 10:00 schrieb Bob Smith <bob@example.com>:",
      "Am 03.05.24 um 10:00 schrieb Bob Smith:",
      "Bob Smith <bob@example.com> schrieb am Di., 3. Mai 2024, 10:00:",
      "Am Dienstag, dem 03.05.2024 um 10:00 +0200 schrieb Bob Smith:",
    ],
    weak: ["Bob Smith schrieb:", "Zitat von Bob Smith <bob@example.com>:"],
    block: block("Von:", "Gesendet:", "An:", "Betreff:"),
    original: "Ursprüngliche Nachricht",
    forwarded: "Weitergeleitete Nachricht",
  },
  French: {
    attributions: [
      "Le mar. 3 mai 2024 à 10:00, Bob Smith <bob@example.com> a écrit :",
      "Le 3 mai 2024 à 10:00, Bob Smith <bob@example.com> a écrit :",
      "Le 03/05/2024 à 10:00, Bob Smith a écrit :",
      "Le mardi 3 mai 2024 à 10:00:00 UTC+2, Bob Smith <bob@example.com> a écrit :",
    ],
    weak: ["Bob Smith a écrit :"],
    block: block("De :", "Envoyé :", "À :", "Objet :"),
    original: "Message d'origine",
    forwarded: "Message transféré",
  },
  Spanish: {
    attributions: [
      "El mar, 3 may 2024 a las 10:00, Bob Smith (<bob@example.com>) escribió:",
      "El 3 may 2024, a las 10:00, Bob Smith <bob@example.com> escribió:",
      "El 3/5/24 a las 10:00, Bob Smith escribió:",
      "El martes, 3 de mayo de 2024, Bob Smith <bob@example.com> escribió:",
    ],
    block: block("De:", "Enviado el:", "Para:", "Asunto:"),
    original: "Mensaje original",
    forwarded: "Mensaje reenviado",
  },
  Catalan: {
    attributions: [
      "El 3 maig 2024, a les 10:00, Bob Smith <bob@example.com> va escriure:",
      "Missatge de Bob Smith <bob@example.com> del dia dt., 3 de maig 2024 a les 10:00:",
    ],
    block: block("De:", "Enviat el:", "Per a:", "Assumpte:"),
    original: "Missatge original",
    forwarded: "Missatge reenviat",
  },
  Portuguese: {
    attributions: [
      "Em ter., 3 de mai. de 2024 às 10:00, Bob Smith <bob@example.com> escreveu:",
      "Bob Smith <bob@example.com> escreveu (terça, 3/05/2024 à(s) 10:00):",
      "Em 03/05/2024 10:00, Bob Smith escreveu:",
      "A 03/05/2024, às 10:00, Bob Smith <bob@example.com> escreveu:",
    ],
    block: block("De:", "Enviado:", "Para:", "Assunto:"),
    original: "Mensagem original",
    forwarded: "Mensagem encaminhada",
  },
  Italian: {
    attributions: [
      "Il giorno mar 3 mag 2024 alle ore 10:00 Bob Smith <bob@example.com> ha scritto:",
      "Il giorno 3 mag 2024, alle ore 10:00, Bob Smith <bob@example.com> ha scritto:",
      "Il 03/05/2024 10:00, Bob Smith ha scritto:",
    ],
    block: block("Da:", "Inviato:", "A:", "Oggetto:"),
    original: "Messaggio originale",
    forwarded: "Messaggio inoltrato",
  },
  Dutch: {
    attributions: [
      "Op di 3 mei 2024 om 10:00 schreef Bob Smith <bob@example.com>:",
      "Op 3 mei 2024, om 10:00 heeft Bob Smith <bob@example.com> het volgende geschreven:",
      "Op 03-05-2024 om 10:00 schreef Bob Smith:",
    ],
    block: block("Van:", "Verzonden:", "Aan:", "Onderwerp:"),
    original: "Oorspronkelijk bericht",
    forwarded: "Doorgestuurd bericht",
  },
  Swedish: {
    attributions: [
      "Den tis 3 maj 2024 kl 10:00 skrev Bob Smith <bob@example.com>:",
      "3 maj 2024 kl. 10:00 skrev Bob Smith <bob@example.com>:",
      "Den 2024-05-03 kl. 10:00, skrev Bob Smith:",
    ],
    block: block("Från:", "Skickat:", "Till:", "Ämne:"),
    original: "Ursprungligt meddelande",
    forwarded: "Vidarebefordrat meddelande",
  },
  Danish: {
    attributions: [
      "Den tirs. 3. maj 2024 kl. 10.00 skrev Bob Smith <bob@example.com>:",
      "Den 03/05/2024 kl. 10.00 skrev Bob Smith:",
    ],
    block: block("Fra:", "Sendt:", "Til:", "Emne:"),
    original: "Oprindelig meddelelse",
    forwarded: "Videresendt meddelelse",
  },
  Norwegian: {
    attributions: [
      "tir. 3. mai 2024 kl. 10:00 skrev Bob Smith <bob@example.com>:",
      "3. mai 2024 kl. 10:00 skrev Bob Smith <bob@example.com>:",
      "På 3. mai 2024 på 10:00, Bob Smith (bob@example.com) skrev:",
    ],
    block: block("Fra:", "Sendt:", "Til:", "Emne:"),
    original: "Opprinnelig melding",
    forwarded: "Videresendt melding",
  },
  Finnish: {
    attributions: [
      "ti 3. toukok. 2024 klo 10.00 Bob Smith (bob@example.com) kirjoitti:",
      "ti 17. marrask. 2026 klo 16.05 Ada Byron (ada@example.com) kirjoitti:",
      "Bob Smith <bob@example.com> kirjoitti 3.5.2024 kello 10.00:",
    ],
    weak: ["Bob Smith kirjoitti 3.5.2024 klo 10.00:"],
    block: block("Lähettäjä:", "Lähetetty:", "Vastaanottaja:", "Aihe:"),
    original: "Alkuperäinen viesti",
    forwarded: "Välitetty viesti",
  },
  Icelandic: {
    attributions: ["Þann þri., 3. maí 2024 kl. 10:00 skrifaði Bob Smith <bob@example.com>:"],
    block: block("Frá:", "Sent:", "Til:", "Efni:"),
  },
  Estonian: {
    attributions: ["Kontakt Bob Smith (<bob@example.com>) kirjutas kuupäeval T, 3. mai 2024 kell 10:00:"],
    weak: ["Bob Smith kirjutas 03.05.2024 kell 10:00:"],
    block: block("Saatja:", "Saadetud:", "Adressaat:", "Teema:"),
    original: "Algne kiri",
  },
  Latvian: {
    attributions: [
      "otrd., 2024. g. 3. maijs, plkst. 10:00 — lietotājs Bob Smith (<bob@example.com>) rakstīja:",
    ],
    block: block("No:", "Nosūtīts:", "Kam:", "Tēma:"),
    original: "Sākotnējais ziņojums",
  },
  Lithuanian: {
    attributions: [
      "2024-05-03, an, 10:00 Bob Smith <bob@example.com> rašė:",
      "2024-05-03 10:00, Bob Smith rašė:",
    ],
    block: block("Nuo:", "Išsiųsta:", "Kam:", "Tema:"),
    original: "Pradinis laiškas",
  },
};
