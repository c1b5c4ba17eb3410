// Words of the pages: what every page has: navigation, people, times, refusals. In Spanish, made without a native speaker's review.
import type * as english from "../frame.ts";
import { numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");
const number = numberIn("es");

export const session: Translated<typeof english.session> = {
  ended: "Su sesión ha terminado. Inicie sesión de nuevo.",
  role: {
    owner: "Solo el propietario de esta cuenta puede hacerlo.",
    member:
      "Como revisor, usted decide lo que espera. Para lo demás, pida al propietario que le haga miembro.",
    reviewer: "Inicie sesión para hacerlo.",
  },
  foreignForm:
    "Este formulario no pertenece a su sesión, o la sesión ha terminado. Abra la página de nuevo y repítalo.",
};

export const people: Translated<typeof english.people> = {
  operator: "Operador",
  byAgentsLink: "Por el enlace de su agente",
  operatorAccount: "Cuenta del operador",
  emptyAccount: "Cuenta sin direcciones",
  nobody: "Nadie",
  you: "usted",
  someone: "Otra persona",
  nobodyNamed: "(nadie)",
  others: (count) => `y ${plural(count, "más", "más")}`,
  to: "Para",
};

export const roles: Translated<typeof english.roles> = {
  owner: "Propietario",
  member: "Miembro",
  reviewer: "Revisor",
};

export const roleNames: Translated<typeof english.roleNames> = {
  owner: "propietario",
  member: "miembro",
  reviewer: "revisor",
};

export const copying: Translated<typeof english.copying> = {
  copy: "Copiar",
  copied: "Copiado",
  byHand: "Pulse Ctrl+C",
};

export const failure: Translated<typeof english.failure> = {
  title: "No ha funcionado",
  formTooLong: "El formulario es demasiado largo.",
  formHasNul: "El formulario contiene un carácter NUL. Quítelo.",
  notFound: "No existe esa página.",
  home: "Al correo",
  useForm: "Use el formulario de la página.",
  onlyForms: "Aquí solo se envían formularios. Abra la página del formulario y envíelo desde allí.",
};

export const offline: Translated<typeof english.offline> = {
  title: "Sin red",
  text: "En este navegador no se guarda correo: estará de nuevo cuando haya red. Lo que estaba escribiendo vuelve con su página.",
  again: "Intentar de nuevo",
};

export const nav: Translated<typeof english.nav> = {
  label: "Postroom",
  skip: "Ir al contenido",
  write: "Redactar",
  calendar: "Calendario",
  settings: "Ajustes",
  addresses: "Direcciones",
  allAddresses: "Todas las direcciones",
  moreAddresses: "Más…",
  signOut: "Cerrar sesión",
  account: "Cuenta",
  change: "Cambiar",
  look: "Colores",
  waiting: (count) => plural(count, "cosa espera", "cosas esperan"),
  unread: (count) => `${number(count)} sin leer`,
  folders: "Carpetas",
  labels: "Etiquetas",
  back: "Atrás",
  menu: "Menú",
};

export const density: Translated<typeof english.density> = {
  title: "Líneas de las listas",
  lead: "La altura de una línea en las listas de correo, en este dispositivo.",
  usual: "Dos líneas",
  compact: "Una línea",
  comfortable: "Cuatro líneas",
};

export const look: Translated<typeof english.look> = {
  auto: "Automático: como el dispositivo",
  autoShort: "Auto",
  light: "Claro",
  dark: "Oscuro",
};

export const times: Translated<typeof english.times> = {
  now: "ahora",
  soon: "en un momento",
  minutes: (count) => `${number(count)} min`,
  hours: (count) => `${number(count)} h`,
  inMinutes: (count) => `en ${number(count)} min`,
  inHours: (count) => `en ${number(count)} h`,
  yesterday: "Ayer",
  sinceYesterday: "ayer",
  ago: (time) => `hace ${time}`,
  on: (day) => `el ${day}`,
};
