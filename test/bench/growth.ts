// Growth: the same requests to mailboxes of a thousand, a hundred thousand and a million messages, in one account on
// PostgreSQL. The mailboxes are filled by SQL with copies of received mails; rounds alternate between them, so that all
// see the same database and the same machine. It fails where a request reads a large table whole. `bun run bench --only growth [--messages 1000000]`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { Wire } from "./imap-wire.ts";
import { intake } from "./intake.ts";
import { quantiles } from "./quantiles.ts";
import { rowsRead } from "./rows-read.ts";
import { type BenchServer, call, createAddresses } from "./server.ts";

type Add = (what: string, value: number, unit: string) => void;

const rounds = 60;
const templates = 50;
/** Mails are short: it is rows that grow. */
const words =
  "apple brick cloud delta eagle flint grove house ivory jolly knife lemon mango north ocean".split(" ");
/** Stands in a few mails of each mailbox. */
const rareWord = "zyzzyva";

function shortMail(n: number, text: string): string {
  const lines = [
    "From: Sender <sender@bench.example>",
    "To: someone@postroom.localhost",
    `Subject: About ${words[n % words.length]} number ${n}`,
    "Message-ID: <@ID@@bench.example>",
    "Date: Sat, 21 Nov 2026 04:00:00 +0000",
    "",
    `${text} ${words[(n * 7) % words.length]} and ${words[(n * 11) % words.length]}.`,
    "",
  ];
  return lines.join("\r\n");
}

interface Mailbox {
  size: number;
  id: string;
  email: string;
}

interface Requests {
  database: SQL;
  server: BenchServer;
  imapPort: number;
}

/** @param server one on PostgreSQL that runs with imapSettings */
export async function benchGrowth(
  server: BenchServer,
  { sizes, databaseUrl, say }: { sizes: readonly number[]; databaseUrl: string; say(text: string): void },
  add: Add,
): Promise<void> {
  const { imap } = JSON.parse(readFileSync(join(server.dataDir, "ports.json"), "utf8")) as { imap: number };
  const database = new SQL(databaseUrl, { max: 1 });
  try {
    const requests = { database, server, imapPort: imap };
    const boxes: Mailbox[] = [];
    for (const size of sizes) {
      const [address] = await createAddresses(server, `grown${size}x`, 1);
      boxes.push({ size, ...address! });
    }
    for (const box of boxes) {
      await fill(requests, box);
      say(`growth: a mailbox of ${box.size} messages is filled`);
    }
    await database.unsafe("vacuum analyze");
    for (const [what, times] of await measure(requests, boxes, add)) {
      for (const [n, { size }] of boxes.entries()) add(`${what}, ${size} messages, p50`, times[n]!, "ms");
      add(`${what}, growth from ${sizes[0]} to ${sizes.at(-1)}`, times.at(-1)! / times[0]!, "times as long");
    }
  } finally {
    await database.close();
  }
}

/** Receives a few mails, and copies their rows until the mailbox has its size. */
async function fill({ database, server }: Requests, { id, email, size }: Mailbox): Promise<void> {
  await receive(server, email, { count: templates - 5, text: "Some words on" });
  await receive(server, email, { count: 5, text: `Some ${rareWord} on` });
  await indexed(database);
  await database.unsafe(`create temp table template as select m.account_id, m.id, m.thread_id, p.folder_id, row_number() over (order by m.id) - 1 as n
    from messages m join placements p on p.account_id = m.account_id and p.message_id = m.id
    where m.identity_id = '${id}' order by m.id limit ${templates - 5}`);
  const step = 50_000;
  for (let from = templates + 1; from <= size; from += step)
    await copy(database, from, Math.min(size, from + step - 1));
  await indexed(database);
  await database.unsafe(
    `update folders f set uid_next = ${size + 1}, total = ${size}, unread = ${size} from template t where f.account_id = t.account_id and f.id = t.folder_id`,
  );
  await database.unsafe(`update identities set modseq = modseq + 1 where id = '${id}'`);
  await database.unsafe("drop table template");
}

async function indexed(database: SQL): Promise<void> {
  for (let waiting = true; waiting; await Bun.sleep(200)) {
    const [row] = await database`select exists (select from search_queue) as waiting`;
    waiting = row.waiting;
  }
}

async function receive(
  server: BenchServer,
  email: string,
  { count, text }: { count: number; text: string },
): Promise<void> {
  const mails = Array.from({ length: count }, (_, n) => shortMail(n, text));
  const { accepted } = await intake(server, { total: count, sessions: 5, recipients: [email], mails });
  if (accepted !== count) throw new Error(`only ${accepted} of ${count} mails were accepted`);
}

/** Copies of the templates with the uids `from` to `to`, a second apart, all of them older than the templates. */
async function copy(database: SQL, from: number, to: number): Promise<void> {
  const at = "(now() - interval '2 days' - interval '1 second' * (1000000 - g.n))";
  const idOf = (kind: string) =>
    `(lpad(to_hex((extract(epoch from ${at}) * 1000)::int8), 12, '0') || '7${kind}8' || substr(md5(g.n || t.id::text), 1, 15))::uuid`;
  const [messageId, threadId] = [idOf("00a"), idOf("00b")];
  const tables: [string, string, Record<string, string>][] = [
    [
      "threads",
      "s.account_id = t.account_id and s.id = t.thread_id",
      { id: threadId, created_at: at, sort_at: at, last_message_at: at, subject_key: "s.subject_key + g.n" },
    ],
    [
      "messages",
      "s.account_id = t.account_id and s.id = t.id",
      {
        id: messageId,
        thread_id: threadId,
        created_at: at,
        header_id: "s.header_id || g.n",
        header_hash: "s.header_hash - g.n",
      },
    ],
    ["bodies", "s.account_id = t.account_id and s.message_id = t.id", { message_id: messageId }],
    [
      "placements",
      "s.account_id = t.account_id and s.message_id = t.id",
      { message_id: messageId, uid: "g.n", internal_date: at, created_at: at },
    ],
  ];
  await database.begin(async (sql) => {
    // the parts of one message refer to each other
    await sql.unsafe("set local session_replication_role = replica");
    for (const [table, same, changed] of tables) {
      const columns = (await sql.unsafe(
        `select column_name as name from information_schema.columns where table_name = '${table}' and table_schema = 'public'`,
      )) as { name: string }[];
      const names = columns.map(({ name }) => `"${name}"`).join(", ");
      const values = columns.map(({ name }) => changed[name] ?? `s."${name}"`).join(", ");
      await sql.unsafe(`insert into ${table} (${names}) select ${values} from generate_series(${from}, ${to}) as g(n)
        join template t on t.n = g.n % ${templates - 5} join ${table} s on ${same}`);
    }
    await sql.unsafe(`insert into search_queue (account_id, message_id) select t.account_id, ${messageId}
      from generate_series(${from}, ${to}) as g(n) join template t on t.n = g.n % ${templates - 5}`);
  });
}

/** Medians in milliseconds, by request, one for each mailbox. */
async function measure(
  requests: Requests,
  boxes: readonly Mailbox[],
  add: Add,
): Promise<Map<string, number[]>> {
  const all: [string, (box: Mailbox) => Promise<number>][] = [];
  const { server, imapPort } = requests;
  const timed = async (path: string) => {
    const begun = performance.now();
    await call(server, path);
    return performance.now() - begun;
  };
  all.push(["list unread messages", ({ id }) => timed(`/messages?identity_id=${id}&is_read=false&limit=50`)]);
  all.push(["list threads", ({ id }) => timed(`/threads?identity_id=${id}&limit=50`)]);
  const some = new Map<string, string[]>();
  for (const { id } of boxes) {
    const listed = await call<{ id: string }[]>(server, `/messages?identity_id=${id}&is_read=false&limit=50`);
    some.set(
      id,
      listed.map((message) => message.id),
    );
  }
  let next = 0;
  all.push(["read a message", ({ id }) => timed(`/messages/${some.get(id)![next++ % 50]}`)]);
  all.push([
    "search a word of 5 messages",
    ({ id }) => timed(`/messages/search?identity_id=${id}&q=${rareWord}`),
  ]);
  const wires = new Map<string, Wire>();
  for (const { id, size } of boxes) {
    const made = await call<{ username: string; password: string }>(server, "/app-passwords", {
      identity_id: id,
      name: "growth",
    });
    const wire = await Wire.logIn(imapPort, made.username, made.password);
    const begun = performance.now();
    const answer = await wire.command("SELECT INBOX");
    add(`the first IMAP SELECT, ${size} messages`, performance.now() - begun, "ms");
    if (!answer.includes(`* ${size} EXISTS`)) throw new Error(`not ${size} messages: ${answer}`);
    await wire.command("UNSELECT");
    wires.set(id, wire);
  }
  all.push([
    "IMAP SELECT again",
    async ({ id }) => {
      const took = await wires.get(id)!.time("SELECT INBOX");
      await wires.get(id)!.command("UNSELECT");
      return took;
    },
  ]);
  all.push([
    "intake of a mail",
    async ({ email }) => {
      const result = await intake(server, {
        total: 20,
        sessions: 1,
        recipients: [email],
        mails: [shortMail(next++, "New")],
      });
      return result.p50 ?? Number.NaN;
    },
  ]);
  const medians = new Map<string, number[]>();
  for (const [what, time] of all) {
    const times = boxes.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [n, box] of boxes.entries()) times[n]!.push(await time(box));
    // the first rounds open what stays open
    medians.set(
      what,
      times.map((each) => quantiles(each.slice(5)).p50),
    );
  }
  const largest = boxes.at(-1)!;
  for (const [what, time] of all) {
    const read = await rowsRead(requests.database, what, () => time(largest));
    add(`${what}, ${largest.size} messages, rows read`, read, "rows");
  }
  for (const wire of wires.values()) wire.close();
  return medians;
}
