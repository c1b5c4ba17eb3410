import { describe, expect, test } from "bun:test";
import { CommandReader } from "../../../src/imap/wire/command-reader.ts";
import { authenticatedLimits, rev1Mode } from "../../../src/imap/wire/limits.ts";
import { eventsOf, octets, summary } from "./reading.ts";

const utf8Mode = { rev2: false, utf8Accept: true };

describe("transcripts", () => {
  const cases: [string, string, string[]][] = [
    [
      "RFC 9051 7.6: literals in LOGIN, and a literal for an unknown command is not asked for",
      "A001 LOGIN {11}\r\nFRED FOOBAR {7}\r\nfat man\r\nA044 BLURDYBLOOP {102856}\r\nA045 NOOP\r\n",
      ["go-ahead", "go-ahead", "A001 LOGIN", "A044 BAD", "A045 NOOP"],
    ],
    [
      "RFC 7888 4: non-synchronizing literals",
      "A001 LOGIN {11+}\r\nFRED FOOBAR {7+}\r\nfat man\r\nA002 NOOP\r\n",
      ["A001 LOGIN", "A002 NOOP"],
    ],
    [
      "RFC 3501 6.3.11: APPEND",
      "A003 APPEND saved-messages (\\Seen) {12}\r\nDate: Mon, 7\r\nA004 NOOP\r\n",
      [
        "A003 APPEND saved-messages",
        "message \\Seen -",
        "literal 12 sync",
        "data Date: Mon, 7",
        "message-end",
        "append-end",
        "A004 NOOP",
      ],
    ],
    [
      "RFC 3502 6.3.11: MULTIAPPEND with flags and dates",
      'A003 APPEND saved-messages (\\Seen) {3+}\r\nabc (\\Seen) " 7-Feb-1994 22:43:04 -0800" {4+}\r\ndefg\r\n',
      [
        "A003 APPEND saved-messages",
        "message \\Seen -",
        "literal 3",
        "data abc",
        "message-end",
        "message \\Seen 1994-02-08T06:43:04.000000Z",
        "literal 4",
        "data defg",
        "message-end",
        "append-end",
      ],
    ],
    [
      "RFC 4469 5: CATENATE of URLs and texts",
      'A003 APPEND Drafts (\\Seen \\Draft $MDNSent) CATENATE (URL "/Drafts;UIDVALIDITY=385759045/;UID=20/;section=HEADER" ' +
        "TEXT {3+}\r\n-b- URL {4+}\r\n/;UI TEXT {2}\r\n--)\r\n",
      [
        "A003 APPEND Drafts",
        "message \\Seen \\Draft $MDNSent - catenate",
        "url /Drafts;UIDVALIDITY=385759045/;UID=20/;section=HEADER",
        "literal 3",
        "data -b-",
        "url /;UI",
        "literal 2 sync",
        "data --",
        "message-end",
        "append-end",
      ],
    ],
    [
      "CATENATE without any literal",
      'A1 APPEND Drafts CATENATE (URL "/a" URL "/b")\r\nA2 NOOP\r\n',
      ["A1 APPEND Drafts", "message  - catenate", "url /a", "url /b", "message-end", "append-end", "A2 NOOP"],
    ],
    [
      "a mailbox name as a literal that looks like a header itself",
      "A1 APPEND {5+}\r\n{3}\r\n {2+}\r\nok\r\nA2 LOGIN a {4+}\r\n{9+}\r\nA3 NOOP\r\n",
      ["A1 NO [CANNOT]", "A2 LOGIN", "A3 NOOP"],
    ],
    [
      "RFC 3516 4.4: literal8",
      "A1 APPEND x ~{3+}\r\na\0b\r\n",
      ["A1 APPEND x", "message  -", "literal 3 binary", "data a\0b", "message-end", "append-end"],
    ],
    [
      "RFC 8508 3.1: REPLACE",
      "A1 REPLACE 4 Drafts (\\Seen \\Draft) {3}\r\nabc\r\nA2 UID REPLACE * Drafts {1+}\r\nx {1+}\r\ny\r\nA3 NOOP\r\n",
      [
        "A1 REPLACE Drafts",
        "message \\Seen \\Draft -",
        "literal 3 sync",
        "data abc",
        "message-end",
        "append-end",
        "A2 REPLACE Drafts",
        "message  -",
        "literal 1",
        "data x",
        "message-end",
        "A2 BAD",
        "A3 NOOP",
      ],
    ],
    [
      "an empty literal (RFC 3502: the client gives up)",
      "A1 APPEND x {0}\r\n\r\nA2 NOOP\r\n",
      ["A1 APPEND x", "message  -", "literal 0 sync", "message-end", "append-end", "A2 NOOP"],
    ],
    [
      "bad lines, tagged and untagged, and reading goes on",
      'A1\r\n\r\n+ NOOP\r\nA2 NOOP extra\r\nA3 LOGIN "a b\r\nA4 LOGIN a "b\\c"\r\n( NOOP\r\nA5 NOOP  \r\nA6 noop\n',
      ["A1 BAD", "* BAD", "* BAD", "A2 BAD", "A3 BAD", "A4 BAD", "* BAD", "A5 NOOP", "A6 NOOP"],
    ],
    [
      "a refused command's literals are read and dropped",
      "A1 XYZZY {3+}\r\nA9 {4+}\r\nNOOP foo\r\nA2 NOOP\r\nA3 XYZZY {3+}\r\nabc {3}\r\nA4 NOOP\r\n",
      ["A1 BAD", "A2 NOOP", "A3 BAD", "A4 NOOP"],
    ],
    [
      "UTF8 needs ENABLE",
      "A1 APPEND x UTF8 (~{1+}\r\nx)\r\nA2 NOOP\r\n",
      ["A1 APPEND x", "A1 BAD", "A2 NOOP"],
    ],
  ];
  for (const [name, input, expected] of cases) {
    test(name, () => {
      expect(summary(eventsOf(octets(input)))).toEqual(expected);
      // However the bytes are cut, the events are the same.
      for (const size of [1, 2, 3, 7]) expect(summary(eventsOf(octets(input), size))).toEqual(expected);
    });
  }

  test("RFC 6855 4: UTF8 data, alone and in CATENATE", () => {
    const input =
      "A1 APPEND x UTF8 (~{2+}\r\nab)\r\nA2 APPEND x CATENATE (UTF8 (~{2+}\r\nab) TEXT {1+}\r\nc)\r\n";
    expect(summary(eventsOf(octets(input), undefined, utf8Mode))).toEqual([
      "A1 APPEND x",
      "message  -",
      "literal 2 binary utf8",
      "data ab",
      "message-end",
      "append-end",
      "A2 APPEND x",
      "message  - catenate",
      "literal 2 binary utf8",
      "data ab",
      "literal 1",
      "data c",
      "message-end",
      "append-end",
    ]);
  });
});

describe("limits", () => {
  const limits = { ...authenticatedLimits, line: 100, literal: 20, command: 140, message: 50, swallow: 1000 };

  test("a long line is refused and skipped", () => {
    const input = `A1 LOGIN a ${"x".repeat(200)}\r\nA2 NOOP\r\n`;
    for (const size of [1, 13, 1000]) {
      expect(summary(eventsOf(octets(input), size, rev1Mode, limits))).toEqual(["A1 BAD", "A2 NOOP"]);
    }
  });

  test("a long literal is refused before it is held", () => {
    const input = "A1 LOGIN a {21}\r\nA2 NOOP\r\nA3 LOGIN a {21+}\r\nxxxxxxxxxxxxxxxxxxxxx\r\nA4 NOOP\r\n";
    for (const size of [1, 13, 1000]) {
      expect(summary(eventsOf(octets(input), size, rev1Mode, limits))).toEqual([
        "A1 BAD [TOOBIG]",
        "A2 NOOP",
        "A3 BAD [TOOBIG]",
        "A4 NOOP",
      ]);
    }
  });

  test("many literals together are bounded", () => {
    const part = "{20+}\r\naaaaaaaaaaaaaaaaaaaa ";
    const input = `A1 LIST "" (${part.repeat(9)}x)\r\nA2 NOOP\r\n`;
    expect(summary(eventsOf(octets(input), 10, rev1Mode, limits))).toEqual(["A1 BAD [TOOBIG]", "A2 NOOP"]);
  });

  test("a message above the limit is refused", () => {
    const input = `A1 APPEND x {51}\r\nA2 APPEND x {51+}\r\n${"m".repeat(51)}\r\nA3 NOOP\r\n`;
    expect(summary(eventsOf(octets(input), 10, rev1Mode, limits))).toEqual([
      "A1 APPEND x",
      "message  -",
      "A1 NO [TOOBIG]",
      "A2 APPEND x",
      "message  -",
      "A2 NO [TOOBIG]",
      "A3 NOOP",
    ]);
  });

  test("too much for a refused command is fatal", () => {
    const input = `A1 XYZZY {2000+}\r\n${"m".repeat(2000)}\r\nA2 NOOP\r\n`;
    expect(summary(eventsOf(octets(input), 100, rev1Mode, limits))).toEqual(["A1 BAD", "* BAD fatal"]);
  });

  test("unread bytes are bounded", () => {
    const reader = new CommandReader({ ...limits, pending: 1000 });
    let pushed = 0;
    while (reader.push(octets("x".repeat(100)))) pushed += 100;
    expect(pushed).toBe(1000);
    for (let i = 0; i < 100; i++) reader.push(octets("x".repeat(100)));
    expect(reader.pending).toBe(0);
    expect(summary([reader.next(rev1Mode)!])).toEqual(["* BAD fatal"]);
    expect(reader.next(rev1Mode)).toBeNull();
  });
});

describe("accept and refuse", () => {
  test("a waiting literal comes only after accept", () => {
    const reader = new CommandReader();
    reader.push(octets("A1 APPEND x {3}\r\n"));
    const kinds = () => reader.next(rev1Mode)?.kind ?? null;
    expect([kinds(), kinds(), kinds(), kinds()]).toEqual(["append", "message", "literal", null]);
    reader.push(octets("abc\r\n"));
    expect(kinds()).toBeNull();
    reader.accept();
    expect([kinds(), kinds(), kinds(), kinds()]).toEqual(["data", "message-end", "append-end", null]);
  });

  test("refusing a waiting literal ends the command", () => {
    const reader = new CommandReader();
    reader.push(octets("A1 APPEND x {3}\r\n"));
    expect(reader.next(rev1Mode)?.kind).toBe("append");
    reader.refuse();
    reader.push(octets("A2 NOOP\r\n"));
    expect(summary([reader.next(rev1Mode)!])).toEqual(["A2 NOOP"]);
  });

  test("refusing an unasked literal drops it, and the messages behind it", () => {
    const input = "A1 APPEND x {3+}\r\nabc (\\Seen) {3+}\r\ndef\r\nA2 NOOP\r\n";
    for (const taken of [1, 2, 3, 4, 5, 6, 7]) {
      const reader = new CommandReader();
      reader.push(octets(input));
      for (let i = 0; i < taken; i++) reader.next(rev1Mode);
      reader.refuse();
      expect(summary([reader.next(rev1Mode)!])).toEqual(["A2 NOOP"]);
    }
  });

  test("refusing behind the end of the command loses nothing", () => {
    const reader = new CommandReader();
    reader.push(octets("A1 APPEND x {1+}\r\na\r\nA2 NOOP\r\n"));
    for (let event = reader.next(rev1Mode); event && event.kind !== "append-end"; )
      event = reader.next(rev1Mode);
    reader.refuse();
    expect(summary([reader.next(rev1Mode)!])).toEqual(["A2 NOOP"]);
  });
});

describe("lines that are no commands", () => {
  test("SASL and IDLE lines, then commands again", () => {
    const reader = new CommandReader();
    reader.push(octets("A1 AUTHENTICATE PLAIN\r\nAGEAYg=="));
    expect(summary([reader.next(rev1Mode)!])).toEqual(["A1 AUTHENTICATE"]);
    expect(reader.nextLine()).toBeNull();
    reader.push(octets("\r\nA2 IDLE\r\nDONE\r\nA3 NOOP\r\n"));
    expect(reader.nextLine()).toEqual({ kind: "line", bytes: octets("AGEAYg==") });
    expect(reader.next(rev1Mode)?.kind).toBe("command");
    expect(reader.nextLine()).toEqual({ kind: "line", bytes: octets("DONE") });
    expect(summary([reader.next(rev1Mode)!])).toEqual(["A3 NOOP"]);
  });

  test("a long one is refused and skipped", () => {
    const reader = new CommandReader({ ...authenticatedLimits, line: 100 });
    reader.push(octets(`${"x".repeat(300)}{9+}\r\nA3 NOOP\r\n`));
    expect(reader.nextLine()?.kind).toBe("failure");
    expect(summary([reader.next(rev1Mode)!])).toEqual(["A3 NOOP"]);
  });

  test("what is left can be taken out", () => {
    const reader = new CommandReader();
    reader.push(octets("A1 COMPRESS DEFLATE\r\nraw"));
    reader.push(octets("bytes"));
    reader.next(rev1Mode);
    expect(Buffer.from(reader.takeRest()).toString()).toBe("rawbytes");
    expect(reader.pending).toBe(0);
    expect(reader.next(rev1Mode)).toBeNull();
  });
});
