// Words of the pages: who works on an account's mail. In Spanish, made without a native speaker's review.
import type * as english from "../members.ts";
import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");

export const members: Translated<typeof english.members> = {
  title: "Miembros",
  lead: "Quién trabaja en el correo de esta cuenta.",
  you: "usted",
  invited: "invitado",
  notHere: "aún no está",
  since: "desde el",
  inviteTitle: "Invitar a alguien",
  inviteHint: "Se le envía un enlace. Sirve durante siete días e inicia su sesión.",
  email: "Correo electrónico",
  name: "Nombre",
  namePlaceholder: "Como lo leen los compañeros",
  role: "Rol",
  invite: "Invitar",
  again: "Enviar de nuevo",
  change: "Cambiar rol",
  changeNamed: (name) => `Rol de ${name}`,
  remove: "Quitar",
  removeHint:
    "Se cierra su sesión en esta cuenta de inmediato, y terminan los programas que admitió y las contraseñas que creó. Lo que escribió se conserva; sus claves de API y webhooks siguen hasta que usted los revoque.",
  removeNamed: (name) => `Quitar a ${name}`,
  leave: "Salir",
  leaveHint: "Ya no verá esta cuenta. Un propietario puede invitarle de nuevo.",
  leaveSure: "Salir de esta cuenta",
  rolesTitle: "Qué puede hacer cada rol",
  roles: {
    reviewer:
      "Leer todo el correo y su historial, dejar notas y decidir lo que espera: aprobar, editar, devolver, rechazar, asumir.",
    member:
      "También escribir y enviar, ordenar, etiquetar y asignar conversaciones, responder invitaciones y llevar el calendario.",
    owner:
      "También fijar lo que tiene la cuenta: claves, programas, direcciones, programas de correo, webhooks, dominios, protección y miembros.",
  },
  ownerStays: "Al primer propietario no se le puede quitar ni dar otro rol.",
  ownerOnly: "Solo un propietario invita y quita a personas.",
  notAnAddress: "Esto no es una dirección de correo. Introduzca una como ada@example.com.",
  longName: "Un nombre tiene como máximo 100 caracteres.",
  tooMany: "Se ha invitado a muchas personas en la última hora. Espere un rato.",
  notMailed: (email, why) => `${email} se ha añadido, pero no se pudo enviar el enlace: ${why}`,
  handOver: (email) =>
    `${email} es una dirección de este servidor, cuyo correo leen claves y programas; por eso el enlace no se envía. Entréguelo usted: solo se muestra esta vez, y sirve durante siete días.`,
  signsInBy: (email) =>
    `Después inicia sesión con una clave de acceso (Ajustes, Su página), o con un enlace que crea quien administra el servidor: postroom console-link ${email}`,
  count: (count) => plural(count, "persona", "personas"),
  invitation: {
    title: "Una invitación",
    heading: (account) => `¿Trabajar en el correo de ${account}?`,
    lead: (role) => `Se le invita como ${role}.`,
    anAccount: "una cuenta",
    accept: "Aceptar e iniciar sesión",
    decline: "Si no quiere, cierre esta página: nadie le ve en la cuenta hasta que acepte.",
    subject: (account) => `Se le invita al correo de ${account}`,
    text: ({ inviter, account, role, does, url }) =>
      `${inviter} le invita a trabajar en el correo de ${account} en Postroom, como ${role}.

Como ${role} puede:

${does}

Este enlace inicia su sesión, una vez, en un plazo de siete días:

${url}

Si no quiere, no haga nada.
`,
  },
};
