// Words of the pages: invitations in mails. In Spanish, made without a native speaker's review.
import type * as english from "../invitation.ts";
import type { Translated } from "../translated.ts";

export const invitation: Translated<typeof english.invitation> = {
  title: "Invitación",
  cancelled: "Cancelado",
  reply: "Respuesta a una invitación",
  counter: "Propone otra hora",
  where: "Lugar",
  organiser: "De",
  attendees: "Con",
  repeats: "Repetición",
  accept: "Aceptar",
  tentative: "Quizá",
  decline: "Rechazar",
  answered: {
    accepted: "Usted aceptó",
    declined: "Usted rechazó",
    tentative: "Usted respondió quizá",
    "needs-action": "Aún sin respuesta",
    delegated: "Delegado",
  },
  allDay: "todo el día",
  unproven: "Nada prueba quién la envió: mire bien antes de aceptar.",
  apply: "Añadir al calendario",
  applied: "Está en el calendario.",
  untitled: "(sin título)",
  carries: "Su respuesta lleva lo que figura aquí y el identificador del evento:",
  moved:
    "El evento ha cambiado desde que abrió la página. No se ha enviado nada: mírelo como está ahora y responda después.",
  byLink: {
    title: "Invitación",
    lead: "Está invitado a este evento. ¿Qué responde?",
    event: "Un evento",
    yes: "Sí, iré",
    maybe: "Quizás",
    no: "No",
    once: "Quien invita sabrá lo que elija. Puede cambiarlo hasta que el evento se mueva o termine.",
    so: "Su respuesta hasta ahora:",
    many: "Este enlace ya ha respondido bastante por ahora. Inténtelo de nuevo en una hora.",
    over: "Este enlace ya no responde a nada: el evento se movió, se canceló o terminó, o el enlace está incompleto.",
    byMail:
      "Las respuestas a este organizador se envían por correo. Responda a la invitación en su programa de correo.",
    done: {
      accepted: "Ha aceptado. Quien invita lo sabe.",
      tentative: "Ha respondido quizás. Quien invita lo sabe.",
      declined: "Ha rechazado. Quien invita lo sabe.",
    },
  },
};
