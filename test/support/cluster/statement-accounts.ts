// Which accounts a statement touches: from its parse tree (libpg-query, the parser of PostgreSQL itself), by what is equal to what.
import { parseSync } from "libpg-query";
import { list, made, named, namesOf, nothing, Scope, type Source, strongest, Value } from "./sources.ts";

/** Columns by table: distributed tables are those that the caller asks about. */
export interface Catalogue {
  columns: ReadonlyMap<string, ReadonlySet<string>>;
  distributed: ReadonlySet<string>;
  /** Copied whole to every node. */
  reference: ReadonlySet<string>;
}

/**
 * one: all rows are of an account that a parameter names. many: of the accounts of a list, each joined by account_id.
 * lookup: of the account that a row of a reference table names. crosses: a distributed table is read or written without its
 * account. none: it touches no distributed table.
 */
export type Reach = "none" | "one" | "many" | "lookup" | "crosses";

export interface Found {
  reach: Reach;
  /** Distributed tables without their account. */
  unbound: string[];
  /** FOR UPDATE, FOR SHARE. */
  locks: boolean;
  recursive: boolean;
  /** It changes account_id, or inserts without it. */
  moves: boolean;
}

type Tree = Record<string, unknown>;
/** @throws what the parser does */
export function accountsOf(text: string, catalogue: Catalogue): Found {
  return new Analysis(catalogue).run(text);
}

class Analysis {
  readonly #catalogue: Catalogue;
  readonly #tables: { table: string; account: Value }[] = [];
  #locks = false;
  #recursive = false;
  #moves = false;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  run(text: string): Found {
    const { stmts } = parseSync(text) as { stmts?: { stmt: Tree }[] };
    for (const { stmt } of stmts ?? []) this.#statement(stmt, null);
    const unbound = this.#tables.filter(({ account }) => account.bound === null).map(({ table }) => table);
    const weakest = Math.max(-1, ...this.#tables.map(({ account }) => strongest.indexOf(account.bound)));
    const reach = weakest < 0 ? "none" : (strongest[weakest] ?? "crosses");
    return {
      reach,
      unbound: [...new Set(unbound)],
      locks: this.#locks && this.#tables.length > 0,
      recursive: this.#recursive && this.#tables.length > 0,
      moves: this.#moves,
    };
  }

  /** @returns the columns that it gives out */
  #statement(node: Tree, outer: Scope | null): Source {
    const [[kind, body]] = Object.entries(node) as [[string, Tree]];
    switch (kind) {
      case "SelectStmt":
        return this.#select(body, outer);
      case "InsertStmt":
        return this.#insert(body, outer);
      case "UpdateStmt":
      case "DeleteStmt":
      case "MergeStmt":
        return this.#change(kind, body, outer);
      default:
        return nothing;
    }
  }

  #with(body: Tree, scope: Scope): void {
    const clause = body.withClause as { recursive?: boolean; ctes?: Tree[] } | undefined;
    for (const { CommonTableExpr: cte } of (clause?.ctes ?? []) as { CommonTableExpr: Tree }[]) {
      const name = cte.ctename as string;
      if (clause?.recursive && mentions(cte.ctequery, name)) {
        this.#recursive = true;
        scope.ctes.set(name, made());
      }
      const own = scope.ctes.get(name);
      const found = this.#statement(cte.ctequery as Tree, scope);
      if (own) for (const column of found.columns ?? []) own.value(column).equal(found.value(column));
      scope.ctes.set(name, named(found, namesOf(cte.aliascolnames)));
    }
  }

  #select(body: Tree, outer: Scope | null): Source {
    const scope = new Scope(outer);
    this.#with(body, scope);
    if (body.larg) {
      const left = this.#select(body.larg as Tree, scope);
      const right = this.#select(body.rarg as Tree, scope);
      for (const [n, column] of (left.columns ?? []).entries()) {
        const other = right.columns?.[n];
        if (other) left.value(column).equal(right.value(other));
      }
      return left;
    }
    if (body.valuesLists) {
      this.#walk(body.valuesLists, scope);
      return list();
    }
    for (const item of (body.fromClause ?? []) as Tree[]) this.#from(item, scope);
    this.#condition(body.whereClause as Tree | undefined, scope);
    for (const part of [
      "groupClause",
      "havingClause",
      "sortClause",
      "limitCount",
      "limitOffset",
      "windowClause",
    ])
      this.#walk(body[part], scope);
    if (body.lockingClause) this.#locks = true;
    return this.#outputs(body.targetList as Tree[] | undefined, scope);
  }

  #insert(body: Tree, outer: Scope | null): Source {
    const scope = new Scope(outer);
    this.#with(body, scope);
    const target = this.#table(body.relation as Tree, scope, { checked: false });
    const columns = ((body.cols ?? []) as { ResTarget: { name: string } }[]).map(
      ({ ResTarget }) => ResTarget.name,
    );
    const isDistributed = this.#catalogue.distributed.has((body.relation as { relname: string }).relname);
    if (isDistributed && columns.length > 0 && !columns.includes("account_id")) this.#moves = true;
    if (body.selectStmt) this.#statement(body.selectStmt as Tree, scope);
    this.#walk(body.onConflictClause, scope);
    if (isDistributed) target.value("account_id").bind("many");
    return this.#outputs(returningOf(body), scope);
  }

  #change(kind: string, body: Tree, outer: Scope | null): Source {
    const scope = new Scope(outer);
    this.#with(body, scope);
    this.#table(body.relation as Tree, scope, { checked: true });
    for (const item of (body.fromClause ?? body.usingClause ?? []) as Tree[]) this.#from(item, scope);
    if (body.sourceRelation) this.#from(body.sourceRelation as Tree, scope);
    this.#condition((body.whereClause ?? body.joinCondition) as Tree | undefined, scope);
    if (kind === "UpdateStmt") {
      const targets = (body.targetList ?? []) as { ResTarget: { name: string } }[];
      const isDistributed = this.#catalogue.distributed.has((body.relation as { relname: string }).relname);
      if (isDistributed && targets.some(({ ResTarget }) => ResTarget.name === "account_id"))
        this.#moves = true;
      this.#walk(body.targetList, scope);
    }
    return this.#outputs(returningOf(body), scope);
  }

  /** Adds what an item of FROM names to the scope. */
  #from(item: Tree, scope: Scope): void {
    const [[kind, body]] = Object.entries(item) as [[string, Tree]];
    const alias = body.alias as { aliasname?: string; colnames?: Tree[] } | undefined;
    if (kind === "RangeVar") this.#table(body, scope, { checked: true });
    else if (kind === "RangeSubselect") {
      const source = this.#statement(body.subquery as Tree, scope);
      scope.sources.set(
        alias?.aliasname ?? `?${scope.sources.size}`,
        named(source, namesOf(alias?.colnames)),
      );
    } else if (kind === "RangeFunction") {
      this.#walk(body.functions, scope);
      const columns = [
        ...namesOf(alias?.colnames),
        ...((body.coldeflist ?? []) as { ColumnDef: { colname: string } }[]).map(
          ({ ColumnDef }) => ColumnDef.colname,
        ),
      ];
      scope.sources.set(
        alias?.aliasname ?? `?${scope.sources.size}`,
        list(columns.length > 0 ? columns : null),
      );
    } else if (kind === "JoinExpr") {
      this.#from(body.larg as Tree, scope);
      const before = new Map(scope.sources);
      this.#from(body.rarg as Tree, scope);
      const joined = [...scope.sources].filter(([name]) => !before.has(name));
      for (const column of namesOf(body.usingClause)) {
        const left = [...before.values()].find((source) => source.has(column));
        const right = joined.map(([, source]) => source).find((source) => source.has(column));
        if (left && right) left.value(column).equal(right.value(column));
      }
      this.#condition(body.quals as Tree | undefined, scope);
    }
  }

  #table(node: Tree, scope: Scope, { checked }: { checked: boolean }): Source {
    const table = node.relname as string;
    const name = (node.alias as { aliasname?: string } | undefined)?.aliasname ?? table;
    const cte = scope.ctes.get(table);
    const columns = this.#catalogue.columns.get(table);
    const source = cte ?? made(columns ? [...columns] : null);
    scope.sources.set(name, source);
    if (!cte && this.#catalogue.reference.has(table)) source.value("account_id").bind("lookup");
    if (!cte && checked && this.#catalogue.distributed.has(table))
      this.#tables.push({ table, account: source.value("account_id") });
    return source;
  }

  /** A condition that holds for every row. */
  #condition(node: Tree | undefined, scope: Scope): void {
    if (!node) return;
    const [[kind, body]] = Object.entries(node) as [[string, Tree]];
    if (kind === "BoolExpr" && body.boolop === "AND_EXPR") {
      for (const part of body.args as Tree[]) this.#condition(part, scope);
      return;
    }
    if (kind === "A_Expr" && isEquals(body)) {
      if (body.kind === "AEXPR_OP") this.#equals(body.lexpr as Tree, body.rexpr as Tree, scope);
      else if (body.kind === "AEXPR_OP_ANY" || body.kind === "AEXPR_IN")
        for (const value of this.#values(body.lexpr as Tree, scope)) value?.bind("many");
    }
    if (kind === "SubLink" && body.subLinkType === "ANY_SUBLINK") {
      const source = this.#statement(body.subselect as Tree, scope);
      for (const [n, value] of this.#values(body.testexpr as Tree, scope).entries()) {
        const column = source.columns?.[n];
        if (value && column) value.equal(source.value(column));
      }
      return;
    }
    this.#walk(node, scope);
  }

  #equals(left: Tree, right: Tree, scope: Scope): void {
    const [a, b] = [this.#values(left, scope), this.#values(right, scope)];
    const given = [isGiven(left), isGiven(right)];
    for (let n = 0; n < Math.max(a.length, b.length); n++) {
      const [one, other] = [a[n] ?? null, b[n] ?? null];
      if (one && other) one.equal(other);
      else if (one && (given[1] || isGiven(partOf(right, n)))) one.bind("one");
      else if (other && (given[0] || isGiven(partOf(left, n)))) other.bind("one");
    }
  }

  /** Of an expression, or of each part of a row; null: it is not a column alone. */
  #values(node: Tree | undefined, scope: Scope): (Value | null)[] {
    if (!node) return [];
    const [[kind, body]] = Object.entries(node) as [[string, Tree]];
    if (kind === "RowExpr") return (body.args as Tree[]).map((part) => this.#values(part, scope)[0] ?? null);
    if (kind === "TypeCast") return this.#values(body.arg as Tree, scope);
    if (kind !== "ColumnRef") return [null];
    const fields = (body.fields as Tree[]).map(
      (field) => (field.String as { sval?: string } | undefined)?.sval,
    );
    return fields.every((field) => field !== undefined) ? [scope.find(fields as string[])] : [null];
  }

  #outputs(targets: Tree[] | undefined, scope: Scope): Source {
    const found = new Map<string, Value>();
    for (const { ResTarget: target } of (targets ?? []) as { ResTarget: Tree }[]) {
      const node = target.val as Tree;
      const fields = ((node.ColumnRef as { fields?: Tree[] } | undefined)?.fields ?? []) as Tree[];
      if (fields.some((field) => field.A_Star)) {
        const prefix = (fields[0]!.String as { sval?: string } | undefined)?.sval;
        const sources = prefix === undefined ? [...scope.sources.values()] : [scope.sources.get(prefix)];
        for (const source of sources)
          for (const column of source?.columns ?? ["account_id"])
            if (source?.has(column) && !found.has(column)) found.set(column, source.value(column));
        continue;
      }
      this.#walk(node, scope);
      const last = (fields.at(-1)?.String as { sval?: string } | undefined)?.sval;
      const name = (target.name as string | undefined) ?? last ?? `?${found.size}`;
      const value = this.#values(node, scope)[0] ?? new Value();
      if (isGiven(node)) value.bind("one");
      found.set(name, value);
    }
    return {
      columns: [...found.keys()],
      has: (column) => found.has(column),
      value: (column) => found.get(column) ?? new Value(),
    };
  }

  /** Subqueries anywhere in an expression. */
  #walk(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) for (const part of node) this.#walk(part, scope);
    else if (node !== null && typeof node === "object")
      for (const [key, value] of Object.entries(node))
        if (key === "SelectStmt") this.#select(value as Tree, scope);
        else this.#walk(value, scope);
  }
}

/** PostgreSQL 18 has the list in a clause. */
function returningOf(body: Tree): Tree[] | undefined {
  return (body.returningClause as { exprs?: Tree[] } | undefined)?.exprs;
}

function isEquals(body: Tree): boolean {
  return namesOf(body.name)[0] === "=";
}

/** A parameter or a constant, with or without a type. */
function isGiven(node: Tree | undefined): boolean {
  if (!node) return false;
  if (node.TypeCast) return isGiven((node.TypeCast as { arg: Tree }).arg);
  return node.ParamRef !== undefined || node.A_Const !== undefined;
}

function partOf(node: Tree, n: number): Tree | undefined {
  return (node.RowExpr as { args?: Tree[] } | undefined)?.args?.[n];
}

function mentions(node: unknown, table: string): boolean {
  if (Array.isArray(node)) return node.some((part) => mentions(part, table));
  if (node === null || typeof node !== "object") return false;
  return Object.entries(node).some(
    ([key, value]) =>
      (key === "RangeVar" && (value as { relname?: string }).relname === table) || mentions(value, table),
  );
}
