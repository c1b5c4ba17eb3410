// Mail, attached: whether a condition of a workbook holds of a cell's value. ECMA-376 1, 18.3.1.10, 18.18.12
import type { PartElement } from "./parts.ts";

/** @param value its text in small letters, or its number; null: neither. @returns null: not known here */
export type CellTest = (value: string | number | null) => boolean | null;

const unknown: CellTest = () => null;
const maxFormulaCharacters = 255;

/** @param base the cell that its formulas speak of */
export function testOf(
  { type = "", operator = "", text }: PartElement["attributes"],
  formulas: readonly string[],
  base: string | null,
): CellTest {
  if (formulas.some((one) => one.length > maxFormulaCharacters)) return unknown;
  if (type === "cellIs") {
    const constants = formulas.map((one) => constantOf(one.trim()));
    return (value) => (value === null ? null : compared(value, operator, constants));
  }
  if (type === "expression") {
    const isTrue = constantly(formulas[0] ?? "");
    return () => isTrue;
  }
  const test = base === null ? undefined : ofType(type, text, base);
  // Programs go by the formula, and its words may be others than those beside it.
  const isUsual = test?.usual.some((one) => bare(one) === bare(formulas[0] ?? ""));
  return test !== undefined && isUsual
    ? (value) => (value === null ? null : test.holds(String(value)))
    : unknown;
}

function bare(formula: string): string {
  return formula.replace(/\s+/g, "").toLowerCase();
}

interface TypedTest {
  /** Formulas that programs write for it. */
  usual: string[];
  holds: (words: string) => boolean;
}

function ofType(type: string, text: string | undefined, base: string): TypedTest | undefined {
  const blanks: Record<string, TypedTest> = {
    containsBlanks: { usual: [`LEN(TRIM(${base}))=0`], holds: (words) => words.trim() === "" },
    notContainsBlanks: { usual: [`LEN(TRIM(${base}))>0`], holds: (words) => words.trim() !== "" },
    containsErrors: { usual: [`ISERROR(${base})`], holds: () => false },
    notContainsErrors: { usual: [`NOT(ISERROR(${base}))`], holds: () => true },
  };
  // Signs that stand for other letters.
  if (text === undefined || /[*?~]/.test(text)) return blanks[type];
  const quoted = `"${text.replaceAll('"', '""')}"`;
  const part = text.toLowerCase();
  const ofText: Record<string, TypedTest> = {
    containsText: {
      usual: [`NOT(ISERROR(SEARCH(${quoted},${base})))`],
      holds: (words) => words.includes(part),
    },
    notContainsText: {
      usual: [`ISERROR(SEARCH(${quoted},${base}))`],
      holds: (words) => !words.includes(part),
    },
    beginsWith: {
      usual: [`LEFT(${base},LEN(${quoted}))=${quoted}`, `LEFT(${base},${text.length})=${quoted}`],
      holds: (words) => words.startsWith(part),
    },
    endsWith: {
      usual: [`RIGHT(${base},LEN(${quoted}))=${quoted}`, `RIGHT(${base},${text.length})=${quoted}`],
      holds: (words) => words.endsWith(part),
    },
  };
  return ofText[type] ?? blanks[type];
}

function constantOf(formula: string): string | number | null {
  if (/^".*"$/s.test(formula)) {
    const words = formula.slice(1, -1);
    return words.replaceAll('""', "").includes('"') ? null : words.replaceAll('""', '"').toLowerCase();
  }
  return /^[+-]?[\d.]{1,20}(?:e[+-]?\d{1,3})?$/i.test(formula) ? Number(formula) : null;
}

/** Less than 0, 0, more; null: texts whose order is one of languages. */
function ordered(one: string | number, other: string | number): number | null {
  if (one === other) return 0;
  // Words are more than any number.
  if (typeof one !== typeof other) return typeof one === "string" ? 1 : -1;
  const isPlain = [one, other].every((text) => typeof text === "number" || /^[a-z0-9]*$/.test(text));
  return isPlain ? (one < other ? -1 : 1) : null;
}

function compared(
  own: string | number,
  operator: string,
  [first = null, second = null]: readonly (string | number | null)[],
): boolean | null {
  if (first === null || Number.isNaN(first) || Number.isNaN(own)) return null;
  if (operator === "equal") return own === first;
  if (operator === "notEqual") return own !== first;
  const order = ordered(own, first);
  if (order === null) return null;
  if (operator === "lessThan") return order < 0;
  if (operator === "lessThanOrEqual") return order <= 0;
  if (operator === "greaterThan") return order > 0;
  if (operator === "greaterThanOrEqual") return order >= 0;
  if (second === null || Number.isNaN(second) || !/^(?:b|notB)etween$/.test(operator)) return null;
  const end = ordered(own, second);
  // Programs disagree on ends that are the wrong way round.
  if (end === null || (ordered(first, second) ?? 1) > 0) return null;
  return (order >= 0 && end <= 0) === (operator === "between");
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
