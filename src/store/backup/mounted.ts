// Places of backups that are not mounted now: what is written to an empty mount point lies on another disk, mostly that of the
// data, and is hidden when the place comes back.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { manifestEnding } from "../blobs/blobs.ts";

/** Whether there is a backup in this folder; none in one that is missing. */
export function holdsBackups(folder: string): boolean {
  const manifests = join(folder, "backups");
  return existsSync(manifests) && readdirSync(manifests).some((file) => file.endsWith(manifestEnding));
}

/**
 * The mount point of /etc/fstab that a folder lies at or below, and that nothing is mounted at; null: there is none.
 * @param tables files to read, in the forms of fstab(5) and of proc(5), mountinfo
 */
export function unmountedPoint(
  folder: string,
  tables = { wanted: "/etc/fstab", mounted: "/proc/self/mountinfo" },
): string | null {
  if (!existsSync(tables.wanted) || !existsSync(tables.mounted)) return null;
  const place = resolve(folder);
  const mounted = new Set(columnOf(tables.mounted, 4));
  const points = columnOf(tables.wanted, 1).filter((point) => point.startsWith("/") && point !== "/");
  return (
    points.find((point) => !mounted.has(point) && (place === point || place.startsWith(`${point}/`))) ?? null
  );
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
