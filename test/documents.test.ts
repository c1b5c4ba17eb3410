// The documents are true where a machine can tell: sections that the code cites exist, paths that documents name exist.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { hostnameWarning } from "../src/app/hostname.ts";
import { readConfig } from "../src/config/config.ts";
import { settings } from "../src/config/settings.ts";

const root = new URL("..", import.meta.url).pathname;
const read = (path: string) => Bun.file(join(root, path)).text();
const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })].sort();

/** Headings of a document, as they are cited. */
async function headings(path: string): Promise<string[]> {
  return (await read(path)).split("\n").flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? []);
}

test("every section that is cited exists", async () => {
  const sections = {
    SPEC: await headings("test/contract/SPEC.md"),
    DECISIONS: await headings("test/contract/DECISIONS.md"),
  };
  const missing: string[] = [];
  for (const file of scan("{src,actors,migrations,test}/**/*.{ts,sql}")) {
    for (const [line, text] of (await read(file)).split("\n").entries()) {
      for (const [, source, rest] of text.matchAll(
        /\b(SPEC|DECISIONS) ([A-Z][^`"]*?)(?=$|, (?:SPEC|DECISIONS)\b)/g,
      )) {
        const cited = rest!.split(/[.;:()*@]/, 1)[0]!.replace(/,? *$/, "");
        const known = sections[source as keyof typeof sections];
        if (!known.some((heading) => rest!.startsWith(heading) || heading.startsWith(cited)))
          missing.push(`${file}:${line + 1}: ${source} ${cited}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

describe("paths", () => {
  const documents = [...scan("*.md"), ...scan("{src,actors,test}/**/*.md"), ...scan(".github/*.md")];

  test.each(documents)("that %s names exist", async (document) => {
    const text = await read(document);
    const named = [
      ...text.matchAll(/(?<![\w/.-])(?:src|actors|migrations|test|\.ci|\.github)\/[\w./{},-]+/g),
    ].flatMap(([path]) => expand(path.replace(/[.,]+$/, "")));
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map(([, path]) =>
      join(dirname(document), path!),
    );
    expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** `a/{b,c}` as `a/b` and `a/c`. */
function expand(path: string): string[] {
  const found = /^(.*)\{([^}]*)\}(.*)$/.exec(path);
  return found ? found[2]!.split(",").flatMap((word) => expand(`${found[1]}${word}${found[3]}`)) : [path];
}

test("README and the map are short enough to be read", async () => {
  expect((await read("README.md")).split("\n").length).toBeLessThanOrEqual(150);
  expect((await read("src/README.md")).split("\n").length).toBeLessThanOrEqual(160);
});

test("the settings that README shows for the internet are taken, and name the machine", async () => {
  const [, block = ""] = /^```sh\n(HOST=.*?)^```/ms.exec(await read("README.md")) ?? [];
  const env = Object.fromEntries(
    block
      .trim()
      .split("\n")
      .map((line) => line.split("=", 2)),
  );
  const config = readConfig(env);
  expect(config).toMatchObject({ port: 80, httpsPort: 443, smtpPort: 25, mailHostname: "mail.example.com" });
  expect(config.acme).not.toBeNull();
  expect(hostnameWarning(config, config.mailDomain)).toBeNull();
  const { MAIL_HOSTNAME: _, ...unnamed } = env;
  expect(hostnameWarning(readConfig(unnamed), "agents.example.com")).toContain("MAIL_HOSTNAME is not set");
  expect(hostnameWarning(readConfig(unnamed), "postroom.localhost")).toBeNull();
});

test("the compose file has settings that are taken, and ports that the image opens", async () => {
  const { services } = Bun.YAML.parse(await read("src/app/deploy/compose.yaml")) as {
    services: { postroom: { ports: string[]; environment: Record<string, string>; read_only: boolean } };
  };
  const { ports, environment, read_only } = services.postroom;
  const env = {
    ...environment,
    DATABASE_URL: environment.DATABASE_URL!.replace(/\$\{\w+\}/, "x"),
  };
  const config = readConfig(env);
  expect([config.acme !== null, config.rspamd !== null, read_only]).toEqual([true, true, true]);
  const inside = [config.smtpPort, config.port, config.httpsPort, config.submissionsPort, config.imapsPort];
  expect(ports.map((pair) => Number(pair.split(":")[1]))).toEqual(inside as number[]);
  const known = settings.map(({ name }) => name);
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
});

describe("workflows", () => {
  const files = scan(".github/workflows/*.yml");

  test("name each action by its commit", async () => {
    const used = await Promise.all(
      files.map(async (file) =>
        [...(await read(file)).matchAll(/uses: (.*)$/gm)].map(([, action]) => action!),
      ),
    );
    expect(used.flat().length).toBeGreaterThan(0);
    expect(used.flat().filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # \S+$/.test(action))).toEqual([]);
  });

  test("release a version that has its notes", async () => {
    const { version } = JSON.parse(await read("package.json")) as { version: string };
    const [, notes] = (await read(".github/CHANGELOG.md")).split(
      new RegExp(`^## ${RegExp.escape(version)} - \\d{4}-\\d\\d-\\d\\d$`, "m"),
    );
    expect(notes?.split(/^## /m)[0]).toMatch(/^### (?:Added|Changed|Fixed)$/m);
  });

  test("release one version in every file that says it", async () => {
    const { version } = JSON.parse(await read("package.json")) as { version: string };
    const said: Record<string, RegExp> = {
      "src/sdk/typescript/package.json": /"version": "(.+)"/,
      "src/sdk/python/pyproject.toml": /^version = "(.+)"/m,
      "src/mcp/server.json": /"version": "(.+)"/,
      "src/app/deploy/helm/Chart.yaml": /^appVersion: "(.+)"/m,
      "src/app/deploy/umbrel/umbrel-app.yml": /^version: "(.+)"/m,
    };
    for (const [file, pattern] of Object.entries(said))
      expect((await read(file)).match(pattern)?.[1], file).toBe(version);
  });
});
