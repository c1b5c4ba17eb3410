// `licenses`: everything in the program is named with its licence. What the executable prints: test/e2e/command-line.
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { dependencies } from "../../package.json" with { type: "json" };
import { licenses } from "../../src/cli/notices/licenses.ts";
import { packageNotices } from "../../src/cli/notices/packages.ts";
import { tempStore } from "../support/app/database.ts";

const repository = resolve(import.meta.dir, "../..");
const packages = packageNotices(repository);
const printed = async (options: Record<string, true> = {}) =>
  (await licenses.runClient({ positionals: [], options }, () => undefined)).stdout;

/** Licences that ask for no copy of their text. */
const without = ["Unlicense", "0BSD", "CC0-1.0", "MIT-0"];

test("each package that the sources import is there, and what they need in turn", async () => {
  const names = new Set(packages.map(({ name }) => name));
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
  const built = await Bun.build({
    entrypoints: [resolve(repository, "src/main.ts")],
    target: "bun",
    metafile: true,
    splitting: true,
  });
  const used = new Set(
    Object.keys(built.metafile!.inputs).flatMap(
      (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
    ),
  );
  expect(used.size).toBeGreaterThan(100);
  expect([...used].filter((name) => !names.has(name))).toEqual([]);
});

test("each is named with its licence, and brings its text", async () => {
  const text = await printed();
  for (const { name, version, license, texts } of packages) {
    expect(text).toContain(`${name} ${version}  (${license})`);
    expect([name, texts.length > 0 || without.includes(license)]).toEqual([name, true]);
    for (const one of texts) expect(text).toContain(one);
  }
  for (const part of ["Bun", "JavaScriptCore", "PostgreSQL"])
    expect(text).toMatch(new RegExp(`^${part}.* \\(`, "m"));
  expect(text).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
});

test("the list of components names each package once, by its address", async () => {
  const { bomFormat, components } = JSON.parse(await printed({ sbom: true })) as {
    bomFormat: string;
    components: { purl: string; licenses: object[] }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(packages.length + 3);
  // Engines that scanners look for: of the version that runs.
  const store = await tempStore("embedded");
  const database = await store.open();
  try {
    const [row] = await database.values("show server_version");
    expect(components.map(({ purl }) => purl)).toContain(
      `pkg:generic/postgresql@${String(row?.[0]).split(" ", 1)[0]}`,
    );
  } finally {
    await database.close();
    await store.dispose();
  }
  expect(components.map(({ purl }) => purl)).toContain(
    `pkg:github/oven-sh/WebKit@${process.versions.webkit}`,
  );
  expect(components.map(({ purl }) => purl)).toContain("pkg:npm/%40sinclair/typebox@0.34.52");
});
