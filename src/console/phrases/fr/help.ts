// Words of the pages: the keys, and the palette. In French, made without a native speaker's review.
import type * as english from "../help.ts";
import type { Translated } from "../translated.ts";

export const help: Translated<typeof english.help> = {
  keys: "Raccourcis clavier",
  keysLead:
    "Les touches seules agissent quand aucun champ n’a le focus. Votre page des paramètres les désactive.",
  contexts: {
    everywhere: "Partout",
    list: "Dans une liste",
    thread: "Dans une conversation",
    card: "Une carte qui vous attend",
    desk: "Décider un par un",
    calendar: "Dans l’agenda",
    writing: "En écrivant",
  },
  go: "Aller à",
  palette: "Tout trouver",
  find: "Une action, adresse, libellé, personne, paramètre ou conversation",
  show: "Trouver",
  none: "Rien ne porte ce nom.",
  searchFor: (text) => `Chercher « ${text} » dans les messages`,
  caps: {
    Escape: "Échap",
    Ctrl: "Ctrl",
    Shift: "Maj",
    Enter: "Entrée",
    Space: "Espace",
    arrow: "flèche",
  },
  kinds: {
    action: "Action",
    list: "Liste",
    address: "Adresse",
    label: "Libellé",
    pod: "Pod",
    saved: "Recherche enregistrée",
    folder: "Dossier",
    setting: "Paramètres",
    thread: "Conversation",
    person: "Personne",
    search: "Recherche",
  },
};
