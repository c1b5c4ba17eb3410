// Words of the pages: searching. In Spanish, made without a native speaker's review.
import type * as english from "../search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof english.search> = {
  title: "Búsqueda",
  of: (q) => `Búsqueda: ${q}`,
  begin: "Buscar en todo el correo",
  beginText: "Palabras de asuntos, nombres, direcciones y textos.",
  refused: "Esto no se puede buscar",
  none: "No se ha encontrado nada",
  noneText: "Pruebe con menos palabras, o con una parte de una.",
  operators: "Acotar",
  without: (part: string) => `Sin ${part}`,
  narrowTo: (part: string) => `Limitar a ${part}`,
  recent: "Búsquedas recientes",
  forget: "Olvidarlas",
  similar: "Nada lo tiene escrito así. Esto tiene palabras parecidas.",
  inSender: (email) => `remitente: ${email}`,
  inRecipient: (who) => `destinatario: ${who}`,
  inText: (text) => `«${text}» más adelante en el texto`,
  inTextOrFile: (text) => `«${text}» más adelante, o en un archivo`,
  examples: [
    ["from:ada@example.com", "un remitente, o un dominio"],
    ["to:…", "un destinatario"],
    ['subject:"the offer"', "palabras del asunto"],
    ["label:Urgent", "una etiqueta"],
    ["is:unread", "o is:read, is:starred, is:sent, is:open"],
    ["in:inbox", "una carpeta"],
    ["has:attachment", "con adjuntos"],
    ["filename:pdf", "una parte del nombre de un archivo"],
    ["larger:5M", "y smaller:…"],
    ["after:2026-01-31", "y before:…"],
    ["ada or bob -draft", "uno de ellos, y una palabra que no aparece"],
  ],
};
