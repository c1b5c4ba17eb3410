// Files that come as multipart/form-data: kept byte for byte under the type that their sender named. RFC 7578
import { expect, test } from "bun:test";
import { eachApp } from "../../support/app/app.ts";

interface Attachment {
  id: string;
  filename: string;
  content_type: string;
  size: number;
}

interface Part {
  head: string;
  body: string | Uint8Array;
}

const boundary = "--=_a+b/c'1";

function formOf(parts: readonly Part[], before = ""): Buffer {
  return Buffer.concat([
    Buffer.from(before),
    ...parts.flatMap(({ head, body }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      typeof body === "string" ? Buffer.from(body) : body,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

eachApp("uploads", (t) => {
  const send = async (body: Buffer | FormData, type = `multipart/form-data; boundary="${boundary}"`) => {
    const response = await fetch(`${t.api.base}/api/v1/attachments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${t.api.key}`,
        ...(body instanceof FormData ? {} : { "content-type": type }),
      },
      body,
    });
    const json = (await response.json()) as { data: Attachment; error?: { code: string; message: string } };
    return { status: response.status, json };
  };
  const draftId = async () => {
    const { id } = await t.address();
    return (await t.api.must<{ id: string }>(201, t.api.post("/drafts", { identity_id: id }))).id;
  };
  const draftPart = (id: string): Part => ({
    head: 'Content-Disposition: form-data; name="draft_id"',
    body: id,
  });
  const filePart = (type: string | null, body: string | Uint8Array, name = 'filename="notes.txt"'): Part => ({
    head: `Content-Disposition: form-data; name="file"; ${name}${type === null ? "" : `\r\nContent-Type: ${type}`}`,
    body,
  });

  const types = [
    "text/plain; charset=ISO-8859-1",
    "text/plain",
    "Application/PDF",
    'text/csv; header=present; charset="windows-1252"',
    "application/vnd.api+json",
    "x-custom/thing",
  ];
  for (const type of types) {
    test(`keeps ${type}`, async () => {
      const id = await draftId();
      const bytes = Buffer.from("gr\xfc\xdfe\r\n--not\r\n\x00\xff", "latin1");
      const { status, json } = await send(formOf([draftPart(id), filePart(type, bytes)]));
      expect([status, json.data?.content_type, json.data?.filename]).toEqual([201, type, "notes.txt"]);
      expect(Buffer.from(await t.api.bytes(`/attachments/${json.data.id}`)).equals(bytes)).toBe(true);
    });
  }

  test("a file without a type is octets, whatever it is called; a field says more than the part", async () => {
    const id = await draftId();
    const bare = await send(formOf([draftPart(id), filePart(null, "<p>x</p>", 'filename="page.html"')]));
    expect(bare.json.data.content_type).toBe("application/octet-stream");
    const named = await send(
      formOf([
        draftPart(id),
        { head: 'Content-Disposition: form-data; name="content_type"', body: "text/markdown" },
        { head: 'Content-Disposition: form-data; name="filename"', body: "Übersicht.md" },
        filePart("text/plain", "# x"),
      ]),
    );
    expect([named.json.data.content_type, named.json.data.filename]).toEqual([
      "text/markdown",
      "Übersicht.md",
    ]);
  });

  test("what a client library writes is understood: names in UTF-8, a preamble, an empty file", async () => {
    const id = await draftId();
    const form = new FormData();
    form.set("draft_id", id);
    form.set("file", new File([new Uint8Array([1, 2, 3])], "данные 1.bin", { type: "application/x-data" }));
    const library = await send(form);
    expect(library.json.data).toMatchObject({
      filename: "данные 1.bin",
      content_type: "application/x-data",
      size: 3,
    });
    const before = await send(formOf([draftPart(id), filePart("text/plain", "")], "To whom it concerns\r\n"));
    expect([before.status, before.json.data?.size]).toEqual([201, 0]);
    const large = new Uint8Array(20 * 1024 * 1024);
    for (let at = 0; at < large.length; at += 65_536) crypto.getRandomValues(large.subarray(at, at + 65_536));
    const whole = await send(formOf([draftPart(id), filePart("application/zip", large)]));
    expect(whole.status).toBe(201);
    expect(Buffer.from(await t.api.bytes(`/attachments/${whole.json.data.id}`)).equals(large)).toBe(true);
  });

  test("what is malformed is refused in words", async () => {
    const id = await draftId();
    const good = formOf([draftPart(id), filePart("text/plain", "x")]);
    const bad: [Buffer, string?][] = [
      [good, "multipart/form-data"],
      [good, "multipart/form-data; boundary=other"],
      [good.subarray(0, -10)],
      [formOf([draftPart(id), draftPart(id), filePart("text/plain", "x")])],
      [formOf([draftPart(id), { head: "Content-Disposition: form-data", body: "x" }])],
      [formOf([draftPart(id), filePart("text/plain", "x", `filename="${"n".repeat(300)}"`)])],
      [formOf([draftPart(id), filePart(`text/plain; x=${"y".repeat(300)}`, "x")])],
      [
        formOf([
          draftPart(id),
          filePart("text/plain", "x"),
          { head: 'Content-Disposition: form-data; name="colour"', body: "x" },
        ]),
      ],
      [formOf([draftPart(id), filePart("text/plain", "x")].concat(Array(60).fill(draftPart(id))))],
      [Buffer.from("{}")],
    ];
    for (const [body, type] of bad) {
      const { status, json } = await send(body, type);
      expect([status, json.error?.code]).toEqual([400, "validation_error"]);
    }
    const raw = Buffer.concat([Buffer.from('Content-Disposition: form-data; name="file"; filename="')]);
    const latin = formOf([draftPart(id), { head: `${raw}\u00a7.txt"`, body: "x" }]);
    const at = latin.indexOf(Buffer.from("\u00a7"));
    const broken = Buffer.concat([latin.subarray(0, at), Buffer.from([0xa7]), latin.subarray(at + 2)]);
    expect((await send(broken)).json.error?.message).toContain("UTF-8");
  });
});
