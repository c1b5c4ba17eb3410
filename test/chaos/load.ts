// What goes on while things break: mail comes in by SMTP and by IMAP's APPEND, mail is sent by REST at once and from drafts,
// and webhooks tell of it. A ledger says what was acknowledged. Where a repeat is recognised, whatever was not acknowledged is
// tried again, the same each time, until it is; where it is not, another one is tried.
import { session } from "../e2e/numbered-mail.ts";
import type { Server } from "../support/app/server.ts";
import { ImapTalk, type Mailbox, smallMail } from "../support/imap/client.ts";

export interface Ledger {
  /** Subjects of mails that SMTP said 250 to, with the time. */
  received: Map<string, number>;
  /** Subjects of mails that REST said 201 or 202 to, with the time. */
  sent: Map<string, number>;
  /** Subjects of mails that IMAP said OK to. */
  appended: Set<string>;
  /** Answers of REST that were no success, by status and code; lost connections are "none". */
  refusals: Map<string, number>;
}

export interface Load {
  /** What was begun is finished; nothing new is. */
  finish(): Promise<void>;
}

const smtpSessions = 4;
const senders = 2;
const restMs = 20;

export interface LoadOptions {
  /** The servers that take work now. */
  servers: () => readonly Server[];
  boxes: readonly Mailbox[];
  key: string;
  ledger: Ledger;
}

export function newLedger(): Ledger {
  return { received: new Map(), sent: new Map(), appended: new Set(), refusals: new Map() };
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
      await untilDone("/messages", body, { wanted: ["201"], again: `send-${n}` });
      ledger.sent.set(`s${n}`, performance.now());
      await Bun.sleep(restMs);
    }
  }

  /** A draft whose answer was lost is left; one that is there is sent, once. */
  async function sendDrafts(): Promise<void> {
    for (let n = after(ledger.sent, "d"); !ended; n++) {
      const { id: identity_id } = boxes[n % boxes.length]!;
      const fields = { identity_id, to: ["peer@outside.example"], subject: `d${n}`, text: "Hi" };
      const made = await call(next(), { ...options, path: "/drafts", body: fields });
      count(made.status, ["201"]);
      await Bun.sleep(10 * restMs);
      if (made.status !== "201") continue;
      const { id } = JSON.parse(made.text).data as { id: string };
      // An answer that was lost shows at the repeat: the draft is a draft no longer.
      await untilDone(`/drafts/${id}/send`, {}, { wanted: ["202", "404 not_found", "409 draft_state"] });
      ledger.sent.set(`d${n}`, performance.now());
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
          else count(`IMAP ${said.replace(/^\S+ /, "").slice(0, 30)}`, []);
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

  async function untilDone(
    path: string,
    body: object,
    { wanted, again }: { wanted: readonly string[]; again?: string },
  ): Promise<void> {
    for (;;) {
      const { status } = await call(next(), { ...options, path, body, again });
      count(status, wanted);
      if (wanted.includes(status)) return;
      await Bun.sleep(100);
    }
  }

  function count(status: string, wanted: readonly string[]): void {
    if (!wanted.includes(status)) ledger.refusals.set(status, (ledger.refusals.get(status) ?? 0) + 1);
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
}: LoadOptions & { next: () => Server; ended: () => boolean }): Promise<void>[] {
  let last = after(ledger.received, "k") - 1;
  const unsure = new Set<number>();
  const again: number[] = [];
  const addresses = boxes.map(({ email }) => email);
  const receive = async () => {
    while (!ended() || again.length > 0 || unsure.size > 0) {
      let under: number | null = null;
      await session(next().ports.smtp, addresses, {
        next() {
          under = again.shift() ?? (ended() ? null : ++last);
          if (under !== null) unsure.add(under);
          return under;
        },
        accepted(number) {
          ledger.received.set(`k${number}`, performance.now());
          unsure.delete(number);
          under = null;
        },
      });
      if (under !== null) {
        unsure.delete(under);
        again.push(under);
      }
      if (ended() && again.length === 0) return;
      await Bun.sleep(restMs);
    }
  };
  return Array.from({ length: smtpSessions }, receive);
}

/** @returns the status, with the code of a refusal; "none" where no answer came */
async function call(
  server: Server,
  { key, path, body, again }: { key: string; path: string; body: object; again?: string },
): Promise<{ status: string; text: string }> {
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
  }
}

export function imapOf({ ports }: Server): number {
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
