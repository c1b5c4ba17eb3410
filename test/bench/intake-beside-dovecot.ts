// Intake beside Dovecot's LMTP, in the same run: rounds alternate, medians are printed with their ratio. Both say 250 only
// once the mail is on the disk (Dovecot: mdbox, mail_fsync=always). Load generator and servers share the cores.
import { type Dovecot, startDovecot } from "./dovecot.ts";
import { type IntakeResult, intake, textMails } from "./intake.ts";
import { type BenchServer, corePercent, createAddresses } from "./server.ts";

type Add = (what: string, value: number, unit: string) => void;

const rounds = 3;
const mailboxes = 200;

/** Adds one row a figure; one line instead where Dovecot's LMTP is missing. */
export async function intakeBesideDovecot(
  server: BenchServer,
  { total, say }: { total: number; say(text: string): void },
  add: Add,
): Promise<void> {
  const dovecot = await startDovecot("mdbox");
  if (dovecot?.lmtpPort == null) {
    await dovecot?.stop();
    say(
      "intake beside Dovecot is left out: install Debian's dovecot-imapd and dovecot-lmtpd, and run as root",
    );
    return;
  }
  try {
    await compare(server, { ...dovecot, lmtpPort: dovecot.lmtpPort }, { total, add });
  } finally {
    await dovecot.stop();
  }
}

async function compare(
  server: BenchServer,
  { lmtpPort }: Dovecot & { lmtpPort: number },
  { total, add }: { total: number; add: Add },
): Promise<void> {
  const own = (await createAddresses(server, "beside", mailboxes)).map(({ email }) => email);
  const theirs = Array.from({ length: mailboxes }, (_, n) => `beside${n}`);
  const load = async (to: "ours" | "dovecot", { many, sessions }: { many: boolean; sessions: number }) => {
    const all = to === "ours" ? own : theirs;
    const result = await intake(to === "ours" ? server : { smtpPort: lmtpPort }, {
      total: sessions === 1 ? Math.ceil(total / 10) : total,
      sessions,
      recipients: many ? all : [all[0]!],
      mails: textMails,
      lmtp: to === "dovecot",
    });
    if (result.accepted === 0) throw new Error(`${to}: ${JSON.stringify(result.failures)}`);
    return result;
  };
  // both are warm, and every mailbox exists
  for (const to of ["ours", "dovecot"] as const) await load(to, { many: true, sessions: 20 });
  for (const [what, how] of [
    ["many mailboxes, 20 sessions", { many: true, sessions: 20 }],
    ["one mailbox, 20 sessions", { many: false, sessions: 20 }],
    ["many mailboxes, 200 sessions", { many: true, sessions: 200 }],
    ["many mailboxes, 1 session", { many: true, sessions: 1 }],
  ] as const) {
    const ours: IntakeResult[] = [];
    const dovecot: IntakeResult[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await load("ours", how));
      await quiet(server);
      dovecot.push(await load("dovecot", how));
    }
    const rate = (results: IntakeResult[]) => median(results.map(({ perSecond }) => perSecond));
    add(`intake, ${what}`, rate(ours), "mails/s");
    add(`intake, ${what}, p99 of a mail`, median(ours.map(({ p99 }) => p99 ?? Number.NaN)), "ms");
    add(`Dovecot LMTP, ${what}`, rate(dovecot), "mails/s");
    add(`intake, ${what}, beside Dovecot`, rate(ours) / rate(dovecot), "times");
  }
}

/** What the server puts off in a flood, the search index, must not slow Dovecot down. */
async function quiet({ process }: BenchServer): Promise<void> {
  for (let tries = 0; tries < 120; tries++) if ((await corePercent(process.pid, 0.5)) < 3) return;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
