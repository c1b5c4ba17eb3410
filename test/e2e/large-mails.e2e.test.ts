// Large mails that come at once: one of them at a time is whole in memory, whatever senders do.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { apiClient } from "../support/app/api.ts";
import { tempStore } from "../support/app/database.ts";
import { runCommand, startServer } from "../support/app/server.ts";
import { sendRaw } from "../support/smtp/client.ts";

const mails = 8;
const mailBytes = 24_000_000;
/** Of the server's process, the embedded database and the search index included: 410 to 445; 240 are there before. */
const maxMegabytes = 512;

/** The most that a process had resident. proc_pid_status(5) */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))!;
  return Number(kilobytes) / 1024;
}

/** Plain text that does not compress to nothing. */
function largeText(): string {
  const lines: string[] = [];
  for (let bytes = 0, n = 0; bytes < mailBytes; n++) {
    const word = (seed: number) => Bun.hash(String(n), seed).toString(36);
    const line = `line ${n} ${word(1)} of a letter that goes on and on ${word(2)}`;
    lines.push(line);
    bytes += line.length + 2;
  }
  return lines.join("\r\n");
}

test.skipIf(process.platform !== "linux")(
  "eight large mails at once take less than 512 MB",
  async () => {
    const store = await tempStore("embedded");
    try {
      const init = await runCommand(store, ["init", "--json"]);
      const { api_key: key } = JSON.parse(init.stdout) as { api_key: string };
      const server = await startServer(store);
      const api = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
      const { email } = await api.must<{ email: string }>(
        201,
        api.post("/identities", { email: "me@agents.example" }),
      );
      const text = largeText();
      const sent = await Promise.all(
        Array.from({ length: mails }, (_, n) =>
          sendRaw(server.ports.smtp, {
            from: "a@sender.example",
            to: email,
            raw: `From: a@sender.example\r\nSubject: ${n}\r\nMessage-ID: <${n}@sender.example>\r\n\r\n${text}\r\n`,
          }),
        ),
      );
      expect(sent).toHaveLength(mails);
      const peak = peakMegabytes(server.process.pid);
      expect(peak).toBeLessThan(maxMegabytes);
      await server.stop();
    } finally {
      await store.dispose();
    }
  },
  600_000,
);
