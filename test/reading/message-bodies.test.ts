// Answers with messages: the same from a thread as on the spot, and the main thread goes on while a large one is encoded.
import { describe, expect, test } from "bun:test";
import { textToHtml } from "../../src/mail/html/text-to-html.ts";
import { jobs } from "../../src/reading/jobs.ts";
import { contentSize, encodeMessages, quotedBodies } from "../../src/reading/mails.ts";
import type { PackedAnswer, PackedMessage } from "../../src/reading/message-bodies.ts";
import type { Message } from "../../src/schema/message/messages.ts";
import { type MailContent, packContent, unpackedSize } from "../../src/store/message/content.ts";

const fields = { id: "m", text: null, html: "", subject: "long" } as unknown as Message;
const options = { source: "test" };

function content(htmlBytes: number): MailContent {
  const html = '<p>é <b>words</b> <img data-cid="a" alt="" /></p>\n'.repeat(htmlBytes / 50);
  return { text: "words", html, replyHtml: html, quotedHtml: null, replyText: "words", defects: [] };
}

function answer(...sizes: number[]): PackedAnswer {
  const pictures = { a: "https://a.example/1" };
  const data = sizes.map((size) => ({ fields, packed: packContent(content(size)), pictures }));
  return { answer: { has_more: false, next_cursor: null }, data };
}

/** Turns of the event loop while the work runs. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const count = () => {
    turns++;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await work;
  done = true;
  return turns;
}

describe("encodeMessages", () => {
  test("a large answer from a thread has the bytes that the main thread would make", async () => {
    const large = answer(400_000, 100);
    const there = await encodeMessages(large, options);
    expect(Buffer.from(there).equals(jobs.messages(large))).toBe(true);
    const { data, has_more: more } = JSON.parse(Buffer.from(there).toString());
    expect(more).toBe(false);
    expect(data[0].html).toStartWith('<p>é <b>words</b> <img src="https://a.example/1" alt="" /></p>');
    expect(Object.keys(data[1]).slice(0, 4)).toEqual(["id", "text", "html", "subject"]);
  });

  test("small messages that are large together are made here, with the bytes that one stretch would make", async () => {
    const some = answer(...Array<number>(40).fill(5000));
    const data = some.data as PackedMessage[];
    for (const bytes of [10_000_000, 100_000]) {
      const asked = { ...some, within: { bytes, cursors: data.map((_, n) => `c${n}`) } };
      expect(contentSize(data)).toBeGreaterThan(128 * 1024);
      const made = Buffer.from(await encodeMessages(asked, options));
      expect(made.equals(jobs.messages(asked))).toBe(true);
      expect(JSON.parse(made.toString()).has_more).toBe(bytes === 100_000);
    }
  });

  test("the event loop turns while one large message, or many that are large together, are encoded", async () => {
    await encodeMessages(answer(400_000), options);
    expect(await turnsDuring(encodeMessages(answer(5_000_000), options))).toBeGreaterThan(5);
    const many = answer(...Array<number>(20).fill(50_000));
    expect(await turnsDuring(encodeMessages(many, options))).toBeGreaterThan(5);
    expect(await turnsDuring(quotedBodies(packContent(content(5_000_000)), options))).toBeGreaterThan(5);
  });

  test("a summary of fifty usual mails is made at once, and says of each whether more is left out", async () => {
    const html = "<p>words</p>";
    const kinds: MailContent[] = [
      { ...content(0), text: "words ".repeat(2600), html: textToHtml("words ".repeat(2600)) },
      { ...content(0), text: " ", html: "", replyHtml: "", replyText: " " },
      { ...content(0), text: null, html, replyHtml: html, replyText: "words" },
      { ...content(0), html: "", replyHtml: "", quotedHtml: html },
      { ...content(0), html: "", replyHtml: "" },
    ];
    const data = kinds.flatMap((kind) => Array<MailContent>(10).fill(kind));
    const asked: PackedAnswer = {
      answer: {},
      data: data.map((each) => ({ fields, packed: packContent(each), pictures: {} })),
      view: "summary",
    };
    // Full, it would be made in a process.
    expect(contentSize(asked.data as PackedMessage[])).toBeGreaterThan(128 * 1024);
    expect(await turnsDuring(encodeMessages(asked, options))).toBeLessThan(3);
    const { data: shown } = JSON.parse(Buffer.from(await encodeMessages(asked, options)).toString());
    expect(shown.map(({ defects }: Message) => defects !== undefined)).toEqual(
      data.map(({ html: own, replyHtml, quotedHtml }) => own + replyHtml + (quotedHtml ?? "") !== ""),
    );
    expect(shown[0]).toMatchObject({ text: "words ".repeat(2600).slice(0, 1000), html: "", reply_html: "" });
  });

  test("a small answer is made at once", async () => {
    expect(await turnsDuring(encodeMessages(answer(1_000), options))).toBeLessThan(3);
  });
});

test("unpackedSize is told by the frame, whatever its size", () => {
  for (const length of [0, 600, 1_500, 70_000, 5_000_000]) {
    const text = "é".repeat(length);
    const packed = packContent({
      text,
      html: "",
      replyHtml: "",
      quotedHtml: null,
      replyText: text,
      defects: [],
    });
    expect(unpackedSize(packed)).toBeGreaterThanOrEqual(length * 2);
    expect(unpackedSize(packed)).toBeLessThan(length * 2 + 200);
  }
});
