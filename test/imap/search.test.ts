import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { bindSearch, matches, type SearchContext, type SearchRecord } from "../../src/imap/search/search.ts";
import { sentDay } from "../../src/imap/search/sent-day.ts";
import type { SearchCommand } from "../../src/imap/wire/commands.ts";
import type { SearchKey } from "../../src/imap/wire/search-keys.ts";
import { type MessageSet, normalRanges, type Ranges } from "../../src/imap/wire/sequence-set.ts";
import { scanStructure } from "../../src/mail/mime/structure.ts";
import { dayStart, type SearchFilter, secondLook, subset, superset } from "../../src/mail/search/filter.ts";
import { headerSearchText, mailSearchText, searchTextOf } from "../../src/mail/search/search-text.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";
import { commandOf, octets, utf8 } from "./wire/reading.ts";

const raw = octets(
  [
    "From: =?utf-8?q?J=C3=B6rg_Smith?= <joerg@example.com>",
    "To: team@example.com,",
    "\tother@example.org",
    "Subject: The =?iso-8859-1?q?caf=E9?= =?iso-8859-1?q?_menu?=",
    "Date: Wed, 1 Jan 2020 23:30:00 -0800",
    "X-Empty:",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "preamble",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gr=C3=BC=C3=9Fe aus K=C3=B6ln",
    "--b",
    "Content-Type: text/html; charset=iso-2022-jp",
    "",
    "<p>\x1b$B%F%9%H\x1b(B</p>",
    "--b",
    "Content-Type: application/octet-stream; name=report.bin",
    "Content-Transfer-Encoding: base64",
    "",
    "c2VjcmV0",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Subject: =?utf-8?q?inn=C3=A9r?=",
    "",
    "inner words",
    "--b--",
    "",
  ].join("\r\n"),
);

const { root, envelope } = scanStructure(raw);

const record: SearchRecord = {
  uid: 40,
  flags: ["\\Seen", "$Forwarded", "label"],
  modseq: 17,
  size: raw.length,
  internalDate: "2020-01-02T08:00:00.000000Z",
  saveDate: null,
  sentDay: sentDay(envelope.date),
  emailId: "M1",
  threadId: "T1",
};

/** Message numbers 1 to 9 have UIDs 10 to 90. */
const context: SearchContext = {
  uidsOf: (set: MessageSet, byUid: boolean): Ranges => {
    if (set.kind === "saved") return [40, 40];
    if (byUid) return set.ranges;
    return normalRanges(set.ranges.map((number) => number * 10));
  },
  recent: [80, 90],
  now: "2020-01-03T08:00:00.000000Z",
};

function keyOf(program: string): SearchKey {
  const command = commandOf(`SEARCH ${program}`);
  if (typeof command === "string") throw new Error(command);
  return (command as SearchCommand).key;
}

const text = mailSearchText(raw, root);

/** The database's part: text leaves are answered by true, which any index may. */
function answer(filter: SearchFilter, message: SearchRecord & { sentDate?: string | null }): boolean {
  switch (filter.op) {
    case "and":
      return filter.filters.every((each) => answer(each, message));
    case "or":
      return filter.filters.some((each) => answer(each, message));
    case "not":
      return !answer(filter.filter, message);
    case "text":
      return true;
    case "sentDate": {
      const date = message.sentDate === undefined ? "2020-01-02T07:30:00.000000Z" : message.sentDate;
      return (
        date !== null &&
        (filter.from === null || date >= filter.from) &&
        (filter.before === null || date < filter.before)
      );
    }
    default:
      return matches(filter, message) === true;
  }
}

describe("on one message", () => {
  const cases: [string, boolean][] = [
    ["ALL", true],
    ["SEEN", true],
    ["UNSEEN", false],
    ["ANSWERED", false],
    ["KEYWORD $forwarded", true],
    ["KEYWORD Label", true],
    ["UNKEYWORD label", false],
    ["KEYWORD other", false],
    ["RECENT", false],
    ["OLD", true],
    ["NEW", false],
    ["4", true],
    ["1:3", false],
    ["UID 40", true],
    ["$", true],
    ["NOT $", false],
    ["LARGER 100", true],
    ["SMALLER 100", false],
    [`LARGER ${raw.length}`, false],
    [`SMALLER ${raw.length}`, false],
    ["SINCE 2-Jan-2020", true],
    ["ON 2-Jan-2020", true],
    ["BEFORE 2-Jan-2020", false],
    ["BEFORE 3-Jan-2020", true],
    // The sender's day, whatever the zone.
    ["SENTON 1-Jan-2020", true],
    ["SENTSINCE 2-Jan-2020", false],
    ["SENTBEFORE 2-Jan-2020", true],
    ["SAVEDON 2-Jan-2020", true],
    ["SAVEDATESUPPORTED", true],
    ["OLDER 86400", true],
    ["OLDER 86401", false],
    ["YOUNGER 86400", true],
    ["YOUNGER 86399", false],
    ["MODSEQ 17", true],
    ["MODSEQ 18", false],
    ["EMAILID M1", true],
    ["THREADID T2", false],
    ['FROM "jörg smith"', true],
    ["FROM joerg@EXAMPLE", true],
    ["FROM nobody", false],
    ["TO other@", true],
    ["CC x", false],
    ['SUBJECT "café menu"', true],
    ["HEADER X-Empty {0+}\r\n", true],
    ["HEADER X-Absent {0+}\r\n", false],
    ["HEADER X-Empty x", false],
    ['BODY "GRÜSSE aus"', true],
    ['BODY "テスト"', true],
    ["BODY secret", false],
    ["BODY c2VjcmV0", false],
    ["BODY report.bin", true],
    ['BODY "innér"', true],
    ['BODY "inner words"', true],
    ["BODY smith", false],
    ["TEXT smith", true],
    ['TEXT "köln"', true],
    ["TEXT preamble", false],
    ['BODY ""', true],
    ['FUZZY SUBJECT "café"', true],
    ["OR BODY nothing FROM smith", true],
    ["NOT BODY nothing", true],
    ["SEEN BODY nothing", false],
    ["(OR UNSEEN (KEYWORD label NOT DELETED)) UID 1:50", true],
  ];
  for (const [program, expected] of cases) {
    test(program, () => {
      const filter = bindSearch(keyOf(utf8(program)), context);
      expect(matches(filter, record, text)).toBe(expected);
      // What the database is asked never excludes a match.
      if (expected) expect(answer(superset(filter), record)).toBe(true);
      // Without text loaded it is decided rightly or not at all.
      expect([expected, null]).toContain(matches(filter, record));
    });
  }

  test("text is asked for only where it decides", () => {
    const undecided = (program: string) => matches(bindSearch(keyOf(program), context), record);
    expect(undecided("UNSEEN BODY x")).toBe(false);
    expect(undecided("BODY x UNSEEN")).toBe(false);
    expect(undecided("OR SEEN BODY x")).toBe(true);
    expect(undecided("SEEN BODY x")).toBeNull();
    expect(undecided("NOT BODY x")).toBeNull();
  });

  test("with the header alone", () => {
    const header = headerSearchText(raw.subarray(root.headerStart, root.bodyStart));
    const decided = (program: string) => matches(bindSearch(keyOf(program), context), record, header);
    expect(decided("FROM smith")).toBe(true);
    expect(decided("FROM nobody")).toBe(false);
    expect(decided("TEXT smith")).toBe(true);
    expect(decided("TEXT nothing")).toBeNull();
    expect(decided("BODY nothing")).toBeNull();
  });
});

describe("queries to the database", () => {
  const cases: [string, SearchFilter, boolean][] = [
    ["ALL", { op: "all" }, true],
    [
      "SEEN LARGER 5",
      {
        op: "and",
        filters: [
          { op: "flag", flag: "\\Seen" },
          { op: "size", above: 5, below: null },
        ],
      },
      true,
    ],
    ["UNSEEN", { op: "not", filter: { op: "flag", flag: "\\Seen" } }, true],
    ["NOT UNSEEN", { op: "flag", flag: "\\Seen" }, true],
    ["2:3,5", { op: "uids", ranges: [20, 30, 50, 50] }, true],
    [
      "ON 5-Feb-2021",
      { op: "internalDate", from: "2021-02-05T00:00:00.000000Z", before: "2021-02-06T00:00:00.000000Z" },
      true,
    ],
    [
      "SENTON 5-Feb-2021",
      { op: "sentDate", from: "2021-02-04T00:00:00.000000Z", before: "2021-02-07T00:00:00.000000Z" },
      false,
    ],
    [
      "NOT SENTSINCE 5-Feb-2021",
      { op: "not", filter: { op: "sentDate", from: "2021-02-06T00:00:00.000000Z", before: null } },
      false,
    ],
    ["BODY x", { op: "text", where: "body", field: null, text: "x" }, false],
    ["NOT BODY x", { op: "all" }, false],
    ["NOT (SEEN BODY x)", { op: "all" }, false],
    ["SEEN NOT FROM x", { op: "flag", flag: "\\Seen" }, false],
    ["NOT NOT FROM x", { op: "text", where: "header", field: "from", text: "x" }, false],
    [
      "OR SEEN BODY x",
      {
        op: "or",
        filters: [
          { op: "flag", flag: "\\Seen" },
          { op: "text", where: "body", field: null, text: "x" },
        ],
      },
      false,
    ],
    ['TEXT ""', { op: "all" }, true],
  ];
  for (const [program, expected, exact] of cases) {
    test(program, () => {
      const filter = bindSearch(keyOf(program), context);
      expect(superset(filter)).toEqual(expected);
      expect(secondLook(filter) === "none").toBe(exact);
    });
  }

  test("lets no match slip, for any program and any message", () => {
    const day = fc.constantFrom("2020-01-01", "2020-01-02", "2020-01-03");
    const leaf: fc.Arbitrary<SearchKey> = fc.oneof(
      fc.record({
        kind: fc.constant("flag" as const),
        flag: fc.constantFrom("\\Seen" as const, "\\Draft" as const),
        set: fc.boolean(),
      }),
      fc.record({
        kind: fc.constant("header" as const),
        field: fc.constantFrom("from", "to"),
        text: fc.constantFrom("a", "b", ""),
      }),
      fc.record({
        kind: fc.constantFrom("body" as const, "text" as const),
        text: fc.constantFrom("a", "b", ""),
      }),
      fc.record({
        kind: fc.constant("date" as const),
        of: fc.constantFrom("sent" as const, "internal" as const),
        compare: fc.constantFrom("before" as const, "on" as const, "since" as const),
        day,
      }),
      fc.constant({ kind: "all" as const }),
    );
    const { key } = fc.letrec<{ key: SearchKey }>((tie) => ({
      key: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.record({ kind: fc.constant("not" as const), key: tie("key") }),
        fc.record({
          kind: fc.constant("and" as const),
          keys: fc.array(tie("key"), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ kind: fc.constant("or" as const), left: tie("key"), right: tie("key") }),
      ),
    }));
    const message = fc.record({
      flags: fc.subarray(["\\Seen", "\\Draft"]),
      header: fc.subarray(["A", "B"]),
      body: fc.subarray(["A", "B"]),
      sent: fc.option(fc.record({ day, hours: fc.integer({ min: -23, max: 47 }) })),
    });
    fc.assert(
      fc.property(key, message, (key, { flags, header, body, sent }) => {
        const filter = bindSearch(key, context);
        const sentDate = sent
          ? new Date(Date.parse(dayStart(sent.day)) + sent.hours * 3_600_000).toISOString()
          : null;
        const message = { ...record, flags, sentDay: sent?.day ?? null, sentDate };
        const loaded = searchTextOf({
          fields: () => header,
          header: () => header.join(" "),
          body: () => body.join(" "),
        });
        const truth = matches(filter, message, loaded);
        expect(truth).not.toBeNull();
        if (truth) expect(answer(superset(filter), message)).toBe(true);
        if (answer(subset(filter), message)) expect(truth).toBe(true);
        if (secondLook(filter) === "none") expect(answer(superset(filter), message)).toBe(truth!);
        const early = matches(filter, message);
        if (early !== null) expect(early).toBe(truth!);
      }),
      { seed: 20260102, numRuns: 3000 },
    );
  });
});

test.skipIf(skipWithoutData())("text of real mails is found", () => {
  let words = 0;
  for (const { raw } of mailFiles("mailbox", /^\d{4}5/)) {
    const { root, fields } = scanStructure(raw);
    const text = mailSearchText(raw, root);
    for (const { key, value } of fields) {
      const word = /[A-Za-z]{5,}/.exec(value)?.[0];
      if (!word || value.includes("=?")) continue;
      words++;
      expect(
        matches({ op: "text", where: "header", field: key, text: word.toLowerCase() }, record, text),
      ).toBe(true);
      expect(
        matches({ op: "text", where: "text", field: null, text: word.toUpperCase() }, record, text),
      ).toBe(true);
    }
    expect(matches({ op: "text", where: "body", field: null, text: "no mail says this" }, record, text)).toBe(
      false,
    );
  }
  expect(words).toBeGreaterThan(100);
});
