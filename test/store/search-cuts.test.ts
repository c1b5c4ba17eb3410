// What is cut of a mail for the search index while it is read: the same as what the index cuts when it reads the mail again, taken
// from this process's memory within its bounds.
import { expect, test } from "bun:test";
import { prepareMail } from "../../actors/identity/message/prepare-mail.ts";
import { newId } from "../../src/lib/ids.ts";
import { displayedBytes, displayedStructure } from "../../src/mail/displayed-form.ts";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { indexedMail, weightedTexts, withMore } from "../../src/mail/search/indexed-mail.ts";
import { mailSearchText } from "../../src/mail/search/search-text.ts";
import { searchDocument } from "../../src/mail/search/search-words.ts";
import { jobs } from "../../src/reading/jobs.ts";
import { unscreened } from "../../src/screening/screen.ts";
import {
  dropOldCuts,
  type KeptCut,
  keepForIndex,
  keptBytes,
  takeCut,
} from "../../src/store/mailbox/cut-mails.ts";
import { unpackSearchedText } from "../../src/store/message/content.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";

const lines = (...all: string[]) => all.join("\r\n");
const head = lines(
  "From: =?utf-8?Q?J=C3=B6rg?= O'Brien <joerg@example.org>",
  "To: team@example.org, Ann <ann@example.org>",
  "Cc: third@example.net",
  "Subject: Re: the e-mail of 10:30",
  "X-Trace: abc-XYZ/42",
  "",
);
const mails = {
  plain: lines(
    `${head}Content-Type: text/plain`,
    "",
    "See INVOICE no. 77, please.",
    "",
    "> what was quoted",
    "",
  ),
  "without a text": lines(`${head}Content-Type: text/plain`, "", ""),
  "beyond ASCII": lines(`${head}Content-Type: text/plain; charset=utf-8`, "", "Größe, 会議室 🎂, ħumm", ""),
  flowed: lines(
    `${head}Content-Type: text/plain; format=flowed; delsp=yes`,
    "",
    "a long li ",
    "ne that goes on",
    "",
  ),
  encoded: lines(
    `${head}Content-Type: text/plain; charset=iso-8859-1`,
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "caf=E9 and =",
    "more",
    "",
  ),
  "another label": lines(`${head}Content-Type: text/plain; charset=utf-16`, "", "ordinary words", ""),
  html: lines(
    `${head}Content-Type: text/html`,
    "",
    '<p title="hidden-title">Hello <b>wor</b>ld</p><blockquote>old</blockquote>',
    "",
  ),
  parts: lines(
    `${head}Content-Type: multipart/mixed; boundary=b`,
    "",
    "preamble",
    "--b",
    "Content-Type: text/plain",
    "",
    "the first part",
    "--b",
    "Content-Type: text/csv; name=table.csv",
    "Content-Disposition: attachment; filename=table.csv",
    "",
    "alpha,beta",
    "--b--",
    "",
  ),
};

test("a mail is cut while it is read as the index cuts it later", () => {
  const prefix =
    "Authentication-Results: mx.agents.example; spf=none\r\nReturn-Path: <joerg@example.org>\r\n";
  const deliveredTo = "Hidden.Copy@agents.example";
  const files = skipWithoutData() ? [] : mailFiles("mime").filter(({ raw }) => raw.length < 32_768);
  for (const [name, raw] of [
    ...Object.entries(mails).map(([what, text]) => [what, Buffer.from(text)] as const),
    ...files.map((file) => [file.name, file.raw] as const),
  ]) {
    const { facts, content, cut } = jobs.read({ raw, options: {}, besideRaw: true, deliveredTo });
    const shown = { prefix, cuts: [] };
    const text = mailSearchText(displayedBytes(raw, shown), displayedStructure(facts.structure, shown));
    const { attachments } = parseNow(raw);
    const { reply, quoted, isQuotedInHtml } = unpackSearchedText(content, Bun.zstdCompressSync(raw));
    const texts = weightedTexts({
      subject: facts.subject,
      people: [facts.from, ...facts.to, ...facts.cc, { email: deliveredTo, name: null }],
      reply,
      quoted,
      filenames: attachments.map(({ filename }) => filename),
    });
    const later = indexedMail(texts, { whole: `${text.header()}\n${text.body()}`, marks: ["mark"] });
    const now = withMore(cut!, { prefix, marks: ["mark"] });
    const all = ({ numbers }: typeof now) => [
      Uint32Array.from(numbers.shown).sort(),
      Uint32Array.from(numbers.others).sort(),
    ];
    expect([name, now.words, ...all(now)]).toEqual([name, later.words, ...all(later)]);
    const isRead = attachments.some(({ filename }) => filename === "table.csv");
    if (name in mails) expect([name, cut!.hasMore]).toEqual([name, isRead || isQuotedInHtml]);
  }
});

test("as much is kept as has room, and what nobody takes goes", async () => {
  while (keptBytes() > 0) dropOldCuts();
  const prepared = () =>
    prepareMail(
      { blobs: null as never },
      Buffer.from(mails.plain),
      { from: "a@b.example", isSpam: false, screen: () => unscreened, deliveredTo: "one@agents.example" },
      { source: "one" },
    );
  expect((await prepared()).cut).not.toBeNull();
  const cut: KeptCut = {
    words: new Uint8Array(1024 * 1024),
    shown: new Uint32Array(1),
    others: new Uint32Array(1),
    hasMore: false,
    sha256: new Uint8Array(32),
    prefix: "",
  };
  const ids = Array.from({ length: 40 }, () => newId());
  for (const id of ids) keepForIndex(id, cut);
  expect(keptBytes()).toBeLessThanOrEqual(32 * 1024 * 1024);
  // A mail that would not be kept is not cut.
  expect((await prepared()).cut).toBeNull();
  expect([takeCut(ids[0]!), takeCut(ids[0]!), takeCut(ids[39]!)]).toEqual([cut, null, null]);
  dropOldCuts();
  const [fresh] = [newId()];
  keepForIndex(fresh, cut);
  dropOldCuts();
  expect([takeCut(ids[1]!), takeCut(fresh)]).toEqual([null, cut]);
  expect(keptBytes()).toBe(0);
});

eachApp("the index of mail that was cut", (t) => {
  const indexed = () =>
    eventually(async () => {
      const waiting = "select from search_queue union all select from search_files limit 1";
      return (await t.app.core.database.rows(waiting)).length === 0;
    });
  const wordsOf = async (accountId: string) =>
    t.app.core.database.values(
      "select message_id, identity_id, words::text, grams::text, created_at::text from message_search where account_id = $1::uuid order by message_id",
      [accountId],
    );
  const found = async (q: string) =>
    (await t.api.get<{ data: { id: string }[] }>(`/messages/search?q=${encodeURIComponent(q)}`)).json.data
      .length;

  test("is what it is when the mail is read again, for one address and for several", async () => {
    const [one, other] = [await t.address(), await t.address()];
    const from = "joerg@example.org";
    for (const raw of Object.values(mails)) await t.raw({ from, to: one.email, raw });
    await t.raw({ from, to: [one.email, other.email], raw: mails.plain.replace("77", "78") });
    await indexed();
    const database = t.app.core.database;
    const before = await wordsOf(t.accountId);
    expect(before).toHaveLength(Object.keys(mails).length + 2);
    for (const [q, count] of [
      ["voice", 3],
      ["title", 0],
      ["会議", 1],
      ["table", 1],
    ] as const)
      expect([q, await found(q)]).toEqual([q, count]);
    await database.values(
      "insert into search_queue select account_id, message_id from message_search where account_id = $1::uuid returning 1",
      [t.accountId],
    );
    // A turn makes the index look.
    await t.address();
    await indexed();
    expect(await wordsOf(t.accountId)).toEqual(before);
    expect(keptBytes()).toBe(0);
  });

  test("is of the mail that the message has now", async () => {
    const mine = await t.address();
    await t.raw({ from: "joerg@example.org", to: mine.email, raw: mails.plain });
    await indexed();
    const database = t.app.core.database;
    const [row] = await database.rows<{ id: string; sha256: Uint8Array }>(
      "select id, raw_sha256 as sha256 from messages where account_id = $1::uuid and identity_id = $2::uuid",
      [t.accountId, mine.id],
    );
    const { id, sha256 } = row!;
    const none = new Uint32Array(0);
    const isFound: number[] = [];
    for (const of of [sha256, new Uint8Array(32)]) {
      keepForIndex(id, {
        words: searchDocument([{ text: "spoofed", weight: "D" }]),
        shown: none,
        others: none,
        hasMore: false,
        sha256: of,
        prefix: "",
      });
      await database.values(
        "insert into search_queue (account_id, message_id) values ($1::uuid, $2::uuid) returning 1",
        [t.accountId, id],
      );
      await t.address();
      await indexed();
      const [now] = await database.values(
        "select 1 from message_search where account_id = $1::uuid and message_id = $2::uuid and words @@ 'spoofed'",
        [t.accountId, id],
      );
      isFound.push(now ? 1 : 0);
    }
    expect(isFound).toEqual([1, 0]);
  });
});
