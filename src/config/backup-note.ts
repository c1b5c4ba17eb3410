// The file in DATA_DIR that says when the last backup was made, and where.
import { readFileSync } from "node:fs";
import { dataPath } from "./config.ts";

export const backupNote = "last-backup.json";

export interface LastBackup {
  /** The moment that it holds, ISO 8601. */
  takenAt: string;
  /** The folder or bucket. */
  place: string;
}

/** Null: none was made with this DATA_DIR, or the note cannot be read. */
export function readBackupNote(config: { dataDir: string }): LastBackup | null {
  try {
    const note = JSON.parse(readFileSync(dataPath(config, backupNote), "utf8")) as LastBackup;
    return Number.isNaN(Date.parse(note.takenAt)) ? null : note;
  } catch {
    return null;
  }
}
