// Rows that each part of a spread database gave for one question, put together as one database would have given them. A part orders,
// bounds and counts its own rows alone, so the caller does it once more here; rows of one database stay as they are.

/** Instants, ids and numbers; ids and instants sort as text. */
type OrderKey = string | number | boolean;
type RowOrder<R> = (a: R, b: R) => number;

/** Ascending by the first of these, where they are equal by the next. */
export function by<R>(...keys: readonly ((row: R) => OrderKey)[]): RowOrder<R> {
  return (a, b) => {
    for (const key of keys) {
      const [x, y] = [key(a), key(b)];
      if (x !== y) return x < y ? -1 : 1;
    }
    return 0;
  };
}

export function descending<R>(order: RowOrder<R>): RowOrder<R> {
  return (a, b) => order(b, a);
}

/** At most `most` of all rows in this order: `order by … limit …`. Rows that are equal stay as they come. */
export function merged<R>(rows: readonly R[], order: RowOrder<R>, most = Number.POSITIVE_INFINITY): R[] {
  return rows.toSorted(order).slice(0, most);
}

/** One row for each key, in the order in which they come: `group by`. @param add makes one row of two */
export function summed<R>(rows: readonly R[], key: (row: R) => string, add: (a: R, b: R) => R): R[] {
  return [...Map.groupBy(rows, key).values()].map((same) => same.reduce(add));
}
