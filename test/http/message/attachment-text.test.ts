// GET /attachments/{id}/text. DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import { strToU8, zipSync } from "fflate";
import type { AttachmentText } from "../../../src/schema/message/attachment-text.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { docxOf, linesPdf, paragraph } from "../../support/made-files.ts";

eachApp("the text of files", (t) => {
  const upload = async (filename: string, bytes: Uint8Array, contentType = "application/octet-stream") => {
    const { id: identityId } = await t.address();
    const draft = await t.api.must<{ id: string }>(201, t.api.post("/drafts", { identity_id: identityId }));
    const content = Buffer.from(bytes).toString("base64");
    return t.api.must<{ id: string }>(
      201,
      t.api.post("/attachments", {
        draft_id: draft.id,
        filename,
        content_type: contentType,
        content_base64: content,
      }),
    );
  };
  const textOf = async (filename: string, bytes: Uint8Array, contentType?: string) => {
    const { id } = await upload(filename, bytes, contentType);
    const read = await t.api.must<AttachmentText>(200, t.api.get(`/attachments/${id}/text`));
    expect([read.attachment_id, read.size]).toEqual([id, bytes.length]);
    return [read.status, read.text, read.pages, read.truncated];
  };

  // DECISIONS Threads, messages, folders, labels: GET /attachments/{id}/text answers the text of a file
  test("the text of PDF, Word and text files", async () => {
    expect(await textOf("invoice.pdf", linesPdf(["Invoice 42", "Total 99.50"]))).toEqual([
      "read",
      "Invoice 42\n\nTotal 99.50",
      2,
      false,
    ]);
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const word = docxOf(
      `${paragraph("Fish &amp; chips &#8364;5")}<w:tbl><w:tr>${cell("a")}${cell("b")}</w:tr></w:tbl><w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>end</w:t></w:r></w:p>`,
    );
    expect(await textOf("letter.docx", word)).toEqual(["read", "Fish & chips €5\na\tb\nend", null, false]);
    expect(await textOf("a.csv", Buffer.from("a;b\n1;ü"), "text/csv; charset=utf-8")).toEqual([
      "read",
      "a;b\n1;ü",
      null,
      false,
    ]);
    expect(await textOf("a.html", Buffer.from("<p>Hi <b>you</b></p><script>x</script>"))).toEqual([
      "read",
      "Hi you",
      null,
      false,
    ]);
  });

  test("what has no text, is broken or is too much is said", async () => {
    const none = [null, null, false];
    expect(await textOf("a.png", Buffer.from("\x89PNG\r\n\x1a\n\0\0"))).toEqual(["unsupported", ...none]);
    expect(await textOf("a.zip", zipSync({ "a.txt": strToU8("x") }))).toEqual(["unsupported", ...none]);
    expect(await textOf("a.pdf", Buffer.from("%PDF-1.4\nnothing"))).toEqual(["unreadable", ...none]);
    expect(await textOf("a.docx", Buffer.from("PK\x03\x04 broken"))).toEqual(["unreadable", ...none]);
    const bomb = docxOf(paragraph("x".repeat(21 * 1024 * 1024)));
    expect(await textOf("bomb.docx", bomb)).toEqual(["unsupported", ...none]);
    const [status, text, pages, truncated] = await textOf(
      "many.pdf",
      linesPdf(Array.from({ length: 203 }, (_, n) => `Page ${n}.`)),
    );
    expect([status, (text as string).split("\n\n").length, pages, truncated]).toEqual([
      "read",
      200,
      203,
      true,
    ]);
    const long = await textOf("long.txt", Buffer.from("x".repeat(200_001)));
    expect([long[0], (long[1] as string).length, long[3]]).toEqual(["read", 200_000, true]);
  });

  test("a key that does not reach the file is told nothing of it", async () => {
    const { id } = await upload("a.txt", Buffer.from("secret"));
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    expect((await limited.get(`/attachments/${id}/text`)).status).toBe(404);
  });
});
