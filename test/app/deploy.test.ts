// Files for those who install it: they parse, name settings that exist and ports that the image opens, and their scripts do what they say.

import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { readConfig } from "../../src/config/config.ts";
import { settings } from "../../src/config/settings.ts";
import { programPath } from "../support/clients/programs.ts";

const repository = resolve(import.meta.dir, "../..");
const deploy = join(repository, "src/app/deploy");
const read = (name: string) => readFileSync(join(deploy, name), "utf8");
const known = new Set(settings.map(({ name }) => name));
const exposed = /^EXPOSE (.*)$/m.exec(readFileSync(join(repository, "Dockerfile"), "utf8"))![1]!.split(" ");

interface Compose {
  services: Record<
    string,
    { image?: string; ports?: string[]; environment?: Record<string, string | number>; volumes?: string[] }
  >;
  volumes?: Record<string, object>;
}

describe.each(["compose.yaml", "coolify.yaml", "umbrel/docker-compose.yml"])("%s", (file) => {
  const compose = Bun.YAML.parse(read(file)) as Compose;
  const [, service] = Object.entries(compose.services).find(([, one]) => one.image === "postroom")!;
  const given = Object.entries(service.environment ?? {}).filter(([name]) => !name.startsWith("SERVICE_"));

  test("names settings that exist, with values that are taken", () => {
    expect(given.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
    const env = Object.fromEntries(
      given.map(([name, value]) => [name, String(value).replace(/\$\{(\w+)[^}]*\}/g, sample)]),
    );
    expect(() => readConfig(env)).not.toThrow();
  });

  test("publishes ports that the image opens, and keeps its data", () => {
    const inner = (service.ports ?? []).map((port) => port.split(":").at(-1)!);
    expect(inner.filter((port) => !exposed.includes(port))).toEqual([]);
    expect(inner).toContain("2525");
    expect(service.volumes?.some((volume) => volume.endsWith(":/data"))).toBe(true);
    const named = (service.volumes ?? [])
      .map((volume) => volume.split(":")[0]!)
      .filter((name) => /^\w+$/.test(name));
    expect(named.filter((name) => !Object.hasOwn(compose.volumes ?? {}, name))).toEqual([]);
  });
});

/** A value of a variable that the place fills in. */
function sample(_: string, name: string): string {
  if (name.includes("URL")) return "https://mail.example.com";
  return /DOMAIN|HOSTNAME/.test(name) ? "mail.example.com" : "secret";
}

describe("the Helm chart", () => {
  const values = Bun.YAML.parse(read("helm/values.yaml")) as { settings: Record<string, string> };
  const stateful = read("helm/templates/statefulset.yaml");

  test("names settings that exist, and opens the ports that its service leads to", () => {
    const named = [
      ...Object.keys(values.settings),
      ...[...stateful.matchAll(/- \{ name: ([A-Z][A-Z_]+), value/g)].map(([, name]) => name!),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(() => readConfig({ ...values.settings, HTTPS_PORT: "8443" })).not.toThrow();
    const ports = [...stateful.matchAll(/\{ name: (\w+), containerPort: (\d+) \}/g)];
    expect(ports.map(([, , port]) => port!).filter((port) => !exposed.includes(port))).toEqual([]);
    const led = [...read("helm/templates/service.yaml").matchAll(/targetPort: (\w+)/g)].map(
      ([, name]) => name,
    );
    expect(led.toSorted()).toEqual(ports.map(([, name]) => name).toSorted());
  });

  test("has the version of the program", () => {
    expect(Bun.YAML.parse(read("helm/Chart.yaml"))).toMatchObject({ version, appVersion: version });
    expect(Bun.YAML.parse(read("umbrel/umbrel-app.yml"))).toMatchObject({ version });
  });

  const helm = programPath("helm", "POSTROOM_TEST_HELM");
  test.skipIf(helm === null)("passes helm lint, and becomes objects that stand together", () => {
    const run = (...words: string[]) => {
      const { exitCode, stdout, stderr } = Bun.spawnSync([helm!, ...words]);
      expect([exitCode, stderr.toString()]).toEqual([0, ""]);
      return stdout.toString();
    };
    expect(run("lint", "--strict", join(deploy, "helm"))).toContain("0 chart(s) failed");
    const objects = run("template", "post", join(deploy, "helm"))
      .split(/^---$/m)
      .filter((text) => text.trim() !== "")
      .map((text) => Bun.YAML.parse(text) as { kind: string });
    expect(objects.map(({ kind }) => kind).sort()).toEqual(["PodDisruptionBudget", "Service", "StatefulSet"]);
    const one = run("template", "post", join(deploy, "helm"), "--set", "replicas=1");
    expect(one).not.toContain("PodDisruptionBudget");
  });
});

test("the Homebrew formula of a release has its version and the checksum of each executable", () => {
  const folder = mkdtempSync(join(tmpdir(), "formula-"));
  try {
    mkdirSync(join(folder, "dist"));
    const machines = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
    for (const machine of machines) writeFileSync(join(folder, "dist", `postroom-${machine}`), machine);
    const { exitCode, stdout } = Bun.spawnSync(
      ["sh", join(deploy, "homebrew/fill.sh"), "1.2.3", "someone/postroom"],
      { cwd: folder },
    );
    const formula = stdout.toString();
    expect(exitCode).toBe(0);
    expect(formula).toStartWith("class Postroom < Formula\n");
    expect(formula).not.toMatch(/VERSION|REPOSITORY|SHA256-/);
    for (const machine of machines) {
      const sum = new Bun.CryptoHasher("sha256").update(machine).digest("hex");
      expect(formula).toContain(
        `url "https://github.com/someone/postroom/releases/download/v1.2.3/postroom-${machine}"\n      sha256 "${sum}"`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("workflows", () => {
  const files = [...new Bun.Glob("*.yml").scanSync(join(repository, ".github/workflows"))];
  test.each(files)("%s: actions are named by their commit, and jobs may do what they need alone", (file) => {
    const text = readFileSync(join(repository, ".github/workflows", file), "utf8");
    const workflow = Bun.YAML.parse(text) as { permissions: object; jobs: Record<string, object> };
    expect(workflow.permissions).toEqual({ contents: "read" });
    const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, name]) => name!);
    expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
    // What an event says is given to a script by its environment, never pasted into it.
    const scripts = Object.values(workflow.jobs).flatMap((job) =>
      ((job as { steps: { run?: string }[] }).steps ?? []).flatMap(({ run }) => run ?? []),
    );
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  });

  const actionlint = programPath("actionlint", "POSTROOM_TEST_ACTIONLINT");
  test.skipIf(actionlint === null)("pass actionlint", () => {
    const { exitCode, stdout } = Bun.spawnSync([actionlint!, "-no-color"], { cwd: repository });
    expect([exitCode, stdout.toString()]).toEqual([0, ""]);
  });
});
