// Words of the pages: what waits for a person, and who may be written to. In Spanish, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type * as english from "../protection.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("es");

export const protection: Translated<typeof english.protection> = {
  title: "Protección",
  of: "Dirección",
  allAddresses: "todas las direcciones",
  show: "Mostrar",
  waits: "Qué espera",
  decides: "Quién decide",
  limits: "Límites",
  save: "Guardar",
  lists: "Permitidos y bloqueados",
  noEntries: "Nadie todavía. Añada una dirección, o un dominio con todas sus direcciones.",
  remove: "Quitar",
  removeNamed: (entry) => `Quitar ${entry}`,
  entry: "Dirección o dominio",
  rule: "Qué se le aplica",
  add: "Añadir",
  wholeNumber: (name, least, most) =>
    `${name}: escriba un número entero de ${number(least)} a ${number(most)}.`,
  tooManyReviewers: "Nombre como máximo a 20 revisores.",
  choices: {
    outbound: {
      label: "Envíos",
      values: {
        off: "Ninguno espera",
        new_recipients: "A destinatarios que nadie ha permitido",
        all: "Todos esperan",
      },
    },
    inbound: {
      label: "Correo recibido",
      values: {
        off: "Ninguno espera",
        new_senders: "De remitentes que nadie ha permitido ni probado",
        review: "Lo que pide una segunda mirada",
      },
    },
    approver: {
      label: "Quién puede decidir",
      values: { key: "Una persona, o una clave que alcanza la cuenta", human: "Solo una persona" },
    },
    submission: {
      label: "Lo que envía un programa de correo y esperaría",
      values: { hold: "Se acepta y espera", refuse: "Se rechaza" },
    },
    notify: {
      label: "Cómo se les avisa",
      values: { each: "Enseguida", digest: "Una vez por hora", off: "No se avisa" },
    },
    on_expiry: {
      label: "Qué ocurre entonces",
      values: { keep: "Sigue esperando", reject: "Vuelve a ser un borrador" },
    },
  },
  texts: {
    reviewers: {
      label: "A quién se avisa por correo",
      hint: "Direcciones de correo, separadas por comas. A quien no es miembro se le pregunta primero una vez, por correo; quien tiene una dirección de este servidor debe ser miembro.",
    },
    expires_after: { label: "Segundos hasta contar como no decidido", hint: "Vacío: nunca." },
    first_contacts_a_day: { label: "Destinatarios nuevos por día sin revisión", hint: "Vacío: sin límite." },
    untrusted_contacts_a_day: { label: "De ellos, leídos en mensajes recibidos", hint: "Vacío: sin límite." },
  },
  rules: {
    "send allow": "Se le puede escribir",
    "send block": "No se le debe escribir",
    "receive allow": "Puede escribir aquí",
    "receive block": "No debe escribir aquí",
  },
};
