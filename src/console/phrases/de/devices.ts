// Words of the pages: passwords of mail programs. In German, made without a native speaker's review.
import type * as english from "../devices.ts";
import type { Translated } from "../translated.ts";

export const devices: Translated<typeof english.devices> = {
  title: "Mailprogramme",
  lead: "Jedes Mailprogramm liest und sendet als eine Adresse, mit eigenem Passwort: ein Telefon, ein Laptop, ein Kalender.",
  noAddress: "Keine Adresse nimmt Mailprogramme an",
  noAddressText: "Legen Sie zuerst eine für einen Agenten, einen Menschen oder ein Team an.",
  passwords: "Passwörter",
  none: "Noch keine. Erstellen Sie für jedes Programm eines, damit Sie sie einzeln widerrufen können.",
  name: "Wofür es ist",
  namePlaceholder: "Adas Telefon",
  nameMissing: "Sagen Sie in 1 bis 100 Zeichen, wofür das Passwort ist.",
  make: "Passwort erstellen",
  madeNamed: (name) => `Passwort für „${name}“.`,
  copyNow: "Kopieren Sie es jetzt: Es wird nur dieses eine Mal gezeigt.",
  scan: "Mit einem Telefon scannen",
  scanHint:
    "Thunderbird für Android: Konto hinzufügen, Import per QR-Code wählen und die Kamera hierauf richten.",
  codeOf: (email) => `QR-Code mit den Einstellungen und dem Passwort von ${email}`,
  made: "erstellt",
  lastUsed: (protocol) =>
    protocol === "" ? "zuletzt benutzt" : `zuletzt benutzt für ${protocol.toUpperCase()}`,
  neverUsed: "nie benutzt",
  revoke: "Widerrufen",
  revokeHint: "Das Programm wird sofort abgemeldet.",
  revokeNamed: (name) => `${name} widerrufen`,
  how: "Was einzugeben ist",
  user: "Benutzername",
  incoming: "Posteingangsserver (IMAP)",
  outgoing: "Postausgangsserver (SMTP)",
  calendar: "Kalender (CalDAV)",
  withTls: (port) => `Port ${port} mit TLS`,
  withStartTls: (port) => `Port ${port} mit STARTTLS`,
  off: "ist aus",
  clients: [
    {
      name: "iPhone, iPad, Mac",
      steps: [
        "Einstellungen, Apps, Mail, Mail-Accounts, Account hinzufügen, Andere, Mail-Account hinzufügen (am Mac: Systemeinstellungen, Internetaccounts).",
        "Geben Sie die Adresse und das Passwort von oben ein. Unter IMAP ist der Host beider Server der von oben; Benutzername und Passwort sind für beide gleich.",
        "Für den Kalender: Andere, CalDAV-Account hinzufügen, mit demselben Host, Benutzernamen und Passwort.",
      ],
    },
    {
      name: "Thunderbird",
      steps: [
        "Neues Konto, E-Mail. Geben Sie die Adresse und das Passwort von oben ein; die Server findet es selbst, wenn die Domain ihre DNS-Einträge hat.",
        "Sonst wählen Sie „Manuell einrichten“ und geben ein, was oben steht.",
        "Für den Kalender: Neuer Kalender, Im Netzwerk, mit dem Benutzernamen und der CalDAV-Adresse.",
      ],
    },
    {
      name: "Android",
      steps: [
        "Thunderbird oder K-9 Mail: Fügen Sie ein Konto mit der Adresse und dem Passwort hinzu, oder scannen Sie den Code, der mit einem neuen Passwort gezeigt wird.",
        "Für den Kalender: DAVx5, Anmeldung mit URL und Benutzername, mit der CalDAV-Adresse.",
      ],
    },
    {
      name: "Outlook",
      steps: [
        "Datei, Konto hinzufügen. Geben Sie die Adresse ein, öffnen Sie die erweiterten Optionen, wählen Sie die manuelle Einrichtung, dann IMAP.",
        "Geben Sie die Server von oben ein; der Benutzername ist die ganze Adresse.",
      ],
    },
  ],
};
