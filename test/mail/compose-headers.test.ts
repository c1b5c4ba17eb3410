// What may stand in the header of a composed mail: injection, the headers of a caller, References.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Failure } from "../../src/lib/failure.ts";
import { type ComposeInput, checkHeaders, referencesFor } from "../../src/mail/compose/compose.ts";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { compose, expectSound, header } from "./composing.ts";

describe("header injection", () => {
  const evil = [
    "x\r\nBcc: evil@x.example",
    "x\nX-Evil: 1",
    "x\rX-Evil: 1",
    "x\0",
    "x\u2028y",
    "x\u0085y",
    "\u007f",
  ];

  test("CR, LF, NUL and their like are refused wherever a text becomes a header", async () => {
    for (const bad of evil) {
      const attachment = { filename: "a", contentType: "text/plain", content: new Uint8Array(1) };
      const attempts: Partial<ComposeInput>[] = [
        { subject: bad },
        { from: { email: "a@near.example", name: bad } },
        { from: { email: `${bad}@near.example` } },
        { to: [{ email: "b@far.example", name: bad }] },
        { cc: [{ email: bad }] },
        { replyTo: [{ email: "b@far.example", name: bad }] },
        { inReplyTo: `<${bad}>` },
        { references: [bad] },
        { headers: { "X-A": bad } },
        { headers: { [bad]: "x" } },
        { listUnsubscribe: { uris: [`https://x.example/${bad}`], oneClick: true } },
        { attachments: [{ ...attachment, filename: bad }] },
        { attachments: [{ ...attachment, contentType: bad }] },
        { attachments: [{ ...attachment, contentId: bad }] },
        { calendar: { method: bad, text: "x", filename: "a.ics" } },
      ];
      for (const attempt of attempts) {
        const failure = await compose(attempt).then(
          () => null,
          (error: unknown) => error,
        );
        expect([attempt, failure instanceof Failure && failure.code]).toEqual([attempt, "validation_error"]);
      }
    }
    expect(compose({ text: "a\0b" })).rejects.toThrow("NUL");
  });

  test("whatever passes, the header has exactly the fields it should have", async () => {
    const word = fc.string({ unit: "binary", maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(word, word, word, async (subject, name, value) => {
        let raw: Uint8Array;
        try {
          raw = await compose({
            subject,
            from: { email: "a@near.example", name },
            headers: { "X-Test": value },
          });
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
          return;
        }
        expectSound(raw);
        const fields = header(raw)
          .replace(/\r\n[ \t]/g, " ")
          .trimEnd()
          .split("\r\n")
          .map((line) => line.slice(0, line.indexOf(":")));
        const expected = [
          "Content-Transfer-Encoding",
          "Content-Type",
          "Date",
          "From",
          "MIME-Version",
          "Message-ID",
          "To",
          "X-Test",
        ];
        if (subject.trim() !== "") expected.push("Subject");
        expect(fields.toSorted()).toEqual(expected.toSorted());
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

describe("a caller's headers", () => {
  const refusal = (headers: Record<string, string>): string => {
    try {
      checkHeaders(headers);
    } catch (error) {
      if (error instanceof Failure && error.code === "validation_error") return error.message;
      throw error;
    }
    return "";
  };

  test("X-… and harmless ones pass, trimmed", () => {
    expect(
      checkHeaders({ "X-Ticket": " 42 ", "list-id": "<x.example>", Importance: "high", Keywords: "a, ü" }),
    ).toEqual({
      "X-Ticket": "42",
      "list-id": "<x.example>",
      Importance: "high",
      Keywords: "a, ü",
    });
  });

  test("all others are refused with a word on what to do instead", () => {
    expect(refusal({ Bcc: "x@y.example" })).toContain("use `bcc`");
    expect(refusal({ "reply-TO": "x@y.example" })).toContain("use `reply_to`");
    expect(refusal({ Subject: "x" })).toContain("use `subject`");
    for (const name of [
      "Received",
      "DKIM-Signature",
      "Return-Path",
      "Content-Type",
      "MIME-Version",
      "Sender",
      "Resent-From",
      "Authentication-Results",
      "X-",
      "Foo",
    ]) {
      expect(refusal({ [name]: "x" })).toContain(`"${name}" cannot be set`);
    }
    for (const name of ["", "X A", "X:A", "X-Ü", `X-${"a".repeat(80)}`, "X-A\n"])
      expect(refusal({ [name]: "x" })).not.toBe("");
    expect(refusal({ "X-A": "1", "x-a": "2" })).toContain("twice");
    expect(refusal({ "X-A": " " })).toContain("is empty");
    expect(refusal({ "X-A": "x".repeat(2001) })).toContain("at most 2000");
    expect(refusal({ "X-A": "x".repeat(1000) })).toContain("cannot be folded");
    expect(refusal({ "X-A": "\ud800" })).toContain("surrogate");
    expect(refusal({ "List-Unsubscribe": "<https://ü.example>" })).toContain("ASCII only");
    expect(refusal(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`X-${i}`, "x"])))).toContain(
      "at most 50",
    );
  });
});

describe("references", () => {
  test("the whole chain and the parent, each once, in order", () => {
    expect(referencesFor({ messageId: "<c@x>", references: ["<a@x> <b@x>", "<a@x>"] })).toEqual([
      "<a@x>",
      "<b@x>",
      "<c@x>",
    ]);
    expect(referencesFor({ messageId: "c@x", references: [] })).toEqual(["<c@x>"]);
    expect(referencesFor({ messageId: null, references: ["<a@x>"] })).toEqual(["<a@x>"]);
    expect(referencesFor({ messageId: "<b@x>", references: ["<a@x>", "<b@x>", "<c@x>"] })).toEqual([
      "<a@x>",
      "<c@x>",
      "<b@x>",
    ]);
  });

  test("what cannot stand in a header is dropped, endless chains are cut in the middle", () => {
    expect(
      referencesFor({
        messageId: "<ü@x>",
        references: ["rubbish", "<a@x", "<>", `<${"x".repeat(950)}@x>`, "<o k@x>", "<a@x>\r\nX: y"],
      }),
    ).toEqual(["<a@x>"]);
    const long = referencesFor({
      messageId: "<last@x>",
      references: Array.from({ length: 500 }, (_, i) => `<${i}@x>`),
    });
    expect(long).toHaveLength(200);
    expect([long[0], long[1], long.at(-1)]).toEqual(["<0@x>", "<302@x>", "<last@x>"]);
  });

  test("a long chain is folded", async () => {
    const references = Array.from({ length: 200 }, (_, i) => `<${i}-${"x".repeat(60)}@mx.near.example>`);
    const raw = await compose({ inReplyTo: references.at(-1) ?? null, references });
    expectSound(raw);
    expect(parseNow(raw).inReplyTo).toHaveLength(1);
  });
});
