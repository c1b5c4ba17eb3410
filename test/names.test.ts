// Names in src and actors mean one thing: a type has one address, and an import does not give it another name.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
// The clients are packages of their own: their types are those of the wire, and so are their names.
const files = [...new Bun.Glob("{src,actors}/**/*.ts").scanSync(root)]
  .filter((file) => !file.endsWith(".d.ts") && !file.startsWith("src/sdk/"))
  .sort();
const sources = await Promise.all(
  files.map(async (file) => ({ file, text: await Bun.file(join(root, file)).text() })),
);

describe("types", () => {
  test("have names that no other file has", () => {
    const places = new Map<string, Set<string>>();
    for (const { file, text } of sources)
      for (const [, name] of text.matchAll(
        /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|(?:const )?enum) (\w+)/gm,
      ))
        places.set(name!, (places.get(name!) ?? new Set()).add(file));
    expect(places.size).toBeGreaterThan(1000);
    expect(
      [...places].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where]),
    ).toEqual([]);
  });
});

describe("imports", () => {
  test("keep the name that a thing of ours has", () => {
    const renamed = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/^(?:import|export)\b[^'";]*?\{([^}]*)\}\s*from "\.[^"]*"/gm)].flatMap(([, names]) =>
        names!
          .split(",")
          .filter((name) => / as /.test(name))
          .map((name) => `${file}: ${name.trim()}`),
      ),
    );
    expect(renamed).toEqual([]);
  });
});

describe("limits", () => {
  test("are called max… with their unit, not by a superlative in capitals", () => {
    const named = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/^(?:export )?const ((?:MOST|LONGEST|DEEPEST|LARGEST)\w*)/gm)].map(
        ([, name]) => `${file}: ${name}`,
      ),
    );
    expect(named).toEqual([]);
  });
});
