// Words of the pages: who works on an account's mail. In French, made without a native speaker's review.
import type * as english from "../members.ts";
import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");

export const members: Translated<typeof english.members> = {
  title: "Membres",
  lead: "Qui travaille sur le courrier de ce compte.",
  you: "vous",
  invited: "invité",
  notHere: "pas encore là",
  since: "depuis le",
  inviteTitle: "Inviter quelqu’un",
  inviteHint: "Un lien lui est envoyé. Il sert pendant sept jours et le connecte.",
  email: "E-mail",
  name: "Nom",
  namePlaceholder: "Tel que les collègues le lisent",
  role: "Rôle",
  invite: "Inviter",
  again: "Renvoyer",
  change: "Changer le rôle",
  changeNamed: (name) => `Rôle de ${name}`,
  remove: "Retirer",
  removeHint:
    "La personne est déconnectée de ce compte aussitôt, et les programmes qu’elle a admis et les mots de passe qu’elle a créés prennent fin. Ce qu’elle a écrit reste ; ses clés d’API et ses webhooks continuent jusqu’à ce que vous les révoquiez.",
  removeNamed: (name) => `Retirer ${name}`,
  leave: "Quitter",
  leaveHint: "Vous ne voyez plus ce compte. Un propriétaire peut vous inviter de nouveau.",
  leaveSure: "Quitter ce compte",
  rolesTitle: "Ce que permet un rôle",
  roles: {
    reviewer:
      "Lire tout le courrier et son historique, laisser des notes, et décider de ce qui attend : approuver, modifier, renvoyer, rejeter, prendre en charge.",
    member:
      "Aussi écrire et envoyer, trier, étiqueter et attribuer les conversations, répondre aux invitations et tenir l’agenda.",
    owner:
      "Aussi régler ce qu’a le compte : clés, programmes, adresses, logiciels de messagerie, webhooks, domaines, protection et membres.",
  },
  ownerStays: "Le premier propriétaire ne peut être ni retiré ni recevoir un autre rôle.",
  ownerOnly: "Seul un propriétaire invite et retire des personnes.",
  notAnAddress: "Ce n’est pas une adresse e-mail. Saisissez-en une comme ada@example.com.",
  longName: "Un nom a au plus 100 caractères.",
  tooMany: "Beaucoup de personnes ont été invitées dans l’heure. Patientez un peu.",
  notMailed: (email, why) => `${email} a été ajouté, mais le lien n’a pas pu être envoyé : ${why}`,
  handOver: (email) =>
    `${email} est une adresse de ce serveur, dont des clés et des logiciels lisent le courrier ; le lien n’est donc pas envoyé. Remettez-le vous-même : il n’est affiché que cette fois, et sert pendant sept jours.`,
  signsInBy: (email) =>
    `Ensuite, la personne se connecte avec une clé d’accès (Paramètres, Votre page), ou par un lien que crée l’exploitant du serveur : postroom console-link ${email}`,
  count: (count) => plural(count, "personne", "personnes"),
  invitation: {
    title: "Une invitation",
    heading: (account) => `Travailler sur le courrier de ${account} ?`,
    lead: (role) => `Vous êtes invité comme ${role}.`,
    anAccount: "un compte",
    accept: "Accepter et se connecter",
    decline:
      "Si vous ne le souhaitez pas, fermez cette page : personne ne vous voit dans le compte avant que vous acceptiez.",
    subject: (account) => `Vous êtes invité au courrier de ${account}`,
    text: ({ inviter, account, role, does, url }) =>
      `${inviter} vous invite à travailler sur le courrier de ${account} dans Postroom, comme ${role}.

En tant que ${role}, vous pouvez :

${does}

Ce lien vous connecte, une fois, dans les sept jours :

${url}

Si vous ne le souhaitez pas, ne faites rien.
`,
  },
};
