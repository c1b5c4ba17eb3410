// Functions of CSS that are not read here: what a value with one of them comes to is not known. CSS Values 5

/** Functions of CSS that are read here, or that no program knows. */
const readFunctions = new Set(
  (
    "calc min max clamp var env url image-set linear-gradient radial-gradient conic-gradient repeating-linear-gradient " +
    "repeating-radial-gradient repeating-conic-gradient gradient cross-fade element rgb rgba hsl hsla hwb lab lch oklab oklch " +
    "color color-mix light-dark rect inset circle ellipse polygon path xywh matrix matrix3d translate translatex translatey " +
    "translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy " +
    "perspective blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia cubic-bezier steps " +
    "minmax repeat fit-content alpha expression constant"
  ).split(" "),
);

/** Whether a value, in lower case, depends on a function that is not read here: what it comes to is not known. */
export function isUnread(value: string): boolean {
  if (!value.includes("(")) return false;
  for (const [, name = ""] of value.matchAll(/(?<![\w-])([a-z-][\w-]*)\(/g))
    if (!readFunctions.has(name.replace(/^-(?:webkit|moz|ms|o)-/, ""))) return true;
  return false;
}
