import { describe, expect, test } from "bun:test";
import { parseImapUrl, urlAuthHolds, urlAuthToken } from "../../src/imap/imap-url.ts";

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
    [
      "/Drafts;UIDVALIDITY=385759045/;UID=30",
      { uid: 30, section: whole, partial: null, access: null, token: null },
    ],
    // RFC 4467 1, 7
    [
      "imap://joe@example.com/INBOX/;uid=20/;section=1.2;urlauth=submit+fred:internal:91354a473744909de610943775f92038",
      {
        server: { user: "joe", host: "example.com", port: null },
        mailbox: "INBOX",
        section: { part: [1, 2], text: null, fields: [] },
        access: { kind: "submit", user: "fred" },
        token: { mechanism: "INTERNAL", value: "91354a473744909de610943775f92038" },
        rump: "imap://joe@example.com/INBOX/;uid=20/;section=1.2;urlauth=submit+fred",
      },
    ],
    [
      "imap://joe@example.com:1143/inbox/;uid=20;expire=2026-03-04T05:06:07Z;urlauth=anonymous",
      {
        mailbox: "INBOX",
        server: { port: 1143 },
        expires: "2026-03-04T05:06:07.000000Z",
        access: { kind: "anonymous", user: null },
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
    ["/a/;UID=5;URLAUTH=nobody", null],
    ["/a/;UID=5;EXPIRE=soon;URLAUTH=anonymous", null],
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

  test("a token holds for its URL and key", () => {
    const key = new Uint8Array(32).fill(7);
    const rump = "imap://joe@example.com/INBOX/;uid=20;urlauth=user+fred";
    const token = urlAuthToken(rump, key);
    expect(token).toMatch(/^01[0-9a-f]{64}$/);
    expect(urlAuthHolds(parseImapUrl(`${rump}:INTERNAL:${token}`)!, key)).toBe(true);
    expect(urlAuthHolds(parseImapUrl(`${rump}:INTERNAL:${token}`)!, new Uint8Array(32))).toBe(false);
    expect(urlAuthHolds(parseImapUrl(`${rump.replace("20", "21")}:INTERNAL:${token}`)!, key)).toBe(false);
    expect(urlAuthHolds(parseImapUrl(`${rump}:INTERNAL:${token.slice(2)}`)!, key)).toBe(false);
    expect(urlAuthHolds(parseImapUrl(rump)!, key)).toBe(false);
  });
});
