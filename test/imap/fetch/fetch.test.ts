import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { planBinary } from "../../../src/imap/fetch/binary.ts";
import { partialBounds, planBytes } from "../../../src/imap/fetch/content.ts";
import { FetchResponse } from "../../../src/imap/fetch/response.ts";
import { partAt, planSection } from "../../../src/imap/fetch/sections.ts";
import type { FetchCommand } from "../../../src/imap/wire/commands.ts";
import { type ParseMode, rev1Mode } from "../../../src/imap/wire/limits.ts";
import { ResponseWriter } from "../../../src/imap/wire/writer.ts";
import { displayedStructure } from "../../../src/mail/displayed-form.ts";
import { decoderOf } from "../../../src/mail/mime/decoders.ts";
import { scanStructure } from "../../../src/mail/mime/structure.ts";
import { decodeTransfer } from "../../../src/mail/mime/transfer-encoding.ts";
import type { PlacedMessage } from "../../../src/store/mailbox/imap.ts";
import { commandOf } from "../wire/reading.ts";
import { mail, nested, sample } from "./sample-mails.ts";

const placed = {
  internal_date: "1996-07-17T09:44:25.000000Z",
  size: 4286,
  message_id: "0190-a",
  thread_id: null,
  created_at: null,
  preview: "hi",
} as unknown as PlacedMessage;

/** The answer to FETCH 12 with these items. */
function fetched(raw: Uint8Array, items: string, mode: ParseMode = rev1Mode): string {
  const command = commandOf(`FETCH 12 (${items})`) as FetchCommand;
  const { root, envelope } = scanStructure(raw);
  const writer = new ResponseWriter(mode);
  const response = new FetchResponse(writer, 12);
  for (const item of command.items) {
    response.item(item, { row: placed, outline: { structure: root, envelope, shown: null } });
    if (item.item === "SECTION" || item.item === "BINARY") {
      const plan = item.item === "SECTION" ? planSection(root, item.section) : planBinary(root, item.part);
      if (plan === "UNKNOWN-CTE") return plan;
      if (plan === null) response.noOctets(item);
      else {
        const bytes = planBytes(plan, raw);
        const { from, to } = partialBounds(bytes.length, item.partial);
        response.octets(item, bytes.subarray(from, to));
      }
    }
  }
  response.end();
  return Buffer.from(writer.take())
    .toString("latin1")
    .replace(/^\* 12 FETCH \(/, "")
    .replace(/\)\r\n$/, "");
}

test("RFC 9051 8: ENVELOPE and BODY", () => {
  expect(fetched(sample, "ENVELOPE BODY")).toBe(
    'ENVELOPE ("Wed, 17 Jul 1996 02:23:25 -0700 (PDT)" "IMAP4rev2 WG mtg summary and minutes" ' +
      '(("Terry Gray" NIL "gray" "cac.washington.edu")) (("Terry Gray" NIL "gray" "cac.washington.edu")) ' +
      '(("Terry Gray" NIL "gray" "cac.washington.edu")) ((NIL NIL "imap" "cac.washington.edu")) ' +
      '((NIL NIL "minutes" "CNRI.Reston.VA.US")("John Klensin" NIL "KLENSIN" "MIT.EDU")) NIL NIL ' +
      '"<B27397-0100000@cac.washington.edu>") BODY ("text" "plain" ("charset" "US-ASCII") NIL NIL "7bit" 20 2)',
  );
});

describe("ENVELOPE", () => {
  const cases: [string, string, ParseMode?][] = [
    ["\n", "(NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)"],
    ["Subject:\nTo:\n\n", '(NIL "" NIL NIL NIL NIL NIL NIL NIL NIL)'],
    [
      "From: a@b\nReply-To: =?utf-8?q?=C3=A9?= <r@b>\nIn-Reply-To: <1@x>\n\n",
      '(NIL NIL ((NIL NIL "a" "b")) ((NIL NIL "a" "b")) (("=?utf-8?q?=C3=A9?=" NIL "r" "b")) NIL NIL NIL "<1@x>" NIL)',
    ],
    [
      "To: friends: a@b, c@d;, e@f\n\n",
      '(NIL NIL NIL NIL NIL ((NIL NIL "friends" NIL)(NIL NIL "a" "b")(NIL NIL "c" "d")(NIL NIL NIL NIL)(NIL NIL "e" "f")) NIL NIL NIL NIL)',
    ],
    ['Subject: "q" \\\n\n', '(NIL "\\"q\\" \\\\" NIL NIL NIL NIL NIL NIL NIL NIL)'],
    ["Subject: caf\xc3\xa9\n\n", "(NIL {5}\r\ncaf\xc3\xa9 NIL NIL NIL NIL NIL NIL NIL NIL)"],
    [
      "Subject: caf\xc3\xa9\n\n",
      '(NIL "caf\xc3\xa9" NIL NIL NIL NIL NIL NIL NIL NIL)',
      { rev2: true, utf8Accept: false },
    ],
  ];
  for (const [text, expected, mode] of cases) {
    test(JSON.stringify(text).slice(0, 60), () =>
      expect(fetched(mail(text), "ENVELOPE", mode)).toBe(`ENVELOPE ${expected}`),
    );
  }
});

test("BODYSTRUCTURE with extension data", () => {
  expect(fetched(nested, "BODYSTRUCTURE")).toBe(
    'BODYSTRUCTURE (("text" "plain" ("charset" "utf-8") "<part1@x>" "the text" "quoted-printable" 17 1 "abc" ' +
      '("inline" ("filename" "a b.txt")) ("en" "de") "http://x/y")' +
      '("message" "rfc822" NIL NIL NIL "7bit" 212 (NIL "inner" NIL NIL NIL ((NIL NIL "a" "b")) NIL NIL NIL NIL) ' +
      '(("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 5 0 NIL NIL NIL NIL)' +
      '("text" "html" ("charset" "us-ascii") NIL NIL "base64" 18 1 NIL NIL NIL NIL) "alternative" ("boundary" "b2") NIL NIL NIL) ' +
      "14 NIL NIL NIL NIL)" +
      '("message" "rfc822" NIL NIL NIL "7bit" 28 (NIL "single" NIL NIL NIL NIL NIL NIL NIL NIL) ' +
      '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 9 0 NIL NIL NIL NIL) 2 NIL NIL NIL NIL)' +
      '("application" "x-odd" NIL NIL NIL "x-odd" 1 NIL NIL NIL NIL) "mixed" ("boundary" "b1") NIL NIL NIL)',
  );
});

describe("sections", () => {
  const literal = (text: string) => {
    const crlf = text.replaceAll("\n", "\r\n");
    return crlf === "" ? '""' : `{${crlf.length}}\r\n${crlf}`;
  };
  const inner = "Subject: inner\nTo: a@b\nContent-Type: multipart/alternative; boundary=b2\n\n";
  const cases: [string, string][] = [
    ["BODY[HEADER.FIELDS (SUBJECT x-y)]", literal("Subject: outer\nX-Y: z\n\n")],
    ["BODY[HEADER.FIELDS (received)]", literal("Received: one\n folded\n\n")],
    ["BODY[HEADER.FIELDS (Nothing)]", literal("\n")],
    ["BODY[HEADER.FIELDS.NOT (Received Content-Type)]", literal("Subject: outer\nX-Y: z\n\n")],
    ["BODY[1]", literal("caf=C3=A9 =\nsoft")],
    ["BODY[1]<4.3>", literal("C3=").replace("BODY[1]", "BODY[1]<4>")],
    ["BODY[1]<17.5>", '""'],
    ["BODY[1]<999999999999.5>", '""'],
    ["BODY[1.HEADER]", "NIL"],
    ["BODY[1.1]", "NIL"],
    ["BODY[9]", "NIL"],
    ["BODY[2.HEADER]", literal(inner)],
    ["BODY[2.MIME]", literal("Content-Type: message/rfc822\n\n")],
    ["BODY[2.HEADER.FIELDS (To)]", literal("To: a@b\n\n")],
    ["BODY[2.1]", literal("plain")],
    ["BODY[2.2]", literal("PGI+aGk8\nL2I+AA==")],
    ["BODY[2.2.MIME]", literal("Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n")],
    ["BODY[3.TEXT]", literal("just text")],
    ["BODY[3.1]", literal("just text")],
    ["BODY[3.1.MIME]", literal("Subject: single\n\n")],
    ["BODY[3.2]", "NIL"],
    ["BODY[3]", literal("Subject: single\n\njust text")],
    ["BINARY[1]", literal("caf\xc3\xa9 soft")],
    ["BINARY[2.2]", "~{10}\r\n<b>hi</b>\0"],
    ["BINARY[2.2]<3.2>", literal("hi")],
    ["BINARY[9]", "NIL"],
  ];
  for (const [item, expected] of cases) {
    test(item, () => {
      const answer = fetched(nested, item);
      const label = item.replace(/<(\d+)\.\d+>$/, "<$1>");
      expect(answer.startsWith(`${label} `)).toBe(true);
      expect(answer.slice(label.length + 1)).toBe(expected);
    });
  }

  test("the whole, its header and its text", () => {
    const whole = Buffer.from(nested).toString("latin1");
    const split = whole.indexOf("\r\n\r\n") + 4;
    expect(fetched(nested, "BODY[]")).toBe(`BODY[] {${whole.length}}\r\n${whole}`);
    expect(fetched(nested, "BODY[HEADER] RFC822.HEADER")).toBe(
      `BODY[HEADER] {${split}}\r\n${whole.slice(0, split)} RFC822.HEADER {${split}}\r\n${whole.slice(0, split)}`,
    );
    expect(fetched(nested, "BODY[TEXT]")).toBe(
      `BODY[TEXT] {${whole.length - split}}\r\n${whole.slice(split)}`,
    );
    expect(fetched(nested, "BODY[4]")).toContain("?");
    expect(fetched(nested, "BINARY[4]")).toBe("UNKNOWN-CTE");
  });

  test("a message in BINARY has its leaves decoded and their encoding field left out", () => {
    const answer = fetched(nested, "BINARY[2]");
    expect(answer).toContain("Content-Type: text/html\r\n\r\n<b>hi</b>\0\r\n--b2--");
    expect(answer).not.toContain("base64");
    expect(fetched(nested, "BINARY[]")).toContain(
      "Content-Location: http://x/y\r\n\r\ncaf\xc3\xa9 soft\r\n--b1",
    );
  });

  test("a message that is not multipart has part 1", () => {
    expect(fetched(sample, "BODY[1] BODY[1.MIME]<0.5> BODY[1.1] BODY[2] BODY[1.TEXT]")).toBe(
      "BODY[1] {20}\r\nline one\r\nline two\r\n BODY[1.MIME]<0> {5}\r\nDate: BODY[1.1] NIL BODY[2] NIL BODY[1.TEXT] NIL",
    );
  });

  test("NUL is masked outside BINARY", () => {
    const raw = mail("A: b\n\nx\0y");
    expect(fetched(raw, "BODY[TEXT] BINARY[1]")).toBe("BODY[TEXT] {3}\r\nx\x80y BINARY[1] ~{3}\r\nx\0y");
  });

  test("fields put in front move everything else", () => {
    const prefix = mail("Authentication-Results: x\n");
    const { root } = scanStructure(nested);
    const moved = displayedStructure(root, { prefix: Buffer.from(prefix).toString(), cuts: [] });
    const raw = Buffer.concat([prefix, nested]);
    expect(moved).toEqual(scanStructure(raw).root);
    expect(partAt(moved, [2, 1])?.type).toBe("text");
  });
});

test("the other items", () => {
  const writer = new ResponseWriter(rev1Mode);
  const response = new FetchResponse(writer, 7, true).uid(7).flags(["\\Seen", "$x"]).modseq(5);
  const command = commandOf(
    "FETCH 7 (INTERNALDATE RFC822.SIZE EMAILID THREADID SAVEDATE PREVIEW)",
  ) as FetchCommand;
  for (const item of command.items) response.item(item, { row: placed, outline: null });
  response.binarySize([1, 2], 5).end();
  expect(Buffer.from(writer.take()).toString()).toBe(
    '* 7 UIDFETCH (UID 7 FLAGS (\\Seen $x) MODSEQ (5) INTERNALDATE "17-Jul-1996 09:44:25 +0000" RFC822.SIZE 4286 ' +
      'EMAILID (0190-a) THREADID NIL SAVEDATE NIL PREVIEW "hi" BINARY.SIZE[1.2] 5)\r\n',
  );
});

describe("decoding in pieces", () => {
  function inPieces(bytes: Uint8Array, encoding: string, sizes: number[]): Buffer {
    const decoder = decoderOf(encoding)!();
    const out: Uint8Array[] = [];
    let at = 0;
    for (let i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length]!;
      out.push(decoder.push(bytes.subarray(at, at + size)));
      at += size;
    }
    out.push(decoder.end());
    return Buffer.concat(out);
  }

  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

  test("quoted-printable is the same as in one go", () => {
    const text = fc.array(
      fc.constantFrom("=", "=4", "=41", " ", "\t", "\r", "\n", "\r\n", "a", "G", "=\r\n", "= \r\n"),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(text, sizes, (parts, sizes) => {
        const binary = parts.join("");
        const pieces = inPieces(Buffer.from(binary, "latin1"), "quoted-printable", sizes);
        expect(pieces.toString("latin1")).toBe(decodeTransfer(binary, "quoted-printable").toString("latin1"));
      }),
      { seed: 20260102, numRuns: 2000 },
    );
  });

  test("base64 is the same as in one go, whatever stands between", () => {
    const noise = fc.array(fc.tuple(fc.nat(), fc.constantFrom("\r\n", " ", "!", "\n")), { maxLength: 6 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), noise, sizes, (data, noise, sizes) => {
        let text = Buffer.from(data).toString("base64").replace(/=+$/, "");
        for (const [at, char] of noise)
          text = text.slice(0, at % (text.length + 1)) + char + text.slice(at % (text.length + 1));
        text += "=".repeat((4 - (text.replace(/[^A-Za-z0-9+/]/g, "").length % 4)) % 4);
        expect(inPieces(Buffer.from(`${text}\r\n`), "base64", sizes)).toEqual(Buffer.from(data));
      }),
      { seed: 20260102, numRuns: 1000 },
    );
    expect(inPieces(Buffer.from("YQ==\r\nYg==\r\n-- \r\nYw=="), "base64", [3]).toString()).toBe("ab");
  });
});
