// Words of the pages: the choice of a language. In Spanish, made without a native speaker's review.
import type * as english from "../language.ts";
import type { Translated } from "../translated.ts";

export const language: Translated<typeof english.language> = {
  title: "Idioma",
  lead: "De estas páginas, y de los mensajes que este servicio le escribe.",
  auto: "Como pide el navegador",
  label: "Idioma",
  save: "Guardar",
  unreviewed:
    "El alemán, el francés, el español y el japonés se hicieron sin la revisión de hablantes nativos.",
  docs: "La documentación, la API y sus rechazos están en inglés.",
};
