// Words of the pages: many threads at once. In Spanish, made without a native speaker's review.
import type * as english from "../bulk.ts";
import { numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");
const number = numberIn("es");

const threads = (count: number) => plural(count, "conversación", "conversaciones");

export const bulk: Translated<typeof english.bulk> = {
  title: "Conversaciones seleccionadas",
  choose: (subject) => `Seleccionar ${subject}`,
  chooseAll: "Seleccionar todo",
  chosen: "seleccionadas",
  everything: "Todo lo de esta lista",
  all: "Toda la lista",
  none: "Ninguna",
  done: "Terminado",
  open: "Reabrir",
  read: "Leído",
  unread: "No leído",
  spam: "Spam",
  notSpam: "No es spam",
  trash: "Eliminar",
  move: "Mover",
  moveTo: "Mover lo recibido a",
  label: "Etiqueta",
  labelWith: "Etiqueta",
  put: "Poner",
  take: "Quitar",
  nothing: "Seleccione primero conversaciones.",
  tooMany: (most) =>
    `Como máximo ${number(most)} conversaciones a la vez. Seleccione en su lugar toda la lista.`,
  did: {
    resolved: (count) => `${plural(count, "conversación terminada", "conversaciones terminadas")}.`,
    open: (count) => `${plural(count, "conversación reabierta", "conversaciones reabiertas")}.`,
    read: (count) => `${plural(count, "conversación leída", "conversaciones leídas")}.`,
    unread: (count) => `${threads(count)} de nuevo sin leer.`,
    spam: (count) => `${threads(count)} en Spam.`,
    inbox: (count) => `${threads(count)} en la bandeja de entrada.`,
    archive: (count) => `${threads(count)} en el archivo.`,
    trash: (count) => `${threads(count)} en la papelera.`,
    move: (count) => `${plural(count, "conversación movida", "conversaciones movidas")}.`,
    label: (count) => `${plural(count, "conversación etiquetada", "conversaciones etiquetadas")}.`,
    unlabel: (count) => `${threads(count)} sin la etiqueta.`,
  },
  left: (count) => ` ${threads(count)} sin tocar: con una persona, cambiadas entretanto o sin tal carpeta.`,
  noUndo: " Tantas no se pueden deshacer de una vez.",
  takenBack: (count) => `${threads(count)} como antes.`,
  going: (count) => `${threads(count)} hasta ahora. Sigue el resto…`,
  byItself: "No hace falta dejar ninguna página abierta.",
  ended:
    "Esto terminó antes de acabar: quien lo pidió ya no puede hacerlo, su carpeta o etiqueta ya no existe, o duró más de una semana.",
  goOn: "Continuar",
};
