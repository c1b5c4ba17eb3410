// Words of the pages: saved searches. In Spanish, made without a native speaker's review.
import type * as english from "../saved.ts";
import type { Translated } from "../translated.ts";

export const saved: Translated<typeof english.saved> = {
  title: "Búsquedas guardadas",
  save: "Guardar",
  change: "Cambiar",
  name: "Nombre",
  shared: "Para todos en esta cuenta",
  changeHint: "Lo que se busca ahora sustituye a lo guardado.",
  keep: "Guardar búsqueda",
  remove: "Quitar",
  removeHint: (name) => `«${name}» desaparece. El correo queda como está.`,
  removeSharedHint: (name) => `«${name}» desaparece para todos. El correo queda como está.`,
  sharedMark: "para todos",
  wrongName: (most) => `Dele un nombre de ${most} caracteres como máximo.`,
  noWords: "Busque algo primero.",
};
