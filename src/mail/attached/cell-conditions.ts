// Mail, attached: cells of a workbook that look otherwise where a condition holds. ECMA-376 1, 18.3.1.18 (rules), 18.8.14 (looks)
import type { Colour } from "../visible/colours.ts";
import { rgbOf, type TextLook } from "./look.ts";
import { type ArchiveParts, type PartElement, readXml } from "./parts.ts";

/** The look that a condition gives to a cell. */
export interface ConditionLook {
  look: TextLook;
  /** The code of its numbers; null: as before. */
  format: string | null;
}

interface CellRule {
  type: string;
  operator: string;
  text: string;
  formulas: string[];
  /** Smaller ones go first. */
  priority: number;
  made: ConditionLook;
  areas: [left: number, top: number, right: number, bottom: number][];
}

/** Areas of all rules of a sheet: each cell is compared with each. */
const maxAreas = 1000;
const maxLooks = 1000;

/** The looks that conditions name by their number. */
export function conditionLooks(
  parts: ArchiveParts,
  colourOf: (attributes: PartElement["attributes"]) => Colour | null,
): ConditionLook[] {
  const made: ConditionLook[] = [];
  let isOpen = false;
  readXml(parts["xl/styles.xml"], {
    open: ({ name, attributes, parent }) => {
      if (name === "dxf" && parent?.name === "dxfs") {
        isOpen = made.length < maxLooks;
        if (isOpen) made.push({ look: {}, format: null });
      }
      const last = made.at(-1);
      if (!isOpen || last === undefined) return;
      if (name === "color" && parent?.name === "font") last.look.colour = colourOf(attributes);
      else if (name === "bgColor" || (name === "fgColor" && last.look.ground === undefined))
        last.look.ground = colourOf(attributes) ?? rgbOf(attributes.rgb);
      else if (name === "numFmt") last.format = attributes.formatCode ?? null;
    },
    close: ({ name }) => {
      if (name === "dxf") isOpen = false;
    },
  });
  return made;
}

/** The rules of a sheet that change what is seen, the first ones first. */
export function conditionsOf(
  part: Uint8Array | undefined,
  made: readonly ConditionLook[],
): readonly CellRule[] {
  const rules: CellRule[] = [];
  if (made.length === 0) return rules;
  let areas: CellRule["areas"] = [];
  let open: CellRule | null = null;
  let left = maxAreas;
  readXml(part, {
    open: ({ name, attributes }) => {
      if (name === "conditionalFormatting")
        areas = (attributes.sqref ?? "")
          .split(/\s+/, maxAreas)
          .map(areaOf)
          .filter((area) => area !== null);
      const look = made[Number(attributes.dxfId ?? -1)];
      if (name !== "cfRule" || look === undefined || left < areas.length) return;
      left -= areas.length;
      const { type = "", operator = "", text = "", priority = "0" } = attributes;
      open = { type, operator, text, formulas: [], priority: Number(priority) || 0, made: look, areas };
      rules.push(open);
    },
    text: (text, { name, parent }) => {
      if (name !== "formula" || parent?.name !== "cfRule" || open === null) return;
      open.formulas.push(text.trim());
    },
    close: ({ name }) => {
      if (name === "cfRule") open = null;
    },
  });
  return rules.toSorted((one, other) => one.priority - other.priority);
}

/** "A1:B9", "A1", "A:A" and "1:9" as columns and rows. */
function areaOf(area: string): [number, number, number, number] | null {
  const [, from = "", top = "", to, bottom] =
    /^\$?([A-Z]{0,3})\$?(\d{0,7})(?::\$?([A-Z]{0,3})\$?(\d{0,7}))?$/.exec(area) ?? [];
  if (from === "" && top === "") return null;
  const [left, right] = [from, to ?? from].map((letters) =>
    [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
  );
  return [
    left || 1,
    Number(top) || 1,
    right || Number.POSITIVE_INFINITY,
    Number(bottom ?? top) || Number.POSITIVE_INFINITY,
  ];
}

/**
 * The looks that rules give to a cell.
 * @param value its text, or its number
 * @returns `isSure`: the conditions are known to hold
 */
export function conditionsAt(
  rules: readonly CellRule[],
  { column, row, value }: { column: number; row: number; value: string | number },
): { made: ConditionLook; isSure: boolean }[] {
  return rules.flatMap((rule) => {
    const isIn = rule.areas.some(
      ([left, top, right, bottom]) => column >= left && column <= right && row >= top && row <= bottom,
    );
    const isHeld = isIn ? holds(rule, value) : false;
    return isHeld === false ? [] : [{ made: rule.made, isSure: isHeld === true }];
  });
}

/** Null: not known here. */
function holds({ type, operator, text, formulas }: CellRule, value: string | number): boolean | null {
  const words = String(value).toLowerCase();
  switch (type) {
    case "containsBlanks":
      return words.trim() === "";
    case "notContainsBlanks":
      return words.trim() !== "";
    case "containsErrors":
      return words.startsWith("#") ? null : false;
    case "notContainsErrors":
      return words.startsWith("#") ? null : true;
    case "containsText":
      return words.includes(text.toLowerCase());
    case "notContainsText":
      return !words.includes(text.toLowerCase());
    case "beginsWith":
      return words.startsWith(text.toLowerCase());
    case "endsWith":
      return words.endsWith(text.toLowerCase());
    case "cellIs":
      return compared(value, operator, formulas.map(constantOf));
    case "expression":
      return constantly(formulas[0] ?? "");
    default:
      return null;
  }
}

function constantOf(formula: string): string | number | null {
  const [, words] = /^"((?:[^"]|"")*)"$/.exec(formula) ?? [];
  if (words !== undefined) return words.replaceAll('""', '"').toLowerCase();
  return /^[+-]?[\d.]{1,20}(?:e[+-]?\d{1,3})?$/i.test(formula) ? Number(formula) : null;
}

function compared(
  value: string | number,
  operator: string,
  [first = null, second = null]: readonly (string | number | null)[],
): boolean | null {
  if (first === null) return null;
  const own = typeof value === "string" ? value.toLowerCase() : value;
  // Words are more than any number.
  const order = (other: string | number) =>
    typeof own === typeof other ? (own < other ? -1 : own > other ? 1 : 0) : typeof own === "string" ? 1 : -1;
  const isBetween = second === null ? null : order(first) >= 0 && order(second) <= 0;
  const results: Record<string, boolean | null> = {
    equal: order(first) === 0,
    notEqual: order(first) !== 0,
    lessThan: order(first) < 0,
    lessThanOrEqual: order(first) <= 0,
    greaterThan: order(first) > 0,
    greaterThanOrEqual: order(first) >= 0,
    between: isBetween,
    notBetween: isBetween === null ? null : !isBetween,
  };
  return results[operator] ?? null;
}

/** Whether a formula is true or false of every cell. */
function constantly(formula: string): boolean | null {
  const bare = formula.replace(/\s+/g, "").toUpperCase();
  if (/^(?:TRUE(?:\(\))?|NOT\(FALSE(?:\(\))?\)|[1-9]\d{0,9})$/.test(bare)) return true;
  if (/^(?:FALSE(?:\(\))?|NOT\(TRUE(?:\(\))?\)|0)$/.test(bare)) return false;
  const [, one, sign, other] = /^(-?\d{1,10})(=|<>|<=?|>=?)(-?\d{1,10})$/.exec(bare) ?? [];
  if (one === undefined) return null;
  const [a, b] = [Number(one), Number(other)];
  return sign === "="
    ? a === b
    : sign === "<>"
      ? a !== b
      : sign!.startsWith("<")
        ? a < b || (sign === "<=" && a === b)
        : a > b || (sign === ">=" && a === b);
}
