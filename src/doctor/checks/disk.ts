// Room in DATA_DIR, and whether it can be written to.
import { existsSync } from "node:fs";
import { open, unlink } from "node:fs/promises";
import { dataPath } from "../../config/config.ts";
import { diskRoom } from "../../lib/disk-room.ts";
import { messageOf } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine, problem } from "../finding.ts";

export async function checkDisk({ config, limits }: DoctorContext): Promise<CheckResult[]> {
  const { dataDir } = config;
  if (!existsSync(dataDir))
    return [
      failing("missing", `DATA_DIR=${dataDir} does not exist.`, {
        subject: dataDir,
        remedy:
          "Start the server once, or name the directory that holds its data. If it was deleted: stop the server that still runs, and restore the last backup.",
      }),
    ];
  // Blobs may lie on a disk of their own.
  const folders = [dataDir, dataPath(config, "blobs")].filter((folder) => existsSync(folder));
  const found: CheckResult[] = [];
  const seen = new Set<number>();
  let least = Number.POSITIVE_INFINITY;
  for (const folder of folders) {
    const { free, freeFiles, share, disk } = await diskRoom(folder);
    if (seen.has(disk)) continue;
    seen.add(disk);
    least = Math.min(least, free);
    const { warn, fail } = limits.diskBytes;
    if (free < warn)
      found.push(
        problem(free < fail ? "fail" : "warn", {
          code: "low",
          message: `The disk of ${folder} has ${megabytes(free)} left. Mail is refused when it is full.`,
          subject: folder,
          remedy:
            "Make room or enlarge it; large mails can move to S3 (S3_BUCKET). du -xh --max-depth=2 shows what is large.",
        }),
      );
    if (share < limits.inodes.warn)
      found.push(
        problem(share < limits.inodes.fail ? "fail" : "warn", {
          code: "inodes",
          message: `The disk of ${folder} has ${freeFiles} inodes left: no more files can be made soon.`,
          subject: folder,
          remedy: "Delete directories of many small files, or make the file system with more inodes.",
        }),
      );
    const refused = await writeRefused(folder);
    if (refused !== null)
      found.push(
        failing("unwritable", `Nothing can be written to ${folder}: ${refused}.`, {
          subject: folder,
          remedy: "Look at its owner (chown), at its mount (ro?) and at the space left.",
        }),
      );
  }
  return found.length > 0
    ? found
    : [
        fine(
          Number.isFinite(least)
            ? `${megabytes(least)} are free in ${dataDir}.`
            : `Files can be written in ${dataDir}; its disk does not tell how much room it has.`,
        ),
      ];
}

/** Writes a page to the disk and deletes it. */
async function writeRefused(folder: string): Promise<string | null> {
  const name = `${folder}/doctor-${newId()}`;
  try {
    const file = await open(name, "wx", 0o600);
    try {
      await file.writeFile(Buffer.alloc(4096, 1));
      await file.sync();
    } finally {
      await file.close();
      await unlink(name);
    }
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function megabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(0)} MB`;
}
