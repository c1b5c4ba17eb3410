// Words of the pages: the keys, and the palette. In Spanish, made without a native speaker's review.
import type * as english from "../help.ts";
import type { Translated } from "../translated.ts";

export const help: Translated<typeof english.help> = {
  keys: "Atajos de teclado",
  keysLead:
    "Las teclas sueltas actúan cuando ningún campo tiene el foco. Su página de los ajustes las desactiva.",
  contexts: {
    everywhere: "En todas partes",
    list: "En una lista",
    thread: "En una conversación",
    card: "Una tarjeta que le espera",
    desk: "Decidir uno a uno",
    calendar: "En el calendario",
    writing: "Al escribir",
  },
  go: "Ir a",
  palette: "Encontrar cualquier cosa",
  find: "Una acción, dirección, etiqueta, persona, ajuste o conversación",
  show: "Encontrar",
  none: "Nada tiene este nombre.",
  searchFor: (text) => `Buscar «${text}» en el correo`,
  caps: {
    Escape: "Esc",
    Ctrl: "Ctrl",
    Shift: "Mayús",
    Enter: "Intro",
    Space: "Espacio",
    arrow: "flecha",
  },
  kinds: {
    action: "Acción",
    list: "Lista",
    address: "Dirección",
    label: "Etiqueta",
    pod: "Pod",
    saved: "Búsqueda guardada",
    folder: "Carpeta",
    setting: "Ajustes",
    thread: "Conversación",
    person: "Persona",
    search: "Búsqueda",
  },
};
