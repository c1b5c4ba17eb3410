// Words of the pages: invitations in mails. In French, made without a native speaker's review.
import type * as english from "../invitation.ts";
import type { Translated } from "../translated.ts";

export const invitation: Translated<typeof english.invitation> = {
  title: "Invitation",
  cancelled: "Annulé",
  reply: "Réponse à une invitation",
  counter: "Propose un autre horaire",
  where: "Lieu",
  organiser: "De",
  attendees: "Avec",
  repeats: "Répétition",
  accept: "Accepter",
  tentative: "Peut-être",
  decline: "Refuser",
  answered: {
    accepted: "Vous avez accepté",
    declined: "Vous avez refusé",
    tentative: "Vous avez répondu peut-être",
    "needs-action": "Pas encore de réponse",
    delegated: "Délégué",
  },
  allDay: "toute la journée",
  unproven: "Rien ne prouve qui l’a envoyée : regardez bien avant d’accepter.",
  apply: "Ajouter à l’agenda",
  applied: "C’est dans l’agenda.",
  untitled: "(sans titre)",
  carries: "Votre réponse contient ce qui figure ici, et l’identifiant de l’événement :",
  moved:
    "L’événement a changé depuis que vous avez ouvert la page. Rien n’a été envoyé : regardez-le tel qu’il est maintenant, puis répondez.",
  byLink: {
    title: "Invitation",
    lead: "Vous êtes invité à cet événement. Que répondez-vous ?",
    event: "Un événement",
    yes: "Oui, je viens",
    maybe: "Peut-être",
    no: "Non",
    once: "La personne qui invite apprend votre choix. Vous pouvez en changer jusqu’à ce que l’événement soit déplacé ou terminé.",
    so: "Votre réponse actuelle :",
    many: "Ce lien a assez répondu pour le moment. Réessayez dans une heure.",
    over: "Ce lien ne répond plus à rien : l’événement a été déplacé, annulé ou est terminé, ou le lien est incomplet.",
    byMail:
      "Les réponses à cet organisateur se font par courriel. Répondez à l’invitation dans votre logiciel de messagerie.",
    done: {
      accepted: "Vous avez accepté. La personne qui invite le sait.",
      tentative: "Vous avez répondu peut-être. La personne qui invite le sait.",
      declined: "Vous avez refusé. La personne qui invite le sait.",
    },
  },
};
