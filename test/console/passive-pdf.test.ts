// Which PDFs the browser may show: those that run nothing, also where their objects are packed.
import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { isPassivePdf } from "../../src/console/mailbox/passive-pdf.ts";

const pdf = (body: string) => Buffer.from(`%PDF-1.7\n${body}\ntrailer<</Root 1 0 R>>\n`, "latin1");
const catalog = (more: string) => `1 0 obj<</Type/Catalog/Pages 2 0 R${more}>>endobj`;
const packed = (objects: string, filter = "/Filter/FlateDecode") => {
  const data = deflateSync(Buffer.from(objects));
  return `5 0 obj<</Type/ObjStm/N 1/First 4${filter}/Length ${data.length}>>stream\n${data.toString("latin1")}\nendstream endobj`;
};

const passive: Record<string, Buffer> = {
  "pages alone": pdf(catalog("")),
  "a first page to open at": pdf(catalog("/OpenAction[3 0 R/Fit]")),
  "packed objects": pdf(packed("1 0 <</Type/Catalog/Pages 2 0 R>>")),
  "two packed lists": pdf(`${packed("1 0 <</Type/Page>>")}\n${packed("2 0 <</Type/Font>>")}`),
};

const acting: Record<string, Uint8Array> = {
  "a script": pdf(catalog("/OpenAction<</S/JavaScript/JS(app.alert(1))>>")),
  "a script with a name in hex": pdf(catalog("/OpenAction<</S/Java#53cript/#4aS(app.alert(1))>>")),
  "a packed script": pdf(packed("1 0 <</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>")),
  "a packed script behind a harmless list": pdf(
    `${packed("1 0 <</Type/Page>>")}\n${packed("2 0 <</S/JavaScript/JS(x)>>")}`,
  ),
  "a program to launch": pdf(catalog("/OpenAction<</S/Launch/F(cmd.exe)>>")),
  "an action of a page": pdf(catalog("/AA<</O 7 0 R>>")),
  "a form in XML": pdf(catalog("/AcroForm<</XFA 9 0 R>>")),
  "packed objects that do not unpack": pdf("5 0 obj<</Type/ObjStm>>stream\nnothing\nendstream endobj"),
  "packed objects without data": pdf("5 0 obj<</Type/ObjStm>>endobj"),
  "objects that become too many": pdf(packed("0".repeat(5 * 1024 * 1024))),
  "no PDF": Buffer.from("<html><script>alert(1)</script></html>"),
  nothing: new Uint8Array(),
};

for (const [name, bytes] of Object.entries(passive))
  test(`shown: ${name}`, () => expect(isPassivePdf(bytes)).toBe(true));
for (const [name, bytes] of Object.entries(acting))
  test(`saved: ${name}`, () => expect(isPassivePdf(bytes)).toBe(false));
