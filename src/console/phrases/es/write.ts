// Words of the pages: writing. In Spanish, made without a native speaker's review.

import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../write.ts";

const plural = pluralIn("es");

export const write: Translated<typeof english.write> = {
  title: "Redactar",
  kinds: { reply: "Responder", all: "Responder a todos", forward: "Reenviar" },
  from: "De",
  to: "Para",
  cc: "Cc",
  bcc: "Cco",
  subject: "Asunto",
  text: "Texto",
  textHint: "Escriba…",
  replyHint: "Escriba una respuesta…",
  moreLines: "Cc, Cco",
  send: "Enviar",
  attach: "Adjuntar archivos",
  tooLarge: "Los archivos superan juntos los 25 MB. Adjunte menos, o un enlace a ellos.",
  goingUp: "Subiendo…",
  saved: "Borrador guardado",
  format: "Formato",
  plain: "Texto sin formato",
  markdown: "Markdown",
  kept: "HTML, tal cual",
  beyond: "Qué más sale con él",
  keptHtml: "Su HTML, que la mayoría de los programas muestran en lugar del texto:",
  preview: "Vista previa",
  template: "Plantilla",
  templateInKept:
    "Este mensaje sale como HTML que escribió otra persona. Elija antes otro formato: la plantilla ocupa su lugar.",
  unfilled: (fields) =>
    `Estos campos de una plantilla no están rellenos: ${fields}. Rellénelos, o envíe otra vez para enviarlo tal como está.`,
  otherSignature:
    "Acababa con la firma de otra dirección. Mire el texto tal como está ahora y envíelo de nuevo.",
  save: "Guardar borrador",
  discard: "Descartar",
  removeFile: (name) => `Quitar ${name}`,
  carried: (count) => `${plural(count, "archivo del mensaje va", "archivos del mensaje van")} incluidos`,
  notAnAddress: (text) => `«${text.slice(0, 100)}» no es una dirección de correo. Separe varias con comas.`,
  nobody: "Nombre al menos a un destinatario.",
  noAddress: "No hay ninguna dirección desde la que escribir. Cree primero una.",
  sentAlready: "Esto ya se envió.",
  hasLeft: "Ya ha salido y no se puede deshacer.",
  failed: "No se envió:",
  leaves: "Sale",
  sentAs: (sender) => `El correo al respecto es de ${sender}`,
  renamed:
    "El nombre de esta dirección ha cambiado desde que abrió la página. No se ha enviado nada: mire el nombre que se muestra ahora y hágalo de nuevo.",
  changed:
    "Ha cambiado desde que lo abrió: otra persona ha escrito en este borrador, ha añadido un archivo o ha cambiado el nombre de su dirección. Mire lo que hay ahora; «Enviar» envía lo que ve.",
  yours: "Lo que usted escribió",
  theirs: "Lo que dice ahora el borrador",
  undo: "Deshacer",
  people: "Personas a las que ha escrito",
  nobodyYet: "Nadie todavía.",
  notKept: "Aún sin guardar: no hay red. Se intenta de nuevo.",
  later: "Enviar más tarde",
  laterRange: "Elija una hora dentro de un minuto como mínimo y treinta días como máximo.",
  laterAt: (zone) => `A las (hora de ${zone})`,
  draft: "Borrador",
  go: "Seguir escribiendo",
  replyAll: "Responder a todos",
};
