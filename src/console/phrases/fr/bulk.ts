// Words of the pages: many threads at once. In French, made without a native speaker's review.
import type * as english from "../bulk.ts";
import { isOneIn, numberIn, pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");
const isOne = isOneIn("fr");

const threads = (count: number) => plural(count, "conversation", "conversations");

export const bulk: Translated<typeof english.bulk> = {
  title: "Conversations sélectionnées",
  choose: (subject) => `Sélectionner ${subject}`,
  chooseAll: "Tout sélectionner",
  chosen: "sélectionnées",
  everything: "Tout dans cette liste",
  all: "Toute la liste",
  none: "Aucune",
  done: "Terminé",
  open: "Rouvrir",
  read: "Lu",
  unread: "Non lu",
  spam: "Spam",
  notSpam: "Non-spam",
  trash: "Supprimer",
  move: "Déplacer",
  moveTo: "Déplacer le courrier reçu vers",
  label: "Libellé",
  labelWith: "Libellé",
  put: "Ajouter",
  take: "Retirer",
  nothing: "Sélectionnez d’abord des conversations.",
  tooMany: (most) => `Au plus ${number(most)} conversations à la fois. Sélectionnez plutôt toute la liste.`,
  did: {
    resolved: (count) => `${plural(count, "conversation terminée", "conversations terminées")}.`,
    open: (count) => `${plural(count, "conversation rouverte", "conversations rouvertes")}.`,
    read: (count) => `${plural(count, "conversation lue", "conversations lues")}.`,
    unread: (count) => `${threads(count)} de nouveau non ${isOne(count) ? "lue" : "lues"}.`,
    spam: (count) => `${threads(count)} dans les spams.`,
    inbox: (count) => `${threads(count)} dans la boîte de réception.`,
    archive: (count) => `${threads(count)} dans les archives.`,
    trash: (count) => `${threads(count)} dans la corbeille.`,
    move: (count) => `${plural(count, "conversation déplacée", "conversations déplacées")}.`,
    label: (count) => `${threads(count)} avec le libellé.`,
    unlabel: (count) => `${threads(count)} sans le libellé.`,
  },
  left: (count) =>
    ` ${plural(count, "conversation laissée telle quelle", "conversations laissées telles quelles")} : auprès d’une personne, modifiées entre-temps ou sans ce dossier.`,
  noUndo: " Un si grand nombre ne peut pas être annulé d’un coup.",
  takenBack: (count) => `${threads(count)} comme avant.`,
  going: (count) => `${threads(count)} jusqu’ici. Le reste suit…`,
  byItself: "Aucune page n’a besoin de rester ouverte.",
  ended:
    "Cela s’est arrêté avant la fin : la personne qui l’a demandé n’en a plus le droit, son dossier ou son libellé n’existe plus, ou cela a duré plus d’une semaine.",
  goOn: "Continuer",
};
