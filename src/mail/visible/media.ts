// Whether a media query applies to the reader: a light screen with a mouse. Media Queries 4

import { pixels, windowHeight, windowWidth } from "./lengths.ts";

/** @param query in lower case */
export function mediaApplies(query: string): boolean {
  if (query.trim() === "") return true;
  return query.slice(0, 2000).split(",").some(queryApplies);
}

function queryApplies(query: string): boolean {
  const match = /^\s*(?:(not|only)\s+)?(?:(?!not\b|\()([a-z-]+)(?:\s+and\b)?)?([\s\S]*)$/.exec(query);
  if (!match) return false;
  const [, prefix, type, rest = ""] = match;
  const isType = type === undefined || type === "all" || type === "screen";
  const applies = isType && conditionApplies(rest.trim(), 0);
  return prefix === "not" ? !applies : applies;
}

function conditionApplies(text: string, depth: number): boolean {
  if (text === "") return true;
  if (depth > 10) return false;
  const parts = topLevel(text);
  const results = parts
    .filter(({ word }) => word === null)
    .map(({ group, negated }) => {
      const applies = /^\s*\(|^\s*not\b/.test(group)
        ? conditionApplies(group.trim(), depth + 1)
        : featureApplies(group.trim());
      return negated ? !applies : applies;
    });
  if (results.length === 0) return false;
  return parts.some(({ word }) => word === "or") ? results.some(Boolean) : results.every(Boolean);
}

interface MediaPart {
  /** The text between brackets. */
  group: string;
  negated: boolean;
  /** A word between groups. */
  word: string | null;
}

function topLevel(text: string): MediaPart[] {
  const parts: MediaPart[] = [];
  let negated = false;
  let at = 0;
  while (at < text.length) {
    if (text[at] === "(") {
      const end = closing(text, at);
      parts.push({ group: text.slice(at + 1, end), negated, word: null });
      negated = false;
      at = end + 1;
      continue;
    }
    const word = /^[a-z-]+/.exec(text.slice(at, at + 40))?.[0];
    if (word === "not") negated = true;
    else if (word !== undefined) parts.push({ group: "", negated: false, word });
    at += word?.length ?? 1;
  }
  return parts;
}

function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}

/** Features that a reader has, and their values. */
const features: Record<string, string> = {
  orientation: "landscape",
  "prefers-color-scheme": "light",
  "prefers-reduced-motion": "no-preference",
  "prefers-contrast": "no-preference",
  "forced-colors": "none",
  "inverted-colors": "none",
  hover: "hover",
  "any-hover": "hover",
  pointer: "fine",
  "any-pointer": "fine",
  scripting: "none",
  update: "fast",
  "display-mode": "browser",
  "overflow-block": "scroll",
  "overflow-inline": "scroll",
};

const ranges: Record<string, number> = {
  width: windowWidth,
  "device-width": windowWidth,
  height: windowHeight,
  "device-height": windowHeight,
  resolution: 1,
  "device-pixel-ratio": 1,
  "aspect-ratio": windowWidth / windowHeight,
  "device-aspect-ratio": windowWidth / windowHeight,
  color: 8,
  "color-index": 0,
  monochrome: 0,
  grid: 0,
};

function featureApplies(feature: string): boolean {
  const colon = feature.indexOf(":");
  if (colon >= 0) {
    const bare = feature
      .slice(0, colon)
      .trim()
      .replace(/^-webkit-/, "");
    const bound = /^(min|max)-+/.exec(bare);
    const name = bound ? bare.slice(bound[0].length) : bare;
    const value = feature.slice(colon + 1).trim();
    if (!Object.hasOwn(ranges, name)) return features[bare] === value;
    const number = amount(value);
    if (number === null) return false;
    const own = ranges[name]!;
    return bound === null ? own === number : bound[1] === "min" ? own >= number : own <= number;
  }
  const compared = /^([^<>=]+)(<=?|>=?|=)([^<>=]+)(?:(<=?|>=?)([^<>=]+))?$/.exec(feature);
  if (compared) {
    const [, first = "", operator = "", second = "", next, third = ""] = compared;
    return compares(first, operator, second) && (next === undefined || compares(second, next, third));
  }
  const name = feature.replace(/^-webkit-/, "");
  return (ranges[name] ?? 0) > 0 || (Object.hasOwn(features, name) && features[name] !== "none");
}

function compares(left: string, operator: string, right: string): boolean {
  const [a, b] = [left, right].map((side) => ranges[side.trim()] ?? amount(side.trim()));
  if (a === null || a === undefined || b === null || b === undefined) return false;
  if (operator === "=") return a === b;
  if (operator.startsWith("<")) return operator === "<=" ? a <= b : a < b;
  return operator === ">=" ? a >= b : a > b;
}

/** A length in pixels, a resolution in pixels a dot, a ratio or a number. */
function amount(text: string): number | null {
  const ratio = /^(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(text);
  if (ratio) return Number(ratio[1]) / Number(ratio[2]);
  const resolution = /^(\d+(?:\.\d+)?|\.\d+)(dppx|x|dpi|dpcm)$/.exec(text);
  if (resolution) {
    const value = Number(resolution[1]);
    return resolution[2] === "dpi" ? value / 96 : resolution[2] === "dpcm" ? (value * 2.54) / 96 : value;
  }
  return pixels(text, { em: 16, whole: null, unitless: true });
}

/** A window of a computer has no edges that are unsafe; other values of the program are not there. CSS Environment 1 3 */
export function withoutEnvironment(value: string): string {
  const found = value.replace(
    /(?<![a-z-])env\(\s*([a-z0-9-]{1,60})\s*(?:,([^()]{0,200}))?\)/g,
    (_all, name: string, fallback: string | undefined) =>
      name.startsWith("safe-area-inset-") ? "0px" : (fallback?.trim() ?? "env()"),
  );
  return found.includes("env(") ? "unset" : found;
}
