// Words of the pages: signing in. In Spanish, made without a native speaker's review.
import type * as english from "../login.ts";
import type { Translated } from "../translated.ts";

export const login: Translated<typeof english.login> = {
  title: "Iniciar sesión",
  heading: "Iniciar sesión en Postroom",
  signIn: "Iniciar sesión",
  lead: "Introduzca su dirección de correo. Se le envía un enlace que inicia su sesión una vez.",
  email: "Correo electrónico",
  send: "Enviarme un enlace",
  notAnAddress: "Esto no es una dirección de correo. Introduzca una como ada@example.com.",
  tooMany: "Se han pedido demasiados enlaces. Espere un rato.",
  sentTitle: "Mire su correo",
  sent: (email) => [
    "Si hay una cuenta de ",
    email,
    ", un enlace para iniciar sesión está en camino. Sirve una vez, durante 15 minutos.",
  ],
  nothing: "¿No ha llegado nada? Mire en la carpeta de spam, espere unos minutos y después ",
  again: "pida otro",
  limit: ". Se envían como máximo tres enlaces por hora.",
  here: "No se envía ningún enlace a una dirección de este mismo servidor, cuyas claves y programas de correo lo leerían: inicie sesión con una clave de acceso, o pida un enlace a quien administra el servidor (postroom console-link).",
  passkey: "Iniciar sesión con una clave de acceso",
  passkeyFailed: "El dispositivo no ha dado ninguna clave de acceso. Inténtelo de nuevo, o pida un enlace.",
  passkeyMissing: "Este navegador no tiene claves de acceso. Pida un enlace.",
  passkeyRefused:
    "Esta clave de acceso no abre nada aquí: se quitó, o la página esperó demasiado. Inténtelo de nuevo, o pida un enlace.",
  issuer: (name) => `Iniciar sesión con ${name}`,
  issuerAway: (name) =>
    `${name} no responde en este momento. Inténtelo de nuevo dentro de poco, o inicie sesión con un enlace o una clave de acceso.`,
  issuerAgain: "El inicio de sesión tardó demasiado, o empezó en otro navegador. Empiece de nuevo.",
  issuerRefused: (name) =>
    `${name} no ha iniciado su sesión. Empiece de nuevo, o pregunte a quien lo administra.`,
  issuerNobody: {
    unproven:
      "Ninguna dirección prueba quién es usted aquí: no está verificada allí, o es una dirección de este servidor, cuyo correo leen claves y programas. Inicie sesión con una clave de acceso, o pida un enlace a quien administra el servidor (postroom console-link).",
    taken:
      "Otra persona ya inicia sesión con esta dirección. Pida a un propietario de la cuenta que quite a esa persona y le invite a usted.",
    nothing:
      "Usted no tiene cuenta aquí. Pida a un propietario que le invite, o que dé un rol a uno de sus grupos.",
  },
  or: "o",
  once: "Este enlace sirve una vez. Pulse el botón para usarlo.",
  program: (name) => [
    name,
    " pide acceso a su correo. Inicie sesión, en este navegador, y se le preguntará qué puede hacer.",
  ],
  mails: {
    link: {
      subject: "Su enlace para iniciar sesión",
      text: (url) => `Este enlace inicia su sesión en Postroom, una vez, en un plazo de 15 minutos:

${url}

Si no lo pidió, no haga nada.
`,
    },
    here: {
      subject: "Inicio de sesión",
      text: (
        email,
      ) => `Alguien pidió un enlace que inicia la sesión de ${email} en Postroom. No se envía ningún enlace a una dirección de este
servidor, ya que sus claves y programas de correo leen lo que llega. Inicie sesión con una clave de acceso, o pida a quien
administra el servidor un enlace, que crea esto:

postroom console-link ${email}

Si no lo pidió, no haga nada.
`,
    },
  },
};
