// Words of the pages: the queue over all addresses, for the operator. In Spanish, made without a native speaker's review.

import { pluralIn } from "../plural.ts";
import type * as english from "../queue.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");

export const queue: Translated<typeof english.queue> = {
  lead: "Lo que espera para salir, de todas las direcciones de este servicio, lo más antiguo primero. Lo que espera la revisión de una persona no está aquí.",
  domain: "Dominio del destinatario",
  error: "Palabras de la última respuesta",
  state: "Estado",
  anyState: "Cualquier estado",
  states: {
    active: "en curso",
    due: "pendiente",
    deferred: "se reintenta después",
    paced: "a ritmo limitado",
    held: "detenido",
  },
  find: "Buscar",
  none: "Nada espera aquí",
  noneText: "Lo enviado ha salido, o nada coincide con lo que busca.",
  more: "Entradas más recientes",
  tries: (count) => plural(count, "intento", "intentos"),
  why: "Por qué",
  retry: "Intentar ahora",
  hold: "Detener",
  release: "Dejar salir",
  drop: "Abandonar",
  dropHint: "Se avisa al remitente como de cualquier fallo.",
  dropSure: "Abandonar este destinatario",
  left: {
    active: "Quizá está saliendo ahora mismo: deténgalo primero.",
    held: "Está detenido: déjelo salir primero.",
    not_held: "No estaba detenido.",
    ramp: "Su dominio nuevo no puede enviar más hoy.",
    settled: "Ya no espera.",
  },
};
