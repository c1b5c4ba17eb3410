// Words of the pages in Spanish: refusals of the calls that pages make.
export const refusals = {
  linkUsed: "Este enlace ya se usó o ha caducado. Pida uno nuevo.",
  memberAlready: "{1} ya es miembro de esta cuenta.",
  mostMembers: "Una cuenta tiene como máximo {1} miembros. Quite antes uno.",
  roleByGroups:
    "{1} tiene este papel por los grupos de OIDC_ISSUER. Cámbielo allí, o quite al miembro e invítelo.",
  ownerOnly: "Solo un propietario de esta cuenta puede hacerlo.",
  passkeyKnown: "Esta clave de acceso ya está registrada.",
  mostPasskeys: "Una persona tiene como máximo {1} claves de acceso. Quite antes una.",
  passkeyCopy: "Esta clave de acceso fue usada por una copia.",
  passkeyLate: "Esta respuesta ya se usó o llegó demasiado tarde. Inténtelo de nuevo.",
  noAppPasswords:
    "Una dirección de este tipo ({1}) no admite contraseñas de aplicación. Use la de una persona, un equipo o un agente.",
  mostAppPasswords:
    "Esta dirección tiene {1} contraseñas de aplicación, que es el máximo. Revoque antes una que ya no se use.",
  mostTemplates: "Una cuenta tiene como máximo {1} plantillas. Borre antes una.",
  templateNamed: "Ya hay una plantilla con este nombre. Cambie esa, o elija otro nombre.",
  mostShared: "Una cuenta tiene como máximo {1} búsquedas compartidas. Quite antes una.",
  mostSearches: "Una persona tiene como máximo {1} búsquedas guardadas. Quite antes una.",
  searchNamed: "Ya hay una búsqueda guardada con este nombre. Elija otro nombre.",
  mostOfPod: "Este pod tiene más de {1} direcciones. Elija una dirección.",
  addressTaken: "{1}@{2} ya está ocupada. Elija otro nombre delante de la @.",
  planAddresses: "El plan de esta cuenta tiene {1} direcciones. Borre antes una.",
  ownersName: "Solo el propietario de {1} puede crear {2}. Elija otro nombre.",
  domainHere: "{1} ya está aquí.",
  domainOfOther: "{1} pertenece a otra cuenta. Añada otro dominio.",
  domainName: "«{1}» no es un nombre de dominio. Escríbalo como agents.example.com.",
  dnsSilent: "Los servidores DNS no responden sobre {1}. Inténtelo de nuevo en un minuto.",
  mostWorks: "Como máximo {1} de estos avanzan a la vez. Espere a que uno termine.",
  noUndo: "Esto ya no se puede deshacer.",
  listsFull: "Las listas tendrían {1} entradas, y pueden tener {2}. Quite antes algunas.",
  noEntry:
    "«{1}» no es una dirección de correo ni un dominio. Escriba por ejemplo ada@example.com o example.com.",
  noAddress: "«{1}» no es una dirección de correo. Escriba por ejemplo ada@example.com.",
  answeredAlready: "Esto ya se respondió, o el enlace es demasiado antiguo. No hay nada más que hacer.",
  longEvent: "El evento dura más de {1} días. Lo que se repite lleva una repetición.",
  eventChanged: "Otros cambiaron el evento en el mismo momento. Mírelo de nuevo y decida.",
  mostNotices: "Este cambio enviaría más de {1} correos a los invitados. Cambie menos fechas a la vez.",
  inviteLimit:
    "Esta cuenta puede escribir a {1} destinatarios al día y hoy (UTC) ha escrito a {2}; serían {3} más. Espere hasta mañana.",
  organisedByOther: "{1} organiza este evento: aquí solo se puede responder.",
  eventCancelled: "{1} canceló este evento, no hay nada que responder. Quítelo del calendario.",
  attendeeTwice: "{1} está invitado dos veces. Nombre cada dirección una vez.",
  mostFiles: "Un mensaje tiene como máximo {1} archivos. Quite antes uno.",
  filesLarge: "Los archivos del mensaje superan juntos los 25 MB. Envíe menos o más pequeños.",
  fileLarge: "Un archivo puede tener como máximo 25 MB. Envíe uno más pequeño, o un enlace.",
  draftWaits:
    "Este borrador espera una decisión y mientras tanto no se puede cambiar ni enviar. Borrarlo lo retira.",
  draftSending: "Este borrador se está enviando ahora.",
  draftMoved: "El borrador se cambió, envió o borró en el mismo momento. Mírelo de nuevo y decida.",
  notScheduled: "Este borrador no está programado, no hay nada que retirar.",
  cannotSend: "Una dirección de este tipo ({1}) no puede enviar. Envíe desde otra.",
  notActive: "Esta dirección no está activa y no puede enviar.",
  notVerified: "{1} aún no está verificado. Publique antes su registro de propiedad y verifíquelo.",
  dayLimit:
    "Desde aquí se puede escribir a {2} destinatarios al día, y hoy (UTC) han sido {3}. Escriba a menos, o espere hasta mañana.",
  mostRecipients: "{1} destinatarios son demasiados. Envíe a {2} como máximo a la vez.",
  mailLarge: "Los textos y adjuntos superan juntos los 25 MB. Envíe menos, o varios mensajes.",
  nobodyToAnswer: "Este mensaje no nombra a nadie a quien responder. Escriba uno nuevo.",
  saysNothing: "El mensaje no dice nada. Póngale un texto, un asunto o un archivo.",
  sendAt: "La hora debe estar entre un minuto y treinta días desde ahora, entre {2} y {3}, y no {1}.",
  mostLabels: "Una dirección tiene como máximo {1} etiquetas. Borre antes una.",
  labelName: "El nombre de una etiqueta necesita un carácter visible y ninguno de control.",
  mostNotes: "Un hilo tiene como máximo {1} notas. Borre antes una.",
  othersNote: "Otra persona escribió esta nota. La borra su autor, o un propietario de la cuenta.",
  snoozeTime: "Dé una hora por venir, dentro de cinco años.",
  storageFull:
    "Esta cuenta guarda tanto como permite su plan. Borre antes mensajes del todo (de la papelera).",
  changedSince: "Cambió desde que lo abrió. Ábralo de nuevo: decide lo que se muestre entonces.",
  reviewGone: "El correo fue borrado por su dirección. No hay nada que decidir.",
  decidedFirst: "Alguien ya lo decidió ({2}): {3}.",
  plannedFirst: "{1} ya lo decidió ({2}) y puede retirarlo hasta {3}.",
  pageOld: "Esta página estuvo abierta más de 15 minutos. Abra de nuevo el enlace de su correo.",
  reviewLinkUsed: "Este enlace ya se usó, o su correo está decidido. No hay nada más que hacer.",
  noTakeBack: "Ya no se puede retirar: ya se aplica, o nadie lo había decidido.",
  leavesAsIs:
    "Este correo lo escribió un programa de correo o el calendario, y sale tal cual o no sale. Devuélvalo, o apruébelo sin cambios.",
  searchOperator: "La búsqueda no conoce «{1}:». ¿Quería decir «{2}:»?",
  searchEmpty: "En la búsqueda, «{1}:» no tiene valor.",
  searchDay: "«{1}:{2}»: ponga un día como 2026-01-31, yesterday, o una antigüedad como 7d.",
  searchSize: "«{1}:{2}»: ponga un tamaño en bytes, 500k o 5M.",
  searchValue: "«{1}:{2}»: ponga uno de {4}.",
  tooFast: "Demasiadas peticiones. Espere un momento.",
  internal: "Algo salió mal por nuestra parte. Inténtelo de nuevo; si sigue, avise de la petición {1}.",
  hookScheme: "La URL debe empezar por https:// o http://.",
  hookUrl: "Eso no es una URL. Escríbala entera, como https://example.com/hook.",
  labelNamed:
    "Esta dirección ya tiene una etiqueta «{2}» (no cuentan mayúsculas ni minúsculas). Úsela o elija otro nombre.",
  endBeforeStart: "El final es anterior al comienzo. Elija un final posterior.",
  endOfAllDay: "El último día es anterior al primero. Elija uno posterior.",
  guestAddress: "Invitados: «{1}» no es una dirección de correo. Escriba por ejemplo ada@example.com.",
  mostSeries:
    "Este calendario tiene {1} series y no admite más. Elimine las que ya terminaron o use otra dirección.",
  linkOver:
    "Este enlace ya no sirve para responder: el evento se movió, se canceló o ya pasó, o el enlace está incompleto.",
  answersByMail: "Este organizador recibe las respuestas por correo. Envíe la suya por correo.",
  noCalendar:
    "Una dirección de este tipo ({1}) no tiene calendario. Use la de una persona, un equipo o un agente.",
  hookDisabled: "Este webhook está desactivado. Actívelo primero.",
  hookLong: "La URL tiene {1} caracteres; se admiten {2}.",
  hookBlank: "La URL contiene un espacio, una barra invertida o un carácter de control. Codifíquelo con %.",
  hookUser:
    "La URL no puede llevar nombre de usuario ni contraseña. Compruebe en su lugar la firma del webhook.",
  hookPort: "La URL indica el puerto 0. Indique uno real o ninguno.",
  hookHost:
    "La URL no tiene un nombre de equipo válido. Escriba un nombre como example.com o una dirección IP.",
  domainShared: "{1} es común a todas las cuentas. Cree direcciones en él sin añadirlo.",
  domainOwner: "{1} es compartido: solo su propietario puede hacerlo. Añada un dominio propio.",
  domainDefault: "{1} es el dominio predeterminado. Se queda mientras exista el servicio.",
  domainQueued: "Aún hay correo de {1} por salir (para {2}). Elimine el dominio cuando haya salido.",
  domainOperators: "{1} pertenece al operador de este servicio. Use otro dominio.",
  claimFailed:
    "La comprobación de {1} ha fallado. Publique primero su registro de propiedad y verifíquelo de nuevo.",
  signupDomain: "{1} es para agentes que se registran solos. Cree la dirección en otro dominio.",
  memberHere:
    "{1} es una dirección de este servidor cuyo correo leen claves y programas: allí no se envían enlaces ni códigos.",
  reviewerAddress: "Revisores: «{1}» no es una dirección de correo.",
  recipientAddress: "«{1}» no es un destinatario. Escriba por ejemplo ada@example.com.",
  nameLong: "Un nombre ({1}) tiene {2} caracteres; se admiten 300.",
  templateLong: "Una vez rellenada, la plantilla pasa de {1} caracteres. Use menos veces sus campos largos.",
  receivedWhole: "Un correo recibido se admite tal como es. No se puede modificar.",
  starting: "Este servidor se está iniciando. Inténtelo de nuevo en un momento.",
  domainSignups: "{1} tiene direcciones de registros (como {2}). Se queda.",
  domainAddresses: "{1} aún tiene direcciones: {2} (como {4}). Elimínelas primero.",
  domainOfSignups:
    "{1} y {2}, el dominio de los agentes que se registran por sí mismos, son de una misma organización: podrían hacerse pasar por ella. Añada otro dominio.",
  addressOnDomain:
    "Las cuentas que se registraron por sí mismas no crean direcciones en {1}. Elija otro dominio.",
  hookRuled:
    "La regla de encaminamiento {1} entrega el correo de {2} a este webhook. Elimine primero la regla.",
  hookEnabled: "Este webhook se acaba de activar. Inténtelo de nuevo.",
  oneDateRepeats:
    "Una sola fecha de una serie no puede repetirse. Cambie la serie, o esta fecha y las siguientes.",
  eventTag: "El evento ha cambiado entretanto. Ábralo de nuevo y decida después.",
  organisedHere: "Esta dirección organiza el evento, así que no hay a quién responder. Cámbielo o cancélelo.",
  noDrafts: "Una dirección de tipo {1} no guarda borradores. Escriba desde otra dirección.",
  scheduledBy:
    "Quien programó el envío ya no puede enviar desde esta dirección, así que no salió. Revíselo y prográmelo de nuevo.",
  writesFrom:
    "{1} no puede escribir ahora como {2}: la regla ya no vale. Escriba desde la propia dirección, o pregunte a quien hace las reglas.",
  labelOther: "Esta etiqueta es de otra dirección. Use una de la dirección del hilo.",
  labelOfAll:
    "La etiqueta {1} no es de la dirección de todos estos mensajes. Elija mensajes de una sola dirección.",
  legalHold:
    "Desde {2} rige aquí una retención legal: no se elimina nada hasta que quien gestiona el servicio la levante. El correo puede ir a la papelera.",
  receivedMail: "Es un correo recibido: aprobarlo lo deja entrar, rechazarlo lo elimina.",
  linkNoDecision: "Este enlace ya no decide nada. Inicie sesión para decidir.",
  answerOther: "El mensaje al que responde es de otra dirección. Responda desde ella.",
  seriesCut:
    "Esta serie es demasiado densa o demasiado espaciada para cortarla ahí. Sustitúyala por dos eventos nuevos.",
  zoneUnknown: "«{1}» no es una zona horaria. Use un nombre como {2} o UTC.",
  dateNeeded: "{1} debe ser una fecha como 2026-01-02, porque el evento dura todo el día.",
  dateWithoutTime:
    "{1} es una fecha sin hora. Indique también la hora, o haga que el evento dure todo el día.",
  timeUnread: "{1} no es una fecha con hora, sino {2}. Indique la fecha y la hora.",
  lineBreak:
    "{1} contiene un salto de línea o un carácter de control (U+{2}, posición {3}). Escríbalo en una línea, sin caracteres de control.",
  mailsToHuman: "Ya se enviaron bastantes correos allí: {1}. Use el más reciente, o espere un poco.",
  noreplyStopped:
    "Este servidor escribe a las personas desde noreply@{1}, y esa dirección no puede escribir a todos ahora. Pida a quien gestiona el servicio que la active.",
  searchNothing: "Esta búsqueda no pregunta nada. Escriba palabras, o un filtro.",
  mostOfAccount: "Una cuenta tiene como máximo {1}. Elimine antes lo que ya no haga falta.",
  typeCannotSend: "Esta dirección es de una aplicación y no puede enviar. Use otra.",
  addressStopped: "Esta dirección no puede enviar: está suspendida o ha caducado. Actívela antes.",
  programNotAnswered:
    "Este mensaje lo escribió un programa (respuesta automática, lista, rebote), y una dirección automática no responde a ellos. Escriba un mensaje nuevo, o deje que respondan personas en la dirección.",
  automatedInARow:
    "En esta conversación, direcciones automáticas se han respondido {1} veces y nadie más ha escrito. Quizá dos programas se responden: deje que responda una persona, o escriba un mensaje nuevo.",
  automatedTooFast:
    "Una dirección automática escribe como máximo {1} mensajes por hora en una conversación. Espere, o empiece otra.",
  someRefused: "Algunos destinatarios fueron rechazados ({1}). No se envió nada.",
  busyTooMany: "Este período tiene demasiados eventos. Pida uno más corto.",
  dateGone: "La serie ya no tiene esta fecha. Abra de nuevo el calendario.",
  keyMintsFast: "Esta clave crea otras más deprisa de lo que se puede revocar. Inténtelo de nuevo.",
  podKeyFull:
    "La clave «{1}» ({2}) abarca este pod y ya alcanza {3} direcciones. Elija otro pod, o revoque la clave.",
  addressBusy: "Hay demasiado trabajo en espera para esta dirección. Vuelva a intentarlo en un momento.",
  diskFull:
    "El disco del servidor está lleno y no se guardó nada. Quien gestiona el servidor debe hacer sitio.",
  cursorOld: "Este lugar de la lista ya no existe. Empiece la lista de nuevo.",
  searchAlternatives: "La búsqueda tiene {1} alternativas; con operadores son {2} como máximo.",
  textBusy: "El servidor está demasiado ocupado para un texto tan largo. Inténtelo más tarde.",
  answerBusy: "El servidor está demasiado ocupado para una respuesta tan larga. Inténtelo más tarde.",
  manyBodies: "Se están enviando demasiadas cosas a la vez. Vuelva a intentarlo en un momento.",
  slowBody: "Lo que envió no llegó en {1} segundos. Envíe menos, o por una conexión más rápida.",
  inNoFolder:
    "Este mensaje no está en ninguna carpeta: se guarda solo hasta que se entregue y no se puede cambiar.",
  notMovable: "Un mensaje no se puede mover a {1}.",
  otherFrom: "Este borrador es de {1}@{2}. Escriba uno nuevo para la otra dirección.",
  notApplied: "{1} No se cambió nada.",
  bytesAway: "Los bytes de este mensaje no están aquí en este momento. Vuelva a intentarlo en un momento.",
  largeAway:
    "Los mensajes grandes no se pueden guardar ni leer en este momento. Vuelva a intentarlo en un momento.",
  databaseAway: "La base de datos no responde en este momento. Vuelva a intentarlo en un momento.",
};
