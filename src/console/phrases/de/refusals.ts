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
  mostShared: "Ein Konto hat höchstens {1} geteilte Suchen. Entfernen Sie zuerst eine.",
  mostSearches: "Eine Person hat höchstens {1} gespeicherte Suchen. Entfernen Sie zuerst eine.",
  searchNamed: "Eine gespeicherte Suche hat diesen Namen. Nehmen Sie einen anderen.",
  mostOfPod: "In diesem Pod sind mehr als {1} Adressen. Wählen Sie eine Adresse.",
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
    "Die Zeit muss mindestens eine Minute und höchstens dreißig Tage von jetzt an liegen, zwischen {2} und {3}, nicht {1}.",
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
  plannedFirst: "{1} hat darüber schon entschieden ({2}) und kann das bis {3} zurücknehmen.",
  pageOld: "Diese Seite war länger als 15 Minuten offen. Öffnen Sie den Link in Ihrer Mail noch einmal.",
  reviewLinkUsed:
    "Dieser Link wurde schon benutzt, oder über die Mail ist entschieden. Es ist nichts mehr zu tun.",
  noTakeBack: "Es lässt sich nicht mehr zurücknehmen: es gilt schon, oder niemand hatte entschieden.",
  leavesAsIs:
    "Diese Mail schrieb ein Mailprogramm oder der Kalender; sie geht so ab, wie sie ist, oder gar nicht. Geben Sie sie zurück, oder geben Sie sie unverändert frei.",
  searchOperator: "„{1}:“ kennt die Suche nicht. Meinten Sie „{2}:“?",
  searchEmpty: "In der Suche steht „{1}:“ ohne Wert.",
  searchDay: "„{1}:{2}“: hier steht ein Tag wie 2026-01-31, yesterday oder ein Alter wie 7d.",
  searchSize: "„{1}:{2}“: hier steht eine Größe in Bytes, 500k oder 5M.",
  searchValue: "„{1}:{2}“: hier steht eines von {4}.",
  searchLabelNear: "Ein Label „{1}“ gibt es hier nicht. Meinten Sie {2}?",
  searchLabel: "Ein Label „{1}“ gibt es hier nicht. Es gibt: {2}.",
  searchLabelNone: "Ein Label „{1}“ gibt es hier nicht, und auch kein anderes.",
  searchFolderNear: "Einen Ordner „{1}“ gibt es hier nicht. Meinten Sie {2}?",
  searchFolder: "Einen Ordner „{1}“ gibt es hier nicht. Es gibt: {2}.",
  tooFast: "Das waren zu viele Anfragen. Warten Sie einen Augenblick.",
  internal:
    "Bei uns ging etwas schief. Versuchen Sie es noch einmal; wenn es bleibt, nennen Sie uns die Anfrage {1}.",
  hookScheme: "Die URL muss mit https:// oder http:// beginnen.",
  hookUrl: "Das ist keine URL. Schreiben Sie sie ganz, etwa https://example.com/hook.",
  labelNamed:
    "Ein Label „{2}“ hat diese Adresse schon (Groß- und Kleinschreibung zählt nicht). Nehmen Sie es, oder wählen Sie einen anderen Namen.",
  endBeforeStart: "Das Ende liegt vor dem Beginn. Wählen Sie ein späteres Ende.",
  endOfAllDay: "Der letzte Tag liegt vor dem ersten. Wählen Sie einen späteren.",
  guestAddress: "Eingeladene: „{1}“ ist keine Mailadresse. Schreiben Sie etwa ada@example.com.",
  mostSeries:
    "Dieser Kalender hat {1} Terminserien, mehr gehen nicht. Löschen Sie vergangene, oder nehmen Sie eine andere Adresse.",
  linkOver:
    "Mit diesem Link lässt sich nichts mehr beantworten: Der Termin ist verlegt, abgesagt oder vorbei, oder der Link ist nicht vollständig.",
  answersByMail: "Wer diesen Termin veranstaltet, nimmt Antworten nur per Mail. Antworten Sie per Mail.",
  noCalendar:
    "Eine Adresse dieser Art ({1}) hat keinen Kalender. Nehmen Sie eine einer Person, eines Teams oder eines Agenten.",
  hookDisabled: "Dieser Webhook ist abgeschaltet. Schalten Sie ihn zuerst ein.",
  hookLong: "Die URL hat {1} Zeichen, erlaubt sind {2}.",
  hookBlank:
    "Die URL enthält ein Leerzeichen, einen umgekehrten Schrägstrich oder ein Steuerzeichen. Kodieren Sie es mit Prozentzeichen.",
  hookUser:
    "Die URL darf weder Benutzernamen noch Passwort enthalten. Prüfen Sie stattdessen die Signatur des Webhooks.",
  hookPort: "Die URL nennt den Port 0. Nennen Sie einen richtigen oder keinen.",
  hookHost:
    "Die URL hat keinen gültigen Rechnernamen. Schreiben Sie einen Namen wie example.com oder eine IP-Adresse.",
  domainShared: "{1} gehört allen Konten gemeinsam. Legen Sie dort Adressen an, ohne sie hinzuzufügen.",
  domainOwner:
    "{1} wird gemeinsam benutzt: Das darf nur, wem sie gehört. Fügen Sie eine eigene Domain hinzu.",
  domainDefault: "{1} ist die Domain des Dienstes und bleibt, solange es ihn gibt.",
  domainQueued:
    "Von {1} wartet noch Mail auf den Versand (an {2}). Löschen Sie die Domain, wenn sie gesendet ist.",
  domainOperators: "{1} gehört dem Betreiber dieses Dienstes. Nehmen Sie eine andere Domain.",
  claimFailed:
    "Der Nachweis für {1} ist gescheitert. Veröffentlichen Sie zuerst den Eintrag, der sie als Ihre zeigt, und prüfen Sie noch einmal.",
  signupDomain:
    "{1} ist für Agenten, die sich selbst anmelden. Legen Sie die Adresse auf einer anderen Domain an.",
  memberHere:
    "{1} ist eine Adresse dieses Servers, deren Mail Schlüssel und Programme lesen: Dorthin gehen weder Links noch Codes.",
  reviewerAddress: "Prüfer: „{1}“ ist keine Mailadresse.",
  recipientAddress: "„{1}“ kann keine Mail empfangen. Schreiben Sie etwa ada@example.com.",
  nameLong: "Ein Name ({1}) hat {2} Zeichen, erlaubt sind 300.",
  templateLong: "Ausgefüllt hat die Vorlage mehr als {1} Zeichen. Nennen Sie ihre langen Felder seltener.",
  receivedWhole: "Eine empfangene Mail wird hereingelassen, wie sie ist. Sie lässt sich nicht ändern.",
  starting: "Dieser Server startet gerade. Versuchen Sie es gleich noch einmal.",
  domainSignups: "Auf {1} liegen Adressen von Anmeldungen (etwa {2}). Die Domain bleibt.",
  domainAddresses: "Auf {1} liegen noch Adressen: {2} (etwa {4}). Löschen Sie diese zuerst.",
  domainOfSignups:
    "{1} und {2}, die Domain der Agenten, die sich selbst anmelden, gehören zu einer Organisation: Jene könnten sich dafür ausgeben. Fügen Sie eine andere Domain hinzu.",
  addressOnDomain:
    "Auf {1} werden keine Adressen von Konten angelegt, die sich selbst angemeldet haben. Wählen Sie eine andere Domain.",
  hookRuled:
    "Die Weiterleitungsregel {1} gibt die Mail von {2} an diesen Webhook. Löschen Sie zuerst die Regel.",
  hookEnabled: "Dieser Webhook wurde gerade erst eingeschaltet. Versuchen Sie es noch einmal.",
  oneDateRepeats:
    "Ein einzelner Termin einer Serie kann sich nicht wiederholen. Ändern Sie die Serie, oder diesen und die folgenden Termine.",
  eventTag: "Der Termin hat sich seitdem geändert. Öffnen Sie ihn noch einmal und entscheiden Sie dann.",
  organisedHere:
    "Diese Adresse lädt selbst ein, es gibt also niemanden, dem zu antworten wäre. Ändern Sie den Termin, oder sagen Sie ihn ab.",
  noDrafts: "Eine Adresse vom Typ {1} bewahrt keine Entwürfe auf. Schreiben Sie von einer anderen Adresse.",
  scheduledBy:
    "Wer den Versand geplant hat, darf von dieser Adresse nicht mehr senden; die Mail ging deshalb nicht hinaus. Sehen Sie sie an und planen Sie sie neu.",
  writesFrom:
    "{1} darf zurzeit nicht als {2} schreiben: Die Regel dafür gilt nicht mehr. Schreiben Sie von der Adresse selbst, oder fragen Sie, wer die Regeln macht.",
  labelOther: "Dieses Label gehört zu einer anderen Adresse. Nehmen Sie eines der Adresse des Threads.",
  labelOfAll: "Das Label {1} gehört nicht zur Adresse jeder dieser Mails. Wählen Sie Mails einer Adresse.",
  legalHold:
    "Seit {2} gilt hier eine Aufbewahrungspflicht: Nichts wird gelöscht, bis der Betreiber sie aufhebt. Mail kann in den Papierkorb gelegt werden.",
  receivedMail: "Das ist eine empfangene Mail: Freigeben lässt sie herein, Ablehnen löscht sie.",
  linkNoDecision: "Dieser Link entscheidet nichts mehr. Melden Sie sich an, um zu entscheiden.",
  answerOther:
    "Die Mail, auf die geantwortet wird, liegt bei einer anderen Adresse. Antworten Sie von jener.",
  seriesCut:
    "Diese Serie ist zu dicht oder zu weit gestreut, um dort geteilt zu werden. Ersetzen Sie sie durch zwei neue Termine.",
  zoneUnknown: "„{1}“ ist keine Zeitzone. Nehmen Sie einen Namen wie {2} oder UTC.",
  dateNeeded: "{1} muss ein Datum wie 2026-01-02 sein, denn der Termin ist ganztägig.",
  dateWithoutTime:
    "{1} ist ein Datum ohne Uhrzeit. Nennen Sie auch die Uhrzeit, oder machen Sie den Termin ganztägig.",
  timeUnread: "{1} ist keine Zeitangabe, sondern {2}. Nennen Sie Datum und Uhrzeit.",
  lineBreak:
    "{1} enthält einen Zeilenumbruch oder ein Steuerzeichen (U+{2} an Stelle {3}). Schreiben Sie es in eine Zeile, ohne Steuerzeichen.",
  mailsToHuman: "Dorthin gingen schon genug Mails: {1}. Nehmen Sie die neueste, oder warten Sie etwas.",
  noreplyStopped:
    "Dieser Server schreibt Menschen von noreply@{1}, und diese Adresse darf zurzeit nicht allen schreiben. Bitten Sie den Betreiber, sie wieder freizugeben.",
  searchNothing: "Diese Suche fragt nach nichts. Geben Sie Wörter ein, oder wonach gefiltert werden soll.",
  mostOfAccount: "Ein Konto hat höchstens {1} davon. Löschen Sie zuerst, was nicht mehr gebraucht wird.",
  typeCannotSend: "Diese Adresse gehört einer Anwendung und kann nicht senden. Nehmen Sie eine andere.",
  addressStopped:
    "Diese Adresse kann nicht senden: Sie ist gesperrt oder abgelaufen. Schalten Sie sie zuerst wieder frei.",
  programNotAnswered:
    "Diese Mail hat ein Programm geschrieben (eine automatische Antwort, eine Liste, ein Rückläufer), und eine automatische Adresse antwortet darauf nicht. Schreiben Sie eine neue Mail, oder lassen Sie Menschen an der Adresse antworten.",
  automatedInARow:
    "In dieser Konversation haben automatische Adressen einander {1}-mal geantwortet, und niemand sonst hat geschrieben. Vielleicht antworten zwei Programme einander: Lassen Sie einen Menschen antworten, oder schreiben Sie eine neue Mail.",
  automatedTooFast:
    "Eine automatische Adresse schreibt in eine Konversation höchstens {1} Mails in der Stunde. Warten Sie, oder beginnen Sie eine neue.",
  someRefused: "Einige Empfänger wurden abgelehnt ({1}). Es wurde nichts gesendet.",
  busyTooMany: "In dieser Zeit liegen zu viele Termine. Fragen Sie nach einer kürzeren.",
  dateGone: "Diesen Tag hat die Serie nicht mehr. Öffnen Sie den Kalender neu.",
  keyMintsFast:
    "Mit diesem Schlüssel entstehen schneller neue, als er beendet werden kann. Versuchen Sie es noch einmal.",
  podKeyFull:
    "Der Schlüssel „{1}“ ({2}) erreicht diesen Pod und schon {3} Adressen. Nehmen Sie einen anderen Pod, oder beenden Sie den Schlüssel.",
  addressBusy: "Für diese Adresse wartet gerade zu viel Arbeit. Versuchen Sie es gleich noch einmal.",
  diskFull:
    "Der Speicher des Servers ist voll; nichts wurde gespeichert. Wer den Server betreibt, muss Platz schaffen.",
  cursorOld: "Diese Stelle der Liste gibt es nicht mehr. Beginnen Sie die Liste von vorn.",
  searchAlternatives: "Die Suche hat {1} Alternativen; mit Suchwörtern wie from: sind es höchstens {2}.",
  textBusy:
    "Der Server ist für einen so langen Text gerade zu beschäftigt. Versuchen Sie es später noch einmal.",
  answerBusy:
    "Der Server ist für eine so lange Antwort gerade zu beschäftigt. Versuchen Sie es später noch einmal.",
  manyBodies: "Gerade wird zu viel auf einmal gesendet. Versuchen Sie es gleich noch einmal.",
  slowBody:
    "Was Sie gesendet haben, kam nicht innerhalb von {1} Sekunden an. Senden Sie weniger, oder über eine schnellere Verbindung.",
  inNoFolder:
    "Diese Mail liegt in keinem Ordner: Sie wird nur aufbewahrt, bis sie zugestellt ist, und lässt sich nicht ändern.",
  notMovable: "Eine Mail lässt sich nicht nach {1} verschieben.",
  otherFrom: "Dieser Entwurf gehört zu {1}@{2}. Schreiben Sie für die andere Adresse einen neuen.",
  notApplied: "{1} Nichts wurde geändert.",
  bytesAway: "Die Bytes dieser Mail sind gerade nicht hier. Versuchen Sie es gleich noch einmal.",
  largeAway:
    "Große Mails lassen sich gerade weder speichern noch lesen. Versuchen Sie es gleich noch einmal.",
  databaseAway: "Die Datenbank antwortet gerade nicht. Versuchen Sie es gleich noch einmal.",
};
