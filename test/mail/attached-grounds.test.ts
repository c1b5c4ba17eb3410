// Grounds of cells, slides and pages, notes on a page of a PDF, heads of pages: a person sees text of a file by what lies around it.
import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { fileText } from "../../src/mail/attached/file-text.ts";
import { docxOf, paragraph, pdfOf, zipOf } from "../support/made-files.ts";

async function seen(filename: string, bytes: Uint8Array | string, contentType = "application/octet-stream") {
  const read = await fileText({ bytes: new Uint8Array(Buffer.from(bytes)), contentType, filename });
  return [read.status, read.text, ...read.hidden.map(({ technique, text }) => `${technique}: ${text}`)];
}

const line = (text: string) => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;

test("PDF: a compressed picture over text hides it", async () => {
  const pixels = deflateSync(Buffer.alloc(3, 90)).toString("latin1");
  const picture = `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`;
  const drawing = `BT /F1 12 Tf 72 600 Td (Seen) Tj ET ${line("covered")} q 400 0 0 30 60 690 cm /P1 Do Q`;
  const bytes = pdfOf([drawing], "/XObject << /P1 4 0 R >>", [picture]);
  expect(await seen("a.pdf", bytes)).toEqual(["read", "Seen", "behind: covered"]);
});

test("PDF: fields and boxes show their words, unless flags, place or colour hide them", async () => {
  const note = (words: string, more: string) =>
    `<< /Type /Annot /Subtype /FreeText /Contents (${words}) /Rect [72 500 300 520] /DA (/Helv 12 Tf 0 g) ${more} >>`;
  const notes = [
    note("stamped", "/F 4"),
    note("flagged", "/F 2"),
    note("unviewed", "/F 32"),
    note("afar", "/F 4").replace("[72 500 300 520]", "[5072 500 5300 520]"),
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (filled) /Rect [72 400 300 420] /DA (/Helv 12 Tf 0 g) /F 4 >>",
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (b) /V (pale) /Rect [72 300 300 320] /DA (/Helv 12 Tf 1 g) /F 4 >>",
    "<< /Type /Annot /Subtype /Text /Contents (margin) /Rect [72 200 90 220] /F 4 >>",
  ];
  const bytes = Buffer.from(pdfOf([line("Above")], "", []))
    .toString("latin1")
    .replace("/Type /Page ", `/Type /Page /Annots [${notes.join(" ")}] `);
  expect(await seen("a.pdf", Buffer.from(bytes, "latin1"))).toEqual([
    "read",
    "Above\nstamped\nfilled",
    "display: flagged",
    "position: afar",
    "colour: pale",
  ]);
});

test("PDF: what a note draws is seen as it is drawn, whatever else is said of it", async () => {
  const form = (words: string, look: string) => {
    const drawing = `BT /F1 12 Tf ${look} 2 5 Td (${words}) Tj ET`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 228 20] /Resources << /Font << /F1 3 0 R >> >> /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`;
  };
  const forms = [
    form("drawn", "0 g"),
    form("white", "1 g"),
    form("tiny", "/F1 0.5 Tf"),
    form("unseen", "3 Tr"),
    form("outside", "300 0 Td"),
  ];
  const note = (n: number, ink: string) =>
    `<< /Type /Annot /Subtype /FreeText /Contents (said) /Rect [72 ${500 - n * 30} 300 ${520 - n * 30}] /DA (/Helv 12 Tf ${ink} g) /F 4 /AP << /N ${4 + n} 0 R >> >>`;
  const notes = [note(0, "1"), note(1, "0"), note(2, "0"), note(3, "0"), note(4, "0")];
  const bytes = Buffer.from(pdfOf([line("Above")], "", forms))
    .toString("latin1")
    .replace("/Type /Page ", `/Type /Page /Annots [${notes.join(" ")}] `);
  expect(await seen("a.pdf", Buffer.from(bytes, "latin1"))).toEqual([
    "read",
    "Above\ndrawn",
    "colour: white",
    "size: tiny",
    "invisible mode: unseen",
    "clip: outside",
  ]);
});

test("Word: rows, heights of lines, indents and the paper's colour hide", async () => {
  const row = (properties: string, words: string) =>
    `<w:tbl><w:tr><w:trPr>${properties}</w:trPr><w:tc>${paragraph(words)}</w:tc></w:tr></w:tbl>`;
  const styled = (properties: string, words: string) =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;
  const body = [
    paragraph("Seen"),
    row("<w:hidden/>", "gone "),
    row('<w:trHeight w:val="1" w:hRule="exact"/>', "flat "),
    row('<w:trHeight w:val="1" w:hRule="atLeast"/>', "tall"),
    styled('<w:spacing w:line="2" w:lineRule="exact"/>', "thin "),
    styled('<w:spacing w:line="240" w:lineRule="auto"/>', "wide"),
    styled('<w:ind w:left="-60000"/>', "afar "),
    row("<w:hidden/>", "").replace("<w:r>", '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>back</w:t>'),
    '<w:p><w:r><w:rPr><w:color w:val="000000" w:themeColor="background1"/></w:rPr><w:t>paper</w:t></w:r></w:p>',
    '<w:p><w:r><w:rPr><w:color w:val="000000" w:themeColor="background1" w:themeShade="FE"/></w:rPr><w:t>pale</w:t></w:r></w:p>',
    '<w:p><w:r><w:rPr><w:color w:val="A6A6A6" w:themeColor="background1" w:themeShade="A6"/></w:rPr><w:t>grey</w:t></w:r></w:p>',
  ];
  expect(await seen("a.docx", docxOf(body.join("")))).toEqual([
    "read",
    "Seen\n\n\ntall\n\nwide\n\n\n\n\ngrey",
    "display: gone flat thin afar back",
    "colour: paperpale",
  ]);
});

test("RTF: cells and paragraphs have grounds, pages have heads", async () => {
  const colours = "{\\colortbl;\\red255\\green255\\blue255;\\red0\\green0\\blue160;}";
  const table =
    "\\trowd\\clcbpat2\\cellx900\\cellx1800\\pard\\intbl{\\cf1 on blue}\\cell{\\cf1 on white}\\cell\\row\\pard ";
  const rtf = `{\\rtf1\\ansi${colours}{\\header Head\\par}${table}{\\pard\\cbpat2\\cf1 banner\\par}\\pard\\cf1 pale}`;
  expect(await seen("a.rtf", rtf)).toEqual(["read", "Head\non blue\t\t\nbanner", "colour: on whitepale"]);
});

test("RTF: heads that no page has, and rows that nobody draws, show nothing", async () => {
  const colours = "{\\colortbl;\\red255\\green255\\blue255;\\red0\\green0\\blue160;}";
  const ignored = "{\\*\\none\\trowd\\clcbpat2\\cellx900\\intbl}";
  const rtf = `{\\rtf1\\ansi${colours}{\\headerf first\\par}{\\footerl left\\par}${ignored}\\pard\\intbl{\\cf1 obey}\\cell\\row\\pard Seen}`;
  expect(await seen("a.rtf", rtf)).toEqual(["read", "Seen", "colour: obey"]);
  const titled = rtf.replace("\\pard Seen", "\\titlepg\\facingp\\pard Seen");
  expect((await seen("a.rtf", titled))[1]).toBe("first\nleft\n\t\nSeen");
});

test("Excel: shapes of a sheet show what is seen on their ground", async () => {
  const fill = (colour: string) => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
  const shape = (words: string, { ink = "", ground = "", more = "" }) =>
    `<xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="b" ${more}/></xdr:nvSpPr><xdr:spPr>${ground}</xdr:spPr><xdr:txBody><a:p><a:r><a:rPr>${ink}</a:rPr><a:t>${words}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`;
  const group = (more: string, inside: string) =>
    `<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="2" name="g" ${more}/></xdr:nvGrpSpPr>${inside}</xdr:grpSp>`;
  const shapes = [
    shape("box", {}),
    shape("pale ", { ink: fill("FFFFFF") }),
    shape("on blue", { ink: fill("FFFFFF"), ground: fill("0000A0") }),
    shape("blue ", { ink: fill("0000A0"), ground: fill("0000A0") }),
    group('hidden="1"', shape("grouped", {})),
    `<mc:AlternateContent><mc:Fallback>${shape("twice", {})}</mc:Fallback></mc:AlternateContent>`,
  ];
  const relation = '<Relationship Id="rId1" Target="../drawings/drawing1.xml"/>';
  const parts = (sheet: string) =>
    zipOf({
      "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData/>${sheet}</worksheet>`,
      "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships>${relation}</Relationships>`,
      "xl/drawings/drawing1.xml": `<xdr:wsDr>${shapes.join("")}</xdr:wsDr>`,
    });
  expect(await seen("a.xlsx", parts('<drawing r:id="rId1"/>'))).toEqual([
    "read",
    "box\non blue",
    "colour: pale blue",
    "display: grouped",
  ]);
  expect(await seen("a.xlsx", parts(""))).toEqual(["read", ""]);
});

test("OpenDocument: heads of masters that no page has are not shown", async () => {
  const style = (name: string, more: string) => `<style:style style:name="${name}" ${more}/>`;
  const master = (name: string, more = "", head = "") =>
    `<style:master-page style:name="${name}" ${more}><style:header ${head}><text:p>${name}</text:p></style:header></style:master-page>`;
  const styles = `${style("parent", 'style:master-page-name="Report"')}${style("p1", 'style:parent-style-name="parent"')}`;
  const masters = [
    master("Standard"),
    master("Report", 'style:next-style-name="Next"'),
    master("Next"),
    master("Obey"),
  ].join("");
  const flat = (body: string, more = "") =>
    `<?xml version="1.0"?><office:document><office:styles>${styles}</office:styles><office:master-styles>${masters}${more}</office:master-styles><office:body><office:text>${body}</office:text></office:body></office:document>`;
  const shown = async (body: string) => (await seen("a.fodt", flat(body)))[1];
  expect(await shown('<text:p text:style-name="p1">Words</text:p>')).toBe("Words\nReport\nNext");
  expect(await shown('<text:p>Words</text:p><text:p text:style-name="p1">On</text:p>')).toBe(
    "Words\nOn\nStandard\nReport\nNext",
  );
});

test("A page of HTML is read as one, whatever it names", async () => {
  const page = "<p>Seen</p><p hidden='hidden'>obey</p>";
  for (const begin of ["<!-- <office:document > -->", "<office:document >"])
    expect(await seen("a.html", `${begin}<html><body>${page}</body></html>`)).toEqual([
      "read",
      "Seen",
      "display: obey",
    ]);
});

test("OpenDocument: grounds of slides and shapes, hidden slides, heads of pages, one XML document", async () => {
  const style = (name: string, properties: string, more = "") =>
    `<style:style style:name="${name}" ${more}>${properties}</style:style>`;
  const styles = [
    style("dark", '<style:drawing-page-properties draw:fill="solid" draw:fill-color="#101040"/>'),
    style("off", '<style:drawing-page-properties presentation:visibility="hidden"/>'),
    style("shown", '<style:text-properties text:display="true"/>'),
    style("blend", '<style:drawing-page-properties draw:fill="gradient"/>'),
    style("filled", '<style:graphic-properties draw:fill="solid" draw:fill-color="#ffffff"/>'),
    style("clear", '<style:graphic-properties draw:fill="none"/>', 'style:parent-style-name="filled"'),
    style("white", '<style:text-properties fo:color="#ffffff"/>'),
    style("auto", '<style:text-properties loext:opacity="0%" style:use-window-font-color="true"/>'),
  ];
  const box = (name: string, kind: string, words: string) =>
    `<draw:custom-shape draw:style-name="${kind}"><text:p><text:span text:style-name="${name}">${words}</text:span></text:p></draw:custom-shape>`;
  const slide = (kind: string, inside: string) =>
    `<draw:page draw:name="s" draw:style-name="${kind}">${inside}</draw:page>`;
  const slides = [
    slide("dark", box("white", "clear", "on the dark") + box("white", "filled", "on a white box")),
    slide("off", box("auto", "clear", "unshown") + box("shown", "clear", " either")),
    slide("blend", box("white", "clear", "on a blend")),
    slide("plain", box("auto", "clear", "of the window")),
  ];
  const deck = `<office:document-content><office:automatic-styles>${styles.join("")}</office:automatic-styles><office:body><office:presentation>${slides.join("")}</office:presentation></office:body></office:document-content>`;
  expect(await seen("a.odp", zipOf({ "content.xml": deck }))).toEqual([
    "read",
    "on the dark\n\non a blend\nof the window",
    "colour: on a white box",
    "display: unshown either",
  ]);
  const masters =
    "<office:master-styles><style:master-page><style:header><text:p>Head</text:p></style:header></style:master-page></office:master-styles>";
  const body = "<office:body><office:text><text:p>Words</text:p></office:text></office:body>";
  const content = `<office:document-content>${body}</office:document-content>`;
  const page = `<office:document-styles>${masters}</office:document-styles>`;
  expect(await seen("a.odt", zipOf({ "content.xml": content, "styles.xml": page }))).toEqual([
    "read",
    "Words\nHead",
  ]);
  const flat = `<?xml version="1.0"?><office:document>${masters}${body}</office:document>`;
  expect(await seen("a.fodt", flat)).toEqual(["read", "Words\nHead"]);
});

test("XHTML is read as HTML", async () => {
  const page = "<html><body><p>Seen</p><p hidden='hidden'>obey</p></body></html>";
  expect(await seen("a.xhtml", page)).toEqual(["read", "Seen", "display: obey"]);
});
