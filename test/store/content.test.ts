// A text that stands in the raw mail as it is, is not stored a second time, and is the same wherever it is read.
import { describe, expect, test } from "bun:test";
import { rereadRound } from "../../actors/workers/rereading.ts";
import { jobs } from "../../src/reading/jobs.ts";
import {
  DamagedContent,
  unpackContent,
  unpackSearchedText,
  wholeContent,
} from "../../src/store/message/content.ts";
import { queuePartlyRead } from "../../src/store/message/partly-read.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";

const long = Array.from(
  { length: 60 },
  (_, n) => `Line ${n} of a letter, with https://example.com/${n} & <more>.`,
);
const letter = long.join("\r\n");

function mail(body: string | Buffer, ...fields: string[]): Buffer {
  const head = ["From: a@b.example", "Subject: letter", "MIME-Version: 1.0", ...fields, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** The mail read for a row that has its bytes too. */
function beside(raw: Buffer): { packed: Uint8Array; packedRaw: Uint8Array } {
  const { content } = jobs.read({ raw, options: {}, besideRaw: true });
  return { packed: content, packedRaw: Bun.zstdCompressSync(raw as Buffer<ArrayBuffer>) };
}

function isWithoutText(packed: Uint8Array): boolean {
  return Buffer.from(packed).toString("latin1").startsWith('{"textAt":');
}

/** Holds the reading beside the raw bytes to the one without them. */
function expectSame(raw: Buffer): boolean {
  const { packed, packedRaw } = beside(raw);
  const { content } = jobs.read({ raw, options: {} });
  const kept = isWithoutText(packed) ? packedRaw : null;
  expect(unpackContent(wholeContent(packed, kept))).toEqual(unpackContent(content));
  expect(unpackSearchedText(packed, packedRaw)).toEqual(unpackSearchedText(content));
  return kept !== null;
}

describe("a content beside its raw bytes", () => {
  const latin = "Content-Type: text/plain; charset=iso-8859-1";
  const alternative = (text: string, html: string) =>
    mail(
      [
        "--x",
        "Content-Type: text/plain",
        "",
        text,
        "--x",
        "Content-Type: text/html",
        "",
        html,
        "--x--",
        "",
      ].join("\r\n"),
      "Content-Type: multipart/alternative; boundary=x",
    );

  test.each<[string, Buffer]>([
    ["plain text", mail(letter)],
    ["text that ends in empty lines", mail(`${letter}\r\n\r\n\r\n`)],
    ["bare line feeds", mail(long.join("\n"))],
    ["Latin-1", mail(Buffer.from(letter.replaceAll("letter", "café"), "latin1"), latin)],
    [
      "the text of a mail with a file",
      mail(
        `--x\r\n\r\n${letter}\r\n--x\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\nabc\r\n--x--\r\n`,
        "Content-Type: multipart/mixed; boundary=x",
      ),
    ],
  ])("leaves out %s", (_, raw) => {
    expect(expectSame(raw)).toBe(true);
    expect(beside(raw).packed.length).toBeLessThan(700);
  });

  test.each<[string, Buffer]>([
    ["a short text", mail("yes\r\n")],
    ["UTF-8", mail(letter.replaceAll("letter", "café"), "Content-Type: text/plain; charset=utf-8")],
    ["base64", mail(Buffer.from(letter).toString("base64"), "Content-Transfer-Encoding: base64")],
    [
      "quoted-printable",
      mail(
        letter.replaceAll("=", "=3D").replaceAll(".", "=2E"),
        "Content-Transfer-Encoding: quoted-printable",
      ),
    ],
    ["format=flowed", mail(letter.replaceAll("\r\n", " \r\n"), "Content-Type: text/plain; format=flowed")],
    [
      "invisible characters",
      mail(`${letter}\r\n\u200b\u202ehidden`, "Content-Type: text/plain; charset=utf-8"),
    ],
    ["HTML of its own", alternative(letter, `<p>${letter}</p>`)],
    ["HTML alone", mail(`<p>${letter}</p>`, "Content-Type: text/html")],
    [
      "a long quote",
      mail(`${letter}\r\n\r\nOn Mon, 2 Nov 2026, Bo <b@c.example> wrote:\r\n> ${long.join("\r\n> ")}\r\n`),
    ],
    [
      "an answer above a short quote",
      mail(`${letter}\r\n\r\nOn Mon, 2 Nov 2026, Bo <b@c.example> wrote:\r\n> yes\r\n`),
    ],
    [
      "the text of a mail with a large file",
      mail(
        `--x\r\n\r\n${letter}\r\n--x\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n${"abc\r\n".repeat(2000)}\r\n--x--\r\n`,
        "Content-Type: multipart/mixed; boundary=x",
      ),
    ],
    ["nothing", mail("")],
  ])("keeps %s", (_, raw) => {
    expect(expectSame(raw)).toBe(false);
  });

  test("is the same for public mails", () => {
    if (skipWithoutData()) return;
    const mails = [...mailFiles("mime"), ...mailFiles("mailbox/ham"), ...mailFiles("reply")];
    let without = 0;
    for (const { raw } of mails) if (raw.length < 32 * 1024 && expectSame(raw)) without++;
    expect(without).toBeGreaterThan(10);
  });

  test("is not read without them", () => {
    const { packed } = beside(mail(letter));
    const saidBy = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return error instanceof DamagedContent ? String(error.cause) : error;
      }
    };
    expect(saidBy(() => unpackContent(packed))).toContain("left out");
    expect(saidBy(() => unpackSearchedText(packed))).toContain("not there");
  });
});

eachApp("a mail whose text is stored once", (t) => {
  interface Shown {
    id: string;
    thread_id: string;
    text: string;
    html: string;
    reply_text: string;
  }

  /** The one message of an address. */
  const only = async (identityId: string): Promise<Shown> => {
    const { json: threads } = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${identityId}`);
    const { json } = await t.api.get<PageOf<Shown>>(`/messages?thread_id=${threads.data[0]!.id}`);
    return json.data[0]!;
  };

  test("is listed, read and found like any other", async () => {
    const to = await t.address();
    const text = `${letter}\r\nremarkableword\r\n`;
    await t.raw({ from: "a@b.example", to: to.email, raw: mail(text) });
    const [row] = await t.app.core.database.rows<{ content: Uint8Array }>(
      "select b.content from bodies b join messages m on m.account_id = b.account_id and m.id = b.message_id where m.identity_id = $1::uuid",
      [to.id],
    );
    expect(isWithoutText(row!.content)).toBe(true);
    const shown = await only(to.id);
    const expected = text.replaceAll("\r\n", "\n");
    expect(shown.text).toBe(expected);
    expect(shown.reply_text.trimEnd()).toBe(expected.trimEnd());
    expect(shown.html).toContain('<a href="https://example.com/59"');
    const { json: one } = await t.api.get<{ data: Shown }>(`/messages/${shown.id}`);
    expect(one.data.text).toBe(expected);
    await eventually(async () => {
      const path = `/messages/search?q=remarkableword&identity_id=${to.id}`;
      const { json: hits } = await t.api.get<PageOf<Shown & { snippet: string }>>(path);
      return hits.data[0]?.snippet.includes("remarkableword") === true && hits.data[0].text === expected;
    });
  });

  test("is read again, and given up, like any other", async () => {
    const { core } = t.app;
    const to = await t.address();
    await t.raw({ from: "a@b.example", to: to.email, raw: mail(letter) });
    const { id, text } = await only(to.id);
    for (const budget of [undefined, { cpuMs: 0, wallMs: 0 }]) {
      const actor = core.actors.identity(t.accountId, to.id);
      await actor.run((turn) => turn.bulk(queuePartlyRead(t.accountId, id, "2026-01-01T00:00:00.000000Z")));
      await eventually(async () => {
        await rereadRound({ ...core, budget });
        const left = await core.database.values("select 1 from partly_read where message_id = $1::uuid", [
          id,
        ]);
        return left.length === 0;
      });
      const again = await t.api.get<{ data: Shown }>(`/messages/${id}`);
      expect(again.json.data.text).toBe(text);
    }
  });
});
