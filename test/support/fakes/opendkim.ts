// OpenDKIM as a judge of signatures.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../clients/programs.ts";

const opendkim = programPath("opendkim");

export function opendkimMissing(): string | null {
  return opendkim ? null : "Debian's opendkim package is not installed";
}

/** What opendkim says of a mail's signatures. @param keys TXT records of the signers */
export async function askOpendkim(
  raw: Uint8Array,
  keys: readonly { name: string; value: string }[],
): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "postroom-opendkim-"));
  try {
    writeFileSync(join(dir, "keys"), keys.map(({ name, value }) => `${name} ${value}\n`).join(""));
    writeFileSync(join(dir, "mail"), raw);
    writeFileSync(
      join(dir, "conf"),
      `TestPublicKeys ${dir}/keys\nMode v\nSyslog no\nAlwaysAddARHeader yes\nAuthservID judge\n`,
    );
    const run = Bun.spawn([opendkim ?? "", "-x", join(dir, "conf"), "-t", join(dir, "mail"), "-vv"], {
      stdout: "pipe",
      stderr: "pipe",
    });
    return (await new Response(run.stdout).text()) + (await new Response(run.stderr).text());
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
