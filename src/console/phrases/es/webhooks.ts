// Words of the pages: webhooks and their deliveries. In Spanish, made without a native speaker's review.

import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../webhooks.ts";

const plural = pluralIn("es");
const number = numberIn("es");
const isOne = isOneIn("es");

export const webhooks: Translated<typeof english.webhooks> = {
  title: "Webhooks",
  lead: "Sus programas se enteran de los eventos por llamadas firmadas, según Standard Webhooks.",
  none: "Todavía no hay ningún webhook",
  noneText:
    "Añada abajo la dirección de su programa. Se le llama por cada evento hasta que responda con 2xx.",
  wholeAccount: "toda la cuenta",
  oneAddress: "una dirección",
  allKinds: "todos los eventos",
  someKinds: (count) => plural(count, "tipo de evento", "tipos de eventos"),
  status: { active: "Activo", failing: "Con fallos", disabled: "Desactivado" },
  meaning: {
    active: "Los eventos se entregan.",
    failing: "Su entrega más reciente agotó los intentos; los eventos posteriores se siguen intentando.",
    disabled: "No se entrega nada hasta que lo active.",
  },
  noneArrived: (count) =>
    isOne(count)
      ? "La última entrega aún no ha llegado: vea abajo la respuesta."
      : `Ninguna de las últimas ${number(count)} entregas ha llegado: vea abajo la respuesta.`,
  newTitle: "Añadir un webhook",
  url: "URL",
  urlMissing: "Indique una URL que empiece por https:// o http://.",
  of: "Eventos de",
  kinds: "Solo algunos tipos de eventos",
  kindsHint: "Ninguno marcado: todos, también los de versiones posteriores.",
  make: "Añadir webhook",
  made: (url) => `Secreto de firma de ${url}.`,
  copyNow: "Cópielo ahora: solo se muestra esta vez.",
  back: "Todos los webhooks",
  test: "Enviar un evento de prueba",
  enable: "Activar",
  disable: "Desactivar",
  delete: "Eliminar",
  deleteHint: "También terminan las reglas que llevan a él.",
  deleteSure: "Eliminar este webhook",
  deliveries: "Entregas",
  noDeliveries: "Todavía no se ha entregado nada.",
  deliveryStatus: {
    queued: "espera",
    delivering: "en curso",
    retrying: "se reintenta después",
    delivered: "entregado",
    failed: "fallido",
  },
  tries: (count) => plural(count, "intento", "intentos"),
  next: "siguiente",
  answer: "Qué respondió",
  replay: "Entregar de nuevo",
};
