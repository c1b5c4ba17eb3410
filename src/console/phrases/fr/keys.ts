// Words of the pages: keys of agents. In French, made without a native speaker's review.
import type * as english from "../keys.ts";
import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");
const isOne = isOneIn("fr");

export const keys: Translated<typeof english.keys> = {
  title: "Clés",
  newKey: (name) => `Nouvelle clé « ${name} ».`,
  copyNow: "Copiez-la maintenant : elle n’est affichée que cette fois.",
  tryIt: "Essayez-la",
  search: "Rechercher des clés",
  find: "Rechercher",
  showAll: "Tout afficher",
  keys: "Clés d’API",
  noKeys:
    "Aucune. Il en faut une à un agent pour utiliser son adresse : créez-la ci-dessous et remettez-la-lui.",
  noKeyHas: (text) => `Aucune n’a « ${text} » dans son nom.`,
  reaches: "donne accès à",
  everything: "tout",
  anotherAddress: "une autre adresse",
  anotherKey: "une autre clé",
  made: "créée",
  by: "par",
  lastUsed: "dernière utilisation",
  neverUsed: "jamais utilisée",
  revoke: "Révoquer",
  revokeHint: "Elle s’arrête aussitôt, avec chaque clé, mot de passe et webhook qu’elle a créés.",
  revokeNamed: (name) => `Révoquer ${name}`,
  whatItMade: (count) => plural(count, "élément créé par elle", "éléments créés par elle"),
  andOlder: (count) => `et ${number(count)} plus ${isOne(count) ? "ancien" : "anciens"}`,
  takeOver: "Reprendre",
  takeOverHint:
    "Ils deviennent les vôtres et continuent sans la clé : ce qu’elle a autorisé, règles de transfert, clés, mots de passe et webhooks. Ce qu’elle a programmé compte comme programmé par personne.",
  ended: "Clés terminées",
  endedHint: "Ce qu’elles ont créé et qui existe encore est en sommeil jusqu’à ce que quelqu’un le reprenne.",
  kinds: {
    api_key: "Clé d’API",
    app_password: "Mot de passe d’application",
    webhook: "Webhook",
    calendar_feed: "Flux d’agenda",
    routing_rule: "Règle",
    scheduled_draft: "Brouillon programmé",
    allow_entry: "Autorisé",
    allowed_contact: "Autorisé",
  },
  mintTitle: "Créer une clé",
  mint: "Créer la clé",
  name: "Nom",
  namePlaceholder: "Son usage",
  reach: "Ce à quoi elle donne accès",
  reachAll: "Tout dans ce compte ; elle peut créer des adresses",
  reachSome: "Seulement les adresses cochées ici",
  docs: "Documentation de l’API",
  baseUrl: "URL de base",
  nameMissing: "Donnez à la clé un nom de 1 à 100 caractères.",
  tickOne: "Cochez au moins une adresse, ou choisissez tout.",
  sentAlready:
    "Ce formulaire a déjà été envoyé, et la clé a été affichée alors. Ouvrez la page de nouveau pour en créer une autre.",
};
