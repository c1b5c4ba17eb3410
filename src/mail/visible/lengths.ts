// Lengths of CSS in pixels, calc() included. CSS Values 4 6 and 10. One reader: a window of 1000 by 800 pixels.

export const windowWidth = 1000;
export const windowHeight = 800;

/** In pixels. */
const absolute = new Map([
  ["px", 1],
  ["pt", 4 / 3],
  ["pc", 16],
  ["in", 96],
  ["cm", 96 / 2.54],
  ["mm", 96 / 25.4],
  ["q", 96 / 101.6],
  ["vw", windowWidth / 100],
  ["vh", windowHeight / 100],
  ["vmin", windowHeight / 100],
  ["vmax", windowWidth / 100],
  ["svh", windowHeight / 100],
  ["dvh", windowHeight / 100],
  ["lvh", windowHeight / 100],
  ["rem", 16],
]);

/** In the element's font size. */
const relative = new Map([
  ["em", 1],
  ["ex", 0.5],
  ["ch", 0.5],
  ["cap", 0.7],
  ["ic", 1],
  ["lh", 1.2],
]);

export interface LengthTerms {
  /** Pixels of one em. */
  em: number;
  /** Pixels of 100 %; null where percentages are not resolved. */
  whole: number | null;
  /** Numbers without a unit are pixels: quirks mode, and HTML attributes. */
  unitless?: boolean;
}

const plain = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?)(%|[a-z]+)?$/;

/** Pixels of a length in lower case; null where it is none. */
export function pixels(text: string, terms: LengthTerms): number | null {
  const match = plain.exec(text);
  if (match) {
    const value = Number(match[1]);
    if (match[2] === undefined) return value === 0 || terms.unitless ? value : null;
    return withUnit(value, match[2], terms);
  }
  if (!/^(?:-webkit-)?(?:calc|min|max|clamp)\(/.test(text) || text.length > 500) return null;
  const reader = new Calculation(text.replace(/^-webkit-/, ""), terms);
  const value = reader.factor();
  return value === null || !reader.isDone ? null : value;
}

function withUnit(value: number, unit: string, { em, whole }: LengthTerms): number | null {
  if (unit === "%") return whole === null ? null : (value / 100) * whole;
  const factor = absolute.get(unit);
  if (factor !== undefined) return value * factor;
  const ems = relative.get(unit);
  return ems === undefined ? null : value * ems * em;
}

/** Reads sums, products and the functions min, max and clamp. */
class Calculation {
  readonly #tokens: string[];
  readonly #terms: LengthTerms;
  #at = 0;
  #depth = 0;

  constructor(text: string, terms: LengthTerms) {
    this.#tokens =
      text.match(/(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?(?:%|[a-z]+)?|[a-z-]{1,20}\(|[()+*/,-]/g) ?? [];
    this.#terms = terms;
  }

  get isDone(): boolean {
    return this.#at === this.#tokens.length;
  }

  factor(): number | null {
    const token = this.#tokens[this.#at++];
    if (token === undefined || ++this.#depth > 100) return null;
    if (token === "-" || token === "+") {
      const value = this.factor();
      return value === null ? null : token === "-" ? -value : value;
    }
    if (!token.endsWith("(")) {
      const match = plain.exec(token);
      if (!match) return null;
      const value = Number(match[1]);
      return match[2] === undefined ? value : withUnit(value, match[2], this.#terms);
    }
    const values: number[] = [];
    do {
      const value = this.#sum();
      if (value === null) return null;
      values.push(value);
    } while (this.#take(","));
    if (!this.#take(")") && !this.isDone) return null;
    if (token === "min(") return Math.min(...values);
    if (token === "max(") return Math.max(...values);
    if (token === "clamp(" && values.length === 3)
      return Math.max(values[0]!, Math.min(values[1]!, values[2]!));
    return values.length === 1 ? values[0]! : null;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #sum(): number | null {
    return this.#chain(() => this.#chain(() => this.factor(), ["*", "/"]), ["+", "-"]);
  }

  #chain(next: () => number | null, operators: [string, string]): number | null {
    let value = next();
    for (;;) {
      const operator = this.#tokens[this.#at];
      if (value === null || operator === undefined || !operators.includes(operator)) return value;
      this.#at++;
      const right = next();
      if (right === null) return null;
      if (operator === "+") value += right;
      else if (operator === "-") value -= right;
      else value = operator === "*" ? value * right : value / right;
    }
  }
}
