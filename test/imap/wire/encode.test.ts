import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  appendUidCode,
  badUrlCode,
  copyUidCode,
  modifiedCode,
  permanentFlagsCode,
} from "../../../src/imap/wire/codes.ts";
import * as encode from "../../../src/imap/wire/encode.ts";
import type { ParseMode } from "../../../src/imap/wire/limits.ts";
import { maskNul, ResponseWriter } from "../../../src/imap/wire/writer.ts";

const rev1: ParseMode = { rev2: false, utf8Accept: false };
const rev2: ParseMode = { rev2: true, utf8Accept: false };
const accept: ParseMode = { rev2: false, utf8Accept: true };

/** What the function writes, without the last CRLF. */
function written(write: (writer: ResponseWriter) => void, mode = rev1): string {
  const writer = new ResponseWriter(mode);
  write(writer);
  const text = Buffer.from(writer.take()).toString("utf8");
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(0, -2);
}

function token(write: (writer: ResponseWriter) => void, mode = rev1): string {
  const writer = new ResponseWriter(mode);
  write(writer);
  return Buffer.from(writer.take()).toString("utf8");
}

describe("responses, as in the RFCs' examples", () => {
  const cases: [string, (writer: ResponseWriter) => void, ParseMode?][] = [
    [
      "a001 OK LOGIN completed",
      (w) => encode.writeTagged(w, "a001", { status: "OK", text: "LOGIN completed" }),
    ],
    [
      "a003 NO [TRYCREATE] No such mailbox",
      (w) => encode.writeTagged(w, "a003", { status: "NO", code: "TRYCREATE", text: "No such mailbox" }),
    ],
    [
      "* OK [PERMANENTFLAGS (\\Deleted \\Seen \\*)] Limited",
      (w) =>
        encode.writeUntagged(w, "OK", {
          code: permanentFlagsCode(["\\Deleted", "\\Seen", "\\*"]),
          text: "Limited",
        }),
    ],
    [
      "A003 OK [APPENDUID 38505 3955] APPEND completed",
      (w) =>
        encode.writeTagged(w, "A003", {
          status: "OK",
          code: appendUidCode(38505, [3955, 3955]),
          text: "APPEND completed",
        }),
    ],
    [
      "A004 OK [COPYUID 38505 304,319:320 3956:3958] Done",
      (w) =>
        encode.writeTagged(w, "A004", {
          status: "OK",
          code: copyUidCode(38505, [304, 319, 320], [3956, 3957, 3958]),
          text: "Done",
        }),
    ],
    [
      "d105 OK [MODIFIED 7,9] Conditional STORE failed",
      (w) =>
        encode.writeTagged(w, "d105", {
          status: "OK",
          code: modifiedCode([7, 7, 9, 9]),
          text: "Conditional STORE failed",
        }),
    ],
    ["* BYE .", (w) => encode.writeUntagged(w, "BYE", { text: "" })],
    ["+ idling", (w) => encode.writeGoAhead(w, "idling")],
    ["+ ", (w) => encode.writeChallenge(w, new Uint8Array(0))],
    [
      "* CAPABILITY IMAP4rev1 AUTH=PLAIN LITERAL+",
      (w) => encode.writeCapability(w, ["IMAP4rev1", "AUTH=PLAIN", "LITERAL+"]),
    ],
    ["* ENABLED", (w) => encode.writeEnabled(w, [])],
    ["* 23 EXISTS", (w) => encode.writeExists(w, 23)],
    ["* 5 RECENT", (w) => encode.writeRecent(w, 5)],
    ["* 44 EXPUNGE", (w) => encode.writeExpunge(w, 44)],
    [
      "* VANISHED (EARLIER) 300:310,405,411",
      (w) => encode.writeVanished(w, [300, 310, 405, 405, 411, 411], true),
    ],
    ["* FLAGS (\\Answered \\Seen $Junk)", (w) => encode.writeFlags(w, ["\\Answered", "\\Seen", "$Junk"])],
    [
      '* LIST (\\Noselect) "/" "~/Mail/foo"',
      (w) => encode.writeList(w, { name: "~/Mail/foo", attributes: ["\\Noselect"] }),
    ],
    ['* LSUB () "/" "台北"', (w) => encode.writeList(w, { name: "台北", attributes: [] }, "LSUB"), rev2],
    ['* LIST () "/" "&U,BTFw-"', (w) => encode.writeList(w, { name: "台北", attributes: [] })],
    [
      '* LIST (\\HasChildren) "/" "a\\"b" ("CHILDINFO" ("SUBSCRIBED") "OLDNAME" ("x"))',
      (w) =>
        encode.writeList(w, {
          name: 'a"b',
          attributes: ["\\HasChildren"],
          childInfo: ["SUBSCRIBED"],
          oldName: "x",
        }),
    ],
    [
      '* STATUS "blurdybloop" (MESSAGES 231 UIDNEXT 44292 MAILBOXID (F2212ea8) APPENDLIMIT NIL)',
      (w) =>
        encode.writeStatus(w, {
          mailbox: "blurdybloop",
          values: [
            ["MESSAGES", 231],
            ["UIDNEXT", 44292],
            ["MAILBOXID", "F2212ea8"],
            ["APPENDLIMIT", null],
          ],
        }),
    ],
    ["* SEARCH 2 3 6", (w) => encode.writeSearch(w, [2, 3, 6], null)],
    ["* SEARCH", (w) => encode.writeSearch(w, [], 5)],
    ["* SORT 2 5 (MODSEQ 917162500)", (w) => encode.writeSort(w, [2, 5], 917162500)],
    [
      '* ESEARCH (TAG "A282") MIN 2 COUNT 3',
      (w) => encode.writeEsearch(w, { tag: "A282", uid: false, min: 2, count: 3 }),
    ],
    [
      '* ESEARCH (TAG "A285") UID ALL 2,10:11 MODSEQ 9',
      (w) => encode.writeEsearch(w, { tag: "A285", uid: true, all: [2, 2, 10, 11], modseq: 9 }),
    ],
    [
      '* ESEARCH (TAG "A286") COUNT 0',
      (w) => encode.writeEsearch(w, { tag: "A286", uid: false, count: 0, all: [], min: null }),
    ],
    [
      '* ESEARCH (TAG "A04") UID PARTIAL (24000:24500 NIL)',
      (w) => encode.writeEsearch(w, { tag: "A04", uid: true, partial: { written: "24000:24500", set: "" } }),
    ],
    [
      '* ESEARCH (TAG "C01") UID ADDTO (1 2733 1 2731:2732) REMOVEFROM (0 32768)',
      (w) =>
        encode.writeEsearch(w, {
          tag: "C01",
          uid: true,
          addTo: [
            { position: 1, set: "2733" },
            { position: 1, set: "2731:2732" },
          ],
          removeFrom: [{ position: 0, set: "32768" }],
        }),
    ],
    ['* ID ("name" "Postroom" "version" "1")', (w) => encode.writeId(w, { name: "Postroom", version: "1" })],
    ["* ID NIL", (w) => encode.writeId(w, null)],
    ['* NAMESPACE (("" "/")) NIL NIL', (w) => encode.writeNamespace(w)],
    [
      '* QUOTA "" (STORAGE 10 512)',
      (w) => encode.writeQuota(w, "", [{ resource: "STORAGE", usage: 10, limit: 512 }]),
    ],
    ['* QUOTAROOT INBOX ""', (w) => encode.writeQuotaRoot(w, "INBOX", [""])],
    ["* THREAD (2)(3 6 (4 23)(44 7 96))", (w) => encode.writeThread(w, "(2)(3 6 (4 23)(44 7 96))")],
  ];
  for (const [line, write, mode] of cases)
    test(line.slice(0, 80), () => expect(written(write, mode)).toBe(line));
});

describe("strings", () => {
  const cases: [string, string, ParseMode][] = [
    ["", '""', rev1],
    ['a "b" \\c', '"a \\"b\\" \\\\c"', rev1],
    ["a\r\nb", "{4}\r\na\r\nb", rev1],
    ["a\0b", "{2}\r\nab", rev1],
    ["é", "{2}\r\né", rev1],
    ["é", '"é"', rev2],
    ["é", '"é"', accept],
    ["é\u2028", "{5}\r\né\u2028", rev2],
    ["\ud800", "{3}\r\n\ufffd", rev1],
    ["\ud800", '"\ufffd"', rev2],
    ["x".repeat(1001), `{1001}\r\n${"x".repeat(1001)}`, rev1],
  ];
  for (const [text, expected, mode] of cases) {
    test(JSON.stringify(text).slice(0, 40) + mode.rev2, () =>
      expect(token((w) => w.string(text), mode)).toBe(expected),
    );
  }

  test("atoms only where they are atoms", () => {
    expect(token((w) => w.astring("INBOX"))).toBe("INBOX");
    expect(token((w) => w.astring("a]b"))).toBe("a]b");
    for (const text of ["a b", "", "nil", "é", "a(b", "a{1}", "a*"]) {
      expect(token((w) => w.astring(text), rev2)).toBe(JSON.stringify(text));
    }
    expect(() => token((w) => w.atom("a b"))).toThrow();
    expect(() => token((w) => w.flag("\\Seen\r\n"))).toThrow();
    expect(() => token((w) => w.number(-1))).toThrow();
    expect(() => token((w) => w.number(1.5))).toThrow();
  });

  test("literals and NUL", () => {
    expect(Buffer.from(maskNul(new Uint8Array([0, 65, 0]))).toString("latin1")).toBe("\x80A\x80");
    const writer = new ResponseWriter(rev1);
    writer.literal(new Uint8Array([0, 65])).literal8(new Uint8Array([0, 65]));
    expect(Buffer.from(writer.take()).toString("latin1")).toBe("{2}\r\n\x80A~{2}\r\n\0A");
    expect(writer.length).toBe(0);
  });
});

test("no input can end a line or leave its string", () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\r", "\n", '"', "\\", "\0", "{1}", ")", "]", " ", "é"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    maxLength: 12,
  });
  const mode = fc.constantFrom(rev1, rev2, accept);
  fc.assert(
    fc.property(nasty, mode, (text, each) => {
      for (const line of [
        written((w) => encode.writeUntagged(w, "OK", { code: text, text }), each),
        written((w) => encode.writeTagged(w, "a", { status: "NO", code: badUrlCode(text), text }), each),
        written((w) => encode.writeGoAhead(w, text), each),
      ]) {
        expect(line).not.toMatch(/[\r\n\0]/);
      }
      // A reader of the string gets back what was put in, and nothing follows it.
      const back = readString(token((w) => w.string(text), each));
      expect(back).toBe(text.toWellFormed().replaceAll("\0", ""));
      const name = token((w) => w.mailbox(text), each);
      expect(readString(name.startsWith('"') || name.startsWith("{") ? name : `"${name}"`)).not.toBeNull();
    }),
    { seed: 20260102, numRuns: 500 },
  );
});

/** An independent reader of one quoted string or literal; null when something is left over. */
function readString(text: string): string | null {
  const literal = /^\{(\d+)\}\r\n/.exec(text);
  if (literal) {
    const bytes = Buffer.from(text.slice(literal[0].length), "utf8");
    return bytes.length === Number(literal[1]) ? bytes.toString("utf8") : null;
  }
  if (!/^"(?:[^"\\\r\n\0]|\\["\\])*"$/.test(text)) return null;
  return text.slice(1, -1).replace(/\\(["\\])/g, "$1");
}
