// Mails with numbers, sent by sessions that go on until the server ends: for tests of what is left after that.
import { connect } from "node:net";
import { apiClient } from "../support/app/api.ts";
import type { TempStore } from "../support/app/database.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";

/** A mail that is told from all others by its number. Every seventh is too large for a row of the database. */
export function mailOf(number: number): string {
  const large = number % 7 === 0 ? noise(number) : "";
  return `Message-ID: <k${number}@killer.example>\r\nSubject: k${number}\r\n\r\nbody ${number}\r\n${large}`;
}

/** 150 kB that do not compress well. */
function noise(seed: number): string {
  const lines: string[] = [];
  let state = seed + 1;
  for (let n = 0; n < 2000; n++) {
    let line = "";
    for (let m = 0; m < 9; m++) {
      state = (state * 1103515245 + 12345) % 2147483648;
      line += state.toString(36);
    }
    lines.push(line);
  }
  return `${lines.join("\r\n")}\r\n`;
}

interface SessionHooks {
  /** The next mail; null: there is none. */
  next: () => number | null;
  accepted: (number: number) => void;
  /** The reply to a command that was refused. */
  refused?: (line: string) => void;
}

/** Sends mails one after the other until the connection ends, or one is refused; says which one was accepted. */
export function session(
  port: number,
  addresses: readonly string[],
  { next, accepted, refused }: SessionHooks,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let under: number | null = null;
    let data = false;
    let over = false;
    const begin = () => {
      under = next();
      if (under === null) {
        socket.end("QUIT\r\n");
        return;
      }
      const to = addresses[under % addresses.length]!;
      data = false;
      socket.write(`MAIL FROM:<a@killer.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
    };
    const hear = (line: string) => {
      if (line.startsWith("220")) socket.write("EHLO killer.example\r\n");
      else if (line.startsWith("354")) {
        data = true;
        socket.write(`${mailOf(under!)}\r\n.\r\n`);
      } else if (line.startsWith("250 SIZE")) begin();
      else if (data && line.startsWith("250 ")) {
        accepted(under!);
        begin();
      } else if (/^[45]/.test(line) && !over) {
        // Replies to the commands that were sent with it follow.
        over = true;
        refused?.(line);
        socket.end("QUIT\r\n");
      }
    };
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const lines = text.split("\r\n");
      text = lines.pop()!;
      for (const line of lines) hear(line);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}

/** A server with ten addresses. */
export async function prepare(
  store: TempStore,
): Promise<{ server: Server; addresses: string[]; key: string }> {
  const init = await runCommand(store, ["init", "--json"]);
  const { api_key, domain_id } = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
  const server = await startServer(store);
  const api = apiClient(`http://127.0.0.1:${server.ports.http}`, api_key);
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      api.must<{ email: string }>(201, api.post("/identities", { domain_id, local_part: `k${n}` })),
    ),
  );
  return { server, addresses: made.map(({ email }) => email), key: api_key };
}
