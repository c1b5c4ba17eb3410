// Words of the pages: what narrows a list or a search. In French, made without a native speaker's review.
import type * as english from "../narrow.ts";
import type { Translated } from "../translated.ts";

export const narrow: Translated<typeof english.narrow> = {
  open: "Restreindre",
  title: (name) => `Restreindre : ${name}`,
  narrowed: "Restreint à",
  without: (kind, name) => `Sans ${kind} ${name}`,
  kinds: { address: "l’adresse", pod: "le pod", label: "le libellé" },
  pods: "Pods",
  tooMany: (most) => `Les ${most} premiers sont listés.`,
  nothing: "Rien ne restreint cette liste",
  nothingText: "Il n’y a ici aucun libellé, et une seule adresse.",
  emptyPod: "Aucune adresse dans ce pod",
  emptyPodText: "Le courrier des adresses de ce pod se trouve ici.",
  none: "Rien dans cette liste ne correspond à ce à quoi elle est restreinte.",
  noneYetTitle: "Rien jusqu’ici",
  noneYet: "Rien parmi les plus récents examinés. Il peut y en avoir parmi les plus anciens.",
  gone: "Introuvable",
  goneTitle: "Cette liste n’existe plus",
  goneText:
    "Son dossier ou son libellé, ou ce à quoi elle est restreinte, a été supprimé, changé ou n’a jamais existé.",
  wider: "La même chose sans restriction",
};
