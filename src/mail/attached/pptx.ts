// Mail, attached: the text of a PowerPoint presentation, slide after slide. ECMA-376 1, 19.3 (slides), 20.1 (shapes), 21.1.2 (text)
import { type Colour, white } from "../visible/colours.ts";
import { rgbOf, techniqueOf } from "./look.ts";
import { type ArchiveParts, isOn, type PartElement, partsOf, readXml, targetsOf } from "./parts.ts";
import { groundUnder, isCovered, paintedShapes, SlideGrounds, shapeNames } from "./slide-paint.ts";
import { FileWords } from "./text.ts";

const deck = "ppt/presentation.xml";
const wanted =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|(?:slides|slideLayouts|slideMasters)\/(?:_rels\/)?[a-zA-Z]+\d+\.xml(?:\.rels)?|notesSlides\/notesSlide\d+\.xml|theme\/theme\d+\.xml)$/;

const maxSlides = 500;

/** Null: the archive is no presentation. @throws Error broken */
export function pptxText(bytes: Uint8Array): FileWords | null {
  const parts = partsOf(bytes, wanted);
  if (parts[deck] === undefined) return null;
  const { slides, width, height } = slidesOf(parts);
  const words = new FileWords();
  const grounds = new SlideGrounds(parts);
  for (const [n, part] of slides.entries()) {
    if (words.isFull) break;
    words.where = `slide ${n + 1}`;
    if (words.text !== "") words.text += "\n";
    readSlide(parts[part], { width, height, ground: grounds.of(part) }, words);
    words.where = `notes of slide ${n + 1}`;
    for (const target of targetsOf(parts, part).values())
      if (target.startsWith("ppt/notesSlides/")) readNotes(parts[target], words);
  }
  return words;
}

function slidesOf(parts: ArchiveParts): { slides: string[]; width: number; height: number } {
  const targets = targetsOf(parts, deck);
  const slides: string[] = [];
  let [width, height] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readXml(parts[deck], {
    open: ({ name, attributes: { id, cx, cy }, parent }) => {
      if (name === "sldSz") [width, height] = [Number(cx), Number(cy)];
      else if (name === "sldId" && parent?.name === "sldIdLst" && slides.length < maxSlides) {
        const part = targets.get(id ?? "");
        if (part !== undefined) slides.push(part);
      }
    },
  });
  return { slides, width, height };
}

interface SlideShape {
  element: PartElement;
  /** Where it stands among the slide's shapes. */
  number: number;
  isHidden: boolean;
  isOutside: boolean;
  /** Left upper corner. */
  at: { x: number; y: number };
  /** Undefined: the shape has none of its own; null: one that is not known. */
  ground?: Colour | null;
}

interface Slide {
  width: number;
  height: number;
  /** Null: not known. */
  ground: Colour | null;
}

function readSlide(part: Uint8Array | undefined, slide: Slide, words: FileWords): void {
  const open: SlideShape[] = [];
  const painted = paintedShapes(part);
  let count = 0;
  let isUnshown = false;
  let look: { colour: Colour | null; points?: number; isHidden?: boolean } = { colour: null };
  const technique = () => {
    if (isUnshown || open.some(({ isHidden }) => isHidden)) return "display";
    if (open.some(({ isOutside }) => isOutside)) return "position";
    const shape = open.at(-1);
    if (shape && isCovered(painted, shape.number)) return "behind";
    const own = open.findLast((one) => one.ground !== undefined)?.ground;
    // The ground of a cell is that of its table's style.
    const isCell = shape?.element.name === "graphicFrame";
    const around = isCell || !shape ? null : groundUnder(painted, shape.number, slide.ground);
    const under = own === undefined ? around : own;
    // A ground that is not known may be any.
    return techniqueOf({ ...look, colour: under && look.colour, ground: under });
  };
  readXml(part, {
    open: (element) => {
      const { name, attributes, parent } = element;
      const shape = open.at(-1);
      if (name === "sld") isUnshown = attributes.show !== undefined && !isOn(attributes.show);
      else if (shapeNames.has(name))
        open.push({ element, number: count++, isHidden: false, isOutside: false, at: { x: 0, y: 0 } });
      else if (name === "cNvPr" && shape)
        shape.isHidden ||= attributes.hidden !== undefined && isOn(attributes.hidden);
      else if (name === "off" || name === "ext") {
        if (shape && parent?.name === "xfrm") measure(element, shape, slide);
      } else if (name === "rPr" || name === "r" || name === "fld") {
        if (name === "rPr") look = { colour: look.colour, ...pointsOf(attributes.sz) };
        else look = { colour: null };
      } else if (name === "srgbClr" || name === "schemeClr") {
        const colour = name === "srgbClr" ? rgbOf(attributes.val) : attributes.val === "bg1" ? white : null;
        const owner = parent?.name === "solidFill" ? parent.parent?.name : undefined;
        if (owner === "rPr") look.colour = colour;
        else if (owner === "spPr" && shape) shape.ground = colour;
      } else if (name === "noFill" && parent?.name === "rPr") look.isHidden = true;
      else if (name === "alpha" && parent?.parent?.parent?.name === "rPr") {
        if (Number.parseFloat(attributes.val ?? "100000") < (attributes.val?.endsWith("%") ? 5 : 5000))
          look.isHidden = true;
      } else if (/^(?:gradFill|blipFill|pattFill)$/.test(name) && parent?.name === "spPr" && shape)
        shape.ground = null;
      else if (name === "br") words.add("\n", technique());
    },
    text: (text, { name }) => {
      if (name === "t" && !words.isFull) words.add(text, technique());
    },
    close: ({ name, parent }) => {
      if (shapeNames.has(name)) open.pop();
      else if (name === "p" && technique() === null && !words.text.endsWith("\n")) words.text += "\n";
      else if (name === "tc" && parent?.name === "tr") words.end("\t");
      else if (name === "tr") words.end("\n");
    },
  });
}

/** Given in hundredths of a point. */
function pointsOf(hundredths: string | undefined) {
  return hundredths === undefined ? {} : { points: Number(hundredths) / 100 };
}

/** A shape beyond the slide's edges is not shown. Shapes in groups have coordinates of their own. */
function measure(
  { name, attributes, parent }: PartElement,
  shape: SlideShape,
  { width, height }: Slide,
): void {
  if (parent?.parent?.parent !== shape.element && parent?.parent !== shape.element) return;
  if (name === "off") shape.at = { x: Number(attributes.x), y: Number(attributes.y) };
  if (name !== "ext" || shape.element.parent?.name === "grpSp") return;
  const { x, y } = shape.at;
  const [right, bottom] = [x + Number(attributes.cx), y + Number(attributes.cy)];
  shape.isOutside = right <= 0 || bottom <= 0 || x >= width || y >= height;
}

/** Notes are for who speaks: a person who looks at the slides does not see them. */
function readNotes(part: Uint8Array | undefined, words: FileWords): void {
  readXml(part, {
    text: (text, { name, parent }) => {
      if (name === "t" && parent?.name === "r") words.hide(text, "notes");
    },
    close: ({ name }) => {
      if (name === "p") words.hide(" ", "notes");
    },
  });
}
