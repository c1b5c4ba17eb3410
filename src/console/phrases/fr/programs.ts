// Words of the pages: programs that ask for access, and those that have it. In French, made without a native speaker's review.
import type * as english from "../programs.ts";
import type { Translated } from "../translated.ts";

export const programs: Translated<typeof english.programs> = {
  title: "Programmes",
  lead: "Un programme qui parle MCP demande lui-même l’accès quand on lui donne cette adresse :",
  none: "Aucun programme n’a encore accès. Donnez cette adresse à l’un d’eux : il vous mène ici, et vous dites ce qu’il peut faire.",
  everyAddress: "chaque adresse",
  may: {
    read: "lit",
    draft: "lit et rédige",
    send: "lit, rédige et envoie",
    approve: "lit, rédige, envoie et approuve",
  },
  answersTo: "les réponses vont à",
  end: "Terminer",
  endHint: "Il est déconnecté aussitôt.",
  endNamed: (name) => `Terminer l’accès de ${name}`,
};

export const authorize: Translated<typeof english.authorize> = {
  title: "Accès pour un programme",
  heading: (name) => `Laisser ${name} utiliser votre courrier ?`,
  notVerified: "est le nom que le programme se donne. Il n’est pas vérifié.",
  describedAt: "Il est décrit à",
  destination: {
    web: ["Votre réponse va à ", "."],
    machine: [
      "Votre réponse va à un programme de cet ordinateur (",
      "). Tout programme qui s’y trouve peut se nommer ainsi : ne continuez que si vous venez de lancer celui-ci.",
    ],
    app: [
      "Votre réponse va à l’application de cet appareil qui ouvre les liens du schéma ",
      ". Ne continuez que si vous venez de la lancer.",
    ],
  },
  accounts: "Vos comptes",
  addresses: "Quelles adresses",
  noAddress: "Ce compte n’a pas encore d’adresse.",
  every: "Chaque adresse de ce compte, celles à venir aussi",
  levels: "Ce qu’il peut faire",
  level: {
    read: "Lire : messages, fichiers et agendas",
    draft: "Rédiger : aussi écrire des brouillons, déplacer et étiqueter les messages",
    send: "Envoyer : aussi envoyer et supprimer des messages, et modifier les agendas ; ce que vous protégez vous attend toujours",
    approve:
      "Approuver : aussi décider des messages retenus, là où une adresse laisse les programmes décider. Pour un programme avec lequel vous travaillez vous-même, jamais pour un agent",
  },
  takeBack: "Vous pouvez revenir là-dessus à tout moment, dans les paramètres sous « Programmes ».",
  allow: "Autoriser",
  refuse: "Refuser",
  tickOne: "Cochez au moins une adresse.",
  refusedTitle: "Incorrect",
  refusedHeading: "La demande de ce programme est incorrecte",
  refusedLead: "Rien n’a été autorisé. C’est à l’auteur du programme de corriger cela.",
  tellProgram: "Prévenir le programme",
};
