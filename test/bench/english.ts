// Mails of ordinary English that differ from each other: sentences of this repository's documents, in a random order.
import { readFileSync } from "node:fs";
import { pick, seeded } from "../support/app/random.ts";

const documents = [
  "../../README.md",
  "../../src/README.md",
  "../../src/store/README.md",
  "../../actors/README.md",
  "../../src/app/README.md",
  "../../src/mail/README.md",
  "../contract/DECISIONS.md",
];

/** Text mails of 3.6 kB with some 350 different words each; `@ID@` stands where a unique Message-ID goes. */
export function englishMails(count: number, seed = 1): string[] {
  const sentences = documents
    .flatMap((name) => readFileSync(new URL(name, import.meta.url), "utf8").split(/(?<=[.:|])\s+/))
    .map((text) => text.replace(/[`|*#[\]]/g, "").trim())
    .filter((text) => text.length > 30 && text.length < 400 && /^[\x20-\x7e]*$/.test(text));
  const next = seeded(seed);
  const any = () => pick(sentences, next);
  return Array.from({ length: count }, (_, n) => {
    let text = "";
    while (text.length < 3300) text += `${wrapped(any())}\r\n`;
    return [
      `From: Sender ${n % 50} <sender${n % 50}@bench.example>`,
      "To: someone@postroom.localhost",
      `Subject: ${any().slice(0, 60)}`,
      "Message-ID: <@ID@@bench.example>",
      "Date: Sat, 21 Nov 2026 04:00:00 +0000",
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
    ].join("\r\n");
  });
}

function wrapped(text: string): string {
  return text.replace(/(.{1,72})(?:\s+|$)/g, "$1\r\n");
}
