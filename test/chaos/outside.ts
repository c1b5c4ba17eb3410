// The world outside: a relay that takes all mail, with who brought each, and a receiver of webhooks.
import { type Receiver, startReceiver, startSink } from "../support/fakes/receivers.ts";

/** A mail that the relay took. */
export interface Copy {
  /** The name in EHLO: a process, and which start of it. */
  by: string;
  atMs: number;
  /** The same moment in Unix time. */
  unixMs: number;
}

export interface Outside {
  readonly relayUrl: string;
  readonly hookUrl: string;
  /** By subject, in the order in which they came. */
  readonly left: ReadonlyMap<string, readonly Copy[]>;
  /** By subject: ids of the events `message.received`. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
}

export async function startOutside(): Promise<Outside> {
  const left = new Map<string, Copy[]>();
  const told = new Map<string, Set<string>>();
  const sink = await startSink({
    onData(_stream, session, done) {
      const by = session.hostNameAppearsAs || "nobody";
      done();
      const mail = sink.mails.pop();
      sink.taken.items.pop();
      const subject = /^Subject: ([a-z]\d+)\r$/m.exec(mail?.raw ?? "")?.[1] ?? "none";
      left.set(subject, [...(left.get(subject) ?? []), { by, atMs: performance.now(), unixMs: Date.now() }]);
    },
  });
  const receiver: Receiver = startReceiver();
  receiver.answer(({ event }) => {
    receiver.calls.items.length = 0;
    const { subject } = (event.data.message ?? event.data) as { subject?: string };
    if (event.type === "message.received" && subject)
      told.set(subject, (told.get(subject) ?? new Set()).add(event.id));
    return new Response("ok");
  });
  return {
    relayUrl: sink.url,
    hookUrl: receiver.url,
    left,
    told,
    stop: async () => void (await Promise.all([sink.stop(), receiver.stop()])),
  };
}
