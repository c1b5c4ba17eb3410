// The language and the direction of an element, as its attributes and those around it say. Selectors 4 8

import type { MarkupElement } from "./tree.ts";

/** The nearest language around an element. Selectors 4 8.2 */
export function isOfLanguage(element: MarkupElement, ranges: string): boolean {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    const language = up.attributes.lang?.toLowerCase();
    if (language === undefined) continue;
    return ranges.split(",", 50).some((given) => {
      const range = given
        .trim()
        .replace(/^["']|["']$/g, "")
        .toLowerCase();
      const bare = range.replace(/^\*-/, "");
      if (range === "*") return language !== "";
      if (range !== bare) return language.split("-").slice(1).includes(bare);
      return language === bare || (bare !== "" && language.startsWith(`${bare}-`));
    });
  }
  return false;
}

/** The direction that the nearest attribute says; texts alone do not tell it here. Selectors 4 8.1 */
export function directionOf(element: MarkupElement): string {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    const direction = up.attributes.dir?.trim().toLowerCase();
    if (direction === "ltr" || direction === "rtl") return direction;
  }
  return "ltr";
}
