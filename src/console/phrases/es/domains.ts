// Words of the pages: domains and their records. In Spanish, made without a native speaker's review.
import type * as english from "../domains.ts";
import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");

export const domains: Translated<typeof english.domains> = {
  title: "Dominios",
  lead: "Direcciones de su propio dominio: añádalo, publique sus registros, compruébelos.",
  shared: "Compartido por todas las cuentas de aquí; listo para usar",
  newTitle: "Añadir un dominio",
  name: "Dominio",
  add: "Añadir dominio",
  status: { verified: "Encontrado", pending: "Sin comprobar aún", failed: "Falta" },
  ready: "Listo",
  toDo: (count) => plural(count, "registro pendiente", "registros pendientes"),
  back: "Todos los dominios",
  allThere: "Todos los registros están.",
  missing: (count) =>
    `${plural(count, "registro no se encuentra", "registros no se encuentran")} todavía. Publique lo que figura abajo en su proveedor de DNS y compruebe de nuevo.`,
  since: "Suyo desde el",
  verify: "Comprobar ahora",
  delete: "Eliminar",
  deleteHint: "Solo se puede eliminar un dominio sin direcciones.",
  deleteNamed: (name) => `Eliminar ${name}`,
  records: "Registros",
  type: "Tipo",
  host: "Nombre",
  value: "Valor",
  purposes: {
    ownership: "Que es suyo",
    receiving: "El correo llega aquí",
    spf: "Quién envía por él (SPF)",
    dkim: "Firma (DKIM)",
    dmarc: "Lo que falla en ambos (DMARC)",
  },
  zone: "Como archivo de zona",
  zoneHint: "Con lo que necesitan los programas de correo para encontrar los servidores por sí mismos.",
};
