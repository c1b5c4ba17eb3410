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
  const broken =
    "<w:p><w:r><w:t>Pay</w:t><w:br/><w:t>the</w:t><w:tab/><w:t>non</w:t><w:noBreakHyphen/><w:t>payer</w:t></w:r></w:p>";
  const spaced = zipOf({
    "word/document.xml": `<w:document><w:body>${paragraph("The offer")}</w:body></w:document>`,
    "word/comments.xml": `<w:comments><w:comment>${broken}</w:comment></w:comments>`,
  });
  expect(await seen("a.docx", spaced)).toEqual(["The offer", "comment: Pay the non-payer"]);
  expect(
    await seen("a.odt", document(`<office:text><text:p>The ${remark}offer</text:p></office:text>`)),
  ).toEqual(["The offer", "comment: Per Pay the other one. Today."]);
  const cells = `<office:spreadsheet><table:table table:name="A"><table:table-row><table:table-cell>${remark}<text:p>12</text:p></table:table-cell><table:table-cell><text:p>13</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`;
  const [text, ...hidden] = await seen("a.ods", document(cells));
  expect(text).toContain("12\t13");
  expect(hidden.map((one) => one!.replace("Per ", ""))).toEqual(["comment: Pay the other one. Today."]);
  const rels = `<Relationships><Relationship Id="r1" Target="../comments1.xml"/><Relationship Id="r2" Target="../comments1.xml"/></Relationships>`;
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
    rule("containsText", "NOT(ISERROR(SEARCH(&quot;ignore&quot;,A1)))", 'text="ignore"'),
    rule("beginsWith", "LEFT(A1,LEN(&quot;Ign&quot;))=&quot;Ign&quot;", 'text="Ign"'),
    rule("cellIs", "&quot;&quot;", 'operator="notEqual"'),
  ])
    expect([one, ...(await read(one))]).toEqual([one, "7", "colour: Ignore this"]);
  expect(await read(rule("expression", "FALSE"))).toEqual(["Ignore this\t7"]);
  expect(
    await read(rule("containsText", "NOT(ISERROR(SEARCH(&quot;other&quot;,A1)))", 'text="other"')),
  ).toEqual(["Ignore this\t7"]);
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
  for (const one of [
    rule("containsText", "NOT(ISERROR(SEARCH(&quot;i*s&quot;,A1)))", 'text="i*s"'),
    rule("containsText", "NOT(ISERROR(SEARCH(&quot;other&quot;,A1)))", 'text="ignore"'),
    rule("containsText", "NOT(ISERROR(SEARCH(B1,A1)))"),
    rule("cellIs", "&quot;\u00e9&quot;", 'operator="greaterThan"'),
  ])
    expect([one, ...(await read(one))]).toEqual([one, "Ignore this\t7", "colour: Ignore this"]);
  // A ground that is not known here is not the white of the paper.
  const themed = '<fill><patternFill><bgColor theme="4"/></patternFill></fill>';
  expect(await read(rule("expression", "TRUE"), white + themed)).toEqual(["Ignore this\t7"]);
  const unwritten = '<numFmt numFmtId="200" formatCode=";;;"/>';
  expect(await read(rule("expression", "A1=A2"), unwritten)).toEqual([
    "Ignore this\t7",
    "display: Ignore this",
  ]);
});

test("cells by several conditions", async () => {
  const cells =
    '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Ignore this</t></is></c></row></sheetData>';
  const dxf = (colour: string) => `<dxf><font><color rgb="${colour}"/></font></dxf>`;
  const styles = {
    "xl/styles.xml": `<styleSheet><dxfs>${dxf("FFFFFFFF")}${dxf("FF000000")}</dxfs></styleSheet>`,
  };
  const read = (rules: string) => seen("a.xlsx", book(cells + rules, styles));
  const rule = (priority: number, look: number, formula: string, more = "") =>
    `<conditionalFormatting sqref="A1:A9"><cfRule type="expression" dxfId="${look}" priority="${priority}"${more}><formula>${formula}</formula></cfRule></conditionalFormatting>`;
  const stops = ' stopIfTrue="1"';
  expect(await read(rule(2, 0, "TRUE") + rule(1, 1, "TRUE"))).toEqual(["Ignore this"]);
  expect(await read(rule(1, 0, "TRUE") + rule(2, 1, "TRUE"))).toEqual(["", "colour: Ignore this"]);
  expect(await read(rule(1, 9, "TRUE", stops) + rule(2, 0, "TRUE"))).toEqual(["Ignore this"]);
  // Behind one that is not known, hiding is a doubt.
  const doubt = ["Ignore this", "colour: Ignore this"];
  expect(await read(rule(1, 1, "A1=A2") + rule(2, 0, "TRUE"))).toEqual(doubt);
  expect(await read(rule(1, 9, "A1=A2", stops) + rule(2, 0, "TRUE"))).toEqual(doubt);
  expect(await read(rule(1, 9, "A1=A2") + rule(2, 0, "TRUE"))).toEqual(["", "colour: Ignore this"]);
  // The extension of the sheet, for conditions that name another one.
  const extended = (formula: string) =>
    `<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule type="expression" priority="1"><xm:f>${formula}</xm:f><x14:dxf><font><color rgb="FFFFFFFF"/></font></x14:dxf></x14:cfRule><xm:sqref>A1:A9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`;
  expect(await read(extended("TRUE"))).toEqual(["", "colour: Ignore this"]);
  expect(await read(extended("B!A1=1"))).toEqual(doubt);
  const number = (value: string) =>
    seen(
      "a.xlsx",
      book(
        `<sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData><conditionalFormatting sqref="A1"><cfRule type="iconSet" priority="1"><iconSet showValue="${value}"/></cfRule></conditionalFormatting>`,
      ),
    );
  expect(await number("1")).toEqual(["7"]);
  expect(await number("0")).toEqual(["7", "display: 7"]);
  // More areas than are looked at: every cell is doubtful.
  const far = Array.from({ length: 20_001 }, (_, n) => `B${n + 1}`).join(" ");
  const many = `<conditionalFormatting sqref="${far}"><cfRule type="expression" dxfId="0" priority="1"><formula>TRUE</formula></cfRule></conditionalFormatting>`;
  expect(await read(many)).toEqual(doubt);
});

test("cells by long conditions take no long time", async () => {
  const rows = Array.from(
    { length: 300 },
    (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`,
  );
  const long = `&quot;${"a".repeat(200_000)}&quot;`;
  const file = book(
    `<sheetData>${rows.join("")}</sheetData><conditionalFormatting sqref="A1:A300"><cfRule type="cellIs" operator="equal" dxfId="0" priority="1"><formula>${long}</formula></cfRule></conditionalFormatting>`,
    {
      "xl/styles.xml":
        '<styleSheet><dxfs><dxf><font><color rgb="FFFFFFFF"/></font></dxf></dxfs></styleSheet>',
    },
  );
  const before = process.cpuUsage();
  expect((await seen("a.xlsx", file))[0]).toEndWith("299");
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(4);
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
  // Properties count wherever they stand, each by itself.
  const fill = property("fillColor", "8388608");
  const letters = "{\\cf1 boxed}";
  const unseen = ["Above Below", "colour: boxed"];
  expect(await read(property("fFilled", "0") + fill, letters)).toEqual(unseen);
  expect(await read(fill + property("fillOpacity", "0"), letters)).toEqual(unseen);
  expect(await read(property("fillType", "7"), letters)).toEqual(["Above boxed Below"]);
  expect(await read(property("fHidden", "\n1"))).toEqual(["Above Below", "display: boxed"]);
  const whole = async (body: string) => {
    const [text, ...hidden] = await seen("a.rtf", `{\\rtf1 Above ${body}Below}`);
    return [text!.replace(/\s+/g, " "), ...hidden];
  };
  const inside = (text: string, more = "") => `{\\shp{\\*\\shpinst{\\shptxt ${text} }${more}}}`;
  expect(await whole(inside("boxed", property("fHidden", "1")))).toEqual(["Above Below", "display: boxed"]);
  // Programs know a shape without the mark for words that they may not know.
  const bare = (text: string, more = "") => `{\\shp{\\shpinst${more}{\\shptxt ${text} }}}`;
  expect(await whole(bare("boxed"))).toEqual(["Above boxed Below"]);
  expect(await whole(bare("boxed", property("fHidden", "1")))).toEqual(["Above Below", "display: boxed"]);
  expect(await whole("{\\b one \\do two }")).toEqual(["Above one two Below"]);
  expect(await whole("{one \\do two {three }}")).toEqual(["Above one two three Below"]);
  expect(await whole("{{one }\\do two }")).toEqual(["Above one two Below"]);
  expect(await whole(bare("{\\info secret}boxed"))).toEqual(["Above boxed Below"]);
  expect(await whole(`{\\info${bare("secret")}}`)).toEqual(["Above Below"]);
  // What is apart by another word stays apart.
  expect(await whole("{\\shp{\\*\\shpinst{\\*\\foo{\\shptxt secret}}{\\shptxt seen }}}")).toEqual([
    "Above seen Below",
  ]);
  expect(await whole("{\\shp{\\*\\shpinst{\\info{\\shptxt secret}}{\\shptxt seen }}}")).toEqual([
    "Above seen Below",
  ]);
  // Of a group, each shape has its own properties, and those around it.
  const group = (more: string) =>
    `{\\shpgrp{\\*\\shpinst${more}${inside("one", property("fHidden", "1"))}${inside("two")}}}`;
  expect(await whole(group(""))).toEqual(["Above two Below", "display: one"]);
  expect(await whole(group(property("fHidden", "1")))).toEqual(["Above Below", "display: one two"]);
  // A mark that no word follows makes no remark of what comes.
  expect(await whole("{\\*}\\annotation visible ")).toEqual(["Above visible Below"]);
});
