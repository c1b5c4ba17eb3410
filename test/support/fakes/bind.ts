// Debian's BIND 9 on 127.0.0.1 with one zone, which a key may change. RFC 2136
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLookUp, type LookUp } from "../../../src/lib/dns/look-up.ts";
import { eventually } from "../app/app.ts";
import { freePort } from "../app/ports.ts";
import { programPath } from "../clients/programs.ts";

const named = programPath("named");
export const hasBind = named !== null;

export interface Bind {
  /** `127.0.0.1:port` */
  server: string;
  /** As nsupdate -y takes it. */
  key: string;
  lookUp: LookUp;
  stop(): Promise<void>;
}

/** @param records of the zone's own, lines of a zone file */
export async function startBind(zone: string, records: readonly string[] = []): Promise<Bind> {
  const folder = mkdtempSync(join(tmpdir(), "postroom-bind-"));
  mkdirSync(join(folder, "zones"));
  const port = await freePort();
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  writeFileSync(
    join(folder, "zones/zone"),
    [
      "$TTL 300",
      `@ IN SOA ns.${zone}. admin.${zone}. 1 3600 600 86400 300`,
      `@ IN NS ns.${zone}.`,
      "ns IN A 127.0.0.1",
      ...records,
      "",
    ].join("\n"),
  );
  writeFileSync(
    join(folder, "named.conf"),
    `key "changes" { algorithm hmac-sha256; secret "${secret}"; };
options {
  directory "${folder}"; pid-file "${folder}/pid"; session-keyfile "${folder}/session.key";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; notify no;
};
controls { };
zone "${zone}" { type primary; file "${folder}/zones/zone"; allow-update { key "changes"; }; };
`,
  );
  const child = Bun.spawn([named!, "-f", "-c", join(folder, "named.conf")], {
    stdout: "ignore",
    stderr: "ignore",
  });
  const server = `127.0.0.1:${port}`;
  const lookUp = createLookUp([server]);
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`named has ended: ${child.exitCode}`);
    const found = await lookUp({ name: `ns.${zone}`, type: "A" }).catch(() => null);
    return found?.records[0] === "127.0.0.1";
  });
  return {
    server,
    key: `hmac-sha256:changes:${secret}`,
    lookUp,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
