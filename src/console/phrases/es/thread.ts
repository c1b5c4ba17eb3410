// Words of the pages: a thread and its messages. In Spanish, made without a native speaker's review.

import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type * as english from "../thread.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");
const number = numberIn("es");
const isOne = isOneIn("es");

export const thread: Translated<typeof english.thread> = {
  writing: (name) => `${name} está escribiendo`,
  drafting: (name) => `${name} está redactando`,
  program: "Un programa",
  toList: "Volver a la lista",
  done: "Terminado",
  doneHint: "No queda nada por hacer",
  waiting: "En espera",
  waitingHint: "Debe responder la otra parte",
  reopen: "Reabrir",
  takeOver: "Asumir",
  takeOverHint: "Lo que el agente envíe en la conversación espera desde ahora a una persona",
  handBack: "Devolver",
  handBackHint: "El agente sigue con la conversación",
  more: "Más",
  actions: "Acciones de la conversación",
  changedMeanwhile: "Alguien cambió la conversación entretanto. Mírela y decida de nuevo.",
  earlier: (count) => `Mostrar ${plural(count, "mensaje anterior", "mensajes anteriores")}`,
  earlierOnes: "Mostrar los mensajes anteriores",
  newest: "Mostrar los mensajes más recientes",
  quoted: "Texto citado",
  noText: "Este mensaje no tiene texto.",
  cut: (count) => plural(count, "carácter más", "caracteres más"),
  showAll: "Mostrarlo todo",
  formatted: "Con formato",
  plain: "Texto sin formato",
  pictures: "Mostrar imágenes",
  picturesHint: "Las obtiene este servidor: sus remitentes sabrán que el mensaje se leyó, no quién ni dónde",
  noPictures: "Ocultar imágenes",
  ownPictures:
    "No se obtienen las imágenes de este mensaje: no llegó de fuera, el correo de su dirección espera a personas, y la dirección de una imagen puede decir cualquier cosa.",
  frameTitle: (name) => `Mensaje de ${name}`,
  openFrame: "Abrir solo",
  cutFrame: (path) =>
    `Este mensaje es demasiado grande para mostrarlo entero: así empieza. Entero está en ${path} de la API.`,
  show: "Mostrar",
  save: "Guardar",
  assign: "Asignar",
  assignTo: "Asignar a",
  history: "Historial",
  files: (count) => plural(count, "archivo", "archivos"),
  moreFiles: (count) =>
    `${plural(count, "archivo más", "archivos más")}: un programa de correo los muestra todos.`,
  download: (name) => `Guardar ${name}`,
  preview: (name) => `Mostrar ${name}`,
  gone: "no guardado",
  sentTo: "para",
  callsItself: (name) => `se hace llamar «${name}»`,
  toYou: (address) => `para ${address}`,
  details: "Detalles",
  unread: "Mensaje no leído",
  held: "Un mensaje recibido espera aquí una decisión.",
  from: "De",
  to: "Para",
  cc: "Cc",
  date: "Fecha",
  writeAgain: "Volver a escribirle",
  delivery: {
    queued: "en camino",
    deferred: "se reintenta después",
    bounced: "devuelto",
  },
};

export const provenance: Translated<typeof english.provenance> = {
  proven: (domain) => `Probado que es de ${domain}`,
  inside: "De este servicio",
  imported: "Lo puso aquí una importación o un programa de correo: sin comprobar",
  relayed: "Por su propio relé o red: sin comprobar",
  unproven: (domain) => `Nada prueba que sea de ${domain}`,
  refuted: (domain) => `No es de ${domain}: sus registros DNS lo niegan`,
  first: "Primer contacto",
  known: "Ya ha recibido correo suyo",
  answers: "Responde a su mensaje",
  allowed: "En su lista de permitidos",
  hidden: (count) => plural(count, "texto oculto quitado", "textos ocultos quitados"),
  invisible: "Caracteres invisibles",
  links: (count) =>
    isOne(count)
      ? "Un enlace muestra una dirección distinta de la suya"
      : `${number(count)} enlaces muestran direcciones distintas de las suyas`,
  plainDiffers: "La parte de texto dice otra cosa",
  forged: "Imita el principio o el final de un mensaje",
  notJudged: "Demasiado grande para comprobarlo",
  damaged: "Dañado, por eso no se comprobó",
  spam: "Spam",
  look: "Compruébelo primero",
  leadsTo: (shown, target) => `«${shown}» lleva a ${target}`,
};

export const notes: Translated<typeof english.notes> = {
  add: "Dejar una nota",
  label: "Para quienes trabajan en esta conversación; nunca se envía",
  keep: "Guardar nota",
  delete: "Eliminar esta nota",
  never: "nota, no enviada",
  noteOf: (who) => `Nota de ${who}`,
  program: "Un programa",
  wrongLength: (most) => `Una nota tiene de 1 a ${number(most)} caracteres.`,
};

export const moves: Translated<typeof english.moves> = {
  move: "Mover",
  moveTo: "Mover lo recibido a",
  trash: "Eliminar",
  spam: "Spam",
  notSpam: "No es spam",
  unread: "No leído",
  folders: { inbox: "Bandeja de entrada", archive: "Archivo", spam: "Spam", trash: "Papelera" },
};

export const labels: Translated<typeof english.labels> = {
  label: "Etiqueta",
  newName: "Etiqueta nueva",
  make: "Añadir",
  wrongLength: (most) => `Una etiqueta tiene un nombre de 1 a ${number(most)} caracteres.`,
};

export const history: Translated<typeof english.history> = {
  title: "Registro",
  none: "No hay nada registrado",
  noneText: "Donde una dirección tiene protección, aquí figura todo lo que se decide sobre su correo.",
  by: "por",
  from: "desde",
  key: "una clave de API",
  service: "el servicio",
  person: "una persona",
  keyNamed: (name) => `la clave de API «${name}»`,
  mailProgram: "un programa de correo",
  mailProgramNamed: (name) => `el programa de correo «${name}»`,
  byLink: (email) => `${email}, por el enlace de un correo`,
  operator: "quien gestiona el servicio",
  before: "La versión anterior",
  actions: {
    review_requested: "Espera una decisión",
    approved: "Aprobado",
    rejected: "Rechazado",
    returned: "Devuelto",
    taken_over: "Asumido",
    edited: "Editado",
    expired: "Caducado",
    withdrawn: "Retirado",
    status_changed: "Estado cambiado",
    sent: "Enviado",
    forwarded: "Reenviado por una regla",
    queue_retried: "Reintentado de inmediato desde la cola",
    queue_held: "Retenido en la cola",
    queue_released: "Liberado en la cola",
    queue_dropped: "Retirado de la cola",
  },
  details: {
    reasons: "Espera porque",
    comment: "Comentario",
    status: "Estado",
    to: "A",
    recipients: "Destinatarios",
    rejected: "No a",
    owner: "A cargo de",
  },
  owners: {
    automation: "un programa",
    agent: "un agente",
    human: "una persona",
  },
  change: (before, after) => `${before} → ${after}`,
  rejections: {
    send_policy: "la dirección no puede escribir allí",
    suppressed: "volvió, se quejó o está excluida",
    unsubscribed: "dado de baja",
    block_list: "en la lista de bloqueo",
    invalid_address: "no es una dirección",
    unknown_local_recipient: "esa dirección no existe aquí",
    maker_ended: "quien creó la regla ya no está",
  },
};
