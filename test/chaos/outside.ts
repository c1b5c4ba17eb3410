// The world outside: a relay that takes all mail and writes down each moment of it, and a receiver of webhooks.
import { type Receiver, startReceiver, startSink } from "../support/fakes/receivers.ts";

/** A mail that the relay took, with the moments of it in Unix milliseconds. */
export interface Copy {
  /** The name in EHLO: a process, and which start of it. */
  by: string;
  /** The end of the data came. */
  dataMs: number;
  /** 250 was written; null: the connection had ended before. */
  saidMs: number | null;
  /** The connection ended; null: it stands. */
  cutMs: number | null;
}

/** What webhooks told of one message, in events of one type. */
export interface Told {
  ids: Set<string>;
  calls: number;
}

export interface Outside {
  readonly relayUrl: string;
  readonly hookUrl: string;
  /** By subject, in the order in which they came. */
  readonly left: ReadonlyMap<string, readonly Copy[]>;
  /** By the type of the event and the id of the message, with a space between. */
  readonly told: ReadonlyMap<string, Told>;
  /** Calls whose header webhook-id is not the id of their event. */
  readonly misnamed: readonly string[];
  stop(): Promise<void>;
}

/** @param random from 0 up to a number: the relay takes up to 100 ms to answer, so that processes are killed meanwhile */
export async function startOutside(random: (below: number) => number): Promise<Outside> {
  const left = new Map<string, Copy[]>();
  const told = new Map<string, Told>();
  const misnamed: string[] = [];
  const open = new Map<string, Copy[]>();
  const sink = await startSink({
    onConnect(session, done) {
      open.set(session.id, []);
      done();
    },
    onClose(session) {
      for (const copy of open.get(session.id) ?? []) copy.cutMs = Date.now();
      open.delete(session.id);
    },
    onData(_stream, session, done) {
      const copy: Copy = {
        by: session.hostNameAppearsAs || "nobody",
        dataMs: Date.now(),
        saidMs: null,
        cutMs: null,
      };
      open.get(session.id)?.push(copy);
      setTimeout(() => {
        done();
        if (copy.cutMs === null) copy.saidMs = Date.now();
        const mail = sink.mails.pop();
        sink.taken.items.pop();
        const subject = /^Subject: ([a-z]\d+)\r$/m.exec(mail?.raw ?? "")?.[1] ?? "none";
        const copies = [...(left.get(subject) ?? []), copy];
        left.set(
          subject,
          copies.sort((a, b) => a.dataMs - b.dataMs),
        );
      }, random(100));
    },
  });
  const receiver: Receiver = startReceiver();
  receiver.answer(({ event, headers }) => {
    receiver.calls.items.length = 0;
    if (headers["webhook-id"] !== event.id) misnamed.push(`${headers["webhook-id"]} for ${event.id}`);
    const name = `${event.type} ${event.data.message_id}`;
    const known = told.get(name) ?? { ids: new Set(), calls: 0 };
    told.set(name, { ids: known.ids.add(event.id), calls: known.calls + 1 });
    return new Response("ok");
  });
  return {
    relayUrl: sink.url,
    hookUrl: receiver.url,
    left,
    told,
    misnamed,
    stop: async () => void (await Promise.all([sink.stop(), receiver.stop()])),
  };
}
