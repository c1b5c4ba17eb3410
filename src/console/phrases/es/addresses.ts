// Words of the pages: addresses. In Spanish, made without a native speaker's review.
import type * as english from "../addresses.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("es");

export const addresses: Translated<typeof english.addresses> = {
  title: "Direcciones",
  of: "Dirección",
  show: "Mostrar",
  search: "Buscar direcciones",
  find: "Buscar",
  showAll: "Mostrar todas",
  none: "Todavía no hay ninguna dirección",
  noneHas: (text) => `Ninguna dirección contiene «${text}»`,
  noneText:
    "El correo enviado a una dirección se convierte en conversaciones que usted y sus agentes leen y responden.",
  newest: (count) => `Se muestran las ${number(count)} más recientes.`,
  since: "desde el",
  mail: "Correo",
  devices: "Programas de correo",
  protection: "Protección",
  newTitle: "Crear una dirección",
  name: "Nombre",
  domain: "Dominio",
  displayName: "Nombre que ven los destinatarios",
  type: "Quién la usa",
  typeChoices: {
    agent: "Un agente: lee y responde por la API, usted puede mirar",
    human: "Una persona: responde por esta página o con un programa de correo",
    team: "Un equipo: personas y agentes juntos",
  },
  types: { agent: "agente", human: "persona", team: "equipo" },
  make: "Crear dirección",
};
