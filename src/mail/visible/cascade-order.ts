// The order in which rules count for an element. CSS Cascade 6 2.1

import { words } from "./colours.ts";
import type { Declaration } from "./declarations.ts";
import type { CascadeLayer } from "./layers.ts";

/** A rule that matches an element. */
export interface Matched {
  specificity: number;
  order: number;
  layer: CascadeLayer;
  /** The scopes around its rule, the outermost first. */
  scope: readonly string[];
  root: "none" | "itself" | "nearest" | "unsure";
  declarations: Declaration[];
}

/** The order of normal declarations, the strongest last. */
export function byStrength(a: Matched, b: Matched): number {
  return a.layer.rank - b.layer.rank || byPlace(a, b);
}

/** The order of important ones: the earliest layer is the strongest. */
export function byImportance(a: Matched, b: Matched): number {
  return b.layer.rank - a.layer.rank || byPlace(a, b);
}

/** A rule of a scope is nearer than one of none; that of a scope within another is mostly nearer, which `rivalry` doubts. */
function byPlace(a: Matched, b: Matched): number {
  return a.specificity - b.specificity || a.scope.length - b.scope.length || a.order - b.order;
}

/**
 * Where the root of its scope is for what a rule matches, which is sure for the root itself and for the nearest one around an
 * element that no other one leads to.
 * @param selectors with the root in them
 */
export function rootOf(selectors: string, scope: readonly string[]): Matched["root"] {
  const root = scope.at(-1);
  if (root === undefined) return "none";
  const around = `:is(${root}) `;
  const all = words(selectors, ",");
  if (all.every((one) => one === root)) return "itself";
  const isBelow = (one: string) => one.startsWith(around) && /^[\w.#*-]+$/.test(one.slice(around.length));
  return all.every(isBelow) ? "nearest" : "unsure";
}

/**
 * Whether the nearer one of two roots decides between rules, which are not measured. Linear.
 * @returns null: it does; else the comparisons that were made
 */
export function rivalry(matched: readonly Matched[]): number | null {
  const scoped = matched.filter(({ root }) => root !== "none");
  if (scoped.length < 2) return 0;
  const first = new Map<string, Matched>();
  let count = 0;
  for (const one of scoped) {
    for (const property of new Set(one.declarations.map((its) => its.property))) {
      count++;
      const place = `${one.specificity} ${one.layer.rank} ${property}`;
      const other = first.get(place);
      if (other === undefined) first.set(place, one);
      else if (one.root === "unsure" || one.root !== other.root || one.scope !== other.scope) return null;
    }
  }
  return count;
}
