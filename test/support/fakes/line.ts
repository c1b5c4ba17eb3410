// The line between a client and a server: it is cut, mended, and loses the answer of a call for what is next.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { eventually } from "../app/app.ts";

export interface Line {
  readonly url: string;
  /** Leads to another port of this machine from now on. */
  lead(port: number): void;
  /** Ends every connection, and each new one until it is mended. */
  cut(): void;
  mend(): void;
  /** Ends the connection of the next call in place of its answer, which the server has given. */
  loseAnswer(): void;
  /** Answers that were lost. */
  lost(): number;
  /** Resolves once this call for what is next, or all that `act` makes, has gone to the server. */
  asked<T>(act: () => Promise<T>): Promise<{ call: Promise<T> }>;
  stop(): void;
}

/** Text of a call for what is next: of its path, or of the tool. */
const callOfNext = /\/next |whats_next/;
const tokenOfAnswer = /\back\b/;

export async function startLine(first: number): Promise<Line> {
  let port = first;
  let isCut = false;
  let losing = false;
  let asked = 0;
  let lost = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    let hasAsked = false;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      // Answers that are not packed can be read on the way.
      far.write(text.replace(/^accept-encoding:/gim, "x-accept-encoding:"), "latin1");
      if (!callOfNext.test(text)) return;
      asked++;
      hasAsked = true;
    });
    far.on("data", (chunk) => {
      if (!losing || !hasAsked) near.write(chunk);
      else if (tokenOfAnswer.test(chunk.toString("latin1"))) {
        losing = false;
        lost++;
        near.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(to) {
      port = to;
    },
    cut() {
      isCut = true;
      for (const socket of [...sockets]) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    loseAnswer() {
      losing = true;
    },
    lost: () => lost,
    async asked(act) {
      const before = asked;
      const call = act();
      // Whoever waits for it hears of its failure.
      call.catch(() => undefined);
      await eventually(() => asked > before);
      return { call };
    },
    stop() {
      server.close();
      for (const socket of [...sockets]) socket.destroy();
    },
  };
}
