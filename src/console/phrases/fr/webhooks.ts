// Words of the pages: webhooks and their deliveries. In French, made without a native speaker's review.

import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../webhooks.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");
const isOne = isOneIn("fr");

export const webhooks: Translated<typeof english.webhooks> = {
  title: "Webhooks",
  lead: "Vos programmes apprennent les événements par des appels signés, selon Standard Webhooks.",
  none: "Pas encore de webhook",
  noneText:
    "Ajoutez ci-dessous l’adresse de votre programme. Il est appelé pour chaque événement jusqu’à ce qu’il réponde par 2xx.",
  wholeAccount: "tout le compte",
  oneAddress: "une adresse",
  allKinds: "tous les événements",
  someKinds: (count) => plural(count, "type d’événement", "types d’événements"),
  status: { active: "Actif", failing: "En échec", disabled: "Désactivé" },
  meaning: {
    active: "Les événements sont livrés.",
    failing:
      "Sa livraison la plus récente a épuisé ses essais ; les événements suivants sont encore essayés.",
    disabled: "Rien n’est livré avant que vous l’activiez.",
  },
  noneArrived: (count) =>
    isOne(count)
      ? "La dernière livraison n’est pas encore arrivée : voyez ci-dessous la réponse."
      : `Aucune des ${number(count)} dernières livraisons n’est arrivée : voyez ci-dessous la réponse.`,
  newTitle: "Ajouter un webhook",
  url: "URL",
  urlMissing: "Donnez une URL qui commence par https:// ou http://.",
  of: "Événements de",
  kinds: "Seulement certains types d’événements",
  kindsHint: "Aucun coché : tous, ceux des versions futures aussi.",
  make: "Ajouter le webhook",
  made: (url) => `Secret de signature de ${url}.`,
  copyNow: "Copiez-le maintenant : il n’est affiché que cette fois.",
  back: "Tous les webhooks",
  test: "Envoyer un événement de test",
  enable: "Activer",
  disable: "Désactiver",
  delete: "Supprimer",
  deleteHint: "Les règles d’acheminement qui y mènent prennent fin aussi.",
  deleteSure: "Supprimer ce webhook",
  deliveries: "Livraisons",
  noDeliveries: "Rien n’a encore été livré.",
  deliveryStatus: {
    queued: "en attente",
    delivering: "en cours",
    retrying: "réessayée plus tard",
    delivered: "livrée",
    failed: "échouée",
  },
  tries: (count) => plural(count, "essai", "essais"),
  next: "prochain",
  answer: "Sa réponse",
  replay: "Livrer de nouveau",
};
