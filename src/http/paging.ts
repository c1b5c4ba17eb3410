// Pages. A cursor is the sort value of the last row; rows that share it stay in one page, so that a page never loses
// or repeats a row. DECISIONS Conventions: timestamps.
import { type Instant, parseInstant } from "../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../lib/cursor.ts";
import { Failure } from "../lib/failure.ts";

export interface PageRequest {
  limit?: number | string;
  cursor?: string;
}

export interface PageOf<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

const defaultLimit = 50;

/** Rows in the page that was asked for; the schema has checked its range. */
export function limitOf({ limit }: PageRequest): number {
  return limit === undefined ? defaultLimit : Number(limit);
}

/** @throws Failure invalid_cursor */
function instantCursor(cursor: string | undefined): Instant | null {
  if (cursor === undefined) return null;
  const instant = parseInstant(cursor);
  if (!instant) throw invalidCursor();
  return instant;
}

export function invalidCursor(): Failure {
  return new Failure(
    "invalid_cursor",
    "This cursor is not one. Give the next_cursor of the page before, or leave it out to start over.",
  );
}

export interface PageSource<Row> {
  /** The first `count` rows past the cursor, and all that tie with the last of them (SQL: with ties). */
  fetch(cursor: Instant | null, count: number): Promise<Row[]>;
  sortOf(row: Row): Instant;
  /** Where a list that looks at so many rows for one page stopped looking, in the fetch just before; null when it saw the last one. */
  end?(cursor: Instant | null): Promise<Instant | null>;
}

/**
 * One page of rows.
 * @throws Failure invalid_cursor
 */
export async function page<Row, Wire>(
  request: PageRequest,
  source: PageSource<Row>,
  toWire: (row: Row) => Wire,
): Promise<PageOf<Wire>> {
  const limit = limitOf(request);
  const cursor = instantCursor(request.cursor);
  const rows = await source.fetch(cursor, limit + 1);
  if (rows.length <= limit) {
    const end = (await source.end?.(cursor)) ?? null;
    return { data: rows.map(toWire), has_more: end !== null, next_cursor: end };
  }
  const last = source.sortOf(rows[limit - 1]!);
  const end = rows.findIndex((row, index) => index >= limit && source.sortOf(row) !== last);
  const tied = end === -1;
  const shown = tied ? rows : rows.slice(0, end);
  // Where nothing is found behind them, the look may have ended before what is.
  const more =
    !tied || (await source.fetch(last, 1)).length > 0 || ((await source.end?.(last)) ?? null) !== null;
  return { data: shown.map(toWire), has_more: more, next_cursor: more ? last : null };
}

/**
 * One page of rows, newest first.
 * @param fetch as PageSource has it
 * @throws Failure invalid_cursor
 */
export function pageByTime<Row extends { createdAt: Instant }, Wire>(
  request: PageRequest,
  fetch: (window: { cursor: Instant | null; count: number }) => Promise<Row[]>,
  toWire: (row: Row) => Wire,
): Promise<PageOf<Wire>> {
  const source = {
    fetch: (cursor: Instant | null, count: number) => fetch({ cursor, count }),
    sortOf: ({ createdAt }: Row) => createdAt,
  };
  return page(request, source, toWire);
}

/** A page with all rows, or with the last ones. */
export function wholePage<Wire>(data: Wire[]): PageOf<Wire> {
  return { data, has_more: false, next_cursor: null };
}

/**
 * One page of a complete, unchanging list; its cursors are opaque.
 * @throws Failure invalid_cursor
 */
export function pageOf<Wire>(request: PageRequest, rows: readonly Wire[]): PageOf<Wire> {
  const start = Number(keyCursor(request.cursor, [(text) => /^\d{1,9}$/.test(text)])?.[0] ?? 0);
  const end = start + limitOf(request);
  const more = end < rows.length;
  return {
    data: rows.slice(start, end),
    has_more: more,
    next_cursor: more ? encodeCursor([String(end)]) : null,
  };
}

export interface KeySource<Row> {
  /** The first `count` rows past the key, in an order in which no two rows tie. */
  fetch(after: readonly string[] | null, count: number): Promise<Row[]>;
  keyOf(row: Row): readonly string[];
  /** Validates each part of a key, so that a forged cursor does not reach the database. */
  parts: readonly ((text: string) => boolean)[];
}

/**
 * One page of rows whose order takes more than one value; its cursors are opaque.
 * @throws Failure invalid_cursor
 */
export async function pageByKey<Row, Wire>(
  request: PageRequest,
  source: KeySource<Row>,
  toWire: (row: Row) => Wire,
): Promise<PageOf<Wire>> {
  const limit = limitOf(request);
  const rows = await source.fetch(keyCursor(request.cursor, source.parts), limit + 1);
  if (rows.length <= limit) return wholePage(rows.map(toWire));
  const shown = rows.slice(0, limit);
  return {
    data: shown.map(toWire),
    has_more: true,
    next_cursor: encodeCursor(source.keyOf(shown.at(-1)!)),
  };
}

/** @throws Failure invalid_cursor */
export function keyCursor(
  cursor: string | undefined,
  parts: KeySource<never>["parts"],
): readonly string[] | null {
  if (cursor === undefined) return null;
  const key = decodeCursor(cursor, parts.length);
  if (!key?.every((part, index) => parts[index]!(part))) throw invalidCursor();
  return key;
}
