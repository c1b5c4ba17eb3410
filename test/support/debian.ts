// `bun run deb`: makes a Debian package of an executable that was built.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { unit } from "../../src/cli/service.ts";
import { optionsOf } from "./options.ts";

const repository = resolve(import.meta.dir, "../..");
const scripts = join(repository, "src/app/deploy/debian");

const values = optionsOf({
  call: "bun run deb",
  about: `
Makes dist/postroom_VERSION_ARCHITECTURE.deb of dist/postroom, which \`bun run build\` makes. It needs dpkg-deb. Half a minute.`,
  options: {
    program: { value: "FILE", about: "the executable, in place of dist/postroom" },
    architecture: { value: "NAME", about: "amd64 or arm64, in place of this machine's" },
    outfile: { value: "FILE", about: "where it goes" },
  },
});

const program = resolve(values.program ?? join(repository, "dist/postroom"));
const architecture = values.architecture ?? (process.arch === "arm64" ? "arm64" : "amd64");
const { version } = (await Bun.file(join(repository, "package.json")).json()) as { version: string };
const outfile = resolve(values.outfile ?? join(repository, `dist/postroom_${version}_${architecture}.deb`));

const tree = mkdtempSync(join(tmpdir(), "postroom-deb-"));
try {
  chmodSync(tree, 0o755);
  const size = statSync(program).size;
  add("usr/bin/postroom", 0o755, (path) => copyFileSync(program, path));
  const paths = { program: "/usr/bin/postroom", user: "postroom", directory: "/var/lib/postroom" };
  write(
    "usr/lib/systemd/system/postroom.service",
    unit({ ...paths, dataDir: `${paths.directory}/data`, databaseUrl: null }),
  );
  write(
    "usr/share/doc/postroom/copyright",
    await output([process.execPath, join(repository, "src/main.ts"), "licenses"]),
  );
  const control = await Bun.file(join(scripts, "control")).text();
  write(
    "DEBIAN/control",
    control
      .replace("VERSION", version)
      .replace("ARCHITECTURE", architecture)
      .replace("SIZE", String(Math.ceil(size / 1024))),
  );
  for (const name of ["postinst", "prerm", "postrm"])
    add(`DEBIAN/${name}`, 0o755, (path) => copyFileSync(join(scripts, name), path));
  mkdirSync(dirname(outfile), { recursive: true });
  await output(["dpkg-deb", "--root-owner-group", "-Zzstd", "--build", tree, outfile]);
  process.stdout.write(`${outfile}: ${(statSync(outfile).size / 1e6).toFixed(0)} MB\n`);
} finally {
  rmSync(tree, { recursive: true, force: true });
}

function add(path: string, mode: number, make: (path: string) => void): void {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  make(file);
  chmodSync(file, mode);
}

function write(path: string, text: string): void {
  add(path, 0o644, (file) => writeFileSync(file, text));
}

async function output(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed`);
  return text;
}
