// Words of the pages in French: refusals of the calls that pages make.
export const refusals = {
  linkUsed: "Ce lien a déjà servi ou a expiré. Demandez-en un nouveau.",
  memberAlready: "{1} est déjà membre de ce compte.",
  mostMembers: "Un compte a au plus {1} membres. Retirez-en un d’abord.",
  roleByGroups:
    "{1} a ce rôle par les groupes d’OIDC_ISSUER. Changez-le là-bas, ou retirez le membre et invitez-le.",
  ownerOnly: "Seul un propriétaire de ce compte peut le faire.",
  passkeyKnown: "Cette clé d’accès est déjà enregistrée.",
  mostPasskeys: "Une personne a au plus {1} clés d’accès. Retirez-en une d’abord.",
  passkeyCopy: "Cette clé d’accès a été utilisée par une copie.",
  passkeyLate: "Cette réponse a déjà servi ou est arrivée trop tard. Réessayez.",
  noAppPasswords:
    "Une adresse de ce type ({1}) n’accepte pas de mots de passe d’application. Prenez celle d’une personne, d’une équipe ou d’un agent.",
  mostAppPasswords:
    "Cette adresse a {1} mots de passe d’application, c’est le maximum. Révoquez d’abord l’un de ceux qui ne servent plus.",
  mostTemplates: "Un compte contient au plus {1} modèles. Supprimez-en un d’abord.",
  templateNamed: "Un modèle porte déjà ce nom. Modifiez celui-là, ou choisissez un autre nom.",
  mostShared: "Un compte contient au plus {1} recherches partagées. Supprimez-en une d’abord.",
  mostSearches: "Une personne a au plus {1} recherches enregistrées. Supprimez-en une d’abord.",
  searchNamed: "Une recherche enregistrée porte déjà ce nom. Choisissez un autre nom.",
  mostOfPod: "Ce pod contient plus de {1} adresses. Choisissez une adresse.",
  addressTaken: "{1}@{2} est déjà pris. Choisissez un autre nom devant le @.",
  planAddresses: "L’offre de ce compte comprend {1} adresses. Supprimez-en une d’abord.",
  ownersName: "Seul le propriétaire de {1} peut créer {2}. Choisissez un autre nom.",
  domainHere: "{1} est déjà ici.",
  domainOfOther: "{1} appartient à un autre compte. Ajoutez un autre domaine.",
  domainName: "« {1} » n’est pas un nom de domaine. Écrivez-le comme agents.example.com.",
  dnsSilent: "Les serveurs DNS ne répondent pas au sujet de {1}. Réessayez dans une minute.",
  mostWorks: "Au plus {1} d’entre eux avancent à la fois. Attendez que l’un se termine.",
  noUndo: "Cela ne peut plus être annulé.",
  listsFull: "Les listes auraient {1} entrées, et peuvent en avoir {2}. Retirez-en d’abord.",
  noEntry: "« {1} » n’est ni une adresse ni un domaine. Écrivez par exemple ada@example.com ou example.com.",
  noAddress: "« {1} » n’est pas une adresse. Écrivez par exemple ada@example.com.",
  answeredAlready: "C’est déjà répondu, ou le lien est trop ancien. Il n’y a plus rien à faire.",
  longEvent: "L’événement dure plus de {1} jours. Ce qui se répète prend une répétition.",
  eventChanged: "L’événement a été changé par d’autres au même instant. Relisez-le, puis décidez.",
  mostNotices: "Ce changement enverrait plus de {1} courriels aux invités. Changez moins de dates à la fois.",
  inviteLimit:
    "Ce compte peut écrire à {1} destinataires par jour et a écrit à {2} aujourd’hui (UTC) ; cela en ferait {3} de plus. Attendez demain.",
  organisedByOther: "{1} organise cet événement : ici, on ne peut qu’y répondre.",
  eventCancelled: "{1} a annulé cet événement, il n’y a rien à répondre. Retirez-le de l’agenda.",
  attendeeTwice: "{1} est invité deux fois. Nommez chaque adresse une fois.",
  mostFiles: "Un message a au plus {1} fichiers. Retirez-en un d’abord.",
  filesLarge: "Les fichiers du message dépassent 25 Mo ensemble. Envoyez-en moins, ou de plus petits.",
  fileLarge: "Un fichier peut avoir au plus 25 Mo. Envoyez-en un plus petit, ou un lien.",
  draftWaits:
    "Ce brouillon attend une décision et ne peut être ni changé ni envoyé entre-temps. Le supprimer le retire.",
  draftSending: "Ce brouillon est en cours d’envoi.",
  draftMoved: "Le brouillon a été changé, envoyé ou supprimé au même instant. Relisez-le, puis décidez.",
  notScheduled: "Ce brouillon n’est pas programmé, il n’y a rien à reprendre.",
  cannotSend: "Une adresse de ce type ({1}) ne peut pas envoyer. Envoyez depuis une autre.",
  notActive: "Cette adresse n’est pas active et ne peut pas envoyer.",
  notVerified:
    "{1} n’est pas encore vérifié. Publiez d’abord son enregistrement de propriété et vérifiez-le.",
  dayLimit:
    "On peut écrire d’ici à {2} destinataires par jour, et {3} l’ont été aujourd’hui (UTC). Écrivez à moins, ou attendez demain.",
  mostRecipients: "{1} destinataires, c’est trop. Envoyez à {2} au plus à la fois.",
  mailLarge: "Les textes et pièces jointes dépassent 25 Mo ensemble. Envoyez moins, ou plusieurs messages.",
  nobodyToAnswer: "Ce message ne nomme personne à qui répondre. Écrivez-en un nouveau.",
  saysNothing: "Le message ne dit rien. Donnez-lui un texte, un objet ou un fichier.",
  sendAt: "L’heure doit être d’ici une minute à trente jours, entre {2} et {3}, et non {1}.",
  mostLabels: "Une adresse a au plus {1} libellés. Supprimez-en un d’abord.",
  labelName: "Le nom d’un libellé doit avoir un caractère visible et aucun caractère de contrôle.",
  mostNotes: "Un fil a au plus {1} notes. Supprimez-en une d’abord.",
  othersNote: "Quelqu’un d’autre a écrit cette note. Son auteur la supprime, ou un propriétaire du compte.",
  snoozeTime: "Donnez une heure à venir, d’ici cinq ans.",
  storageFull:
    "Ce compte stocke autant que son offre le permet. Supprimez d’abord des messages pour de bon (de la corbeille).",
  changedSince:
    "Cela a changé depuis que vous l’avez ouvert. Rouvrez-le : vous décidez de ce qui est montré alors.",
  reviewGone: "Le courriel a été supprimé par son adresse. Il n’y a rien à décider.",
  decidedFirst: "Quelqu’un en a déjà décidé ({2}) : {3}.",
  plannedFirst: "{1} en a déjà décidé ({2}) et peut revenir dessus jusqu’à {3}.",
  pageOld: "Cette page est ouverte depuis plus de 15 minutes. Rouvrez le lien de votre courriel.",
  reviewLinkUsed: "Ce lien a déjà servi, ou son courriel est décidé. Il n’y a plus rien à faire.",
  noTakeBack: "On ne peut plus le reprendre : c’est en vigueur, ou personne n’avait décidé.",
  leavesAsIs:
    "Ce courriel vient d’un logiciel de messagerie ou de l’agenda, et part tel quel ou pas du tout. Renvoyez-le, ou approuvez-le sans changement.",
  searchOperator: "La recherche ne connaît pas « {1}: ». Vouliez-vous dire « {2}: » ?",
  searchEmpty: "Dans la recherche, « {1}: » est sans valeur.",
  searchDay: "« {1}:{2} » : mettez un jour comme 2026-01-31, yesterday, ou un âge comme 7d.",
  searchSize: "« {1}:{2} » : mettez une taille en octets, 500k ou 5M.",
  searchValue: "« {1}:{2} » : mettez l’un de {4}.",
  searchLabelNear: "Il n’y a pas de libellé « {1} » ici. Vouliez-vous dire {2} ?",
  searchLabel: "Il n’y a pas de libellé « {1} » ici. Il y a : {2}.",
  searchLabelNone: "Il n’y a pas de libellé « {1} » ici, ni d’autre.",
  searchFolderNear: "Il n’y a pas de dossier « {1} » ici. Vouliez-vous dire {2} ?",
  searchFolder: "Il n’y a pas de dossier « {1} » ici. Il y a : {2}.",
  tooFast: "Trop de demandes. Attendez un instant.",
  internal: "Quelque chose a échoué de notre côté. Réessayez ; si cela persiste, signalez la demande {1}.",
  hookScheme: "L’URL doit commencer par https:// ou http://.",
  hookUrl: "Ce n’est pas une URL. Écrivez-la en entier, comme https://example.com/hook.",
  labelNamed:
    "Cette adresse a déjà un libellé « {2} » (majuscules et minuscules ne comptent pas). Utilisez-le ou choisissez un autre nom.",
  endBeforeStart: "La fin précède le début. Choisissez une fin plus tardive.",
  endOfAllDay: "Le dernier jour précède le premier. Choisissez un jour plus tardif.",
  guestAddress: "Invités : « {1} » n’est pas une adresse. Écrivez par exemple ada@example.com.",
  mostSeries:
    "Cet agenda contient {1} séries, c’est le maximum. Supprimez celles qui sont terminées ou utilisez une autre adresse.",
  linkOver:
    "Ce lien ne permet plus de répondre : l’événement a été déplacé, annulé ou est passé, ou le lien est incomplet.",
  answersByMail: "L’organisateur reçoit les réponses par courrier. Envoyez la vôtre par courrier.",
  noCalendar:
    "Une adresse de ce type ({1}) n’a pas d’agenda. Prenez celle d’une personne, d’une équipe ou d’un agent.",
  hookDisabled: "Ce webhook est désactivé. Activez-le d’abord.",
  hookLong: "L’URL a {1} caractères, le maximum est {2}.",
  hookBlank:
    "L’URL contient une espace, une barre oblique inversée ou un caractère de contrôle. Encodez-le avec %.",
  hookUser:
    "L’URL ne doit contenir ni nom d’utilisateur ni mot de passe. Vérifiez plutôt la signature du webhook.",
  hookPort: "L’URL indique le port 0. Indiquez un vrai port ou aucun.",
  hookHost: "L’URL n’a pas de nom d’hôte valable. Écrivez un nom comme example.com ou une adresse IP.",
  domainShared: "{1} est partagé par tous les comptes. Créez-y des adresses sans l’ajouter.",
  domainOwner: "{1} est partagé : seul son propriétaire peut faire cela. Ajoutez votre propre domaine.",
  domainDefault: "{1} est le domaine par défaut. Il reste tant que le service existe.",
  domainQueued:
    "Du courrier de {1} attend encore de partir (pour {2}). Supprimez le domaine quand il sera parti.",
  domainOperators: "{1} appartient à l’exploitant de ce service. Prenez un autre domaine.",
  claimFailed:
    "La preuve pour {1} a échoué. Publiez d’abord son enregistrement de propriété, puis vérifiez de nouveau.",
  signupDomain:
    "{1} est réservé aux agents qui s’inscrivent eux-mêmes. Créez l’adresse sur un autre domaine.",
  memberHere:
    "{1} est une adresse de ce serveur, dont clés et programmes lisent le courrier : ni lien ni code n’y est envoyé.",
  reviewerAddress: "Relecteurs : « {1} » n’est pas une adresse.",
  recipientAddress: "« {1} » n’est pas un destinataire. Écrivez par exemple ada@example.com.",
  nameLong: "Un nom ({1}) a {2} caractères, le maximum est 300.",
  templateLong: "Une fois rempli, le modèle dépasse {1} caractères. Utilisez moins souvent ses champs longs.",
  receivedWhole: "Un courrier reçu est admis tel quel. Il ne peut pas être modifié.",
  starting: "Ce serveur démarre. Réessayez dans un instant.",
  domainSignups: "{1} porte des adresses d’inscriptions (comme {2}). Il reste.",
  domainAddresses: "{1} porte encore des adresses : {2} (comme {4}). Supprimez-les d’abord.",
  domainOfSignups:
    "{1} et {2}, le domaine des agents qui s’inscrivent eux-mêmes, sont d’une même organisation : ils pourraient se faire passer pour elle. Ajoutez un autre domaine.",
  addressOnDomain:
    "Les comptes qui se sont inscrits eux-mêmes ne créent pas d’adresses sur {1}. Choisissez un autre domaine.",
  hookRuled: "La règle d’acheminement {1} remet le courrier de {2} à ce webhook. Supprimez d’abord la règle.",
  hookEnabled: "Ce webhook vient d’être activé. Réessayez.",
  oneDateRepeats:
    "Une seule date d’une série ne peut pas se répéter. Modifiez la série, ou cette date et les suivantes.",
  eventTag: "L’événement a changé entre-temps. Ouvrez-le de nouveau, puis décidez.",
  organisedHere:
    "Cette adresse organise l’événement : il n’y a personne à qui répondre. Modifiez-le ou annulez-le.",
  noDrafts: "Une adresse de type {1} ne garde pas de brouillons. Écrivez depuis une autre adresse.",
  scheduledBy:
    "La personne qui avait planifié l’envoi ne peut plus envoyer depuis cette adresse ; le message n’est donc pas parti. Relisez-le et planifiez-le de nouveau.",
  writesFrom:
    "{1} ne peut pas écrire en tant que {2} à présent : la règle ne s’applique plus. Écrivez depuis l’adresse elle-même, ou demandez à qui fait les règles.",
  labelOther: "Ce libellé est celui d’une autre adresse. Prenez-en un de l’adresse du fil.",
  labelOfAll:
    "Le libellé {1} n’est pas de l’adresse de chacun de ces messages. Choisissez les messages d’une seule adresse.",
  legalHold:
    "Une conservation légale s’applique ici depuis {2} : rien n’est supprimé tant que l’exploitant ne la lève pas. Le courrier peut aller à la corbeille.",
  receivedMail: "C’est un message reçu : l’approuver le laisse entrer, le rejeter le supprime.",
  linkNoDecision: "Ce lien ne décide plus de rien. Connectez-vous pour décider.",
  answerOther: "Le message auquel vous répondez est d’une autre adresse. Répondez depuis celle-là.",
  seriesCut:
    "Cette série est trop dense ou trop espacée pour être coupée là. Remplacez-la par deux nouveaux événements.",
  zoneUnknown: "« {1} » n’est pas un fuseau horaire. Prenez un nom tel que {2} ou UTC.",
  dateNeeded: "{1} doit être une date telle que 2026-01-02, car l’événement dure toute la journée.",
  dateWithoutTime:
    "{1} est une date sans heure. Donnez aussi l’heure, ou faites durer l’événement toute la journée.",
  timeUnread: "{1} n’est pas une date avec heure, mais {2}. Donnez la date et l’heure.",
  lineBreak:
    "{1} contient un saut de ligne ou un caractère de contrôle (U+{2}, position {3}). Écrivez-le sur une ligne, sans caractère de contrôle.",
  mailsToHuman: "Assez de messages y sont déjà partis : {1}. Prenez le plus récent, ou attendez un peu.",
  noreplyStopped:
    "Ce serveur écrit aux personnes depuis noreply@{1}, et cette adresse ne peut pas écrire à tout le monde à présent. Demandez à l’exploitant de la rétablir.",
  searchNothing: "Cette recherche ne demande rien. Donnez des mots, ou un filtre.",
  mostOfAccount: "Un compte en a au plus {1}. Supprimez d’abord ce qui ne sert plus.",
  typeCannotSend: "Cette adresse est celle d’une application et ne peut pas envoyer. Prenez-en une autre.",
  addressStopped:
    "Cette adresse ne peut pas envoyer : elle est suspendue ou a expiré. Rétablissez-la d’abord.",
  programNotAnswered:
    "Ce message vient d’un programme (réponse automatique, liste, retour), et une adresse automatique n’y répond pas. Écrivez un nouveau message, ou laissez des personnes répondre à cette adresse.",
  automatedInARow:
    "Dans cette conversation, des adresses automatiques se sont répondu {1} fois et personne d’autre n’a écrit. Deux programmes se répondent peut-être : laissez une personne répondre, ou écrivez un nouveau message.",
  automatedTooFast:
    "Une adresse automatique écrit au plus {1} messages par heure dans une conversation. Attendez, ou commencez-en une nouvelle.",
  someRefused: "Certains destinataires ont été refusés ({1}). Rien n’a été envoyé.",
  busyTooMany: "Cette période compte trop d’événements. Demandez-en une plus courte.",
  dateGone: "La série n’a plus cette date. Rouvrez l’agenda.",
  keyMintsFast: "Cette clé en crée d’autres plus vite qu’on ne peut la révoquer. Réessayez.",
  podKeyFull:
    "La clé « {1} » ({2}) couvre ce pod et atteint déjà {3} adresses. Choisissez un autre pod, ou révoquez la clé.",
  addressBusy: "Trop de travail attend pour cette adresse. Réessayez dans un instant.",
  diskFull:
    "Le disque du serveur est plein, rien n’a été enregistré. La personne qui gère le serveur doit faire de la place.",
  cursorOld: "Cet endroit de la liste n’existe plus. Reprenez la liste au début.",
  searchAlternatives: "La recherche a {1} alternatives ; avec des opérateurs, {2} au plus.",
  textBusy: "Le serveur est trop occupé pour un texte aussi long. Réessayez plus tard.",
  answerBusy: "Le serveur est trop occupé pour une réponse aussi longue. Réessayez plus tard.",
  manyBodies: "Trop d’envois arrivent en même temps. Réessayez dans un instant.",
  slowBody:
    "Votre envoi n’est pas arrivé en {1} secondes. Envoyez-en moins, ou par une connexion plus rapide.",
  inNoFolder:
    "Ce message n’est dans aucun dossier : il est gardé seulement jusqu’à sa remise et ne peut pas être modifié.",
  notMovable: "Un message ne peut pas être déplacé vers {1}.",
  otherFrom: "Ce brouillon est de {1}@{2}. Écrivez-en un nouveau pour l’autre adresse.",
  notApplied: "{1} Rien n’a été modifié.",
  bytesAway: "Les octets de ce message ne sont pas ici pour le moment. Réessayez dans un instant.",
  largeAway:
    "Les grands messages ne peuvent être ni enregistrés ni lus pour le moment. Réessayez dans un instant.",
  databaseAway: "La base de données ne répond pas pour le moment. Réessayez dans un instant.",
};
