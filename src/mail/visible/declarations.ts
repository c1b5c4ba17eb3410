// The CSS properties that can hide text, their shorthands, and which values programs take: one that they do not know is passed
// over, and an earlier declaration counts. CSS Syntax 3 2.2

import { cssColour, hashless, words } from "./colours.ts";
import { backgroundOf, maskOf } from "./image-shorthands.ts";
import { pixels } from "./lengths.ts";
import { adjustOf, edgeParts, edgeWidth, shadowsOf } from "./letter-values.ts";
import { logical } from "./logical.ts";
import { withoutEnvironment } from "./media.ts";
import { isForeign, isUnread } from "./unread.ts";

export interface Declaration {
  property: string;
  value: string;
  important: boolean;
  /** True: whether programs take the value, and what it comes to, is not known here. */
  isUnread: boolean;
}

const anyLength = { em: 16, whole: 100 };
const keyword = (words: string) => {
  const set = new Set(words.split(" "));
  return (value: string) => set.has(value);
};
type ValueCheck = (value: string, quirks: boolean) => boolean;
const length: ValueCheck = (value, quirks) => pixels(value, { ...anyLength, unitless: quirks }) !== null;
const lengthOr =
  (words: string): ValueCheck =>
  (value, quirks) =>
    keyword(words)(value) || length(value, quirks);
const sized = lengthOr("auto none min-content max-content fit-content -webkit-fill-available stretch");
const placed = lengthOr("auto");
const colour: ValueCheck = (value) => cssColour(value) !== null;
const number: ValueCheck = (value) =>
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?%?$/.test(value) || /^(?:calc|min|max|clamp)\(/.test(value);
/** Functions after each other: the first one's name, and the last one's end. What stands between is read where they are used. */
const functions: ValueCheck = (value) =>
  value === "none" || /^[a-z][a-z0-9-]*\([^{}]*\)$/.test(value.trimEnd());
const anything: ValueCheck = () => true;

export const sizeWords = new Map([
  ["xx-small", 9],
  ["x-small", 10],
  ["small", 13],
  ["medium", 16],
  ["large", 18],
  ["x-large", 24],
  ["xx-large", 32],
  ["xxx-large", 48],
]);

const displays = keyword(
  "none block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell table-row-group " +
    "table-header-group table-footer-group table-column table-column-group table-caption list-item contents flow-root ruby " +
    "ruby-text -webkit-box -webkit-inline-box -webkit-flex -ms-flexbox run-in math",
);

const checks = new Map<string, ValueCheck>(
  Object.entries({
    display: (value: string) =>
      displays(value) ||
      /^(?:block|inline|list-item)(?: (?:flow|flow-root|flex|grid|table|list-item))+$/.test(value),
    visibility: keyword("visible hidden collapse"),
    "content-visibility": keyword("visible hidden auto"),
    opacity: number,
    color: colour,
    "-webkit-text-fill-color": colour,
    "background-color": colour,
    "background-image": anything,
    "background-size": anything,
    "background-repeat": anything,
    "vertical-align": anything,
    "font-size": (value: string, quirks: boolean) =>
      sizeWords.has(value) ||
      value === "smaller" ||
      value === "larger" ||
      (length(value, quirks) && !value.startsWith("-")),
    "-webkit-box-orient": anything,
    "-webkit-line-clamp": (value: string) => value === "none" || /^\d{1,9}$/.test(value),
    "line-height": (value: string, quirks: boolean) =>
      value === "normal" || number(value, quirks) || length(value, quirks),
    "letter-spacing": lengthOr("normal"),
    "text-indent": (value: string, quirks: boolean) =>
      length(value.replace(/ (?:hanging|each-line)/g, ""), quirks),
    "text-shadow": (value: string) => shadowsOf(value) !== null,
    "-webkit-text-stroke-width": (value: string) => edgeWidth(value) !== null,
    "-webkit-text-stroke-color": colour,
    "paint-order": (value: string) => /^(?:normal|(?:(?:fill|stroke|markers)(?: |$)){1,3})$/.test(value),
    "justify-content": anything,
    "flex-direction": anything,
    "-webkit-text-security": keyword("none disc circle square"),
    position: keyword("static relative absolute fixed sticky -webkit-sticky"),
    left: placed,
    right: placed,
    top: placed,
    bottom: placed,
    "z-index": (value: string) => value === "auto" || /^[+-]?\d+$/.test(value),
    float: keyword("left right none inline-start inline-end"),
    "margin-left": placed,
    "margin-right": placed,
    "margin-top": placed,
    "padding-left": length,
    "padding-top": length,
    "padding-bottom": length,
    "border-top-width": lengthOr("thin medium thick"),
    "text-align": keyword(
      "left right center justify start end -webkit-center -webkit-right -moz-center match-parent",
    ),
    "box-shadow": anything,
    "flex-grow": number,
    "flex-basis": lengthOr("auto content min-content max-content fit-content"),
    "offset-path": anything,
    "color-scheme": anything,
    "box-sizing": keyword("border-box content-box"),
    width: sized,
    height: sized,
    "max-width": sized,
    "max-height": sized,
    "min-width": sized,
    "min-height": sized,
    "overflow-x": keyword("visible hidden clip scroll auto overlay"),
    "overflow-y": keyword("visible hidden clip scroll auto overlay"),
    clip: (value: string) => value === "auto" || /^rect\(.*\)$/.test(value),
    "clip-path": anything,
    "mask-image": anything,
    "mask-size": anything,
    "mask-repeat": anything,
    "margin-inline-start": placed,
    "margin-inline-end": placed,
    "padding-inline-start": length,
    "inset-inline-start": placed,
    "inset-inline-end": placed,
    filter: functions,
    transform: functions,
    scale: anything,
    rotate: anything,
    "backface-visibility": keyword("visible hidden"),
    "mix-blend-mode": anything,
    translate: anything,
    zoom: (value: string) => number(value, false) || value === "normal",
    direction: keyword("ltr rtl"),
    "unicode-bidi": keyword("normal embed isolate bidi-override isolate-override plaintext"),
    "white-space": keyword("normal nowrap pre pre-wrap pre-line break-spaces"),
    "white-space-collapse": keyword("collapse preserve preserve-breaks preserve-spaces break-spaces"),
    "mso-hide": keyword("all none screen"),
    contain: anything,
    "font-size-adjust": (value: string) => adjustOf(value) !== null,
    "grid-template-rows": anything,
    "grid-template-columns": anything,
    "grid-area": anything,
    "grid-row": anything,
    "grid-column": anything,
    "grid-row-start": anything,
    "grid-column-start": anything,
    perspective: anything,
    "transform-style": keyword("flat preserve-3d"),
    "backdrop-filter": anything,
    "container-type": anything,
    "contain-intrinsic-size": anything,
    animation: anything,
    "animation-name": anything,
    "animation-fill-mode": anything,
    "animation-iteration-count": anything,
    "animation-play-state": anything,
    "animation-duration": anything,
    "animation-delay": anything,
  } satisfies Record<string, ValueCheck>),
);

const wide = keyword("inherit initial unset revert revert-layer");
/** Custom properties, and the values of others, are no longer than this. */
const maxValue = 2000;

/** The longhands that a declaration sets; none where it sets nothing of interest. */
export function declared(
  name: string,
  given: string,
  { important, quirks }: { important: boolean; quirks: boolean },
): Declaration[] {
  if (given.length > maxValue) return [];
  if (name.startsWith("--"))
    return name.length > 100
      ? []
      : [{ property: name.toLowerCase(), value: given, important, isUnread: false }];
  const bare = unprefixed(name.toLowerCase());
  const property = logical.get(bare) ?? bare;
  const plain = given.toLowerCase().replace(/\s+/g, " ");
  const isColour = quirks && (property === "color" || property === "background-color");
  const value = plain.includes("env(") ? withoutEnvironment(plain) : isColour ? hashless(plain) : plain;
  if (value === "") return [];
  const longhands = shorthands.get(property);
  // A variable's value is known at the element.
  const hasVariable = value.includes("var(");
  if (!hasVariable && (isUnread(value) || isForeign(value))) {
    const names = isForeign(value) ? [] : (longhands?.names ?? (checks.has(property) ? [property] : []));
    return names.map((one) => ({ property: one, value, important, isUnread: true }));
  }
  if (longhands === undefined) {
    const check = checks.get(property);
    if (check === undefined || !(hasVariable || wide(value) || check(value, quirks))) return [];
    return [{ property, value, important, isUnread: false }];
  }
  const found = hasVariable
    ? // Each longhand is computed from the whole.
      longhands.names.map((longhand): [string, string] => [longhand, `${longhands.mark}${value}`])
    : wide(value)
      ? longhands.names.map((longhand): [string, string] => [longhand, value])
      : longhands.expand(value, quirks);
  return found.map(([longhand, one]) => ({ property: longhand, value: one, important, isUnread: false }));
}

/** Whether the values of a property are known here. */
export function isKnownProperty(name: string): boolean {
  const bare = unprefixed(name);
  return checks.has(logical.get(bare) ?? bare) && bare !== "all";
}

function unprefixed(property: string): string {
  const bare = property.replace(/^-(?:webkit|moz|ms)-/, "");
  if (bare.startsWith("animation")) return bare;
  return [
    "clip-path",
    "mask-image",
    "mask-size",
    "mask-repeat",
    "mask",
    "filter",
    "transform",
    "backface-visibility",
  ].includes(bare)
    ? bare
    : property;
}

interface Shorthand {
  names: readonly string[];
  expand: (value: string, quirks: boolean) => [string, string][];
  /** Marks a longhand's value as the text of the whole shorthand. */
  mark: string;
}

const shorthands = new Map<string, Shorthand>();

function shorthand(name: string, names: string, expand: Shorthand["expand"]): void {
  shorthands.set(name, { names: names.split(" "), expand, mark: `/${name}/` });
}

/** The longhand's value in a shorthand whose variables are resolved; null where it is invalid. */
export function expanded(property: string, value: string, quirks: boolean): string | null {
  const match = /^\/([a-z-]+)\/(.*)$/s.exec(value);
  if (!match) return checks.get(property)?.(value, quirks) === false && !wide(value) ? null : value;
  const found = shorthands.get(match[1]!)?.expand(match[2]!, quirks);
  return found?.find(([longhand]) => longhand === property)?.[1] ?? null;
}

shorthand("background", "background-color background-image background-size background-repeat", backgroundOf);

shorthand("font", "font-size line-height", (value, quirks) => {
  if (/^(?:caption|icon|menu|message-box|small-caption|status-bar)$/.test(value)) {
    return [
      ["font-size", "13px"],
      ["line-height", "normal"],
    ];
  }
  const parts = words(value.replace(/(?<!\s)\s*\/\s*/g, "/"));
  const check = checks.get("font-size")!;
  for (const [at, part] of parts.entries()) {
    const [size = "", height = "normal"] = part.split("/");
    // A number alone is a weight.
    if (at === parts.length - 1 || (/^[1-9]\d{0,3}$/.test(size) && !part.includes("/"))) continue;
    if (check(size, quirks))
      return [
        ["font-size", size],
        ["line-height", height],
      ];
  }
  return [];
});

/** Values for top, right, bottom and left. */
function sides(value: string): [string, string, string, string] | null {
  const parts = words(value);
  if (parts.length === 0 || parts.length > 4) return null;
  const [top = "", right = top, bottom = top, left = right] = parts;
  return [top, right, bottom, left];
}

function boxShorthand(name: string, longhands: [string, string, string, string], check: ValueCheck): void {
  shorthand(name, longhands.filter((longhand) => longhand !== "").join(" "), (value, quirks) => {
    const values = sides(value);
    if (values === null || !values.every((one) => check(one, quirks))) return [];
    return longhands.flatMap((longhand, at): [string, string][] =>
      longhand === "" ? [] : [[longhand, values[at]!]],
    );
  });
}

boxShorthand("margin", ["margin-top", "margin-right", "", "margin-left"], placed);
boxShorthand("padding", ["padding-top", "", "padding-bottom", "padding-left"], length);
boxShorthand("border-width", ["border-top-width", "", "", ""], lengthOr("thin medium thick"));
for (const name of ["border", "border-top"])
  shorthand(name, "border-top-width", (value) => {
    const width = words(value).find((word) => length(word, false));
    return [["border-top-width", /\b(?:none|hidden)\b/.test(value) ? "0px" : (width ?? "3px")]];
  });
shorthand("-webkit-text-stroke", "-webkit-text-stroke-width -webkit-text-stroke-color", (value) => {
  const { width, colour } = edgeParts(value) ?? {};
  return width === undefined
    ? []
    : Object.entries({ "-webkit-text-stroke-width": width, "-webkit-text-stroke-color": colour! });
});
boxShorthand("inset", ["top", "right", "bottom", "left"], placed);
// CSS Flexible Box Layout 1 7.1
shorthand("flex", "flex-grow flex-basis", (value, quirks) => {
  const parts = words(value);
  const numbers = parts.filter((part) => /^[\d.]+$/.test(part));
  const basis = parts.find((part) => !numbers.includes(part));
  if (value === "none") return flexed("0", "auto");
  if (value === "auto") return flexed("1", "auto");
  if (parts.length > 3 || (basis !== undefined && !checks.get("flex-basis")!(basis, quirks))) return [];
  return flexed(numbers[0] ?? "1", basis ?? (numbers.length > 2 ? numbers[2]! : "0px"));
});

function flexed(grow: string, basis: string): [string, string][] {
  return [
    ["flex-grow", grow],
    ["flex-basis", basis],
  ];
}

/** Begin and end of one axis. */
function axisShorthand(name: string, [start, end]: [string, string], check: ValueCheck): void {
  shorthand(name, `${start} ${end}`.trim(), (value, quirks) => {
    const [first = "", second = first, ...more] = words(value);
    if (more.length > 0 || ![first, second].every((one) => check(one, quirks))) return [];
    return end === ""
      ? [[start, first]]
      : [
          [start, first],
          [end, second],
        ];
  });
}

axisShorthand("margin-inline", ["margin-inline-start", "margin-inline-end"], placed);
axisShorthand("margin-block", ["margin-top", ""], placed);
axisShorthand("padding-inline", ["padding-inline-start", ""], length);
axisShorthand("inset-inline", ["inset-inline-start", "inset-inline-end"], placed);
axisShorthand("inset-block", ["top", "bottom"], placed);
// Values of all but the direction, which are those of the whole. CSS Cascade 4 3.2
shorthand(
  "all",
  [...checks.keys()].filter((name) => !/^(?:direction|unicode-bidi)$/.test(name)).join(" "),
  () => [],
);
shorthand("overflow", "overflow-x overflow-y", (value) => {
  const [x = "", y = x, ...more] = words(value);
  const check = checks.get("overflow-x")!;
  return more.length > 0 || !check(x, false) || !check(y, false)
    ? []
    : [
        ["overflow-x", x],
        ["overflow-y", y],
      ];
});
shorthand("mask", "mask-image mask-size mask-repeat", maskOf);
