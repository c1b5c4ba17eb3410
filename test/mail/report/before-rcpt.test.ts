// What a server said before RCPT is about us, never about the recipient; what it says of the recipient later is, also where a
// report words it in its own way.
import { expect, test } from "bun:test";
import { classifyReport } from "../../../src/mail/report/classify.ts";

const gone = "gone@far.example";

function notice(text: string) {
  return classifyReport(
    Buffer.from(
      `From: Mail Delivery System <mailer-daemon@relay.example>\r\nTo: a@near.example\r\nSubject: Mail delivery failed: returning message to sender\r\n\r\n${text.replaceAll("\n", "\r\n")}\r\n`,
    ),
    "",
  );
}

/** A report of fields. RFC 3464 */
function dsn(diagnostic: string, status: string) {
  return classifyReport(
    Buffer.from(
      [
        "From: MAILER-DAEMON@relay.example",
        "To: a@near.example",
        "Subject: Undelivered Mail Returned to Sender",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        `<${gone}>: ${diagnostic}`,
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; relay.example",
        "",
        `Final-Recipient: rfc822; ${gone}`,
        "Action: failed",
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${diagnostic}`,
        "--b--",
        "",
      ].join("\r\n"),
    ),
    "",
  );
}

const judged = (report: ReturnType<typeof classifyReport>) =>
  report.recipients.map(({ address, hard }) => [address, hard]);

test("a greeting, HELO or MAIL that was refused does not lose the recipient", () => {
  const head =
    "This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered:\n\n";
  for (const text of [
    `${head}  ${gone}\n    host mx9.far.example [192.0.2.7]\n    SMTP error from remote mail server after initial connection:\n    554-far.example (mx9) Nemesis ESMTP Service not available\n    554-No SMTP service\n    554 Bad DNS PTR resource record.`,
    `${head}<${gone}>:\nConnected to 192.0.2.7 but my name was rejected.\nRemote host said: 550 unknown host name mail.near.example`,
    `${head}<${gone}>:\nConnected to 192.0.2.7 but greeting failed.\nRemote host said: 554 no such service; mailbox unavailable`,
    `${head}<${gone}>:\nConnected to 192.0.2.7 but sender was rejected.\nRemote host said: 550 5.1.1 unknown user a@near.example`,
    `${head}  ${gone}\n    SMTP error from remote mail server after HELO mail.near.example:\n    550 this host does not exist`,
    `${head}  ${gone}\n    SMTP error from remote mail server after EHLO mail.near.example:\n    host mx.far.example [192.0.2.7]: 521 5.3.2 does not accept mail from you`,
    `${head}   ----- Transcript of session follows -----\n... while talking to mx.far.example.:\n>>> HELO mail.near.example\n<<< 550 domain not found\n554 5.0.0 <${gone}>... Service unavailable`,
    `The following address(es) failed:\n\n  ${gone}\n    SMTP error from remote mail server after pipelined MAIL FROM:<a@near.example>:\n    553 5.1.2 No such domain near.example`,
    `   ----- The following addresses had permanent fatal errors -----\n<${gone}>\n    (reason: 550 User unknown)\n\n   ----- Transcript of session follows -----\n... while talking to mx.far.example.:\n>>> MAIL From:<a@near.example> SIZE=1200\n<<< 550 5.1.1 User unknown: a@near.example\n554 5.0.0 Service unavailable`,
    `   ----- The following addresses had permanent fatal errors -----\n<${gone}>\n\n   ----- Transcript of session follows -----\n... while talking to mx.far.example.:\n<<< 554 mx.far.example: no such host or user for you\n554 5.0.0 Service unavailable`,
  ])
    expect([text, notice(text).kind, judged(notice(text))]).toEqual([text, "bounce", [[gone, false]]]);
  for (const [diagnostic, status] of [
    [
      "host mx9.far.example[192.0.2.7] refused to talk to me: 554-No SMTP service 554 Bad DNS PTR resource record",
      "5.0.0",
    ],
    ["554 No SMTP service. Bad DNS PTR resource record. (in reply to EHLO command)", "5.0.0"],
    ["550 unknown user (in reply to MAIL FROM command)", "5.1.1"],
    ["550 5.1.1 no such user (in reply to STARTTLS command)", "5.1.1"],
    ["535 5.7.8 unknown user a@near.example (in reply to AUTH LOGIN command)", "5.7.8"],
    ["550 5.1.2 your HELO name is an unknown host (in reply to HELO command)", "5.1.2"],
    ["554 mx9.far.example no SMTP service here for you, PTR is missing", "5.3.0"],
    [
      "The recipient server did not accept our requests to connect. [mx.far.example 192.0.2.3: 554 no such user service]",
      "5.0.0",
    ],
    ["550 Le domaine de l'expéditeur n'existe pas", "5.0.0"],
    ["550 Absenderadresse existiert nicht", "5.0.0"],
    ["550 El dominio del remitente no existe", "5.0.0"],
    ["550 Адрес отправителя не существует", "5.0.0"],
    ["550 发件人地址不存在", "5.0.0"],
  ] as const)
    expect([diagnostic, judged(dsn(diagnostic, status))]).toEqual([diagnostic, [[gone, false]]]);
});

test("a transcript below says that the reply was not to RCPT", () => {
  const errors = "   ----- The following addresses had permanent fatal errors -----";
  const talk = "   ----- Transcript of session follows -----\n... while talking to mx.far.example.:\n";
  const of = (command: string, reply: string) =>
    classifyReport(
      Buffer.from(
        [
          "From: MAILER-DAEMON@relay.example",
          "To: a@near.example",
          "Subject: Returned mail: see transcript for details",
          'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
          "",
          "--b",
          "",
          `${errors}\n<${gone}>\n    (reason: ${reply})\n\n${talk}>>> ${command}\n<<< ${reply}\n501 5.6.0 Data format error`,
          "--b",
          "Content-Type: message/delivery-status",
          "",
          `Reporting-MTA: dns; relay.example\n\nFinal-Recipient: RFC822; ${gone}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: SMTP; ${reply}`,
          "--b--",
          "",
        ]
          .join("\n")
          .replaceAll("\n", "\r\n"),
      ),
      "",
    );
  for (const reply of ["553 5.1.1 User unknown", "550 no such user here"])
    expect([
      judged(of("MAIL From:<a@near.example> SIZE=100", reply)),
      judged(of(`RCPT To:<${gone}>`, reply)),
    ]).toEqual([[[gone, false]], [[gone, true]]]);
});

test("what is said of the recipient loses it, whenever it is said", () => {
  for (const [diagnostic, status] of [
    [
      "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). (in reply to end of DATA command)",
      "5.5.0",
    ],
    ["550 Cette boîte aux lettres n'existe pas", "5.0.0"],
    ["550 Nie ma takiego użytkownika", "5.0.0"],
    ["550 Mottagaren finns inte", "5.0.0"],
    ["550 Modtageren findes ikke", "5.0.0"],
    ["550 Uživatel neexistuje", "5.0.0"],
    ["550 Käyttäjää ei ole olemassa", "5.0.0"],
    ["550 A felhasználó nem létezik", "5.0.0"],
    ["550 사용자가 존재하지 않습니다", "5.0.0"],
    ["550 查无此人", "5.0.0"],
    ["550 المستخدم غير موجود", "5.0.0"],
    [
      "host far-example.mail.protection.outlook.com[192.0.2.9] said: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). (in reply to end of DATA command)",
      "5.5.0",
    ],
    [
      "host mx.hotmail.example.olc.protection.outlook.com[192.0.2.9] said: 550 Requested action not taken: mailbox unavailable (in reply to end of DATA command)",
      "5.0.0",
    ],
    [
      "550 5.2.0 Adresse destinataire invalide. Invalid recipient. OFR_416 (in reply to RCPT TO command)",
      "5.2.0",
    ],
    [
      "550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. (in reply to RCPT TO command)",
      "5.1.1",
    ],
    [
      "Host or domain name not found. Name service error for name=far.example type=A: Host not found",
      "5.4.4",
    ],
    ["host not found", "5.1.2"],
  ] as const)
    expect([diagnostic, judged(dsn(diagnostic, status))]).toEqual([diagnostic, [[gone, true]]]);
  // Content, and a server of somebody else that uses the same words for it.
  for (const [diagnostic, status] of [
    [
      "host mx.far.example[192.0.2.9] said: 550 Requested action not taken: mailbox unavailable (in reply to end of DATA command)",
      "5.0.0",
    ],
    [
      "host x.protection.outlook.com[192.0.2.9] said: 550 5.7.1 Requested action not taken: message refused as spam (in reply to end of DATA command)",
      "5.7.1",
    ],
  ] as const)
    expect([diagnostic, judged(dsn(diagnostic, status))]).toEqual([diagnostic, [[gone, false]]]);
});

test("a notice of SES is read however its JSON is laid out", () => {
  const data = {
    notificationType: "Bounce",
    bounce: {
      bounceType: "Permanent",
      bouncedRecipients: [
        {
          emailAddress: gone,
          action: "failed",
          status: "5.1.1",
          diagnosticCode: "smtp; 550 5.1.1 user unknown",
        },
      ],
    },
    mail: { headers: [{ name: "Message-ID", value: "<x@near.example>" }] },
  };
  for (const json of [
    JSON.stringify(data),
    JSON.stringify(data, null, 2),
    ` \n${JSON.stringify(data, null, "\t")}\n`,
  ])
    expect(judged(notice(`${json}\n--\nIf you wish to stop receiving notifications, click below`))).toEqual([
      [gone, true],
    ]);
});
