// Places of backups that are not mounted now: what is written to an empty mount point lies on another disk, mostly that of the
// data, and is hidden when the place comes back.
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { manifestEnding } from "../blobs/blobs.ts";

/** Whether there is a backup in this folder, or may be, as it cannot be read; none in one that is missing. */
export function holdsBackups(folder: string): boolean {
  try {
    return readdirSync(join(folder, "backups")).some((file) => file.endsWith(manifestEnding));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
}

/**
 * The mount point of /etc/fstab that a folder lies at or below, and that nothing is mounted at, nor at a folder between; null:
 * there is none, or nobody may read the tables.
 * @param tables files to read, in the forms of fstab(5) and of proc(5), mountinfo
 */
export function unmountedPoint(
  folder: string,
  tables = { wanted: "/etc/fstab", mounted: "/proc/self/mountinfo" },
): string | null {
  const place = realPath(resolve(folder));
  const around = (points: readonly string[]) =>
    points.filter((point) => place === point || point === "/" || place.startsWith(`${point}/`));
  try {
    const mounted = around(columnOf(tables.mounted, 4));
    const deepest = Math.max(0, ...mounted.map(({ length }) => length));
    const wanted = columnOf(tables.wanted, 1).filter((point) => point.startsWith("/") && point !== "/");
    return around(wanted.map(realPath)).find((point) => point.length > deepest) ?? null;
  } catch {
    return null;
  }
}

/** The path without symbolic links, as far as it exists. */
function realPath(path: string): string {
  const plain = resolve(path);
  if (plain === "/") return plain;
  try {
    return realpathSync(plain);
  } catch {
    return join(realPath(dirname(plain)), basename(plain));
  }
}

function columnOf(file: string, index: number): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines
    .filter((line) => !line.trimStart().startsWith("#"))
    .map(
      (line) =>
        line
          .replaceAll("\t", " ")
          .split(" ")
          .filter((word) => word !== "")[index] ?? "",
    )
    .map((path) => path.replaceAll("\\040", " ").replaceAll("\\011", "\t"));
}
