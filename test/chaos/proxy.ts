// A network between a process and its database that can be cut and slowed. What is sent while it is cut arrives afterwards, as
// TCP repeats it.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export class Network {
  readonly port: number;
  #delayMs = 0;
  #isCut = false;
  readonly #pairs = new Set<[Socket, Socket]>();
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async to({ host, port }: { host: string; port: number }): Promise<Network> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const network = new Network(server);
    server.on("connection", (socket) => network.#join(socket, connect(port, host)));
    return network;
  }

  /** Milliseconds that each piece of data takes. */
  slow(ms: number): void {
    this.#delayMs = ms;
  }

  /** Nothing arrives until it is mended. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** Nobody is let in any more: whoever asks is refused. */
  close(): void {
    this.#server.close();
  }

  mend(): void {
    this.#isCut = false;
    this.#delayMs = 0;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  /** Every connection ends at once. */
  reset(): void {
    for (const pair of [...this.#pairs]) for (const socket of pair) socket.destroy();
  }

  stop(): void {
    this.#server.close();
    this.reset();
  }

  #join(near: Socket, far: Socket): void {
    const pair: [Socket, Socket] = [near, far];
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on("data", (chunk) => {
        if (this.#delayMs === 0) to.write(chunk);
        else setTimeout(() => to.write(chunk), this.#delayMs);
      });
      const end = () => {
        this.#pairs.delete(pair);
        // What is under way still arrives.
        setTimeout(() => to.destroy(), this.#delayMs);
      };
      from.on("close", end);
      from.on("error", () => from.destroy());
      if (this.#isCut) from.pause();
    }
  }
}
