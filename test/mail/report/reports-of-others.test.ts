// Reports of programs and providers in several languages: whether each loses the address for good. Written for this test.
// Long: a table of reports, one a row.
import { expect, test } from "bun:test";
import { classifyReport } from "../../../src/mail/report/classify.ts";

const gone = "lena@far.example";
/** A report of fields (RFC 3464), with its text. */
const dsn = (
  diag: string,
  status: string,
  text = diag,
  more: { from?: string; subject?: string; local?: string } = {},
) =>
  [
    `From: ${more.from ?? "MAILER-DAEMON@relay.example"}`,
    "To: a@near.example",
    `Subject: ${more.subject ?? "Undelivered Mail Returned to Sender"}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relay.example",
    "",
    `Final-Recipient: rfc822; ${gone}`,
    "Action: failed",
    `Status: ${status}`,
    ...(diag === "" ? [] : [`Diagnostic-Code: ${more.local ?? "smtp"}; ${diag}`]),
    "",
    "--b--",
    "",
  ].join("\r\n");
/** A report of text alone. */
const plain = (
  text: string,
  subject = "Mail delivery failed: returning message to sender",
  from = "Mail Delivery System <mailer-daemon@relay.example>",
) =>
  [
    `From: ${from}`,
    "To: a@near.example",
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    ...text.split("\n"),
    "",
  ].join("\r\n");
const sns = (o: object) =>
  plain(JSON.stringify(o, null, 2), "Amazon SES Email Event Notification", "no-reply@sns.amazonaws.com");
type Row = [name: string, hard: boolean, report: string];
const rows: readonly Row[] = [
  [
    "Exchange, German",
    true,
    dsn(
      "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found",
      "5.1.1",
      `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:\r\n\r\n${gone}\r\nDie eingegebene E-Mail-Adresse konnte nicht gefunden werden. Überprüfen Sie die E-Mail-Adresse des Empfängers.`,
      { subject: "Unzustellbar: Angebot" },
    ),
  ],
  [
    "postfix host not found",
    true,
    dsn(
      "",
      "5.4.4",
      `<${gone}>: Host or domain name not found. Name service error for name=far.example type=A: Host not found`,
      { local: "X-Postfix" },
    ),
  ],
  [
    "postfix host not found, diag",
    true,
    dsn(
      "Host or domain name not found. Name service error for name=far.example type=AAAA: Host not found",
      "5.4.4",
      `<${gone}>: Host or domain name not found.`,
      { local: "X-Postfix" },
    ),
  ],
  [
    "yahoo end of data",
    true,
    dsn(
      "554 delivery error: dd This user doesn't have an account here (lena@far.example) [0] - mta1.mail.example",
      "5.0.0",
      `<${gone}>: host mx.far.example[192.0.2.9] said: 554 delivery error: dd This user doesn't have an account here (lena@far.example) [0] (in reply to end of DATA command)`,
    ),
  ],
  [
    "mail.ru end of data",
    true,
    dsn(
      "550 Message was not accepted -- invalid mailbox.  Local mailbox lena@far.example is unavailable: user not found",
      "5.0.0",
      `<${gone}>: host mxs.far.example said: 550 Message was not accepted -- invalid mailbox. Local mailbox lena@far.example is unavailable: user not found (in reply to end of DATA command)`,
    ),
  ],
  ["italian", true, dsn("550 5.1.1 <lena@far.example> Utente sconosciuto", "5.1.1")],
  [
    "italian no status",
    true,
    plain(
      `Questo messaggio è stato generato automaticamente dal sistema di posta.\n\nIl messaggio non può essere consegnato a:\n\n  ${gone}\n    host mx.far.example [192.0.2.9]\n    SMTP error from remote mail server after RCPT TO:<${gone}>:\n    550 casella inesistente`,
      "Impossibile recapitare il messaggio",
    ),
  ],
  [
    "portuguese",
    true,
    plain(
      `Não foi possível entregar a mensagem a:\n\n<${gone}>:\n192.0.2.9 does not like recipient.\nRemote host said: 550 Usuario nao encontrado\nGiving up on 192.0.2.9.`,
      "failure notice",
    ),
  ],
  [
    "polish",
    true,
    dsn(
      "550 Nie ma takiego uzytkownika",
      "5.0.0",
      `<${gone}>: host mx.far.example said: 550 Nie ma takiego uzytkownika (in reply to RCPT TO command)`,
    ),
  ],
  ["russian", true, dsn("550 5.1.1 Пользователь не найден", "5.1.1")],
  [
    "chinese",
    true,
    dsn(
      "550 Mailbox not found. http://service.mail.example/cgi-bin/help?id=20022",
      "5.0.0",
      `无法发送到 ${gone}\r\nhost mx3.far.example[192.0.2.9] said: 550 Mailbox not found (in reply to RCPT TO command)`,
      { subject: "系统退信" },
    ),
  ],
  ["swedish", true, dsn("550 5.1.1 Okänd mottagare lena@far.example", "5.1.1")],
  [
    "domino de",
    true,
    dsn(
      "",
      "5.0.0",
      `Ihre Nachricht\r\n  Betreff: x\r\nkonnte nicht zugestellt werden an:\r\n  ${gone}\r\nda:\r\n  Benutzer lena (lena@far.example) nicht im Domino-Verzeichnis aufgeführt`,
      { subject: "ZUSTELLFEHLER: User not listed in directory" },
    ),
  ],
  [
    "exim unrouteable",
    true,
    plain(
      `A message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${gone}\n    Unrouteable address`,
    ),
  ],
  [
    "sendmail host unknown",
    true,
    dsn(
      "",
      "5.1.2",
      `   ----- The following addresses had permanent fatal errors -----\r\n<${gone}>\r\n    (reason: 550 Host unknown)\r\n\r\n   ----- Transcript of session follows -----\r\n550 5.1.2 <${gone}>... Host unknown (Name server: far.example: host not found)`,
    ),
  ],
  [
    "sns bounce",
    true,
    sns({
      notificationType: "Bounce",
      bounce: {
        bounceType: "Permanent",
        bounceSubType: "NoEmail",
        bouncedRecipients: [
          {
            emailAddress: gone,
            action: "failed",
            status: "5.1.1",
            diagnosticCode: "smtp; 550 5.1.1 user unknown",
          },
        ],
      },
      mail: { messageId: "1", destination: [gone] },
    }),
  ],
  [
    "google rcpt multi line",
    true,
    dsn(
      "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550 5.1.1 unnecessary spaces. gsmtp",
      "5.1.1",
    ),
  ],
  [
    "spanish notice",
    true,
    plain(
      `Este es un mensaje generado automáticamente.\n\n<${gone}>: el servidor mx.far.example dijo: 550 La cuenta de correo no existe (en respuesta al comando RCPT TO)`,
      "Correo no entregado",
    ),
  ],
  ["null mx", true, dsn("556 5.1.10 domain far.example does not accept mail (null MX)", "5.1.10")],
  ["quota nl", false, dsn("552 5.2.2 Postbus is vol", "5.2.2")],
  [
    "quota it",
    false,
    plain(
      `Impossibile consegnare a:\n\n  ${gone}\n    SMTP error from remote mail server after RCPT TO:<${gone}>:\n    552 casella piena`,
      "Mail delivery failed",
    ),
  ],
  [
    "sender domain not found at rcpt",
    false,
    dsn(
      "450 4.1.8 <a@near.example>: Sender address rejected: Domain not found",
      "4.1.8",
      `<${gone}>: host mx.far.example said: 550 5.1.8 <a@near.example>: Sender address rejected: Domain not found (in reply to RCPT TO command)`,
    ),
  ],
  [
    "sender domain not found 550",
    false,
    dsn(
      "550 5.1.8 <a@near.example>: Sender address rejected: Domain not found",
      "5.1.8",
      `<${gone}>: host mx.far.example said: 550 5.1.8 <a@near.example>: Sender address rejected: Domain not found (in reply to RCPT TO command)`,
    ),
  ],
  [
    "helo rejected host not found at rcpt",
    false,
    dsn(
      "554 5.7.1 <mail.near.example>: Helo command rejected: Host not found",
      "5.7.1",
      `<${gone}>: host mx.far.example said: 554 5.7.1 <mail.near.example>: Helo command rejected: Host not found (in reply to RCPT TO command)`,
    ),
  ],
  [
    "helo 450-550 need fqdn",
    false,
    dsn(
      "504 5.5.2 <mail>: Helo command rejected: need fully-qualified hostname",
      "5.5.2",
      `<${gone}>: host mx.far.example said: 504 5.5.2 <mail>: Helo command rejected (in reply to RCPT TO command)`,
    ),
  ],
  [
    "client hostname at rcpt",
    false,
    dsn(
      "550 5.7.25 Client host rejected: cannot find your hostname, [192.0.2.1]",
      "5.7.25",
      `<${gone}>: host mx said: 550 5.7.25 Client host rejected: cannot find your hostname (in reply to RCPT TO command)`,
    ),
  ],
  [
    "rbl at rcpt",
    false,
    dsn(
      "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.example; see https://bl.example",
      "5.7.1",
      `<${gone}>: host mx said: 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.example (in reply to RCPT TO command)`,
    ),
  ],
  [
    "dmarc end of data",
    false,
    dsn(
      "550-5.7.26 This mail has been blocked because the sender is unauthenticated. 550-5.7.26 The domain near.example does not exist in SPF",
      "5.7.26",
      `<${gone}>: host mx said: 550-5.7.26 unauthenticated (in reply to end of DATA command)`,
    ),
  ],
  [
    "spam content fr",
    false,
    dsn(
      "550 5.7.1 Message refusé: contenu indésirable",
      "5.7.1",
      `<${gone}>: host mx said: 550 5.7.1 Message refusé (in reply to end of DATA command)`,
    ),
  ],
  [
    "greylist expired",
    false,
    dsn(
      "451 4.7.1 Greylisted, please try again later",
      "4.7.1",
      `<${gone}>: delivery temporarily suspended: host mx said: 451 4.7.1 Greylisted; retry timeout exceeded`,
    ),
  ],
  [
    "starttls needed",
    false,
    dsn(
      "530 5.7.0 Must issue a STARTTLS command first",
      "5.7.0",
      `<${gone}>: host mx said: 530 5.7.0 Must issue a STARTTLS command first (in reply to MAIL FROM command)`,
    ),
  ],
  ["too many hops", false, dsn("554 5.4.6 Too many hops", "5.4.6")],
  ["size", false, dsn("552 5.3.4 Message size exceeds fixed limit", "5.3.4")],
  [
    "exim retry",
    false,
    plain(
      `A message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${gone}\n    host mx.far.example [192.0.2.9]\n    retry timeout exceeded`,
    ),
  ],
  [
    "sns transient",
    false,
    sns({
      notificationType: "Bounce",
      bounce: {
        bounceType: "Transient",
        bounceSubType: "MailboxFull",
        bouncedRecipients: [
          { emailAddress: gone, action: "failed", status: "5.2.2", diagnosticCode: "smtp; 552 full" },
        ],
      },
      mail: { messageId: "1", destination: [gone] },
    }),
  ],
  [
    "greeting de",
    false,
    plain(
      `Ihre Nachricht konnte nicht zugestellt werden.\n\n<${gone}>:\nhost mx.far.example[192.0.2.9] refused to talk to me: 554 mx.far.example ESMTP nicht erlaubt, Postfach unbekannt`,
      "Unzustellbare Nachricht",
    ),
  ],
  [
    "invalid helo after rcpt",
    false,
    dsn(
      "550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)",
      "5.0.0",
      `${gone}\r\n  SMTP error from remote mail server after RCPT TO:<${gone}>:\r\n  550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)`,
    ),
  ],
  [
    "relaying denied",
    false,
    dsn("550 5.7.1 <lena@far.example>... Relaying denied. IP name lookup failed [192.0.2.1]", "5.7.1"),
  ],
  [
    "sender verify failed",
    false,
    dsn(
      "550-Verification failed for <a@near.example> 550-No Such User Here 550 Sender verify failed",
      "5.0.0",
      `  ${gone}\r\n    SMTP error from remote mail server after RCPT TO:<${gone}>:\r\n    550-Verification failed for <a@near.example>\r\n    550-No Such User Here\r\n    550 Sender verify failed`,
    ),
  ],
  [
    "sender verify failed, text",
    false,
    plain(
      `The following address(es) failed:\n\n  ${gone}\n    host mx.far.example [192.0.2.9]\n    SMTP error from remote mail server after RCPT TO:<${gone}>:\n    550-Verification failed for <a@near.example>\n    550-Unrouteable address\n    550 Sender verify failed`,
    ),
  ],
  [
    "callout from null",
    false,
    dsn(
      "550 5.1.0 <a@near.example>: Sender address rejected: undeliverable address: host mail.near.example said: 550 5.1.1 user unknown (in reply to RCPT TO command)",
      "5.1.0",
      `<${gone}>: host mx said: 550 5.1.0 <a@near.example>: Sender address rejected: undeliverable address (in reply to RCPT TO command)`,
    ),
  ],
];

test.each(rows)("%s", (_, hard, report) => {
  const { kind, recipients } = classifyReport(Buffer.from(report), "");
  expect([kind, recipients.map((one) => [one.address, one.hard])]).toEqual(["bounce", [[gone, hard]]]);
});

test("a daemon's mail without a refusal is no report", () => {
  const report = plain("Il tuo riepilogo settimanale: 120 messaggi consegnati.", "Riepilogo");
  expect(classifyReport(Buffer.from(report), "").kind).toBe("none");
});
