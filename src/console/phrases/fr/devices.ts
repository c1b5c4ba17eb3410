// Words of the pages: passwords of mail programs. In French, made without a native speaker's review.
import type * as english from "../devices.ts";
import type { Translated } from "../translated.ts";

export const devices: Translated<typeof english.devices> = {
  title: "Logiciels de messagerie",
  lead: "Tout logiciel de messagerie lit et envoie pour une adresse, avec son propre mot de passe : un téléphone, un ordinateur, un agenda.",
  noAddress: "Aucune adresse n’accepte les logiciels de messagerie",
  noAddressText: "Créez d’abord celle d’un agent, d’une personne ou d’une équipe.",
  passwords: "Mots de passe",
  none: "Aucun pour l’instant. Créez-en un par logiciel, pour pouvoir les révoquer un à un.",
  name: "Son usage",
  namePlaceholder: "Téléphone d’Ada",
  nameMissing: "Dites en 1 à 100 caractères à quoi sert le mot de passe.",
  make: "Créer le mot de passe",
  madeNamed: (name) => `Mot de passe pour « ${name} ».`,
  copyNow: "Copiez-le maintenant : il n’est affiché que cette fois.",
  scan: "Scannez-le avec un téléphone",
  scanHint:
    "Thunderbird pour Android : ajoutez un compte, choisissez l’importation par code QR et visez ici avec l’appareil photo.",
  codeOf: (email) => `Code QR avec les réglages et le mot de passe de ${email}`,
  made: "créé",
  lastUsed: (protocol) =>
    protocol === "" ? "dernière utilisation" : `dernière utilisation pour ${protocol.toUpperCase()}`,
  neverUsed: "jamais utilisé",
  revoke: "Révoquer",
  revokeHint: "Le logiciel est déconnecté aussitôt.",
  revokeNamed: (name) => `Révoquer ${name}`,
  how: "Ce qu’il faut saisir",
  user: "Nom d’utilisateur",
  incoming: "Serveur entrant (IMAP)",
  outgoing: "Serveur sortant (SMTP)",
  calendar: "Agenda (CalDAV)",
  withTls: (port) => `port ${port} avec TLS`,
  withStartTls: (port) => `port ${port} avec STARTTLS`,
  off: "est désactivé",
  clients: [
    {
      name: "iPhone, iPad, Mac",
      steps: [
        "Réglages, Apps, Mail, Comptes Mail, Ajouter un compte, Autre, Ajouter un compte Mail (sur un Mac : Réglages Système, Comptes internet).",
        "Saisissez l’adresse et le mot de passe ci-dessus. Sous IMAP, l’hôte des deux serveurs est celui ci-dessus ; le nom d’utilisateur et le mot de passe sont les mêmes pour les deux.",
        "Pour l’agenda : Autre, Ajouter un compte CalDAV, avec les mêmes hôte, nom d’utilisateur et mot de passe.",
      ],
    },
    {
      name: "Thunderbird",
      steps: [
        "Nouveau compte, Courrier électronique. Saisissez l’adresse et le mot de passe ci-dessus ; il trouve les serveurs lui-même si le domaine a ses enregistrements DNS.",
        "Sinon, choisissez la configuration manuelle et saisissez ce qui figure ci-dessus.",
        "Pour l’agenda : Nouvel agenda, Sur le réseau, avec le nom d’utilisateur et l’adresse CalDAV.",
      ],
    },
    {
      name: "Android",
      steps: [
        "Thunderbird ou K-9 Mail : ajoutez un compte avec l’adresse et le mot de passe, ou scannez le code affiché avec un nouveau mot de passe.",
        "Pour l’agenda : DAVx5, Connexion avec URL et nom d’utilisateur, avec l’adresse CalDAV.",
      ],
    },
    {
      name: "Outlook",
      steps: [
        "Fichier, Ajouter un compte. Saisissez l’adresse, ouvrez les options avancées et choisissez la configuration manuelle, puis IMAP.",
        "Saisissez les serveurs ci-dessus ; le nom d’utilisateur est l’adresse entière.",
      ],
    },
  ],
};
