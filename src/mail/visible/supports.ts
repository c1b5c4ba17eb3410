// Whether programs have what an @supports condition asks for. CSS Conditional Rules 3 6, 4 2

import { declared, isKnownProperty } from "./declarations.ts";
import { isInvented, isUnread } from "./unread.ts";

/** Properties that all programs have, beside those whose values are known here. */
const common =
  /^(?:-webkit-|--)?(?:display|position|color|font|width|height|margin|padding|flex|grid|gap|object-fit|background|float|opacity|transform|filter|backdrop-filter|mask|clip-path|aspect-ratio|inset)(?![a-z])/;
const foreign = /^-?(?:ms|moz|o|mso)-/;
/** Properties of one system's programs. */
const ofTelephones = /^-webkit-(?:touch-callout|overflow-scrolling)$/;
const maxDepth = 10;

/**
 * Whether a condition, in lower case, holds: properties that programs have are taken to be there, but for another family's own and
 * for values that no program knows.
 * @returns null where the answer is not known
 */
export function supports(condition: string): boolean | null {
  return holds(condition.slice(0, 2000), 0);
}

function holds(text: string, depth: number): boolean | null {
  if (depth > maxDepth) return null;
  const parts = partsOf(text);
  const groups = parts.filter(({ word }) => word === null);
  if (groups.length === 0) return null;
  const results = groups.map(({ group, isNot }) => {
    const inner = /^\s*(?:\(|not\b)/.test(group) ? holds(group, depth + 1) : hasFeature(group.trim());
    return inner === null || !isNot ? inner : !inner;
  });
  const isAny = parts.some(({ word }) => word === "or");
  if (results.includes(isAny)) return isAny;
  return results.includes(null) ? null : !isAny;
}

function hasFeature(feature: string): boolean | null {
  const colon = feature.indexOf(":");
  const name = feature.slice(0, Math.max(0, colon)).trim();
  // A selector or a font.
  if (!/^-{0,2}[a-z][a-z0-9-]*$/.test(name) || ofTelephones.test(name)) return null;
  if (foreign.test(name)) return false;
  const value = feature.slice(colon + 1).trim();
  if (name.startsWith("--")) return true;
  if (isInvented(value)) return false;
  if (isUnread(value)) return null;
  if (!isKnownProperty(name)) return common.test(name) && plain.test(value) ? true : null;
  const found = declared(name, value, { important: false, quirks: false });
  if (found.length > 0) return unchecked.test(name) && !plain.test(value) ? null : true;
  const [, unit] = /^[+-]?[\d.]{1,20}([a-z]{0,10})$/.exec(value) ?? [];
  return /^[a-z-]+$/.test(value) || (unit !== undefined && !units.test(unit)) ? false : null;
}

/** Values that programs have for the properties whose values are not known here. */
const plain =
  /^(?:none|auto|normal|inherit|initial|unset|cover|contain|fill|flex|grid|[\d.]+(?:px|em|rem|%|fr)?|(?:url|linear-gradient|rgba?|blur|calc|inset|circle|polygon)\([^()]*\))$/;
/** Properties that are taken here with any value. */
const unchecked =
  /^(?:-webkit-)?(?:background|text-|box-|offset|color-scheme|clip-path|mask|scale|rotate|translate|mix-blend|contain|font-size-adjust|grid|perspective|backdrop|animation)/;
const units =
  /^(?:|px|r?em|r?ex|r?ch|r?ic|r?cap|r?lh|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|cm|mm|q|in|pt|pc|fr|deg|g?rad|turn|m?s|dpi|dpcm|dppx|x)$/;

interface ConditionPart {
  /** The text between brackets. */
  group: string;
  isNot: boolean;
  /** A word between groups. */
  word: string | null;
}

function partsOf(text: string): ConditionPart[] {
  const parts: ConditionPart[] = [];
  let isNot = false;
  let at = 0;
  while (at < text.length) {
    const word = /^[a-z-]+/.exec(text.slice(at, at + 40))?.[0];
    const from = at + (word?.length ?? 0);
    if (text[from] === "(") {
      let end = from;
      for (let open = 0; end < text.length; end++) {
        if (text[end] === "(") open++;
        else if (text[end] === ")" && --open === 0) break;
      }
      parts.push({ group: text.slice(from + 1, end), isNot, word: null });
      isNot = false;
      at = end + 1;
    } else {
      if (word === "not") isNot = true;
      else if (word !== undefined) parts.push({ group: "", isNot: false, word });
      at = Math.max(from, at + 1);
    }
  }
  return parts;
}
