// Functions of CSS that are not read here: what a value with one of them comes to is not known. CSS Values 5

const readFunctions = new Set(
  (
    "calc min max clamp var env url image-set linear-gradient radial-gradient conic-gradient repeating-linear-gradient " +
    "repeating-radial-gradient repeating-conic-gradient gradient cross-fade element rgb rgba hsl hsla hwb lab lch oklab oklch " +
    "color color-mix light-dark rect inset circle ellipse polygon path xywh matrix matrix3d translate translatex translatey " +
    "translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy " +
    "perspective blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia cubic-bezier steps " +
    "minmax repeat fit-content"
  ).split(" "),
);

/** Functions of specifications whose values are not read here. */
const otherFunctions = new Set(
  (
    "abs sign round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp if attr random random-item sibling-index " +
    "sibling-count progress media-progress container-progress inherit first-valid toggle src type ident calc-mix calc-size mix " +
    "image paint anchor anchor-size shape superellipse ray param contrast-color device-cmyk color-hdr color-layers interpolate " +
    "palette-mix linear spring stripes filter symbols counter counters view scroll style media supports crossfade arc snap-block"
  ).split(" "),
);

/** Functions that old programs had alone; all others pass over a declaration with one. */
const oldFunctions = new Set(["alpha", "expression", "constant"]);

/** Strings and addresses, whose brackets are none of functions. */
const quoted = /"[^"]*(?:"|$)|'[^']*(?:'|$)|url\([^)]*(?:\)|$)/g;

function functionsIn(value: string): string[] {
  if (!value.includes("(") || value.startsWith("progid:")) return [];
  return [...value.replace(quoted, " ").matchAll(/(?<![\w-])([a-z-][\w-]*)\(/g)].map(([, name = ""]) =>
    name.replace(/^-(?:webkit|moz|ms|o)-/, ""),
  );
}

/** Whether a value, in lower case, depends on a function that is not read here: what it comes to is not known. */
export function isUnread(value: string): boolean {
  return functionsIn(value).some((name) => !readFunctions.has(name) && !oldFunctions.has(name));
}

/** Whether a value has a function of old programs. */
export function isForeign(value: string): boolean {
  return functionsIn(value).some((name) => oldFunctions.has(name));
}

/** Whether a value has a function that no specification names. */
export function isInvented(value: string): boolean {
  return functionsIn(value).some(
    (name) => !readFunctions.has(name) && !otherFunctions.has(name) && !name.startsWith("--"),
  );
}
