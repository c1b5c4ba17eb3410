// Mail, attached: the ground of a slide, and the boxes that are painted on it. ECMA-376 1, 19.3.1.1 (backgrounds), 20.1 (shapes)
import { type Colour, white } from "../visible/colours.ts";
import { rgbOf } from "./look.ts";
import { type ArchiveParts, type PartElement, readXml, targetsOf } from "./parts.ts";

/** Left, top, right, bottom; null: not known, as of shapes in groups. */
export type SlideBox = readonly [number, number, number, number] | null;

export interface SlidePaint {
  box: SlideBox;
  /** Undefined: it has no ground; null: one that is not known. */
  ground: Colour | null | undefined;
  isPicture: boolean;
  /** True: a rectangle that is not turned. */
  isBox: boolean;
}

export const shapeNames = new Set(["sp", "pic", "graphicFrame", "cxnSp", "grpSp"]);

const maxShapes = 500;

/** The first shapes of a slide in the order in which they are painted, as readers meet them. */
export function paintedShapes(part: Uint8Array | undefined): SlidePaint[] {
  const shapes: SlidePaint[] = [];
  const open: { element: PartElement; shape: SlidePaint; at: [number, number]; isTurned: boolean }[] = [];
  readXml(part, {
    open: (element) => {
      const { name, attributes, parent } = element;
      if (shapeNames.has(name)) {
        const ground = name === "graphicFrame" ? null : undefined;
        const shape: SlidePaint = { box: null, ground, isPicture: name === "pic", isBox: false };
        if (shapes.length < maxShapes) shapes.push(shape);
        open.push({ element, shape, at: [0, 0], isTurned: false });
        return;
      }
      // Shapes that move leave what is under them.
      if (name === "timing") for (const shape of shapes) shape.isBox = false;
      const last = open.at(-1);
      if (last === undefined) return;
      const isOwn = parent?.parent === last.element || parent?.parent?.parent === last.element;
      if (name === "off" && isOwn) last.at = [Number(attributes.x), Number(attributes.y)];
      else if (name === "ext" && isOwn && parent?.name === "xfrm" && open.length === 1) {
        const [x, y] = last.at;
        last.shape.box = [x, y, x + Number(attributes.cx), y + Number(attributes.cy)];
      } else if (parent?.name === "spPr" && /^(?:solid|grad|blip|patt|grp)Fill$/.test(name))
        last.shape.ground = null;
      else if (parent?.name === "spPr" && name === "noFill") last.shape.ground = undefined;
      else if (name === "srgbClr" && parent?.name === "solidFill" && parent.parent?.name === "spPr")
        last.shape.ground = rgbOf(attributes.val);
      else if (name === "prstGeom") last.shape.isBox = attributes.prst === "rect" && !last.isTurned;
      else if (name === "xfrm") last.isTurned = attributes.rot !== undefined;
      else if (name === "alpha" && parent?.parent?.parent?.name === "spPr") last.shape.ground = null;
      // A fill of the theme, where the shape names none itself.
      else if (name === "fillRef" && attributes.idx !== "0") last.shape.ground ??= null;
    },
    close: ({ name }) => {
      if (shapeNames.has(name)) open.pop();
    },
  });
  return shapes;
}

const isPainted = ({ ground, isPicture }: SlidePaint) => isPicture || ground !== undefined;

/** The ground under the text of a shape that has none itself; null: not known. */
export function groundUnder(shapes: readonly SlidePaint[], at: number, ground: Colour | null): Colour | null {
  const own = shapes[at]?.box ?? null;
  for (const other of shapes.slice(0, at).reverse()) {
    if (!isPainted(other) || (own && other.box && !meet(own, other.box))) continue;
    return own && other.box && other.isBox && holds(other.box, own) ? (other.ground ?? null) : null;
  }
  return ground;
}

/** Whether a later shape lets nothing of a shape's text through. */
export function isCovered(shapes: readonly SlidePaint[], at: number): boolean {
  const own = shapes[at]?.box;
  return (
    !!own && shapes.slice(at + 1).some(({ box, ground, isBox }) => isBox && box && ground && holds(box, own))
  );
}

type BoxEdges = NonNullable<SlideBox>;

function meet([left, top, right, bottom]: BoxEdges, [x, y, to, end]: BoxEdges): boolean {
  return left < to && x < right && top < end && y < bottom;
}

function holds([left, top, right, bottom]: BoxEdges, [x, y, to, end]: BoxEdges): boolean {
  return left <= x && top <= y && right >= to && bottom >= end;
}

interface SlideLayout {
  theme: ReadonlyMap<string, Colour>;
  ground: Colour | null;
  /** True: shapes of the layout or the master lie under all of the slide's. */
  isPainted: boolean;
}

/** The grounds of slides: their own, else that of their layout, else its master's. */
export class SlideGrounds {
  readonly #layouts = new Map<string, SlideLayout>();

  constructor(readonly parts: ArchiveParts) {}

  /** Null: a picture, more than one colour, or shapes of the layout. */
  of(slide: string): Colour | null {
    const part = this.#follow(slide, "slideLayouts");
    let layout = this.#layouts.get(part);
    if (layout === undefined) {
      layout = this.#layout(part);
      this.#layouts.set(part, layout);
    }
    if (layout.isPainted) return null;
    const own = groundOf(this.parts[slide], layout.theme);
    return own === undefined ? layout.ground : own;
  }

  #layout(part: string): SlideLayout {
    const { parts } = this;
    const master = this.#follow(part, "slideMasters");
    const theme = themeColours(parts, this.#follow(master, "theme"), parts[master]);
    const own = groundOf(parts[part], theme);
    return {
      theme,
      ground: own === undefined ? groundBelow(parts[master], theme) : own,
      isPainted: [part, master].some((one) => paintedShapes(parts[one]).some(isPainted)),
    };
  }

  #follow(part: string, folder: string): string {
    const targets = [...targetsOf(this.parts, part).values()];
    return targets.find((target) => target.startsWith(`ppt/${folder}/`)) ?? "";
  }
}

/** The ground that a master gives; without one it is that of paper. */
function groundBelow(master: Uint8Array | undefined, theme: ReadonlyMap<string, Colour>): Colour | null {
  const ground = groundOf(master, theme);
  return ground === undefined ? white : ground;
}

function groundOf(
  part: Uint8Array | undefined,
  theme: ReadonlyMap<string, Colour>,
): Colour | null | undefined {
  let ground: Colour | null | undefined;
  readXml(part, {
    open: ({ name, attributes: { val }, parent }) => {
      if (name === "bg") ground = null;
      const isGround =
        parent?.name === "bgRef" || (parent?.name === "solidFill" && parent.parent?.name === "bgPr");
      if (!isGround) return;
      ground = (name === "schemeClr" ? theme.get(val ?? "") : rgbOf(val)) ?? null;
    },
  });
  return ground;
}

/** The colours of a theme by the names that slides have for them. ECMA-376 1, 19.3.1.6 */
function themeColours(
  parts: ArchiveParts,
  theme: string,
  master: Uint8Array | undefined,
): ReadonlyMap<string, Colour> {
  const colours = new Map<string, Colour>();
  readXml(parts[theme], {
    open: ({ name, attributes: { val, lastClr }, parent }) => {
      if (parent?.parent?.name !== "clrScheme") return;
      const colour = rgbOf(name === "sysClr" ? lastClr : val);
      if (colour) colours.set(parent.name, colour);
    },
  });
  readXml(master, {
    open: ({ name, attributes }) => {
      if (name !== "clrMap") return;
      const scheme = new Map(colours);
      for (const [own, given] of Object.entries(attributes)) {
        const colour = scheme.get(given);
        if (colour) colours.set(own, colour);
      }
    },
  });
  return colours;
}
