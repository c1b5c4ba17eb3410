// Words of the pages: invitations in mails. In German, made without a native speaker's review.
import type * as english from "../invitation.ts";
import type { Translated } from "../translated.ts";

export const invitation: Translated<typeof english.invitation> = {
  title: "Einladung",
  cancelled: "Abgesagt",
  reply: "Antwort auf eine Einladung",
  counter: "Schlägt eine andere Zeit vor",
  where: "Ort",
  organiser: "Von",
  attendees: "Mit",
  repeats: "Wiederholung",
  accept: "Zusagen",
  tentative: "Vielleicht",
  decline: "Absagen",
  answered: {
    accepted: "Sie haben zugesagt",
    declined: "Sie haben abgesagt",
    tentative: "Sie haben mit Vielleicht geantwortet",
    "needs-action": "Noch nicht beantwortet",
    delegated: "Weitergegeben",
  },
  allDay: "ganztägig",
  unproven: "Nichts beweist, wer sie gesendet hat: Sehen Sie hin, bevor Sie zusagen.",
  apply: "In den Kalender übernehmen",
  applied: "Im Kalender.",
  untitled: "(ohne Titel)",
  carries: "Ihre Antwort enthält, was hier steht, und die Kennung des Termins:",
  moved:
    "Der Termin hat sich geändert, seit Sie die Seite geöffnet haben. Nichts wurde gesendet: Sehen Sie ihn an, wie er jetzt ist, dann antworten Sie.",
  byLink: {
    title: "Einladung",
    lead: "Sie sind zu diesem Termin eingeladen. Wie antworten Sie?",
    event: "Ein Termin",
    yes: "Ja, ich komme",
    maybe: "Vielleicht",
    no: "Nein",
    once: "Wer einlädt, erfährt Ihre Wahl. Sie können sie ändern, bis der Termin verlegt wird oder vorbei ist.",
    so: "Ihre bisherige Antwort:",
    many: "Mit diesem Link wurde vorerst oft genug geantwortet. Versuchen Sie es in einer Stunde wieder.",
    over: "Dieser Link beantwortet nichts mehr: Der Termin wurde verlegt, abgesagt oder ist vorbei, oder der Link ist unvollständig.",
    byMail:
      "Antworten an diesen Veranstalter kommen per Mail. Bitte beantworten Sie die Einladung in Ihrem Mailprogramm.",
    done: {
      accepted: "Sie haben zugesagt. Wer einlädt, weiß es.",
      tentative: "Sie haben mit Vielleicht geantwortet. Wer einlädt, weiß es.",
      declined: "Sie haben abgesagt. Wer einlädt, weiß es.",
    },
  },
};
