// Words of the pages: what is a person's own: the keyboard, passkeys, sessions. In French, made without a native speaker's review.

import type { Translated } from "../translated.ts";
import type * as english from "../you.ts";

const factsOf = ({
  name,
  email,
  when,
  ip,
}: Parameters<typeof english.you.passkeys.notice.added.text>[0]) => `Clé d’accès : ${name}
Connexion : ${email}
Quand : ${when}${ip === null ? "" : `\nDepuis : ${ip}`}`;

export const you: Translated<typeof english.you> = {
  title: "Votre page",
  lead: (who) => `Vous êtes connecté comme ${who}. Ce qui figure ici n’est qu’à vous.`,
  leadUnproven:
    "Vous êtes connecté par le lien que votre agent vous a donné. Ce qui figure ici n’est qu’à vous.",
  notices: {
    title: "Notifications de ce navigateur",
    lead: "Tant qu’une de vos pages est ouverte en arrière-plan, le navigateur dit combien de choses vous attendent, et qu’un événement approche, avec son titre. Il ne dit rien des messages.",
    allow: "Autoriser les notifications",
  },
  shortcuts: {
    title: "Clavier",
    lead: "Les touches seules pressent ce qui est sur la page. Désactivez-les là où elles gênent la saisie vocale ou un lecteur d’écran.",
    on: "Elles sont activées.",
    off: "Elles sont désactivées. Ctrl+Entrée et Échap agissent toujours.",
    turnOn: "Activer les touches seules",
    turnOff: "Désactiver les touches seules",
    all: "Afficher les raccourcis",
  },
  sessions: {
    title: "Où vous êtes connecté",
    lead: "Mettez fin à ce que vous ne connaissez pas. Une session finit d’elle-même sept jours après son début.",
    this: "celle-ci",
    began: "commencée",
    used: "dernière utilisation",
    end: "Déconnecter",
    endHint: "Son prochain clic mène à la page de connexion.",
    endNamed: (name) => `Déconnecter ${name}`,
    endOthers: "Déconnecter toutes les autres",
  },
  passkeys: {
    title: "Clés d’accès",
    lead: "Une clé d’accès vous connecte par le verrou de votre appareil : empreinte, visage ou code PIN. Les liens par e-mail marchent toujours.",
    none: "Aucune pour l’instant.",
    made: "créée",
    used: "dernière utilisation",
    neverUsed: "jamais utilisée",
    synced: "sur plusieurs appareils",
    oneDevice: "sur un appareil",
    name: "Nom de la clé d’accès",
    add: "Ajouter une clé d’accès",
    rename: "Renommer",
    renameNamed: (name) => `Nom de ${name}`,
    remove: "Retirer",
    removeHint:
      "Elle ne connecte plus personne. Les sessions qu’elle a ouvertes continuent : mettez-y fin ci-dessous.",
    removeNamed: (name) => `Retirer ${name}`,
    elsewhere: (base) => `Les clés d’accès marchent là où la page est ouverte comme ${base}.`,
    nowhere: "Les clés d’accès exigent une page avec un nom d’hôte : ce serveur a une adresse IP.",
    unproven:
      "Connectez-vous d’abord par un lien envoyé : cette session vient de l’inscription de votre agent et ne prouve aucune adresse.",
    noScript: "En ajouter une exige JavaScript.",
    failed: "L’appareil n’a pas créé de clé d’accès. Réessayez.",
    missing: "Ce navigateur n’a pas de clés d’accès.",
    wrongName: "Une clé d’accès a un nom de 1 à 100 caractères.",
    refused: "La réponse de l’appareil était incorrecte, ou est venue trop tard. Réessayez.",
    notice: {
      added: {
        subject: "Une clé d’accès a été ajoutée à votre connexion",
        text: (change) => `Une clé d’accès vous connecte désormais à Postroom.

${factsOf(change)}

Si ce n’était pas vous, retirez la clé d’accès et déconnectez toutes les autres sessions :

${change.url}
`,
      },
      removed: {
        subject: "Une clé d’accès a été retirée de votre connexion",
        text: (
          change,
        ) => `Une clé d’accès ne vous connecte plus à Postroom. Les liens par e-mail marchent toujours.

${factsOf(change)}

Si ce n’était pas vous, regardez vos clés d’accès et déconnectez toutes les autres sessions :

${change.url}
`,
      },
    },
  },
  device: {
    unknown: "Navigateur inconnu",
    on: (browser, system) => `${browser} sur ${system}`,
  },
};
