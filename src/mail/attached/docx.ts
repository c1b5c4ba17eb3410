// Mail, attached: the text of a Word document. ECMA-376 1, 17.3 (paragraphs and runs), 17.7 (styles), 17.13.5 (what was changed)
import { black, type Colour, white } from "../visible/colours.ts";
import { longerSide, minPoints, pointsOf, rgbOf, type TextLook, techniqueOf, usualPage } from "./look.ts";
import { type ArchiveParts, isOn, type PartElement, partsOf, readXml } from "./parts.ts";
import { FileWords } from "./text.ts";

const main = "word/document.xml";
const wanted = /^word\/(?:document|styles|settings|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/;

type Styles = ReadonlyMap<string, TextLook>;

/** A paragraph a line, cells of a table with tabs between; null: the archive is no Word document. @throws Error broken */
export function docxText(bytes: Uint8Array): FileWords | null {
  const parts = partsOf(bytes, wanted);
  if (parts[main] === undefined) return null;
  const isBeyond = pageOf(parts);
  const styles = stylesOf(parts, isBeyond);
  const words = new FileWords();
  let hasGround = false;
  readXml(parts["word/settings.xml"], {
    open: ({ name, attributes }) => {
      if (name === "displayBackgroundShape") hasGround = isOn(attributes.val);
    },
  });
  const others = Object.keys(parts).filter(
    (name) => name !== main && !/(?:styles|settings)\.xml$/.test(name),
  );
  for (const name of [main, ...others.sort()]) {
    words.where = name.slice("word/".length, -".xml".length);
    if (words.text !== "" && !words.text.endsWith("\n")) words.text += "\n";
    readPart(parts[name], { styles, hasGround, isBeyond }, words);
  }
  return words;
}

/** Elements whose inside is not shown: words that were taken out or moved away, and the second form of a drawing. */
const unshown = new Set(["del", "moveFrom", "Fallback"]);

/** Drawings and shapes, whose text inherits nothing of the run around them but that it is hidden. */
const drawings = new Set("drawing pict object group shape rect roundrect oval polyline curve arc".split(" "));

/** Elements with a look of their own. */
const owners = new Set(["p", "r", "tbl", "tr", "tc", ...drawings]);

/** Points left of a margin that are left of the page. */
const maxMargin = 144;

/** Units of lengths that are a point: twentieths, halves, English Metric Units, pixels. */
const twips = 20;
const halves = 2;
const metric = 12_700;
const pixels = 4 / 3;
/** The name of the style of paragraphs that name none. */
const usual = "*";

interface OpenLook {
  /** The look that follows from the surroundings, the paragraph's style and its own properties. */
  look: TextLook;
  element: PartElement;
  around: TextLook;
  own: TextLook;
  /** Whether letters have a line around them, which is seen without a fill. */
  hasOutline?: boolean;
}

/** Whether a length in points leads beyond every page; null is no length. */
type IsBeyond = (points: number | null) => boolean;

interface WordDocument {
  styles: Styles;
  /** Whether its ground has a colour on the screen. */
  hasGround: boolean;
  isBeyond: IsBeyond;
}

/** Reads the sizes of pages when a length needs them. */
function pageOf(parts: ArchiveParts): IsBeyond {
  let page: number | null = null;
  const read = () => {
    let side = usualPage;
    readXml(parts[main], {
      open: ({ name, attributes: { w, h } }) => {
        if (name === "pgSz") side = longerSide(longerSide(side, pointsOf(w, twips)), pointsOf(h, twips));
      },
    });
    return side;
  };
  return (points) => {
    if (points === null || Math.abs(points) <= usualPage) return false;
    page ??= read();
    return Math.abs(points) > page;
  };
}

function readPart(part: Uint8Array | undefined, document: WordDocument, words: FileWords): void {
  const { styles, hasGround, isBeyond } = document;
  const base = { ...styles.get("") };
  const levels: OpenLook[] = [];
  // Remarks of colleagues stand beside the page, not in it.
  const isRemark = words.where === "comments";
  let skipped = 0;
  const around = () => levels.at(-1)?.look ?? base;
  readXml(part, {
    open: (element) => {
      const { name, attributes } = element;
      if (unshown.has(name)) skipped++;
      if (name === "background" && hasGround) base.ground = rgbOf(attributes.color);
      if (owners.has(name)) {
        const outer = drawings.has(name) ? ofDrawing(around(), base) : around();
        const look = { ...outer, ...(name === "p" ? styles.get(usual) : null) };
        levels.push({ look, element, around: outer, own: {} });
      }
      const level = levels.at(-1);
      if (level && isPropertyOf(element, level.element)) {
        Object.assign(level.own, lookOf(element, isBeyond));
        if (/^[pr]Style$/.test(name))
          level.look = { ...level.around, ...styleOf(element, styles), ...level.own };
        else Object.assign(level.look, level.own);
      }
      if (level) takeEffect(level, element);
      if (level && drawings.has(level.element.name) && isAway(element, isBeyond)) level.look.isGone = true;
      if (skipped > 0) return;
      const kind = isRemark ? "comment" : null;
      if (name === "tab" && element.parent?.name === "r") words.add("\t", kind);
      else if ((name === "br" || name === "cr") && attributes.type !== "page") words.add("\n", kind);
      else if (name === "noBreakHyphen") words.add("-", kind);
    },
    text: (text, { name }) => {
      if (name === "t" && skipped === 0 && !words.isFull)
        words.add(text, isRemark ? "comment" : techniqueOf(around()));
      else if (name === "delText") words.hide(text, "deleted");
      else if (name === "posOffset" && isBeyond(pointsOf(text, metric))) {
        const level = levels.at(-1);
        if (level?.element.name === "drawing") level.look.isGone = true;
      }
    },
    close: ({ name }) => {
      if (unshown.has(name)) skipped--;
      if (owners.has(name)) levels.pop();
      if (isRemark && name === "p") words.hide("\n", "comment");
      if (skipped > 0 || isRemark) return;
      if (name === "p") words.text += "\n";
      // The paragraph of a cell has ended already.
      else if (name === "tc") words.end("\t");
      else if (name === "tr") words.end("\n");
    },
  });
}

/** Fills and outlines of letters, which later versions write beside the colour. MS-DOCX 2.6.1 */
function takeEffect(level: OpenLook, { name, attributes, parent }: PartElement): void {
  const effect = parent?.name === "textFill" ? parent : parent?.parent;
  const isFill = effect?.name === "textFill";
  if (!(isFill || effect?.name === "textOutline" || parent?.name === "textOutline")) {
    const isClear = name === "alpha" && parent?.parent?.parent?.name === "textFill";
    if (isClear && Number(attributes.val) >= mostlyClear && !level.hasOutline) level.look.isGone = true;
    return;
  }
  if (!isFill) level.hasOutline ||= name === "solidFill" || name === "gradFill";
  else if (name === "noFill" && !level.hasOutline) level.look.isGone = true;
  else if (name === "srgbClr") level.look.colour = rgbOf(attributes.val);
}
/** Thousandths of a percent through which the ground is seen. */
const mostlyClear = 97_000;

/** Whether a shape is hidden, or stands beyond every page. ECMA-376 1, 20.4.2.5; 4, 19.1.2.19 */
function isAway({ name, attributes }: PartElement, isBeyond: IsBeyond): boolean {
  if (name === "docPr") return attributes.hidden !== undefined && isOn(attributes.hidden);
  const style = drawings.has(name) ? readStyle(attributes.style ?? "") : {};
  if (style.visibility === "hidden" || style.display === "none") return true;
  if (style.position !== "absolute" && style.position !== "relative") return false;
  // Within a group, places without a unit are in one of its own.
  return (
    isBeyond(pointsOf(style["margin-left"], pixels)) ||
    isBeyond(pointsOf(style["margin-top"], pixels)) ||
    isBeyond(pointsOf(style.left)) ||
    isBeyond(pointsOf(style.top))
  );
}

/** Names and values of a shape's style, in lower case. */
function readStyle(style: string): Partial<Record<string, string>> {
  const declared = style.toLowerCase().split(";", 100);
  return Object.fromEntries(
    declared.map((one) => {
      const [name = "", value = ""] = one.split(":", 2);
      return [name.trim(), value.trim()];
    }),
  );
}

/** The look that the text of a drawing begins with, by that of the run around it. */
function ofDrawing({ isHidden, isGone, ground }: TextLook, base: TextLook): TextLook {
  return { ...base, ground, isGone: isHidden === true || isGone === true };
}

/** The look by the style that a paragraph or run names; a paragraph has the usual one where there is none of the name. */
function styleOf({ name, attributes }: PartElement, styles: Styles): TextLook {
  return styles.get(attributes.val ?? "") ?? (name === "pStyle" ? styles.get(usual) : null) ?? {};
}

/** Whether an element stands in the properties of the run, paragraph, row or cell that is open. */
function isPropertyOf({ parent }: PartElement, owner: PartElement): boolean {
  return parent !== null && parent.parent === owner && /^(?:r|p|tbl|tr|tc)Pr$/.test(parent.name);
}

function lookOf({ name, attributes, parent }: PartElement, isBeyond: IsBeyond): TextLook {
  const { val, fill, themeColor } = attributes;
  if (parent?.name === "tblPr") {
    if (name !== "tblpPr") return {};
    const places = [attributes.tblpX, attributes.tblpY];
    return places.some((at) => isBeyond(pointsOf(at, twips))) ? { isGone: true } : {};
  }
  if (name === "shd") return { ground: fill === "auto" ? null : rgbOf(fill) };
  if (name === "trHeight" || (name === "spacing" && parent?.name === "pPr")) {
    const { hRule, lineRule, line } = attributes;
    const height = pointsOf(name === "trHeight" ? val : line, twips);
    const isFlat = (hRule ?? lineRule) === "exact" && height !== null && height < minPoints;
    return isFlat ? { isGone: true } : {};
  }
  if (name === "framePr") {
    const { x, y, w, hAnchor } = attributes;
    const [left, top, width] = [x, y, w].map((at) => pointsOf(at, twips));
    const isFixed = hAnchor === "page" || hAnchor === "margin";
    const end = isFixed && left !== null && width !== null ? left! + width! : 0;
    return isBeyond(left!) || isBeyond(top!) || end < -maxMargin ? { isGone: true } : {};
  }
  if (name === "hidden" && parent?.name === "trPr") return isOn(val) ? { isGone: true } : {};
  if (name === "ind") {
    const { left, start } = attributes;
    return isBeyond(pointsOf(left ?? start, twips)) ? { isGone: true } : {};
  }
  if (parent?.name !== "rPr") return {};
  if (name === "vanish") return { isHidden: isOn(val) };
  // The colour of a theme goes before the code beside it, and its paper is white. ECMA-376 1, 17.3.2.6
  if (name === "color") {
    const isPaper = /^(?:background|light)1$/.test(themeColor ?? "");
    return { colour: isPaper ? shaded(attributes.themeShade) : rgbOf(val) };
  }
  if (name === "spacing") return { spacing: pointsOf(val, twips) ?? 0 };
  if (name === "sz") {
    const size = pointsOf(val, halves);
    return size === null ? {} : { points: size };
  }
  // The width of letters in percent. ECMA-376 1, 17.3.2.43
  if (name === "w" && Number.parseFloat(val ?? "100") < 10) return { isGone: true };
  if (name === "highlight") return val === "none" ? {} : { ground: highlights[val ?? ""] ?? grey };
  return {};
}

/** White, darkened to a share of 255; a tint leaves it as it is. ECMA-376 1, 17.18.101 */
function shaded(share: string | undefined): Colour {
  const part = Number.parseInt(share ?? "FF", 16);
  return part >= 0 && part < 255 ? { r: part, g: part, b: part, a: 1 } : white;
}

const grey: Colour = { r: 128, g: 128, b: 128, a: 1 };
const highlights: Record<string, Colour> = { white, black, yellow: { r: 255, g: 255, b: 0, a: 1 } };

/** The looks of styles with what they are based on; "" is that of the document. */
function stylesOf(parts: ArchiveParts, isBeyond: IsBeyond): Styles {
  const own = new Map<string, { look: TextLook; basedOn: string }>();
  let open: { look: TextLook; basedOn: string } | null = null;
  let ofParagraphs: string | null = null;
  readXml(parts["word/styles.xml"], {
    open: (element) => {
      const { name, attributes, parent } = element;
      if (name === "style" || name === "docDefaults") {
        open = { look: {}, basedOn: "" };
        const id = name === "style" ? (attributes.styleId ?? "") : "";
        if (own.size < 5000 && id !== usual) own.set(id, open);
        if (attributes.type === "paragraph" && isOn(attributes.default ?? "0")) ofParagraphs = id;
      } else if (name === "basedOn" && open) open.basedOn = attributes.val ?? "";
      else if (open && (parent?.name === "rPr" || parent?.name === "pPr"))
        Object.assign(open.look, lookOf(element, isBeyond));
    },
  });
  const resolve = (id: string, depth: number): TextLook => {
    const style = own.get(id);
    if (!style || depth > 20) return {};
    return { ...(style.basedOn === "" ? null : resolve(style.basedOn, depth + 1)), ...style.look };
  };
  const styles = new Map([...own.keys()].map((id) => [id, resolve(id, 0)]));
  if (ofParagraphs !== null) styles.set(usual, styles.get(ofParagraphs) ?? {});
  return styles;
}
