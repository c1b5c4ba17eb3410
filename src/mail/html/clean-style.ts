// Cleans inline CSS: an allow-list of properties with values of a plain grammar. Nothing that loads (no url()), nothing that leaves
// its box (no position, no negative margin, no huge size), nothing unknown. Cleaning again changes nothing.

// biome-ignore format: a table
const properties = new Set([
  "color", "background-color", "background", "font", "font-family", "font-size", "font-style",
  "font-weight", "font-variant", "line-height", "letter-spacing", "word-spacing", "text-align",
  "text-decoration", "text-transform", "text-indent", "vertical-align", "white-space", "word-break",
  "word-wrap", "overflow-wrap", "direction", "margin", "margin-top", "margin-right", "margin-bottom",
  "margin-left", "padding", "padding-top", "padding-right", "padding-bottom", "padding-left", "border",
  "border-top", "border-right", "border-bottom", "border-left", "border-color", "border-style",
  "border-width", "border-top-color", "border-right-color", "border-bottom-color", "border-left-color",
  "border-top-style", "border-right-style", "border-bottom-style", "border-left-style",
  "border-top-width", "border-right-width", "border-bottom-width", "border-left-width", "border-radius",
  "border-collapse", "border-spacing", "table-layout", "caption-side", "empty-cells", "width",
  "max-width", "min-width", "height", "max-height", "min-height", "display", "float", "clear",
  "list-style", "list-style-type", "list-style-position", "box-sizing", "visibility", "mso-hide",
  "overflow", "opacity",
]);

/** Keywords, numbers with units, colours, quoted font names; functions only for colours. */
const plain = /^[a-z0-9#.,%+ \-'"!/\u00c0-\u{10ffff}]*$/iu;
const colour = /(?:rgb|hsl)a?\([0-9.,%/ deg-]{1,60}\)/gi;
const number = /(-?(?:\d+\.?\d*|\.\d+))(em|rem|ex|ch|in|cm|pc|vw|vh|vmin|vmax)?/gi;
const exponent = /\de[+-]?\d/i;
/** Values with digits that are no sizes: colours, quoted names. */
const noSize = /#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]*\)|"[^"]*"|'[^']*'/gi;

const maxLength = 8000;
/** Maximum sizes, about in pixels, of properties that move or enlarge text; 4000 for the others. */
const limits = new Map([
  ["vertical-align", 100],
  ["letter-spacing", 50],
  ["word-spacing", 50],
  ["text-indent", 500],
  ["line-height", 500],
  ["font-size", 300],
  ["font", 1000],
]);
const signed = new Set(["vertical-align", "letter-spacing", "word-spacing"]);

/** The allowed declarations of a style attribute, in order, in one notation; "" without any. */
export function cleanStyle(style: string): string {
  if (style.length > maxLength || style === "") return "";
  const kept: string[] = [];
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    if (!properties.has(property)) continue;
    const value = cleanValue(property, declaration.slice(colon + 1).trim());
    if (value !== null) kept.push(`${property}:${value}`);
  }
  return kept.join(";");
}

function cleanValue(property: string, text: string): string | null {
  const value = text.replace(/\s+/g, " ");
  if (value === "" || value.length > 300) return null;
  if (!plain.test(value.includes("(") ? value.replace(colour, "") : value)) return null;
  if (unbalanced(value)) return null;
  if (
    property === "display" &&
    !/^(?:none|block|inline|inline-block|table|inline-table|table-\w+(?:-\w+)?|list-item)\b/i.test(value)
  ) {
    return null;
  }
  if (property === "overflow" && !/^(?:hidden|auto|scroll)\b/i.test(value)) return null;
  return fits(property, value) ? value : null;
}

/** Whether all sizes are within their limits, so that the element stays in its place. */
function fits(property: string, value: string): boolean {
  if (property.endsWith("color") || property === "font-family") return true;
  const limit = limits.get(property) ?? 4000;
  const bare = value.replace(noSize, " ");
  if (exponent.test(bare)) return false;
  for (const match of bare.matchAll(number)) {
    // The units with a factor are 16 pixels or more.
    const size = Number(match[1]) * (match[2] ? 16 : 1);
    if (size > limit || size < (signed.has(property) ? -limit : 0)) return false;
  }
  return true;
}

/** Whether a quote is not closed: the next declarations would become part of it. */
function unbalanced(value: string): boolean {
  let open = "";
  for (const char of value) {
    if (open === "" && (char === '"' || char === "'")) open = char;
    else if (char === open) open = "";
  }
  return open !== "";
}
