// A process that notes taken mails in the folder it is given: some stay open, all others are stored at once, without an end.
import { silentLog } from "../../src/lib/log.ts";
import { TakenLog, type TakenMail } from "../../src/outbound/taken-log.ts";

const [dir, count] = process.argv.slice(2);

function taken(messageId: string): TakenMail {
  const recipients = Array.from({ length: 20 }, (_, n) => `${n}@far.example`);
  return {
    accountId: "a",
    identityId: "i",
    messageId,
    rows: recipients.map((id) => ({ id, attempts: 1 })),
    results: recipients.map((recipient) => ({
      recipient,
      kind: "delivered",
      code: 250,
      enhanced: "2.0.0",
      response: `250 2.0.0 ${"queued ".repeat(10)}`,
      refusedAt: null,
      mx: "mx.far.example",
      tls: null,
      tlsFallback: null,
      dsn: false,
    })),
  };
}

const log = new TakenLog(dir!, silentLog);
for (let n = 0; n < Number(count); n++) log.note(taken(`open-${n}`));
process.stdout.write("noted\n");
for (let n = 0; ; n++) log.note(taken(`stored-${n}`))();
