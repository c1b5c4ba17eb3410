// `queue list|show|retry|hold|release|drop`: what waits to leave, over all addresses.
import { commandLine } from "../../actors/account/access/account-audit.ts";
import { changeQueue, type QueueAction, queueEntry } from "../../actors/identity/sending/send-queue.ts";
import type { Core } from "../app/core.ts";
import { addMs, nowInstant, spanSeconds } from "../lib/clock.ts";
import { isUuid } from "../lib/ids.ts";
import { domainName } from "../mail/domain-name.ts";
import { ageOf } from "../outbound/queue-text.ts";
import { findEmail } from "../store/addresses/addresses.ts";
import {
  listQueue,
  type QueuedRecipient,
  type QueueFilter,
  type QueueState,
  queueStates,
} from "../store/sending/send-queue.ts";
import {
  asJson,
  type CliCommand,
  CommandError,
  type Input,
  type Option,
  ok,
  optionOf,
  table,
} from "./context.ts";

const filters: readonly Option[] = [
  { name: "domain", value: "DOMAIN", summary: "of the recipient" },
  { name: "account", value: "ID", summary: "of this account" },
  { name: "from", value: "ADDRESS", summary: "from this address of the service" },
  { name: "older", value: "TIME", summary: "queued longer ago, such as 30m, 4h or 2d" },
  {
    name: "state",
    value: "STATE",
    summary:
      "active (being tried), due (to be tried at once), deferred (to be tried again later), paced (waits for its turn), held",
  },
  { name: "error", value: "TEXT", summary: "with this in the last answer" },
];
const filterUsage = "[--domain D] [--account ID] [--from ADDRESS] [--older 4h] [--state S] [--error TEXT]";

const defaultListed = 100;
const maxListed = 10_000;
/** Entries read at once. */
const pageRows = 500;

export const queueList: CliCommand = {
  name: "queue list",
  usage: `${filterUsage} [--limit N] [--json]`,
  summary: "list what waits to leave, over all addresses, oldest first",
  examples: [
    "postroom queue list --state deferred --older 4h",
    "postroom queue list --error 'does not speak TLS'",
  ],
  options: [
    ...filters,
    { name: "limit", value: "N", summary: `entries, ${defaultListed} without it, ${maxListed} at most` },
    asJson,
  ],
  positionals: [],
  async run(core, input) {
    const most = limitOf(input);
    const now = nowInstant(core.clock);
    const { rows, more } = await entries(core, await filterOf(core, input), most);
    if (input.options.json)
      return ok(JSON.stringify(rows.map((row) => queueEntry(row, nowInstant(core.clock)))));
    if (rows.length === 0) return ok("Nothing fits: nothing waits, or nothing of that kind.");
    const listed = table(
      ["ID", "AGE", "STATE", "TRIES", "FROM", "TO", "LAST ANSWER"],
      rows.map((row) => [
        row.id,
        ageOf(row.createdAt, now),
        row.state,
        String(row.attempts),
        row.fromEmail,
        row.recipient,
        oneLine(row.response),
      ]),
    );
    return {
      ...ok(listed),
      ...(more && { stderr: `There are more: --limit ${Math.min(most * 10, maxListed)}` }),
    };
  },
};

export const queueShow: CliCommand = {
  name: "queue show",
  usage: "ID [--json]",
  summary: "say why one recipient still waits",
  options: [asJson],
  positionals: ["ID"],
  async run(core, { positionals: [id = ""], options }) {
    const [row] = (await entries(core, { ids: [entryId(id)] }, 1)).rows;
    if (!row)
      throw new CommandError(`${id} waits no more, or never did. List what waits with: postroom queue list`);
    const fields = queueEntry(row, nowInstant(core.clock));
    if (options.json) return ok(JSON.stringify(fields));
    return ok(
      table(
        ["FIELD", "VALUE"],
        Object.entries(fields).map(([name, value]) => [name, value === null ? null : oneLine(String(value))]),
      ),
    );
  },
};

export const queueRetry = changing("retry", {
  summary: "try entries now; what is held stays held",
  done: "due now",
});
export const queueHold = changing("hold", {
  summary: "hold entries: nothing is sent to them until they are released",
  done: "held",
});
export const queueRelease = changing("release", { summary: "let held entries go", done: "released" });
export const queueDrop = changing("drop", {
  summary: "give entries up: their senders are told as of any failure",
  done: "dropped",
});

/** @param words.done what became of the entries */
function changing(action: QueueAction, { summary, done }: { summary: string; done: string }): CliCommand {
  return {
    name: `queue ${action}`,
    usage: `--id ID | ${filterUsage} | --all`,
    summary,
    options: [
      { name: "id", value: "ID", summary: "an entry; may be repeated", repeats: 200 },
      ...filters,
      { name: "all", summary: "every entry" },
    ],
    positionals: [],
    async run(core, input, job) {
      const filter = await filterOf(core, input);
      if (!input.options.all && Object.values(filter).every((value) => value === undefined))
        throw new CommandError(
          `Say which entries: --id ID, a filter such as --domain example.com, or --all for every one. postroom queue list shows them.`,
        );
      const left = new Map<string, number>();
      let changed = 0;
      for (let cursor: string | null = null; ; ) {
        const { outcomes, end } = await changeQueue(core, action, {
          filter,
          cursor,
          origin: commandLine,
        });
        for (const { left: reason } of outcomes) {
          if (reason === null) changed++;
          else left.set(reason, (left.get(reason) ?? 0) + 1);
        }
        job.progress(`${changed} ${done}`);
        if (end === null || job.signal.aborted) break;
        cursor = end;
      }
      const lines = [...left].map(
        ([reason, count]) => `${count} left as they are: ${leftTexts[reason] ?? reason}`,
      );
      return ok(
        [`${changed} ${changed === 1 ? "recipient is" : "recipients are"} ${done}.`, ...lines].join("\n"),
      );
    },
  };
}

const leftTexts: Record<string, string> = {
  active: "they may be on their way just now; hold them first, or wait a moment",
  held: "they are held; release them first",
  not_held: "they were not held",
  ramp: "their new domain may send no more today (SENDING_RAMP)",
  settled: "they wait no more",
};

async function entries(
  { database, clock }: Core,
  filter: QueueFilter,
  most: number,
): Promise<{ rows: QueuedRecipient[]; more: boolean }> {
  const rows: QueuedRecipient[] = [];
  for (let cursor: string | null = null; ; ) {
    const count = Math.min(pageRows, most - rows.length);
    const page = await listQueue(database, filter, { now: nowInstant(clock), cursor, count });
    rows.push(...page.rows);
    if (page.end === null || rows.length >= most) return { rows, more: page.end !== null };
    cursor = page.end;
  }
}

async function filterOf(core: Core, input: Input): Promise<QueueFilter> {
  const from = optionOf(input, "from");
  const owner = from === undefined ? undefined : await findEmail(core.database, from);
  if (owner === null || (owner && owner.identityId === null))
    throw new CommandError(`${from} is no address here. List them with: postroom identities list`);
  const domain = optionOf(input, "domain");
  const account = optionOf(input, "account");
  if (account !== undefined && !isUuid(account))
    throw new CommandError(`"${account}" is not an account's id. List them with: postroom accounts list`);
  const older = optionOf(input, "older");
  const ids = input.options.id;
  return {
    ids: Array.isArray(ids) ? ids.map(entryId) : undefined,
    domain: domain === undefined ? undefined : domainName(domain),
    accountId: account,
    identityId: owner?.identityId ?? undefined,
    before: older === undefined ? undefined : addMs(nowInstant(core.clock), -spanMs(older)),
    state: stateOf(optionOf(input, "state")),
    error: optionOf(input, "error"),
  };
}

function stateOf(given: string | undefined): QueueState | undefined {
  const state = queueStates.find((one) => one === given);
  if (given !== undefined && !state)
    throw new CommandError(`"${given}" is not a state. Give one of: ${queueStates.join(", ")}.`);
  return state;
}

function entryId(text: string): string {
  if (!isUuid(text))
    throw new CommandError(`"${text}" is not an entry's id. List them with: postroom queue list`);
  return text;
}

function spanMs(text: string): number {
  const seconds = spanSeconds(text);
  if (seconds === null)
    throw new CommandError(`--older ${text} is not a time. Give one such as 30m, 4h or 2d.`);
  return seconds * 1000;
}

function limitOf(input: Input): number {
  const given = optionOf(input, "limit");
  if (given === undefined) return defaultListed;
  const limit = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > maxListed)
    throw new CommandError(`--limit takes a number from 1 to ${maxListed}.`);
  return limit;
}

function oneLine(text: string | null): string | null {
  return text === null ? null : text.replace(/[\p{Cc}\s]+/gu, " ").slice(0, 160);
}
