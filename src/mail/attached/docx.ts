// Mail, attached: the text of a Word document. ECMA-376 1, 17.3 (paragraphs and runs), 17.7 (styles), 17.13.5 (what was changed)
import { black, type Colour, white } from "../visible/colours.ts";
import { rgbOf, type TextLook, techniqueOf } from "./look.ts";
import { type ArchiveParts, isOn, type PartElement, partsOf, readXml } from "./parts.ts";
import { FileWords } from "./text.ts";

const main = "word/document.xml";
const wanted = /^word\/(?:document|styles|settings|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/;

type Styles = ReadonlyMap<string, TextLook>;

/** A paragraph a line, cells of a table with tabs between; null: the archive is no Word document. @throws Error broken */
export function docxText(bytes: Uint8Array): FileWords | null {
  const parts = partsOf(bytes, wanted);
  if (parts[main] === undefined) return null;
  const styles = stylesOf(parts);
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
    readPart(parts[name], { styles, hasGround }, words);
  }
  return words;
}

/** Elements whose inside is not shown: words that were taken out or moved away, and the second form of a drawing. */
const unshown = new Set(["del", "moveFrom", "Fallback"]);

/** Elements with a look of their own. */
const owners = new Set(["p", "r", "tr", "tc"]);

/** In twentieths of a point: a line that is lower shows no letter, a paragraph that begins beyond that no page does. */
const minLine = 30;
const maxIndent = 15_840;
/** A frame that begins as far left of a page, or above it, shows nothing on it. */
const minFrame = 5000;
/** In English Metric Units: more than a page has. */
const maxOffset = 30_000_000;
/** The name of the style of paragraphs that name none. */
const usual = "*";

interface OpenLook {
  /** The look by the paragraph's style, its shading and the cell around it. */
  look: TextLook;
  element: PartElement;
}

interface WordDocument {
  styles: Styles;
  /** Whether its ground has a colour on the screen. */
  hasGround: boolean;
}

function readPart(part: Uint8Array | undefined, { styles, hasGround }: WordDocument, words: FileWords): void {
  const base = { ...styles.get("") };
  const levels: OpenLook[] = [];
  let skipped = 0;
  const around = () => levels.at(-1)?.look ?? base;
  readXml(part, {
    open: (element) => {
      const { name, attributes } = element;
      if (unshown.has(name)) skipped++;
      if (name === "background" && hasGround) base.ground = rgbOf(attributes.color);
      if (owners.has(name))
        levels.push({ look: { ...around(), ...(name === "p" ? styles.get(usual) : null) }, element });
      const level = levels.at(-1);
      if (level && isPropertyOf(element, level.element)) Object.assign(level.look, lookOf(element, styles));
      if (level && isAway(element)) level.look.isGone = true;
      if (skipped > 0) return;
      if (name === "tab" && element.parent?.name === "r") words.add("\t", null);
      else if ((name === "br" || name === "cr") && attributes.type !== "page") words.add("\n", null);
      else if (name === "noBreakHyphen") words.add("-", null);
    },
    text: (text, { name }) => {
      if (name === "t" && skipped === 0 && !words.isFull) words.add(text, techniqueOf(around()));
      else if (name === "delText") words.hide(text, "deleted");
      else if (name === "posOffset" && Math.abs(Number(text)) > maxOffset && levels.length > 0)
        levels.at(-1)!.look.isGone = true;
    },
    close: ({ name }) => {
      if (unshown.has(name)) skipped--;
      if (owners.has(name)) levels.pop();
      if (skipped > 0) return;
      if (name === "p") words.text += "\n";
      // The paragraph of a cell has ended already.
      else if (name === "tc") words.end("\t");
      else if (name === "tr") words.end("\n");
    },
  });
}

/** Whether a shape is hidden, or stands beyond every page. ECMA-376 1, 20.4.2.5; 4, 19.1.2.19 */
function isAway({ name, attributes }: PartElement): boolean {
  if (name === "docPr") return attributes.hidden !== undefined && isOn(attributes.hidden);
  const style = /^(?:shape|rect|roundrect|oval)$/.test(name) ? (attributes.style ?? "") : "";
  if (/visibility:\s?hidden|display:\s?none/i.test(style)) return true;
  return [...style.matchAll(/(?:left|top):\s?(-\d{1,6})(?:\.\d{1,9})?(?:pt|px)?(?:;|$)/gi)].some(
    ([, place]) => Number(place) * 20 < -maxIndent,
  );
}

/** Whether an element stands in the properties of the run, paragraph, row or cell that is open. */
function isPropertyOf({ parent }: PartElement, owner: PartElement): boolean {
  return parent !== null && parent.parent === owner && /^(?:r|p|tr|tc)Pr$/.test(parent.name);
}

function lookOf({ name, attributes, parent }: PartElement, styles: Styles): TextLook {
  const { val, fill, themeColor } = attributes;
  // A paragraph's own mark is no text.
  if (name === "rStyle" || name === "pStyle") return styles.get(val ?? "") ?? {};
  if (name === "shd") return { ground: fill === "auto" ? null : rgbOf(fill) };
  if (name === "trHeight" || (name === "spacing" && parent?.name === "pPr")) {
    const { hRule, lineRule, line } = attributes;
    const height = Number((name === "trHeight" ? val : line) ?? Number.NaN);
    return (hRule ?? lineRule) === "exact" && height < minLine ? { isGone: true } : {};
  }
  if (name === "framePr") {
    const isOff = [attributes.x, attributes.y].some(
      (at) => Math.abs(Number(at ?? 0)) > maxIndent || Number(at ?? 0) < -minFrame,
    );
    return isOff ? { isGone: true } : {};
  }
  if (name === "hidden" && parent?.name === "trPr") return isOn(val) ? { isGone: true } : {};
  if (name === "ind") {
    const { left, start } = attributes;
    return Math.abs(Number(left ?? start ?? 0)) > maxIndent ? { isGone: true } : {};
  }
  if (parent?.name !== "rPr") return {};
  if (name === "vanish") return { isHidden: isOn(val) };
  // The colour of a theme goes before the code beside it, and its paper is white. ECMA-376 1, 17.3.2.6
  if (name === "color") {
    const isPaper = /^(?:background|light)1$/.test(themeColor ?? "");
    return { colour: isPaper ? shaded(attributes.themeShade) : rgbOf(val) };
  }
  if (name === "spacing") return { spacing: Number(val ?? 0) / 20 };
  if (name === "sz") return { points: Number(val) / 2 };
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
function stylesOf(parts: ArchiveParts): Styles {
  const own = new Map<string, { look: TextLook; basedOn: string }>();
  let open: { look: TextLook; basedOn: string } | null = null;
  let ofParagraphs: string | null = null;
  readXml(parts["word/styles.xml"], {
    open: (element) => {
      const { name, attributes, parent } = element;
      if (name === "style" || name === "docDefaults") {
        open = { look: {}, basedOn: "" };
        const id = name === "style" ? (attributes.styleId ?? "") : "";
        if (own.size < 5000) own.set(id, open);
        if (attributes.type === "paragraph" && isOn(attributes.default ?? "0")) ofParagraphs = id;
      } else if (name === "basedOn" && open) open.basedOn = attributes.val ?? "";
      else if (open && (parent?.name === "rPr" || parent?.name === "pPr"))
        Object.assign(open.look, lookOf(element, new Map()));
    },
  });
  const resolve = (id: string, depth: number): TextLook => {
    const style = own.get(id);
    if (!style || depth > 20) return {};
    return id === "" ? style.look : { ...resolve(style.basedOn, depth + 1), ...style.look };
  };
  const styles = new Map([...own.keys()].map((id) => [id, resolve(id, 0)]));
  if (ofParagraphs !== null) styles.set(usual, styles.get(ofParagraphs) ?? {});
  return styles;
}
