// What goes on while things break: mail comes in by SMTP and by IMAP's APPEND, mail is sent by REST at once and from drafts,
// and webhooks tell of it. A ledger says what was acknowledged. Where a repeat is recognised, whatever was not acknowledged is
// tried again, the same each time, until it is; where it is not, another one is tried.
import { session } from "../e2e/numbered-mail.ts";
import type { Server } from "../support/app/server.ts";
import { ImapTalk, type Mailbox, smallMail } from "../support/imap/client.ts";

export interface Ledger {
  /** Subjects of mails that SMTP said 250 to, with the time at which it was asked, of `performance.now()`. */
  received: Map<string, number>;
  /** Subjects of mails that REST said 201 or 202 to, with the time at which it was asked. */
  sent: Map<string, number>;
  /** Subjects of mails that IMAP said OK to. */
  appended: Set<string>;
  /** Answers of REST that were no success, by status and code; lost connections are "none". */
  refusals: Map<string, number>;
  /** What waits for its answer: when it was asked, by what it is and the port that it was asked at. */
  underWay: Map<string, number>;
}

export interface Load {
  /** What was begun is finished; nothing new is. */
  finish(): Promise<void>;
}

const smtpSessions = 4;
const senders = 2;
const restMs = 20;
/** For a recovery. */
const patienceMs = 120_000;

export interface LoadOptions {
  /** The servers that take work now. */
  servers: () => readonly Pick<Server, "ports">[];
  boxes: readonly Mailbox[];
  key: string;
  ledger: Ledger;
}

export function newLedger(): Ledger {
  return {
    received: new Map(),
    sent: new Map(),
    appended: new Set(),
    refusals: new Map(),
    underWay: new Map(),
  };
}

/** Goes on until `finish`. Numbers begin behind those of the ledger. */
export function startLoad(options: LoadOptions): Load {
  const { servers, boxes, ledger } = options;
  let ended = false;
  let turn = 0;
  const next = () => {
    const live = servers();
    return live[turn++ % live.length]!;
  };
  const running = [
    ...receivers({ ...options, next, ended: () => ended }),
    ...Array.from({ length: senders }, (_, n) => send(n)),
    sendDrafts(),
    append(),
  ];

  async function send(first: number): Promise<void> {
    for (let n = after(ledger.sent, "s") + first; !ended; n += senders) {
      const body = {
        from: boxes[n % boxes.length]!.email,
        to: "peer@outside.example",
        subject: `s${n}`,
        text: "Hi",
      };
      const askedMs = await untilDone("/messages", body, { wanted: ["201"], again: `send-${n}` });
      ledger.sent.set(`s${n}`, askedMs);
      await Bun.sleep(restMs);
    }
  }

  /** A draft whose answer was lost is left; one that is there is sent, once. */
  async function sendDrafts(): Promise<void> {
    for (let n = after(ledger.sent, "d"); !ended; n++) {
      const { id: identity_id } = boxes[n % boxes.length]!;
      const fields = { identity_id, to: ["peer@outside.example"], subject: `d${n}`, text: "Hi" };
      const made = await call(next(), { ...options, path: "/drafts", body: fields });
      await Bun.sleep(10 * restMs);
      if (made.status !== "201") {
        count(ledger, made.status);
        continue;
      }
      const { id } = JSON.parse(made.text).data as { id: string };
      // An answer that was lost shows at the repeat: the draft is a draft no longer.
      const wanted = ["202", "404 not_found", "409 draft_state"];
      ledger.sent.set(`d${n}`, await untilDone(`/drafts/${id}/send`, {}, { wanted }));
    }
  }

  async function append(): Promise<void> {
    for (let n = afterSet(ledger.appended, "a"); !ended; await Bun.sleep(restMs)) {
      const box = boxes[n % boxes.length]!;
      const talk = await ImapTalk.logIn(imapOf(next()), box).catch(() => null);
      if (talk === null) continue;
      // The client hears no end of a server that says nothing.
      const late = setTimeout(() => talk.close(), 90_000);
      try {
        for (let mails = 0; mails < 20 && !ended; mails++, n++) {
          const said = (await talk.append("INBOX", smallMail(`a${n}`))).at(-1)!;
          if (/^\S+ OK /.test(said)) ledger.appended.add(`a${n}`);
          else count(ledger, `IMAP ${said.replace(/^\S+ /, "").slice(0, 60)}`);
          await Bun.sleep(5 * restMs);
        }
      } catch {
        // The server is gone: nobody knows what became of this one.
        n++;
      } finally {
        clearTimeout(late);
        talk.close();
      }
    }
  }

  /** @returns when that was asked to which the answer was one of `wanted` */
  async function untilDone(
    path: string,
    body: object,
    { wanted, again }: { wanted: readonly string[]; again?: string },
  ): Promise<number> {
    for (;;) {
      const askedMs = performance.now();
      const { status } = await call(next(), { ...options, path, body, again });
      if (wanted.includes(status)) return askedMs;
      count(ledger, status);
      await Bun.sleep(100);
    }
  }

  return {
    async finish() {
      ended = true;
      await Promise.all(running);
    },
  };
}

function receivers({
  next,
  ended,
  boxes,
  ledger,
}: LoadOptions & { next: () => Pick<Server, "ports">; ended: () => boolean }): Promise<void>[] {
  let last = after(ledger.received, "k") - 1;
  const unsure = new Set<number>();
  const again: number[] = [];
  const addresses = boxes.map(({ email }) => email);
  const receive = async (n: number) => {
    while (!ended() || again.length > 0 || unsure.size > 0) {
      let under: number | null = null;
      let askedMs = 0;
      const { smtp } = next().ports;
      await session(smtp, addresses, {
        next() {
          under = again.shift() ?? (ended() ? null : ++last);
          askedMs = performance.now();
          ledger.underWay.set(`SMTP ${n} at ${smtp}`, askedMs);
          if (under !== null) unsure.add(under);
          return under;
        },
        accepted(number) {
          ledger.received.set(`k${number}`, askedMs);
          unsure.delete(number);
          under = null;
        },
        refused: (line) => count(ledger, `SMTP ${line.slice(0, 60)}`),
      });
      ledger.underWay.delete(`SMTP ${n} at ${smtp}`);
      if (under !== null) {
        unsure.delete(under);
        again.push(under);
      }
      if (ended() && again.length === 0) return;
      await Bun.sleep(restMs);
    }
  };
  return Array.from({ length: smtpSessions }, (_, n) => receive(n));
}

function count({ refusals }: Ledger, status: string): void {
  refusals.set(status, (refusals.get(status) ?? 0) + 1);
}

/** @returns the status, with the code of a refusal; "none" where no answer came */
async function call(
  server: Pick<Server, "ports">,
  { key, ledger, path, body, again }: LoadOptions & { path: string; body: object; again?: string },
): Promise<{ status: string; text: string }> {
  const name = `${path} ${again ?? ""} at ${server.ports.http}`;
  ledger.underWay.set(name, performance.now());
  try {
    const answer = await fetch(`http://127.0.0.1:${server.ports.http}/api/v1${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(again === undefined ? {} : { "idempotency-key": again }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    const code = /"code":"([a-z_]+)"/.exec(text)?.[1];
    return { status: code ? `${answer.status} ${code}` : String(answer.status), text };
  } catch {
    return { status: "none", text: "" };
  } finally {
    ledger.underWay.delete(name);
  }
}

export function imapOf({ ports }: Pick<Server, "ports">): number {
  return (ports as Server["ports"] & { imap: number }).imap;
}

function after(known: ReadonlyMap<string, unknown>, letter: string): number {
  return afterSet(new Set(known.keys()), letter);
}

function afterSet(known: ReadonlySet<string>, letter: string): number {
  let last = 0;
  for (const name of known) if (name.startsWith(letter)) last = Math.max(last, Number(name.slice(1)));
  return last + 1;
}

/** Until a mail was taken by SMTP and one by REST, both asked after `overMs`, or nothing came for long. @returns seconds after `overMs` */
export async function recovered({ received, sent }: Ledger, overMs: number): Promise<number> {
  const isBack = (times: ReadonlyMap<string, number>) => [...times.values()].some((at) => at > overMs);
  while (!(isBack(received) && isBack(sent)) && performance.now() - overMs < patienceMs) await Bun.sleep(20);
  return (performance.now() - overMs) / 1000;
}

/** What has waited for an answer for long. */
export function waiting({ underWay }: Ledger): string[] {
  return [...underWay].flatMap(([name, askedMs]) => {
    const seconds = (performance.now() - askedMs) / 1000;
    return seconds < 2 ? [] : [`${name} for ${seconds.toFixed(1)} s`];
  });
}

/** The kinds of refusal of a write that was not acknowledged: 503, 421 or 451, NO or BYE. RFC 9110 15.6.4, RFC 5321 4.2.2, RFC 9051 7.1 */
export function strangeRefusals({ refusals }: Ledger): string[] {
  const expected =
    /^(none|503 \w+|409 idempotency_in_flight|SMTP (421|45[12]) .*|IMAP (NO|BYE) (?!\[SERVERBUG\]).*)$/;
  return [...refusals.keys()].filter((status) => !expected.test(status));
}
