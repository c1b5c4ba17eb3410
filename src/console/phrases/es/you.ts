// Words of the pages: what is a person's own: the keyboard, passkeys, sessions. In Spanish, made without a native speaker's review.

import type { Translated } from "../translated.ts";
import type * as english from "../you.ts";

const factsOf = ({
  name,
  email,
  when,
  ip,
}: Parameters<typeof english.you.passkeys.notice.added.text>[0]) => `Clave de acceso: ${name}
Inicio de sesión: ${email}
Cuándo: ${when}${ip === null ? "" : `\nDesde: ${ip}`}`;

export const you: Translated<typeof english.you> = {
  title: "Su página",
  lead: (who) => `Ha iniciado sesión como ${who}. Lo que figura aquí es solo suyo.`,
  leadUnproven: "Ha iniciado sesión por el enlace que le dio su agente. Lo que figura aquí es solo suyo.",
  notices: {
    title: "Avisos de este navegador",
    lead: "Mientras una de sus páginas esté abierta en segundo plano, el navegador dice cuántas cosas le esperan y que se acerca un evento, con su título. De los mensajes no dice nada.",
    allow: "Permitir avisos",
  },
  shortcuts: {
    title: "Teclado",
    lead: "Las teclas sueltas pulsan lo que hay en la página. Desactívelas donde estorben a la entrada por voz o a un lector de pantalla.",
    on: "Están activadas.",
    off: "Están desactivadas. Ctrl+Intro y Escape siguen funcionando.",
    turnOn: "Activar las teclas sueltas",
    turnOff: "Desactivar las teclas sueltas",
    all: "Mostrar los atajos",
  },
  sessions: {
    title: "Dónde tiene sesiones",
    lead: "Termine las que no conozca. Una sesión termina por sí misma siete días después de empezar.",
    this: "esta",
    began: "empezó",
    used: "último uso",
    end: "Cerrar sesión",
    endHint: "Su siguiente clic lleva a la página de inicio de sesión.",
    endNamed: (name) => `Cerrar la sesión de ${name}`,
    endOthers: "Cerrar todas las demás",
  },
  passkeys: {
    title: "Claves de acceso",
    lead: "Una clave de acceso inicia su sesión con el bloqueo de su dispositivo: huella, cara o PIN. Los enlaces por correo siguen funcionando.",
    none: "Ninguna todavía.",
    made: "creada",
    used: "último uso",
    neverUsed: "nunca usada",
    synced: "en varios dispositivos",
    oneDevice: "en un dispositivo",
    name: "Nombre de la clave de acceso",
    add: "Añadir una clave de acceso",
    rename: "Cambiar nombre",
    renameNamed: (name) => `Nombre de ${name}`,
    remove: "Quitar",
    removeHint: "Ya no inicia la sesión de nadie. Las sesiones que empezó siguen: termínelas abajo.",
    removeNamed: (name) => `Quitar ${name}`,
    elsewhere: (base) => `Las claves de acceso funcionan donde la página se abre como ${base}.`,
    nowhere:
      "Las claves de acceso necesitan una página con un nombre de host: este servidor tiene una dirección IP.",
    unproven:
      "Inicie sesión primero con un enlace enviado: esta sesión viene del registro de su agente y no prueba ninguna dirección.",
    noScript: "Para añadir una hace falta JavaScript.",
    failed: "El dispositivo no creó ninguna clave de acceso. Inténtelo de nuevo.",
    missing: "Este navegador no tiene claves de acceso.",
    wrongName: "Una clave de acceso tiene un nombre de 1 a 100 caracteres.",
    refused: "La respuesta del dispositivo no era correcta, o llegó demasiado tarde. Inténtelo de nuevo.",
    notice: {
      added: {
        subject: "Se añadió una clave de acceso a su inicio de sesión",
        text: (change) => `Una clave de acceso inicia su sesión en Postroom desde ahora.

${factsOf(change)}

Si no fue usted, quite la clave de acceso y cierre todas las demás sesiones:

${change.url}
`,
      },
      removed: {
        subject: "Se quitó una clave de acceso de su inicio de sesión",
        text: (
          change,
        ) => `Una clave de acceso ya no inicia su sesión en Postroom. Los enlaces por correo siguen funcionando.

${factsOf(change)}

Si no fue usted, mire sus claves de acceso y cierre todas las demás sesiones:

${change.url}
`,
      },
    },
  },
  device: {
    unknown: "Navegador desconocido",
    on: (browser, system) => `${browser} en ${system}`,
  },
};
