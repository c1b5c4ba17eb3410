// Opens the blob store that the settings choose.
import type { BlobStore } from "./blobs.ts";
import { openFileBlobs } from "./files.ts";
import { openS3Blobs, type S3Settings } from "./s3.ts";

/** Settings S3_* choose S3; else files in `DATA_DIR/blobs`. */
export function openBlobStore(options: { dataDir: string; s3: S3Settings | null }): BlobStore {
  return options.s3 ? openS3Blobs(options.s3) : openFileBlobs(options.dataDir);
}
