// When the last backup was made: `postroom backup` notes it in DATA_DIR.
import { existsSync, realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { backupNote, readBackupNote } from "../../config/backup-note.ts";
import { dataPath } from "../../config/config.ts";
import { holdsBackups } from "../../store/backup/mounted.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine, problem, skipped, warning } from "../finding.ts";

const dayMs = 86_400_000;
/** Backups of BACKUP_EVERY that may be missed. */
const missed = 3;
const remedy =
  "Run postroom backup PLACE each day, by a timer, to another machine or a bucket, and postroom backup verify PLACE now and then.";

/** Whether a folder lies below another one, and on its disk: a disk of its own may be mounted there. */
function isInside(place: string, folder: string): boolean {
  if (!isAbsolute(place)) return false;
  const [inner, outer] = [realpathSync(place), realpathSync(folder)];
  return inner.startsWith(`${outer}/`) && statSync(inner).dev === statSync(outer).dev;
}

export async function checkBackup({ config, clock, limits }: DoctorContext): Promise<CheckResult[]> {
  const file = dataPath(config, backupNote);
  if (!existsSync(file) && config.backupTo !== null)
    return [
      warning(
        "none_yet",
        `BACKUP_TO=${config.backupTo} asks for backups, and this DATA_DIR notes none yet.`,
        {
          subject: config.backupTo,
          remedy: `The first one is made right after a start, of several servers by one of them, which notes it; then look for "a backup failed" in the log, or run: postroom backup ${config.backupTo}`,
        },
      ),
    ];
  if (!existsSync(file)) return [skipped("none", "No backup was made with this DATA_DIR.", { remedy })];
  const last = readBackupNote(config);
  if (!last) return [warning("unreadable", `${file} cannot be read.`, { subject: file, remedy })];
  const days = (clock.now() - Date.parse(last.takenAt)) / dayMs;
  const { warn, fail } = limits.backupDays;
  const when = `The last backup is of ${last.takenAt}, in ${last.place}`;
  if (isAbsolute(last.place) && !holdsBackups(last.place))
    return [
      failing(
        "place_gone",
        `${when}, and ${existsSync(last.place) ? "that holds none" : "that is not there"} now.`,
        {
          subject: last.place,
          remedy:
            "Mount it again, or name another place: postroom backup PLACE. What was in it alone is lost with it. To begin there anew: postroom backup PLACE --anew",
        },
      ),
    ];
  const everyMs = config.backupEverySeconds * 1000;
  if (config.backupTo !== null && days * dayMs > missed * everyMs)
    return [
      failing("late", `${when}: BACKUP_EVERY asks for one each ${Math.round(everyMs / 60_000)} minutes.`, {
        subject: config.backupTo,
        remedy: 'Look for "a backup failed" in the log, and run the same by hand: postroom backup PLACE.',
      }),
    ];
  if (isInside(last.place, config.dataDir))
    return [
      warning("inside", `${when}: that lies in DATA_DIR, and is lost with it.`, {
        subject: last.place,
        remedy: "Name a place on another machine, or at least on another disk: postroom backup PLACE.",
      }),
    ];
  if (days < warn) return [fine(`${when}.`)];
  return [
    problem(days < fail ? "warn" : "fail", {
      code: "old",
      message: `${when}: ${Math.floor(days)} days ago.`,
      subject: last.place,
      remedy,
    }),
  ];
}
