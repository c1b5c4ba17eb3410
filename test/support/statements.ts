// Notes what each test file asks of the database, where POSTROOM_TEST_STATEMENTS names a folder: postgres-files.ts chooses by it the
// files that ask PostgreSQL the same. The unit of a batch's writes is a column, since each batch puts its statement together anew;
// that of any other statement is a clause, since lists put theirs together of the filters that are asked.
import { afterAll, beforeAll } from "bun:test";
import { appendFileSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { SqlError } from "../../src/store/database/sql.ts";

const repository = join(import.meta.dir, "../..");

export interface FileStatements {
  /** Path of the test file. */
  file: string;
  /** Processor time of the test's process, and of those that it waited for. */
  cpuMs: number;
  /** Units, those that gave rows, and constraints that refused. */
  asked: string[];
}

/** Notes of one process, a line a test file. What processes ask that tests start is not among them. */
export class StatementNotes {
  readonly #asked = new Set<string>();
  #fromMs = 0;

  constructor(folder: string) {
    beforeAll(() => {
      this.#asked.clear();
      this.#fromMs = cpuMs();
    });
    afterAll(() => {
      const noted: FileStatements = {
        file: relative(repository, Bun.main),
        cpuMs: cpuMs() - this.#fromMs,
        asked: [...this.#asked],
      };
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(noted)}\n`);
    });
  }

  /** Notes a statement, and then what came of it. */
  async note<T>(text: string, answer: Promise<T[]>): Promise<T[]> {
    const units = unitsOf(text);
    for (const unit of units) this.#asked.add(unit);
    try {
      const rows = await answer;
      if (rows.length > 0) this.#asked.add(`${units[0]} gives rows`);
      return rows;
    } catch (error) {
      if (error instanceof SqlError) this.#asked.add(`fails with ${error.sqlState} ${error.constraint}`);
      throw error;
    }
  }
}

const known = new Map<string, string[]>();

function unitsOf(text: string): string[] {
  let units = known.get(text);
  if (!units) {
    const single = text.replace(/\s+/g, " ").trim();
    const writes = /^with w0 as \((.*)\) select 1$/.exec(single)?.[1]?.split(/\), w\d+ as \(/) ?? [single];
    units = [...new Set(writes.flatMap((write) => columnsOf(write) ?? clausesOf(write)))];
    known.set(text, units);
  }
  return units;
}

/** The columns of a write as actors/runtime/write-statement.ts makes it; null: it is another statement. */
function columnsOf(text: string): string[] | null {
  const [, kind, table, rest = ""] = /^(insert into|update|delete from) (\w+) (.*)$/.exec(text) ?? [];
  const isMany = /json_to_recordset\(\$\d+::text::json\)/.test(rest);
  const isFew = kind === "delete from" ? /^where "/.test(rest) : /"\w+"(?: = |.*values \()\$\d+::/.test(rest);
  if (kind === undefined || !(isMany || isFew)) return null;
  const columns = new Set([...rest.matchAll(/"(\w+)"/g)].map(([, column]) => column!));
  return [...columns].map((column) => `${kind} ${table} ${isMany ? "many" : "few"} ${column}`);
}

const clause =
  / (?=(?:and|or|where|order by|union all|union|left join|join|cross join|from|group by|having|limit|set|returning|on conflict|when|using)\b)/;

/** Clauses without the numbers of parameters and the lengths of lists. */
function clausesOf(text: string): string[] {
  return text
    .replace(/\$\d+/g, "$")
    .replace(/(\$(?:::[\w[\]]+)?)(?:, ?\1)+/g, "$1…")
    .replace(/(\([^()]*\))(?:, \1)+/g, "$1…")
    .split(clause);
}

/** Utime, stime, and those of children that ended. proc(5) */
function cpuMs(): number {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
}
