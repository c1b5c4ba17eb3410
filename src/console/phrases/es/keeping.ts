// Words of the pages: what becomes of words that were typed and not taken. In Spanish, made without a native speaker's review.
import type * as english from "../keeping.ts";
import type { Translated } from "../translated.ts";

export const keeping: Translated<typeof english.keeping> = {
  written: "Lo que escribió",
  filesAgain: "Los archivos y las imágenes no se guardaron. Adjúntelos de nuevo.",
  signedOut:
    "Se ha cerrado su sesión. Lo que escribió sigue aquí: inicie sesión en otra pestaña y pulse el botón de nuevo.",
  other:
    "Otra persona ha iniciado sesión en este navegador. Lo que escribió sigue aquí y no se envía en su nombre. Copie lo que necesite.",
  unknown:
    "No llegó respuesta, así que no se sabe si se hizo. Lo que escribió sigue aquí: cuando vuelva la red, pulse el botón de nuevo.",
  notTaken: "No se hizo:",
  again: "Usted escribió esto aquí antes. Quizá no se envió ni se guardó.",
  before: "Usted escribió esto aquí antes y no lo guardó. Lo que hay aquí ha cambiado desde entonces:",
  sending: "Enviando…",
  decided: "Escribió esto antes de que se decidiera; no se envió:",
  forget: "Olvidar",
  offline: "Sin red. Lo que escriba se queda en este navegador hasta que vuelva.",
  unanswered: "No llegó respuesta, así que no se sabe si se hizo. La lista lo mostrará cuando vuelva la red.",
  held: "No se ha hecho: no hay red. Púlselo de nuevo cuando vuelva.",
};
