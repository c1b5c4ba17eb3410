// Durable SMTP intake: 20 sessions, each waits for its 250 before the next mail.
import type { BenchServer } from "./server.ts";

export interface IntakeResult {
  accepted: number;
  seconds: number;
  perSecond: number;
  p50: number | null;
  p99: number | null;
  failures: Record<string, number>;
}

export async function intake(
  server: Pick<BenchServer, "smtpPort">,
  load: {
    total: number;
    recipients: readonly string[];
    mails: readonly string[];
    sessions?: number;
    lmtp?: boolean;
  },
): Promise<IntakeResult> {
  const child = Bun.spawn(["bun", new URL("./smtp-load.ts", import.meta.url).pathname], {
    stdin: new Blob([JSON.stringify({ port: server.smtpPort, sessions: load.sessions ?? 20, ...load })]),
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await new Response(child.stdout).text()) as IntakeResult;
}

const words =
  "the quick brown fox jumps over a lazy dog while mail servers hum along quietly in the night and nobody ever notices how much work it takes to keep a letter safe until somebody reads it in the morning".split(
    " ",
  );

function prose(seed: number, bytes: number): string {
  let state = seed * 7919 + 1;
  let text = "";
  while (text.length < bytes) {
    let line = "";
    while (line.length < 70) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      line += `${words[state % words.length]} `;
    }
    text += `${line.trimEnd()}\r\n`;
  }
  return text;
}

function header(seed: number, contentType: string): string {
  return [
    "From: Sender <sender@bench.example>",
    "To: someone@postroom.localhost",
    `Subject: Bench mail number ${seed}`,
    "Message-ID: <@ID@@bench.example>",
    "Date: Sat, 21 Nov 2026 04:00:00 +0000",
    "MIME-Version: 1.0",
    `Content-Type: ${contentType}`,
    "",
    "",
  ].join("\r\n");
}

/** 4 kB text/plain mails. */
export const textMails = Array.from(
  { length: 64 },
  (_, seed) => header(seed, "text/plain; charset=utf-8") + prose(seed, 3700),
);

/** Half of them multipart with HTML and an attachment, 4 kB in all. */
export const mixedMails = textMails.map((plain, seed) => (seed % 2 === 0 ? plain : multipart(seed)));

function multipart(seed: number): string {
  const paragraphs = prose(seed, 1000)
    .split("\r\n")
    .map((line) => `<p style="margin:0">${line}</p>`)
    .join("\r\n");
  return [
    header(seed, 'multipart/mixed; boundary="outer"').trimEnd(),
    "",
    "--outer",
    'Content-Type: multipart/alternative; boundary="inner"',
    "",
    "--inner",
    "Content-Type: text/plain; charset=utf-8",
    "",
    prose(seed, 800),
    "--inner",
    "Content-Type: text/html; charset=utf-8",
    "",
    `<html><body><div dir="ltr">${paragraphs}</div></body></html>`,
    "--inner--",
    "--outer",
    'Content-Type: application/octet-stream; name="data.bin"',
    'Content-Disposition: attachment; filename="data.bin"',
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(prose(seed + 1, 500))
      .toString("base64")
      .replace(/.{76}/g, "$&\r\n"),
    "--outer--",
    "",
  ].join("\r\n");
}
