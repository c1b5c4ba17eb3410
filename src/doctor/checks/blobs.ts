// A blob put, read and deleted again, as large mails are.
import { randomBytes } from "node:crypto";
import { messageOf } from "../../lib/failure.ts";
import { pack, unpack } from "../../store/blobs/blobs.ts";
import type { Context } from "../context.ts";
import { failing, fine, type Result, warning } from "../finding.ts";

export async function checkBlobs({ store, config, limits }: Context): Promise<Result[]> {
  if (!store) return [];
  const { blobs } = store.core;
  const where = config.s3 ? `the bucket ${config.s3.bucket}` : `${config.dataDir}/blobs`;
  const remedy = config.s3
    ? "Look at S3_ENDPOINT, S3_REGION and the key's rights: it needs to put, get, delete and list."
    : "Look at the folder's owner and mount, and at the space left on its disk.";
  const raw = randomBytes(100_000);
  const packed = await pack(raw);
  const startMs = performance.now();
  try {
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
    return [
      failing("failed", `Large mails cannot be stored in ${where}: ${messageOf(error)}.`, {
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
