// The text of a PDF by pdf.js, without rendering: nothing is drawn, loaded or run.
import { getDocumentProxy } from "unpdf";
import { type FileText, limits, shortened } from "./text.ts";

/** @throws Error named PasswordException, or another: the file is broken */
export async function pdfText(bytes: Uint8Array): Promise<FileText> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    maxImageSize: 0,
  });
  try {
    const { numPages } = document;
    const pages: string[] = [];
    let length = 0;
    for (let n = 1; n <= Math.min(numPages, limits.pages) && length <= limits.characters; n++) {
      const page = await document.getPage(n);
      const { items } = await page.getTextContent();
      const text = items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
        .join("")
        .trim();
      pages.push(text);
      length += text.length;
      page.cleanup();
    }
    return shortened(pages.join("\n\n").trim(), numPages, pages.length < numPages);
  } finally {
    await document.loadingTask.destroy();
  }
}
