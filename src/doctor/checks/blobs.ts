// A blob put, read and deleted again, as large mails are.
import { randomBytes } from "node:crypto";
import { messageOf } from "../../lib/failure.ts";
import { BlobsUnavailable, pack, unpack } from "../../store/blobs/blobs.ts";
import { remedyOf } from "../../store/blobs/open.ts";
import { BlobsOfAnother, ownPlaceOf } from "../../store/blobs/owner.ts";
import { blobPlaces } from "../../store/maintenance/processes.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine, warning } from "../finding.ts";

export async function checkBlobs({ store, config, limits }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const { blobs, database } = store.core;
  const { where } = blobs;
  const remedy = remedyOf(config.s3);
  const raw = randomBytes(100_000);
  const packed = await pack(raw);
  const startMs = performance.now();
  try {
    const place = await ownPlaceOf(database, blobs);
    if (place === null)
      return [
        warning("unmarked", `Nothing is ever deleted in ${where}: no server of this database has taken it.`, {
          subject: where,
          remedy:
            "Start the server once. If it says that blobs of another database, or backups, lie there: set S3_BUCKET or DATA_DIR to a place of its own.",
        }),
      ];
    const others = (await blobPlaces(database)).filter((other) => other !== place);
    if (others.length > 0)
      return [
        failing(
          "elsewhere",
          `Another server on this database keeps large mails elsewhere than in ${where}.`,
          {
            subject: where,
            remedy:
              "Set the same S3_BUCKET on every server: what one of them keeps alone cannot be read by the others.",
          },
        ),
      ];
    await blobs.put(packed.key, packed.zstd);
    const found = await blobs.get(packed.key);
    if (found === null || !raw.equals(await unpack(found)))
      return [
        failing("differs", `What was put into ${where} is not what is read there.`, {
          subject: where,
          remedy: "Look at the disk (smartctl, the kernel's log) or at what stands between.",
        }),
      ];
    if (!(await blobs.delete(packed.key, Number.POSITIVE_INFINITY)))
      return [warning("not_deleted", `Nothing can be deleted in ${where}.`, { subject: where, remedy })];
  } catch (error) {
    if (error instanceof BlobsOfAnother)
      return [
        failing("of_another", `${where} holds the large mails of another database.`, {
          subject: where,
          remedy:
            "Set S3_BUCKET or DATA_DIR to a place of its own, or DATABASE_URL to the database that it belongs to.",
        }),
      ];
    const reason = error instanceof BlobsUnavailable ? error.reason : messageOf(error);
    return [
      failing("failed", `Large mails cannot be stored in ${where}: ${reason}.`, {
        subject: where,
        remedy,
      }),
    ];
  }
  const ms = performance.now() - startMs;
  if (ms > limits.blobMs)
    return [
      warning("slow", `To put, read and delete 100 kB in ${where} takes ${ms.toFixed(0)} ms.`, {
        subject: where,
        remedy: "Mail waits for it: use a faster disk, or a bucket nearer to this machine.",
      }),
    ];
  return [fine(`A blob was put into ${where}, read and deleted in ${ms.toFixed(0)} ms.`)];
}
