// Selectors that are known here: those that are answered, and those that never apply to a mail at rest. Selectors 4

import { parse, type Selector } from "css-what";
import { fieldStates } from "./chosen-fields.ts";

/** Pseudo-classes that never apply to a mail at rest; with those that `pseudo` answers, all that are known. */
const dynamic = new Set(
  (
    "hover active focus focus-within focus-visible visited target autofill fullscreen modal popover-open playing host " +
    "current past future selection picture-in-picture muted -webkit-autofill -moz-focusring"
  ).split(" "),
);

/** Pseudo-elements of the programs that the reader may have; a rule with another one is dropped as a whole. */
const shadowElement =
  /^(?:before|after|first-letter|first-line|selection|placeholder|marker|backdrop|cue|details-content|file-selector-button|-webkit-.*|-ms-expand)$/;

/** The selectors of a list; null where programs drop it, or where one is not known here. */
export function knownSelectors(text: string): Selector[][] | null {
  try {
    const parsed = parse(text);
    if (!parsed.every((selector) => selector.every(isKnown))) return null;
    return parsed.filter((selector) => !selector.some(isOfNone));
  } catch {
    return null;
  }
}

/** Whether the selector applies to elements without a namespace alone: mail has none. Selectors 4 5.3 */
function isOfNone(token: Selector): boolean {
  return (token.type === "tag" || token.type === "universal") && token.namespace === "";
}

const answered = new Set(
  (
    "is where matches -webkit-any not root first-child last-child only-child nth-child nth-last-child first-of-type " +
    "nth-of-type empty link any-link -webkit-any-link lang dir last-of-type only-of-type nth-last-of-type has scope checked"
  ).split(" "),
);

function isKnown(token: Selector): boolean {
  if (token.type === "pseudo-element") return shadowElement.test(token.name);
  if (token.type === "pseudo" && Array.isArray(token.data)) {
    const isForgiving = token.name === "is" || token.name === "where";
    if (!isForgiving && !token.data.every((one) => one.every(isKnown))) return false;
  }
  if (token.type !== "pseudo") return token.type !== "parent" && token.type !== "column-combinator";
  const isPart = /^(?:before|after|first-letter|first-line)$/.test(token.name);
  return isPart || answered.has(token.name) || fieldStates.has(token.name) || dynamic.has(token.name);
}
