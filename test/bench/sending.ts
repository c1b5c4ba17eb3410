// Sending: how many messages a second POST /messages accepts while nothing can leave, then how many a second leave through
// a relay that takes everything; and how long drafts take that are scheduled for the same second. Each is composed, stored,
// signed with both keys, and has its outcome recorded.
import { systemClock } from "../../src/lib/clock.ts";
import { quantiles } from "./quantiles.ts";
import { type BenchServer, call, cpuMs, createAddresses } from "./server.ts";

type Add = (what: string, value: number, unit: string) => void;

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

const letter = "A letter of ordinary length, as programs write them. ".repeat(20);

/** @param total messages, each to one recipient @throws Error when one is not accepted */
export async function sending(
  server: BenchServer,
  sink: Sink,
  { total, from, sessions = 32 }: { total: number; from: readonly { email: string }[]; sessions?: number },
): Promise<SendingResult> {
  sink.close();
  const bodies = Array.from({ length: total }, (_, n) =>
    JSON.stringify({
      from: from[n % from.length]!.email,
      to: `r${n}@sink.example`,
      subject: `Bench ${n}`,
      text: `${n}\n${letter}`,
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

/** Drafts that are scheduled for the same second. */
export const together = 1001;
/** A draft is scheduled at least a minute ahead; until the last one is. */
const aheadMs = 90_000;
/** From one round's second to the next one's. */
const apartMs = 15_000;

/**
 * Drafts of many addresses, scheduled for one second in each round, that leave through the relay.
 * @returns of each round the milliseconds from that second until the relay has the last
 * @throws Error when they could not be written in time
 */
export async function scheduled(
  server: BenchServer,
  sink: Sink,
  { from, rounds }: { from: readonly { id: string }[]; rounds: number },
): Promise<number[]> {
  const first = Math.ceil((systemClock.now() + aheadMs) / 1000) * 1000;
  const write = async (n: number) => {
    const { id } = await call<{ id: string }>(server, "/drafts", {
      identity_id: from[n % from.length]!.id,
      to: [`d${n}@sink.example`],
      subject: `Draft ${n}`,
      text: `${n}\n${letter}`,
    });
    const at = new Date(first + Math.floor(n / together) * apartMs).toISOString();
    await call(server, `/drafts/${id}/schedule`, { send_at: at });
  };
  const sessions = 16;
  const writers = Array.from({ length: sessions }, async (_, session) => {
    for (let n = session; n < rounds * together; n += sessions) await write(n);
  });
  await Promise.all(writers);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    sink.close();
    await sink.take(together);
    times.push(systemClock.now() - (first + round * apartMs));
  }
  return times;
}

/** Adds the medians of some rounds of both. */
export async function measureSending(
  server: BenchServer,
  sink: Sink,
  { total, rounds, add }: { total: number; rounds: number; add: Add },
): Promise<void> {
  const from = await createAddresses(server, "sender", 200);
  // both are warm
  await sending(server, sink, { total: Math.ceil(total / 5), from });
  const results: SendingResult[] = [];
  for (let round = 0; round < rounds; round++) results.push(await sending(server, sink, { total, from }));
  const figures: [label: string, pick: (result: SendingResult) => number, unit: string][] = [
    ["POST /messages", (result) => result.acceptedPerSecond, "messages/s"],
    ["POST /messages, p99", (result) => result.p99, "ms"],
    ["POST /messages, CPU of the server", (result) => result.acceptCpuMs, "ms/message"],
    ["sent to a relay", (result) => result.drainedPerSecond, "messages/s"],
    ["sent to a relay, CPU of the server", (result) => result.drainCpuMs, "ms/message"],
  ];
  for (const [label, pick, unit] of figures) add(label, quantiles(results.map(pick)).p50, unit);
  const times = await scheduled(server, sink, { from, rounds });
  add(`${together} drafts for one second, until the last has left`, quantiles(times).p50 / 1000, "s");
}
