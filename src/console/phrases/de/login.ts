// Words of the pages: signing in. In German, made without a native speaker's review.
import type * as english from "../login.ts";
import type { Translated } from "../translated.ts";

export const login: Translated<typeof english.login> = {
  title: "Anmelden",
  heading: "Bei Postroom anmelden",
  signIn: "Anmelden",
  lead: "Geben Sie Ihre E-Mail-Adresse ein. Ein Link, der Sie einmal anmeldet, wird an sie gesendet.",
  email: "E-Mail",
  send: "Link senden",
  notAnAddress: "Das ist keine E-Mail-Adresse. Geben Sie eine ein wie ada@example.com.",
  tooMany: "Es wurden zu viele Links angefordert. Warten Sie eine Weile.",
  sentTitle: "Sehen Sie in Ihre Mails",
  sent: (email) => [
    "Wenn zu ",
    email,
    " ein Konto gehört, ist ein Anmeldelink unterwegs. Er gilt einmal, für 15 Minuten.",
  ],
  nothing: "Nichts da? Sehen Sie in den Spam-Ordner, warten Sie ein paar Minuten, dann ",
  again: "fordern Sie ihn noch einmal an",
  limit: ". Höchstens drei Links in der Stunde werden gesendet.",
  here: "An eine Adresse dieses Servers selbst wird kein Link gesendet, denn ihre Schlüssel und Mailprogramme würden ihn lesen: Melden Sie sich mit einem Passkey an, oder bitten Sie den Betreiber des Servers um einen Link (postroom console-link).",
  passkey: "Mit einem Passkey anmelden",
  passkeyFailed:
    "Das Gerät hat keinen Passkey geliefert. Versuchen Sie es noch einmal, oder fordern Sie einen Link an.",
  passkeyMissing: "Dieser Browser hat keine Passkeys. Fordern Sie einen Link an.",
  passkeyRefused:
    "Dieser Passkey öffnet hier nichts: Er wurde entfernt, oder die Seite hat zu lange gewartet. Versuchen Sie es noch einmal, oder fordern Sie einen Link an.",
  issuer: (name) => `Mit ${name} anmelden`,
  issuerAway: (name) =>
    `${name} antwortet gerade nicht. Versuchen Sie es gleich noch einmal, oder melden Sie sich mit einem Link oder Passkey an.`,
  issuerAgain:
    "Die Anmeldung hat zu lange gedauert oder in einem anderen Browser begonnen. Beginnen Sie noch einmal.",
  issuerRefused: (name) =>
    `${name} hat Sie nicht angemeldet. Beginnen Sie noch einmal, oder fragen Sie, wer es betreibt.`,
  issuerNobody: {
    unproven:
      "Keine Adresse beweist, wer Sie hier sind: Sie ist dort nicht bestätigt, oder sie ist eine Adresse dieses Servers, deren Mail Schlüssel und Programme lesen. Melden Sie sich mit einem Passkey an, oder bitten Sie den Betreiber des Servers um einen Link (postroom console-link).",
    taken:
      "Jemand anderes meldet sich schon mit dieser Adresse an. Bitten Sie einen Inhaber des Kontos, diese Person zu entfernen und Sie einzuladen.",
    nothing:
      "Sie haben hier kein Konto. Bitten Sie einen Inhaber, Sie einzuladen oder einer Ihrer Gruppen eine Rolle zu geben.",
  },
  or: "oder",
  once: "Dieser Link gilt einmal. Drücken Sie den Knopf, um ihn zu benutzen.",
  program: (name) => [
    name,
    " bittet um Zugriff auf Ihre Mail. Melden Sie sich in diesem Browser an, dann werden Sie gefragt, was es darf.",
  ],
  mails: {
    link: {
      subject: "Ihr Anmeldelink",
      text: (url) => `Dieser Link meldet Sie bei Postroom an, einmal, innerhalb von 15 Minuten:

${url}

Wenn Sie ihn nicht angefordert haben, tun Sie nichts.
`,
    },
    here: {
      subject: "Anmeldung",
      text: (
        email,
      ) => `Jemand hat einen Link angefordert, der ${email} bei Postroom anmeldet. An eine Adresse dieses Servers geht kein Link,
denn ihre Schlüssel und Mailprogramme lesen, was dort ankommt. Melden Sie sich mit einem Passkey an, oder bitten Sie den
Betreiber des Servers um einen Link, den dies erstellt:

postroom console-link ${email}

Wenn Sie nichts angefordert haben, tun Sie nichts.
`,
    },
  },
};
