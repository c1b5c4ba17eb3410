// Files as their programs write them, as small as they can be.
import { strToU8, zipSync } from "fflate";

/** A PDF, a page for each drawing. `/F1` is Helvetica; `resources` stand beside it, `extra` objects from number 4 on. */
export function pdfOf(
  drawings: readonly string[],
  resources = "",
  extra: readonly string[] = [],
  catalog = "",
): Uint8Array {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...extra,
  ];
  const pages: number[] = [];
  for (const drawing of drawings) {
    objects.push(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
    const page = `/Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >>`;
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${page} >>`);
    pages.push(objects.length);
  }
  objects[1] = `<< /Type /Pages /Kids [${pages.map((n) => `${n} 0 R`).join(" ")}] /Count ${pages.length} >>`;
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, "latin1");
}

/** A PDF with a line of text on each page. */
export function linesPdf(lines: readonly string[]): Uint8Array {
  return pdfOf(lines.map((line) => `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`));
}

/** A ZIP archive of texts. */
export function zipOf(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

export function docxOf(body: string, styles = ""): Uint8Array {
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    ...(styles === "" ? {} : { "word/styles.xml": `<w:styles>${styles}</w:styles>` }),
  });
}

export function paragraph(text: string, look = ""): string {
  return `<w:p><w:r>${look === "" ? "" : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}
