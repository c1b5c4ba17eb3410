// What `bun run bench` takes, and what each of its parts measures.
import { optionsOf } from "../support/options.ts";

/** Parts that `--only` names; the times are those of two cores. */
const parts = {
  intake: "mails a second by SMTP, beside Dovecot's LMTP where it is installed: 3 minutes a database",
  stages:
    "processor time and bytes of a mail until it can be found, by stage and process: 3 minutes a database",
  sending:
    "POST /messages, mail that leaves by a relay, drafts scheduled for one second: 2 minutes a database",
  imap: "profiles of imaptest and single commands, beside Dovecot where it is installed: 5 minutes a database",
  calendar: "a month of 1,000 and of 10,000 events and 500 series: 3 minutes a database",
  pages: "memory after a walk through the pages for people, beside servers without: 10 minutes a database",
  growth: "PostgreSQL: one mailbox of 1,000, 100,000 and 1,000,000 messages, filled before: an hour",
  listeners: "PostgreSQL: commits while 1 to 100 processes listen: 2 minutes",
  sharing: "PostgreSQL: what 1 to 20 processes ask of a database, idle and busy: 12 minutes",
  scale:
    "PostgreSQL: 1, 2 and 4 processes behind HAProxy, each with a share of a core; as root: half an hour",
} as const;

export type Part = keyof typeof parts;

const names = Object.keys(parts) as Part[];
const longest = Math.max(...names.map((name) => name.length));

const about = `
Measures the built executable (bun run build), embedded and on PostgreSQL: POSTROOM_TEST_DATABASE_URL, or a temporary cluster of
Debian's postgresql. Load generators and server share the cores, so nothing else should run. It prints a table, says what got
worse since the last run, and keeps the figures in dist/bench.json.

Without --only: the first start, memory and processor time when idle, intake, sending, webhooks, lists, calendar, IMAP and a
later start, 20 to 30 minutes a database; with --quick 6 minutes. Parts by themselves, a third of the time or less with --quick:

${names.map((name) => `  ${name.padEnd(longest + 2)}${parts[name]}`).join("\n")}`;

/** Parts that several processes or a large database need. */
export const onPostgres: readonly string[] = ["growth", "listeners", "sharing", "scale"] satisfies Part[];

export function benchOptions() {
  const options = optionsOf({
    call: "bun run bench",
    about,
    options: {
      only: { value: "PART", among: names, about: "one part, named above" },
      peers: {
        about:
          "other servers in the same run: Dovecot where it is installed, and those that --peer names; see test/bench/README.md",
      },
      peer: {
        value: "LIST",
        default: "",
        about:
          "NAME=smtp://HOST:PORT/LOCAL@DOMAIN or lmtp://…, separated by commas; {n} is a number from 0 to 199",
      },
      quick: { about: "a tenth of the load: to see that it runs, and large differences" },
      store: { value: "DATABASE", among: ["embedded", "postgres"], about: "one of embedded, postgres" },
      messages: {
        value: "N",
        number: true,
        about: "messages in the mailbox of lists and IMAP, the most for growth",
      },
      processes: { value: "LIST", default: "1,2,4", about: "scale: how many processes" },
      share: { value: "CORES", number: true, default: 0.25, about: "scale: of a core for each process" },
      statements: { about: "scale: which statements a mail takes, as PostgreSQL counts them" },
    },
  });
  if (options.store === "embedded" && onPostgres.includes(options.only ?? "")) {
    process.stderr.write(
      `--only ${options.only} --store embedded: this part is measured on PostgreSQL alone.\n`,
    );
    process.exit(2);
  }
  const { peers, peer, only } = options;
  if ((peers || peer !== "") && only !== null) {
    process.stderr.write("--peers is a part of its own: leave out --only.\n");
    process.exit(2);
  }
  return { ...options, peers: peers || peer !== "" };
}
