// What rows of the table say of an answer: status, envelope, exact fields, code, words.
import { expect } from "bun:test";
import type { Answer } from "../support/app/api.ts";
import { misfits } from "./misfits.ts";
import type { Shaped } from "./shape-types.ts";
import type { ShapeName } from "./shapes.ts";

type Asked = Answer | Promise<Answer>;

function named({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 500)}`;
}

/** `{ data }` and nothing beside it. @returns its data */
export async function data<T = unknown>(asked: Asked, status: number): Promise<T> {
  const answer = await asked;
  expect([answer.status, named(answer)]).toEqual([status, expect.stringContaining("{")]);
  expect(Object.keys(answer.json as object)).toEqual(["data"]);
  return (answer.json as { data: T }).data;
}

/** One object: `{ data }` with exactly the fields of its shape. */
export async function one<K extends ShapeName>(asked: Asked, status: number, shape: K): Promise<Shaped<K>> {
  const value = await data<Shaped<K>>(asked, status);
  expect(misfits(shape, value)).toEqual([]);
  return value;
}

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** 200 with `{ data, has_more, next_cursor }`, each row with exactly the fields of its shape. */
export async function page<K extends ShapeName>(asked: Asked, shape: K): Promise<Page<Shaped<K>>> {
  const answer = await asked;
  expect([answer.status, named(answer)]).toEqual([200, expect.stringContaining("{")]);
  const given = answer.json as Page<Shaped<K>>;
  expect(Object.keys(given).sort()).toEqual(["data", "has_more", "next_cursor"]);
  expect(given.data.flatMap((row) => misfits(shape, row))).toEqual([]);
  expect([given.has_more, typeof given.next_cursor]).toEqual([
    given.next_cursor !== null,
    given.has_more ? "string" : "object",
  ]);
  return given;
}

/** The rows of a page that must have some. */
export async function many<K extends ShapeName>(asked: Asked, shape: K): Promise<Shaped<K>[]> {
  const { data: rows } = await page(asked, shape);
  expect(rows).not.toBeEmpty();
  return rows;
}

/** The last page of a list that has nothing. */
export async function none(asked: Asked): Promise<void> {
  const { status, json } = await asked;
  expect([status, json]).toEqual([200, { data: [], has_more: false, next_cursor: null }]);
}

/** `{ error: { code, message } }`, and a message that says something. */
export async function refused(asked: Asked, status: number, code: string, words = /\w+ \w+/): Promise<void> {
  const answer = await asked;
  const { error } = answer.json as { error?: { code: string; message: string } };
  expect([answer.status, error?.code, named(answer)]).toEqual([status, code, named(answer)]);
  expect(Object.keys(answer.json as object)).toEqual(["error"]);
  expect(Object.keys(error!).sort()).toEqual(["code", "message"]);
  expect(error!.message).toMatch(words);
}

/** The same answer as for an id that nobody has. */
export function absent(asked: Asked): Promise<void> {
  return refused(asked, 404, "not_found");
}

/** 200 `{ "data": { "id": "…", "deleted": true } }` */
export async function gone(asked: Asked, id: string): Promise<void> {
  const { status, json } = await asked;
  expect([status, json]).toEqual([200, { data: { id, deleted: true } }]);
}

/** 204, and not a byte of a body. */
export async function bodiless(asked: Asked): Promise<void> {
  const { status, text, headers } = await asked;
  expect([status, text, headers.get("content-type")]).toEqual([204, "", null]);
}
