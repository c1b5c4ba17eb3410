// Properties of a line's direction and of its blocks, as the sides of a box. CSS Logical Properties 1

/** Properties of the line's direction: what they are in text from left to right, and from right to left. */
const ofDirection = new Map<string, [string, string]>([
  ["margin-inline-start", ["margin-left", "margin-right"]],
  ["margin-inline-end", ["margin-right", "margin-left"]],
  ["padding-inline-start", ["padding-left", "padding-right"]],
  ["inset-inline-start", ["left", "right"]],
  ["inset-inline-end", ["right", "left"]],
]);

/** The property of a box's side for one of the line's direction. */
export function physical(property: string, isRightToLeft: boolean): string {
  return ofDirection.get(property)?.[isRightToLeft ? 1 : 0] ?? property;
}

/** Logical properties of the other axis. */
export const logical = new Map(
  (
    "inline-size width block-size height max-inline-size max-width max-block-size max-height min-inline-size min-width " +
    "min-block-size min-height padding-block-start padding-top padding-block-end padding-bottom margin-block-start margin-top inset-block-start top " +
    "inset-block-end bottom overflow-inline overflow-x overflow-block overflow-y"
  )
    .match(/(?<!\S)\S+ \S+/g)!
    .map((pair) => pair.split(" ") as [string, string]),
);
