// Words of the pages: the settings' first page and its tabs. In Spanish, made without a native speaker's review.
import type * as english from "../settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english.settings> = {
  title: "Ajustes",
  lead: "Qué tiene esta cuenta, y quién puede hacer qué en ella.",
  pages: {
    keys: { name: "Claves", about: "Con qué inician sesión los agentes, y qué alcanzan" },
    programs: { name: "Programas", about: "Programas que usted admitió, y qué pueden hacer" },
    members: { name: "Miembros", about: "Quién trabaja en el correo, y qué puede hacer cada uno" },
    addresses: { name: "Direcciones", about: "Quién recibe correo aquí, y direcciones nuevas" },
    templates: {
      name: "Plantillas",
      about: "Los textos con que empiezan los mensajes, y las firmas con que acaban",
    },
    devices: {
      name: "Programas de correo",
      about: "Contraseñas para programas de correo, teléfonos y sus calendarios",
    },
    webhooks: { name: "Webhooks", about: "A dónde van los eventos, y qué fue de cada uno" },
    domains: { name: "Dominios", about: "Sus propios dominios y sus registros DNS" },
    queue: { name: "Cola", about: "Lo que espera para salir, de todas las direcciones del servicio" },
    protection: { name: "Protección", about: "Qué espera a una persona, y a quién se puede escribir" },
    audit: { name: "Registro", about: "Quién cambió roles, claves y ajustes" },
    you: { name: "Su página", about: "Claves de acceso, dónde tiene sesiones, y el teclado" },
  },
  allMail: "Todas las conversaciones, sea cual sea su estado",
  drafts: "Lo que ha empezado a escribir",
  ownerOnly: "Solo el propietario cambia estos ajustes.",
  changedMeanwhile:
    "Ha cambiado mientras tanto, y no se ha guardado nada. Mire cómo está ahora y después decida.",
};
