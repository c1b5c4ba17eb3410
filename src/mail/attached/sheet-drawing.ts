// Mail, attached: the text of boxes and shapes that lie on a sheet of a workbook. ECMA-376 1, 20.5 (drawings), 20.1 (shapes)
import { type Colour, white } from "../visible/colours.ts";
import { rgbOf, type TextLook, techniqueOf } from "./look.ts";
import { isOn, type PartElement, readXml } from "./parts.ts";
import { shapeNames } from "./slide-paint.ts";
import type { FileWords } from "./text.ts";

interface SheetShape {
  isHidden: boolean;
  ground: Pick<TextLook, "ground" | "isGroundUnknown">;
  /** True: it says its fill, and that of the theme does not count. */
  hasFill: boolean;
}

/** @param sheet one that is not shown hides all */
export function readDrawing(
  part: Uint8Array | undefined,
  sheet: { isHidden: boolean },
  words: FileWords,
): void {
  const open: SheetShape[] = [];
  let skipped = 0;
  let look: TextLook = {};
  const technique = () => {
    if (sheet.isHidden || open.some(({ isHidden }) => isHidden)) return "display";
    return techniqueOf({ ...open.findLast(({ hasFill }) => hasFill)?.ground, ...look });
  };
  readXml(part, {
    open: (element) => {
      const { name, attributes, parent } = element;
      const shape = open.at(-1);
      // The second form of a drawing, for programs that do not know the first.
      if (name === "Fallback") skipped++;
      else if (shapeNames.has(name)) open.push({ isHidden: false, ground: {}, hasFill: false });
      else if (name === "cNvPr" && shape)
        shape.isHidden ||= attributes.hidden !== undefined && isOn(attributes.hidden);
      else if (name === "r" || name === "fld") look = {};
      else if (name === "rPr" && attributes.sz !== undefined) look.points = Number(attributes.sz) / 100;
      else if (parent?.name === "rPr" && name === "noFill") look.isHidden = true;
      else if (parent?.name === "solidFill" && parent.parent?.name === "rPr") look.colour = inkOf(element);
      else if (name === "alpha" && parent?.parent?.parent?.name === "rPr") {
        if (Number(attributes.val) < 5000) look.isHidden = true;
      } else if (shape) fill(shape, element);
    },
    text: (text, { name, parent }) => {
      if (name !== "t" || skipped > 0 || words.isFull) return;
      if (parent?.name === "r" || parent?.name === "fld") words.add(text, technique());
    },
    close: ({ name }) => {
      if (name === "Fallback") skipped--;
      else if (shapeNames.has(name)) open.pop();
      else if (name === "p" && skipped === 0 && technique() === null && !words.text.endsWith("\n"))
        words.text += "\n";
    },
  });
}

/** Null: a colour of the theme that is not known. */
function inkOf({ name, attributes: { val } }: PartElement): Colour | null {
  if (name === "srgbClr") return rgbOf(val);
  return name === "schemeClr" && /^(?:bg1|lt1)$/.test(val ?? "") ? white : null;
}

/** The ground of a shape by its own fill, and else by that of its style. */
function fill(shape: SheetShape, element: PartElement): void {
  const { name, attributes, parent } = element;
  if (parent?.name === "spPr" && /^(?:no|solid|grad|blip|patt|grp)Fill$/.test(name)) {
    shape.hasFill = true;
    // A shape without a fill shows the sheet behind it.
    shape.ground = name === "noFill" ? {} : { isGroundUnknown: true };
  } else if (parent?.name === "solidFill" && parent.parent?.name === "spPr") {
    const ground = inkOf(element);
    shape.ground = ground === null ? { isGroundUnknown: true } : { ground };
  } else if (name === "fillRef" && !shape.hasFill && attributes.idx !== "0") {
    shape.hasFill = true;
    shape.ground = { isGroundUnknown: true };
  }
}
