// What reading a mail costs, in milliseconds of CPU on this machine: medians over many runs, worker not counted.

import { parseNow } from "../../src/mail/parse/parse.ts";

const words =
  "the quick brown fox jumps over a lazy dog while agents read their mail and answer it in time".split(" ");

/** Text of about `length` characters in lines of at most 76. */
function prose(length: number, seed: number): string {
  let text = "";
  let line = "";
  for (let i = seed; text.length < length; i = (i * 31 + 7) % 1_000_003) {
    const word = words[i % words.length] ?? "";
    if (line.length + word.length > 75) {
      text += `${line}\r\n`;
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return text;
}

const head = [
  "Received: from mx.example.net (mx.example.net [192.0.2.7]) by mail.example.org with ESMTPS id abc123",
  " for <agent@example.org>; Tue, 3 Mar 2026 10:11:12 +0100",
  "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.net; s=s1; h=from:to:subject:date;",
  " bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=dGhpcyBpcyBub3QgYSBzaWduYXR1cmU=",
  "From: =?utf-8?Q?J=C3=B6rg_Example?= <joerg@example.net>",
  'To: "Agent, The" <agent@example.org>, other@example.org',
  "Subject: Re: A question about =?utf-8?B?w7xiZXI=?= the order 4711",
  "Message-ID: <20260303101112.4711@example.net>",
  "In-Reply-To: <first@example.org>",
  "References: <zeroth@example.org> <first@example.org>",
  "Date: Tue, 3 Mar 2026 10:11:11 +0100",
  "MIME-Version: 1.0",
].join("\r\n");

/** A text/plain mail of about 4 kB, as the intake bench sends. */
export function plainMail(): Buffer {
  const body = prose(3100, 1);
  return Buffer.from(`${head}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`);
}

/** A multipart/alternative mail of about 4 kB: text, and HTML as mail programs write it, with a quoted mail below. */
export function htmlMail(): Buffer {
  const paragraph = (seed: number) =>
    `<p class="MsoNormal" style="margin:0cm;font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif">` +
    `<span lang="EN-US">${prose(220, seed)}</span></p>`;
  const quote =
    `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, 2 Mar 2026 at 09:00, Agent &lt;` +
    `<a href="mailto:agent@example.org">agent@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote" ` +
    `style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${prose(400, 5)}</blockquote></div>`;
  const picture = `<img src="https://example.net/pixel.gif" width="1" height="1" alt="" style="display:none">`;
  const html =
    `<html><head><meta charset="utf-8"><style>p{margin:0}</style></head><body>${[2, 3, 4].map(paragraph).join("")}` +
    `<table width="100%" cellpadding="0"><tr><td style="color:#333;padding:4px">${prose(120, 9)}</td></tr></table>` +
    `${picture}${quote}</body></html>`;
  return Buffer.from(
    `${head}\r\nContent-Type: multipart/alternative; boundary="b1"\r\n\r\n` +
      `--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${prose(700, 3)}\r\n` +
      `--b1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b1--\r\n`,
  );
}

/** A mail of 10 MB that is one base64 attachment beside a short text. */
function attachmentMail(): Buffer {
  const line = `${Buffer.alloc(57, "attachment").toString("base64")}\r\n`;
  return Buffer.from(
    `${head}\r\nContent-Type: multipart/mixed; boundary="b1"\r\n\r\n--b1\r\n\r\n${prose(500, 3)}\r\n` +
      `--b1\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
      `${line.repeat(Math.floor(10_000_000 / line.length))}--b1--\r\n`,
  );
}

/** A mail of 10 MB of text/plain. */
function longTextMail(): Buffer {
  return Buffer.from(`${head}\r\n\r\n${prose(100_000, 1).repeat(100)}`);
}

/** A mail of 10 MB of text/html. */
function longHtmlMail(): Buffer {
  const row = `<tr><td style="color:#333">${prose(300, 2)}</td><td><a href="https://example.net/x">x</a></td></tr>`;
  return Buffer.from(
    `${head}\r\nContent-Type: text/html\r\n\r\n<table>${row.repeat(Math.floor(10_000_000 / row.length))}</table>`,
  );
}

/** Median milliseconds of CPU for one mail of each kind. */
export async function benchMail(): Promise<Record<string, number>> {
  return {
    "plain 4 kB": median(plainMail(), 2000),
    "html 4 kB": median(htmlMail(), 1000),
    "attachment 10 MB": median(attachmentMail(), 7),
    "text 10 MB": median(longTextMail(), 7),
    "html 10 MB": median(longHtmlMail(), 5),
  };
}

function median(raw: Uint8Array, runs: number): number {
  for (let i = 0; i < runs / 4; i++) parseNow(raw);
  const costs: number[] = [];
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    parseNow(raw);
    const spent = process.cpuUsage(before);
    costs.push((spent.user + spent.system) / 1000);
  }
  costs.sort((a, b) => a - b);
  return costs[Math.floor(costs.length / 2)] ?? 0;
}
