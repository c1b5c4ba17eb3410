// What goes on while things break: mail comes in by SMTP, mail is sent by REST, and both are told by a webhook. A ledger
// says what was acknowledged; whatever was not is tried again, the same each time, until it is.

import { session } from "../e2e/numbered-mail.ts";
import type { Server } from "../support/app/server.ts";
import { type Receiver, type Sink, startReceiver, startSink } from "../support/fakes/receivers.ts";

export interface Ledger {
  /** Numbers of mails that SMTP said 250 to, with the time. */
  received: Map<number, number>;
  /** Numbers of sends that REST said 201 to. */
  sent: Set<number>;
  /** Answers of REST that were no success, by status and code; lost connections are "none". */
  refusals: Map<string, number>;
}

export interface Load {
  readonly ledger: Ledger;
  readonly sink: Sink;
  readonly receiver: Receiver;
  /** What was begun is finished; nothing new is. */
  finish(): Promise<void>;
}

const smtpSessions = 4;
const senders = 2;
const restMs = 20;

export interface LoadOptions {
  /** The servers as they are now: after a kill, another one. */
  servers: () => readonly Server[];
  addresses: readonly string[];
  key: string;
  sink: Sink;
  receiver: Receiver;
  ledger: Ledger;
}

export async function startOutside(): Promise<{ sink: Sink; receiver: Receiver }> {
  return { sink: await startSink(), receiver: startReceiver() };
}

export function newLedger(): Ledger {
  return { received: new Map(), sent: new Set(), refusals: new Map() };
}

/** Goes on until `finish`. Numbers begin behind those of the ledger. */
export function startLoad({ servers, addresses, key, ledger, ...outside }: LoadOptions): Load {
  let ended = false;
  let last = Math.max(0, ...ledger.received.keys());
  const unsure = new Set<number>();
  const again: number[] = [];
  let turn = 0;
  const next = () => servers()[turn++ % servers().length]!;

  const receive = async () => {
    while (!ended || again.length > 0 || unsure.size > 0) {
      let under: number | null = null;
      await session(next().ports.smtp, addresses, {
        next() {
          under = again.shift() ?? (ended ? null : ++last);
          if (under !== null) unsure.add(under);
          return under;
        },
        accepted(number) {
          ledger.received.set(number, performance.now());
          unsure.delete(number);
          under = null;
        },
      });
      if (under !== null) {
        unsure.delete(under);
        again.push(under);
      }
      if (ended && again.length === 0) return;
      await Bun.sleep(restMs);
    }
  };

  let lastSend = Math.max(0, ...ledger.sent);
  const send = async () => {
    while (!ended) {
      const number = ++lastSend;
      for (;;) {
        const status = await sendNumber(next(), { key, from: addresses[number % addresses.length]!, number });
        if (status === "201") break;
        ledger.refusals.set(status, (ledger.refusals.get(status) ?? 0) + 1);
        await Bun.sleep(100);
      }
      ledger.sent.add(number);
      await Bun.sleep(restMs);
    }
  };

  const running = [
    ...Array.from({ length: smtpSessions }, receive),
    ...Array.from({ length: senders }, send),
  ];
  return {
    ledger,
    ...outside,
    async finish() {
      ended = true;
      await Promise.all(running);
    },
  };
}

/** @returns the status, with the code of a refusal; "none" where no answer came */
async function sendNumber(
  server: Server,
  { key, from, number }: { key: string; from: string; number: number },
): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${server.ports.http}/api/v1/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": `send-${number}`,
      },
      body: JSON.stringify({ from, to: "peer@outside.example", subject: `s${number}`, text: "Hi" }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    const code = /"code":"([a-z_]+)"/.exec(text)?.[1];
    return code ? `${answer.status} ${code}` : String(answer.status);
  } catch {
    return "none";
  }
}
