// Opens the blob store of the settings.
import type { BlobStore } from "./blobs.ts";
import { openFileBlobs } from "./files.ts";
import { openS3Blobs, type S3Settings } from "./s3.ts";

/** S3 when the settings S3_* are set, else files in `DATA_DIR/blobs`. */
export function openBlobStore(options: { dataDir: string; s3: S3Settings | null }): BlobStore {
  return options.s3 ? openS3Blobs(options.s3) : openFileBlobs(options.dataDir);
}
