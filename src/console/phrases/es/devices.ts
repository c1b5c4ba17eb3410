// Words of the pages: passwords of mail programs. In Spanish, made without a native speaker's review.
import type * as english from "../devices.ts";
import type { Translated } from "../translated.ts";

export const devices: Translated<typeof english.devices> = {
  title: "Programas de correo",
  lead: "Cualquier programa de correo lee y envía como una dirección, con su propia contraseña: un teléfono, un portátil, un calendario.",
  noAddress: "Ninguna dirección admite programas de correo",
  noAddressText: "Cree primero una de un agente, una persona o un equipo.",
  passwords: "Contraseñas",
  none: "Ninguna todavía. Cree una para cada programa, para poder revocarlas una a una.",
  name: "Para qué es",
  namePlaceholder: "Teléfono de Ada",
  nameMissing: "Diga en 1 a 100 caracteres para qué es la contraseña.",
  make: "Crear contraseña",
  madeNamed: (name) => `Contraseña para «${name}».`,
  copyNow: "Cópiela ahora: solo se muestra esta vez.",
  scan: "Escanéela con un teléfono",
  scanHint:
    "Thunderbird para Android: añada una cuenta, elija importar desde un código QR y apunte aquí con la cámara.",
  codeOf: (email) => `Código QR con los ajustes y la contraseña de ${email}`,
  made: "creada",
  lastUsed: (protocol) => (protocol === "" ? "último uso" : `último uso para ${protocol.toUpperCase()}`),
  neverUsed: "nunca usada",
  revoke: "Revocar",
  revokeHint: "El programa se desconecta de inmediato.",
  revokeNamed: (name) => `Revocar ${name}`,
  how: "Qué introducir",
  user: "Nombre de usuario",
  incoming: "Correo entrante (IMAP)",
  outgoing: "Correo saliente (SMTP)",
  calendar: "Calendario (CalDAV)",
  withTls: (port) => `puerto ${port} con TLS`,
  withStartTls: (port) => `puerto ${port} con STARTTLS`,
  off: "está desactivado",
  clients: [
    {
      name: "iPhone, iPad, Mac",
      steps: [
        "Ajustes, Apps, Mail, Cuentas de Mail, Añadir cuenta, Otra, Añadir cuenta de correo (en un Mac: Ajustes del Sistema, Cuentas de Internet).",
        "Introduzca la dirección y la contraseña de arriba. En IMAP, el host de ambos servidores es el de arriba; el nombre de usuario y la contraseña son los mismos para los dos.",
        "Para el calendario: Otra, Añadir cuenta CalDAV, con el mismo host, nombre de usuario y contraseña.",
      ],
    },
    {
      name: "Thunderbird",
      steps: [
        "Nueva cuenta, Correo. Introduzca la dirección y la contraseña de arriba; encuentra los servidores por sí mismo si el dominio tiene sus registros DNS.",
        "Si no, elija la configuración manual e introduzca lo que figura arriba.",
        "Para el calendario: Nuevo calendario, En la red, con el nombre de usuario y la dirección CalDAV.",
      ],
    },
    {
      name: "Android",
      steps: [
        "Thunderbird o K-9 Mail: añada una cuenta con la dirección y la contraseña, o escanee el código que se muestra con una contraseña nueva.",
        "Para el calendario: DAVx5, Iniciar sesión con URL y nombre de usuario, con la dirección CalDAV.",
      ],
    },
    {
      name: "Outlook",
      steps: [
        "Archivo, Agregar cuenta. Introduzca la dirección, abra las opciones avanzadas y elija configurarla manualmente, después IMAP.",
        "Introduzca los servidores de arriba; el nombre de usuario es la dirección completa.",
      ],
    },
  ],
};
