// Values that cross to the database and back.
import { expect, test } from "bun:test";
import { searchDocument } from "../../src/mail/search/search-words.ts";
import { binaryArray, SqlError } from "../../src/store/database/database.ts";
import type { SuiteStore } from "../support/app/database.ts";

export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error) => error,
  );
}

export function values(store: SuiteStore) {
  const round = async (type: string, value: never) =>
    (await store.database.values(`select $1::${type}`, [value]))[0]?.[0];

  const cases: [type: string, value: unknown, expected?: unknown][] = [
    ["text", "plain"],
    ["text", ""],
    ["text", "quotes ' \" and \\ and \u{1F600} and \n"],
    ["text", null],
    ["bool", true],
    ["bool", false],
    ["int2", -32768],
    ["int4", 2147483647],
    ["int8", Number.MAX_SAFE_INTEGER],
    ["int8", 12n, 12],
    ["oid", 4294967295],
    ["float4", 1.5],
    ["float8", 0.1],
    ["float8", Number.NaN],
    ["float8", Number.NEGATIVE_INFINITY],
    ["numeric", "12345678901234567890.123456789"],
    ["uuid", "0198c0de-0000-7000-8000-000000000001"],
    ["xid8", "18446744073709551615"],
    ["date", "2026-02-28"],
    ["timestamptz", "2026-01-02T03:04:05.678901Z"],
    ["timestamptz", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000000Z"],
    ["timestamptz", "2026-01-02T03:04:05.12+02:00", "2026-01-02T01:04:05.120000Z"],
    ["timestamptz", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"],
    ["timestamp", "2026-01-02 03:04:05.678901"],
    ["bytea", new Uint8Array([0, 1, 127, 128, 255])],
    ["bytea", new Uint8Array()],
    ["json", '{"a":[1,null,"x"]}', { a: [1, null, "x"] }],
    ["jsonb", '"text"', "text"],
    ["jsonb", "null", null],
    ["text::json", '{"a": 1}', { a: 1 }],
    ["text[]", []],
    ["text[]", ["a", "b,c", '"', "\\", "{}", " ", "", "NULL", "null", "é"]],
    ["text[]", ["a", null]],
    ["uuid[]", ["0198c0de-0000-7000-8000-000000000001"]],
    ["int4[]", [1, -2, 3]],
    ["int8[]", [1, Number.MAX_SAFE_INTEGER]],
    ["bool[]", [true, false, null]],
    ["float8[]", [0.5, 1e300]],
    ["timestamptz[]", ["2026-01-02T03:04:05.678901Z"]],
    ["numeric[]", ["1.10"]],
    ["bytea[]", ["\\x00ff"], [new Uint8Array([0, 255])]],
    ["jsonb[]", ['{"a":"b,\\"c"}'], [{ a: 'b,"c' }]],
    ["xid8[]", ["7"]],
  ];
  for (const [type, value, expected] of cases) {
    test(`${type} ${JSON.stringify(value, (_, v) => (typeof v === "bigint" ? `${v}n` : v))}`, async () => {
      expect(await round(type, value as never)).toEqual(expected === undefined ? value : expected);
    });
  }

  test("arrays of arrays", async () => {
    const rows = await store.database.values(
      "select '{{1,2},{3,4}}'::int4[], '{{a,\"b c\"},{NULL,d}}'::text[]",
    );
    expect(rows).toEqual([
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          ["a", "b c"],
          [null, "d"],
        ],
      ],
    ]);
  });

  test("any text in an array, whatever Postgres means by its characters", async () => {
    const alphabet = ["a", '"', "\\", ",", "{", "}", " ", "\n", "N", "U", "L", "é", "\u{1F600}", "'"];
    let seed = 42;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
    const text = () => Array.from({ length: random(7) }, () => alphabet[random(alphabet.length)]).join("");
    for (let n = 0; n < 300; n++) {
      const items = Array.from({ length: random(5) }, () => (random(9) === 0 ? null : text()));
      expect(await round("text[]", items as never)).toEqual(items);
    }
  });

  test("octets are a value in its binary form, whichever type the statement says", async () => {
    const document = (text: string) => searchDocument([{ text, weight: "A" }]);
    const texts = ["b a b", "", "größe 会議 🎂", "x ".repeat(500)];
    const asked = "select d::text, a.n from unnest($1::tsvector[]) with ordinality a(d, n) order by n";
    const rows = await store.database.values(asked, [binaryArray("tsvector", texts.map(document))]);
    expect(rows.map(([words]) => String(words).replace(/(?:,\d+A){9,}$/, ""))).toEqual([
      "'a':2A 'b':1A,3A",
      "",
      "'größe':1A '会議':2A '🎂':3A",
      "'x':1A",
    ]);
    expect(await store.database.values(asked, [binaryArray("tsvector", [])])).toEqual([]);
    expect(await round("tsvector", document("a") as never)).toBe("'a':1A");
    const all = Uint8Array.from({ length: 256 }, (_, n) => n);
    expect(await round("bytea", all as never)).toEqual(all);
    expect(await round("text", Buffer.from("é") as never)).toBe("é");
    // Octets that are no such value are an error of the statement alone.
    const tooManyPlaces = Uint8Array.of(0, 0, 0, 1, 0x61, 0, 255, 255);
    const cutOff = document("a b").subarray(0, -3);
    for (const [type, octets, sqlState] of [
      ["tsvector", tooManyPlaces, "XX000"],
      ["tsvector", cutOff, "08P01"],
      ["tsvector[]", binaryArray("tsvector", [cutOff]), "08P01"],
      ["tsvector", new Uint8Array(), "08P01"],
      ["tsvector", Uint8Array.of(0, 0, 0, 1, 255, 0, 0, 0), "22021"],
      ["int4", Uint8Array.of(1, 2, 3, 4, 5), "22P03"],
    ] as const) {
      const wrong = await failure(store.database.values(`select $1::${type}`, [octets]));
      expect(wrong).toBeInstanceOf(SqlError);
      expect(wrong).toMatchObject({ sqlState });
    }
    expect(await failure(store.database.values("select $1::bytea[]", [[all] as never]))).toBeInstanceOf(
      TypeError,
    );
    expect(await store.database.values("select 1")).toEqual([[1]]);
  });

  test("a document has a word once, in PostgreSQL's order, whatever letters it is of", async () => {
    const letters = [
      "z",
      "\u00e9",
      "\ud7ff",
      "\ufb01",
      "\u{10400}",
      "\u{20000}",
      "\u{1f382}",
      "\ud800",
      "\0",
      "e\u0301",
      "'",
    ];
    const texts = letters.flatMap((one) =>
      letters.map((other) => `${one}${other} b${other} a-${one} ${other}`),
    );
    const document = searchDocument([{ text: [...texts, ...texts].join(" "), weight: "D" }]);
    const [row] = await store.database.values(
      `select count(*)::int, count(distinct lexeme)::int, bool_and(d @@ quote_literal(lexeme)::tsquery),
         array_agg(lexeme order by n) = array_agg(lexeme order by lexeme::bytea), d::text = d::text::tsvector::text
       from (select $1::tsvector as d) as one, unnest(d) with ordinality u(lexeme, positions, weights, n) group by d`,
      [document],
    );
    const [count, different, ...rest] = row!;
    expect(count).toBeGreaterThan(50);
    expect(different).toBe(count);
    expect(rest).toEqual([true, true, true]);
  });

  test("rows are plain objects, values plain arrays", async () => {
    const rows = await store.database.rows("select 1 as a, 'x' as b union all select 2, null order by 1");
    expect(Object.getPrototypeOf(rows)).toBe(Array.prototype);
    expect(rows).toStrictEqual([
      { a: 1, b: "x" },
      { a: 2, b: null },
    ]);
    expect(await store.database.values("select 1 as a, 2 as a")).toStrictEqual([[1, 2]]);
    expect(await store.database.rows("select 1 where false")).toStrictEqual([]);
  });

  test("bytes own their memory", async () => {
    const size = 300_000;
    const bytes = crypto.getRandomValues(new Uint8Array(size).subarray(0, 60_000));
    const [row] = await store.database.rows<{ b: Uint8Array; small: Uint8Array }>(
      "select $1::bytea as b, '\\x01'::bytea as small",
      [bytes],
    );
    expect(row?.b).toEqual(new Uint8Array(bytes));
    expect(row?.b.buffer.byteLength).toBe(60_000);
    expect(row?.small.buffer.byteLength).toBe(1);
  });

  test("a large value and many rows", async () => {
    const text = "x".repeat(5_000_000);
    expect((await store.database.values("select $1::text", [text]))[0]?.[0]).toBe(text);
    const rows = await store.database.values("select n from generate_series(1, 100000) n");
    expect(rows.length).toBe(100_000);
    expect(rows.at(-1)).toEqual([100_000]);
  });

  test("what is no parameter is refused before it is sent", async () => {
    expect(await failure(store.database.rows("select $1", [{} as never]))).toBeInstanceOf(TypeError);
    expect(await failure(store.database.rows("select $1", [undefined as never]))).toBeInstanceOf(TypeError);
    expect(await store.database.values("select 1")).toEqual([[1]]);
  });

  test("the session speaks UTC", async () => {
    expect(await store.database.values("show timezone")).toEqual([["UTC"]]);
  });
}
