// Words of the pages: the lists of mail. In Spanish, made without a native speaker's review.
import type * as english from "../lists.ts";
import { numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");
const number = numberIn("es");

export const lists: Translated<typeof english.lists> = {
  needs: {
    name: "Por decidir",
    emptyTitle: "Nada le necesita",
    empty:
      "Aquí figuran el correo que espera una decisión, las conversaciones que un agente le pasa y el correo devuelto.",
  },
  open: {
    name: "Abierto",
    emptyTitle: "No hay nada abierto",
    empty:
      "El correo nuevo llega aquí. Las conversaciones terminadas o que esperan a otra persona están en las listas de abajo.",
  },
  waiting: {
    name: "En espera",
    emptyTitle: "No espera a nadie",
    empty:
      "Ponga aquí una conversación cuando la otra parte deba responder. Su respuesta la devuelve a «Abierto».",
  },
  snoozed: {
    name: "Pospuesto",
    emptyTitle: "No hay nada pospuesto",
    empty: "Posponga una conversación y quedará aquí hasta su hora, o hasta que llegue un mensaje en ella.",
  },
  done: {
    name: "Terminado",
    emptyTitle: "Todavía no hay nada terminado",
    empty: "Marque una conversación como terminada y pasará aquí. Un mensaje nuevo la devuelve a «Abierto».",
  },
  all: {
    name: "Todo el correo",
    emptyTitle: "Todavía no hay correo",
    empty: "Envíe un mensaje a una de sus direcciones, o escriba uno.",
  },
  drafts: {
    name: "Borradores",
    emptyTitle: "No hay borradores",
    empty: "Lo que empieza a escribir se guarda aquí hasta que lo envíe.",
  },
  sent: {
    name: "Enviados",
    emptyTitle: "Todavía no se ha enviado nada",
    empty: "Aquí figura lo que usted y sus agentes envían.",
  },
  spam: {
    name: "Spam",
    emptyTitle: "No hay spam",
    empty: "El correo que parece spam llega aquí, y no a «Abierto».",
  },
  trash: {
    name: "Papelera",
    emptyTitle: "La papelera está vacía",
    empty: "Lo que elimina queda aquí. Muévalo a la bandeja de entrada para recuperarlo.",
  },
  folder: {
    name: "Carpeta",
    emptyTitle: "No hay nada en esta carpeta",
    empty: "Mueva aquí una conversación y sus mensajes recibidos estarán en ella.",
  },
  label: {
    name: "Etiqueta",
    emptyTitle: "Nada tiene esta etiqueta",
    empty: "Ponga esta etiqueta a una conversación y figurará aquí.",
  },
  tooMany: (most) => `Elija una dirección: esta lista abarca como máximo ${number(most)} a la vez.`,
  spamMark: "Spam",
  title: (name, address) => (address === null ? name : `${name} · ${address}`),
  unread: "No leído",
  older: "Anteriores",
  newest: "A los más recientes",
  noSubject: "(sin asunto)",
  count: (count) => plural(count, "mensaje", "mensajes"),
  files: "Con adjuntos",
  flagged: "Destacado",
  searchLabel: "Buscar en el correo",
  searchHint: "Buscar en el correo",
  chooseTitle: "Elija una conversación",
  choose: "Sus mensajes se muestran aquí.",
  noAddress: "Todavía no hay ninguna dirección",
  noAddressText: "Cree una dirección; el correo que reciba se convertirá aquí en conversaciones.",
  createAddress: "Crear una dirección",
};

export const needs: Translated<typeof english.needs> = {
  send: "Quiere enviar",
  received: "Retenido",
  thread: "Traspasado",
  bounce: "Devuelto",
};

export const status: Translated<typeof english.status> = {
  open: "Abierto",
  waiting: "En espera",
  resolved: "Terminado",
  human_review: "Con una persona",
};
