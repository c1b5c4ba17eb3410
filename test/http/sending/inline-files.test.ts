// Files in the body of the call that sends or drafts: DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import { sha256 } from "../../../src/lib/secrets.ts";
import type { Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";

interface Shown {
  id: string;
  html: string;
  attachments: { id: string; filename: string; content_type: string; size: number }[];
}

const picture = Buffer.from("89504e470d0a1a0a0000", "hex");
const file = (filename: string, bytes: string | Uint8Array, more: object = {}) => ({
  filename,
  content: Buffer.from(bytes).toString("base64"),
  ...more,
});

eachApp(
  "files in a call",
  (t) => {
    const shown = async (id: string) => (await t.api.get<{ data: Shown }>(`/messages/${id}`)).json.data;
    const refusal = async (path: string, body: object) => {
      const { status, json } = await t.api.post(path, body);
      return [status, (json as unknown as Refusal).error?.code, (json as unknown as Refusal).error?.message];
    };
    const sent = async (path: string, body: object) =>
      shown((await t.api.must<{ id: string }>(201, t.api.post(path, body))).id);

    // DECISIONS Drafts and sending: Files stand in the call itself: filename, content_type, content, content_id, inline
    test("a message is sent with its files in one call", async () => {
      const from = await t.address();
      const bytes = crypto.getRandomValues(new Uint8Array(70_000));
      const message = await sent("/messages", {
        from: from.email,
        to: "ada@far.example",
        subject: "files",
        html: '<p>See <img src="cid:logo"></p>',
        attachments: [
          file("../../data/réport 1.pdf", bytes, { content_type: "application/pdf" }),
          file("C:\\pictures\\logo.png", picture, { content_type: "image/png", content_id: "<logo>" }),
          file("plain", "x"),
          // Nobody says more than the name.
          file("Prices 2.CSV", "a,b"),
        ],
      });
      expect(
        message.attachments.map(({ filename, content_type, size }) => [filename, content_type, size]),
      ).toEqual(
        expect.arrayContaining([
          ["réport 1.pdf", "application/pdf", 70_000],
          ["logo.png", "image/png", picture.length],
          ["plain", "application/octet-stream", 1],
          ["Prices 2.CSV", "text/csv", 3],
        ]),
      );
      const [pdf, logo] = ["réport 1.pdf", "logo.png"].map(
        (name) => message.attachments.find(({ filename }) => filename === name)!,
      );
      expect(message.html).toContain(`/api/v1/attachments/${logo!.id}`);
      expect(sha256(await t.api.bytes(`/attachments/${pdf!.id}`))).toEqual(sha256(bytes));
      const raw = Buffer.from(await t.api.bytes(`/messages/${message.id}/raw`)).toString("latin1");
      expect(raw).toMatch(/Content-ID: <logo>/i);
      expect(raw).toMatch(/Content-Disposition: inline; filename=logo\.png/i);
    });

    test("answers and forwards take files too, after those that they forward", async () => {
      const mine = await t.address();
      const first = await sent("/messages", {
        from: mine.email,
        to: "ada@far.example",
        text: "one",
        attachments: [file("a.txt", "a")],
      });
      const names = ({ attachments }: Shown) => attachments.map(({ filename }) => filename);
      const more = { text: "two", attachments: [file("b.txt", "b")] };
      expect(names(await sent(`/messages/${first.id}/reply`, more))).toEqual(["b.txt"]);
      expect(names(await sent(`/messages/${first.id}/reply-all`, more))).toEqual(["b.txt"]);
      const on = { ...more, to: "bob@far.example" };
      expect(names(await sent(`/messages/${first.id}/forward`, on))).toEqual(["a.txt", "b.txt"]);
    });

    // DECISIONS Drafts and sending: Files in a PATCH are added to those that the draft keeps
    test("a draft takes files when it is made and when it is changed", async () => {
      const { id: identity_id } = await t.address();
      const made = await t.api.must<Shown>(
        201,
        t.api.post("/drafts", {
          identity_id,
          to: ["ada@far.example"],
          html: '<img src="cid:l">',
          attachments: [file("a.txt", "a"), file("l.png", picture, { content_id: "l" })],
        }),
      );
      const path = `/drafts/${made.id}`;
      const changed = await t.api.must<Shown>(200, t.api.patch(path, { attachments: [file("b.txt", "bb")] }));
      expect(changed.attachments.map(({ filename }) => filename)).toEqual(["a.txt", "l.png", "b.txt"]);
      const kept = { attachment_ids: [changed.attachments[1]!.id], attachments: [file("c.txt", "c")] };
      await t.api.must(200, t.api.patch(path, kept));
      await t.api.must(202, t.api.post(`${path}/send`));
      const message = await shown(made.id);
      expect(message.attachments.map(({ filename }) => filename).sort()).toEqual(["c.txt", "l.png"]);
      const raw = Buffer.from(await t.api.bytes(`/messages/${made.id}/raw`)).toString("latin1");
      expect(raw).toMatch(/Content-ID: <l>/i);
    });

    test("what is no file is refused, and the refusal says which", async () => {
      const from = await t.address();
      const body = (...attachments: object[]) => ({ from: from.email, to: "ada@far.example", attachments });
      const good = file("a.txt", "a");
      expect(
        await refusal("/messages", body(good, { filename: "b.txt", content: "data:;base64,YQ==" })),
      ).toEqual([400, "validation_error", expect.stringContaining("attachments/1/content")]);
      for (const filename of ["docs/", "..", " ", "C:\\"])
        expect(await refusal("/messages", body(good, file(filename, "x")))).toEqual([
          400,
          "validation_error",
          expect.stringContaining("attachments/1/filename"),
        ]);
      for (const content_type of ["pdf", "text/", "a b/c", "text/plain\r\nX: y"])
        expect(await refusal("/messages", body(file("a", "x", { content_type })))).toEqual([
          400,
          "validation_error",
          expect.stringContaining("attachments/0/content_type"),
        ]);
      expect(await refusal("/messages", body(file("a", "x", { content_id: "a b" })))).toEqual([
        400,
        "validation_error",
        expect.stringContaining("content_id"),
      ]);
      const many = Array.from({ length: 21 }, () => good);
      expect((await refusal("/messages", body(...many))).slice(0, 2)).toEqual([400, "validation_error"]);
      expect((await t.api.get<{ data: unknown[] }>(`/threads?identity_id=${from.id}`)).json.data).toEqual([]);
    });

    test("files are 25 MB together", async () => {
      const from = await t.address();
      const half = new Uint8Array(12.5 * 1024 * 1024 + 1).fill(7);
      const body = { from: from.email, to: "ada@far.example" };
      const two = { ...body, attachments: [file("a", half), file("b", half)] };
      expect((await refusal("/messages", two)).slice(0, 2)).toEqual([413, "payload_too_large"]);
      const one = { ...body, text: "x", attachments: [file("a", new Uint8Array(25 * 1024 * 1024 - 1))] };
      expect((await sent("/messages", one)).attachments).toMatchObject([{ size: 25 * 1024 * 1024 - 1 }]);
    });

    test("an Idempotency-Key compares the bytes of files, however they were encoded", async () => {
      const from = await t.address();
      const post = (content: string) =>
        t.api.post<{ data: { id: string } }>(
          "/messages",
          { from: from.email, to: "ada@far.example", attachments: [{ filename: "a", content }] },
          { "idempotency-key": "files-1" },
        );
      const first = await post("aGVsbG8=");
      const again = await post("aGVs\r\nbG8=");
      expect([first.status, again.json.data.id]).toEqual([201, first.json.data.id]);
      expect((await post("aGVsbG9h")).status).toBe(422);
    });
  },
  { checkOnce: true },
);
