// Words of the pages: programs that ask for access, and those that have it. In Spanish, made without a native speaker's review.
import type * as english from "../programs.ts";
import type { Translated } from "../translated.ts";

export const programs: Translated<typeof english.programs> = {
  title: "Programas",
  lead: "Un programa que habla MCP pide acceso por sí mismo cuando se le da esta dirección:",
  none: "Ningún programa tiene acceso todavía. Dé a uno esta dirección: le trae aquí, y usted dice qué puede hacer.",
  everyAddress: "todas las direcciones",
  may: {
    read: "lee",
    draft: "lee y redacta",
    send: "lee, redacta y envía",
    approve: "lee, redacta, envía y aprueba",
  },
  answersTo: "las respuestas van a",
  end: "Terminar",
  endHint: "Se desconecta de inmediato.",
  endNamed: (name) => `Terminar el acceso de ${name}`,
};

export const authorize: Translated<typeof english.authorize> = {
  title: "Acceso para un programa",
  heading: (name) => `¿Permitir que ${name} use su correo?`,
  notVerified: "es como se llama a sí mismo el programa. El nombre no está verificado.",
  describedAt: "Se describe en",
  destination: {
    web: ["Su respuesta va a ", "."],
    machine: [
      "Su respuesta va a un programa de este ordenador (",
      "). Cualquier programa de él puede llamarse así: continúe solo si acaba de iniciar este.",
    ],
    app: [
      "Su respuesta va a la aplicación de este dispositivo que abre enlaces del esquema ",
      ". Continúe solo si acaba de iniciarla.",
    ],
  },
  accounts: "Sus cuentas",
  addresses: "Qué direcciones",
  noAddress: "Esta cuenta no tiene todavía ninguna dirección.",
  every: "Todas las direcciones de esta cuenta, también las futuras",
  levels: "Qué puede hacer",
  level: {
    read: "Leer: correo, archivos y calendarios",
    draft: "Redactar: también escribir borradores, mover y etiquetar correo",
    send: "Enviar: también enviar y eliminar correo, y cambiar calendarios; lo que usted protege le sigue esperando",
    approve:
      "Aprobar: también decidir sobre el correo retenido, donde una dirección deja decidir a programas. Para un programa con el que trabaja usted mismo, nunca para un agente",
  },
  takeBack: "Puede retirarlo en cualquier momento, en los ajustes, en «Programas».",
  allow: "Permitir",
  refuse: "Rechazar",
  tickOne: "Marque al menos una dirección.",
  refusedTitle: "No es correcta",
  refusedHeading: "La petición de este programa no es correcta",
  refusedLead: "No se ha permitido nada. Debe corregirlo quien escribió el programa.",
  tellProgram: "Avisar al programa",
};
