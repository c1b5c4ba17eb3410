import { describe, expect, test } from "bun:test";
import { parseImapUrl } from "../../src/imap/imap-url.ts";

describe("IMAP URLs", () => {
  const whole = { part: [], text: null, fields: [] };
  const cases: [string, object | null][] = [
    // RFC 4469 5
    [
      "/Drafts;UIDVALIDITY=385759045/;UID=20/;section=HEADER",
      {
        server: null,
        mailbox: "Drafts",
        uidValidity: 385759045,
        uid: 20,
        section: { part: [], text: "HEADER", fields: [] },
      },
    ],
    ["/Drafts;UIDVALIDITY=385759045/;UID=30", { uid: 30, section: whole, partial: null }],
    [
      "imap://joe@example.com/INBOX/;uid=20/;section=1.2",
      {
        server: { user: "joe", host: "example.com", port: null },
        mailbox: "INBOX",
        section: { part: [1, 2], text: null, fields: [] },
      },
    ],
    [
      "imap://joe@example.com:1143/inbox/;uid=20",
      {
        mailbox: "INBOX",
        server: { port: 1143 },
      },
    ],
    [
      "imap://psicorp.example.org/~peter/%E6%97%A5%E6%9C%AC/;UID=5/;SECTION=1/;PARTIAL=0.1024",
      { mailbox: "~peter/日本", partial: { offset: 0, length: 1024 } },
    ],
    ["/a/;UID=5/;PARTIAL=7", { partial: { offset: 7, length: Number.MAX_SAFE_INTEGER } }],
    [
      "/a/;UID=5/;SECTION=HEADER.FIELDS%20(To)",
      { section: { part: [], text: "HEADER.FIELDS", fields: ["To"] } },
    ],
    ["imap://;AUTH=*@example.com/a/;UID=5", { server: { user: null } }],
    ["imap://michael@example.org/INBOX", null],
    ["imap://example.org/INBOX?SUBJECT%20x", null],
    ["http://example.com/a/;UID=5", null],
    ["a/;UID=5", null],
    ["/a/;UID=0", null],
    ["/a/;UID=4294967296", null],
    ["/a/;UID=5/;SECTION=FOO", null],
    ["/a/;UID=5/;SECTION=1]", null],
    ["/a/;UID=5;URLAUTH=anonymous", null],
    ["/a%0d%0a/;UID=5", null],
    ["/a%ff/;UID=5", null],
    ["/a /;UID=5", null],
    ["", null],
    [`/${"a".repeat(5000)}/;UID=5`, null],
  ];
  for (const [url, expected] of cases) {
    test(url.slice(0, 80) || "empty", () => {
      if (expected === null) expect(parseImapUrl(url)).toBeNull();
      else expect(parseImapUrl(url)).toMatchObject(expected);
    });
  }
});
