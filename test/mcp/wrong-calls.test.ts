// Calls of tools as models write them: what is plain is done, and a wrong call is refused with the one that would be right, which
// then works. DECISIONS MCP
// Long: two tables, of what is understood and of what is refused.
import { expect, test } from "bun:test";
import { heardArguments } from "../../src/mcp/heard-call.ts";
import { filesLike } from "../../src/mcp/other-forms.ts";
import { refusalOf } from "../../src/mcp/refusal.ts";
import { createEvent, listEvents } from "../../src/mcp/tools/calendar.ts";
import { sendMail } from "../../src/mcp/tools/sending.ts";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { type McpClient, mcpClient } from "../support/clients/mcp.ts";
import { letIn } from "../support/clients/oauth.ts";

type Arguments = Record<string, unknown>;
type Call = [tool: string, given: Arguments];

/** The id of nothing. */
const nowhere = "0197c3d2-7a11-7000-8000-000000000000";

test("an end that is a time of day is on the day that the begin says, in its words and its offset", () => {
  const endOf = (start: string, end: string) => heardArguments(createEvent, { title: "x", start, end }).end;
  const beforeOf = (after: string, before: string) => heardArguments(listEvents, { after, before }).before;
  // Which day tomorrow is depends on the zone of the calendar.
  expect(endOf("tomorrow 9:00", "10:30")).toBe("tomorrow 10:30" as never);
  expect(endOf("monday, 9 am", "5pm")).toBe("monday 5pm" as never);
  expect(endOf("2031-05-05T23:30", "23:45")).toBe("2031-05-05T23:45:00" as never);
  expect(beforeOf("2031-05-05T23:30:00-08:00", "23:45")).toBe("2031-05-05T23:45:00-08:00" as never);
  expect(beforeOf("2031-05-05T00:30:00Z", "9am")).toBe("2031-05-05T09:00:00Z" as never);
  expect(beforeOf("today", "9:00")).toBe("today 9:00" as never);
  expect(() => endOf("in 2 hours", "10:30")).toThrow();
});

test("a file in a data: URL is what the URL holds, and a text is as it is", () => {
  const fileOf = (file: object) => filesLike({ name: "a.txt", ...file }).new_files;
  for (const [given, file] of [
    [{ content: "data:text/plain;base64,eA==" }, { base64: "eA==" }],
    [{ data: "DATA:text/plain;charset=utf-8;Base64,eA%3D%3D" }, { base64: "eA==" }],
    [{ content: "data:text/plain,hello%20world" }, { text: "hello world" }],
    [{ content: "data:text/plain,100%" }, { text: "data:text/plain,100%" }],
    [{ text: "data:text/plain;base64,eA==" }, { text: "data:text/plain;base64,eA==" }],
  ] as const)
    expect(fileOf(given)).toEqual([{ name: "a.txt", ...file }]);
});

test("a call that is long is refused, and not said again", () => {
  const files = Array.from({ length: 9 }, () => ({ name: "a.txt", text: "x".repeat(200_000) }));
  const given = { to: ["ada@far.example"], subject: "x", text: "y", new_files: files, tracking: true };
  let refusal: unknown;
  try {
    heardArguments(sendMail, given);
  } catch (error) {
    refusal = error;
  }
  expect(JSON.stringify(refusalOf(refusal)).length).toBeLessThan(2000);
});

eachApp("tools as models call them", (t) => {
  /** A mailbox with one of each thing, and the calls about it. */
  const prepare = async () => {
    const [own, friend, asks, few] = [
      await t.address(),
      await t.address(),
      await t.address(),
      await t.address({ send_policy: "list" }),
    ];
    await t.api.must(
      200,
      t.api.call("PUT", `/identities/${asks.id}/protection`, { outbound: "all", approver: "key" }),
    );
    await t.api.must(201, t.api.post("/suppressions", { email: "gone@far.example" }));
    const mcp = await mcpClient(t.api.base, t.api.key!);
    await t.mail({ from: friend.email, to: own.email, subject: "Your Order", text: "When does it come?" });
    const { fields } = await mcp.must("wait_for_mail", { address: own.email, after: "2020-01-01T00:00:00Z" });
    const [{ id: message, thread_id: thread }] = fields.messages as [{ id: string; thread_id: string }];
    const letter = { address: own.email, to: ["ada@far.example"], subject: "x", text: "y" };
    const day = { address: own.email, after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z" };
    const walk = {
      address: own.email,
      title: "Walk",
      start: "2031-05-05T09:00:00",
      end: "2031-05-05T10:00:00",
    };
    const draft = (await mcp.must("save_draft", letter)).fields.draft_id as string;
    const heldOf = async (subject: string) =>
      (await mcp.must("send_mail", { ...letter, address: asks.email, subject })).fields as {
        draft_id: string;
        review_id: string;
      };
    const [held, another] = [await heldOf("one"), await heldOf("two")];
    await mcp.must("create_event", walk);
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const several = Array.from({ length: 51 }, (_, n) => `a${n}@far.example`);

    const understood: Record<string, Call> = {
      "HTML alone": ["send_mail", { ...letter, text: undefined, html: "<p><b>x</b></p>" }],
      "HTML and text": ["forward", { message, to: "ada@far.example", text: "x", html: "<p>x</p>" }],
      "several labels in a text": ["organize", { messages: message, label: "Billing, Later" }],
      "a label that is taken off": ["organize", { messages: message, unlabel: "nothing like this" }],
      "one recipient as a text": ["send_mail", { ...letter, to: "ada@far.example" }],
      "recipients in one text": ["send_mail", { ...letter, to: "ada@far.example, Bo <bo@far.example>" }],
      "recipients with a comma in a name": [
        "send_mail",
        { ...letter, to: '"Lovelace, A" <ada@far.example>' },
      ],
      "recipients as JSON in a text": ["send_mail", { ...letter, to: '["ada@far.example"]' }],
      "recipients as objects": ["send_mail", { ...letter, to: [{ email: "a@far.example", name: "A" }] }],
      "one object as a recipient": ["send_mail", { ...letter, to: { email: "a@far.example" } }],
      "a subaddress to write from": ["send_mail", { ...letter, address: own.email.replace("@", "+tag@") }],
      "null for what is left out": ["send_mail", { ...letter, cc: null, markdown: null }],
      "empty values for what is left out": [
        "send_mail",
        { ...letter, subject: "empty", cc: "", bcc: [], files: [], new_files: [], at: " " },
      ],
      "a time to leave at": ["send_mail", { ...letter, subject: "later", at: "tomorrow 9am" }],
      "a wall clock without its zone": ["send_mail", { ...letter, subject: "later", at: `${soon}T09:00` }],
      "a time in a number's word": ["organize", { messages: message, snooze: "in two hours" }],
      "a folder with blanks and in capitals": ["organize", { messages: message, folder: " ARCHIVE " }],
      "days alone as bounds": ["list_events", { address: own.email, after: "today", before: "next monday" }],
      "days alone to find a time in": [
        "find_time",
        { address: own.email, after: "today", before: "in 3 days" },
      ],
      "an end that is a time of day": ["create_event", { ...walk, title: "Run", end: "10:30" }],
      "an event of whole days": [
        "create_event",
        { ...walk, title: "Fair", start: "2031-05-06", end: "2031-05-06" },
      ],
      "operators of other programs": ["search_mail", { query: "newer_than:2d after:yesterday" }],
      "a file by its filename": [
        "send_mail",
        { ...letter, subject: "file", new_files: { filename: "a.txt", text: "x" } },
      ],
      "a boolean in quotes": ["send_mail", { ...letter, markdown: "true", again: "1" }],
      "a file that is no list": ["send_mail", { ...letter, new_files: { name: "a.txt", text: "x" } }],
      "thread_id for thread": ["read_thread", { thread_id: thread }],
      "message_id for message": ["find_codes", { message_id: message }],
      "a message where a thread is meant": ["read_thread", { thread: message }],
      "a thread where a message is meant, to read": ["read_thread", { message: thread }],
      "an id with words around it": ["read_thread", { thread: `Thread ${thread.toUpperCase()}.` }],
      "a message to hand to a person": ["ask_for_review", { thread: message }],
      "one message as a text": ["organize", { messages: message, read: true }],
      "messages in one text": ["organize", { messages: `${message}, ${message}`, read: "yes" }],
      "message_ids for messages": ["organize", { message_ids: [message], read: true }],
      "a number in quotes": ["whats_next", { seconds: "0" }],
      "minutes in quotes": ["find_time", { ...day, minutes: "30" }],
      "a time in words": ["send_draft", { draft, at: "tomorrow 9:00" }],
      "what was scheduled": ["send_draft", { draft, cancel: "yes" }],
    };
    const refused: Record<string, Call> = {
      "nobody to write to": ["send_mail", { ...letter, to: undefined }],
      "nobody to send on to": ["forward", { message }],
      "a person without an address": ["send_mail", { ...letter, to: [{ name: "Ada" }] }],
      "an answer as a new mail": ["send_mail", { ...letter, subject: "Re: x", inReplyTo: message }],
      "an address as the sender": ["send_mail", { ...letter, address: undefined, from_address: own.email }],
      "a time of another API": ["send_mail", { ...letter, subject: "later", scheduledAt: "tomorrow 9:00" }],
      "a path of a file": ["send_mail", { ...letter, subject: "path", attachments: ["/tmp/x.pdf"] }],
      "files of another API": [
        "send_mail",
        {
          ...letter,
          subject: "file",
          attachments: [{ filename: "a.txt", content: "aGVsbG8=", mimeType: "x" }],
        },
      ],
      "an appointment that takes its time": ["create_event", { ...walk, end: undefined, duration: "30m" }],
      "dates with dots": ["create_event", { ...walk, start: "05.05.2031 11:00", end: "05.05.2031 12:00" }],
      "dates with slashes": [
        "create_event",
        { ...walk, start: "05/05/2031 2:00 PM", end: "05/05/2031 3:00 PM" },
      ],
      "seconds since 1970": ["create_event", { ...walk, start: 1935824400, end: 1935828000 }],
      "times in objects": [
        "create_event",
        { ...walk, start: { dateTime: "2031-05-05T15:00:00" }, end: { dateTime: "2031-05-05T16:00:00" } },
      ],
      "a short name of a zone": ["create_event", { ...walk, timezone: "PST" }],
      "an hour in words": ["find_time", { ...day, duration: "1 hour" }],
      "mail that is deleted": ["organize", { messages: [message], delete: true }],
      "a schedule that is over": ["send_draft", { draft, at: "yesterday" }],
      "an address for a thread": ["read_thread", { thread: own.id }],
      "a draft for a thread": ["read_thread", { thread: draft }],
      "an address that is not the caller's": [
        "send_mail",
        { ...letter, address: "nobody@elsewhere.example" },
      ],
      "no address of several": ["send_mail", { ...letter, address: undefined }],
      "no address of several, to list": ["list_threads", {}],
      "a suppressed recipient": ["send_mail", { ...letter, to: "gone@far.example" }],
      "a recipient who is not on the list": ["send_mail", { ...letter, address: few.email }],
      "too many recipients": ["send_mail", { ...letter, to: several }],
      "no recipient": ["send_mail", { ...letter, to: [] }],
      "recipients by name": ["send_mail", { ...letter, to: "Order" }],
      "a recipient that is no text": ["send_mail", { ...letter, to: [5] }],
      "a file that is too large": [
        "send_mail",
        { ...letter, new_files: [{ name: "a.txt", text: "x".repeat(300_000) }] },
      ],
      "a file without its text": ["send_mail", { ...letter, new_files: [{ name: "a.txt" }] }],
      "a file that is a text": ["send_mail", { ...letter, new_files: ["report.csv"] }],
      "a file by its name": ["send_mail", { ...letter, files: ["report.pdf"] }],
      "a file that is nowhere": ["send_mail", { ...letter, files: [nowhere] }],
      "a file of a private network": ["send_mail", { ...letter, files: ["http://127.0.0.1:9/a.pdf"] }],
      "body for text": ["send_mail", { ...letter, text: undefined, body: "y" }],
      "an argument that is misspelt": ["send_mail", { ...letter, subjekt: "x" }],
      "no text": ["send_mail", { ...letter, text: undefined }],
      "a mail that says nothing": ["send_mail", { ...letter, subject: "", text: "" }],
      "a thread by its subject": ["read_thread", { thread: "Your Order" }],
      "a thread that is nowhere": ["read_thread", { thread: nowhere }],
      "neither thread nor message": ["read_thread", {}],
      "a cursor that is none": ["read_thread", { thread, cursor: "abc" }],
      "a thread where a message is answered": ["reply", { message: thread, text: "x" }],
      "a thread for a message": ["reply", { thread, text: "x" }],
      "a draft where a message is answered": ["reply", { message: draft, text: "x" }],
      "held mail where a message is answered": ["reply", { message: held.draft_id, text: "x" }],
      "a message that is nowhere": ["reply", { message: nowhere, text: "x" }],
      "no message": ["forward", { to: ["ada@far.example"] }],
      "a thread for codes": ["find_codes", { message: thread }],
      "a thread to organize": ["organize", { messages: [thread], read: true }],
      "nothing to organize": ["organize", { messages: [], read: true }],
      "no change": ["organize", { messages: [message] }],
      "is_read for read": ["organize", { messages: [message], is_read: true }],
      "a folder that is not there": ["list_threads", { address: own.email, folder: "Invoices" }],
      "a folder that is not there, to move": ["organize", { messages: [message], folder: "Invoices" }],
      "an operator that is misspelt": ["search_mail", { query: "form:ada" }],
      "a day that is none": ["search_mail", { query: "before:soon" }],
      "no words": ["search_mail", { query: "" }],
      "a time that is none": ["search_mail", { query: "order", after: "whenever" }],
      "a message for a draft": ["send_draft", { draft: message }],
      "a review for a draft": ["save_draft", { draft: held.review_id, text: "z" }],
      "a review to take back": ["send_draft", { draft: another.review_id, cancel: true }],
      "held mail to send": ["send_draft", { draft: held.draft_id }],
      "held mail to change": ["save_draft", { draft: held.draft_id, text: "z" }],
      "a time that is too late": ["send_draft", { draft, at: "in 40 days" }],
      "a day without its hour": ["send_draft", { draft, at: "monday" }],
      "a time that is over": ["send_draft", { draft, at: "2020-01-01T00:00:00Z" }],
      "a message for a file": ["read_attachment", { attachment: message }],
      "a file's name": ["read_attachment", { attachment: "report.pdf" }],
      "an end before its begin": ["list_events", { ...day, after: day.before, before: day.after }],
      "no end": ["list_events", { ...day, before: undefined }],
      "an event by its title": ["change_event", { address: own.email, event: "Walk", title: "Run" }],
      "a message for an event": ["cancel_event", { address: own.email, event: message }],
      "an event that ends first": ["create_event", { ...walk, start: walk.end, end: walk.start }],
      "the end of a day": ["create_event", { ...walk, end: "2031-05-05T24:00" }],
      "a snooze that is none": ["organize", { messages: [message], read: true, snooze: "never" }],
      "a zone that is a town": ["create_event", { ...walk, timezone: "Berlin" }],
      "an event without its end": ["create_event", { ...walk, end: undefined }],
      "guests by name": ["create_event", { ...walk, attendees: "Order" }],
      "hours of the clock": ["find_time", { ...day, hours: "9am-5pm" }],
      "a zone of nowhere": ["find_time", { ...day, timezone: "Atlantis" }],
      "minutes that are too few": ["find_time", { ...day, minutes: 2 }],
      "too many people": ["find_time", { ...day, people: several.slice(0, 21) }],
      "a wait that is too long": ["whats_next", { seconds: 300 }],
      "a begin that is none": ["whats_next", { begin: "yesterday", seconds: 0 }],
    };
    const misplaced: [name: string, call: Call, right: string][] = [
      [
        "unread is not read",
        ["organize", { messages: message, unread: true }],
        same({ read: false }, "unread"),
      ],
      [
        "a thread to organize is read first",
        ["organize", { thread, folder: "archive" }],
        `first read_thread ${JSON.stringify({ thread })}`,
      ],
      [
        "threads to organize, likewise",
        ["organize", { threads: [thread], read: true }],
        `first read_thread ${JSON.stringify({ thread })}`,
      ],
      [
        "a flag of IMAP",
        ["organize", { messages: message, flags: ["\\Seen"] }],
        same({ read: true }, "flags"),
      ],
      [
        "a signature ends the text",
        ["send_mail", { address: own.email, to: own.email, subject: "s", text: "x", sign_off: "Ann" }],
        same({ text: "x\n\nAnn" }, "sign_off"),
      ],
      [
        "a signature that is kept elsewhere does not stand in a mail",
        ["send_mail", { address: own.email, to: own.email, subject: "s", text: "x", signature: "{{name}}" }],
        `instead save_draft ${JSON.stringify({ address: own.email, to: own.email, subject: "s", text: "x" })}`,
      ],
      [
        "where a mail is forwarded to",
        ["forward", { message, destination: own.email }],
        same({ to: own.email }, "destination"),
      ],
      [
        "working hours by their ends",
        [
          "find_time",
          {
            address: own.email,
            after: "now",
            before: "in 2 days",
            working_hours: { from: "8am", to: "16:00" },
          },
        ],
        same({ hours: "8-16" }, "working_hours"),
      ],
      [
        "one guest",
        ["find_time", { address: own.email, after: "now", before: "in 2 days", participant: own.email }],
        same({ people: own.email }, "participant"),
      ],
      [
        "how many are wanted",
        ["whats_next", { address: own.email, seconds: 0, limit: 5 }],
        same({}, "limit"),
      ],
      [
        "the message of an invitation",
        ["answer_invitation", { address: own.email, message, answer: "yes" }],
        `first read_thread ${JSON.stringify({ message })}`,
      ],
      [
        "a note is the text",
        ["forward", { message, to: "a@far.example", note: "x" }],
        same({ text: "x" }, "note"),
      ],
      [
        "addresses are people",
        ["find_time", { ...day, addresses: [own.email, friend.email] }],
        same({ people: [own.email, friend.email] }, "addresses"),
      ],
      ["wait is seconds", ["whats_next", { wait: 0 }], same({ seconds: 0 }, "wait")],
      ["a time that a draft does not take", ["save_draft", { ...letter, at: "in 1 day" }], same({}, "at")],
      [
        "an answer of later is a draft",
        ["reply", { message, text: "x", send_at: "in 1 day" }],
        same({ preview: true }, "send_at"),
      ],
      [
        "an answer as a new mail is shown before it goes to others than those that were named",
        [
          "send_mail",
          { ...letter, text: "x", at: "in 1 day", cc: "b@far.example", files: [], in_reply_to: message },
        ],
        `instead reply ${JSON.stringify({ text: "x", cc: "b@far.example", files: [], message, preview: true })}`,
      ],
      [
        "times with a zone beside them",
        [
          "create_event",
          {
            ...walk,
            start: { dateTime: "2031-05-05T15:00:00", timeZone: "America/New_York" },
            end: { dateTime: "2031-05-05T16:00:00", timeZone: "America/New_York" },
          },
        ],
        same({
          start: "2031-05-05T15:00:00",
          timezone: "America/New_York",
          end: "2031-05-05T16:00:00",
        }),
      ],
      [
        "a time to send at with a zone beside it",
        ["send_mail", { ...letter, at: { dateTime: "2031-05-05T15:00:00", timeZone: "America/New_York" } }],
        same({ at: "2031-05-05 15:00:00 America/New_York" }),
      ],
      [
        "an end on the day that words say",
        ["create_event", { ...walk, start: "tomorrow 9:00", end: undefined }],
        same({ end: "tomorrow 10:00" }),
      ],
      [
        "an offset that is not the zone's, as the same moment there",
        [
          "create_event",
          {
            ...walk,
            start: "2031-05-05T09:00:00-07:00",
            end: "2031-05-05T09:30:00-07:00",
            timezone: "Europe/Berlin",
          },
        ],
        same({ start: "2031-05-05T18:00:00", end: "2031-05-05T18:30:00" }),
      ],
      [
        "the end of a day",
        ["create_event", { ...walk, end: "2031-05-05T24:00:00" }],
        same({ end: "2031-05-06T00:00:00" }),
      ],
      [
        "labels that a list is asked for",
        ["list_threads", { address: own.email, labels: ["UNREAD", "Bills"] }],
        `${same({ unread: true, query: 'label:"Bills"' })} without "labels"`,
      ],
      [
        "a file in a data URL",
        [
          "reply",
          { message, text: "x", attachments: [{ name: "n.txt", data: "data:text/plain;base64,aGFsbG8=" }] },
        ],
        `${same({ new_files: [{ name: "n.txt", base64: "aGFsbG8=" }] })} without "attachments"`,
      ],
      [
        "a snooze that is none",
        ["organize", { messages: [message], read: true, snooze: "never" }],
        `${same({})} without "snooze"`,
      ],
      [
        "a value that an operator does not take",
        ["search_mail", { query: "after:whenever has:attachment" }],
        same({ query: "has:attachment" }),
      ],
      [
        "a thread to answer and a text, in the words of other programs",
        ["reply", { threadId: thread, body: "x" }],
        `${same({ message, text: "x" })} without "threadId" without "body"`,
      ],
      [
        "a file as Graph has it",
        ["send_mail", { ...letter, attachments: [{ name: "a.txt", contentBytes: "aGVsbG8=" }] }],
        `${same({ new_files: [{ name: "a.txt", base64: "aGVsbG8=" }] })} without "attachments"`,
      ],
      [
        "words of a search in a list",
        ["search_mail", { keywords: ["order", "come"] }],
        `${same({ query: "order come" })} without "keywords"`,
      ],
      [
        "labels of Gmail that are folders and marks",
        ["organize", { messages: message, remove_labels: ["INBOX", "UNREAD"] }],
        `${same({ folder: "archive", read: true })} without "remove_labels"`,
      ],
      [
        "a mail that is not to leave is a draft",
        ["send_mail", { ...letter, draft: true, format: "markdown" }],
        `instead save_draft ${JSON.stringify({ ...letter, format: "markdown" })}`,
      ],
      [
        "a mail that is not to leave, in a camel's word",
        ["send_mail", { ...letter, isDraft: true }],
        `instead save_draft ${JSON.stringify(letter)}`,
      ],
      [
        "an answer that is not to leave",
        ["reply", { message, text: "x", send: false }],
        same({ preview: true }, "send"),
      ],
      [
        "a mail of later does not leave now",
        ["send_mail", { ...letter, delay: "90m" }],
        same({ at: "in 90 minutes" }, "delay"),
      ],
      [
        "an answer to others says first to whom it goes",
        ["reply", { message, text: "x", to: ["c@far.example"] }],
        same({ preview: true }, "to"),
      ],
      [
        "all are answered",
        ["reply", { message, text: "x", replyAll: true }],
        same({ all: true }, "replyAll"),
      ],
      [
        "a time to wait for is a time, whatever its unit",
        ["send_mail", { ...letter, delay_hours: "3" }],
        same({ at: "in 180 minutes" }, "delay_hours"),
      ],
      [
        "a mail of days later",
        ["send_mail", { ...letter, sendAfter: "2 days" }],
        same({ at: "in 2 days" }, "sendAfter"),
      ],
      [
        "a forward of later does not leave now",
        ["forward", { message, to: ["c@far.example"], delay: "2h" }],
        `first read_thread ${JSON.stringify({ message })}`,
      ],
      [
        "what is not known of a mail may hold it back",
        ["reply", { message, text: "x", require_approval: true }],
        same({ preview: true }, "require_approval"),
      ],
      [
        "a camel's argument is left out as it was written",
        ["search_mail", { query: "x", hasAttachment: true }],
        same({ query: "x has:attachment" }, "hasAttachment"),
      ],
      [
        "an answer is not guessed",
        ["answer_invitation", { address: own.email, event: nowhere, accept: false }],
        same({ answer: "declined" }, "accept"),
      ],
      [
        "guests by another name are not all of them",
        ["change_event", { address: own.email, event: nowhere, attendees_add: ["c@far.example"] }],
        `first list_events ${JSON.stringify({ address: own.email, after: "now", before: "in 30 days" })}`,
      ],
      [
        "more guests are not all of them",
        ["change_event", { address: own.email, event: nowhere, add_attendees: ["c@far.example"] }],
        `first list_events ${JSON.stringify({ address: own.email, after: "now", before: "in 30 days" })}`,
      ],
      [
        "a cancellation that nobody hears of",
        ["cancel_event", { address: own.email, event: nowhere, notify: false }],
        `first list_events ${JSON.stringify({ address: own.email, after: "now", before: "in 30 days" })}`,
      ],
      [
        "filters are words of a search, all at once",
        ["search_mail", { subject: "Your Order", has_attachments: false, folder: "archive", limit: 5 }],
        `the same call with ${JSON.stringify({ query: 'subject:"Your Order" -has:attachment in:archive' })} without "subject" without "has_attachments" without "folder" without "limit"`,
      ],
      [
        "a begin and an end in one refusal",
        ["list_events", { address: own.email, start: day.after, end: day.before }],
        `the same call with ${JSON.stringify({ after: day.after, before: day.before })} without "start" without "end"`,
      ],
      [
        "one day is a span",
        ["find_time", { address: own.email, date: "2031-05-31" }],
        same({ after: "2031-05-31", before: "2031-06-01" }, "date"),
      ],
      [
        "HTML by another name",
        ["send_mail", { ...letter, text: undefined, html_body: "<p>x</p>" }],
        same({ html: "<p>x</p>" }, "html_body"),
      ],
      [
        "a body that is HTML",
        ["send_mail", { ...letter, text: undefined, body: "<p>x</p>", contentType: "text/html" }],
        `the same call with ${JSON.stringify({ html: "<p>x</p>" })} without "body" without "contentType"`,
      ],
      [
        "a text that is HTML",
        ["reply", { message, text: "<p>x</p>", is_html: true }],
        `the same call with ${JSON.stringify({ html: "<p>x</p>" })} without "is_html" without "text"`,
      ],
      [
        "a body in parts, as SendGrid has it",
        ["send_mail", { ...letter, text: undefined, content: [{ type: "text/html", value: "<p>x</p>" }] }],
        `the same call with ${JSON.stringify({ html: "<p>x</p>" })} without "content" without "text"`,
      ],
      [
        "a text that is none leaves as none",
        ["send_mail", { ...letter, text: { a: 1 } }],
        `instead save_draft ${JSON.stringify({ ...letter, text: undefined })}`,
      ],
      [
        "minutes of an appointment that is said in words",
        ["create_event", { ...walk, start: "tomorrow 9:00", end: undefined, minutes: 45 }],
        same({ end: "tomorrow 09:45" }, "minutes"),
      ],
      [
        "HTML beside Markdown",
        ["send_mail", { ...letter, html: "<p>x</p>", markdown: true }],
        same({}, "markdown"),
      ],
      [
        "several labels",
        ["organize", { messages: message, labels: ["Billing", "Later, maybe"] }],
        same({ label: ["Billing", "Later, maybe"] }, "labels"),
      ],
      [
        "labels that are taken off",
        ["organize", { messages: message, remove_labels: ["Billing"] }],
        same({ unlabel: ["Billing"] }, "remove_labels"),
      ],
      [
        "a label and a mark, both kept",
        ["organize", { messages: message, label: "Billing", starred: true, tags: ["Later"] }],
        `the same call with ${JSON.stringify({ label: ["Billing", "starred", "Later"] })} without "starred" without "tags"`,
      ],
      [
        "HTML that is no HTML, but says that the text is",
        ["send_mail", { ...letter, text: "<p>x</p>", html: "true" }],
        `the same call with ${JSON.stringify({ html: "<p>x</p>" })} without "html" without "text"`,
      ],
      ["lines of a text lose none", ["send_mail", { ...letter, text: ["x", "y"] }], same({ text: "x\ny" })],
      [
        "of two addresses none is chosen",
        ["send_mail", { ...letter, address: [own.email, friend.email] }],
        `instead save_draft ${JSON.stringify({ ...letter, address: undefined })}`,
      ],
      [
        "labels and marks of another program",
        ["organize", { messages: message, removeLabelIds: ["UNREAD", "Billing"] }],
        same({ read: true, unlabel: ["Billing"] }, "removeLabelIds"),
      ],
      [
        "the beginning loses nothing",
        ["whats_next", { begin: "beginning", seconds: 0 }],
        same({ begin: "start" }),
      ],
      [
        "an action is a folder",
        ["organize", { messages: message, action: "archive" }],
        same({ folder: "archive" }, "action"),
      ],
      [
        "mark_as_read is read",
        ["organize", { messages: message, mark_as_read: true }],
        same({ read: true }, "mark_as_read"),
      ],
      [
        "content of a file",
        ["reply", { message, text: "x", new_files: [{ filename: "n.txt", content: "aGVsbG8=" }] }],
        same({ new_files: [{ name: "n.txt", base64: "aGVsbG8=" }] }),
      ],
      [
        "a code by its sender",
        ["find_codes", { from: "ada@far.example", subject: "code" }],
        `first search_mail ${JSON.stringify({ query: "from:ada@far.example subject:code" })}`,
      ],
      [
        "what comes next since a time, which would be other mail",
        ["whats_next", { since: "1 hour ago", seconds: 0 }],
        `first search_mail ${JSON.stringify({ query: "in:inbox", after: "1 hour ago" })}`,
      ],
      [
        "an address for answers, which no draft has",
        ["save_draft", { ...letter, reply_to: "boss@far.example" }],
        same({}, "reply_to"),
      ],
      [
        "a name to write under beside a sender, which no mail has: it does not leave",
        ["send_mail", { ...letter, address: undefined, from: own.email, from_name: "Bob" }],
        `instead save_draft ${JSON.stringify({ to: letter.to, subject: "x", text: "y", address: own.email })}`,
      ],
      [
        "a whole draft in the argument for its id",
        ["save_draft", { draft: { to: "ada@far.example", text: "y" } }],
        same({ to: "ada@far.example", text: "y" }, "draft"),
      ],
      [
        "an empty draft in the argument for its id is no draft",
        ["save_draft", { draft: {} }],
        same({ draft: "…" }),
      ],
      [
        "words of a search beside a filter, all of them",
        ["search_mail", { to: "ada@far.example", text: "order" }],
        `${same({ query: "to:ada@far.example order" }, "to")} without "text"`,
      ],
      [
        "times in words that are from and to",
        ["list_events", { address: own.email, from: "today", to: "tomorrow" }],
        `${same({ after: "today", before: "tomorrow" }, "from")} without "to"`,
      ],
      [
        "words of a search under another name",
        ["search_mail", { text: "order", time_min: "2031-05-05" }],
        `${same({ query: "order", after: "2031-05-05" }, "text")} without "time_min"`,
      ],
      [
        "times that are from and to",
        ["list_events", { address: own.email, from: day.after, to: day.before }],
        `${same({ after: day.after, before: day.before }, "from")} without "to"`,
      ],
      [
        "a mark as a word",
        ["organize", { messages: message, mark_as: "unread" }],
        same({ read: false }, "mark_as"),
      ],
      [
        "a call within an argument, as Graph has it",
        [
          "send_mail",
          {
            message: {
              subject: "x",
              body: { contentType: "Text", content: "y" },
              toRecipients: [{ emailAddress: { address: "ada@far.example" } }],
            },
            saveToSentItems: true,
          },
        ],
        `the same call with ${JSON.stringify({ subject: "x", text: "y", to: [{ emailAddress: { address: "ada@far.example" } }] })} without "message" without "saveToSentItems" without "body" without "toRecipients"`,
      ],
      ["minutes in seconds", ["find_time", { ...day, minutes: 3600 }], same({ minutes: 60 })],
      ["minutes as a span", ["find_time", { ...day, minutes: "2h" }], same({ minutes: 120 })],
      ["seconds in thousandths", ["whats_next", { timeout: 5000 }], same({ seconds: 5 }, "timeout")],
      [
        "a file that is too large stays out, and the mail does not leave without it",
        ["send_mail", { ...letter, new_files: [{ name: "a.txt", text: "x".repeat(300_000) }] }],
        `instead save_draft ${JSON.stringify(letter)}`,
      ],
      [
        "base64 of a data URL",
        [
          "send_mail",
          { ...letter, new_files: [{ name: "n.txt", base64: "data:text/plain;base64,aGVsbG8" }] },
        ],
        same({ new_files: [{ name: "n.txt", base64: "aGVsbG8=" }] }),
      ],
      [
        "base64 that is broken",
        ["send_mail", { ...letter, new_files: [{ name: "n.txt", base64: "aGV*bG8" }] }],
        `instead save_draft ${JSON.stringify(letter)}`,
      ],
      [
        "files that are objects",
        ["send_mail", { ...letter, files: [{ filename: "n.txt", content: "aGVsbG8=" }] }],
        same({ new_files: [{ name: "n.txt", base64: "aGVsbG8=" }] }, "files"),
      ],
      [
        "an inbox and a label of other programs",
        ["list_threads", { inbox_id: own.email, labels: ["unread"] }],
        `the same call with ${JSON.stringify({ address: own.email, unread: true })} without "inbox_id" without "labels"`,
      ],
      [
        "labels that are marks",
        ["organize", { messages: message, removeLabelIds: ["UNREAD"] }],
        same({ read: true }, "removeLabelIds"),
      ],
      [
        "recipients, misspelt by a letter",
        ["send_mail", { ...letter, to: undefined, too: ["ada@far.example"] }],
        same({ to: ["ada@far.example"] }, "too"),
      ],
      [
        "a part of an id finds nothing",
        ["reply", { message: message.slice(0, 13), text: "x" }],
        `first search_mail ${JSON.stringify({ query: "in:inbox" })}`,
      ],
      [
        "a town's time is its zone",
        ["create_event", { ...walk, timezone: "Berlin time" }],
        same({ timezone: "Europe/Berlin" }),
      ],
      [
        "an appointment in a zone of nowhere is not at another time",
        ["create_event", { ...walk, timezone: "Atlantis" }],
        `first list_events ${JSON.stringify({ address: own.email, after: "now", before: "in 30 days" })}`,
      ],
      [
        "a folder that is no label either",
        ["list_threads", { address: own.email, folder: "Offers" }],
        same({ query: '"Offers"' }, "folder"),
      ],
      ["a label that is none", ["search_mail", { query: "is:read label:quux" }], same({ query: "is:read" })],
      [
        "a folder that is not there is no other one",
        ["organize", { messages: message, folder: "Projects" }],
        same({ label: "Projects" }, "folder"),
      ],
      [
        "a folder by another name",
        ["organize", { messages: message, folder: "Deleted Items" }],
        same({ folder: "trash" }),
      ],
      [
        "a contrary is no folder",
        ["organize", { messages: message, folder: "not spam" }],
        same({ folder: "inbox" }),
      ],
      [
        "words with a folder in them name none",
        ["organize", { messages: message, folder: "do not delete" }],
        same({ label: "do not delete" }, "folder"),
      ],
      [
        "a filter by another name",
        ["whats_next", { address: own.email, sender: "ada@far.example", seconds: 0 }],
        same({ from: "ada@far.example" }, "sender"),
      ],
      [
        "people beyond the most are the last ones",
        ["send_mail", { ...letter, to: "a@far.example", cc: several }],
        same({ to: ["a@far.example"], cc: several.slice(0, 49) }),
      ],
      [
        "a day that is misspelt is that day",
        ["send_mail", { ...letter, subject: "later", at: "tommorow 11:00" }],
        same({ at: "tomorrow 11:00" }),
      ],
      [
        "a year that is over",
        ["send_draft", { draft, at: `${Number(soon.slice(0, 4)) - 1}${soon.slice(4)}T09:00:00Z` }],
        same({ at: `${soon}T09:00:00Z` }),
      ],
      [
        "a word that could be base64",
        ["reply", { message, text: "x", new_files: [{ filename: "n.txt", content: "Attached" }] }],
        same({ new_files: [{ name: "n.txt", text: "Attached" }] }),
      ],
    ];
    return { mcp, own, letter, understood, refused, misplaced };
  };
  let prepared: ReturnType<typeof prepare> | null = null;
  const calls = () => (prepared ??= prepare());

  test("a refusal's call says what the wrong one meant", async () => {
    const { mcp, misplaced } = await calls();
    for (const [name, [tool, given], right] of misplaced) {
      const { isError, text } = await mcp.call(tool, given);
      expect([name, isError, text]).toEqual([name, true, expect.stringContaining(`\nright: ${right}\n`)]);
    }
  });

  test("a folder that is a label is that, and a label that is nearly one is the one that is there", async () => {
    const { mcp, own } = await calls();
    await t.api.must(201, t.api.post("/labels", { identity_id: own.id, name: "Tenders won" }));
    for (const [tool, given, right] of [
      ["list_threads", { address: own.email, folder: "tenders won" }, { query: 'label:"tenders won"' }],
      ["search_mail", { query: 'is:read label:"tender wom"' }, { query: 'is:read label:"Tenders won"' }],
      ["list_threads", { address: own.email, query: "in:archve x" }, { query: "in:archive x" }],
    ] as const) {
      const { text } = await mcp.call(tool, given);
      expect(text).toContain(`right: the same call with ${JSON.stringify(right)}`);
    }
  });

  test("what is left out and what is empty are the same call", async () => {
    const { mcp, letter } = await calls();
    const mail = { ...letter, subject: "once", at: "in 5 days" };
    const first = await mcp.must("send_mail", { ...mail, cc: [], bcc: "", files: [] });
    expect((await mcp.must("send_mail", mail)).fields.draft_id).toBe(first.fields.draft_id);
    const draft = first.fields.draft_id as string;
    await mcp.must("send_draft", { draft, cancel: true });
    const copied = await mcp.must("save_draft", { draft, cc: "bo@far.example" });
    expect(copied.text).toContain("cc bo@far.example");
    expect((await mcp.must("save_draft", { draft, cc: [] })).text).not.toContain("bo@far.example");
  });

  test("what is plain is done", async () => {
    const { mcp, understood } = await calls();
    for (const [name, [tool, given]] of Object.entries(understood)) {
      const { isError, text } = await mcp.call(tool, given);
      expect([name, isError ? text : ""]).toEqual([name, ""]);
    }
  });

  test("a wrong call is refused with the right one, which then works", async () => {
    const { mcp, own, refused } = await calls();
    expect(Object.keys(refused).length).toBeGreaterThanOrEqual(60);
    for (const [name, [tool, given]] of Object.entries(refused)) {
      const { isError, text } = await mcp.call(tool, given);
      expect([name, isError, text]).toEqual([name, true, expect.stringContaining("\nright: ")]);
      const [next, args] = rightCall(text, tool, given);
      // Nobody is written to whom the call has not named.
      expect([name, JSON.stringify(args)]).toEqual([name, expect.not.stringContaining("ada@example.com")]);
      // There is something to tell at once.
      if (next === "whats_next") await t.mail({ from: "ada@far.example", to: own.email, subject: name });
      const answer = await mcp.call(next, args);
      expect([name, answer.isError ? [text, answer.text] : ""]).toEqual([name, ""]);
    }
    expect(await titleOf(mcp, own.email)).toContain("Walk");
    await mcp.close();
  });

  test("a tool that is none is refused with the one that is meant, and arguments may be JSON in a text", async () => {
    const own = await t.address();
    const call = async (name: string, args: unknown) => {
      const answer = await fetch(`${t.api.base}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${t.api.key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-06-18",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: args },
        }),
      });
      return answer.text();
    };
    for (const [name, meant] of [
      ["send_email", "send_mail"],
      ["sendMail", "send_mail"],
      ["mcp__postroom__send-mail", "send_mail"],
      ["get_thread", "read_thread"],
      ["reply_all", "reply"],
      ["delete_message", "organize"],
      ["reschedule", "change_event"],
      ["reed_thread", "read_thread"],
    ])
      expect(await call(name!, {})).toContain(`Did you mean \\"${meant}\\"? tools/list has all.`);
    expect(await call("qqqqqqqqqqqq", {})).not.toContain("Did you mean");
    const threads = await call("list_threads", JSON.stringify({ address: own.email }));
    expect(threads).not.toContain("isError");
    expect(threads).toContain("structuredContent");
  });

  test("labels are put on and taken off by name, several at once, by each key within its reach", async () => {
    const [own, other] = [await t.address(), await t.address()];
    await t.mail({ from: "ada@far.example", to: own.email, subject: "In", text: "x" });
    await t.mail({ from: "ada@far.example", to: other.email, subject: "Elsewhere", text: "x" });
    const messageOf = async ({ id }: { id: string }) => {
      const path = `/messages?identity_id=${id}`;
      return (await t.api.must<{ id: string; thread_id: string }[]>(200, t.api.get(path)))[0]!;
    };
    const [message, elsewhere] = [await messageOf(own), await messageOf(other)];
    const named = async ({ id }: { id: string }) => {
      const known = await t.api.must<{ name: string }[]>(200, t.api.get(`/labels?identity_id=${id}`));
      const isOn = async ({ name }: { name: string }) => {
        const path = `/threads?identity_id=${id}&label_id=${encodeURIComponent(name)}`;
        return (await t.api.must<unknown[]>(200, t.api.get(path))).length > 0;
      };
      const marked = await Promise.all(known.map(isOn));
      return known.flatMap(({ name }, at) => (marked[at] ? [name] : [])).sort();
    };
    const { tokens } = await letIn(t, { level: "draft", reach: [own.id] });
    const { key } = await restrictedKey(t.api, [own.id]);
    for (const token of [tokens.access_token, key!]) {
      const mcp = await mcpClient(t.api.base, token);
      const messages = [message.id];
      await mcp.must("organize", { messages, label: ["Todo", "todo", "Acme, Inc.", "Later"] });
      expect(await named(own)).toEqual(["Acme, Inc.", "Later", "Todo"]);
      // A comma is of a name, unless both parts are labels.
      await mcp.must("organize", { messages, label: "Far, Away", unlabel: ["later, TODO", "todo", "none"] });
      expect(await named(own)).toEqual(["Acme, Inc.", "Far, Away"]);
      expect((await mcp.call("organize", { messages: [elsewhere.id], unlabel: "Todo" })).isError).toBe(true);
      expect(
        (await mcp.call("organize", { messages: [elsewhere.id, message.id], label: "Todo" })).isError,
      ).toBe(true);
      await mcp.must("organize", { messages, unlabel: ["Far, Away", "Acme, Inc."] });
      await mcp.close();
    }
    expect(await named(other)).toEqual([]);
    const reader = await letIn(t, { level: "read", reach: [own.id] });
    const mcp = await mcpClient(t.api.base, reader.tokens.access_token);
    const call = mcp.client.callTool({
      name: "organize",
      arguments: { messages: [message.id], unlabel: "Todo" },
    });
    expect(
      await call.then(
        ({ isError }) => isError === true,
        () => true,
      ),
    ).toBe(true);
    await mcp.close();
  });

  test("HTML of a tool is held and stored as that of the API, and what is changed leaves nothing of before", async () => {
    const [own, friend] = [await t.address(), await t.address()];
    const protect = (outbound: string) =>
      t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, { outbound, approver: "key" }));
    const mcp = await mcpClient(t.api.base, t.api.key!);
    const html = `<p onclick="x()">Hello <b>you</b></p><script>x()</script>`;
    const mail = { to: [friend.email], subject: "HTML", html };
    await protect("all");
    const held = await mcp.must("send_mail", { ...mail, address: own.email });
    expect(held.fields).toMatchObject({ status: "held" });
    const draftOf = (id: unknown) =>
      t.api.must<{ html: string | null; text: string | null }>(200, t.api.get(`/drafts/${String(id)}`));
    const ours = await t.api.must<{ id: string }>(202, t.api.post("/messages", { ...mail, from: own.email }));
    const [one, same] = [await draftOf(held.fields.draft_id), await draftOf(ours.id)];
    expect([one.html, one.text]).toEqual([same.html, same.text]);
    // What waits is not deleted by the call that a refusal proposes.
    const draft = held.fields.draft_id as string;
    const refused = await mcp.call("save_draft", { draft, subject: "Other" });
    const [next, args] = rightCall(refused.text, "save_draft", { draft, subject: "Other" });
    expect(next).toBe("save_draft");
    const another = await mcp.must(next, args);
    expect(await draftOf(another.fields.draft_id)).toMatchObject({
      to: [friend.email],
      subject: "Other",
      html: one.html,
    });
    expect(await draftOf(draft)).toMatchObject({ subject: "HTML", status: "pending_review" });
    await protect("off");
    const written = await mcp.must("save_draft", {
      ...mail,
      address: own.email,
      html: undefined,
      text: "Old",
    });
    const changed = written.fields.draft_id as string;
    await mcp.must("save_draft", { draft: changed, html });
    expect((await draftOf(changed)).text ?? "").not.toContain("Old");
    await mcp.must("save_draft", { draft: changed, text: "Newest" });
    expect(await draftOf(changed)).toMatchObject({ text: "Newest", html: null });
    await mcp.close();
  });

  // DECISIONS MCP: An argument has at most 20,000 characters
  test("what is too long for an argument is refused, and not said again", async () => {
    const own = await t.address();
    const mcp = await mcpClient(t.api.base, t.api.key!);
    const long = "a ".repeat(10_001);
    const wrong: Record<string, Call> = {
      query: ["search_mail", { address: own.email, query: long }],
      address: ["list_drafts", { address: long }],
      people: [
        "find_time",
        { address: own.email, after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z", people: [long] },
      ],
    };
    for (const [name, [tool, given]] of Object.entries(wrong))
      expect((await mcp.call(tool, given)).text).toBe(
        `${tool}: ${name} has at most 20000 characters. Give a shorter one. Nothing was done.`,
      );
    for (const name of ["q", long])
      expect((await mcp.call("search_mail", { address: own.email, [name]: long })).text.length).toBeLessThan(
        2_000,
      );
    await mcp.close();
  });

  test("no call is proposed that would take other mail, or write less", async () => {
    const { email: address } = await t.address();
    const mcp = await mcpClient(t.api.base, t.api.key!);
    const wrong: Call[] = [
      ["whats_next", { address, seconds: 0, kinds: ["mail"] }],
      ["save_draft", { address, text: "x", blind_copy: "a@far.example" }],
      ["save_draft", { address, text: "x", tone: "warm" }],
      ["organize", { messages: [crypto.randomUUID()], colour: "red" }],
      ["whats_next", { address, seconds: 0, since: "1 hour ago", ack: "x" }],
    ];
    for (const [tool, given] of wrong) {
      const { isError, text } = await mcp.call(tool, given);
      expect([tool, isError, /^(?:right|call):/m.test(text)]).toEqual([tool, true, false]);
    }
    await mcp.close();
  });
});

/** How a refusal says the call of before with other arguments. */
function same(args: Arguments, without?: string): string {
  return `the same call with ${JSON.stringify(args)}${without === undefined ? "" : ` without "${without}"`}`;
}

/** The call that a refusal leads to. */
function rightCall(text: string, tool: string, given: Arguments): Call {
  const line = /^right: (.*)$/m.exec(text)![1]!;
  const [, other, json] = /^(?:first|instead) (\w+) (\{.*\})$/.exec(line) ?? [];
  if (other !== undefined) return [other, JSON.parse(json!)];
  const [, changes, left = ""] = /^the same call with (\{.*?\})((?: without "\w+")*)$/.exec(line)!;
  const without = [...left.matchAll(/"(\w+)"/g)].map(([, name]) => name!);
  const args = { ...given, ...JSON.parse(changes!) };
  return [tool, Object.fromEntries(Object.entries(args).filter(([name]) => !without.includes(name)))];
}

/** Titles of the appointments on one day. */
async function titleOf(mcp: McpClient, address: string): Promise<string> {
  const day = { after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z" };
  return (await mcp.must("list_events", { address, ...day })).text;
}
