// An HTTP proxy that fails in turn as networks and balancers do: the first tries of a request are dropped before or after
// the server has acted, delayed, repeated or refused, the third one passes; streams are cut after an event.
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface FaultyProxy {
  readonly url: string;
  /** How often it did what. */
  readonly done: Record<string, number>;
  stop(): void;
}

type Fault = "drop" | "lose" | "delay" | "repeat" | "refuse" | "limit";

/** What happens to the first two tries of the requests, one after the other. */
const rounds: readonly (readonly Fault[])[] = [
  ["drop", "refuse"],
  ["lose"],
  ["repeat"],
  ["delay"],
  ["limit", "lose"],
  ["refuse", "drop"],
];
/** A lost DELETE is not tried again by clients: it may have been done. */
const deleteRounds: readonly (readonly Fault[])[] = [["limit"], ["delay"], ["limit", "limit"]];

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const done: Record<string, number> = {};
  const tries = new Map<string, { faults: Fault[] }>();
  let requests = 0;
  let cuts = 0;
  const count = (what: string) => {
    done[what] = (done[what] ?? 0) + 1;
  };
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = "GET", url = "/", headers } = incoming;
    if (url.includes("/events/stream")) {
      const isCut = ++cuts <= 2;
      if (isCut) count("cut");
      pass(target, incoming, { body, outgoing, cut: isCut });
      return;
    }
    const key = `${method} ${url} ${headers["idempotency-key"] ?? ""}`;
    const some = method === "DELETE" ? deleteRounds : rounds;
    const known = tries.get(key) ?? { faults: [...some[requests++ % some.length]!] };
    tries.set(key, known);
    const fault = known.faults.shift();
    if (fault === undefined && headers["idempotency-key"] === undefined) tries.delete(key);
    if (fault !== undefined) count(fault);
    if (fault === "drop") incoming.socket.destroy();
    else if (fault === "refuse") refuse(outgoing, 503);
    else if (fault === "limit") refuse(outgoing, 429);
    else if (fault === "lose") pass(target, incoming, { body, outgoing: null, cut: false });
    else if (fault === "delay") setTimeout(() => pass(target, incoming, { body, outgoing, cut: false }), 200);
    else if (fault === "repeat") {
      pass(target, incoming, {
        body,
        outgoing: null,
        cut: false,
        answered: () => pass(target, incoming, { body, outgoing, cut: false }),
      });
    } else pass(target, incoming, { body, outgoing, cut: false });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(outgoing: ServerResponse, status: number): void {
  outgoing
    .writeHead(status, { "retry-after": "0", "content-type": "text/plain", connection: "close" })
    .end("not now");
}

interface Passing {
  body: Buffer;
  /** null: the client never learns the answer. */
  outgoing: ServerResponse | null;
  cut: boolean;
  /** Called when the server has answered, in place of losing the connection. */
  answered?: () => void;
}

function pass(target: string, { method, url, headers, socket }: IncomingMessage, to: Passing): void {
  const upstream = ask(
    new URL(url!, target),
    { method, headers: { ...headers, connection: "close" } },
    (answer) => {
      const { outgoing, cut, answered } = to;
      if (outgoing === null) {
        answer.resume();
        answer.on("end", answered ?? (() => socket.destroy()));
        return;
      }
      const { "transfer-encoding": _, connection: __, ...plain } = answer.headers;
      // A connection for each request: one that ends while it is idle would be a fault more.
      outgoing.writeHead(answer.statusCode!, { ...plain, connection: "close" });
      answer.on("data", (chunk: Buffer) => {
        outgoing.write(chunk);
        // Behind its first event.
        if (cut && chunk.includes("data:")) setTimeout(() => socket.destroy(), 10);
      });
      answer.on("end", () => outgoing.end());
      outgoing.on("close", () => upstream.destroy());
    },
  );
  upstream.on("error", () => socket.destroy());
  upstream.end(to.body);
}
