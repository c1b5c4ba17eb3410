// The clients that a server hands out: an installer of each language takes them as they come, and what it installed works.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { version } from "../../package.json" with { type: "json" };
import { sdkPackages } from "../../src/http/sdk/packages.ts";
import { eachApp } from "../support/app/app.ts";

const folder = mkdtempSync(join(tmpdir(), "postroom-clients-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const hasPip = Bun.spawnSync(["python3", "-m", "pip", "--version"]).exitCode === 0;

async function run(words: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(words, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout: stdout.trim(), stderr };
}

eachApp("clients to download", (t) => {
  const base = () => `http://127.0.0.1:${t.app.ports.http}`;
  let key: string;
  beforeAll(async () => {
    key = (
      await t.api.must<{ token: string }>(
        201,
        t.api.post("/api-keys", { name: "clients", identity_ids: [(await t.address()).id] }),
      )
    ).token;
  });
  const wheelPath = `/sdk/postroom_client-${version}-py3-none-any.whl`;

  describe("TypeScript", () => {
    test("a package manager installs it by its URL, and a program calls with it", async () => {
      await Bun.write(join(folder, "package.json"), '{"name":"mine","type":"module"}');
      const url = `${base()}/sdk/postroom-client.tgz`;
      const added = await run([process.execPath, "add", url], {
        BUN_INSTALL_CACHE_DIR: join(folder, "cache"),
      });
      expect([added.exitCode, added.stderr]).toEqual([0, expect.any(String)]);
      const installed = await Bun.file(join(folder, "node_modules/postroom-client/package.json")).json();
      expect([installed.name, installed.version, installed.scripts]).toEqual([
        "postroom-client",
        version,
        undefined,
      ]);
      expect(await Bun.file(join(folder, "node_modules/postroom-client/dist/index.d.ts")).exists()).toBe(
        true,
      );
      await Bun.write(
        join(folder, "mine.mjs"),
        `import { Postroom } from "postroom-client";
const client = new Postroom({ baseUrl: process.env.BASE, apiKey: process.env.KEY });
console.log((await client.identities.list({ limit: 1 })).data.length >= 0);`,
      );
      const called = await run([process.execPath, "mine.mjs"], { BASE: base(), KEY: key });
      expect(called).toMatchObject({ exitCode: 0, stdout: "true" });
    });
  });

  describe("Python", () => {
    test("each file of the wheel has the digest that its record names", async () => {
      const answer = await fetch(`${base()}${wheelPath}`);
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      const record = new TextDecoder().decode(files[`postroom_client-${version}.dist-info/RECORD`]);
      const lines = record.trim().split("\n");
      expect(lines.map((line) => line.split(",")[0]!).sort()).toEqual(Object.keys(files).sort());
      for (const line of lines.slice(0, -1)) {
        const [path, digest, size] = line.split(",") as [string, string, string];
        const made = createHash("sha256").update(files[path]!).digest("base64url");
        expect([path, digest, size]).toEqual([path, `sha256=${made}`, String(files[path]!.length)]);
      }
    });

    // Where there is no pip, nothing can take the wheel.
    test.skipIf(!hasPip)("pip installs it by its URL", async () => {
      const site = join(folder, "site");
      const words = [
        "-m",
        "pip",
        "install",
        "--no-deps",
        "--no-cache-dir",
        "--target",
        site,
        `${base()}${wheelPath}`,
      ];
      expect(await run(["python3", ...words])).toMatchObject({ exitCode: 0 });
      const asked =
        "import importlib.metadata as m; print(m.version('postroom-client'), m.requires('postroom-client'))";
      const said = await run(["python3", "-c", asked], { PYTHONPATH: site });
      expect(said).toMatchObject({ exitCode: 0, stdout: `${version} ['httpx>=0.27,<1']` });
    });
  });

  test("they are named by digest, are the same at the next request, and hold no key", async () => {
    for (const path of ["/sdk/postroom-client.tgz", wheelPath]) {
      const answer = await fetch(`${base()}${path}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const digest = createHash("sha256").update(bytes).digest("base64");
      expect([path, answer.status, answer.headers.get("repr-digest")]).toEqual([
        path,
        200,
        `sha-256=:${digest}:`,
      ]);
      const etag = answer.headers.get("etag")!;
      expect((await fetch(`${base()}${path}`, { headers: { "if-none-match": etag } })).status).toBe(304);
      expect(Buffer.from(bytes).includes(key)).toBe(false);
    }
    expect((await fetch(`${base()}/sdk/postroom_client-0.0.0-py3-none-any.whl`)).status).toBe(404);
  });

  test.each([
    ["typescript", sdkPackages.npm.name],
    ["python", sdkPackages.pip.name],
  ])("the README of %s installs what the server has", async (language, name) => {
    const text = await Bun.file(`src/sdk/${language}/README.md`).text();
    const [, path = ""] = / install http:\/\/localhost:3000(\/sdk\/\S+)/.exec(text) ?? [];
    expect(path).toBe(`/sdk/${name}`);
    expect((await fetch(`${base()}${path}`)).status).toBe(200);
  });
});
