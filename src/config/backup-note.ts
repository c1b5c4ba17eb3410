// The file in DATA_DIR that says when the last backup was made, and where.

export const backupNote = "last-backup.json";

export interface LastBackup {
  /** The moment that it holds, ISO 8601. */
  takenAt: string;
  /** The folder or bucket, as it was given. */
  place: string;
}
