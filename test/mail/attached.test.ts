// What a person does not see of a file is not in its text.
import { expect, test } from "bun:test";
import { fileText } from "../../src/mail/attached/file-text.ts";
import { docxOf, paragraph, pdfOf, zipOf } from "../support/made-files.ts";

async function seen(filename: string, bytes: Uint8Array | string, contentType = "application/octet-stream") {
  const read = await fileText({ bytes: new Uint8Array(Buffer.from(bytes)), contentType, filename });
  return [read.status, read.text, ...read.hidden.map(({ technique, text }) => `${technique}: ${text}`)];
}

const at = (x: number, y: number, text: string) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`;

/** A drawing with a line above and below that anybody sees, and what comes of it beside these. */
async function pdf(drawing: string, resources = "", objects: readonly string[] = []) {
  const lines = `${at(72, 700, "Above")}\n${drawing}\n0 g\n${at(72, 600, "Below")}`;
  return seen("a.pdf", pdfOf([lines], resources, objects));
}

const picture = (filter = "") =>
  `<< /Type /XObject /Subtype /Image /Width 1200 /Height 900 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${filter} /Length 9 >>\nstream\nabcdefghi\nendstream`;

test("PDF: colour, mode, size, place, opacity, clipping and what is painted over", async () => {
  const only = ["read", "Above\nBelow"];
  expect(await pdf(`1 g ${at(72, 650, "white")}`)).toEqual([...only, "colour: white"]);
  expect(await pdf(`BT 3 Tr /F1 12 Tf 72 650 Td (mode) Tj 0 Tr ET`)).toEqual([
    ...only,
    "invisible mode: mode",
  ]);
  expect(await pdf(`BT /F1 0.5 Tf 72 650 Td (small) Tj ET`)).toEqual([...only, "size: small"]);
  expect(await pdf(`q 0.05 0 0 0.05 72 650 cm BT /F1 12 Tf (scaled) Tj ET Q`)).toEqual([
    ...only,
    "size: scaled",
  ]);
  expect(await pdf(`BT /F1 12 Tf 0.5 Tz 72 650 Td (narrow) Tj 100 Tz ET`)).toEqual([...only, "size: narrow"]);
  expect(await pdf(at(900, 650, "outside"))).toEqual([...only, "position: outside"]);
  expect(await pdf(`q /G1 gs ${at(72, 650, "glass")} Q`, "/ExtGState << /G1 << /ca 0 >> >>")).toEqual([
    ...only,
    "opacity: glass",
  ]);
  expect(await pdf(`q 0 0 5 5 re W n ${at(72, 650, "cut")} Q`)).toEqual([...only, "clip: cut"]);
  expect(await pdf(`${at(72, 650, "covered")} 1 g 60 640 200 30 re f`)).toEqual([...only, "behind: covered"]);
  expect(await pdf(`0 0 1 rg 60 640 200 30 re f ${at(72, 650, "blue")}`)).toEqual([...only, "colour: blue"]);
  const layer = `/OC /L1 BDC ${at(72, 650, "layer")} EMC`;
  const group = "<< /Type /OCG /Name (Off) >>";
  const properties = "/Properties << /L1 4 0 R >>";
  const off = "/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>";
  expect(await seen("a.pdf", pdfOf([layer], properties, [group], off))).toEqual(["read", "", "layer: layer"]);
  expect(await seen("a.pdf", pdfOf([layer], properties, [group]))).toEqual(["read", "layer"]);
});

test("PDF: what a person sees stays", async () => {
  const withLine = (text: string) => ["read", `Above\n${text}\nBelow`];
  expect(await pdf(`0 g 60 640 200 30 re f 1 g ${at(72, 650, "on black")}`)).toEqual(withLine("on black"));
  expect(await pdf(`1 g 60 640 200 30 re f 0 g ${at(72, 650, "on white")}`)).toEqual(withLine("on white"));
  // A shape with round corners may lie under it.
  const round = "0 g 70 640 m 200 640 l 210 645 210 660 200 670 c 70 670 l h f";
  expect(await pdf(`${round} 1 g ${at(72, 650, "on a shape")}`)).toEqual(withLine("on a shape"));
  expect(
    await pdf(
      `q 300 0 0 40 60 640 cm /P1 Do Q 1 g ${at(72, 650, "on a photo")}`,
      "/XObject << /P1 4 0 R >>",
      [picture()],
    ),
  ).toEqual(withLine("on a photo"));
  expect(await pdf(`BT 1 Tr 0 G /F1 12 Tf 72 650 Td (outline) Tj 0 Tr ET`)).toEqual(withLine("outline"));
});

test("PDF: one line of words seen and unseen keeps those that are seen", async () => {
  const line = "BT /F1 12 Tf 72 650 Td (Pay 10 ) Tj 1 g (ignore this ) Tj 0 g (today) Tj ET";
  expect(await pdf(line)).toEqual(["read", "Above\nPay 10 today\nBelow", "colour: ignore this"]);
});

test("PDF: scans, pictures over text, fonts without letters", async () => {
  const scan = (words: string) => `q 612 0 0 792 0 0 cm /P1 Do Q ${words}`;
  const of = (drawing: string) => seen("a.pdf", pdfOf([drawing], "/XObject << /P1 4 0 R >>", [picture()]));
  expect(await of(scan(""))).toEqual(["scanned", ""]);
  const strip = (y: number) => `q 612 0 0 264 0 ${y} cm /P1 Do Q `;
  expect(await of(strip(0) + strip(264) + strip(528))).toEqual(["scanned", ""]);
  expect(await of(scan("BT 3 Tr /F1 12 Tf 72 650 Td (layer) Tj ET"))).toEqual(["scanned", "layer"]);
  expect(
    await of(`${at(72, 650, "seen")} ${scan("").replace("612 0 0 792 0 0", "300 0 0 40 60 640")}`),
  ).toEqual(["read", "", "behind: seen"]);
});

test("PDF: fonts that it names and does not bring", async () => {
  const of = async (codes: string, encoding: string, ordering: string) => {
    const font = `<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> >>] >>`;
    const bytes = Buffer.from(pdfOf([`BT /F2 12 Tf 72 650 Td <${codes}> Tj ET`], "", [font]))
      .toString("latin1")
      .replace("/F1 3 0 R", "/F2 4 0 R");
    return seen("a.pdf", Buffer.from(bytes, "latin1"));
  };
  expect(await of("8acb6c42", "UniJIS-UCS2-H", "Japan1")).toEqual(["read", "請求"]);
  expect(await of("90bf8b81", "90ms-RKSJ-H", "Japan1")).toEqual(["read", "請求"]);
  expect(await of("b7a2c6b1", "GBK-EUC-H", "GB1")).toEqual(["read", "发票"]);
  expect(await of("b56fb2bc", "ETen-B5-V", "CNS1")).toEqual(["read", "發票"]);
  expect(await of("bcbcb1dd", "KSCms-UHC-H", "Korea1")).toEqual(["read", "세금"]);
  expect(await of("8acb6c42", "Nothing-H", "Japan1")).toEqual(["fonts_missing", ""]);
});

test("Word: hidden runs, styles, colours and sizes; what is deleted or moved away", async () => {
  const styles =
    '<w:style w:type="character" w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Child"><w:basedOn w:val="Ghost"/></w:style>';
  const body = [
    paragraph("seen"),
    paragraph("vanished", "<w:vanish/>"),
    paragraph("by style", '<w:rStyle w:val="Child"/>'),
    paragraph("not vanished", '<w:rStyle w:val="Ghost"/><w:vanish w:val="0"/>'),
    paragraph("white", '<w:color w:val="FFFFFF"/>'),
    paragraph("white on black", '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>'),
    paragraph("tiny", '<w:sz w:val="1"/>'),
    paragraph("narrow", '<w:w w:val="1"/>'),
    paragraph("of the paper", '<w:color w:val="auto" w:themeColor="background1"/>'),
    "<w:p><w:del><w:r><w:delText>struck</w:delText></w:r></w:del></w:p>",
    `<w:moveFrom>${paragraph("moved")}</w:moveFrom>`,
  ];
  expect(await seen("a.docx", docxOf(body.join(""), styles))).toEqual([
    "read",
    "seen\n\n\nnot vanished\n\nwhite on black",
    "display: vanishedby style",
    "colour: white",
    "size: tiny",
    "display: narrow",
    "colour: of the paper",
    "deleted: struck",
  ]);
});

test("Excel: sheets, rows, columns, formats and colours", async () => {
  const cell = (place: string, text: string, style = 0) =>
    `<c r="${place}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = (rows: string, cols = "") => `<worksheet>${cols}<sheetData>${rows}</sheetData></worksheet>`;
  const book = zipOf({
    "xl/workbook.xml":
      '<workbook><sheets><sheet name="Costs" sheetId="1" r:id="r1"/><sheet name="Deep" sheetId="2" state="veryHidden" r:id="r2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="#,##0.00 [$€-407]"/><numFmt numFmtId="201" formatCode=";;;"/></numFmts><fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/><fill><patternFill patternType="solid"/></fill></fills><cellXfs><xf/><xf fontId="1"/><xf numFmtId="200"/><xf numFmtId="14"/><xf numFmtId="201"/><xf numFmtId="10"/><xf fontId="1" fillId="1"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": sheet(
      `<row>${cell("A1", "Desk")}<c r="B1" s="2"><v>1234.5</v></c><c r="C1" s="3"><v>46000</v></c><c r="D1" s="4"><v>7</v></c></row><row>${cell("A2", "white", 1)}<c r="B2" s="5"><v>0.125</v></c>${cell("E2", "column")}</row><row hidden="1">${cell("A3", "row")}</row><row>${cell("A4", "on black", 6)}${cell("B4", "format", 4)}${cell("F4", "no width")}</row>`,
      '<cols><col min="5" max="5" hidden="1"/><col min="6" max="6" width="0"/></cols>',
    ),
    "xl/worksheets/sheet2.xml": sheet(`<row>${cell("A1", "sheet")}</row>`),
  });
  expect(await seen("a.xlsx", book)).toEqual([
    "read",
    "Desk\t1234.50 €\t2025-12-09\n\t12.50%\non black",
    "display: 7",
    "colour: white",
    "display: column row format no width",
    "display: sheet",
  ]);
});

test("PowerPoint: slides, places, colours and notes", async () => {
  const shape = (text: string, place = "", fill = "", look = "") =>
    `<p:sp><p:spPr>${place}${fill}</p:spPr><p:txBody><a:p><a:r>${look}<a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const white = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>';
  const far = '<a:xfrm><a:off x="-900" y="0"/><a:ext cx="100" cy="100"/></a:xfrm>';
  const slide = (body: string, more = "") =>
    `<p:sld ${more}><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`;
  const relation = (id: string, target: string) => `<Relationship Id="${id}" Target="${target}"/>`;
  const deck = zipOf({
    "ppt/presentation.xml":
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/><p:sldId id="257" r:id="r2"/></p:sldIdLst><p:sldSz cx="1000" cy="800"/></p:presentation>',
    "ppt/_rels/presentation.xml.rels": `<Relationships>${relation("r1", "slides/slide1.xml")}${relation("r2", "slides/slide2.xml")}</Relationships>`,
    "ppt/slides/slide1.xml": slide(
      `${shape("Title")}${shape("paper", "", "", `<a:rPr>${white}</a:rPr>`)}${shape("beyond", far)}${shape("same", "", white, `<a:rPr>${white}</a:rPr>`)}${shape("dot", "", "", '<a:rPr sz="100"/>')}${shape("glass", "", "", '<a:rPr><a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill></a:rPr>')}${shape("hollow", "", "", "<a:rPr><a:noFill/></a:rPr>")}`,
    ),
    "ppt/slides/_rels/slide1.xml.rels": `<Relationships>${relation("n", "../notesSlides/notesSlide1.xml")}</Relationships>`,
    "ppt/notesSlides/notesSlide1.xml": "<p:notes><a:p><a:r><a:t>say this</a:t></a:r></a:p></p:notes>",
    "ppt/slides/slide2.xml": slide(shape("skipped"), 'show="0"'),
  });
  expect(await seen("a.pptx", deck)).toEqual([
    "read",
    "Title",
    "colour: paper",
    "position: beyond",
    "colour: same",
    "size: dot",
    "display: glasshollow",
    "notes: say this",
    "display: skipped",
  ]);
});

test("PowerPoint: the ground of a master, shapes under text and over it", async () => {
  const relation = (id: string, target: string) => `<Relationship Id="${id}" Target="${target}"/>`;
  const related = (...all: string[]) => `<Relationships>${all.join("")}</Relationships>`;
  const filled = (colour: string) => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
  const shape = (text: string, y: number, { fill = "", colour = "", form = "rect" } = {}) =>
    `<p:sp><p:spPr><a:xfrm><a:off x="0" y="${y}"/><a:ext cx="100" cy="10"/></a:xfrm><a:prstGeom prst="${form}"/>${fill && filled(fill)}</p:spPr><p:txBody><a:p><a:r><a:rPr>${colour && filled(colour)}</a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const body = [
    shape("white", 0, { colour: "FFFFFF" }),
    shape("", 20, { fill: "000000" }),
    shape("white on a dark box", 20, { colour: "FFFFFF" }),
    shape("", 40, { fill: "000000", form: "ellipse" }),
    shape("white on a dark disc", 40, { colour: "FFFFFF" }),
    shape("covered", 60),
    shape("", 60, { fill: "FFFFFF" }),
    shape("under a disc", 80),
    shape("", 80, { fill: "FFFFFF", form: "ellipse" }),
  ];
  const deck = {
    "ppt/presentation.xml":
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst><p:sldSz cx="1000" cy="800"/></p:presentation>',
    "ppt/_rels/presentation.xml.rels": related(relation("r1", "slides/slide1.xml")),
    "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree>${body.join("")}</p:spTree></p:cSld></p:sld>`,
    "ppt/slides/_rels/slide1.xml.rels": related(relation("l", "../slideLayouts/slideLayout1.xml")),
    "ppt/slideLayouts/slideLayout1.xml": "<p:sldLayout/>",
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": related(
      relation("m", "../slideMasters/slideMaster1.xml"),
    ),
    "ppt/slideMasters/slideMaster1.xml":
      '<p:sldMaster><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg></p:cSld><p:clrMap bg1="lt1"/></p:sldMaster>',
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": related(relation("t", "../theme/theme1.xml")),
    "ppt/theme/theme1.xml":
      '<a:theme><a:clrScheme><a:lt1><a:sysClr lastClr="FFFFFF"/></a:lt1></a:clrScheme></a:theme>',
  };
  expect(await seen("a.pptx", zipOf(deck))).toEqual([
    "read",
    "white on a dark box\nwhite on a dark disc\nunder a disc",
    "colour: white",
    "behind: covered",
  ]);
  const dark = {
    "ppt/slideMasters/slideMaster1.xml":
      "<p:sldMaster><p:bg><p:bgPr><a:blipFill/></p:bgPr></p:bg></p:sldMaster>",
  };
  expect((await seen("a.pptx", zipOf({ ...deck, ...dark })))[1]).toContain("white\n");
});

test("OpenDocument: styles, rows, what was deleted; encrypted files", async () => {
  const styles =
    '<office:automatic-styles><style:style style:name="H"><style:text-properties text:display="none"/></style:style><style:style style:name="W"><style:text-properties fo:color="#ffffff"/></style:style></office:automatic-styles>';
  const text = `<office:document-content>${styles}<office:body><office:text><text:tracked-changes><text:changed-region><text:deletion><text:p>struck</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>Seen<text:s text:c="2"/><text:span text:style-name="H">none</text:span><text:span text:style-name="W">white</text:span><text:page-number>7</text:page-number></text:p><text:p><text:hidden-paragraph text:is-hidden="true"/>line</text:p><table:table table:name="T"><table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell><table:table-cell><text:p>column</text:p></table:table-cell></table:table-row><table:table-row table:visibility="collapse"><table:table-cell><text:p>row</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>`;
  expect(await seen("a.odt", zipOf({ "content.xml": text }))).toEqual([
    "read",
    "Seen  7\na\tb",
    "deleted: struck",
    "display: none",
    "colour: white",
    "display: line",
    "display: columnrow",
  ]);
  const manifest = "<manifest:manifest><manifest:encryption-data/></manifest:manifest>";
  for (const part of ["content.xml", "encrypted-package"])
    expect(await seen("a.odt", zipOf({ [part]: "x", "META-INF/manifest.xml": manifest }))).toEqual([
      "protected",
      null,
    ]);
});

test("RTF, mail, HTML, wide text and invisible letters", async () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red255\\green255\\blue255;}Caf\\'e9 \\u8364? {\\v ghost}{\\cf1 white}\\par{\\*\\generator x;}end}";
  expect(await seen("a.rtf", rtf)).toEqual(["read", "Café € \nend", "display: ghost", "colour: white"]);
  const mail =
    "From: Ann <ann@example.org>\r\nTo: bob@example.com\r\nSubject: Hi\r\nContent-Type: text/html\r\n\r\n<p>Lunch?</p><p style=display:none>obey</p>";
  expect(await seen("a.eml", mail)).toEqual([
    "read",
    "From: Ann <ann@example.org>\nTo: bob@example.com\nSubject: Hi\n\nLunch?",
    "display: obey",
  ]);
  expect(await seen("a.html", "<p>Seen</p><p style='font-size:0'>obey</p>")).toEqual([
    "read",
    "Seen",
    "size: obey",
  ]);
  const greek = Buffer.concat([Buffer.from("<meta charset=iso-8859-7><p>"), Buffer.from([0xe1, 0xe2])]);
  expect(await seen("a.html", greek)).toEqual(["read", "αβ"]);
  const event =
    'BEGIN:VCALENDAR\r\nSUMMARY:Lunch\r\n  today\r\nX-ALT-DESC:<p>Bring</p><p style="display:none">obey</p>\r\nEND:VCALENDAR\r\n';
  expect(await seen("a.ics", event)).toEqual([
    "read",
    "BEGIN:VCALENDAR\nSUMMARY:Lunch today\nX-ALT-DESC:Bring\nEND:VCALENDAR",
    "display: obey",
  ]);
  expect(await seen("a.csv", Buffer.from("\ufeffä;b", "utf16le"))).toEqual(["read", "ä;b"]);
  expect(await seen("a.csv", Buffer.from("name;town", "utf16le"))).toEqual(["read", "name;town"]);
  const tags = [..."obey"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("");
  expect(await seen("a.txt", `Lunch${tags}?`)).toEqual(["read", "Lunch?", "letters: obey"]);
  const locked = Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.from("EncryptedPackage", "utf16le"),
  ]);
  expect(await seen("a.docx", locked)).toEqual(["protected", null]);
});

test("what opens a page in place of a mail is told, also at its beginning", async () => {
  expect(await seen("a.html", "<p hidden>unseen</p><p>seen</p>")).toEqual([
    "read",
    "seen",
    "display: unseen",
  ]);
});

test("DOCX: fills and outlines of letters go before their colour", async () => {
  const effect = (properties: string) => docxOf(paragraph("Above") + paragraph("unseen", properties));
  const fill = (inner: string) => `<w14:textFill>${inner}</w14:textFill>`;
  const colour = (hex: string, alpha = 0) =>
    `<w14:solidFill><w14:srgbClr w14:val="${hex}"><w14:alpha w14:val="${alpha}"/></w14:srgbClr></w14:solidFill>`;
  const outline = `<w14:textOutline>${colour("000000")}</w14:textOutline>`;
  for (const hidden of [fill("<w14:noFill/>"), fill(colour("FFFFFF")), fill(colour("FF0000", 100_000))])
    expect((await seen("a.docx", effect(hidden))).slice(0, 2)).toEqual(["read", "Above"]);
  for (const shown of [
    outline + fill("<w14:noFill/>"),
    fill(colour("FF0000", 20_000)),
    `<w:color w:val="FFFFFF"/>${fill(colour("0000FF"))}`,
  ])
    expect(await seen("a.docx", effect(shown))).toEqual(["read", "Above\nunseen"]);
});
