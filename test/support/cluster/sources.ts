// What the columns of a statement are equal to, and what its FROM names: the words in which statement-accounts.ts thinks.

export type Binding = "one" | "many" | "lookup";
export const strongest: readonly (Binding | null)[] = ["one", "many", "lookup", null];

function stronger(a: Binding | null, b: Binding | null): Binding | null {
  return strongest.indexOf(a) < strongest.indexOf(b) ? a : b;
}

/** A value that is equal to others: the root of a tree of equal ones. */
export class Value {
  #parent: Value | null = null;
  #bound: Binding | null = null;

  get root(): Value {
    let at: Value = this;
    while (at.#parent) at = at.#parent;
    return at;
  }

  get bound(): Binding | null {
    return this.root.#bound;
  }

  bind(how: Binding): void {
    const { root } = this;
    root.#bound = stronger(root.#bound, how);
  }

  equal(other: Value): void {
    const [a, b] = [this.root, other.root];
    if (a === b) return;
    a.#bound = stronger(a.#bound, b.#bound);
    b.#parent = a;
  }
}

/** What FROM names: a table, a subquery or a list of values. */
export interface Source {
  has(column: string): boolean;
  value(column: string): Value;
  /** null: not known. */
  columns: readonly string[] | null;
}

export class Scope {
  readonly sources = new Map<string, Source>();
  readonly ctes: Map<string, Source>;
  readonly outer: Scope | null;

  constructor(outer: Scope | null) {
    this.outer = outer;
    this.ctes = new Map(outer?.ctes);
  }

  find(fields: readonly string[]): Value | null {
    const column = fields.at(-1)!;
    for (let at: Scope | null = this; at; at = at.outer) {
      if (fields.length > 1) {
        const source = at.sources.get(fields.at(-2)!);
        if (source) return source.value(column);
      } else {
        const sources = [...at.sources.values()];
        const source = sources.find((s) => s.columns?.includes(column)) ?? sources.find((s) => s.has(column));
        if (source) return source.value(column);
      }
    }
    return null;
  }
}

export const nothing: Source = { columns: [], has: () => false, value: () => new Value() };

/** A table, or a recursive query while it is read: a value for each column. */
export function made(columns: readonly string[] | null = null): Source {
  const values = new Map<string, Value>();
  return {
    columns,
    has: (column) => columns?.includes(column) ?? true,
    value: (column) => {
      const value = values.get(column) ?? new Value();
      values.set(column, value);
      return value;
    },
  };
}

/** Values of the caller: each column names the accounts of a list. */
export function list(columns: readonly string[] | null = null): Source {
  const source = made(columns);
  return {
    ...source,
    value: (column) => {
      const value = source.value(column);
      value.bind("many");
      return value;
    },
  };
}

export function named(source: Source, names: readonly string[]): Source {
  if (names.length === 0) return source;
  const own = (column: string) => source.columns?.[names.indexOf(column)] ?? column;
  return {
    columns: names,
    has: (column) => names.includes(column),
    value: (column) => source.value(own(column)),
  };
}

export function namesOf(nodes: unknown): string[] {
  return ((nodes ?? []) as { String?: { sval?: string } }[]).flatMap((node) => node.String?.sval ?? []);
}
