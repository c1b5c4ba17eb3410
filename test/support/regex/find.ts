// The regular expressions of the program: literals by TypeScript's own parser, and those that are put together while
// modules load, by loading all modules in a process whose RegExp takes notes.
import { join, relative, resolve } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/async";

export const repository = resolve(import.meta.dir, "../../..");

export interface Expression {
  source: string;
  flags: string;
  /** `file:line`, in order. */
  places: string[];
}

export interface Found {
  /** Each source with its flags once, in order. */
  expressions: Expression[];
  /** `file:line` of expressions that are put together in a function, when it is called: nobody can judge those. */
  late: string[];
}

/** What the process that loads all modules saw. */
export interface Built {
  source: string;
  flags: string;
  place: string;
}

/** Projects that hold the program's sources: the pages' script has one of its own. */
const projects = ["tsconfig.json", "src/console/client/tsconfig.json"];

/** @throws Error that names a source which no project holds */
export async function findExpressions(): Promise<Found> {
  const [{ literals, calls }, built] = await Promise.all([findInSources(), findBuilt()]);
  const all = new Map<string, Expression>();
  for (const { source, flags, place } of [...literals, ...built]) {
    const known = all.get(keyOf({ source, flags }));
    if (known) known.places.push(place);
    else all.set(keyOf({ source, flags }), { source, flags, places: [place] });
  }
  const loaded = new Set(built.map(({ place }) => place));
  return {
    expressions: [...all.values()]
      .map((one) => ({ ...one, places: [...new Set(one.places)].sort() }))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    late: calls.filter((place) => !loaded.has(place)),
  };
}

/** As it is written in code: `/source/flags`. */
export function keyOf({ source, flags }: { source: string; flags: string }): string {
  return `/${source}/${flags}`;
}

async function findInSources(): Promise<{ literals: Built[]; calls: string[] }> {
  const api = new API({ cwd: repository });
  const literals: Built[] = [];
  const calls: string[] = [];
  const left = new Set(
    [...new Bun.Glob("{src,actors}/**/*.ts").scanSync(repository)].filter(isSource).sort(),
  );
  for (const project of projects) {
    const snapshot = await api.updateSnapshot({ openProject: join(repository, project) });
    const program = snapshot.getProjects().find(({ id }) => id.endsWith(project))?.program;
    for (const file of [...left]) {
      const parsed = await program?.getSourceFile(join(repository, file));
      if (!parsed) continue;
      left.delete(file);
      visit(parsed, file, parsed);
    }
  }
  await api.close();
  if (left.size > 0)
    throw new Error(`${[...left].join(", ")}: no project of ${projects.join(", ")} holds it.`);
  return { literals, calls };

  function visit(parsed: SourceFile, file: string, node: Node): void {
    const place = () => `${file}:${lineAt(parsed.text, node.getStart(parsed))}`;
    if (node.kind === SyntaxKind.RegularExpressionLiteral) {
      const text = node.getText(parsed);
      const end = text.lastIndexOf("/");
      literals.push({ source: text.slice(1, end), flags: text.slice(end + 1), place: place() });
    }
    if (node.kind === SyntaxKind.NewExpression || node.kind === SyntaxKind.CallExpression) {
      const { expression } = node as Node & { expression: Node };
      if (expression.getText(parsed) === "RegExp") calls.push(place());
    }
    node.forEachChild((child) => visit(parsed, file, child));
  }
}

/** Declarations hold no code, and what the SDKs' generator writes holds no expression. */
function isSource(file: string): boolean {
  return !file.endsWith(".d.ts");
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

async function findBuilt(): Promise<Built[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "built.ts")], {
    cwd: repository,
    stdout: "pipe",
    stderr: "pipe",
    // Nothing of the environment, so that the modules find what they find elsewhere.
    env: { PATH: process.env.PATH ?? "", TZ: "UTC" },
  });
  const [text, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (status !== 0) throw new Error(`The modules do not load: ${errors}`);
  return (JSON.parse(text) as Built[]).map((one) => ({ ...one, place: relative(repository, one.place) }));
}
