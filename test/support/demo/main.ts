// `bun test/support/demo/main.ts`: the demo office on a port of this machine, until Ctrl+C. Prints links that sign in.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLink } from "../../../actors/account/access/console.ts";
import { ShiftedClock, startTestApp } from "../app/app.ts";
import { startDns } from "../fakes/dns.ts";
import { furnishCalendars } from "./calendar.ts";
import { furnishOffice, officeZone, owner } from "./office.ts";
import { officeEnv, startOutside } from "./outside.ts";

const outside = await startOutside();
const dns = await startDns(officeZone);
const clock = new ShiftedClock();
const dataDir = mkdtempSync(join(tmpdir(), "postroom-demo-"));
const env = {
  ...officeEnv(dns, outside),
  PORT: process.env.PORT ?? "0",
  IMAPS_PORT: "0",
  SUBMISSIONS_PORT: "0",
};
const t = await startTestApp({ dataDir, databaseUrl: null }, { clock, env });
const office = await furnishOffice(t, clock);
await furnishCalendars(office, clock.now());
for (const email of [owner, "jonas@lindqvist.example", "priya@lindqvist.example"]) {
  const token = await createLink(t.app.core.actors, { accountId: office.accountId, ownerEmail: email });
  process.stdout.write(`${email} http://127.0.0.1:${t.app.ports.http}/console/sign-in?token=${token}\n`);
}
process.on("SIGINT", () => void t.stop(100).then(() => process.exit(0)));
process.on("SIGTERM", () => void t.stop(100).then(() => process.exit(0)));
