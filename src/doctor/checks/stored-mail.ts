// Large mails and files that rows refer to: whether their bytes are there, and whole.
import { stateOfBlob, storedBlobs } from "../../store/blobs/lost.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine, skipped } from "../finding.ts";

/** Blobs that are read, and time that it takes at most; `postroom repair` reads all. */
const maxRead = 2000;
const maxMs = 3000;
const maxNamed = 3;

export async function checkStoredMail({ store }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const { blobs, database } = store.core;
  const endMs = performance.now() + maxMs;
  const broken: string[] = [];
  let read = 0;
  let lost = 0;
  let isWhole = true;
  for await (const { key, isLost } of storedBlobs(database)) {
    if (isLost) {
      lost++;
      continue;
    }
    if (read >= maxRead || performance.now() > endMs) {
      isWhole = false;
      break;
    }
    read++;
    const state = await stateOfBlob(blobs, key);
    if (state !== "whole") broken.push(`${key} is ${state}`);
  }
  const part = isWhole ? "" : ` Of the first ${read}: postroom repair reads all.`;
  const known =
    lost === 0
      ? []
      : [skipped("lost", `${lost} large mails or files are marked as lost.`, { subject: blobs.where })];
  if (broken.length > 0)
    return [
      failing(
        "broken",
        `${broken.length} large mails or files in ${blobs.where} cannot be read: ${broken.slice(0, maxNamed).join(", ")}${broken.length > maxNamed ? ", …" : ""}.${part}`,
        {
          subject: blobs.where,
          remedy:
            "Bring them back: postroom repair --from PLACE, with a place of backups. postroom check names what they belong to; what no backup has is marked by postroom repair --mark. Then look at the disk.",
        },
      ),
      ...known,
    ];
  if (known.length > 0) return known;
  return [
    fine(
      isWhole
        ? `${read} large mails and files are whole.`
        : `${read} large mails and files were read, and are whole.${part}`,
    ),
  ];
}
