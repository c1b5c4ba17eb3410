// SORT, THREAD and SEARCH answer from memory what they answer when everything is read: after mail came, went and moved, in
// each session, and whatever could not be kept.
import { expect, test } from "bun:test";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";

const long = "long ".repeat(900).trimEnd();

/** Header fields of each mail. */
const mails = [
  ["Subject: Ärger im Büro", "From: Jörg <joerg@a.example>", "Message-ID: <a@x>"],
  [
    "Subject: =?utf-8?q?Re=3A_=C3=84rger_im_B=C3=BCro?=",
    "From: =?utf-8?b?w4RubmE=?= <anna@b.example>",
    "Message-ID: <b@x>",
  ],
  [
    "Subject: Re: Ärger im Büro",
    "From: c@c.example",
    "Message-ID: <c@x>",
    "In-Reply-To: <b@x>",
    "References: <a@x> <b@x>",
  ],
  ["Subject: other", "From: Zoe <z@z.example>", "Message-ID: <d@x>", "In-Reply-To: <c@x> <nobody@x>"],
  [
    "Subject: other one",
    "From: z@z.example",
    "Message-ID: <e@x>",
    "In-Reply-To: <nobody@x>",
    "References: <a@x> <d@x>",
  ],
  [
    "Subject: folded",
    " and spaced   words",
    "From: (comment) f@f.example",
    "Date: Sat, 1 Jan 2022 00:00:00 +0000",
  ],
  ["Subject:", "From: empty@subject.example", "Date: Fri, 31 Dec 2021 23:59:59 -0100"],
  ["From: no@subject.example", "Subject: x y", "Subject: second of two"],
  [`Subject: ${long}`, "From: long@subject.example", "Message-ID: <l@x>"],
  ["Subject: to many", `To: ${Array.from({ length: 300 }, (_, n) => `p${n}@many.example`).join(",\r\n ")}`],
  ["From: Undisclosed: ;", "Subject: [list] (fwd)", "X-Other: Subject: hidden"],
].map((fields) => `${fields.join("\r\n")}\r\n\r\nbody\r\n`);

/** In UTF-8, as a literal. */
const office = "{5+}\r\nbüro";
const sortKeys = ["ARRIVAL", "DATE", "SIZE", "SUBJECT", "FROM", "TO", "CC", "DISPLAYFROM", "DISPLAYTO"];
const searches = [
  "SUBJECT rger",
  'SUBJECT ""',
  "NOT SUBJECT other",
  "OR SUBJECT other FROM anna",
  `UNFLAGGED SUBJECT ${office}`,
  'SUBJECT "and spaced words"',
  "SUBJECT long",
  "TO p299@many.example",
  "SUBJECT hidden",
  "SUBJECT second",
  "FROM f@f.example",
  "HEADER Message-ID a@x",
  "2:6 SUBJECT re",
  "SUBJECT nowhere",
  "TEXT body",
  "BODY body",
  `TEXT ${office}`,
  "BODY f@f.example",
  "NOT TEXT other",
  "UNFLAGGED TEXT f@f.example",
  "OR TEXT anna BODY nowhere",
  "BODY body NOT SUBJECT other",
  "2:6 TEXT re",
  "HEADER X-Other hidden",
  `TEXT ${"a word of a mail ".repeat(70).trimEnd().replaceAll(" ", "_")}`,
];
const commands = [
  ...sortKeys.map((key) => `SORT (${key}) UTF-8 ALL`),
  "SORT (REVERSE SUBJECT DATE) UTF-8 UNDELETED",
  "THREAD REFERENCES UTF-8 ALL",
  "THREAD ORDEREDSUBJECT UTF-8 ALL",
  ...searches.map((key) => `SEARCH CHARSET UTF-8 ${key}`),
];

const suite = (t: SuiteApp) => {
  const answers = async (talk: ImapTalk, asked = commands) => {
    const lines: string[][] = [];
    for (const command of asked) lines.push(await talk.ok(command));
    return lines;
  };

  /** The answers about a folder of the same mails that nobody has asked about. */
  async function answersAnew(talk: ImapTalk, folder: string, asked = commands) {
    await talk.ok(`CREATE ${folder}`);
    await talk.ok(`COPY 1:* ${folder}`);
    const other = await ImapTalk.logIn(t.app.ports.imap!, must(box));
    await other.ok(`SELECT ${folder}`);
    const anew = await answers(other, asked);
    other.close();
    return anew;
  }

  let box: Awaited<ReturnType<typeof mailbox>> | null = null;
  const must = <T>(value: T | null): T => {
    if (value === null) throw new Error("there is no mailbox yet");
    return value;
  };

  async function filled() {
    box = await mailbox(t);
    const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
    for (const mail of mails) await talk.append("INBOX", mail);
    await talk.ok("SELECT INBOX");
    return talk;
  }

  test("the same again, in another session, and after mail came, went and moved", async () => {
    const talk = await filled();
    const first = await answers(talk);
    expect(await answers(talk)).toEqual(first);
    const other = await ImapTalk.logIn(t.app.ports.imap!, must(box));
    await other.ok("SELECT INBOX");
    expect(await answers(other)).toEqual(first);
    expect(await answersAnew(talk, "first")).toEqual(first);
    await talk.append("INBOX", mails[4]!.replace("<e@x>", "<n@x>"));
    await talk.ok("NOOP");
    const more = await answers(talk);
    expect(more).not.toEqual(first);
    expect(await answersAnew(talk, "more")).toEqual(more);
    await talk.ok("STORE 1,4 +FLAGS.SILENT (\\Deleted)");
    await talk.ok("EXPUNGE");
    await talk.ok("CREATE away");
    await talk.ok("MOVE 2:3 away");
    const fewer = await answers(talk);
    expect(await answersAnew(talk, "fewer")).toEqual(fewer);
    // The other session still has the numbers of before: until it hears of the EXPUNGE nothing is shifted.
    await other.ok("NOOP");
    expect(await answers(other)).toEqual(fewer);
    await other.ok("SELECT away");
    await other.ok("MOVE 1:* INBOX");
    await talk.ok("NOOP");
    expect(await answersAnew(talk, "back")).toEqual(await answers(talk));
    for (const each of [talk, other]) each.close();
  });

  test("dates order as instants do, far from now too", async () => {
    box = await mailbox(t);
    const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
    const dates = [
      "31 Dec 9998 23:59:59 +0000",
      "1 Jan 2000 00:00:00 +0000",
      "31 Dec 1999 23:59:59 +0000",
      "1 Jan 1970 00:00:00 +0000",
      "31 Dec 1969 23:59:59 +0000",
      "31 Dec 9998 23:59:58 +0000",
      "1 Jan 1950 00:00:00 +0100",
    ];
    for (const [n, date] of dates.entries())
      await talk.append("INBOX", `Date: ${date}\r\nMessage-ID: <${n}@x>\r\n\r\n${"x".repeat(10 * n)}\r\n`);
    await talk.ok("SELECT INBOX");
    for (let round = 0; round < 2; round++) {
      expect(await talk.ok("SORT (DATE) UTF-8 ALL")).toEqual(["* SORT 7 5 4 3 2 6 1"]);
      expect(await talk.ok("SORT (REVERSE DATE) UTF-8 ALL")).toEqual(["* SORT 1 6 2 3 4 5 7"]);
      expect(await talk.ok("SORT (REVERSE SIZE) UTF-8 2:4")).toEqual(["* SORT 4 3 2"]);
    }
    talk.close();
  });

  test("a quoted local part of an id is the same id", async () => {
    box = await mailbox(t);
    const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
    await talk.append("INBOX", 'Message-ID: <"a b"@x>\r\nSubject: one\r\n\r\n');
    await talk.append("INBOX", "Message-ID: <q@x>\r\nSubject: two\r\n\r\n");
    await talk.append("INBOX", 'References: <"q"@x>\r\nSubject: three\r\n\r\n');
    await talk.ok("SELECT INBOX");
    expect(await talk.ok("THREAD REFERENCES UTF-8 ALL")).toEqual(["* THREAD (1)(2 3)"]);
    expect(await talk.ok("THREAD REFERENCES UTF-8 ALL")).toEqual(["* THREAD (1)(2 3)"]);
    talk.close();
  });

  test("a field's values are those that the whole header has", async () => {
    const talk = await filled();
    // A date that no mail has makes the search read each header.
    for (let round = 0; round < 2; round++)
      for (const key of searches.filter((each) => !/^(OR|NOT|UNFLAGGED|2:6)/.test(each)))
        expect([key, await talk.ok(`SEARCH CHARSET UTF-8 ${key}`)]).toEqual([
          key,
          await talk.ok(`SEARCH CHARSET UTF-8 OR SENTSINCE 1-Jan-2200 ${key}`),
        ]);
    expect(await talk.ok(`SEARCH CHARSET UTF-8 SUBJECT ${office}`)).toEqual(["* SEARCH 1 2 3"]);
    expect(await talk.ok("THREAD REFERENCES UTF-8 2:5")).toEqual(["* THREAD (2 3 4 5)"]);
    talk.close();
  });
};
eachApp("SORT, THREAD and SEARCH from memory", suite, {
  env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" },
});
