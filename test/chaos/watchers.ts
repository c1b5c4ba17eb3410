// Clients that stay: mail programs in IDLE, and a program that follows the stream of events. Each says how often it had to connect
// again and whether it missed anything.
import { ImapTalk, type Mailbox } from "../support/imap/client.ts";

export interface Idler {
  /** Connections so far. */
  connects: number;
  /** Connections that were refused, or ended before the login. */
  failed: number;
  /** The most mails that it was told of. */
  exists: number;
  /** Ends it once it was told of so many mails. */
  endAt(exists: number): Promise<void>;
}

/** Waits in IDLE, and connects again at once when the server ends the session. */
export function startIdler(port: number, box: Mailbox): Idler {
  let wanted = Infinity;
  let talk: ImapTalk | null = null;
  const idler: Idler = {
    connects: 0,
    failed: 0,
    exists: 0,
    async endAt(exists) {
      wanted = exists;
      if (idler.exists >= wanted) talk?.close();
      await running;
    },
  };
  const hear = (line: string) => {
    const count = /^\* (\d+) EXISTS$/.exec(line)?.[1];
    if (count !== undefined) idler.exists = Math.max(idler.exists, Number(count));
  };
  const running = (async () => {
    while (idler.exists < wanted) {
      try {
        talk = await ImapTalk.logIn(port, box);
        idler.connects++;
      } catch {
        idler.failed++;
        await Bun.sleep(500);
        continue;
      }
      try {
        for (const line of await talk.ok("SELECT INBOX")) hear(line);
        talk.write("i IDLE\r\n");
        while (idler.exists < wanted) hear(await talk.line());
      } catch {
        // The server ended the session.
      } finally {
        talk.close();
      }
    }
  })();
  return idler;
}

export interface Follower {
  connects: number;
  /** Subjects of the mails that came in, in the order of their events. */
  readonly subjects: readonly string[];
  stop(): Promise<void>;
}

/** Follows the stream of events, and goes on behind the last event that it was told when the stream ends. */
export function startFollower(base: string, key: string): Follower {
  const subjects: string[] = [];
  let ended = false;
  let cut = new AbortController();
  let last: string | null = null;
  const follower: Follower = {
    connects: 0,
    subjects,
    async stop() {
      ended = true;
      cut.abort();
      await running;
    },
  };
  const hear = (block: string) => {
    const id = /^id: ?(.+)$/m.exec(block)?.[1];
    const data = /^data: ?(.+)$/m.exec(block)?.[1];
    if (id === undefined || data === undefined) return;
    last = id;
    const event = JSON.parse(data) as {
      type: string;
      data: { message?: { subject?: string }; subject?: string };
    };
    const subject = event.data.message?.subject ?? event.data.subject;
    if (event.type === "message.received" && subject) subjects.push(subject);
  };
  const follow = async () => {
    cut = new AbortController();
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: "text/event-stream" };
    if (last !== null) headers["last-event-id"] = last;
    const response = await fetch(`${base}/api/v1/events/stream`, { headers, signal: cut.signal });
    if (!response.ok) throw new Error(String(response.status));
    follower.connects++;
    let text = "";
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) hear(block);
    }
  };
  const running = (async () => {
    while (!ended) await follow().catch(() => (ended ? undefined : Bun.sleep(200)));
  })();
  return follower;
}
