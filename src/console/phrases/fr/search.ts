// Words of the pages: searching. In French, made without a native speaker's review.
import type * as english from "../search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof english.search> = {
  title: "Recherche",
  of: (q) => `Recherche : ${q}`,
  begin: "Rechercher dans tous les messages",
  beginText: "Mots des objets, noms, adresses et textes.",
  refused: "Cela ne peut pas être recherché",
  none: "Rien n’a été trouvé",
  noneText: "Essayez moins de mots, ou une partie d’un mot.",
  operators: "Affiner",
  without: (part: string) => `Sans ${part}`,
  narrowTo: (part: string) => `Restreindre à ${part}`,
  recent: "Recherches récentes",
  forget: "Les oublier",
  similar: "Rien ne l’a écrit ainsi. Voici des mots semblables.",
  inSender: (email) => `expéditeur : ${email}`,
  inRecipient: (who) => `destinataire : ${who}`,
  inText: (text) => `« ${text} » plus loin dans le texte`,
  inTextOrFile: (text) => `« ${text} » plus loin, ou dans un fichier`,
  examples: [
    ["from:ada@example.com", "un expéditeur, ou un domaine"],
    ["to:…", "un destinataire"],
    ['subject:"the offer"', "mots de l’objet"],
    ["label:Urgent", "un libellé"],
    ["is:unread", "ou is:read, is:starred, is:sent, is:open"],
    ["in:inbox", "un dossier"],
    ["has:attachment", "avec pièces jointes"],
    ["filename:pdf", "une partie du nom d’un fichier"],
    ["larger:5M", "et smaller:…"],
    ["after:2026-01-31", "et before:…"],
    ["ada or bob -draft", "l’un d’eux, et un mot absent"],
  ],
};
