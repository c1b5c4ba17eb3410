// Words of the pages: the settings' first page and its tabs. In French, made without a native speaker's review.
import type * as english from "../settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english.settings> = {
  title: "Paramètres",
  lead: "Ce qu’a ce compte, et qui peut y faire quoi.",
  pages: {
    keys: { name: "Clés", about: "Avec quoi les agents se connectent, et ce à quoi ils ont accès" },
    programs: { name: "Programmes", about: "Les programmes que vous avez admis, et ce qu’ils peuvent faire" },
    members: { name: "Membres", about: "Qui travaille sur le courrier, et ce que chacun peut faire" },
    addresses: { name: "Adresses", about: "Qui reçoit du courrier ici, et de nouvelles adresses" },
    templates: {
      name: "Modèles",
      about:
        "Les textes par lesquels les messages commencent, et les signatures par lesquelles ils finissent",
    },
    devices: {
      name: "Logiciels de messagerie",
      about: "Mots de passe pour les logiciels de messagerie, les téléphones et leurs agendas",
    },
    webhooks: { name: "Webhooks", about: "Où vont les événements, et ce qu’il en est advenu" },
    domains: { name: "Domaines", about: "Vos propres domaines et leurs enregistrements DNS" },
    queue: {
      name: "File d’attente",
      about: "Ce qui attend de partir, toutes adresses du service confondues",
    },
    protection: { name: "Protection", about: "Ce qui attend une personne, et à qui on peut écrire" },
    audit: { name: "Journal", about: "Qui a changé les rôles, les clés et les paramètres" },
    you: { name: "Votre page", about: "Clés d’accès, où vous êtes connecté, et le clavier" },
  },
  allMail: "Chaque conversation, quel que soit son état",
  drafts: "Ce que vous avez commencé à écrire",
  ownerOnly: "Seul le propriétaire change ces paramètres.",
  changedMeanwhile:
    "Cela a changé entre-temps, et rien n’a été enregistré. Regardez ce qu’il en est maintenant, puis décidez.",
};
