// `bun run build`: makes dist/postroom, one executable with everything in it: the program, its workers, the embedded
// database's engine and a prepared data directory. Options: --outfile FILE, --entry FILE, --target bun-linux-arm64 …
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { templateName } from "../../src/store/embedded/template.ts";
import { makeTemplate } from "../../src/store/embedded/template-make.ts";

const repository = resolve(import.meta.dir, "../..");
const { values } = parseArgs({
  options: {
    entry: { type: "string", default: join(repository, "src/main.ts") },
    outfile: { type: "string", default: join(repository, "dist/postroom") },
    target: { type: "string" },
  },
});

/** Made anew when the engine or what prepares the directory is newer. */
async function template(): Promise<string> {
  const file = join(repository, "node_modules/.cache/postroom", templateName);
  const sources = [
    join(repository, "src/store/embedded/template-make.ts"),
    join(repository, "src/store/embedded/template.ts"),
    join(repository, "node_modules/@electric-sql/pglite/package.json"),
  ];
  const made = existsSync(file) ? statSync(file).mtimeMs : 0;
  if (sources.some((source) => statSync(source).mtimeMs > made)) await makeTemplate(file);
  return file;
}

/** A module that is started as a thread of its own is an entry point of its own. */
const workers = [...new Bun.Glob("src/**/*-worker.ts").scanSync(repository)].map((path) =>
  join(repository, path),
);

const outfile = resolve(values.outfile);
mkdirSync(dirname(outfile), { recursive: true });
rmSync(outfile, { force: true });
const built = await Bun.build({
  entrypoints: [resolve(values.entry), ...workers],
  // workers are found by where they lie under this
  root: join(repository, "src"),
  target: "bun",
  minify: true,
  // parsed and compiled ahead: a start takes a third less CPU
  bytecode: true,
  format: "esm",
  sourcemap: "none",
  compile: {
    outfile,
    assets: [await template()],
    autoloadBunfig: false,
    ...(values.target === undefined ? {} : { target: values.target as Bun.Build.CompileTarget }),
  },
});
for (const log of built.logs) process.stderr.write(`${log}\n`);
if (!built.success) process.exit(1);
process.stdout.write(`${outfile} (${Math.round(statSync(outfile).size / 1e6)} MB)\n`);
