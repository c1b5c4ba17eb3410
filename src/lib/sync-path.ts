// Syncs what a file or directory holds to disk: without it, a power failure could lose the entries of a directory.
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
