// Words of the pages: templates and signatures. In Spanish, made without a native speaker's review.
import { numberIn } from "../plural.ts";
import type * as english from "../templates.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("es");

export const templates: Translated<typeof english.templates> = {
  title: "Plantillas",
  lead: "Una plantilla es un texto con que empieza un mensaje. Quien escribe aquí la inserta con una pulsación; los agentes la nombran.",
  none: "Todavía no hay plantillas",
  noneText: "Guarde aquí lo que escribe una y otra vez.",
  ofPod: "Para un pod",
  newTitle: "Nueva plantilla",
  change: "Cambiar",
  changeOne: (name) => `Cambiar ${name}`,
  delete: "Eliminar",
  deleteHint: (name) => `${name} desaparece para todos. Los mensajes que empezaron con ella se quedan.`,
  name: "Nombre",
  subject: "Asunto",
  subjectHint: "Para los mensajes que aún no lo tienen. Puede quedar vacío.",
  text: "Texto",
  fieldsHint:
    "Los campos se rellenan al insertarla; uno del que no se sabe nada se queda, y se nombra antes de enviar:",
  theirs: "Lo que hay ahora",
  keep: "Guardar",
  cancel: "Cancelar",
  ownerOnly: "Solo el propietario las cambia.",
  signatures: "Firmas",
  signaturesLead:
    "Las líneas con que acaban los mensajes de una dirección, insertadas donde escribe una persona.",
  signatureOf: (email) => `Firma de ${email}`,
  noSignature: "Ninguna.",
  wrongName: (most) => `El nombre de una plantilla tiene como máximo ${number(most)} caracteres.`,
  wrongSubject: (most) => `Un asunto tiene como máximo ${number(most)} caracteres.`,
  wrongText: (most) => `El texto de una plantilla tiene como máximo ${number(most)} caracteres.`,
  wrongSignature: (most) => `Una firma tiene como máximo ${number(most)} caracteres.`,
};
