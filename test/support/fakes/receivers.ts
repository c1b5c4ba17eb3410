// What the service speaks to, on 127.0.0.1: a webhook receiver and a mail server that keeps what it is given. Both tell
// when something has come, so that no test has to guess how long it takes.
import type { SMTPServerOptions } from "smtp-server";
import { type MxServer, startMxServer, type TakenMail } from "./mx-server.ts";

/** A list that is waited on. */
export class Inbox<T> {
  readonly items: T[] = [];
  #waiting: (() => void)[] = [];

  add(item: T): void {
    this.items.push(item);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The first item (also of those that came before) for which `wanted` is true. */
  async find(wanted: (item: T) => boolean = () => true): Promise<T> {
    for (;;) {
      const found = this.items.find(wanted);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Resolves once there are this many for which `wanted` is true. */
  async count(least: number, wanted: (item: T) => boolean = () => true): Promise<T[]> {
    for (;;) {
      const found = this.items.filter(wanted);
      if (found.length >= least) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

export interface HookCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly event: { id: string; type: string; created_at: string; data: Record<string, unknown> };
}

export interface Receiver {
  readonly url: string;
  readonly calls: Inbox<HookCall>;
  /** What to answer from now on; 200 at first. */
  answer(reply: (call: HookCall) => Response | Promise<Response>): void;
  stop(): Promise<void>;
}

export function startReceiver(): Receiver {
  const calls = new Inbox<HookCall>();
  let reply: (call: HookCall) => Response | Promise<Response> = () => new Response("ok");
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      // A made-up send may name it as the URL of a file.
      if (request.method !== "POST") return new Response("ok");
      const body = await request.text();
      const call = {
        method: request.method,
        path: new URL(request.url).pathname,
        headers: Object.fromEntries(request.headers),
        body,
        event: JSON.parse(body),
      };
      calls.add(call);
      return reply(call);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    calls,
    answer(next) {
      reply = next;
    },
    stop: () => server.stop(true),
  };
}

export interface Sink extends MxServer {
  readonly url: string;
  readonly taken: Inbox<TakenMail>;
}

/** A relay that takes everything. */
export async function startSink(options: SMTPServerOptions = {}): Promise<Sink> {
  const taken = new Inbox<TakenMail>();
  const server = await startMxServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    ...options,
    onData(stream, session, callback) {
      const done = (error?: Error | null) => {
        callback(error);
        const mail = server.mails.at(-1);
        if (!error && mail && !taken.items.includes(mail)) taken.add(mail);
      };
      if (options.onData) options.onData(stream, session, done);
      else done();
    },
  });
  return Object.assign(server, { url: `smtp://127.0.0.1:${server.port}`, taken });
}
