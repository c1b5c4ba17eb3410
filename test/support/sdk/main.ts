// `bun run sdk`: writes the generated files of src/sdk from the OpenAPI document of a server that it starts for that.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startApp } from "../../../src/app/app.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { Document } from "../../../src/http/openapi/types.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { optionsOf } from "../options.ts";
import { generatedFiles } from "./files.ts";

optionsOf({
  call: "bun run sdk",
  about:
    "Writes the generated files of src/sdk from the OpenAPI document of a server that it starts for that: some seconds.",
  options: {},
});

const repository = resolve(import.meta.dir, "../../..");
const folder = mkdtempSync(join(tmpdir(), "sdk-"));
const off = ["SUBMISSION_PORT", "SUBMISSIONS_PORT", "IMAP_PORT", "IMAPS_PORT"].map((name) => [name, "off"]);
const settings = { DATA_DIR: folder, PORT: "0", SMTP_PORT: "0", ...Object.fromEntries(off) };
const app = await startApp(readConfig(settings), { log: silentLog, clock: systemClock });
const answer = await fetch(`http://127.0.0.1:${app.ports.http}/openapi.json`);
const document = (await answer.json()) as Document;
await app.stop();
rmSync(folder, { recursive: true });
for (const [path, text] of Object.entries(generatedFiles(document)))
  await Bun.write(join(repository, path), text);
process.exit(0);
