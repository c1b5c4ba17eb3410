// Plays whole conversations, word for word: `who> command`, then every line that comes back; none: the command is OK. `...`
// stands for any text, `~` for CRLF, in commands too; a last argument in double braces is sent as a literal.
import { expect } from "bun:test";
import type { SuiteApp } from "../app/app.ts";
import { ImapTalk, mailbox, smallMail } from "./client.ts";

/** Lines of SELECT that say nothing new. */
const noise =
  /^\* OK \[(?:UIDVALIDITY|UIDNEXT|HIGHESTMODSEQ|MAILBOXID|PERMANENTFLAGS)|^\* FLAGS \(\\Answered \\Flagged \\Deleted \\Seen \\Draft\)$/;

const nested = [
  "From: user@domain.example",
  "Date: Sat, 24 Mar 2007 23:00:00 +0200",
  "Mime-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="foo bar"',
  "",
  "prologue",
  "",
  "--foo bar",
  "Content-Type: text/x-own; charset=us-ascii",
  "",
  "hello",
  "",
  "--foo bar",
  "Content-Type: message/rfc822",
  "",
  "From: sub@domain.example",
  "Subject: submsg",
  'Content-Type: multipart/alternative; boundary="sub"',
  "",
  "--sub",
  "Content-Type: text/html",
  "",
  "<p>Hi</p>",
  "--sub",
  "Content-Type: text/plain",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "soft=",
  " break",
  "--sub--",
  "",
  "--foo bar--",
  "",
].join("\r\n");

/** @param folder made before; `MAIL subject` appends a small mail to it */
export async function play(t: SuiteApp, script: string, folder = "box"): Promise<void> {
  const box = await mailbox(t);
  const talks = new Map<string, ImapTalk>();
  const talkOf = async (who: string) => {
    const known = talks.get(who) ?? (await ImapTalk.logIn(t.app.ports.imap!, box));
    talks.set(who, known);
    return known;
  };
  await (await talkOf("a")).ok(`CREATE ${folder}`);
  const steps = script.trim().split(/\n(?=\w> )/);
  for (const step of steps) {
    const [first, ...expected] = step.split("\n").map((line) => line.trim());
    const [, who, command] = /^(\w)> (.*)$/.exec(first!)!;
    const talk = await talkOf(who!);
    const mail = /^MAIL (.*)$/.exec(command!);
    const said = mail
      ? await talk.append(folder, mail[1] === "nested" ? nested : smallMail(mail[1]!))
      : await talk.say(wireForm(command!, box.email));
    const lines = said
      .map((line) => line.replaceAll("\r\n", "~").replace(/^t\d+ /, ""))
      .filter((line) => !noise.test(line));
    if (expected.length === 0 && /^OK/.test(lines.at(-1)!)) continue;
    expect([command, matched(lines, expected)]).toEqual([command, expected]);
  }
  for (const talk of talks.values()) talk.close();
}

/** `{{...}}` as a literal that does not wait, `ME` in a URL as the user's own name. */
function wireForm(command: string, email: string): string {
  const text = command.replaceAll("~", "\r\n").replaceAll("//ME@", `//${email}@`);
  return text.replace(/\{\{(.*?)\}\}/gs, (_, octets) => `{${Buffer.byteLength(octets)}+}\r\n${octets}`);
}

/** The lines, those that are as expected in the words of the expectation. */
function matched(lines: readonly string[], expected: readonly string[]): string[] {
  return lines.map((line, index) => {
    const wanted = expected[index];
    return wanted !== undefined && patternOf(wanted).test(line) ? wanted : line;
  });
}

function patternOf(expected: string): RegExp {
  const escaped = expected.split("...").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "s");
}
