// Http: the clients of src/sdk as packages: a tarball as npm takes it, a wheel as pip takes it. The build puts both into the
// executable; from source each is made when it is first asked for.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync, zipSync } from "fflate";
import { version } from "../../../package.json" with { type: "json" };
import { sha256 } from "../../lib/secrets.ts";
import { withoutTimes } from "../../lib/tar.ts";

interface SdkPackage {
  /** The name of its file, below /sdk and among the files of the executable. */
  name: string;
  type: string;
  make(repository: string): Promise<Uint8Array>;
}

/** The first is npm's, the second pip's: its name is what PEP 427 asks for. */
export const sdkPackages = {
  npm: { name: "postroom-client.tgz", type: "application/gzip", make: tarball },
  pip: {
    name: `postroom_client-${version}-py3-none-any.whl`,
    type: "application/zip",
    make: async (repository: string) => wheel(repository),
  },
} satisfies Record<string, SdkPackage>;

/** From the executable, else made from the sources. */
export async function sdkPackageBytes({ name, make }: SdkPackage): Promise<Uint8Array> {
  const packed = Bun.file(join(import.meta.dir, name));
  return (await packed.exists()) ? packed.bytes() : make(resolve(import.meta.dir, "../../.."));
}

/** As `npm pack` lays it out. */
async function tarball(repository: string): Promise<Uint8Array> {
  const source = join(repository, "src/sdk/typescript");
  const dist = mkdtempSync(join(tmpdir(), "sdk-"));
  try {
    const compiler = join(repository, "node_modules/.bin/tsc");
    const compiled = Bun.spawn([process.execPath, compiler, "-p", source, "--outDir", dist], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    });
    const said = await new Response(compiled.stdout).text();
    if ((await compiled.exited) !== 0) throw new Error(`the client does not compile: ${said}`);
    const { scripts: _, ...about } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    const files: Record<string, string> = {
      "package/package.json": `${JSON.stringify({ ...about, version }, null, 2)}\n`,
      "package/README.md": readFileSync(join(source, "README.md"), "utf8"),
      "package/LICENSE": readFileSync(join(repository, "LICENSE"), "utf8"),
    };
    for (const path of filesOf(dist)) files[`package/dist/${path}`] = readFileSync(join(dist, path), "utf8");
    // The same bytes from the same sources.
    return gzipSync(withoutTimes(await new Bun.Archive(files).bytes()), { mtime: 0 });
  } finally {
    rmSync(dist, { recursive: true });
  }
}

interface Project {
  project: {
    name: string;
    description: string;
    license: string;
    "requires-python": string;
    dependencies: string[];
    "entry-points": Record<string, Record<string, string>>;
  };
}

/** Binary distribution format 1.0: the package, and beside it what it is and the digest of each file. */
function wheel(repository: string): Uint8Array {
  const source = join(repository, "src/sdk/python");
  const { project } = Bun.TOML.parse(
    readFileSync(join(source, "pyproject.toml"), "utf8"),
  ) as unknown as Project;
  const info = `postroom_client-${version}.dist-info`;
  const metadata = [
    "Metadata-Version: 2.4",
    `Name: ${project.name}`,
    `Version: ${version}`,
    `Summary: ${project.description}`,
    `License-Expression: ${project.license}`,
    "License-File: LICENSE",
    "Classifier: Typing :: Typed",
    `Requires-Python: ${project["requires-python"]}`,
    ...project.dependencies.map((one) => `Requires-Dist: ${one}`),
    "Description-Content-Type: text/markdown",
    "",
    readFileSync(join(source, "README.md"), "utf8"),
  ];
  const files: Record<string, Uint8Array> = {};
  for (const path of filesOf(join(source, "postroom")))
    if (/\.(?:py|typed)$/.test(path))
      files[`postroom/${path}`] = readFileSync(join(source, "postroom", path));
  const text = (...lines: string[]) => new TextEncoder().encode(lines.join("\n"));
  files[`${info}/METADATA`] = text(...metadata);
  files[`${info}/WHEEL`] = text(
    "Wheel-Version: 1.0",
    "Generator: postroom",
    "Root-Is-Purelib: true",
    "Tag: py3-none-any",
    "",
  );
  const points = Object.entries(project["entry-points"]).flatMap(([group, names]) => [
    `[${group}]`,
    ...Object.entries(names).map(([name, where]) => `${name} = ${where}`),
    "",
  ]);
  files[`${info}/entry_points.txt`] = text(...points);
  files[`${info}/licenses/LICENSE`] = readFileSync(join(repository, "LICENSE"));
  const record = Object.entries(files).map(
    ([path, bytes]) => `${path},sha256=${sha256(bytes).toString("base64url")},${bytes.length}`,
  );
  files[`${info}/RECORD`] = text(...record, `${info}/RECORD,,`, "");
  // The same bytes from the same sources: the time of every entry is the first that the format has.
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}

/** The files below a folder, in the order of their names. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
