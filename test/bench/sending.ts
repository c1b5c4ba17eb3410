// Sending: how many messages a second POST /messages accepts while nothing can leave, then how many a second leave through
// a relay that takes everything. Each is composed, stored, signed with both keys, and has its outcome recorded.
import { type BenchServer, cpuMs, createAddresses } from "./server.ts";

export interface Sink {
  /** For SMTP_RELAY_URL. */
  url: string;
  /** Lets what comes in. */
  open(): void;
  /** Ends all connections; those that come now wait. */
  close(): void;
  /** Lets what waits in; resolves when so many mails have come since it was closed, to the milliseconds that it took. */
  take(count: number): Promise<number>;
  stop(): Promise<void>;
}

/** A relay that takes connections and does not greet anybody before `take`. */
export async function startSink(): Promise<Sink> {
  const child = Bun.spawn(["bun", new URL("./smtp-sink.ts", import.meta.url).pathname], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(child.stdout);
  const tell = (line: string) => {
    child.stdin.write(`${line}\n`);
    void child.stdin.flush();
  };
  const port = (await lines.next()).value;
  return {
    url: `smtp://127.0.0.1:${port}`,
    open: () => tell("open"),
    close: () => tell("close"),
    async take(count) {
      child.stdin.write(`open\ncount ${count}\n`);
      await child.stdin.flush();
      return (JSON.parse((await lines.next()).value ?? "") as { ms: number }).ms;
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
    text = lines.pop()!;
    yield* lines;
  }
}

export interface SendingResult {
  acceptedPerSecond: number;
  /** Milliseconds of one call. */
  p99: number;
  drainedPerSecond: number;
  /** Milliseconds of CPU time of the server for one message. */
  acceptCpuMs: number;
  drainCpuMs: number;
}

/** @param total messages, each to one recipient @throws Error when one is not accepted */
export async function sending(
  server: BenchServer,
  sink: Sink,
  { total, senders, sessions = 32 }: { total: number; senders: number; sessions?: number },
): Promise<SendingResult> {
  const from = await createAddresses(server, "sender", senders);
  const text = "A letter of ordinary length, as programs write them. ".repeat(20);
  const bodies = Array.from({ length: total }, (_, n) =>
    JSON.stringify({
      from: from[n % from.length]!.email,
      to: `r${n}@sink.example`,
      subject: `Bench ${n}`,
      text: `${n}\n${text}`,
    }),
  );
  const cpu = [cpuMs(server.process.pid)];
  const child = Bun.spawn(["bun", new URL("./http-load.ts", import.meta.url).pathname], {
    stdin: new Blob([
      JSON.stringify({ url: `${server.api}/messages`, keys: [server.key], sessions, bodies }),
    ]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const load = JSON.parse(await new Response(child.stdout).text()) as {
    statuses: Record<string, number>;
    seconds: number;
    p99: number;
  };
  if (load.statuses["201"] !== total) throw new Error(`POST /messages: ${JSON.stringify(load.statuses)}`);
  cpu.push(cpuMs(server.process.pid));
  const drainMs = await sink.take(total);
  cpu.push(cpuMs(server.process.pid));
  return {
    acceptedPerSecond: total / load.seconds,
    p99: load.p99,
    drainedPerSecond: (total * 1000) / drainMs,
    acceptCpuMs: (cpu[1]! - cpu[0]!) / total,
    drainCpuMs: (cpu[2]! - cpu[1]!) / total,
  };
}
