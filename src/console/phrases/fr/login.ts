// Words of the pages: signing in. In French, made without a native speaker's review.
import type * as english from "../login.ts";
import type { Translated } from "../translated.ts";

export const login: Translated<typeof english.login> = {
  title: "Connexion",
  heading: "Se connecter à Postroom",
  signIn: "Se connecter",
  lead: "Saisissez votre adresse e-mail. Un lien qui vous connecte une fois y est envoyé.",
  email: "E-mail",
  send: "M’envoyer un lien",
  notAnAddress: "Ce n’est pas une adresse e-mail. Saisissez-en une comme ada@example.com.",
  tooMany: "Trop de liens ont été demandés. Patientez un peu.",
  sentTitle: "Consultez votre courrier",
  sent: (email) => [
    "Si un compte appartient à ",
    email,
    ", un lien de connexion est en route. Il sert une fois, pendant 15 minutes.",
  ],
  nothing: "Rien reçu ? Regardez dans le dossier de spam, attendez quelques minutes, puis ",
  again: "redemandez-en un",
  limit: ". Au plus trois liens par heure sont envoyés.",
  here: "Aucun lien n’est envoyé à une adresse de ce serveur même, dont les clés et les logiciels de messagerie le liraient : connectez-vous avec une clé d’accès, ou demandez un lien à l’exploitant du serveur (postroom console-link).",
  passkey: "Se connecter avec une clé d’accès",
  passkeyFailed: "L’appareil n’a pas fourni de clé d’accès. Réessayez, ou demandez un lien.",
  passkeyMissing: "Ce navigateur n’a pas de clés d’accès. Demandez un lien.",
  passkeyRefused:
    "Cette clé d’accès n’ouvre rien ici : elle a été retirée, ou la page a attendu trop longtemps. Réessayez, ou demandez un lien.",
  issuer: (name) => `Se connecter avec ${name}`,
  issuerAway: (name) =>
    `${name} ne répond pas pour le moment. Réessayez dans un instant, ou connectez-vous par un lien ou une clé d’accès.`,
  issuerAgain: "La connexion a pris trop de temps, ou a commencé dans un autre navigateur. Recommencez.",
  issuerRefused: (name) => `${name} ne vous a pas connecté. Recommencez, ou adressez-vous à qui l’exploite.`,
  issuerNobody: {
    unproven:
      "Aucune adresse ne prouve qui vous êtes ici : elle n’y est pas vérifiée, ou c’est une adresse de ce serveur, dont des clés et des logiciels lisent le courrier. Connectez-vous avec une clé d’accès, ou demandez un lien à l’exploitant du serveur (postroom console-link).",
    taken:
      "Quelqu’un d’autre se connecte déjà avec cette adresse. Demandez à un propriétaire du compte de retirer cette personne et de vous inviter.",
    nothing:
      "Vous n’avez pas de compte ici. Demandez à un propriétaire de vous inviter, ou de donner un rôle à l’un de vos groupes.",
  },
  or: "ou",
  once: "Ce lien sert une fois. Appuyez sur le bouton pour l’utiliser.",
  program: (name) => [
    name,
    " demande l’accès à votre courrier. Connectez-vous, dans ce navigateur, et il vous sera demandé ce qu’il peut faire.",
  ],
  mails: {
    link: {
      subject: "Votre lien de connexion",
      text: (url) => `Ce lien vous connecte à Postroom, une fois, dans les 15 minutes :

${url}

Si vous ne l’avez pas demandé, ne faites rien.
`,
    },
    here: {
      subject: "Connexion",
      text: (
        email,
      ) => `Quelqu’un a demandé un lien qui connecte ${email} à Postroom. Aucun lien n’est envoyé à une adresse de ce serveur, car ses
clés et ses logiciels de messagerie lisent ce qui y arrive. Connectez-vous avec une clé d’accès, ou demandez à l’exploitant du
serveur un lien, que ceci crée :

postroom console-link ${email}

Si vous n’avez rien demandé, ne faites rien.
`,
    },
  },
};
