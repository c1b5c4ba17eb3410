// The file in DATA_DIR that says when the last backup was made, and where.
import { readFileSync } from "node:fs";
import { dataPath } from "./config.ts";

export const backupNote = "last-backup.json";

export interface LastBackup {
  /** The moment that it holds, ISO 8601. */
  takenAt: string;
  /** The folder or bucket. */
  place: string;
  /** Places with the moment of their newest backup, the last used one at the end; absent in notes of before 0.3. */
  places?: Record<string, string>;
}

/** Places that are remembered. */
const maxPlaces = 16;

/** The note after a backup. */
export function notedBackup(
  before: LastBackup | null,
  { takenAt, place }: Pick<LastBackup, "takenAt" | "place">,
): LastBackup {
  const { [place]: _old, ...others } = placesOf(before);
  const places = Object.fromEntries([...Object.entries(others), [place, takenAt]].slice(-maxPlaces));
  return { takenAt, place, places };
}

/** By place, the moment of the newest backup that was made there. */
export function placesOf(note: LastBackup | null): Record<string, string> {
  return note === null ? {} : (note.places ?? { [note.place]: note.takenAt });
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
