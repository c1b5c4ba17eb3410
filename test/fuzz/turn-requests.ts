// Requests that are made to cost, of any size: JSON, queries, XML, calendars, commands of IMAP, calls of MCP and forms.
import { events, eventText, query } from "../support/clients/dav.ts";
import type { Target } from "./turn-server.ts";

export interface Attack {
  edge: "rest" | "imap" | "dav" | "mcp" | "console" | "smtp";
  /** Characters that its edge lets in. */
  most: number;
  run(target: Target): Promise<unknown>;
}

const megabyte = 1024 * 1024;

/** @param size about so many characters, at most what the edge lets in */
export function requestsOf(size: number): Record<string, Attack> {
  const upTo = (
    most: number,
    make: (times: (text: string) => string, size: number) => Omit<Attack, "most">,
  ) => {
    const bytes = Math.min(size, most);
    return { most, ...make((text) => text.repeat(Math.ceil(bytes / text.length)), bytes) };
  };
  const rest = (
    most: number,
    make: (times: (text: string) => string, size: number) => [string, string, unknown],
  ) => upTo(most, (times, bytes) => ({ edge: "rest", run: (t) => call(t, ...make(times, bytes)) }));
  const post = (path: string, make: (times: (text: string) => string, size: number) => unknown) =>
    rest(35 * megabyte, (times, bytes) => ["POST", path, make(times, bytes)]);
  /** Ten of them that arrive together. */
  const together = (attack: Attack): Attack => ({
    ...attack,
    run: (t) => Promise.all(Array.from({ length: 10 }, () => attack.run(t))),
  });
  const get = (make: (times: (text: string) => string) => string) =>
    rest(12_000, (times) => ["GET", make(times), undefined]);
  const mail = (fields: Record<string, unknown>) => ({
    from: "me@agents.example",
    to: ["me@agents.example"],
    subject: "x",
    ...fields,
  });
  const imap = (make: (times: (text: string) => string) => string) =>
    upTo(60_000, (times) => ({
      edge: "imap",
      run: async (t) => {
        const talk = await t.imap();
        try {
          await talk.say("SELECT INBOX");
          await talk.say(make(times));
        } finally {
          talk.close();
        }
      },
    }));
  const dav = (
    most: number,
    method: string,
    path: string,
    make: (times: (text: string) => string) => string,
  ) =>
    upTo(most, (times) => ({
      edge: "dav",
      run: (t) =>
        fetch(`${t.base}/dav/calendars/${t.email}/${path}`, {
          method,
          headers: {
            authorization: `Basic ${btoa(`${t.email}:${t.password}`)}`,
            "content-type": method === "PUT" ? "text/calendar" : "application/xml",
            depth: "1",
          },
          body: make(times),
        }).then((answer) => answer.arrayBuffer()),
    }));
  const put = (name: string, make: (times: (text: string) => string) => string[]) =>
    dav(10 * megabyte, "PUT", `calendar/${name}.ics`, (times) =>
      eventText(name, ["DTSTART:20270301T090000Z", ...make(times)]),
    );
  const report = (make: (times: (text: string) => string) => string) =>
    dav(10 * megabyte, "REPORT", "calendar/", make);
  const tool = (name: string, make: (times: (text: string) => string) => unknown) =>
    upTo(35 * megabyte, (times) => ({
      edge: "mcp",
      run: (t) =>
        fetch(`${t.base}/mcp`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${t.key}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name, arguments: make(times) },
          }),
        }).then((answer) => answer.arrayBuffer()),
    }));
  const page = (most: number, make: (times: (text: string) => string) => string) =>
    upTo(most, (times) => ({ edge: "console", run: (t) => t.browser.get(make(times)) }));
  const form = (action: string, make: (times: (text: string) => string) => Record<string, string>) =>
    upTo(35 * megabyte, (times) => ({
      edge: "console",
      run: async (t) => {
        await t.browser.get("/console/write");
        const fields = t.browser.form("/console/write");
        for (const [name, value] of Object.entries(make(times))) fields.set(name, value);
        await (await t.browser.post(action, fields)).arrayBuffer();
      },
    }));
  return {
    "a text": post("/messages", (times) => mail({ text: times("word ") })),
    "a text of one word": post("/messages", (times) => mail({ text: times("a") })),
    "a text of China": post("/messages", (times) => mail({ text: times("中文") })),
    "a page": post("/messages", (times) => mail({ html: times("<div>") })),
    "a page of links": post("/messages", (times) =>
      mail({ html: times("<a href='https://a.example/'>a</a>") }),
    ),
    Markdown: post("/messages", (times) => mail({ markdown: times("*a **b ") })),
    "brackets of Markdown": post("/messages", (times) => mail({ markdown: times("[") })),
    "a subject": post("/messages", (times) => mail({ subject: times("Re: ") })),
    recipients: post("/messages", (times) => mail({ to: times("a@agents.example ").trim().split(" ") })),
    "a recipient": post("/messages", (times) => mail({ to: [times("<")] })),
    "quotes of a recipient": post("/messages", (times) => mail({ to: [times('"\\" ')] })),
    headers: post("/messages", (_, bytes) =>
      mail({ headers: Object.fromEntries(Array.from({ length: bytes / 20 }, (_, n) => [`X-${n}`, "a"])) }),
    ),
    "a header": post("/messages", (times) => mail({ headers: { "X-A": times(" a") } })),
    attachments: post("/messages", (_, bytes) =>
      mail({
        attachments: Array.from({ length: bytes / 80 }, () => ({
          filename: "a",
          content_type: "a/b",
          content: "AAAA",
        })),
      }),
    ),
    "an attachment": post("/messages", (times) =>
      mail({ attachments: [{ filename: "a", content_type: "a/b", content: times("AAAA") }] }),
    ),
    "a broken attachment": post("/messages", (times) =>
      mail({ attachments: [{ filename: "a", content_type: "a/b", content: times("A ") }] }),
    ),
    "pages together": together(post("/messages", (times) => mail({ html: times("<p>a <b>c</b></p>\n") }))),
    "texts together": together(post("/messages", (_, bytes) => mail({ metadata: texts(bytes) }))),
    "drafts together": together(
      post("/drafts", (times) => ({ identity_id: "$id", to: [], subject: "x", text: times("word ") })),
    ),
    "attachments together": together(
      post("/messages", (times) =>
        mail({ attachments: [{ filename: "a", content_type: "a/b", content: times("AAAA") }] }),
      ),
    ),
    "brackets of JSON": post("/messages", (times) => raw(times("["))),
    "objects of JSON": post("/messages", (times) => raw(`${times('{"a":')}1`)),
    "numbers of JSON": post("/messages", (times) => raw(`[${times("1,")}1]`)),
    "empty objects of JSON": post("/messages", (times) => raw(`{"a":[${times("{},")}1]}`)),
    "names of JSON": post("/messages", (_, bytes) =>
      raw(`{${Array.from({ length: bytes / 10 }, (_, n) => `"a${n}":1`).join(",")}}`),
    ),
    "escapes of JSON": post("/messages", (times) => raw(`{"text":"${times("\\u0061")}"}`)),
    "blanks of JSON": post("/messages", (times) => raw(`${times(" ")}{}`)),
    "broken JSON": post("/messages", (times) => raw(`{"text":"${times("a")}`)),
    "a draft": post("/drafts", (times) => ({
      identity_id: "$id",
      to: [],
      subject: "x",
      text: times("word "),
    })),
    "a draft of HTML": post("/drafts", (times) => ({
      identity_id: "$id",
      to: [],
      subject: "x",
      html: times("<b>a"),
    })),
    "a label's name": post("/labels", (times) => ({ identity_id: "$id", name: times("a ") })),
    "a webhook's address": post("/webhooks", (times) => ({
      url: `https://${times("a.")}example/`,
      event_types: ["message.received"],
    })),
    "a webhook's events": post("/webhooks", (times) => ({
      url: "https://a.example/",
      event_types: times("message.received ").trim().split(" "),
    })),
    "a domain": post("/domains", (times) => ({ domain: `${times("a.")}example` })),
    "a domain of letters": post("/domains", (times) => ({ domain: `${times("ü.")}example` })),
    "a batch": post("/messages/batch", (_, bytes) => ({
      ids: Array.from({ length: bytes / 40 }, () => crypto.randomUUID()),
      is_read: true,
    })),
    "an event": post("/identities/$id/calendar/events", (times) => ({
      title: times("a "),
      start: "2027-03-01T09:00:00",
      end: "2027-03-01T10:00:00",
    })),
    "an event's attendees": post("/identities/$id/calendar/events", (times) => ({
      title: "a",
      start: "2027-03-01T09:00:00",
      end: "2027-03-01T10:00:00",
      attendees: times("a@agents.example ").trim().split(" "),
    })),
    "an event's rule": post("/identities/$id/calendar/events", (times) => ({
      title: "a",
      start: "2027-03-01T09:00:00",
      end: "2027-03-01T10:00:00",
      recurrence: `FREQ=YEARLY;BYDAY=${times("MO,")}MO`,
    })),
    "an allow list": post("/identities/$id/protection/lists", (times) => ({
      direction: "send",
      list: "allow",
      entries: times("a@agents.example ").trim().split(" "),
    })),
    "a search": get((times) => `/messages/search?q=${encodeURIComponent(times("a "))}`),
    "a search of words": get((times) => `/messages/search?q=${encodeURIComponent(times("hello "))}`),
    "a search in quotes": get((times) => `/messages/search?q=${times('"')}`),
    "a search of marks": get((times) => `/messages/search?q=${encodeURIComponent(`a${times("\u0301")}`)}`),
    "a search of minuses": get((times) => `/messages/search?q=${times("-a+")}`),
    "a filter": get((times) => `/messages?from=${times("a%")}`),
    "a cursor": get((times) => `/messages?cursor=${times("a")}`),
    "fields of a query": get((times) => `/messages?${times("a=b&")}`),
    "an id": get((times) => `/messages/${times("a")}`),
    "slashes of a path": get((times) => `/${times("a/")}`),
    "nested search keys": imap((times) => `SEARCH ${times("NOT ")}ALL`),
    "many search keys": imap((times) => `SEARCH ${times("TEXT a ")}ALL`),
    "alternatives of a search": imap((times) => `SEARCH ${times("OR SEEN ")}ALL`),
    "a searched text": imap((times) => `SEARCH TEXT "${times("a ")}"`),
    "brackets of a command": imap((times) => `SEARCH ${times("(")}`),
    "sequence sets": imap((times) => `FETCH ${times("1:*,")}1 FLAGS`),
    "uids of a set": imap((times) => `UID FETCH ${times("1:4294967295,")}1 FLAGS`),
    "flags of a message": imap((times) => `STORE 1 +FLAGS (${times("a ")}b)`),
    "fields to fetch": imap((times) => `FETCH 1 BODY.PEEK[HEADER.FIELDS (${times("A ")}B)]`),
    "parts to fetch": imap((times) => `FETCH 1 BODY.PEEK[${times("1.")}1]`),
    "items to fetch": imap((times) => `FETCH 1 (${times("BODYSTRUCTURE ")}FLAGS)`),
    "stars of a list": imap((times) => `LIST "" "${times("*a")}"`),
    "signs of a list": imap((times) => `LIST "" "${times("%/")}"`),
    "patterns of a list": imap((times) => `LIST "" (${times('"*a*b" ')}"c")`),
    "a mailbox": imap((times) => `CREATE "${times("a/")}b"`),
    "letters of a mailbox": imap((times) => `CREATE "${times("&AGE-")}"`),
    "an address of IMAP": imap((times) => `APPEND INBOX CATENATE (URL "imap://${times("/;")}")`),
    "keys to sort by": imap((times) => `SORT (${times("SUBJECT ")}DATE) UTF-8 ALL`),
    "a description": put("description", (times) => [`DESCRIPTION:${times("a ")}`]),
    "folds of an event": put("folds", (times) => [`DESCRIPTION:a${times("\r\n b")}`]),
    "attendees of an event": put("attendees", (times) => [
      times("ATTENDEE;CN=A:mailto:a@a.example\r\n").trimEnd(),
    ]),
    "parameters of an event": put("parameters", (times) => [`ATTENDEE${times(";X=a")}:mailto:a@a.example`]),
    "properties of an event": put("properties", (times) => [times("X-A:b\r\n").trimEnd()]),
    "dates of an event": put("dates", (times) => [
      "RRULE:FREQ=DAILY",
      `RDATE:${times("20270303T090000Z,")}20270304T090000Z`,
    ]),
    "exceptions of an event": put("exceptions", (times) => [
      "RRULE:FREQ=DAILY",
      `EXDATE:${times("20270303T090000Z,")}20270304T090000Z`,
    ]),
    "seconds of an event": put("seconds", () => ["RRULE:FREQ=SECONDLY"]),
    "a rule that never comes": put("never", () => ["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"]),
    "a rule that seldom comes": put("seldom", () => [
      "RRULE:FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO;BYHOUR=1;BYSETPOS=1",
    ]),
    "a rule of all": put("all", () => [
      `RRULE:FREQ=YEARLY;BYSECOND=${Array.from({ length: 60 }, (_, n) => n)};BYMINUTE=${Array.from({ length: 60 }, (_, n) => n)};BYHOUR=${Array.from({ length: 24 }, (_, n) => n)};COUNT=100000`,
    ]),
    "numbers of a rule": put("numbers", (times) => [`RRULE:FREQ=YEARLY;BYYEARDAY=${times("1,")}2`]),
    "elements of XML": report(
      (times) => `<D:propfind xmlns:D="DAV:"><D:prop>${times("<D:a/>")}</D:prop></D:propfind>`,
    ),
    "elements within XML": report((times) => times("<a>")),
    "attributes of XML": report(
      (_times) => `<a ${Array.from({ length: Math.min(size, 5e6) / 10 }, (_, n) => `a${n}="b"`).join(" ")}/>`,
    ),
    "names of XML": report((times) => `<a ${times("xmlns:a='b' ")}/>`),
    "entities of XML": report((times) => `<a>${times("&amp;")}</a>`),
    "a comment of XML": report((times) => `<!--${times("- ")}--><a/>`),
    "text of XML": report((times) => `<a>${times("a ")}</a>`),
    "filters of a query": report((times) =>
      query(events(times('<C:prop-filter name="SUMMARY"><C:text-match>x</C:text-match></C:prop-filter>'))),
    ),
    "a match of a query": report((times) =>
      query(
        events(`<C:prop-filter name="SUMMARY"><C:text-match>${times("a")}</C:text-match></C:prop-filter>`),
      ),
    ),
    "a range of a query": report(() =>
      query(events('<C:time-range start="20270101T000000Z" end="20290101T000000Z"/>')),
    ),
    "an expansion": report(() =>
      query(
        events('<C:time-range start="20270101T000000Z" end="20290101T000000Z"/>'),
        '<C:calendar-data><C:expand start="20270101T000000Z" end="20290101T000000Z"/></C:calendar-data>',
      ),
    ),
    "names to get": report(
      (times) =>
        `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>${times("<D:href>a</D:href>")}</C:calendar-multiget>`,
    ),
    "free and busy times": report(
      () =>
        '<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav"><C:time-range start="20270101T000000Z" end="20280101T000000Z"/></C:free-busy-query>',
    ),
    "properties to find": dav(
      10 * megabyte,
      "PROPFIND",
      "",
      (times) => `<D:propfind xmlns:D="DAV:"><D:prop>${times("<D:a/>")}</D:prop></D:propfind>`,
    ),
    "properties to set": dav(
      10 * megabyte,
      "PROPPATCH",
      "calendar/",
      (times) =>
        `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${times("<D:a>b</D:a>")}</D:prop></D:set></D:propertyupdate>`,
    ),
    "events of a year": rest(100, () => [
      "GET",
      "/identities/$id/calendar/events?after=2027-01-01T00:00:00Z&before=2028-01-01T00:00:00Z",
      undefined,
    ]),
    "a tool's text": tool("send_mail", (times) => ({
      to: ["me@agents.example"],
      subject: "x",
      text: times("word "),
    })),
    "a tool's query": tool("search_mail", (times) => ({ query: times("a ") })),
    "a tool's address": tool("send_mail", (times) => ({
      address: times("a%"),
      to: ["a@b.example"],
      text: "a",
    })),
    "a tool's people": tool("find_time", (times) => ({
      after: "2027-03-01",
      before: "2027-03-02",
      people: times("a@b.example ").trim().split(" "),
    })),
    "a tool's cursor": tool("list_threads", (times) => ({ cursor: times("W1") })),
    "a tool's argument": tool("list_threads", (times) => ({ [times("a")]: 1 })),
    "arguments of a tool": tool("list_threads", (times) =>
      Object.fromEntries(
        times("a ")
          .trim()
          .split(" ")
          .map((_, n) => [`a${n}`, n]),
      ),
    ),
    "a tool's name": tool("read_thread", (times) => ({ thread: times("a") })),
    "a page's search": page(12_000, (times) => `/console/search?q=${encodeURIComponent(times("a "))}`),
    "a page's list": page(12_000, (times) => `/console/mail/${times("a")}`),
    "a form's text": form("/console/write", (times) => ({ text: times("*a **b ") })),
    "a form's recipients": form("/console/write", (times) => ({ to: times("a@agents.example, ") })),
    "a form's address": form("/console/write", (times) => ({ to: times('"<') })),
    "an empty call": rest(100, () => ["GET", "/messages?limit=100", undefined]),
  };
}

/** Texts of a thousand letters, which a body names one by one. */
function texts(bytes: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: bytes / 1010 }, (_, n) => [`a${n}`, "a".repeat(1000)]));
}

class Raw {
  constructor(readonly text: string) {}
}
const raw = (text: string) => new Raw(text);

async function call(t: Target, method: string, path: string, body: unknown): Promise<void> {
  const fill = (text: string) => text.replaceAll("$id", t.identityId);
  const sent = body === undefined ? null : body instanceof Raw ? body.text : fill(JSON.stringify(body));
  const answer = await fetch(`${t.base}/api/v1${fill(path)}`, {
    method,
    headers: { authorization: `Bearer ${t.key}`, "content-type": "application/json" },
    body: sent,
  });
  t.said = `${answer.status} ${(await answer.text()).slice(0, 150)}`;
}
