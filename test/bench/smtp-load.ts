// The load generator: its own process, raw sockets and prepared bytes, so that it costs the server little.
// Reads {"port":…,"sessions":20,"total":20000,"recipients":["a@x",…],"mails":["…"]} from stdin; prints JSON.
import { connect } from "node:net";
import { quantiles } from "./quantiles.ts";

interface Load {
  port: number;
  sessions: number;
  total: number;
  recipients: string[];
  /** Whole mails, CRLF, with `@ID@` where a unique Message-ID goes. */
  mails: string[];
  /** LHLO in place of EHLO; one recipient a mail, so replies are as many. RFC 2033 4.2 */
  lmtp?: boolean;
}

const load = JSON.parse(await Bun.stdin.text()) as Load;
let next = 0;
let accepted = 0;
const failures: Record<string, number> = {};
const latencies: number[] = [];

function session(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(load.port, "127.0.0.1");
  socket.setNoDelay(true);
  let state: "greeting" | "ehlo" | "envelope" | "data" | "done" = "greeting";
  let buffered = "";
  let replies = 0;
  let began = 0;
  let body = "";

  function begin(): void {
    if (next >= load.total) {
      state = "done";
      socket.end("QUIT\r\n");
      return;
    }
    const n = next++;
    const recipient = load.recipients[n % load.recipients.length]!;
    body = `${load.mails[n % load.mails.length]!.replace("@ID@", `bench-${process.pid}-${n}`)}\r\n.\r\n`;
    state = "envelope";
    replies = 0;
    began = performance.now();
    // RFC 2920: MAIL, RCPT and DATA travel together.
    socket.write(`MAIL FROM:<sender@bench.example>\r\nRCPT TO:<${recipient}>\r\nDATA\r\n`);
  }

  function reply(line: string): void {
    if (line[3] === "-") return;
    const code = line.slice(0, 3);
    if (state === "greeting") {
      state = "ehlo";
      socket.write(`${load.lmtp ? "LHLO" : "EHLO"} bench.example\r\n`);
    } else if (state === "ehlo") begin();
    else if (state === "envelope") {
      replies++;
      if (code[0] !== "2" && code !== "354")
        failures[line.slice(0, 60)] = (failures[line.slice(0, 60)] ?? 0) + 1;
      if (code === "354") {
        state = "data";
        socket.write(body);
      } else if (replies === 3) begin();
    } else if (state === "data") {
      if (code === "250") {
        accepted++;
        latencies.push(performance.now() - began);
      } else failures[line.slice(0, 60)] = (failures[line.slice(0, 60)] ?? 0) + 1;
      begin();
    }
  }

  socket.on("data", (chunk) => {
    buffered += chunk.toString("latin1");
    for (let end = buffered.indexOf("\r\n"); end !== -1; end = buffered.indexOf("\r\n")) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      reply(line);
    }
  });
  socket.on("close", () => resolve());
  socket.on("error", reject);
  return promise;
}

const start = performance.now();
await Promise.allSettled(Array.from({ length: load.sessions }, session));
const seconds = (performance.now() - start) / 1000;
const { p50, p99 } = quantiles(latencies);
process.stdout.write(
  JSON.stringify({
    accepted,
    seconds,
    perSecond: accepted / seconds,
    p50,
    p99,
    failures,
    cpu: process.cpuUsage(),
  }),
);
