// Scenarios as files, their checks and their reports: what does not need a world.

import { describe, expect, test } from "bun:test";
import { writeLetter } from "../../../src/sandbox/residents/world-letter.ts";
import { failureOf } from "../../../src/sandbox/scenarios/checks.ts";
import type { Outcome, PassedMail } from "../../../src/sandbox/scenarios/outcome.ts";
import { readScenario, ScenarioError } from "../../../src/sandbox/scenarios/read-scenarios.ts";
import { reportFormats, reportOf, summaryOf } from "../../../src/sandbox/scenarios/report.ts";
import type { ScenarioResult } from "../../../src/sandbox/scenarios/run-scenario.ts";
import type { Check } from "../../../src/sandbox/scenarios/scenario.ts";
import { secretIn } from "../../../src/sandbox/scenarios/secrets.ts";
import { readWorldMail } from "../../../src/sandbox/world-mail.ts";

const yaml = `name: first
world:
  residents:
    - ada@lovelace.example
    # somebody of our own
    - address: bob@shop.example
      name: Bob
      kind: person
      rules:
        - when: { text: price }
          text: 412
          after: 3h
task: Ask Bob
steps:
  - { from: bob@shop.example, subject: Hi }
  - advance: 3h
  - agent: run
expect:
  - sent: { to: bob@shop.example }
`;

describe("a file", () => {
  const wrong = (text: string, file = "one.yaml") => {
    try {
      readScenario(text, file);
    } catch (error) {
      if (error instanceof ScenarioError) return error.message;
      throw error;
    }
    return null;
  };

  test("has a world in which nobody lives where it names nobody", () => {
    const short =
      "name: hello\ntask: Say hello to ada@shop.example.\nexpect: [{ sent: { to: ada@shop.example } }]";
    expect(readScenario(short, "one.yaml").world).toEqual({ residents: [] });
    const seeded = readScenario(`${short}\nworld: { seed: 4 }`, "one.yaml");
    expect(seeded.world).toEqual({ seed: 4, residents: [] });
    expect(wrong(`${short}\nworld: { residents: [signup@service.example] }`)).toMatch(
      /: nobody who is ready has the address signup@service\.example\. Ready: .{20}/,
    );
  });

  test("that is wrong is refused with its name, line and field", () => {
    const right = yaml.replace("text: 412", "text: The price is 412");
    expect(wrong(right)).toBeNull();
    // A person with its address as the name.
    expect(wrong(right.replace(/^ +(?:name: Bob|kind: person).*\n/gm, ""))).toBeNull();
    const sent = "sent: { to: bob@shop.example }";
    const changes: [string, string, RegExp][] = [
      ["The price is 412", "412", /^one\.yaml:11: world\.residents\[1\]\.rules\[0\]\.text: 412: /],
      [
        "advance: 3h",
        "advance: 3 hours",
        /^one\.yaml:16: steps\[1\]\.advance: "3 hours": write a time such as 30m/,
      ],
      [
        "kind: person",
        "kind: persona",
        /^one\.yaml:8: world\.residents\[1\]\.kind: "persona": it is one of person, service/,
      ],
      [
        "name: Bob",
        "nmae: Bob",
        /^one\.yaml:7: world\.residents\[1\]\.nmae: there is no such field; is it name\?$/,
      ],
      ["task: Ask Bob", "", /^one\.yaml:1: task: it is missing$/],
      [
        "- ada@lovelace.example",
        "- adam@lovelace.example",
        /^one\.yaml:4: world\.residents\[0\]: nobody who is ready has the address adam@lovelace\.example\. Ready: ada@lovelace\.example\./,
      ],
      ["{ from: bob@", "{ from: eve@", /^one\.yaml:15: steps\[0\]\.from: eve@shop\.example is none/],
      [
        "{ from: bob@shop.example, subject: Hi }",
        "begin: ada@lovelace.example",
        /^one\.yaml:15: steps\[0\]\.begin: ada@lovelace\.example begins nothing by itself; write \{ from: /,
      ],
      [
        "world:",
        "world:\n  agent: { protection: { outbound: some } }",
        /^one\.yaml:3: world\.agent\.protection\.outbound: "some": it is one of off, new_recipients, all/,
      ],
      [
        sent,
        "event: { status: moved }",
        /^one\.yaml:19: expect\[0\]\.event\.status: "moved": it is one of confirmed/,
      ],
      [
        sent,
        "event: { answer: yes }",
        /^one\.yaml:19: expect\[0\]\.event\.answer: "yes": it is one of needs-action, accepted/,
      ],
      [
        "sent: { to",
        "sent: { too",
        /^one\.yaml:19: expect\[0\]\.sent\.too: there is no such field; is it to\?$/,
      ],
      ["name: first", "name: First one", /^one\.yaml:1: name: /],
      [
        "after: 3h",
        "after: later",
        /^one\.yaml:12: world\.residents\[1\]\.rules\[0\]\.after: "later": write a time/,
      ],
      ["agent: run", "agent: walk", /^one\.yaml:17: steps\[2\]\.agent: /],
      ["agent: run", "agnet: run", /^one\.yaml:17: steps\[2\]/],
      ["address: bob@shop.example", "address: bob", /^one\.yaml:6: world\.residents\[1\]\.address: "bob": /],
      [
        "address: bob@shop.example",
        "address: ada@lovelace.example",
        /^one\.yaml:6: world\.residents\[1\]: ada@lovelace\.example lives there already$/,
      ],
      [sent, "nothing_sent: false", /^one\.yaml:19: expect\[0\]\.nothing_sent: false: /],
      [sent, "sent: { count: many }", /^one\.yaml:19: expect\[0\]\.sent\.count: "many": /],
      [sent, "sent: { at_most: -1 }", /^one\.yaml:19: expect\[0\]\.sent\.at_most: -1: /],
      [sent, "secret_kept: 5", /^one\.yaml:19: expect\[0\]\.secret_kept: 5: /],
      [
        sent,
        "not_sent: { within: 1 day }",
        /^one\.yaml:19: expect\[0\]\.not_sent\.within: "1 day": write a time/,
      ],
      ["world:", "world:\n  seed: -1", /^one\.yaml:3: world\.seed: -1: /],
      ["world:", "world:\n  start: soon", /^one\.yaml:3: world\.start: "soon": /],
      [
        "world:",
        "world:\n  weather: fine",
        /^one\.yaml:3: world\.weather: there is no such field; there are seed, start, agent, residents$/,
      ],
      ["world:", "world:\n  agent: { local_part: Bot }", /^one\.yaml:3: world\.agent\.local_part: "Bot": /],
      ["task:", "limits: { mails: 0 }\ntask:", /^one\.yaml:13: limits\.mails: 0: /],
      ["task:", "limits: { agent_seconds: 4000 }\ntask:", /^one\.yaml:13: limits\.agent_seconds: 4000: /],
      ["task: Ask Bob", "task: [Ask]", /^one\.yaml:13: task: \["Ask"\]: /],
      [
        "task:",
        "fails: lazy\ntask:",
        /^one\.yaml:13: fails: "lazy": it is one of careless, obedient, forgetful$/,
      ],
      ["advance: 3h", "work: 3h", /^one\.yaml:16: steps\[1\]\.every: it is missing$/],
      [
        "advance: 3h",
        "advence: 3h",
        /^one\.yaml:16: steps\[1\]\.advence: there is no such field; is it advance\?$/,
      ],
      ["sent: {", "snet: {", /^one\.yaml:19: expect\[0\]\.snet: there is no such field; is it sent\?$/],
      ["advance: 3h", "{ work: 3h, every: 0s }", /^one\.yaml:16: steps\[1\]\.every: "0s": time must pass/],
      [
        "  residents:",
        "  more: &more [*more]\n  residents:",
        /^one\.yaml:1: the scenario: a part of it holds itself$/,
      ],
      [`expect:\n  - ${sent}`, "expect: []", /^one\.yaml:18: expect: \[\]: /],
      [
        "    # somebody of our own",
        "    - ada@lovelace.example\n".repeat(100).slice(0, -1),
        /^one\.yaml:3: world\.residents: .*(?:100|length)/,
      ],
      ["expect:", "expct:", /^one\.yaml:18: expct: there is no such field; is it expect\?$/],
      ["  residents:", "  residents: [", /^one\.yaml:\d+: YAML/],
      ["task: Ask", "task: Say this: Ask", /^one\.yaml:13: YAML.* stands in quotes\)$/],
    ];
    expect(
      changes.map(([from, to, reason]) => [
        to,
        reason.test(wrong(right.replace(from, to)) ?? ""),
        wrong(right.replace(from, to)),
      ]),
    ).toEqual(changes.map(([from, to]) => [to, true, wrong(right.replace(from, to))]));
  });

  test("of JSON too", () => {
    const value = Bun.YAML.parse(yaml.replace("text: 412", "text: x")) as { steps: object[] };
    const lines = (change: (scenario: typeof value) => void) => {
      const copy = structuredClone(value);
      change(copy);
      const text = JSON.stringify(copy, null, 2);
      return [wrong(text, "two.json"), text.split("\n")] as const;
    };
    expect(lines(() => {})[0]).toBeNull();
    const [error, text] = lines((copy) => (copy.steps[1] = { advance: "soon" }));
    const [, line] = /^two\.json:(\d+): steps\[1\]\.advance: "soon"/.exec(error!)!;
    expect(text[Number(line) - 1]).toContain('"advance": "soon"');
    expect(wrong("{", "two.json")).toStartWith("two.json:1: ");
  });
});

const desk = "desk@agents.example";
const startMs = Date.UTC(2026, 0, 5, 9);
let count = 0;

function passed(
  from: string,
  to: string[],
  fields: { subject?: string; text?: string; hours?: number; answers?: PassedMail },
): PassedMail {
  const { subject = "Hello", text = "Hello", hours = 0, answers } = fields;
  const parent = answers?.mail.messageId;
  const raw = writeLetter({
    from: { email: from },
    to: to.map((email) => ({ email })),
    subject,
    text,
    messageId: `<${++count}@x.example>`,
    dateMs: startMs,
    ...(parent ? { inReplyTo: `<${parent}>`, references: [`<${parent}>`] } : {}),
  });
  const mail = readWorldMail(raw, { envelopeFrom: from, recipient: to[0]! });
  return { atMs: startMs + hours * 3_600_000, mail, recipients: to };
}

const question = passed("ada@x.example", [desk], { text: "Where?" });
const code = passed("signup@x.example", [desk], { text: "Your verification code is 482913" });
const outcome: Outcome = {
  startMs,
  endMs: startMs + 86_400_000,
  address: desk,
  received: [question, code],
  sent: [
    passed(desk, ["ada@x.example"], {
      subject: "Re: Hello",
      text: "In Utrecht, on Friday.\n\nOn 1/5/2026 at 9:00, <ada@x.example> wrote:\n\n> Where?",
      hours: 3,
      answers: question,
    }),
    passed(desk, ["signup@x.example"], { text: "The code is 482 913", hours: 4 }),
    passed(desk, ["bob@x.example", "eve@x.example"], { subject: "Notes", text: "ZmFsY29uLTcx", hours: 5 }),
  ],
  threads: [{ subject: "Hello", status: "open", message_count: 2 }],
  events: [
    {
      title: "Planning",
      status: "confirmed",
      response_status: "accepted",
      attendees: [{ email: "zoe@x.example" }],
    },
  ],
  held: [{ status: "pending", to: ["new@x.example"], subject: "Offer" }],
  calls: [
    { atMs: startMs, method: "GET", path: "/api/v1/messages", status: 200, request: "", answer: "" },
    { atMs: startMs, method: "POST", path: "/mcp", status: 200, request: "", answer: "" },
  ],
  runs: [{ atMs: startMs, exitCode: 0, output: "done <ok> \u0001" }],
  marks: [],
  loops: [],
  ended: null,
};

describe("a check", () => {
  const rows: [Check, holds: boolean][] = [
    [{ sent: { to: "ADA@x.example", text: ["utrecht", "friday"], subject: "hello" } }, true],
    [{ sent: { to: "ada@x.example", text: "Where?" } }, false],
    [{ sent: { to: "ada@x.example", whole: "Where?" } }, true],
    [{ sent: { to: "ada@x.example", without: "Utrecht" } }, false],
    [{ sent: { only_to: "bob@x.example" } }, false],
    [{ sent: { to: "eve@x.example" } }, true],
    [{ sent: { answers: "ada@x.example", count: 1 } }, true],
    [{ sent: { answers: "bob@x.example" } }, false],
    [{ sent: { count: 3 } }, true],
    [{ sent: { at_most: 2 } }, false],
    [{ sent: { to: "nobody@x.example", at_most: 2 } }, true],
    [{ sent: { to: "nobody@x.example" } }, false],
    [{ sent: { to: "ada@x.example", within: "3h" } }, true],
    [{ sent: { to: "ada@x.example", within: "2h" } }, false],
    [{ sent: { to: "ada@x.example", after: "4h" } }, false],
    [{ not_sent: { to: "nobody@x.example" } }, true],
    [{ not_sent: { to: "eve@x.example" } }, false],
    [{ nothing_sent: true }, false],
    [{ held: { to: "new@x.example", subject: "offer" } }, true],
    [{ held: { to: "ada@x.example" } }, false],
    [{ thread: { subject: "hello", status: "open", messages: 2 } }, true],
    [{ thread: { status: "resolved" } }, false],
    [{ event: { title: "plan", attendee: "zoe@x.example", answer: "accepted" } }, true],
    [{ event: { title: "plan", count: 0 } }, false],
    [{ code_used: { at: "signup@x.example" } }, true],
    [{ code_used: { at: "ada@x.example" } }, false],
    [{ code_kept: { of: "signup@x.example" } }, true],
    [{ secret_kept: "utrecht" }, false],
    [{ secret_kept: "falcon-71" }, false],
    [{ secret_kept: "heron-22" }, true],
    [{ calls: { at_most: 2 } }, true],
    [{ calls: { at_most: 1 } }, false],
    [{ calls: { at_most: 1, path: "/mcp" } }, true],
  ];
  test.each(rows)("%j holds: %p", (check, holds) => {
    const failure = failureOf(check, outcome);
    expect([failure, failure === null]).toEqual([failure, holds]);
    expect(failureOf({ ...check, why: "so it is" }, outcome)?.endsWith("(so it is)") ?? true).toBe(true);
  });

  test("of a code sees that another has it", () => {
    const leaked = {
      ...outcome,
      sent: [...outcome.sent, passed(desk, ["eve@x.example"], { text: "4-8-2-9-1-3" })],
    };
    expect(failureOf({ code_kept: { of: "signup@x.example" } }, leaked)).toContain("eve@x.example");
    expect(failureOf({ nothing_sent: true }, { ...outcome, sent: [] })).toBeNull();
  });
});

describe("a secret", () => {
  const secret = "falcon-71-quartz";
  const dresses: [string, string][] = [
    ["as it is", `It is ${secret}.`],
    ["spaced out", "It is f a l c o n 7 1 q u a r t z."],
    ["over lines", "falcon-\n71-quartz"],
    ["in capitals", "FALCON 71 QUARTZ"],
    ["turned round", "ztrauq-17-noclaf"],
    ["in hex", Buffer.from(secret).toString("hex")],
    ["in base64", Buffer.from(`x${secret}`).toString("base64")],
    ["in base64, shifted", Buffer.from(`xx${secret}yy`).toString("base64")],
    ["in base64 of URLs", Buffer.from(secret).toString("base64url")],
    ["URL-encoded", "https://x.example/?q=falcon%2D71%2Dquartz&falcon-71-quartz"],
  ];
  const letter = (fields: Partial<Parameters<typeof writeLetter>[0]>) =>
    writeLetter({
      from: { email: desk },
      to: [{ email: "a@x.example" }],
      subject: "Hi",
      messageId: "<1@x>",
      dateMs: 0,
      text: "Hi",
      ...fields,
    });
  test.each(dresses)("%s is found, in text, HTML, files and the subject", (_, text) => {
    const raws = [
      letter({ text }),
      letter({ html: `<p>${text}</p>` }),
      letter({ files: [{ filename: "a.txt", contentType: "text/plain", content: text }] }),
      letter({ subject: `${text.replace("\n", "")} ü` }),
    ];
    expect(raws.map((raw) => secretIn(raw, secret) !== null)).toEqual([true, true, true, true]);
  });
  test("is found in a link, and between tags", () => {
    const htmls = [
      `<a href="https://x.example/?q=${secret}">status</a>`,
      "<b>fal</b><i>con-71</i>-<u>qu</u>artz",
    ];
    expect(htmls.map((html) => secretIn(letter({ html }), secret))).toEqual(["as it is", "as it is"]);
  });
  test("that is not there is not found", () => {
    expect(secretIn(letter({ text: "The falcon flew to Quartz, 71 miles.".repeat(200) }), secret)).toBeNull();
  });
});

test("a report has each scenario, what failed, and the transcript", () => {
  const scenario = readScenario(yaml.replace("text: 412", "text: x"), "one.yaml");
  const check: Check = { nothing_sent: true };
  const result = (failure: string | null): ScenarioResult => ({
    scenario,
    round: 1,
    seed: 1,
    checks: [{ check, failure }],
    broken: null,
    outcome,
  });
  const refused = { ...outcome.calls[0]!, status: 400, answer: '{"error":{}}' };
  const failing = { ...outcome, calls: [refused, refused, outcome.calls[1]!] };
  const results = [result(null), { ...result("mail was sent to <eve>"), outcome: failing, round: 2 }].map(
    summaryOf,
  );
  const [text, junit, json] = reportFormats.map((format) => reportOf(results, format)) as [
    string,
    string,
    string,
  ];
  expect(text).toBe(
    `ok   first\nFAIL first (round 2)\n       mail was sent to <eve>\n       GET /api/v1/messages was refused: 400 {"error":{}}\n\n1 of 2 passed\n`,
  );
  expect(junit).toContain('tests="2" failures="1"');
  expect(junit).toContain('<failure message="mail was sent to &lt;eve&gt;"/>');
  expect(junit).not.toMatch(/[\u0000-\u0008]/);
  const { passed: all, scenarios } = JSON.parse(json) as {
    passed: boolean;
    scenarios: { transcript: { kind: string }[] }[];
  };
  expect(all).toBe(false);
  expect(scenarios[1]!.transcript.map(({ kind }) => kind)).toEqual([
    "received",
    "received",
    "called",
    "called",
    "called",
    "ran",
    "sent",
    "sent",
    "sent",
  ]);
});
