// The Debian package: what is in it, its scripts, its unit, and the program that comes out of it.

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { executable } from "../support/app/executable.ts";
import { programPath } from "../support/clients/programs.ts";

const repository = resolve(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "debian-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [text, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, errors]).toEqual([0, ""]);
  return text;
}

test.skipIf(programPath("dpkg-deb") === null)(
  "a Debian package holds the program, its unit and its notices",
  async () => {
    const file = join(folder, "postroom.deb");
    const script = join(repository, "test/support/debian.ts");
    await run(process.execPath, script, "--program", await executable(), "--outfile", file);
    const field = async (name: string) => (await run("dpkg-deb", "--field", file, name)).trim();
    const [version, architecture] = [await field("Version"), await field("Architecture")];
    const own = (await Bun.file(join(repository, "package.json")).json()) as { version: string };
    expect([version, architecture]).toEqual([own.version, process.arch === "arm64" ? "arm64" : "amd64"]);
    expect(Number(await field("Installed-Size"))).toBeGreaterThan(10_000);

    const [tree, scripts] = [join(folder, "tree"), join(folder, "scripts")];
    await run("dpkg-deb", "--extract", file, tree);
    await run("dpkg-deb", "--control", file, scripts);
    for (const name of ["postinst", "prerm", "postrm"]) await run("sh", "-n", join(scripts, name));
    expect(await run(join(tree, "usr/bin/postroom"), "version")).toBe(`postroom ${own.version}\n`);
    const unit = readFileSync(join(tree, "usr/lib/systemd/system/postroom.service"), "utf8");
    const made = /install -d .* (\S+)\n/.exec(readFileSync(join(scripts, "postinst"), "utf8"))?.[1];
    expect(unit).toContain(`\nReadWritePaths=${made}\n`);
    expect(unit).toContain("\nUser=postroom\n");
    expect(readFileSync(join(tree, "usr/share/doc/postroom/copyright"), "utf8")).toContain("JavaScriptCore");
  },
);
