// The template of the data directory, unpacked at each first start: initdb would take seconds and a gigabyte of memory. The
// executable includes it; from source it is made when first needed and cached in node_modules.
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrations } from "../../../migrations/index.ts";
import { syncFileSystem } from "../../lib/libc.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { withoutTimes } from "../../lib/tar.ts";

/** The archive's name in the executable and in the cache; it changes with the migrations. */
export const templateName = `postgres-18-${schemaHash()}.tar.zst`;

function schemaHash(): string {
  return createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 16);
}

/** Lists the directories, as the archive leaves out empty ones. */
const listName = "directories.json";

/** Packs a data directory whose database is shut down. */
export async function packDirectory(dir: string): Promise<Uint8Array> {
  const files: Record<string, Blob | string> = {};
  const directories: string[] = [];
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const places = entries.map((entry) => ({ path: join(entry.parentPath, entry.name), entry }));
  for (const { path, entry } of places.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = path.slice(dir.length + 1);
    if (entry.isDirectory()) directories.push(name);
    else files[name] = new Blob([await Bun.file(path).arrayBuffer()]);
  }
  files[listName] = JSON.stringify(directories.sort());
  return Bun.zstdCompressSync(withoutTimes(await new Bun.Archive(files).bytes()), { level: 12 });
}

/** Unpacks the template to `dir`, which appears only once all of it is on disk. */
export async function unpackDirectory(packed: Uint8Array<ArrayBuffer>, dir: string): Promise<void> {
  const draft = `${dir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  try {
    await new Bun.Archive(await Bun.zstdDecompress(packed)).extract(draft);
  } catch (error) {
    // Half a database would go on filling the disk that it has filled.
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  const list = join(draft, listName);
  for (const name of (await Bun.file(list).json()) as string[])
    mkdirSync(join(draft, name), { recursive: true });
  rmSync(list);
  syncTree(draft);
  renameSync(draft, dir);
  syncPath(dirname(dir));
}

/** The template's bytes: from the executable, else from the cache, else made now by another process. */
export async function readTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const embedded = Bun.file(join(import.meta.dir, templateName));
  if (await embedded.exists()) return embedded.bytes();
  const cached = join(import.meta.dir, "../../../node_modules/.cache/postroom", templateName);
  if (!existsSync(cached)) await makeTemplateFile(cached);
  return Bun.file(cached).bytes();
}

/** Writes the template to `file`, from source: the same bytes from the same sources. */
export async function makeTemplateFile(file: string): Promise<void> {
  const script = fileURLToPath(new URL("./template-make.ts", import.meta.url));
  const child = Bun.spawn([process.execPath, script, file], { stdout: "ignore", stderr: "pipe" });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`the data directory could not be prepared: ${errors}`);
}

function syncTree(dir: string): void {
  const fd = openSync(dir, "r");
  try {
    if (syncFileSystem(fd)) return;
  } finally {
    closeSync(fd);
  }
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    syncPath(join(entry.parentPath, entry.name));
  syncPath(dir);
}
