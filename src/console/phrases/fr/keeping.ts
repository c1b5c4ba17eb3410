// Words of the pages: what becomes of words that were typed and not taken. In French, made without a native speaker's review.
import type * as english from "../keeping.ts";
import type { Translated } from "../translated.ts";

export const keeping: Translated<typeof english.keeping> = {
  written: "Ce que vous avez écrit",
  filesAgain: "Les fichiers et les images n’ont pas été gardés. Joignez-les de nouveau.",
  signedOut:
    "Vous êtes déconnecté. Ce que vous avez écrit reste ici : connectez-vous dans un autre onglet, puis appuyez de nouveau sur le bouton.",
  other:
    "Quelqu’un d’autre s’est connecté dans ce navigateur. Ce que vous avez écrit reste ici et n’est pas envoyé en son nom. Copiez ce dont vous avez besoin.",
  unknown:
    "Aucune réponse n’est venue : on ne sait pas si cela a été fait. Ce que vous avez écrit reste ici : dès que le réseau revient, appuyez de nouveau sur le bouton.",
  notTaken: "Pas fait :",
  again: "Vous avez écrit ceci ici auparavant. Cela n’a peut-être été ni envoyé ni enregistré.",
  before: "Vous avez écrit ceci ici auparavant sans l’enregistrer. Ce qui se trouve ici a changé depuis :",
  sending: "Envoi en cours…",
  decided: "Vous aviez écrit ceci avant la décision ; ce n’est pas parti :",
  forget: "Oublier",
  offline: "Pas de réseau. Ce que vous écrivez reste dans ce navigateur jusqu’à son retour.",
  unanswered:
    "Aucune réponse n’est arrivée : on ne sait pas si cela a été fait. La liste le montrera dès le retour du réseau.",
  held: "Rien n’a été fait : il n’y a pas de réseau. Appuyez de nouveau dès son retour.",
};
