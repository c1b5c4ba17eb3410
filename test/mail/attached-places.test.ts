// Letters and places that show nothing in files, and what stands beside them.
import { expect, test } from "bun:test";
import { fileText } from "../../src/mail/attached/file-text.ts";
import { docxOf, paragraph, zipOf } from "../support/made-files.ts";

async function seen(filename: string, bytes: Uint8Array | string) {
  const file = {
    bytes: new Uint8Array(Buffer.from(bytes)),
    contentType: "application/octet-stream",
    filename,
  };
  const read = await fileText(file);
  return [read.status, read.text, ...read.hidden.map(({ technique, text }) => `${technique}: ${text}`)];
}

test("Word: letters on each other, shapes, frames and tables beyond the page", async () => {
  const word = "<w:r><w:t>unseen</w:t></w:r>";
  const box = `<w:txbxContent><w:p>${word}</w:p></w:txbxContent>`;
  const within = (drawing: string, look = "", beside = "") =>
    `<w:p><w:r>${look}${drawing}${beside}</w:r></w:p>${paragraph("seen")}`;
  const shape = (style: string, outer = "") => {
    const inner = `<v:shape style="${style}"><v:textbox>${box}</v:textbox></v:shape>`;
    return within(
      `<w:pict>${outer === "" ? inner : `<v:group style="${outer}">${inner}</v:group>`}</w:pict>`,
    );
  };
  const drawing = (place: string, hidden = "") =>
    `<w:drawing><wp:anchor><wp:positionH><wp:posOffset>${place}</wp:posOffset></wp:positionH><wp:docPr ${hidden}/>${box}</wp:anchor></w:drawing>`;
  const frame = (places: string) =>
    `<w:p><w:pPr><w:framePr ${places}/></w:pPr>${word}</w:p>${paragraph("seen")}`;
  const table = (places: string) =>
    `<w:tbl><w:tblPr><w:tblpPr ${places}/></w:tblPr><w:tr><w:tc><w:p>${word}</w:p></w:tc></w:tr></w:tbl>${paragraph("seen")}`;
  const hide = "<w:rPr><w:vanish/></w:rPr>";
  const wide = '<w:sectPr><w:pgSz w:w="23811" w:h="16838"/></w:sectPr>';
  const read = async (body: string, styles = "") => {
    const [, text, ...hidden] = await seen("a.docx", docxOf(body, styles));
    return [text!.replace(/\s+/g, " "), ...hidden];
  };
  for (const body of [
    shape("position:absolute;visibility:hidden"),
    shape("position:absolute; margin-left:-3000pt"),
    shape("position:absolute;margin-left:3000pt"),
    shape("position:absolute;left:0;margin-top:-40in"),
    shape("", "visibility : hidden"),
    frame('w:x="-20000" w:y="10"'),
    frame('w:x="-9000" w:w="2000" w:hAnchor="page"'),
    within(drawing("-20000000")),
    within(drawing("0", 'hidden="1"')),
    within(drawing("0"), hide),
    table('w:tblpX="-20000"'),
    table('w:tblpX="10" w:tblpY="40000"'),
  ])
    expect([body, ...(await read(body))]).toEqual([body, "seen", "display: unseen"]);
  expect(await read(paragraph("unseen", '<w:spacing w:val="-400"/>') + paragraph("seen"))).toEqual([
    "seen",
    "size: unseen",
  ]);
  // A page of 1190 points holds what begins at 900.
  for (const body of [
    shape("position:absolute;margin-left:10pt"),
    shape("margin-left:-3000pt"),
    shape("position:absolute;left:-9000;top:9000", "position:absolute;left:0"),
    frame('w:x="-1000" w:w="9000" w:hAnchor="page"'),
    within(drawing("11430000")) + wide,
    table('w:tblpX="18000"') + wide,
  ])
    expect([body, ...(await read(body))]).toEqual([body, "unseen seen"]);
  const beside = within(drawing("0", 'hidden="1"'), "", "<w:t>beside</w:t>");
  expect(await read(beside)).toEqual(["beside seen", "display: unseen"]);
  const second = `<mc:Fallback><w:pict><v:shape style="visibility:hidden"/></w:pict></mc:Fallback>`;
  expect(await read(within(second, "", "<w:t>beside</w:t>"))).toEqual(["beside seen"]);
});

test("Word: the usual look is that of paragraphs that name no style", async () => {
  const style = (id: string, look: string, more = "") =>
    `<w:style w:type="paragraph" w:styleId="${id}" ${more}><w:rPr>${look}</w:rPr></w:style>`;
  const usual = 'w:default="1"';
  const white = '<w:color w:val="FFFFFF"/>';
  const named = (id: string, words: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;
  const styles = style("Normal", white, usual) + style("Own", "");
  expect(
    await seen("a.docx", docxOf(paragraph("unseen") + named("Own", "seen") + named("None", " too"), styles)),
  ).toEqual(["read", "seen", "colour: unseen too"]);
  const box = `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:pict><v:shape><w:txbxContent>${paragraph("unseen")}</w:txbxContent></v:shape></w:pict></w:r></w:p>`;
  const shown = style("Normal", '<w:vanish w:val="0"/>', usual);
  expect(await seen("a.docx", docxOf(box, shown))).toEqual(["read", "", "display: unseen"]);
  const run = '<w:style w:type="character" w:styleId="Run"/>';
  const defaults =
    '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>';
  const tiny = style("Normal", '<w:sz w:val="1"/>', usual);
  expect(
    await seen("a.docx", docxOf(paragraph("unseen", '<w:rStyle w:val="Run"/>'), defaults + tiny + run)),
  ).toEqual(["read", "", "size: unseen"]);
});

test("RTF: letters of no width or on each other, places beyond the page, results of objects", async () => {
  const row = (place: string) => `\\trowd${place}\\cellx900\\pard\\intbl unseen\\cell\\row\\pard`;
  for (const [text, technique] of [
    ["{\\charscalex1 unseen}", "display"],
    ["{\\expndtw-400 unseen}", "size"],
    ["{\\expnd-80 unseen}", "size"],
    ["\\pard\\posnegx-20000 unseen\\pard", "display"],
    ["\\pard\\posy40000 unseen\\pard", "display"],
    ["\\pard\\li-40000 unseen\\pard", "display"],
    [row("\\tposnegx-20000"), "display"],
  ] as const)
    expect([text, ...(await seen("a.rtf", `{\\rtf1\\ansi seen\\par ${text} end}`))]).toEqual([
      text,
      "read",
      expect.stringMatching(/^seen\n\s*end$/),
      `${technique}: unseen`,
    ]);
  for (const text of [
    "\\pard\\posx2000 shown",
    "{\\expnd-2 shown}",
    "\\paperw23811\\pard\\posx18000 shown",
    "{\\object{\\*\\objdata 00}{\\result shown}}",
  ])
    expect([text, ...(await seen("a.rtf", `{\\rtf1\\ansi seen\\par ${text}}`))]).toEqual([
      text,
      "read",
      "seen\nshown",
    ]);
});

test("Excel: words of a format stand for the number", async () => {
  const shown = async (format: string, value: number) => {
    const code = format.replaceAll('"', "&quot;");
    const parts = {
      "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c r="A1" s="0"><v>${value}</v></c></row></sheetData></worksheet>`,
    };
    return (await seen("a.xlsx", zipOf(parts))).slice(1);
  };
  for (const format of ['""', '"";"";""', '"" ""', " ", "_-", "* "])
    expect([format, ...(await shown(format, 4711))]).toEqual([format, "", "display: 4711"]);
  for (const [format, words] of [
    ['"abc"', "abc"],
    ['"abc" "d"', "abc d"],
    ['[Red]"paid"', "paid"],
    ["\\o\\k", "ok"],
    ["[$€-407]", "€"],
    ["[Red]", "4711"],
    ['0" pcs"', "4711 pcs"],
    ['"No. "#,##0.0 "kg"', "No. 4711.0 kg"],
    ["General", "4711"],
  ] as const)
    expect([format, ...(await shown(format, 4711))]).toEqual([format, words]);
});

test("OpenDocument: hidden text is told, unless it is said to be shown", async () => {
  const text = (more: string, words = "words") =>
    `<office:document-content><office:body><office:text><text:p>Seen <text:hidden-text text:string-value="words" ${more}>${words}</text:hidden-text></text:p></office:text></office:body></office:document-content>`;
  for (const [content, ...expected] of [
    [text('text:is-hidden="true"'), "Seen", "display: words"],
    [text('text:is-hidden="true"', ""), "Seen", "display: words"],
    [text('text:is-hidden="false"'), "Seen words"],
    [text('text:is-hidden="false"', "other"), "Seen words", "display: other"],
  ] as const)
    expect((await seen("a.odt", zipOf({ "content.xml": content }))).slice(1)).toEqual([...expected]);
});
