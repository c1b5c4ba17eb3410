// A real S3 server for tests: s3rver, in a process of its own.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { S3Settings } from "../../../src/store/blobs/s3.ts";

export async function startS3(
  directory: string,
  wanted = 0,
): Promise<{ settings: S3Settings; port: number; stop(): Promise<void> }> {
  mkdirSync(directory, { recursive: true });
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "s3-child.ts"), directory, `${wanted}`], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  return {
    port,
    settings: {
      bucket: "postroom",
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
