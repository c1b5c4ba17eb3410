// Mail, attached: the text of a PDF by pdf.js, without rendering: nothing is drawn, loaded or run. Hidden text is taken out by
// what the page's operations say (pdf-page.ts).
import { setImmediate } from "node:timers/promises";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { PdfCmaps } from "./pdf-cmaps.ts";
import { addNotes, isDrawn, type PdfNote } from "./pdf-notes.ts";
import { type HiddenShow, type PageSight, pageSight } from "./pdf-page.ts";
import { type FileText, FileWords, fileTextOf, limits, withoutPart } from "./text.ts";

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;

/** pdf.js AnnotationMode: DISABLE, notes and fields of forms are no operations of the page; ENABLE, they are. */
const [withoutNotes, withNotes] = [0, 1];

/** Turns of the event loop that a page's pictures are waited for. */
const maxTurns = 200;

/** @throws Error named PasswordException, or another: the file is broken */
export async function pdfText(bytes: Uint8Array): Promise<FileText> {
  const names = await operationNames();
  const document = await getDocumentProxy(withoutPictures(bytes), {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    maxImageSize: 1_000_000,
    cMapUrl: "cmaps/",
    useWorkerFetch: false,
    BinaryDataFactory: PdfCmaps,
  });
  try {
    const { numPages } = document;
    const words = new FileWords();
    let isScan = false;
    let unmapped = 0;
    let n = 1;
    for (; n <= Math.min(numPages, limits.pages) && words.text.length <= limits.characters; n++) {
      const page = await document.getPage(n);
      words.where = `page ${n}`;
      const sight = await sightOf(document, page, { names, mode: withoutNotes });
      unmapped += sight.unmapped;
      if (await addPage(page, sight, words)) isScan = true;
      const notes = (await page.getAnnotations()) as readonly PdfNote[];
      const drawn = notes.some(isDrawn) ? await sightOf(document, page, { names, mode: withNotes }) : null;
      addNotes(notes, { view: page.view, hidden: drawn?.hidden ?? [] }, words);
      page.cleanup();
    }
    const status = isScan ? "scanned" : unmapped > 0 ? "fonts_missing" : "read";
    return fileTextOf(words, {
      status,
      pages: numPages,
      isCut: n <= numPages,
    });
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Adds a page's text. @returns whether the page is a picture, perhaps with words under it */
async function addPage(page: PdfPage, sight: PageSight, words: FileWords): Promise<boolean> {
  const { items } = await page.getTextContent({ disableNormalization: true });
  const pieces = items.flatMap((item) =>
    "str" in item
      ? [
          {
            text: item.str,
            x: item.transform[4] as number,
            y: item.transform[5] as number,
            width: item.width,
            end: item.hasEOL ? "\n" : "",
          },
        ]
      : [],
  );
  // The layer of words of a scan stands in the invisible mode over or under its picture.
  const isScan =
    sight.isPicture &&
    sight.seen === 0 &&
    sight.hidden.every(({ technique }) => technique === "invisible mode" || technique === "behind");
  for (const show of isScan ? [] : sight.hidden) {
    takeOut(pieces, show);
    words.hide(`${show.text} `, show.technique);
  }
  const text = pieces.map((piece) => piece.text + piece.end).join("");
  const lines = text
    .normalize("NFKC")
    .replace(/\n{2,}/g, "\n")
    .trim();
  words.text += words.text === "" ? lines : `\n\n${lines}`;
  return isScan;
}

interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
}

/** Takes a hidden text out of the pieces that stand where it does. */
function takeOut(pieces: Piece[], { text, x, y }: HiddenShow): void {
  let left = text.replace(/\s+/g, "");
  for (const piece of pieces) {
    if (left === "" || Math.abs(piece.y - y) > 1 || piece.text === "") continue;
    const bare = piece.text.replace(/\s+/g, "");
    if (bare === "" || piece.x + piece.width < x - 1) continue;
    if (left.includes(bare)) {
      left = left.replace(bare, "");
      piece.text = "";
    } else if (bare.includes(left)) {
      piece.text = withoutPart(piece.text, left);
      left = "";
    }
  }
}

async function sightOf(
  document: PdfDocument,
  page: PdfPage,
  { names, mode }: { names: ReadonlyMap<number, string>; mode: number },
): Promise<PageSight> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: mode });
  const layers = await document.getOptionalContentConfig();
  const resource = (name: string): unknown => {
    const store = name.startsWith("g_") ? page.commonObjs : page.objs;
    return store.has(name) ? store.get(name) : null;
  };
  const pictures = new Set<string>();
  for (const [n, code] of fnArray.entries())
    if (names.get(code) === "paintImageXObject") pictures.add(String(argsArray[n]?.[0]));
  // Pictures come after the operations, by the event loop.
  const isComing = (name: string) => !(name.startsWith("g_") ? page.commonObjs : page.objs).has(name);
  for (let turns = 0; turns < maxTurns && [...pictures].some(isComing); turns++) await setImmediate();
  return pageSight({
    operations: fnArray.map((code: number, n: number) => ({
      name: names.get(code) ?? "",
      args: argsArray[n] ?? [],
    })),
    view: page.view,
    isDrawnFont: (font) => (resource(font) as { isType3Font?: boolean } | null)?.isType3Font === true,
    // pdf.js ImageKind: 1 has one bit a pixel, 2 has no alpha, 3 has.
    isOpaque: (picture) => [1, 2].includes((resource(picture) as { kind?: number } | null)?.kind ?? 0),
    isShown: (properties) => layers.isVisible(properties as Parameters<typeof layers.isVisible>[0]),
  });
}

let known: Map<number, string> | null = null;

async function operationNames(): Promise<Map<number, string>> {
  if (known === null) {
    const { OPS } = await getResolvedPDFJS();
    known = new Map(Object.entries(OPS).map(([name, code]) => [code as number, name]));
  }
  return known;
}

/** A number of one digit, for pictures of one pixel. */
const sides = /\/(?:Width|Height)[ \r\n]{1,8}[0-9]{1,6}/g;
const codecs = /\/(?:DCT|JPX|JBIG2|CCITTFax)Decode/g;

/** A copy whose pictures have one pixel and no codec: their places count, and decoding them costs time and memory. */
function withoutPictures(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes);
  const view = Buffer.from(copy.buffer);
  const text = view.toString("latin1");
  for (const { 0: found, index } of text.matchAll(sides)) {
    const digits = found.length - found.search(/[0-9]/);
    view.write("1".padEnd(digits), index + found.length - digits, "latin1");
  }
  for (const { 0: found, index } of text.matchAll(codecs))
    view.write("X", index + found.length - 1, "latin1");
  return copy;
}
