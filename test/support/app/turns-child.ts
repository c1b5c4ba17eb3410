// A process that receives mails at one identity, a few at once, and prints what each turn returned; used by
// processes.test.ts, several at a time. Arguments: database URL, data directory, account, identity, number, name.

import { prepareMail } from "../../../actors/identity/message/prepare-mail.ts";
import { receiveMail } from "../../../actors/identity/receiving/accept-mail.ts";
import { Actors } from "../../../actors/runtime/registry.ts";
import { unlimitedPlans } from "../../../src/config/plans.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { openBlobStore } from "../../../src/store/blobs/open.ts";
import { openDatabase } from "../../../src/store/database/database.ts";
import { noOutgoing } from "./actors.ts";

const [databaseUrl = "", dataDir = "", accountId = "", identityId = "", count = "", name = ""] =
  process.argv.slice(2);
const database = await openDatabase({ databaseUrl, dataDir });
const actors = new Actors({
  database,
  clock: systemClock,
  log: silentLog,
  plans: unlimitedPlans,
  outgoing: noOutgoing,
});
const blobs = openBlobStore({ dataDir, s3: null });
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));

async function receiveOne(n: number): Promise<void> {
  const raw = Buffer.from(`Message-ID: <${name}-${n}@test>\r\nSubject: ${name} ${n}\r\n\r\n${name} ${n}\r\n`);
  const mail = await prepareMail(
    { blobs },
    raw,
    { from: `${name}@test.example`, isSpam: false },
    { source: "" },
  );
  const received = await receiveMail({ actors }, mail, {
    kind: "identity",
    accountId,
    identityId,
    recipient: "them@agents.example",
  });
  process.stdout.write(`${JSON.stringify(received)}\n`);
}

// of different numbers at once, so that batches are of different sizes
for (let n = 0; n < Number(count); ) {
  const together = Math.min(1 + (n % 7), Number(count) - n);
  await Promise.all(Array.from({ length: together }, (_, k) => receiveOne(n + k)));
  n += together;
}
await database.close();
process.exit(0);
