// Mail, attached: cells of a workbook that look otherwise where a condition holds. ECMA-376 1, 18.3.1.18 (rules), 18.8.14 (looks);
// MS-XLSX 2.6.2 (rules of the extension)
import { type Colour, white } from "../visible/colours.ts";
import { type CellTest, testOf } from "./cell-tests.ts";
import type { TextLook } from "./look.ts";
import { type ArchiveParts, type PartElement, readXml } from "./parts.ts";

type ConditionAttributes = PartElement["attributes"];
type ColourReader = (attributes: ConditionAttributes) => Colour | null;

/** The look that a condition gives to a cell. */
export interface ConditionLook {
  look: TextLook;
  /** The code of its numbers; null: as before. */
  format: string | null;
}

/** The looks of conditions; `isWhole` false: there are more than are kept. */
export interface ConditionLooks {
  made: readonly ConditionLook[];
  isWhole: boolean;
}

interface CellRule {
  made: ConditionLook;
  /** No rule behind counts where it holds. */
  stops: boolean;
  holds: CellTest;
}

/** A rule as it stands in the sheet. */
interface WrittenRule {
  attributes: ConditionAttributes;
  formulas: string[];
  made: ConditionLook | null;
  /** The look stands within the rule. */
  isInline: boolean;
  hidesValue: boolean;
}

interface RuleArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Place of its rule. */
  rank: number;
}

/** Outcomes of the conditions at a cell, where none that is unknown holds first. */
export interface CellOutcomes {
  outcomes: readonly ConditionLook[];
  /** There may be others. */
  isDoubtful: boolean;
}

const maxAreas = 20_000;
const maxRules = 10_000;
const maxLooks = 10_000;
const maxFormulaCharacters = 300;
/** Comparisons of all cells of a sheet; past it every cell is doubtful. */
const maxComparisons = 120_000_000;
const maxOutcomes = 30;
const maxKept = 10_000;

/** Takes an element of a look. @returns the code of numbers */
function takeLook(
  { look, ...made }: ConditionLook,
  element: PartElement,
  colourOf: ColourReader,
): string | null {
  const { name, attributes, parent } = element;
  if (name === "color" && parent?.name === "font") look.colour = colourOf(attributes);
  else if (name === "gradientFill") look.isGroundUnknown = true;
  else if (name === "bgColor" || (name === "fgColor" && look.ground === undefined))
    Object.assign(look, { ground: groundOf(attributes, colourOf), isGroundUnknown: false });
  else if (name === "numFmt") return attributes.formatCode ?? made.format;
  return made.format;
}

/** A colour that is not known here is neither black nor white. */
function groundOf(attributes: ConditionAttributes, colourOf: ColourReader): Colour {
  if (attributes.auto !== undefined || attributes.indexed === "65") return white;
  return colourOf(attributes) ?? { r: 128, g: 128, b: 128, a: 1 };
}

/** The looks that conditions name by their number. */
export function conditionLooks(parts: ArchiveParts, colourOf: ColourReader): ConditionLooks {
  const made: ConditionLook[] = [];
  let isOpen = false;
  let isWhole = true;
  readXml(parts["xl/styles.xml"], {
    open: (element) => {
      const { name, parent } = element;
      if (name === "dxf" && parent?.name === "dxfs") {
        isOpen = made.length < maxLooks;
        isWhole &&= isOpen;
        if (isOpen) made.push({ look: {}, format: null });
      }
      const last = made.at(-1);
      if (isOpen && last !== undefined) last.format = takeLook(last, element, colourOf);
    },
    close: ({ name }) => {
      if (name === "dxf") isOpen = false;
    },
  });
  return { made, isWhole };
}

/** The rules of a sheet that change what is seen. */
export function conditionsOf(
  part: Uint8Array | undefined,
  { made, isWhole }: ConditionLooks,
  colourOf: ColourReader,
): CellConditions {
  const conditions = new CellConditions();
  let written: WrittenRule[] = [];
  let sqref = "";
  let open: WrittenRule | null = null;
  let left = maxRules;
  readXml(part, {
    open: (element) => {
      const { name, attributes } = element;
      if (name === "conditionalFormatting") [written, sqref] = [[], attributes.sqref ?? ""];
      else if (name === "cfRule") {
        const look = made[Number(attributes.dxfId ?? -1)] ?? null;
        if (look === null && !isWhole) conditions.isDoubtful = true;
        open = { attributes, formulas: [], made: look, isInline: false, hidesValue: false };
        if (left-- > 0) written.push(open);
        else conditions.isDoubtful = true;
      } else if (open === null) return;
      else if (name === "formula" || name === "f") open.formulas.push("");
      else if (name === "dxf") [open.made, open.isInline] = [{ look: {}, format: null }, true];
      else if (/^(?:iconSet|dataBar)$/.test(name))
        open.hidesValue = attributes.showValue === "0" || attributes.showValue === "false";
      else if (open.made !== null && open.isInline) open.made.format = takeLook(open.made, element, colourOf);
    },
    text: (text, { name, parent }) => {
      if (name === "sqref" && parent?.name === "conditionalFormatting") sqref += text;
      else if (open !== null && (name === "formula" || name === "f") && parent?.name === "cfRule")
        open.formulas.push(((open.formulas.pop() ?? "") + text).slice(0, maxFormulaCharacters));
    },
    close: ({ name }) => {
      if (name === "cfRule") open = null;
      else if (name === "conditionalFormatting") conditions.add(written, sqref);
    },
  });
  conditions.sort();
  return conditions;
}

/** A format that shows texts alone. */
const textsAlone = ";;;@";

/** The conditions of a sheet, asked row by row. */
class CellConditions {
  /** More of them stand in the sheet than are looked at. */
  isDoubtful = false;
  #rules: (CellRule & { priority: number; areas: Omit<RuleArea, "rank">[] })[] = [];
  #areas: RuleArea[] = [];
  #areaCount = 0;
  #row = 0;
  /** Areas that begin above the row that is asked, and those of them that it is in by the place of their rules. */
  #next = 0;
  #active: RuleArea[] = [];
  #left = maxComparisons;
  readonly #kept = new Map<string, CellOutcomes>();

  add(written: readonly WrittenRule[], sqref: string): void {
    const areas = sqref
      .trim()
      .split(/\s+/, maxAreas + 1)
      .map(areaOf)
      .filter((area) => area !== null);
    if (areas.length === 0) return;
    for (const { attributes, formulas, made, hidesValue } of written) {
      const look = hidesValue ? { look: {}, format: textsAlone } : (made ?? { look: {}, format: null });
      const stops = /^(?:1|true)$/.test(attributes.stopIfTrue ?? "");
      if (!stops && look.format === null && Object.keys(look.look).length === 0) continue;
      this.#areaCount += areas.length;
      if (this.#areaCount > maxAreas) {
        this.isDoubtful = true;
        return;
      }
      const holds = testOf(attributes, formulas, baseOf(areas));
      this.#rules.push({ made: look, stops, holds, priority: Number(attributes.priority) || 0, areas });
    }
  }

  /** To be called behind the last rule. */
  sort(): void {
    this.#rules = this.#rules.toSorted((one, other) => one.priority - other.priority);
    this.#areas = this.#rules
      .flatMap(({ areas }, rank) => areas.map((area) => ({ ...area, rank })))
      .toSorted((one, other) => one.top - other.top);
  }

  /** @param value its text, or its number; null: neither, or too long */
  at({ column, row, value }: { column: number; row: number; value: string | number | null }): CellOutcomes {
    if (this.#areas.length === 0) return { outcomes: unchanged, isDoubtful: this.isDoubtful };
    this.#goTo(row);
    const held: { rank: number; isSure: boolean }[] = [];
    const words = value === null ? null : typeof value === "string" ? value.toLowerCase() : value;
    const weight = typeof words === "string" ? 1 + words.length / 100 : 1;
    let last = -1;
    for (const { left, right, rank } of this.#active) {
      if (this.#left-- <= 0) break;
      if (column < left || column > right || rank === last) continue;
      last = rank;
      this.#left -= weight;
      const { holds, stops } = this.#rules[rank]!;
      const isHeld = holds(words);
      if (isHeld !== false) held.push({ rank, isSure: isHeld === true });
      if (isHeld === true && stops) break;
    }
    if (this.#left <= 0) this.isDoubtful = true;
    if (held.length === 0) return { outcomes: unchanged, isDoubtful: this.isDoubtful };
    this.#left -= held.length * 3;
    const key = held.map(({ rank, isSure }) => (isSure ? rank : -rank - 1)).join();
    let found = this.#kept.get(key);
    if (found === undefined) {
      found = this.#outcomesOf(held);
      if (this.#kept.size < maxKept) this.#kept.set(key, found);
    }
    return this.isDoubtful ? { ...found, isDoubtful: true } : found;
  }

  #goTo(row: number): void {
    if (row === this.#row || this.#left <= 0) return;
    if (row < this.#row) [this.#next, this.#active] = [0, []];
    this.#row = row;
    const before = this.#active.length;
    const from = this.#next;
    while (this.#next < this.#areas.length && this.#areas[this.#next]!.top <= row) this.#next++;
    const begun = this.#areas.slice(from, this.#next);
    this.#left -= before + begun.length * 10;
    this.#active = [...this.#active, ...begun].filter(({ bottom }) => bottom >= row);
    if (begun.length > 0) this.#active.sort((one, other) => one.rank - other.rank);
  }

  /** None of the unknown conditions holds, each alone, or all. */
  #outcomesOf(held: readonly { rank: number; isSure: boolean }[]): CellOutcomes {
    const unknown = held.filter(({ isSure }) => !isSure).map(({ rank }) => rank);
    const outcomes = new Map<string, ConditionLook>();
    const take = (isChosen: (rank: number) => boolean) => {
      this.#left -= held.length;
      const made: ConditionLook = { look: {}, format: null };
      for (const { rank, isSure } of held) {
        if (!isSure && !isChosen(rank)) continue;
        const rule = this.#rules[rank]!;
        made.look = { ...rule.made.look, ...made.look };
        made.format ??= rule.made.format;
        if (rule.stops) break;
      }
      outcomes.set(JSON.stringify(made), made);
    };
    take(() => false);
    if (unknown.length > 0) take(() => true);
    for (const one of unknown)
      if (outcomes.size < maxOutcomes && this.#left > 0) take((rank) => rank === one);
    return { outcomes: [...outcomes.values()], isDoubtful: outcomes.size >= maxOutcomes || this.#left <= 0 };
  }
}

const unchanged: readonly ConditionLook[] = [{ look: {}, format: null }];

/** The cell that formulas of a rule speak of; null: it is not said which. */
function baseOf(areas: readonly Omit<RuleArea, "rank">[]): string | null {
  const [{ left, top }] = areas as [RuleArea];
  if (areas.some((area) => area.left < left || area.top < top)) return null;
  let letters = "";
  for (let rest = left; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${top}`;
}

/** "A1:B9", "A1", "A:A" and "1:9" as columns and rows. */
function areaOf(area: string): Omit<RuleArea, "rank"> | null {
  const [, from = "", top = "", to, bottom] =
    /^\$?([A-Z]{0,3})\$?(\d{0,7})(?::\$?([A-Z]{0,3})\$?(\d{0,7}))?$/.exec(area) ?? [];
  if (from === "" && top === "") return null;
  const [left, right] = [from, to ?? from].map((letters) =>
    [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
  );
  return {
    left: left || 1,
    top: Number(top) || 1,
    right: right || Number.POSITIVE_INFINITY,
    bottom: Number(bottom ?? top) || Number.POSITIVE_INFINITY,
  };
}
