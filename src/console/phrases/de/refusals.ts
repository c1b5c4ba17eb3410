// Words of the pages in German: refusals of the calls that pages make.
export const refusals = {
  linkUsed: "Dieser Link wurde schon benutzt oder ist abgelaufen. Lassen Sie sich einen neuen schicken.",
  memberAlready: "{1} ist schon Mitglied dieses Kontos.",
  mostMembers: "Ein Konto hat höchstens {1} Mitglieder. Entfernen Sie zuerst eines.",
  roleByGroups:
    "{1} hat diese Rolle durch die Gruppen von OIDC_ISSUER. Ändern Sie sie dort, oder entfernen Sie das Mitglied und laden Sie es ein.",
  ownerOnly: "Das darf nur ein Inhaber dieses Kontos.",
  passkeyKnown: "Dieser Passkey ist schon eingetragen.",
  mostPasskeys: "Eine Person hat höchstens {1} Passkeys. Entfernen Sie zuerst einen.",
  passkeyCopy: "Dieser Passkey wurde von einer Kopie benutzt.",
  passkeyLate: "Diese Antwort wurde schon benutzt oder kam zu spät. Versuchen Sie es noch einmal.",
  noAppPasswords:
    "Eine Adresse dieser Art ({1}) nimmt keine App-Passwörter. Nehmen Sie eine einer Person, eines Teams oder eines Agenten.",
  mostAppPasswords:
    "Diese Adresse hat {1} App-Passwörter, mehr gehen nicht. Widerrufen Sie zuerst eines, das nicht mehr gebraucht wird.",
  mostTemplates: "Ein Konto hat höchstens {1} Vorlagen. Löschen Sie zuerst eine.",
  templateNamed:
    "Eine Vorlage hat diesen Namen schon. Ändern Sie diese, oder wählen Sie einen anderen Namen.",
  addressTaken: "{1}@{2} ist vergeben. Wählen Sie einen anderen Namen vor dem @.",
  planAddresses: "Der Plan dieses Kontos hat {1} Adressen. Löschen Sie zuerst eine.",
  ownersName: "Nur der Inhaber von {1} darf {2} anlegen. Wählen Sie einen anderen Namen.",
  domainHere: "{1} ist schon hier.",
  domainOfOther: "{1} gehört einem anderen Konto. Nehmen Sie eine andere Domain.",
  domainName: "„{1}“ ist kein Domainname. Schreiben Sie ihn wie agents.example.com.",
  dnsSilent: "Die DNS-Server antworten nicht zu {1}. Versuchen Sie es in einer Minute noch einmal.",
  mostWorks: "Höchstens {1} davon laufen zugleich. Warten Sie, bis eines zu Ende ist.",
  noUndo: "Das lässt sich nicht mehr zurücknehmen.",
  listsFull: "Die Listen hätten {1} Einträge, erlaubt sind {2}. Entfernen Sie zuerst einige.",
  noEntry:
    "„{1}“ ist weder eine Mailadresse noch eine Domain. Schreiben Sie etwa ada@example.com oder example.com.",
  noAddress: "„{1}“ ist keine Mailadresse. Schreiben Sie etwa ada@example.com.",
  answeredAlready: "Das wurde schon beantwortet, oder der Link ist zu alt. Es ist nichts mehr zu tun.",
  longEvent: "Der Termin ist länger als {1} Tage. Was sich wiederholt, bekommt eine Wiederholung.",
  eventChanged:
    "Der Termin wurde im selben Augenblick von anderen geändert. Sehen Sie ihn sich noch einmal an.",
  mostNotices:
    "Diese Änderung würde mehr als {1} Mails an Eingeladene senden. Ändern Sie weniger Termine auf einmal.",
  inviteLimit:
    "Dieses Konto darf am Tag an {1} Empfänger schreiben und hat heute (UTC) an {2} geschrieben; dies wären {3} mehr. Warten Sie bis morgen.",
  organisedByOther: "Diesen Termin veranstaltet {1}: hier wird er nur beantwortet.",
  eventCancelled:
    "{1} hat diesen Termin abgesagt, es gibt nichts zu beantworten. Entfernen Sie ihn aus dem Kalender.",
  attendeeTwice: "{1} ist zweimal eingeladen. Nennen Sie jede Adresse einmal.",
  mostFiles: "Eine Mail hat höchstens {1} Dateien. Entfernen Sie zuerst eine.",
  filesLarge: "Die Dateien der Mail sind zusammen größer als 25 MB. Senden Sie weniger oder kleinere.",
  fileLarge: "Eine Datei darf höchstens 25 MB haben. Senden Sie eine kleinere oder einen Link.",
  draftWaits:
    "Dieser Entwurf wartet auf eine Entscheidung und kann so lange nicht geändert oder gesendet werden. Wer ihn löscht, zieht ihn zurück.",
  draftSending: "Dieser Entwurf wird gerade gesendet.",
  draftMoved:
    "Der Entwurf wurde im selben Augenblick geändert, gesendet oder gelöscht. Sehen Sie ihn sich noch einmal an.",
  notScheduled: "Dieser Entwurf ist nicht geplant, es gibt nichts zurückzunehmen.",
  cannotSend: "Eine Adresse dieser Art ({1}) kann nicht senden. Senden Sie von einer anderen.",
  notActive: "Diese Adresse ist nicht aktiv und kann nicht senden.",
  notVerified:
    "{1} ist noch nicht bestätigt. Veröffentlichen Sie zuerst den Eintrag, der sie als Ihre zeigt, und bestätigen Sie sie.",
  dayLimit:
    "Von hier darf am Tag an {2} Empfänger geschrieben werden, heute (UTC) waren es {3}. Nehmen Sie weniger, oder warten Sie bis morgen.",
  mostRecipients: "{1} Empfänger sind zu viele. Senden Sie an höchstens {2} auf einmal.",
  mailLarge: "Texte und Anhänge sind zusammen größer als 25 MB. Senden Sie weniger, oder mehrere Mails.",
  nobodyToAnswer: "Diese Mail nennt niemanden, dem man antworten kann. Schreiben Sie eine neue.",
  saysNothing: "Die Mail sagt nichts. Geben Sie ihr einen Text, einen Betreff oder eine Datei.",
  sendAt:
    "Die Zeit muss mindestens eine Minute und höchstens dreißig Tage von jetzt an liegen, zwischen {1} und {2}.",
  mostLabels: "Eine Adresse hat höchstens {1} Labels. Löschen Sie zuerst eines.",
  labelName: "Der Name eines Labels braucht ein sichtbares Zeichen und keine Steuerzeichen.",
  mostNotes: "Ein Thread hat höchstens {1} Notizen. Löschen Sie zuerst eine.",
  othersNote:
    "Diese Notiz hat jemand anders geschrieben. Löschen kann sie, wer sie schrieb, oder ein Inhaber des Kontos.",
  snoozeTime: "Geben Sie eine Zeit an, die noch kommt, innerhalb von fünf Jahren.",
  storageFull:
    "Dieses Konto hat so viel gespeichert, wie sein Plan erlaubt. Löschen Sie zuerst Mails endgültig (aus dem Papierkorb).",
  changedSince:
    "Es hat sich geändert, seit Sie es geöffnet haben. Öffnen Sie es noch einmal: entschieden wird, was dann zu sehen ist.",
  reviewGone: "Die Mail wurde von ihrer Adresse gelöscht. Es gibt nichts zu entscheiden.",
  decidedFirst: "Darüber hat schon jemand entschieden ({2}): {3}.",
  approvedFirst: "{1} hat das schon freigegeben und kann es bis {2} zurücknehmen.",
  pageOld: "Diese Seite war länger als 15 Minuten offen. Öffnen Sie den Link in Ihrer Mail noch einmal.",
  reviewLinkUsed:
    "Dieser Link wurde schon benutzt, oder über die Mail ist entschieden. Es ist nichts mehr zu tun.",
  noTakeBack: "Es lässt sich nicht mehr zurücknehmen: es ist abgegangen, oder niemand hatte es freigegeben.",
  leavesAsIs:
    "Diese Mail schrieb ein Mailprogramm oder der Kalender; sie geht so ab, wie sie ist, oder gar nicht. Geben Sie sie zurück, oder geben Sie sie unverändert frei.",
  searchOperator: "„{1}:“ kennt die Suche nicht. Meinten Sie „{2}:“?",
  searchEmpty: "In der Suche steht „{1}:“ ohne Wert.",
  searchDay: "„{1}:{2}“: hier steht ein Tag wie 2026-01-31, yesterday oder ein Alter wie 7d.",
  searchSize: "„{1}:{2}“: hier steht eine Größe in Bytes, 500k oder 5M.",
  searchValue: "„{1}:{2}“: hier steht eines von {4}.",
  tooFast: "Das waren zu viele Anfragen. Warten Sie einen Augenblick.",
  internal:
    "Bei uns ging etwas schief. Versuchen Sie es noch einmal; wenn es bleibt, nennen Sie uns die Anfrage {1}.",
  hookScheme: "Die URL muss mit https:// oder http:// beginnen.",
  hookUrl: "Das ist keine URL. Schreiben Sie sie ganz, etwa https://example.com/hook.",
};
