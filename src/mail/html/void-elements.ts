// Elements of HTML without content and end tag. WHATWG HTML 13.1.2

// biome-ignore format: a table
export const voidElements = new Set([
  "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
]);
