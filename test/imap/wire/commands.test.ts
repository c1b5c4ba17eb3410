import { accept, rev2, set, table } from "./command-cases.ts";
import { utf8 } from "./reading.ts";

const section = (part: number[], text: string | null = null, fields: string[] = []) => ({
  part,
  text,
  fields,
});

table("session", [
  ["CAPABILITY", { name: "CAPABILITY" }],
  ["noop", { name: "NOOP" }],
  ["LOGOUT now", "BAD"],
  ["UID NOOP", "BAD"],
  ["UID", "BAD"],
  ["XYZZY", "BAD"],
  ["LOGIN SMITH SESAME", { name: "LOGIN", user: "SMITH", password: "SESAME" }],
  ['LOGIN "a b" "q\\"\\\\"', { user: "a b", password: 'q"\\' }],
  [`LOGIN "${utf8("jörg")}" "${utf8("pässwörd")}"`, { user: "jörg", password: "pässwörd" }],
  ['LOGIN "\xff" x', "BAD"],
  ["LOGIN SMITH", "BAD"],
  ["LOGIN  SMITH x", "BAD"],
  ['LOGIN "" ""', { user: "", password: "" }],
  ["LOGIN a]b %", "BAD"],
  ["LOGIN a]b c", { user: "a]b" }],
  ["AUTHENTICATE PLAIN", { name: "AUTHENTICATE", mechanism: "PLAIN", initial: null }],
  ["AUTHENTICATE plain dGVzdAB0ZXN0AHRlc3Q=", { initial: new Uint8Array(Buffer.from("test\0test\0test")) }],
  ["AUTHENTICATE EXTERNAL =", { mechanism: "EXTERNAL", initial: new Uint8Array(0) }],
  ["AUTHENTICATE PLAIN ====", "BAD"],
  ["AUTHENTICATE PLAIN a", "BAD"],
  ["ID NIL", { name: "ID", fields: null }],
  ["ID ()", { fields: [] }],
  [
    'ID ("name" "sodr" "version" "19.34" "vendor" NIL)',
    {
      fields: [
        ["name", "sodr"],
        ["version", "19.34"],
        ["vendor", null],
      ],
    },
  ],
  [`ID (${Array.from({ length: 31 }, (_, i) => `"f${i}" NIL`).join(" ")})`, "BAD"],
  ['ID ("a")', "BAD"],
  ["ENABLE CONDSTORE x-good-idea", { name: "ENABLE", capabilities: ["CONDSTORE", "X-GOOD-IDEA"] }],
  ["ENABLE UTF8=ACCEPT", { capabilities: ["UTF8=ACCEPT"] }],
  ["ENABLE", "BAD"],
  ["COMPRESS DEFLATE", { name: "COMPRESS", algorithm: "DEFLATE" }],
  ["IDLE", { name: "IDLE" }],
  ["NAMESPACE", { name: "NAMESPACE" }],
  ["STARTTLS", { name: "STARTTLS" }],
]);

table("mailboxes", [
  ["SELECT iNbOx", { name: "SELECT", mailbox: "INBOX", condstore: false, qresync: null }],
  ["SELECT inbox/child", { mailbox: "INBOX/child" }],
  ["EXAMINE blurdybloop (CONDSTORE)", { name: "EXAMINE", condstore: true }],
  [
    "SELECT INBOX (QRESYNC (67890007 20050715194045000 41,43:211,214:541))",
    {
      qresync: {
        uidValidity: 67890007,
        modseq: Number.MAX_SAFE_INTEGER,
        knownUids: set([41, 41, 43, 211, 214, 541]),
        match: null,
      },
    },
  ],
  [
    "SELECT INBOX (QRESYNC (67890007 90060115194045000 41:211,214:541 (1:29997 15:30000)) CONDSTORE)",
    { condstore: true, qresync: { match: { sequences: set([1, 29997]), uids: set([15, 30000]) } } },
  ],
  [
    "SELECT INBOX (QRESYNC (1 2 (5,9 10,20)))",
    { qresync: { knownUids: null, match: { sequences: set([5, 5, 9, 9]) } } },
  ],
  ["SELECT INBOX (QRESYNC (1 2 1:*))", "BAD"],
  ["SELECT INBOX (QRESYNC (1 0))", "BAD"],
  ["SELECT INBOX ()", "BAD"],
  ["SELECT", "BAD"],
  ["SELECT &U,BTFw-", { mailbox: "台北" }],
  [`SELECT "${utf8("台北")}"`, { mailbox: "台北" }],
  [`SELECT "${utf8("台北")}"`, { mailbox: "台北" }, rev2],
  ["SELECT &U,BTFw-", { mailbox: "&U,BTFw-" }, accept],
  ["SELECT a&b", "NO"],
  ['SELECT "a\tb"', "NO"],
  [`SELECT ${"x".repeat(1001)}`, "NO"],
  [`SELECT "${utf8("e\u0301")}"`, { mailbox: "\u00e9" }, rev2],
  ["CREATE owatagusiam/", { name: "CREATE", mailbox: "owatagusiam/", specialUse: [] }],
  ["CREATE MySpecial (USE (\\Drafts \\Sent))", { specialUse: ["\\Drafts", "\\Sent"] }],
  ["CREATE x (USE ())", { specialUse: [] }],
  ["CREATE x (MAX 5)", "BAD"],
  ["DELETE blurdybloop", { name: "DELETE", mailbox: "blurdybloop" }],
  ["RENAME blurdybloop sarasoop", { name: "RENAME", from: "blurdybloop", to: "sarasoop" }],
  ["SUBSCRIBE #news.comp.mail.mime", { name: "SUBSCRIBE", mailbox: "#news.comp.mail.mime" }],
  ["UNSUBSCRIBE #news", { name: "UNSUBSCRIBE" }],
  ["STATUS blurdybloop (UIDNEXT messages)", { name: "STATUS", items: ["UIDNEXT", "MESSAGES"] }],
  [
    "STATUS x (HIGHESTMODSEQ SIZE APPENDLIMIT MAILBOXID DELETED RECENT DELETED-STORAGE UNSEEN UIDVALIDITY SIZE)",
    {
      items: [
        "HIGHESTMODSEQ",
        "SIZE",
        "APPENDLIMIT",
        "MAILBOXID",
        "DELETED",
        "RECENT",
        "DELETED-STORAGE",
        "UNSEEN",
        "UIDVALIDITY",
      ],
    },
  ],
  ["STATUS x ()", "BAD"],
  ["STATUS x (FOO)", "BAD"],
  ["GETQUOTAROOT INBOX", { name: "GETQUOTAROOT", mailbox: "INBOX" }],
  ['GETQUOTA ""', { name: "GETQUOTA", root: "" }],
  [
    'SETQUOTA "" (STORAGE 512)',
    { name: "SETQUOTA", root: "", limits: [{ resource: "STORAGE", limit: 512 }] },
  ],
]);

table("LIST and LSUB", [
  ['LIST "" ""', { name: "LIST", extended: false, reference: "", patterns: [""] }],
  ['LIST #news.comp.mail.misc ""', { reference: "#news.comp.mail.misc" }],
  ["LIST /usr/staff/jones %*", { reference: "/usr/staff/jones", patterns: ["%*"] }],
  ['LIST (SUBSCRIBED) "" "*"', { extended: true, selection: { subscribed: true, recursiveMatch: false } }],
  ['LIST () "" "%" RETURN (CHILDREN)', { extended: true, returns: { children: true, status: null } }],
  [
    'LIST (REMOTE) "" "%" RETURN (SUBSCRIBED SPECIAL-USE)',
    { selection: { remote: true }, returns: { subscribed: true, specialUse: true } },
  ],
  ['LIST "" ("INBOX" "Drafts" "Sent/%")', { extended: true, patterns: ["INBOX", "Drafts", "Sent/%"] }],
  ['LIST (RECURSIVEMATCH SUBSCRIBED) "" "%"', { selection: { recursiveMatch: true } }],
  ['LIST (RECURSIVEMATCH) "" "%"', "BAD"],
  ['LIST (REMOTE RECURSIVEMATCH) "" "%"', "BAD"],
  ['LIST (FOO) "" "%"', "BAD"],
  ['LIST (SPECIAL-USE) "" "*"', { selection: { specialUse: true } }],
  ['LIST "" % RETURN (STATUS (MESSAGES UNSEEN))', { returns: { status: ["MESSAGES", "UNSEEN"] } }],
  ['LIST "" % RETURN ()', { extended: true }],
  ['LIST "" % FOO', "BAD"],
  ['LIST "" (%', "BAD"],
  ['LIST "" ()', "BAD"],
  ['LIST "" "&U,BTFw-/*"', { patterns: ["台北/*"] }],
  ['LIST "" "a&b%"', { patterns: ["a&b%"] }],
  [`LIST "" ${"*a".repeat(51)}`, "BAD"],
  ['LSUB "#news." "comp.mail.*"', { name: "LSUB", reference: "#news.", pattern: "comp.mail.*" }],
]);

table("FETCH", [
  [
    "FETCH 2:4 (FLAGS BODY[HEADER.FIELDS (DATE FROM)])",
    {
      name: "FETCH",
      uid: false,
      set: set([2, 4]),
      items: [
        { item: "FLAGS" },
        { item: "SECTION", peek: false, section: section([], "HEADER.FIELDS", ["DATE", "FROM"]) },
      ],
    },
  ],
  [
    "FETCH 1 FULL",
    {
      items: [
        { item: "FLAGS" },
        { item: "INTERNALDATE" },
        { item: "RFC822.SIZE" },
        { item: "ENVELOPE" },
        { item: "BODY" },
      ],
    },
  ],
  ["FETCH 1 ALL", { items: { length: 4 } }],
  ["FETCH 1 fast", { items: { length: 3 } }],
  ["FETCH 1 (ALL)", "BAD"],
  ["FETCH 1 BODY", { items: [{ item: "BODY" }] }],
  ["FETCH 1 BODY.PEEK", "BAD"],
  ["FETCH 1 BODYSTRUCTURE", { items: [{ item: "BODYSTRUCTURE" }] }],
  ["FETCH 1 BODY[]<0.1024>", { items: [{ section: section([]), partial: { offset: 0, length: 1024 } }] }],
  ["FETCH 1 BODY[]<5.0>", "BAD"],
  ["FETCH 1 body.peek[1.2.mime]", { items: [{ peek: true, section: section([1, 2], "MIME") }] }],
  ["FETCH 1 BODY[MIME]", "BAD"],
  ["FETCH 1 BODY[0]", "BAD"],
  ["FETCH 1 BODY[1.]", "BAD"],
  ["FETCH 1 BODY[4.2.2.1]", { items: [{ section: section([4, 2, 2, 1]) }] }],
  [
    "FETCH 1 BODY[3.HEADER.FIELDS.NOT (Received)]",
    { items: [{ section: section([3], "HEADER.FIELDS.NOT", ["Received"]) }] },
  ],
  ["FETCH 1 BODY[HEADER.FIELDS ()]", "BAD"],
  ['FETCH 1 BODY[HEADER.FIELDS ("To")]', { items: [{ section: { fields: ["To"] } }] }],
  ['FETCH 1 BODY[HEADER.FIELDS ("a:b")]', "BAD"],
  ["FETCH 1 BODY[FOO]", "BAD"],
  [`FETCH 1 BODY[${"1.".repeat(100)}1]`, "BAD"],
  ["FETCH 1 RFC822", { items: [{ item: "SECTION", legacy: "RFC822", peek: false }] }],
  [
    "FETCH 1 (RFC822.HEADER RFC822.TEXT RFC822.SIZE)",
    { items: [{ legacy: "RFC822.HEADER", peek: true }, { legacy: "RFC822.TEXT" }, { item: "RFC822.SIZE" }] },
  ],
  [
    "FETCH 1 (BINARY[1.2]<3.4> BINARY.PEEK[] BINARY.SIZE[1])",
    {
      items: [
        { item: "BINARY", part: [1, 2], peek: false, partial: { offset: 3, length: 4 } },
        { part: [], peek: true },
        { item: "BINARY.SIZE", part: [1] },
      ],
    },
  ],
  ["FETCH 1 BINARY[HEADER]", "BAD"],
  [
    "FETCH 1 (MODSEQ EMAILID THREADID SAVEDATE)",
    { items: [{ item: "MODSEQ" }, { item: "EMAILID" }, { item: "THREADID" }, { item: "SAVEDATE" }] },
  ],
  ["FETCH 1 PREVIEW", { items: [{ item: "PREVIEW", lazy: false }] }],
  ["FETCH 1 PREVIEW (LAZY)", { items: [{ item: "PREVIEW", lazy: true }], changedSince: null }],
  ["FETCH 1 (PREVIEW (LAZY) FLAGS)", { items: [{ lazy: true }, { item: "FLAGS" }] }],
  ["FETCH 1 PREVIEW (CHANGEDSINCE 5)", { items: [{ lazy: false }], changedSince: 5 }],
  [
    "UID FETCH 300:500 (FLAGS) (CHANGEDSINCE 12345 VANISHED)",
    { uid: true, changedSince: 12345, vanished: true },
  ],
  ["UID FETCH 300:500 (FLAGS) (VANISHED)", "BAD"],
  ["FETCH 300:500 (FLAGS) (CHANGEDSINCE 12345 VANISHED)", "BAD"],
  [
    "UID FETCH 25900:26600 (UID FLAGS) (PARTIAL -1:-30 CHANGEDSINCE 98305)",
    { partial: { from: 1, to: 30, fromEnd: true }, changedSince: 98305 },
  ],
  ["FETCH 1 FLAGS (PARTIAL 1:5)", "BAD"],
  ["FETCH $ (UID)", { set: { kind: "saved" } }],
  ["FETCH 1 ()", "BAD"],
  ["FETCH 1", "BAD"],
  ["FETCH 0 FLAGS", "BAD"],
  ["FETCH 1,,2 FLAGS", "BAD"],
  ["FETCH 4294967296 FLAGS", "BAD"],
  ["FETCH 1 FLAGSS", "BAD"],
]);

table("STORE, COPY, MOVE, EXPUNGE", [
  [
    "STORE 2:4 +FLAGS (\\Deleted)",
    { name: "STORE", action: "add", silent: false, flags: ["\\Deleted"], unchangedSince: null },
  ],
  ["STORE 1 flags.silent \\seen $x", { action: "replace", silent: true, flags: ["\\Seen", "$x"] }],
  ["STORE 1 -FLAGS ()", { action: "remove", flags: [] }],
  ["STORE 1 FLAGS (a A \\SEEN \\Seen)", { flags: ["a", "\\Seen"] }],
  ["STORE 1 FLAGS (\\Recent)", "BAD"],
  ["STORE 1 FLAGS (\\Foo)", "BAD"],
  ["STORE 1 FLAGS", "BAD"],
  ["STORE 1 LABELS (x)", "BAD"],
  [
    "UID STORE 6,4,8 (UNCHANGEDSINCE 12121230045) +FLAGS.SILENT (\\Deleted)",
    { uid: true, set: set([4, 4, 6, 6, 8, 8]), unchangedSince: 12121230045 },
  ],
  ["STORE 7,5,9 (UNCHANGEDSINCE 0) FLAGS.SILENT (\\Deleted)", { unchangedSince: 0 }],
  ["STORE 7 (UNCHANGEDSINCE 1 UNCHANGEDSINCE 2) FLAGS ()", "BAD"],
  ["COPY 2:4 MEETING", { name: "COPY", uid: false, set: set([2, 4]), mailbox: "MEETING" }],
  ["UID MOVE 42:69 foo", { name: "MOVE", uid: true, mailbox: "foo" }],
  ['COPY $ "Other Messages"', { set: { kind: "saved" }, mailbox: "Other Messages" }],
  ["EXPUNGE", { name: "EXPUNGE", uids: null }],
  ["UID EXPUNGE 3000:3002", { uids: set([3000, 3002]) }],
  ["EXPUNGE 1", "BAD"],
  ["UID EXPUNGE", "BAD"],
]);

table("NOTIFY", [
  ["NOTIFY NONE", { name: "NOTIFY", groups: null }],
  ["NOTIFY SET (selected MessageNew (uid body.peek[header.fields (from to subject)]) MessageExpunge)", "BAD"],
  [
    "notify set status (selected (MessageNew (uid flags) MessageExpunge)) (subtree Lists (MessageNew MessageExpunge))",
    {
      status: true,
      groups: [
        {
          filter: { kind: "selected" },
          events: [
            { event: "MessageNew", items: [{ item: "UID" }, { item: "FLAGS" }] },
            { event: "MessageExpunge" },
          ],
        },
        { filter: { kind: "subtree", names: ["Lists"] } },
      ],
    },
  ],
  [
    "NOTIFY SET (mailboxes (INBOX a) (Messagenew messageExpunge FlagChange)) (personal (SubscriptionChange MailboxName)) (inboxes NONE)",
    {
      groups: [
        { filter: { names: ["INBOX", "a"] } },
        { events: [{ event: "SubscriptionChange" }, {}] },
        { events: [] },
      ],
    },
  ],
  ["NOTIFY SET (personal (MessageNew))", "BAD"],
  ["NOTIFY SET (personal (FlagChange))", "BAD"],
  ["NOTIFY SET (personal (MessageNew (FLAGS) MessageExpunge))", "BAD"],
  ["NOTIFY SET (selected (MailboxName))", "BAD"],
  ["NOTIFY SET (selected NONE) (selected-delayed NONE)", "BAD"],
  ["NOTIFY SET (personal (AnnotationChange))", "NO"],
  ["NOTIFY SET", "BAD"],
]);

table("URLAUTH", [
  ["RESETKEY", { name: "RESETKEY", mailbox: null }],
  ["RESETKEY INBOX internal", { mailbox: "INBOX", mechanisms: ["INTERNAL"] }],
  [
    'GENURLAUTH "imap://joe@example.com/INBOX/;uid=20/;section=1.2;urlauth=submit+fred" INTERNAL',
    {
      name: "GENURLAUTH",
      requests: [
        {
          url: "imap://joe@example.com/INBOX/;uid=20/;section=1.2;urlauth=submit+fred",
          mechanism: "INTERNAL",
        },
      ],
    },
  ],
  ["GENURLAUTH x", "BAD"],
  [
    'URLFETCH "imap://a" imap://b',
    { name: "URLFETCH", requests: [{ url: "imap://a", items: [] }, { url: "imap://b" }] },
  ],
  [
    'URLFETCH ("imap://a" BODYPARTSTRUCTURE BINARY)',
    { requests: [{ items: ["BODYPARTSTRUCTURE", "BINARY"] }] },
  ],
  ['URLFETCH ("imap://a" BODY BINARY)', "BAD"],
]);
