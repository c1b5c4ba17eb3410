// Words of the pages: keys of agents. In Spanish, made without a native speaker's review.
import type * as english from "../keys.ts";
import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");

export const keys: Translated<typeof english.keys> = {
  title: "Claves",
  newKey: (name) => `Nueva clave «${name}».`,
  copyNow: "Cópiela ahora: solo se muestra esta vez.",
  tryIt: "Pruébela",
  search: "Buscar claves",
  find: "Buscar",
  showAll: "Mostrar todas",
  keys: "Claves de API",
  noKeys: "Ninguna. Un agente necesita una para usar su dirección: créela abajo y entréguesela.",
  noKeyHas: (text) => `Ninguna tiene «${text}» en su nombre.`,
  reaches: "alcanza",
  everything: "todo",
  anotherAddress: "otra dirección",
  anotherKey: "otra clave",
  made: "creada",
  by: "por",
  lastUsed: "último uso",
  neverUsed: "nunca usada",
  revoke: "Revocar",
  revokeHint: "Deja de valer de inmediato, con cada clave, contraseña de aplicación y webhook que creó.",
  revokeNamed: (name) => `Revocar ${name}`,
  whatItMade: (count) => plural(count, "cosa creada por ella", "cosas creadas por ella"),
  andOlder: (count) => `y ${plural(count, "más antigua", "más antiguas")}`,
  takeOver: "Asumir",
  takeOverHint:
    "Pasan a ser suyas y siguen sin la clave: lo que permitió, reglas que reenvían, claves, contraseñas y webhooks. Lo que programó cuenta como programado por nadie.",
  ended: "Claves terminadas",
  endedHint: "Lo que crearon y aún existe queda en suspenso hasta que alguien lo asuma.",
  kinds: {
    api_key: "Clave de API",
    app_password: "Contraseña de aplicación",
    webhook: "Webhook",
    calendar_feed: "Canal del calendario",
    routing_rule: "Regla",
    scheduled_draft: "Borrador programado",
    allow_entry: "Permitido",
    allowed_contact: "Permitido",
  },
  mintTitle: "Crear una clave",
  mint: "Crear clave",
  name: "Nombre",
  namePlaceholder: "Para qué es",
  reach: "Qué alcanza",
  reachAll: "Todo en esta cuenta; puede crear direcciones",
  reachSome: "Solo las direcciones marcadas aquí",
  docs: "Documentación de la API",
  baseUrl: "URL base",
  nameMissing: "Dé a la clave un nombre de 1 a 100 caracteres.",
  tickOne: "Marque al menos una dirección, o elija todo.",
  sentAlready:
    "Este formulario ya se envió, y la clave se mostró entonces. Abra la página de nuevo para crear otra.",
};
