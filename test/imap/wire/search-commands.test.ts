import { accept, rev2, set, table } from "./command-cases.ts";
import { utf8 } from "./reading.ts";

const flagged = { kind: "flag", flag: "\\Flagged", set: true };

table("SEARCH", [
  [
    'SEARCH FLAGGED SINCE 1-Feb-1994 NOT FROM "Smith"',
    {
      name: "SEARCH",
      uid: false,
      returns: null,
      key: {
        kind: "and",
        keys: [
          flagged,
          { kind: "date", of: "internal", compare: "since", day: "1994-02-01" },
          { kind: "not", key: { kind: "header", field: "from", text: "Smith" } },
        ],
      },
    },
  ],
  [`SEARCH CHARSET UTF-8 TEXT "${utf8("Привет")}"`, { key: { kind: "text", text: "Привет" } }],
  ['SEARCH CHARSET iso-8859-1 BODY "\xe4"', { key: { kind: "body", text: "ä" } }],
  ['SEARCH BODY "\xe4"', { key: { kind: "body", text: "ä" } }],
  ['SEARCH BODY "\xe4"', "BAD", rev2],
  ["SEARCH CHARSET KLINGON ALL", "NO"],
  ["SEARCH CHARSET UTF-8 ALL", "BAD", accept],
  ["SEARCH RETURN (MIN COUNT) FLAGGED", { returns: [{ option: "MIN" }, { option: "COUNT" }] }],
  ["SEARCH RETURN () FLAGGED", { returns: [], key: flagged }],
  ["UID SEARCH RETURN (SAVE) FLAGGED", { uid: true, returns: [{ option: "SAVE" }] }],
  [
    "UID SEARCH RETURN (PARTIAL -1:-100 UPDATE CONTEXT) UNDELETED UNKEYWORD $Junk",
    {
      returns: [
        { option: "PARTIAL", range: { from: 1, to: 100, fromEnd: true }, written: "-1:-100" },
        { option: "UPDATE", items: [] },
        { option: "CONTEXT" },
      ],
    },
  ],
  [
    "SEARCH RETURN (PARTIAL 500:400) ALL",
    { returns: [{ range: { from: 400, to: 500, fromEnd: false }, written: "400:500" }] },
  ],
  ["SEARCH RETURN (PARTIAL 1:5 ALL) ALL", "BAD"],
  ["SEARCH RETURN (PARTIAL 1:5 PARTIAL 6:9) ALL", "BAD"],
  ["SEARCH RETURN (PARTIAL 1:-5) ALL", "BAD"],
  ["SEARCH RETURN (FOO) ALL", "BAD"],
  [
    'SEARCH RETURN (COUNT UPDATE (UID BODY[HEADER.FIELDS (TO FROM SUBJECT)])) FROM "boss"',
    { returns: [{ option: "COUNT" }, { option: "UPDATE", items: [{ item: "UID" }, { item: "SECTION" }] }] },
  ],
  [
    "SEARCH $ SMALLER 4096",
    {
      key: {
        keys: [
          { kind: "sequence", set: { kind: "saved" } },
          { kind: "size", bytes: 4096 },
        ],
      },
    },
  ],
  ["SEARCH UID $", { key: { kind: "uid", set: { kind: "saved" } } }],
  [
    "SEARCH OR $ 1,3000:3021 TEXT {8+}\r\nYOUR-KEY",
    { key: { keys: [{ kind: "or" }, { kind: "text", text: "YOUR-KEY" }] } },
  ],
  ["SEARCH 2,5:7,9,12:*", { key: { kind: "sequence", set: set([2, 2, 5, 7, 9, 9], 12) } }],
  [
    "SEARCH OR SEEN OR (DRAFT LARGER 5) ANSWERED",
    { key: { kind: "or", right: { kind: "or", left: { kind: "and" } } } },
  ],
  [
    "SEARCH OLD NEW RECENT",
    { key: { keys: [{ kind: "not", key: { kind: "recent" } }, { kind: "and" }, { kind: "recent" }] } },
  ],
  ["SEARCH KEYWORD $forwarded", { key: { kind: "keyword", keyword: "$Forwarded", set: true } }],
  ["SEARCH KEYWORD \\Seen", "BAD"],
  ["SEARCH HEADER Message-ID <1@x>", { key: { kind: "header", field: "message-id", text: "<1@x>" } }],
  ['SEARCH HEADER "X-A" ""', { key: { kind: "header", field: "x-a", text: "" } }],
  ['SEARCH HEADER "a b" ""', "BAD"],
  [
    'SEARCH SENTON "1-jan-2020" SENTBEFORE 31-Dec-2021',
    { key: { keys: [{ of: "sent", day: "2020-01-01" }, { compare: "before" }] } },
  ],
  ["SEARCH ON 31-Feb-2020", "BAD"],
  ["SEARCH ON 29-Feb-2000", { key: { day: "2000-02-29" } }],
  ["SEARCH ON 29-Feb-1900", "BAD"],
  [
    "SEARCH YOUNGER 259200 OLDER 1",
    { key: { keys: [{ kind: "within", compare: "younger", seconds: 259200 }, { compare: "older" }] } },
  ],
  ["SEARCH OLDER 0", "BAD"],
  ["SEARCH MODSEQ 620162338", { key: { kind: "modseq", atLeast: 620162338 } }],
  ['SEARCH MODSEQ "/flags/\\\\draft" all 620162338', { key: { kind: "modseq", atLeast: 620162338 } }],
  [
    "SEARCH EMAILID M6d99ac3275bb4e THREADID T64b478a75b7ea9",
    { key: { keys: [{ kind: "emailId", id: "M6d99ac3275bb4e" }, { kind: "threadId" }] } },
  ],
  [
    "SEARCH SAVEDSINCE 1-Feb-1994 SAVEDATESUPPORTED",
    { key: { keys: [{ of: "saved", compare: "since" }, { kind: "saveDateSupported" }] } },
  ],
  ['SEARCH FUZZY (SUBJECT "balck" FROM x)', { key: { kind: "fuzzy", key: { kind: "and" } } }],
  ["SEARCH ()", "BAD"],
  ["SEARCH", "BAD"],
  ["SEARCH FOO", "BAD"],
  ["SEARCH NOT", "BAD"],
  ["SEARCH (SEEN", "BAD"],
  ["SEARCH LARGER 99999999999999999999", "BAD"],
  [`SEARCH ${"NOT ".repeat(32)}ALL`, { name: "SEARCH" }],
  [`SEARCH ${"NOT ".repeat(33)}ALL`, "BAD"],
  [`SEARCH ${"(".repeat(33)}ALL${")".repeat(33)}`, "BAD"],
  [`SEARCH ${"ALL ".repeat(999)}ALL`, { name: "SEARCH" }],
  [`SEARCH ${"ALL ".repeat(1000)}ALL`, "BAD"],
]);

table("SORT and THREAD", [
  ["SORT (SUBJECT) UTF-8 SINCE 1-Feb-1994", { name: "SORT", criteria: [{ key: "SUBJECT", reverse: false }] }],
  [
    "SORT (SUBJECT REVERSE DATE) UTF-8 ALL",
    { criteria: [{ key: "SUBJECT" }, { key: "DATE", reverse: true }], key: { kind: "all" } },
  ],
  [
    "UID SORT RETURN (COUNT PARTIAL 1:5) (REVERSE DISPLAYFROM) US-ASCII ALL",
    { uid: true, returns: [{ option: "COUNT" }, { option: "PARTIAL" }] },
  ],
  ["SORT () UTF-8 ALL", "BAD"],
  ["SORT (REVERSE) UTF-8 ALL", "BAD"],
  ["SORT (FOO) UTF-8 ALL", "BAD"],
  ["SORT (DATE) ALL", "NO"],
  ["SORT (DATE) UTF-8", "BAD"],
  ['THREAD ORDEREDSUBJECT US-ASCII TEXT "gewp"', { name: "THREAD", algorithm: "ORDEREDSUBJECT" }],
  ["UID THREAD references UTF-8 ALL", { uid: true, algorithm: "REFERENCES" }],
  ["THREAD REFS UTF-8 ALL", "BAD"],
  ['CANCELUPDATE "B01" "B02"', { name: "CANCELUPDATE", tags: ["B01", "B02"] }],
]);
