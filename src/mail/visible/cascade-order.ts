// The order in which rules count for an element. CSS Cascade 6 2.1

import type { Declaration } from "./declarations.ts";
import type { CascadeLayer } from "./layers.ts";

/** A rule that matches an element. */
export interface Matched {
  specificity: number;
  order: number;
  layer: CascadeLayer;
  /** Roots of the scopes around its rule, the outermost first. */
  scope: readonly string[];
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

/** A rule of a scope is nearer than one of none, and that of a scope within another nearer than the other's. */
function byPlace(a: Matched, b: Matched): number {
  return a.specificity - b.specificity || a.scope.length - b.scope.length || a.order - b.order;
}

/** Whether the nearer one of two roots decides between rules, which are not measured. */
export function areRivals(matched: readonly Matched[]): boolean {
  const scoped = matched.filter(({ scope }) => scope.length > 0);
  if (scoped.length < 2) return false;
  return scoped.some((one) =>
    scoped.some(
      (other) =>
        one.specificity === other.specificity &&
        one.layer === other.layer &&
        !isPrefix(one.scope, other.scope) &&
        !isPrefix(other.scope, one.scope) &&
        one.declarations.some(({ property }) => other.declarations.some((its) => its.property === property)),
    ),
  );
}

function isPrefix(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.every((root, at) => inner[at] === root);
}
