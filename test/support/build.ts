// `bun run build`: makes dist/postroom, one executable with everything in it: the program, its workers, the embedded
// database's engine and a prepared data directory.
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { noticesName, packageNotices } from "../../src/cli/notices/packages.ts";
import { sdkPackages } from "../../src/http/sdk/packages.ts";
import { makeTemplateFile, templateName } from "../../src/store/embedded/template.ts";
import { optionsOf } from "./options.ts";

const repository = resolve(import.meta.dir, "../..");
const values = optionsOf({
  call: "bun run build",
  about: `
Makes dist/postroom, one executable with everything in it: the program, its workers, the embedded database's engine and a prepared data
directory. Some seconds; the first time half a minute.`,
  options: {
    outfile: { value: "FILE", about: "where it goes, in place of dist/postroom" },
    entry: { value: "FILE", about: "the module that it runs, in place of src/main.ts" },
    target: { value: "TARGET", about: "another machine, such as bun-linux-arm64" },
  },
});

/** Made anew when the engine or what prepares the directory is newer. */
async function template(): Promise<string> {
  const file = join(repository, "node_modules/.cache/postroom", templateName);
  const sources = [
    join(repository, "src/store/embedded/template-make.ts"),
    join(repository, "src/store/embedded/template-world.ts"),
    join(repository, "src/store/embedded/template.ts"),
    join(repository, "node_modules/@electric-sql/pglite/package.json"),
  ];
  const made = existsSync(file) ? statSync(file).mtimeMs : 0;
  if (sources.some((source) => statSync(source).mtimeMs > made)) await makeTemplateFile(file);
  return file;
}

/** The licences of what goes into it. */
async function notices(): Promise<string> {
  const file = join(repository, "node_modules/.cache/postroom", noticesName);
  await Bun.write(file, JSON.stringify(packageNotices(repository)));
  return file;
}

/** The clients that it hands out. */
function clients(): Promise<string[]> {
  return Promise.all(
    Object.values(sdkPackages).map(async ({ name, make }) => {
      const file = join(repository, "node_modules/.cache/postroom", name);
      await Bun.write(file, await make(repository));
      return file;
    }),
  );
}

/** A module that is started as a thread of its own is an entry point of its own. */
const workers = [...new Bun.Glob("src/**/*-worker.ts").scanSync(repository)]
  .sort()
  .map((path) => join(repository, path));

const outfile = resolve(values.outfile ?? join(repository, "dist/postroom"));
mkdirSync(dirname(outfile), { recursive: true });
rmSync(outfile, { force: true });
const built = await Bun.build({
  entrypoints: [resolve(values.entry ?? join(repository, "src/main.ts")), ...workers],
  // workers are found by where they lie under this
  root: join(repository, "src"),
  target: "bun",
  minify: true,
  // what is imported late is read when it is imported; as one program all of it takes 5 MB of memory more from the start on
  splitting: true,
  // parsed and compiled ahead: a start takes a third less CPU
  bytecode: true,
  format: "esm",
  sourcemap: "none",
  // modules of CommonJS would say where they lay on this machine; the same sources give the same bytes in every folder
  define: { __dirname: JSON.stringify("/"), __filename: JSON.stringify("/") },
  compile: {
    outfile,
    assets: [await template(), await notices(), ...(await clients())],
    autoloadBunfig: false,
    ...(values.target === null ? {} : { target: values.target as Bun.Build.CompileTarget }),
  },
});
for (const log of built.logs) process.stderr.write(`${log}\n`);
if (!built.success) process.exit(1);
process.stdout.write(`${outfile} (${Math.round(statSync(outfile).size / 1e6)} MB)\n`);
