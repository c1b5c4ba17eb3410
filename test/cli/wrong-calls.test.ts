// Wrong commands of a shell: each is refused with what would be right, and that works. DECISIONS Settings and command line
// Long: one table.
import { afterAll, expect, test } from "bun:test";
import { connectedOrNull } from "../../src/cli/client/caller.ts";
import { inShellWords, withCommand, withMessages } from "../../src/cli/client/shell-words.ts";
import { toolMeant } from "../../src/cli/client/tool.ts";
import { CommandError, WrongWord } from "../../src/cli/context.ts";
import { didYouMean, findCommand, readInput, shellLine } from "../../src/cli/index.ts";
import { groupLine, unknownCommand } from "../../src/cli/other-commands.ts";
import { asRun } from "../../src/cli/program-name.ts";
import { messageOf } from "../../src/lib/failure.ts";
import { eachApp } from "../support/app/app.ts";
import { storeKinds } from "../support/app/database.ts";

/** What somebody is told who gives a command that is none. */
function toldUnknown(words: readonly string[]): string {
  const { why, meant } = unknownCommand(words);
  return meant === null ? why : `${why}${didYouMean(shellLine(meant))}`;
}

type Words = string[];
type WrongCommand = readonly [
  name: string,
  wrong: Words,
  says: RegExp,
  right: (found: RegExpExecArray) => Words,
];

/** What a command prints, as the program runs it. */
async function run(words: Words): Promise<{ exitCode: number; text: string }> {
  try {
    const found = findCommand(words);
    if (found === null) throw new CommandError(toldUnknown(words));
    const { command, rest } = found;
    if (!("runClient" in command)) throw new Error(`${command.name} is no command of a client`);
    const output = await command.runClient(
      { ...readInput(command, rest), cwd: import.meta.dir },
      () => undefined,
    );
    return { exitCode: output.exitCode, text: `${output.stdout}${output.stderr ?? ""}` };
  } catch (error) {
    return { exitCode: 2, text: messageOf(await inShellWords(error, connectedOrNull())) };
  }
}

/** The words of a command as a shell parts them. */
function parted(line: string): Words {
  const words = [...line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)];
  return words.map(([, quoted, plain]) => quoted?.replaceAll("'\\''", "'") ?? plain!);
}

/** The command that an answer says, without the program's name. */
const pasted = ([, line]: RegExpExecArray) => parted(line!);
const meantCommand = /^Did you mean: postroom (.*)$/m;
const inAShell = /^In a shell: postroom (.*)$/m;

const before = { ...process.env };
afterAll(() => {
  for (const name of ["POSTROOM_URL", "POSTROOM_KEY"])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
});

test("a wrong word is put right in its own place, and a screen obeys nothing of the others", () => {
  const table: [Words, string | null][] = [
    [["send", "--address", "adda@x", "--to", "adda@x"], "send --address ada@x --to adda@x"],
    [
      ["send", "--to", "adda@x", "--from=adda@x", "--text", "adda@x"],
      "send --to adda@x --from=ada@x --text adda@x",
    ],
    [["inbox", "--address", "adda@x"], "inbox --address ada@x"],
    [["send", "--to", "adda@x", "--text", "adda@x"], null],
    [
      ["send", "--address", "adda@x", "--text", "it's\\ \u001b[31m\u202e"],
      String.raw`send --address ada@x --text $'it\'s\\ \u001b[31m\u202e'`,
    ],
  ];
  for (const [words, meant] of table) {
    const wrong = new WrongWord("None.", "adda@x", "ada@x");
    const { message } = withCommand(wrong, wrong, words) as Error;
    expect(message).toBe(meant === null ? "None." : `None.\nDid you mean: postroom ${meant}`);
  }
});

test("from sources a command stands under the name that works there, and a text to paste as it was", () => {
  const said =
    "postroom reply takes MESSAGE.\nDid you mean: postroom send --text 'postroom read\npostroom inbox'\npostroom inbox";
  expect(asRun(said, "bun main.ts")).toBe(
    "bun main.ts reply takes MESSAGE.\nDid you mean: bun main.ts send --text 'postroom read\npostroom inbox'\nbun main.ts inbox",
  );
  expect(asRun(said, null)).toBe(said);
});

eachApp("wrong commands", (t) => {
  // On one database: what the shell adds to a refusal has none.
  test.skipIf(t.kind !== storeKinds[0])("are answered with the right one, which then works", async () => {
    Object.assign(process.env, { POSTROOM_URL: t.api.base, POSTROOM_KEY: t.api.key! });
    const [own, friend] = [await t.address(), await t.address()];
    const api = t.api;
    await t.mail({ from: friend.email, to: own.email, subject: "Your Order", text: "When does it come?" });
    const [mail] = await api.must<{ id: string; thread_id: string }[]>(
      200,
      api.get(`/messages?identity_id=${own.id}&wait=30`),
    );
    const draft = await api.must<{ id: string }>(
      201,
      api.post("/drafts", { identity_id: own.id, to: "a@far.example" }),
    );
    await api.must(201, api.post("/suppressions", { email: "gone@far.example" }));
    const asks = await t.address();
    await api.must(
      200,
      api.call("PUT", `/identities/${asks.id}/protection`, { outbound: "all", approver: "key" }),
    );
    const held = await api.must<{ id: string }>(
      202,
      api.post("/messages", { from: asks.email, to: own.email, text: "x" }),
    );
    const nowhere = "0197c3d2-7a11-7000-8000-000000000000";
    const of = ["--address", own.email];
    const sent = (...more: Words) => [
      "send",
      "--to",
      "ada@far.example",
      "--subject",
      "x",
      "--text",
      "y",
      ...of,
      ...more,
    ];
    const written = (to: string, ...more: Words) => [
      "send",
      "--to",
      to,
      "--subject",
      "x",
      "--text",
      "y",
      ...of,
      ...more,
    ];
    const answered = (id: string, ...more: Words) => ["reply", id, "--text", "y", ...more];
    const tool = (name: string, args: object) => ["tool", name, JSON.stringify(args)];
    const walk = {
      address: own.email,
      title: "Walk",
      start: "2031-05-05T09:00:00",
      end: "2031-05-05T10:00:00",
    };
    const day = { address: own.email, after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z" };
    const many = Array.from({ length: 51 }, (_, n) => `a${n}@far.example`).join();
    const table: WrongCommand[] = [
      ["an address without its option", ["inbox", own.email], meantCommand, pasted],
      ["an answer without its option", ["reply", mail!.id, "It is sent."], meantCommand, pasted],
      [
        "an address to take from without its option",
        ["next", own.email, "--seconds", "0"],
        meantCommand,
        // Nothing was taken yet, and nothing is acknowledged.
        pasted,
      ],
      [
        "one without its option, which stands behind another one too",
        ["send", own.email, "--address", own.email, "--subject", "x", "--text", "y"],
        meantCommand,
        pasted,
      ],
      ["an email for an id", ["read", own.email], /postroom (search from:\S+), or postroom inbox$/, pasted],
      ["the id of an address", ["read", own.id], /postroom (inbox --address \S+) /, pasted],
      [
        "all and the sender alone",
        answered(mail!.id, "--all", "--sender"),
        /--all and --sender say two things/,
        () => answered(mail!.id),
      ],
      [
        "a lease that is too long",
        ["next", ...of, "--seconds", "0", "--lease", "9000"],
        /--lease must be .* to (600), not 9000/,
        ([, most]) => ["next", ...of, "--seconds", "0", "--lease", most!],
      ],
      [
        "a thread to wait behind",
        ["wait", "--after", mail!.thread_id, "--seconds", "0"],
        /postroom (read \S+)/,
        pasted,
      ],
      [
        "a draft to wait for the decision on",
        ["wait", "--review", held.id, "--seconds", "0"],
        /and postroom (tool list_drafts '.*') lists/,
        ([, line]) => parted(line!.replace("EMAIL", asks.email)),
      ],
      [
        "a text of another program",
        ["send", "--to", "a@far.example", "--subject", "x", "--body", "y", ...of],
        /Did you mean (--text)\?/,
        ([, name]) => ["send", "--to", "a@far.example", "--subject", "x", name!, "y", ...of],
      ],
      [
        "a recipient of another program",
        ["send", "--recipient", "a@far.example", "--subject", "x", "--text", "y", ...of],
        /Did you mean (--to)\?/,
        ([, name]) => ["send", name!, "a@far.example", "--subject", "x", "--text", "y", ...of],
      ],
      [
        "a file of another program",
        sent("--attach", "wrong-calls.test.ts"),
        /Did you mean (--file)\?/,
        ([, name]) => sent(name!, "wrong-calls.test.ts"),
      ],
      [
        "a time of another program",
        sent("--schedule", "tomorrow 9:00"),
        /Did you mean (--at)\?/,
        ([, name]) => sent(name!, "tomorrow 9:00"),
      ],
      [
        "an address of another program",
        ["inbox", "--mailbox", own.email],
        /Did you mean (--address)\?/,
        ([, name]) => ["inbox", name!, own.email],
      ],
      [
        "a tool of another server",
        ["tool", "get_thread", JSON.stringify({ thread: mail!.thread_id })],
        /Did you mean "(\w+)"/,
        ([, name]) => tool(name!, { thread: mail!.thread_id }),
      ],
      [
        "a list of recipients with a scheme",
        written("Ada Lovelace"),
        /Send (\S+@\S+) or/,
        ([, email]) => written(email!),
      ],
      [
        "nobody to write to",
        ["send", "--subject", "x", "--text", "y", ...of],
        /(--to) EMAIL is missing/,
        ([, to]) => ["send", to!, "a@far.example", "--subject", "x", "--text", "y", ...of],
      ],
      [
        "no subject",
        ["send", "--to", "a@far.example", "--text", "y", ...of],
        /(--subject) TEXT is missing/,
        ([, name]) => ["send", "--to", "a@far.example", name!, "x", "--text", "y", ...of],
      ],
      [
        "no text",
        ["send", "--to", "a@far.example", "--subject", "x", ...of],
        /(--text) TEXT/,
        ([, name]) => ["send", "--to", "a@far.example", "--subject", "x", name!, "y", ...of],
      ],
      [
        "a mail that says nothing",
        ["send", "--to", "a@far.example", "--subject", "", "--text", "", ...of],
        /Send (text)/,
        ([, name]) => ["send", "--to", "a@far.example", "--subject", "", `--${name}`, "y", ...of],
      ],
      ["recipients who are none", written("ada at far"), /Send (\S+@\S+) or/, ([, email]) => written(email!)],
      ["a copy to nobody", sent("--cc", "bob"), /Send (\S+@\S+) or/, ([, email]) => sent("--cc", email!)],
      [
        "a blind copy to nobody",
        sent("--bcc", "bob"),
        /Send (\S+@\S+) or/,
        ([, email]) => sent("--bcc", email!),
      ],
      [
        "too many recipients",
        written(many),
        /at most (50)/,
        ([, most]) => written(many.split(",").slice(0, Number(most)).join()),
      ],
      [
        "a suppressed recipient",
        written("gone@far.example"),
        /\((\S+@\S+): suppressed/,
        ([, email]) => ["search", email!],
      ],
      [
        "an address of somebody else",
        ["inbox", "--address", "nobody@elsewhere.example"],
        /Yours are (\S+?),/,
        ([, email]) => ["inbox", "--address", email!],
      ],
      [
        "an address that is misspelt, to write from",
        ["send", "--to", "a@far.example", "--subject", "x", "--text", "y", "--address", `x${own.email}`],
        /Yours are (\S+?),/,
        ([, email]) => [
          "send",
          "--to",
          "a@far.example",
          "--subject",
          "x",
          "--text",
          "y",
          "--address",
          email!,
        ],
      ],
      [
        "a sender of somebody else",
        sent("--from", "bob@elsewhere.example"),
        /postroom (tool list_addresses)/,
        pasted,
      ],
      [
        "no address of several",
        ["inbox"],
        /which one of (\S+?),/,
        ([, email]) => ["inbox", "--address", email!],
      ],
      [
        "no address of several, to write from",
        ["send", "--to", "a@far.example", "--subject", "x", "--text", "y"],
        /(--address) EMAIL which one of (\S+?),/,
        ([, name, email]) => [
          "send",
          "--to",
          "a@far.example",
          "--subject",
          "x",
          "--text",
          "y",
          name!,
          email!,
        ],
      ],
      ["a time that is none", sent("--at", "soon"), /--at.*(tomorrow 9:00)/, ([, at]) => sent("--at", at!)],
      [
        "a time that is too late",
        sent("--at", "in 40 days"),
        /and (\S+Z)\.$/m,
        ([, at]) => sent("--at", at!),
      ],
      [
        "a time that is over",
        sent("--at", "2020-01-01T00:00:00Z"),
        /and (\S+Z)\.$/m,
        ([, at]) => sent("--at", at!),
      ],
      [
        "a file that is not there",
        sent("--file", "report.pdf"),
        /(--file) report\.pdf names no file/,
        ([, name]) => sent(name!, "wrong-calls.test.ts"),
      ],
      [
        "a folder for a file",
        sent("--file", "."),
        /(--file) \. names no file/,
        ([, name]) => sent(name!, "wrong-calls.test.ts"),
      ],
      [
        "an option that is misspelt",
        ["send", "--to", "a@far.example", "--subjekt", "x", "--text", "y", ...of],
        /Did you mean (--\w+)\?/,
        ([, name]) => ["send", "--to", "a@far.example", name!, "x", "--text", "y", ...of],
      ],
      [
        "an option of another program",
        ["wait", "--timeout", "1", ...of],
        /(--seconds) N/,
        ([, name]) => ["wait", name!, "0", ...of],
      ],
      [
        "an option without its value",
        ["inbox", "--address"],
        /(--address) EMAIL/,
        ([, name]) => ["inbox", name!, own.email],
      ],
      [
        "a recipient without its option",
        ["send", "ada@far.example", "--subject", "x", "--text", "y", ...of],
        /send (--to) EMAIL/,
        ([, name]) => ["send", name!, "ada@far.example", "--subject", "x", "--text", "y", ...of],
      ],
      ["a thread where a message is answered", answered(mail!.thread_id), /postroom (read \S+)/, pasted],
      ["nothing to answer", ["reply", "--text", "y"], /takes (MESSAGE)/, () => answered(mail!.id)],
      [
        "an answer without words",
        ["reply", mail!.id],
        /(--text) TEXT/,
        ([, name]) => ["reply", mail!.id, name!, "y"],
      ],
      [
        "an answer to a draft",
        answered(draft.id),
        /postroom (tool list_drafts '.*')/,
        ([, line]) => parted(line!.replace("EMAIL", own.email)),
      ],
      ["an answer to nothing", answered(nowhere), /postroom (inbox)/, ([, name]) => [name!, ...of]],
      [
        "an answer to a subject",
        answered("Your Order"),
        /postroom (search) /,
        ([, name]) => [name!, "Your Order"],
      ],
      [
        "an answer from somebody else's address",
        answered(mail!.id, "--from", "bob@elsewhere.example"),
        /postroom (tool list_addresses)/,
        pasted,
      ],
      ["nothing to read", ["read"], /takes (THREAD\|MESSAGE)/, () => ["read", mail!.thread_id]],
      ["a mail that is not there", ["read", nowhere], /postroom (inbox)/, ([, name]) => [name!, ...of]],
      [
        "a draft to read",
        ["read", draft.id],
        /postroom (tool list_drafts '.*')/,
        ([, line]) => parted(line!.replace("EMAIL", own.email)),
      ],
      [
        "a subject to read",
        ["read", "Your Order"],
        /postroom (search) /,
        ([, name]) => [name!, "Your Order"],
      ],
      [
        "an option of the inbox that is misspelt",
        ["inbox", "--unred", ...of],
        /Did you mean (--\w+)\?/,
        ([, name]) => ["inbox", name!, ...of],
      ],
      ["a folder of the inbox", ["inbox", "spam", ...of], /takes no arguments/, () => ["inbox", ...of]],
      [
        "a lease in words",
        ["next", "--lease", "soon", "--seconds", "0"],
        /--lease takes a whole number, such as (\d+)/,
        ([, lease]) => ["next", "--lease", lease!, "--seconds", "0"],
      ],
      [
        "a lease that is too long",
        ["next", "--lease", "9999", "--seconds", "0"],
        /--lease.*to (\d+)/,
        ([, lease]) => ["next", "--lease", lease!, "--seconds", "0"],
      ],
      [
        "a begin that is none",
        ["next", "--begin", "later", "--seconds", "0"],
        /--begin takes (start) or now/,
        ([, begin]) => ["next", "--begin", begin!, "--seconds", "0"],
      ],
      [
        "a wait that is too long",
        ["next", "--seconds", "300"],
        /--seconds.*to (\d+)/,
        () => ["next", "--seconds", "0"],
      ],
      [
        "an ack that is too long",
        ["next", "--ack", "x".repeat(65), "--seconds", "0"],
        /--ack.* at most (\d+)/,
        ([, most]) => ["next", "--ack", "x".repeat(Number(most)), "--seconds", "0"],
      ],
      [
        "what is next for somebody else",
        ["next", "--address", "nobody@elsewhere.example"],
        /postroom (tool list_addresses)/,
        pasted,
      ],
      [
        "seconds in words",
        ["wait", "--seconds", "soon"],
        /--seconds takes a number, such as (\d+)/,
        () => ["wait", "--seconds", "0", ...of],
      ],
      [
        "mail after no time",
        ["wait", "--after", "whenever", "--seconds", "0"],
        /--after.* such as (\d{4}-\S+Z)/,
        ([, time]) => ["wait", "--after", time!, "--seconds", "0"],
      ],
      [
        "a review that is none",
        ["wait", "--review", nowhere, "--seconds", "0"],
        /postroom (tool list_drafts '.*')/,
        ([, line]) => parted(line!.replace("EMAIL", own.email)),
      ],
      [
        "mail of somebody else's address",
        ["wait", "--address", "nobody@elsewhere.example", "--seconds", "0"],
        /Yours are (\S+?),/,
        ([, email]) => ["wait", "--address", email!, "--seconds", "0"],
      ],
      [
        "an operator that is misspelt",
        ["search", "form:ada"],
        /did you mean "(\w+:)"/,
        ([, operator]) => ["search", `${operator}ada`],
      ],
      [
        "a day that is none",
        ["search", "before:soon"],
        /a day, (\d{4}-\d\d-\d\d),/,
        ([, when]) => ["search", `before:${when}`],
      ],
      ["no words", ["search", ""], /(WORDS)/, () => ["search", "order"]],
      ["nothing to search for", ["search"], /takes (WORDS)/, () => ["search", "order"]],
      ["words without quotes", ["search", "your", "order"], meantCommand, pasted],
      [
        "a kind of event that is none",
        ["events", "--type", "message.recieved"],
        /one of (message\.received), /,
        ([, type]) => ["events", "--type", type!],
      ],
      [
        "a tool that is misspelt",
        ["tool", "find_tme"],
        /Did you mean "(\w+)"/,
        ([, name]) => tool(name!, day),
      ],
      [
        "arguments that are no JSON",
        ["tool", "list_threads", "unread"],
        inAShell,
        (found) => [...pasted(found).slice(0, 2), JSON.stringify({ address: own.email })],
      ],
      [
        "an argument as other programs take it",
        ["tool", "list_threads", `address=${own.email}`],
        inAShell,
        pasted,
      ],
      ["arguments that are a list", ["tool", "list_addresses", "[]"], inAShell, pasted],
      ["an argument that is misspelt", tool("list_threads", { adress: own.email }), inAShell, pasted],
      [
        "a tool for somebody else",
        tool("list_threads", { address: "nobody@elsewhere.example" }),
        inAShell,
        pasted,
      ],
      ["a thread for a message", tool("find_codes", { message: mail!.thread_id }), inAShell, pasted],
      ["held mail to send", tool("send_draft", { draft: held.id }), inAShell, pasted],
      [
        "arguments without their quotes",
        ["tool", "save_draft", `{address:${own.email},to:[a@far.example],subject:x,text:y}`],
        inAShell,
        pasted,
      ],
      ["held mail to change", tool("save_draft", { draft: held.id, text: "z" }), inAShell, pasted],
      [
        "an event that ends first",
        tool("create_event", { ...walk, start: walk.end, end: walk.start }),
        inAShell,
        pasted,
      ],
      ["a zone that is a town", tool("create_event", { ...walk, timezone: "Berlin" }), inAShell, pasted],
      ["minutes that are too few", tool("find_time", { ...day, minutes: 2 }), inAShell, pasted],
      [
        "a file that is too large",
        tool("send_mail", {
          address: own.email,
          to: "a@far.example",
          subject: "It's",
          text: "y",
          new_files: [{ name: "a.txt", text: "x".repeat(300_000) }],
        }),
        inAShell,
        pasted,
      ],
    ];
    // As other programs name their commands and options: each answer is a whole line to paste.
    const elsewhere: readonly Words[] = [
      ["send", "-t", "ada@far.example", "-s", "x", "-m", "y", ...of],
      ["send", "ada@far.example", "Subject", "a text", ...of],
      sent("--attachment", "wrong-calls.test.ts"),
      sent("--send-at", "tomorrow 9:00"),
      sent("--delay", "1h"),
      ["send", "--to", "ada@far.example", "--subject", "x", "--html", "<p>y</p>", ...of],
      ["emails", "send", "--to", "ada@far.example", "--subject", "x", "--text", "y", ...of],
      ["send-email", "--to", "ada@far.example", "--subject", "x", "--body", "y", ...of],
      ["messages", "list", ...of],
      ["threads", "list", "--limit", "5", ...of],
      ["list", ...of],
      ["inboxes", "list"],
      ["whoami"],
      ["inbox", "--limit", "5", ...of],
      ["inbox", "--label", "work", ...of],
      ["inbox", "--folder", "spam", ...of],
      ["inbox", "--adress", own.email],
      ["inbox", "--unread", "true", ...of],
      ["search", "--query", "order"],
      ["search", "-q", "order"],
      ["search", "order", "--from", "ada@far.example"],
      ["search", "order", "--since", "2026-01-31", "--limit", "5"],
      ["find", "order"],
      ["get", mail!.id],
      ["show", mail!.id],
      ["messages", "get", mail!.id],
      ["read", mail!.thread_id, "--format", "json"],
      ["read", "-o", "json", mail!.id],
      ["read", "--id", mail!.id],
      ["reply", mail!.id, "--body", "y"],
      ["reply", "--message-id", mail!.id, "--text", "y"],
      ["reply-all", mail!.id, "--text", "y"],
      ["forward", mail!.id, "--to", "ada@far.example"],
      ["mark-read", mail!.id],
      ["archive", mail!.id],
      ["label", mail!.id, "work"],
      ["wait", "--timeout", "0s", ...of],
      ["wait", "--since", "5m", "--seconds", "0", ...of],
      ["next", "--from-address", "nobody@far.example", "--seconds", "0"],
      ["next", "--limit", "5", "--seconds", "0", "--from", "nobody@far.example"],
      ["events", "--event", "message.received"],
      ["events", "list", "--types", "message.received,message.sent"],
      ["tool", "list_threads", "--address", own.email, "--unread"],
      ["tool", "--name", "list_addresses"],
      ["list_threads", JSON.stringify({ address: own.email })],
      ["delete", mail!.id],
    ];
    for (const words of elsewhere) table.push([words.join(" "), words, meantCommand, pasted]);
    expect(table.length).toBeGreaterThanOrEqual(120);
    await t.api.must(201, t.api.post("/labels", { identity_id: own.id, name: "work" }));
    const wrongs: unknown[] = [];
    for (const [name, wrong, says, right] of table) {
      const { exitCode, text } = await run(wrong);
      const found = says.exec(text);
      if (exitCode === 0 || found === null) {
        wrongs.push([name, exitCode, text.slice(0, 700)]);
        continue;
      }
      // Waiting for what does not come takes its time.
      const words = right(found).map((word) => word.replace('"seconds":10', '"seconds":0'));
      const answer = await run(words);
      // Nothing came in time, and a person must allow it, are answers too.
      if (![0, 3, 4].includes(answer.exitCode)) wrongs.push([name, words, answer.text.slice(0, 500)]);
    }
    expect(wrongs).toEqual([]);
  });
});

test("what only a person does, and what lacks something, is no line to paste", () => {
  for (const words of [
    ["approve", "x"],
    ["forward", "x"],
    ["webhooks", "list"],
    ["label", "x"],
    ["frobnicate"],
  ])
    expect([words, meantCommand.test(toldUnknown(words))]).toEqual([words, false]);
  expect(toldUnknown(["approve", "x"])).toContain("Needs you");
});

const one = "0197c3d2-7a11-7000-8000-000000000001";
const another = "0197c3d2-7a11-7000-8000-000000000002";

/** The line that an answer to the words shows to paste. */
function shownFor(words: Words): string | undefined {
  const found = findCommand(words);
  let text = "";
  try {
    if (found === null) text = toldUnknown(words);
    else readInput(found.command, found.rest);
  } catch (error) {
    text = messageOf(error);
  }
  return meantCommand.exec(text)?.[1];
}

test("a line that would do more, less or something else is not shown", () => {
  expect(shownFor(["webhooks", "create", "--url", "https://hooks.x.example/h"])).toBeUndefined();
  const ofLetter = (...more: Words) => [
    "send",
    "--to",
    "a@x.example",
    "--subject",
    "s",
    "--text",
    "t",
    ...more,
  ];
  const table: readonly Words[] = [
    // How much is asked of what drops, releases or goes on.
    ["queue", "release", "--all", "--limit", "5"],
    ["queue", "drop", "--domain", "x.example", "--limit", "1"],
    ["queue", "retry", "--all", "--max", "3"],
    ["queue", "drop", "--domain", "x.example", "all"],
    ["cluster", "rebalance", "--all", "--max", "1"],
    ["inbox", "--page", "2"],
    ["events", "--follow", "--limit", "1"],
    // A letter that goes on without what was asked of it.
    ofLetter("--signature", "default"),
    ofLetter("--signature", "~/.signature"),
    ofLetter("--body-file", "letter.txt"),
    ofLetter("-b", "ask b@x.example"),
    ["send", "--to", "a@x.example", "--subject", "s", "--body-file", "page.html"],
    ["agents", "remove"],
    ["forward", one, "--to", "a@x.example", "--at", "tomorrow 9:00"],
    ["forward", one, "--to", "a@x.example", "--bcc", "b@x.example"],
    ["forward", one, "--to", "a@x.example", "--draft"],
    ["forward", one, "--to", "a@x.example", "--to", "b@x.example"],
    ["forward", one, "--to", "a@x.example", "b@x.example"],
    ["forward", "draft", one, "--to", "a@x.example"],
    // A switch that says no, or has a value.
    ["reply", one, "--text", "t", "--reply-all=false"],
    ofLetter("--md=false"),
    ["events", "--watch=false"],
    ["inbox", "--unread=false"],
    ["send", "--to", "a@x.example", "--subject", "s", "--html=page.html"],
    // Two options are equally near.
    ofLetter("--bc", "boss@x.example"),
    ["send", "--to", "a@x.example", "--subject", "s", "-b", "secret@x.example"],
    // No form of the answer.
    ofLetter("--output", "draft"),
    ["export", "a@x.example", "folder", "--output", "x.mbox"],
    ["read", one, "--format", "table"],
    // Two values of one.
    ["tool", "send_mail", "to=a@x.example", "to=b@x.example"],
    ["tool", "send_mail", "--to", "a@x.example", "--to", "b@x.example"],
    ofLetter("--message", "u"),
    ["search", "--from", "a@x.example", "--from", "b@x.example"],
    // Words that are no ids, and words left over.
    ["trash", one, "x"],
    ["delete", "draft", one],
    ["archive", "all"],
    ["messages", "delete", one, "--dry-run"],
    ["label", one, "work", "urgent"],
    ["show", "inbox"],
    // Another verb than the one that is known.
    ["webhooks", "delete", "http://localhost:1/x"],
    ["webhooks", "create", "http://localhost:1/x", "--events", "message.sent"],
    ["reviews", "approve", one],
    ["drafts", "approve", one],
    ["drafts", "send", "x"],
    ["drafts", "delete", one],
    ["drafts", "create", "--body"],
    ["drafts", "create", "--to", "a@x.example", "--note", "x"],
    ["calendar", "add", "Lunch"],
    ["users", "remove", "x"],
    ["download", "report.pdf"],
    ["attachments", "delete", one],
    // People that are none, a text of which nobody knows what it is, and what would leave at once.
    ["send", "--recipient", "Ada", "--subject", "s", "--text", "t"],
    ["send", "--to", "a@x.example", "one", "two", "three"],
    ["send", "--to", "a@x.example", "--subject", "s", "--body", "t", "--message-id", one],
    ["schedule", "--to", "a@x.example", "--subject", "s", "--text", "t"],
    ["email", "--to", "a@x.example", "--subject", "s"],
    ["move", one, "--to", "nowhere"],
    ["tag", "+work", "+later", one],
    ["keys", "frobnicate", one],
    // Filters that are no number of results, a switch that says no, seconds that are none.
    ["inbox", "--max-age", "7"],
    ["search", "x", "--size", "5M"],
    ["inbox", "--read", "false"],
    ["next", "--for", "a@x.example"],
    // JSON that is not all options is no person and no text.
    ["send", '{"to":"a@x.example","subject":"s","text":"t","draft":false}'],
    ["send", "--to", "a@x.example", "--subject", "s", '{"text":"t","html":false}'],
    // Nothing is written with what says nothing, and a template has its own subject.
    ["send", "--recipient", "a@x.example", "--subject", "s", "--text", ""],
    ["schedule", "--to", "a@x.example", "--subject", "s", "--text", "t", "--at", ""],
    ["send", "--to", "a@x.example", "--subject", "s", "--dry-run"],
    ["sendmail", "a@x.example"],
    ["drafts", "create", "--body", ""],
    ["send", "--template", "Welcome", "--to", "a@x.example", "hello"],
    // No folder has the name of a verb, an option is no tag, and a label is not read.
    ["accept", one],
    ["cancel", one],
    ["label", "-i", one],
    ["unlabel", one, "+work"],
    ["label", "message", one],
    // Not a whole command.
    ["reply", "--body", "y"],
    ["send", "--body", "y"],
    ["reply", one, "--body", "y", "z", "w"],
  ];
  expect(table.map((words) => [words, shownFor(words)])).toEqual(table.map((words) => [words, undefined]));
  expect(toldUnknown(["reviews", "approve", one])).toContain(`postroom wait --review ${one}`);
  expect(toldUnknown(["accept", one])).not.toContain("Needs you");
});

test("what is said of several, in quotes, or under another name of ours is kept in the line", () => {
  const letter = ["--to", "a@x.example", "--subject", "s", "--text", "t"];
  const table: readonly (readonly [Words, string])[] = [
    [["trash", one, another], `tool organize '{"messages":["${one}","${another}"],"folder":"trash"}'`],
    [
      ["forward", one, "a@x.example", "b@x.example", "--body", "y"],
      `tool forward '{"message":"${one}","to":["a@x.example","b@x.example"],"text":"y"}'`,
    ],
    [
      ["forward", one, "--recipient", "a@x.example", "--content", "y"],
      `tool forward '{"message":"${one}","to":["a@x.example"],"text":"y"}'`,
    ],
    [
      ["drafts", "create", "--recipients", "a@x.example", "--title", "s", "--message", "y"],
      `tool save_draft '{"to":"a@x.example","subject":"s","text":"y"}'`,
    ],
    // A text in a file, below its signature, and options that no mail here has.
    [["send", ...letter.slice(0, 4), "-b", "t"], "send --to a@x.example --subject s --text t"],
    [
      ["send", ...letter, "-b", "b@x.example"],
      "send --to a@x.example --subject s --text t --bcc b@x.example",
    ],
    [
      ["send", ...letter.slice(0, 4), "--text-file", "./my letter.txt"],
      "send --to a@x.example --subject s --stdin < './my letter.txt'",
    ],
    [["reply", one, "--body-file=letter.txt"], `reply ${one} --stdin < letter.txt`],
    [
      ["send", ...letter, "--signature", "Ann's"],
      String.raw`send --to a@x.example --subject s --text $'t\n\nAnn\'s'`,
    ],
    [["send", ...letter, "--reply-to", "b@x.example"], "send --to a@x.example --subject s --text t --draft"],
    [["send", ...letter, "--importance", "high"], "send --to a@x.example --subject s --text t"],
    [["next", "--timeout-ms", "1500"], "next --seconds 2"],
    [["read", one, "--full"], `read ${one}`],
    [["ack", "abc"], "next --ack abc"],
    [["schedule", one, "tomorrow 9:00"], `tool send_draft '{"draft":"${one}","at":"tomorrow 9:00"}'`],
    [["draft", "cancel", one], `tool send_draft '{"draft":"${one}","cancel":true}'`],
    [["attachments", one], `read ${one}`],
    [
      ["availability", "--from", "today", "--to", "friday", "--with", "a@x.example"],
      `tool find_time '{"after":"today","before":"friday","people":["a@x.example"]}'`,
    ],
    [["search", "x", "--recipient", "a@x.example"], "search 'x to:a@x.example'"],
    [["search", "--subject", "two words"], `search 'subject:"two words"'`],
    [["queue", "list", "--max", "5"], "queue list --limit 5"],
    [["reply", one, "--reply-all=true", "--text", "y"], `reply ${one} --all --text y`],
    [["read", one, "--format", "text"], `read ${one}`],
    [["tool", "list_threads", "--unread", "--json"], `tool list_threads '{"unread":true}' --json`],
    [["attachments", "list"], "search has:attachment"],
    [["download", one], `tool read_attachment '{"attachment":"${one}"}'`],
    [["send", "to=a@x.example", "subject=s", "text=y"], "send --to a@x.example --subject s --text y"],
    [
      ["send", "--to", "a@x.example", "--subject", "s", "--body", "y", "--draft"],
      "send --to a@x.example --subject s --text y --draft",
    ],
    [
      ["send", "--to", "a@x.example", "--subject", "s", "--text", "y", "--attachment", "a.txt", "--draft"],
      "send --to a@x.example --subject s --text y --file a.txt --draft",
    ],
    [
      ["draft", "--to", "a@x.example", "--subject", "s", "--body", "y"],
      "send --draft --to a@x.example --subject s --text y",
    ],
    [
      ["mail", "--to", "a@x.example", "--subject", "s", "--text", "y"],
      "send --to a@x.example --subject s --text y",
    ],
    [
      ["send", "--to", "a@x.example", "--subject", "s", "--text", "y", "--in-reply-to", one],
      `tool reply '{"message":"${one}","text":"y","preview":true}'`,
    ],
    [["next", "--since", "5m", "--seconds", "1"], "wait --after '5 minutes ago' --seconds 1"],
    [["inbox", "archive", "--unread"], "search 'in:archive is:unread'"],
    [["wait", "--thread", one, "--seconds", "60"], `tool whats_next '{"thread":"${one}","seconds":55}'`],
    [["search", "two", "words", "--address", "a@x.example"], "search 'two words' --address a@x.example"],
    [["list"], "search in:inbox --threads"],
    [["send", "--to", "a@x.example", "-m", "y"], "send --to a@x.example --text y --subject ''"],
    [["export", "a@x.example"], "export a@x.example ./a@x.example.jsonl"],
    [["inbox", "-u"], "inbox --unread"],
    [
      ["send", "--to", "a@x.example", "--subject", "s", "--html", "<b>y</b>"],
      "send --to a@x.example --subject s --html --text '<b>y</b>'",
    ],
    [["get", "message", one], `read ${one}`],
    [["reply", "--to", one, "--text", "y"], `reply ${one} --text y`],
    [["listen", "--port", "4000"], "listen --forward http://localhost:4000"],
    [["login", "http://x.example", "pr_abc"], "login http://x.example --stdin"],
    [["address", "create", "a@x.example"], "identities create a@x.example"],
    [["mcp", "install", "cursor"], "agents setup cursor --write"],
    [["list-messages", "--max-items", "5"], "inbox"],
    [["inboxes:messages", "get", one], `read ${one}`],
    [["gh", "message", "view", one, "--json", "id,subject"], `read ${one} --json`],
    [["message", "reply", one, "On my way"], `reply ${one} --text 'On my way'`],
    [["create", "key", "ci"], "keys create --name ci"],
    [["domain", "list"], "domains list"],
    [["inbox", "--from", "a@x.example", "--unread"], "search 'in:inbox from:a@x.example is:unread'"],
    [["search", "mail", "--from", "a@x.example"], "search from:a@x.example"],
    [
      ["send", "--to", "a@x.example", "--subject", "s", "--body", "-"],
      "send --to a@x.example --subject s --stdin",
    ],
    [
      ["send", '{"to":["a@x.example"],"subject":"s","body":"t"}'],
      "send --to a@x.example --subject s --text t",
    ],
    [
      ["send", "-to", "a@x.example", "-subject", "s", "-body", "t"],
      "send --to a@x.example --subject s --text t",
    ],
    [
      ["send", "--to-email", "a@x.example", "--sub", "s", "--body-text", "t"],
      "send --to a@x.example --subject s --text t",
    ],
    [["mail", "-s", "s", "a@x.example", "-m", "t"], "send --subject s --text t --to a@x.example"],
    [["reply", `{"message_id":"${one}","text":"t"}`], `reply ${one} --text t`],
    // A draft of a mail is a draft, and an answer as a draft does not leave.
    [
      ["draft", "mail", "--to", "a@x.example", "--subject", "s", "--body", "t"],
      "send --draft --to a@x.example --subject s --text t",
    ],
    [
      ["drafts:messages", "create", "--to", "a@x.example", "--body", "t"],
      `tool save_draft '{"to":"a@x.example","text":"t"}'`,
    ],
    [["draft", "reply", one, "--body", "t"], `reply ${one} --draft --text t`],
    [["pending", "mails"], "tool list_drafts '{}'"],
    [["message", "label", one, "work"], `tool organize '{"messages":["${one}"],"label":"work"}'`],
    [
      ["send", "--to", "a@x.example", "--subject", "s", "mail"],
      "send --to a@x.example --subject s --text mail",
    ],
    [
      ["send", "--to", "a@x.example", "--subject", "s", "--html", "-"],
      "send --to a@x.example --subject s --html --stdin",
    ],
    [["mutt", "-s", "s", "a@x.example"], "send --subject s --stdin --to a@x.example"],
    [["drafts", "send", one], `tool send_draft '{"draft":"${one}"}'`],
    [["tag", "+work", "-unread", one], `tool organize '{"messages":["${one}"],"label":"work","read":true}'`],
    [["move", one, "--to", "archive"], `tool organize '{"messages":["${one}"],"folder":"archive"}'`],
    [
      ["calendar", "add", "--title", "Sync", "--from", "tomorrow 9:00", "--until", "tomorrow 10:00"],
      `tool create_event '{"title":"Sync","start":"tomorrow 9:00","end":"tomorrow 10:00"}'`,
    ],
    [
      ["schedule", ...letter, "--at", "tomorrow 9:00"],
      "send --to a@x.example --subject s --text t --at 'tomorrow 9:00'",
    ],
    [
      ["sned", "--to", "a@x.example", "--subject", "s", "--text", "y"],
      "send --to a@x.example --subject s --text y",
    ],
  ];
  expect(groupLine(["keys", "new", "ci"])).toBe("keys create --name ci");
  expect(groupLine(["identities", "add", "a@x.example"])).toBe("identities create a@x.example");
  expect(groupLine(["hold", "put", "a@x.example"])).toBe("hold set a@x.example");
  expect(groupLine(["keys", "frobnicate", "ci"])).toBeNull();
  expect(() =>
    readInput(findCommand(["send"])!.command, ["--to", "a@x.example", "--subject", "a", "--subject", "b"]),
  ).toThrow("--subject has two values: 'a' and 'b'. Give one.");
  expect(table.map(([words]) => [words, shownFor(words)])).toEqual(table.map((row) => [...row]));
});

test("a command that is none may be a call of a tool, where the line has all that was said", async () => {
  const table: readonly (readonly [Words, string | null])[] = [
    [["find-codes", "--message", one], `find_codes {"message":"${one}"}`],
    [["otp", one], `find_codes {"message":"${one}"}`],
    [
      ["list-events", "--after", "today", "--before", "in 3 days"],
      `list_events {"after":"today","before":"in 3 days"}`,
    ],
    [["mark", one, "read"], `organize {"read":true,"messages":"${one}"}`],
    [["mark", one, "--as", "unread"], null],
    [["mark", one], null],
    [
      ["free-busy", "--from", "tomorrow 9:00", "--to", "17:00"],
      `find_time {"after":"tomorrow 9:00","before":"17:00"}`,
    ],
    [["add", "--title", "Sync", "--when", "tomorrow 9:00"], null],
    [["frobnicate", one], null],
    [["find-codes", one, another], null],
    // What writes has something to write, and a draft that is to leave is not changed instead.
    [["save-draft", "--text", ""], null],
    [["drafts", "send", one, "--to", "a@x.example"], null],
    [["accept", one], `answer_invitation {"answer":"accepted","event":"${one}"}`],
  ];
  for (const [words, meant] of table)
    expect([words, (await toolMeant(words))?.slice(1).join(" ") ?? null]).toEqual([words, meant]);
});

test("a run takes as many files as a shell names", () => {
  const { command, rest } = findCommand([
    "sandbox",
    "run",
    "a.yaml",
    "b.yaml",
    "ready:codes",
    "--agent",
    "true",
  ])!;
  expect(readInput(command, rest).positionals).toEqual(["a.yaml", "b.yaml", "ready:codes"]);
  expect(() => readInput(command, ["--agent", "true"])).toThrow("takes SCENARIOS…");
});

test("what goes on for ever is shown with where it leads", () => {
  const said = (words: Words) => {
    try {
      const { command, rest } = findCommand(words)!;
      return JSON.stringify(readInput(command, rest));
    } catch (error) {
      return meantCommand.exec(messageOf(error))?.[1];
    }
  };
  expect(said(["events", "follow"])).toBe("events --follow");
  expect(said(["listen", "4000"])).toBe("listen --forward http://localhost:4000");
  expect(said(["listen", "--forward-to", "http://localhost:4000/hook"])).toBe(
    "listen --forward http://localhost:4000/hook",
  );
  expect(meantCommand.exec(toldUnknown(["webhooks", "create", "--url", "http://localhost:1/x"]))?.[1]).toBe(
    "listen --forward http://localhost:1/x",
  );
  expect(meantCommand.exec(toldUnknown(["tail"]))?.[1]).toBe("events --follow");
});

eachApp("recipients of a shell", (t) => {
  test.skipIf(t.kind !== storeKinds[0])("an option that is given again adds to what it named", async () => {
    Object.assign(process.env, { POSTROOM_URL: t.api.base, POSTROOM_KEY: t.api.key! });
    const own = await t.address();
    const words = ["send", "--subject", "x", "--text", "y", "--address", own.email, "--json"];
    const people = ["--to", "a@far.example", "--to", "b@far.example,c@far.example", "--cc", "d@far.example"];
    const { text } = await run([...words, ...people, "--cc", "e@far.example"]);
    const { id } = JSON.parse(text) as { id: string };
    const { to, cc } = await t.api.must<Record<string, { email: string }[]>>(
      200,
      t.api.get(`/messages/${id}`),
    );
    const emails = (some?: { email: string }[]) => some?.map(({ email }) => email[0]);
    expect([emails(to), emails(cc)]).toEqual([
      ["a", "b", "c"],
      ["d", "e"],
    ]);
  });
});

eachApp("threads of a shell", (t) => {
  test.skipIf(t.kind !== storeKinds[0])(
    "what lies in the trash or in spam is moved by its id alone",
    async () => {
      Object.assign(process.env, { POSTROOM_URL: t.api.base, POSTROOM_KEY: t.api.key! });
      const [own, friend] = [await t.address(), await t.address()];
      const ids: string[] = [];
      let thread = "";
      for (const number of [1, 2, 3]) {
        await t.mail({ from: friend.email, to: own.email, subject: "Re: Moves", text: `${number}` });
        const [mail] = await t.api.must<{ id: string; thread_id: string }[]>(
          200,
          t.api.get(`/messages?identity_id=${own.id}&is_read=false&wait=30`),
        );
        await t.api.must(200, t.api.patch(`/messages/${mail!.id}`, { is_read: true }));
        ids.push(mail!.id);
        thread = mail!.thread_id;
      }
      const [stays, thrown, unwanted] = ids as [string, string, string];
      const meant = async (change: object) => {
        const words = ["tool", "organize", JSON.stringify({ messages: [thread], ...change })];
        const found = await withMessages(words, connectedOrNull());
        return found && (JSON.parse(found[2]!) as { messages: string[] }).messages.toSorted();
      };
      expect(await meant({ folder: "archive" })).toEqual(ids.toSorted());
      await t.api.must(200, t.api.patch(`/messages/${thrown}`, { folder: "trash" }));
      await t.api.must(200, t.api.patch(`/messages/${unwanted}`, { is_spam: true }));
      expect(await meant({ folder: "archive" })).toEqual([stays]);
      expect(await meant({ folder: "trash" })).toEqual([stays]);
      await t.api.must(200, t.api.patch(`/messages/${stays}`, { folder: "trash" }));
      // Nothing of it is left to be moved, unless it is taken out.
      expect(await meant({ folder: "archive" })).toBeNull();
      expect(await meant({ folder: "inbox" })).toEqual(ids.toSorted());
    },
  );
});

test("words of a search begin with a hyphen, too", () => {
  const positionals = (...words: string[]) => {
    const { command, rest } = findCommand(words)!;
    return readInput(command, rest).positionals;
  };
  expect(positionals("search", "-is:read from:ada", "--json")).toEqual(["-is:read from:ada"]);
  expect(positionals("search", "--", "-draft")).toEqual(["-draft"]);
  expect(positionals("search", "--json", "--", "-draft")).toEqual(["-draft"]);
  expect(() => positionals("search", "a", "-draft", "or", "b")).toThrow("search 'a -draft or b'");
  expect(() => positionals("search", "a", "-json")).toThrow("--json");
  expect(() => positionals("search", "-v", "x")).toThrow("Unknown option");
});
