// Words of the pages: the queue over all addresses, for the operator. In French, made without a native speaker's review.

import { pluralIn } from "../plural.ts";
import type * as english from "../queue.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");

export const queue: Translated<typeof english.queue> = {
  lead: "Ce qui attend de partir, toutes adresses de ce service confondues, du plus ancien au plus récent. Ce qui attend la validation d’une personne n’est pas ici.",
  domain: "Domaine du destinataire",
  error: "Mots de la dernière réponse",
  state: "État",
  anyState: "Tout état",
  states: {
    active: "en cours",
    due: "à envoyer",
    deferred: "réessayé plus tard",
    paced: "cadencé",
    held: "retenu",
  },
  find: "Rechercher",
  none: "Rien n’attend ici",
  noneText: "Ce qui a été envoyé est parti, ou rien ne correspond à votre recherche.",
  more: "Entrées plus récentes",
  tries: (count) => plural(count, "essai", "essais"),
  why: "Pourquoi",
  retry: "Essayer maintenant",
  hold: "Retenir",
  release: "Laisser partir",
  drop: "Abandonner",
  dropHint: "L’expéditeur en est prévenu comme de tout échec.",
  dropSure: "Abandonner ce destinataire",
  left: {
    active: "Il est peut-être en route à l’instant : retenez-le d’abord.",
    held: "Il est retenu : laissez-le d’abord partir.",
    not_held: "Il n’était pas retenu.",
    ramp: "Son nouveau domaine ne peut plus envoyer aujourd’hui.",
    settled: "Il n’attend plus.",
  },
};
