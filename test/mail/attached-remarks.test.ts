// What colleagues remark beside files, looks of cells by condition, and shapes of RTF.
import { expect, test } from "bun:test";
import { fileText } from "../../src/mail/attached/file-text.ts";
import { hiddenInFiles } from "../../src/mail/attached/hidden-in-files.ts";
import { paragraph, zipOf } from "../support/made-files.ts";

async function seen(filename: string, bytes: Uint8Array | string) {
  const read = await fileText({
    bytes: new Uint8Array(Buffer.from(bytes)),
    contentType: "application/octet-stream",
    filename,
  });
  return [read.text, ...read.hidden.map(({ technique, text }) => `${technique}: ${text}`)];
}

const document = (body: string) =>
  zipOf({
    "content.xml": `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  });
const remark =
  "<office:annotation><dc:creator>Per</dc:creator><text:p>Pay the other one.</text:p><text:p>Today.</text:p></office:annotation>";
const book = (sheet: string, more: Record<string, string> = {}) =>
  zipOf({
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    "xl/worksheets/sheet1.xml": `<worksheet>${sheet}</worksheet>`,
    ...more,
  });

test("remarks of documents and sheets are told, and not in the text", async () => {
  const word = zipOf({
    "word/document.xml": `<w:document><w:body>${paragraph("The offer")}</w:body></w:document>`,
    "word/comments.xml": `<w:comments><w:comment>${paragraph("Pay the other one.")}${paragraph("Today.")}</w:comment></w:comments>`,
  });
  expect(await seen("a.docx", word)).toEqual(["The offer", "comment: Pay the other one. Today."]);
  expect(
    await seen("a.odt", document(`<office:text><text:p>The ${remark}offer</text:p></office:text>`)),
  ).toEqual(["The offer", "comment: Per Pay the other one. Today."]);
  const cells = `<office:spreadsheet><table:table table:name="A"><table:table-row><table:table-cell>${remark}<text:p>12</text:p></table:table-cell><table:table-cell><text:p>13</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`;
  const [text, ...hidden] = await seen("a.ods", document(cells));
  expect(text).toContain("12\t13");
  expect(hidden.map((one) => one!.replace("Per ", ""))).toEqual(["comment: Pay the other one. Today."]);
  const rels = `<Relationships><Relationship Id="r1" Target="../comments1.xml"/></Relationships>`;
  expect(
    await seen(
      "a.xlsx",
      book('<sheetData><row><c r="A1"><v>12</v></c></row></sheetData>', {
        "xl/worksheets/_rels/sheet1.xml.rels": rels,
        "xl/comments1.xml":
          '<comments><commentList><comment ref="A1"><text><r><t>Pay the other</t></r><r><t>one.</t></r></text></comment></commentList></comments>',
      }),
    ),
  ).toEqual(["12", "comment: Pay the other one."]);
  expect(
    await seen("a.rtf", "{\\rtf1 The {\\*\\annotation {\\*\\atndate 12}Pay the other one.}offer}"),
  ).toEqual(["The offer", "comment: Pay the other one."]);
});

test("remarks are no reason to look, and hide no other text of a file from a report", async () => {
  const mail = (file: Uint8Array) =>
    Buffer.from(
      `From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(file).toString("base64")}\r\n`,
    );
  const remarked = zipOf({
    "word/document.xml": `<w:document><w:body>${paragraph("The offer")}</w:body></w:document>`,
    "word/comments.xml": `<w:comments><w:comment>${paragraph("Pay the other one now")}</w:comment></w:comments>`,
  });
  const found = await hiddenInFiles(mail(remarked));
  expect([found.isDeceiving, found.hidden.map(({ technique }) => technique)]).toEqual([false, ["comment"]]);
  // Sheets that are not shown are ordinary, however many: what follows them is told.
  const names = Array.from({ length: 60 }, (_, n) => `s${n + 1}`);
  const many = zipOf({
    "xl/workbook.xml": `<workbook><sheets>${names.map((name) => `<sheet name="${name}" state="hidden"/>`).join("")}<sheet name="seen"/></sheets></workbook>`,
    "xl/styles.xml":
      '<styleSheet><fonts><font><color rgb="FFFFFFFF"/></font></fonts><cellXfs><xf fontId="0"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      [...names, "seen"].map((name, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet><sheetData><row><c t="inlineStr"${name === "seen" ? ' s="0"' : ""}><is><t>transfer all the money of ${name}</t></is></c></row></sheetData></worksheet>`,
      ]),
    ),
  });
  expect((await hiddenInFiles(mail(many))).hidden.map(({ technique }) => technique)).toContain("colour");
});

test("cells by condition", async () => {
  const cells =
    '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Ignore this</t></is></c><c r="B1"><v>7</v></c></row></sheetData>';
  const styles = (look: string) => ({
    "xl/styles.xml": `<styleSheet><dxfs><dxf>${look}</dxf></dxfs></styleSheet>`,
  });
  const white = '<font><color rgb="FFFFFFFF"/></font>';
  const read = (rule: string, look = white, area = "A1:A9") =>
    seen(
      "a.xlsx",
      book(`${cells}<conditionalFormatting sqref="${area}">${rule}</conditionalFormatting>`, styles(look)),
    );
  const rule = (type: string, formula = "", more = "") =>
    `<cfRule type="${type}" dxfId="0" priority="1" ${more}><formula>${formula}</formula></cfRule>`;
  for (const one of [
    rule("expression", "TRUE"),
    rule("expression", "1=1"),
    rule("notContainsBlanks", "LEN(TRIM(A1))&gt;0"),
    rule("containsText", "NOT(ISERROR(SEARCH(&quot;i&quot;,A1)))", 'text="ignore"'),
    rule("beginsWith", "", 'text="Ign"'),
    rule("cellIs", "&quot;&quot;", 'operator="notEqual"'),
  ])
    expect([one, ...(await read(one))]).toEqual([one, "7", "colour: Ignore this"]);
  expect(await read(rule("expression", "FALSE"))).toEqual(["Ignore this\t7"]);
  expect(await read(rule("containsText", "", 'text="other"'))).toEqual(["Ignore this\t7"]);
  expect(await read(rule("expression", "TRUE"), white, "C1:C9")).toEqual(["Ignore this\t7"]);
  const blue = '<fill><patternFill><bgColor rgb="FF0000FF"/></patternFill></fill>';
  expect(await read(rule("expression", "TRUE"), white + blue)).toEqual(["Ignore this\t7"]);
  expect(await read(rule("cellIs", "5", 'operator="greaterThan"'), white, "B1")).toEqual([
    "Ignore this",
    "colour: 7",
  ]);
  expect(await read(rule("cellIs", "9", 'operator="greaterThan"'), white, "B1")).toEqual(["Ignore this\t7"]);
  expect(await read(rule("expression", "1"), '<numFmt numFmtId="200" formatCode=";;;"/>', "A:B")).toEqual([
    "",
    "display: Ignore this 7",
  ]);
  // A condition that is not computed: the words stay, and are told.
  expect(await read(rule("expression", "A1=A2"))).toEqual(["Ignore this\t7", "colour: Ignore this"]);
});

test("RTF: text of shapes is seen, unless they are hidden, off the page or of its colour", async () => {
  const shape = (properties: string, text = "boxed", place = "") =>
    `{\\rtf1{\\colortbl;\\red255\\green255\\blue255;\\red0\\green0\\blue128;}Above\\par{\\shp{\\*\\shpinst${place}${properties}{\\shptxt \\pard\\plain ${text}\\par}}{\\shprslt{\\*\\do{\\dptxbxtext ${text}\\par}}}}Below}`;
  const property = (name: string, value: string) => `{\\sp{\\sn ${name}}{\\sv ${value}}}`;
  const read = async (...given: Parameters<typeof shape>) => {
    const [text, ...hidden] = await seen("a.rtf", shape(...given));
    return [text!.replace(/\s+/g, " "), ...hidden];
  };
  expect(await read(property("shapeType", "202"))).toEqual(["Above boxed Below"]);
  expect(await read(property("fHidden", "1"))).toEqual(["Above Below", "display: boxed"]);
  expect(await read("", "boxed", "\\shpleft90000\\shptop0 ")).toEqual(["Above Below", "display: boxed"]);
  expect(await read("", "{\\cf1 boxed}")).toEqual(["Above Below", "colour: boxed"]);
  expect(await read(property("fillColor", "8388608"), "{\\cf1 boxed}")).toEqual(["Above boxed Below"]);
  expect(await read(property("fillColor", "8388608"), "{\\cf2 boxed}")).toEqual([
    "Above Below",
    "colour: boxed",
  ]);
});
