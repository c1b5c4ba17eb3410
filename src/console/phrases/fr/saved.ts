// Words of the pages: saved searches. In French, made without a native speaker's review.
import type * as english from "../saved.ts";
import type { Translated } from "../translated.ts";

export const saved: Translated<typeof english.saved> = {
  title: "Recherches enregistrées",
  save: "Enregistrer",
  change: "Modifier",
  name: "Nom",
  shared: "Pour tous dans ce compte",
  changeHint: "Ce qui est recherché maintenant remplace ce qui était enregistré.",
  keep: "Enregistrer la recherche",
  remove: "Supprimer",
  removeHint: (name) => `« ${name} » disparaît alors. Le courrier reste tel quel.`,
  removeSharedHint: (name) => `« ${name} » disparaît alors pour tous. Le courrier reste tel quel.`,
  sharedMark: "pour tous",
  wrongName: (most) => `Donnez-lui un nom de ${most} caractères au plus.`,
  noWords: "Recherchez d’abord quelque chose.",
};
