// Mails that are made to cost, of any size: what the parsers of a mail meet, what its header says to those who authenticate it, and
// the structures that IMAP tells.
import { shapesOf } from "../mail/linear-time/shapes.ts";

const base = (fields: string, body = "hello") =>
  `From: a@a.example\nTo: b@b.example\nSubject: hello\n${fields}\n${body}\n`;

const plain = (text: string) => base("Content-Type: text/plain; charset=utf-8\n", text);

function multipart(part: string, count: number, kind = "mixed"): string {
  return base(
    `MIME-Version: 1.0\nContent-Type: multipart/${kind}; boundary=b\n`,
    `${`--b\n${part}\n`.repeat(count)}--b--`,
  );
}

function nested(depth: number): string {
  let body = "Content-Type: text/plain\n\nhello\n";
  for (let at = 0; at < depth; at++)
    body = `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n${body}\n--b${at}--\n`;
  return `From: a@a.example\nMIME-Version: 1.0\n${body}`;
}

const event = (lines: string) =>
  `BEGIN:VEVENT\nUID:1@a.example\nDTSTAMP:20260101T000000Z\nDTSTART:20260102T090000Z\n${lines}\nEND:VEVENT\n`;

const calendar = (inside: string) =>
  base(
    "MIME-Version: 1.0\nContent-Type: text/calendar; method=REQUEST; charset=utf-8\n",
    `BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REQUEST\n${inside}END:VCALENDAR`,
  );

const signature = (tags: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=a.example; s=x; h=from:to:subject; bh=AAAA; b=AAAA${tags}\n`;

const arcSet = (n: number) =>
  `ARC-Seal: i=${n}; a=rsa-sha256; cv=${n === 1 ? "none" : "pass"}; d=a.example; s=x; b=AAAA\n` +
  `ARC-Message-Signature: i=${n}; a=rsa-sha256; c=relaxed/relaxed; d=a.example; s=x; h=from; bh=AAAA; b=AAAA\n` +
  `ARC-Authentication-Results: i=${n}; a.example; spf=pass\n`;

/** @param size about so many characters */
export function mailsOf(size: number): Record<string, () => string> {
  const times = (text: string) => text.repeat(Math.ceil(size / text.length));
  const count = (bytes: number) => Math.ceil(size / bytes);
  return {
    ...shapesOf(size),
    "one word": () => plain(times("a")),
    words: () => plain(times("word ")),
    "different words": () => plain(Array.from({ length: count(8) }, (_, n) => n.toString(36)).join(" ")),
    "letters with marks": () => plain(`a${times("\u0301")}`),
    "letters of China": () => plain(times("中文字")),
    "lines of two": () => plain(times("a\n")),
    signatures: () => plain(times("-- \n")),
    "pieces of uuencode": () => plain(times("begin 644 a\nend\n")),
    "a file of uuencode": () => plain(`begin 644 a\n${times("#86)C\n")}`),
    "addresses in a text": () => plain(times("a@b.example ")),
    "flowed text": () => base("Content-Type: text/plain; format=flowed; delsp=yes\n", times("a \n")),
    "quoted-printable": () =>
      base("Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n", times("=\n")),
    "blanks of quoted-printable": () =>
      base("Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n", `${times(" ")}=`),
    "base64 of rubbish": () =>
      base("Content-Type: text/plain\nContent-Transfer-Encoding: base64\n", times("!\n")),
    "shifts of a charset": () =>
      base("Content-Type: text/plain; charset=iso-2022-jp\n", times("\x1b$B\x1b(B")),
    "UTF-7": () => base("Content-Type: text/plain; charset=utf-7\n", times("+AGE-")),
    "empty parts": () => multipart("", count(5)),
    parts: () => multipart("\nhello", count(12)),
    "parts with names": () =>
      multipart(
        'Content-Type: a/b; name="a.txt"\nContent-Disposition: attachment; filename=a\n\nhello',
        count(90),
      ),
    "calendars in parts": () =>
      multipart(
        `Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nVERSION:2.0\n${event("SUMMARY:x")}END:VCALENDAR`,
        count(200),
      ),
    "pages in parts": () => multipart("Content-Type: text/html\n\n<p>hello", count(40)),
    alternatives: () => multipart("Content-Type: text/plain\n\nhello", count(40), "alternative"),
    "mails in parts": () => multipart("Content-Type: message/rfc822\n\nSubject: a\n\nb", count(50), "digest"),
    "parts within parts": () => nested(count(70)),
    "mails within mails": () => `${times("Content-Type: message/rfc822\n\n")}Subject: x\n\nhello\n`,
    "a boundary that nearly ends": () =>
      base("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n", times("--b-\n")),
    "a boundary of dashes": () =>
      base(`MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="${"-".repeat(60)}"\n`, times("-")),
    "fields without names": () => base(times(":\n")),
    "fields of a letter": () => base(times("a:\n")),
    "fields of one name": () => base(times("Received: by a; Mon, 1 Jan 2026 00:00:00 +0000\n")),
    "different fields": () =>
      base(Array.from({ length: count(12) }, (_, n) => `X-${n.toString(36)}: a\n`).join("")),
    "a header of blanks": () => base(`X-A:${times(" ")}x\n`),
    "a header of tabs in lines": () => base(`X-A: a\n${times("\t\n")}`),
    "From fields": () => base(times("From: a@a.example\n")),
    "addresses of From": () => `From: ${times("a@a.example, ")}b@b.example\nSubject: x\n\nhello\n`,
    "groups of From": () => `From: ${times("a:;, ")}b@b.example\nSubject: x\n\nhello\n`,
    "brackets of From": () => `From: ${times("<")}a@a.example${times(">")}\nSubject: x\n\nhello\n`,
    "comments of From": () => `From: ${times("(")}a@a.example\nSubject: x\n\nhello\n`,
    "quotes of From": () => `From: ${times('"\\" ')}a@a.example\nSubject: x\n\nhello\n`,
    "labels of From": () => `From: a@${times("a.")}example\nSubject: x\n\nhello\n`,
    "letters of From": () => `From: a@${times("ü.")}example\nSubject: x\n\nhello\n`,
    "full stops of From": () => `From: a@${times("\u3002")}example\nSubject: x\n\nhello\n`,
    "encoded words of From": () => `From: ${times("=?utf-8?q?a?= ")}<a@a.example>\nSubject: x\n\nhello\n`,
    "signatures of DKIM": () => base(times(signature(""))),
    "different signatures": () =>
      base(Array.from({ length: count(130) }, (_, n) => signature("").replace("d=a.", `d=a${n}.`)).join("")),
    "tags of DKIM": () => base(signature(`; ${times("x=y; ")}`)),
    "fields that DKIM signs": () => base(signature("").replace("subject", times("subject:"))),
    "blanks of DKIM": () => base(signature(`;${times(" ")}x`)),
    "folds of DKIM": () => base(signature(`; z=${times("a\n ")}`)),
    "a body that DKIM covers": () => base(signature(""), times("a \n")),
    "blank lines that DKIM covers": () => base(signature(""), `${times("\n")}x`),
    "a line that DKIM covers": () => base(signature(""), `${times(" ")}x`),
    "a length that DKIM covers": () => base(signature("; l=9999999999"), times("a\n")),
    "sets of ARC": () =>
      base(Array.from({ length: Math.min(50, count(350)) }, (_, n) => arcSet(50 - n)).join("")),
    "instances of ARC": () => base(times(arcSet(1))),
    "results of authentication": () =>
      base(`Authentication-Results: mx.agents.example; ${times("spf=pass (a) ")}\n`),
    "fields of results": () => base(times("Authentication-Results: mx.agents.example; spf=pass\n")),
    "comments of results": () => base(`Authentication-Results: ${times("(")}\n`),
    "references of a thread": () =>
      base(`References: ${times("<a@a.example> ")}\nIn-Reply-To: ${times("<b@b.example> ")}\n`),
    "continuations of a name": () =>
      base(`Content-Type: a/b; ${Array.from({ length: count(12) }, (_, n) => `name*${n}=a`).join("; ")}\n`),
    "parameters of a type": () => base(`Content-Type: text/plain; ${times("a=b; ")}\n`),
    "quotes of a type": () => base(`Content-Type: text/plain; a="${times('\\"')}\n`),
    "list headers": () => base(`List-Unsubscribe: ${times("<https://a.example/>, ")}\n`),
    "dates of a list": () => base(`Date: ${times("Mon, ")}\n`),
    "events of a calendar": () => calendar(times(event("SUMMARY:x"))),
    "attendees of a calendar": () => calendar(event(times("ATTENDEE;CN=A;RSVP=TRUE:mailto:a@a.example\n"))),
    "dates of a calendar": () =>
      calendar(event(`RRULE:FREQ=DAILY\nRDATE:${times("20260103T090000Z,")}20260104T090000Z`)),
    "exceptions of a calendar": () =>
      calendar(event(`RRULE:FREQ=SECONDLY\nEXDATE:${times("20260103T090000Z,")}20260104T090000Z`)),
    "rules of a calendar that never come": () =>
      calendar(event("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYSETPOS=5")),
    "changes of a series": () =>
      calendar(event("RRULE:FREQ=DAILY") + times(event("RECURRENCE-ID:20260103T090000Z"))),
    "zones of a calendar": () =>
      calendar(
        `BEGIN:VTIMEZONE\nTZID:x\n${times("BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY\nEND:STANDARD\n")}END:VTIMEZONE\n${event("SUMMARY:x")}`,
      ),
    "components within components": () => calendar(times("BEGIN:X\n")),
    "recipients of a report": () =>
      base(
        "MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n",
        `--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\n${times("Final-Recipient: rfc822; a@a.example\nAction: failed\nStatus: 5.1.1\n\n")}\n--b--`,
      ),
    "elements within elements": () => base("Content-Type: text/html\n", times("<div>")),
    "tables within tables": () => base("Content-Type: text/html\n", times("<table><tr><td>")),
    "rules of a style sheet": () =>
      base("Content-Type: text/html\n", `<style>${times("a>b~c{color:red}")}</style><p class=a>hello`),
    "selectors of a style sheet": () =>
      base("Content-Type: text/html\n", `<style>${times("a b,")}p{}</style>${"<a>".repeat(200)}hello`),
    "quotes of a page": () => base("Content-Type: text/html\n", times("<blockquote>a")),
    "links of a page": () => base("Content-Type: text/html\n", times('<a href="https://a.example/">a</a>')),
    "entities of a page": () => base("Content-Type: text/html\n", times("&amp")),
  };
}
