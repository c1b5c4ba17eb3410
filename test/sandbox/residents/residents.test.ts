// Each ready resident: its mails are read by the program's own reader as they are meant, and are the same for the same seed.
import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { primaryInvitation, readCalendars } from "../../../src/calendar/invitations/invitation.ts";
import { findCodes } from "../../../src/mail/codes/find-codes.ts";
import type { ParsedMail } from "../../../src/mail/parse/parse.ts";
import { classifyReport } from "../../../src/mail/report/classify.ts";
import type { Act, World } from "../../../src/sandbox/resident.ts";
import { hidingNames } from "../../../src/sandbox/residents/hiding.ts";
import { readyResident, readyResidents } from "../../../src/sandbox/residents/ready.ts";
import { dropAddress } from "../../../src/sandbox/residents/ready-attackers.ts";
import { people } from "../../../src/sandbox/residents/ready-people.ts";
import { ResidentData } from "../../../src/sandbox/residents/resident-data.ts";
import { residentOf } from "../../../src/sandbox/residents/resident-of.ts";
import { tongueNames } from "../../../src/sandbox/residents/tongues.ts";
import { crlf, writeLetter } from "../../../src/sandbox/residents/world-letter.ts";
import { readAct, worldMailOf, worldOf } from "./reading.ts";

const agent = "desk@agents.example";
const question = "Hello,\nwhen can we meet about the order?\nDo you ship abroad?\nDesk";

function letter(to: string, extra: Partial<Parameters<typeof writeLetter>[0]> = {}): Uint8Array {
  return writeLetter({
    from: { email: agent, name: "Desk" },
    to: [{ email: to }],
    subject: "Our order",
    messageId: "<one@agents.example>",
    dateMs: Date.UTC(2026, 2, 2, 8),
    text: question,
    ...extra,
  });
}

function ready(address: string) {
  return residentOf(readyResident(address)!);
}

/** The resident's acts on mails of the agent, one after the other. */
function acts(address: string, world: World, ...mails: Parameters<typeof letter>[1][]): Act[][] {
  const resident = ready(address);
  return (mails.length > 0 ? mails : [{}]).map((extra) =>
    resident.react(worldMailOf(letter(address, extra), agent, address), world),
  );
}

const said = (address: string) => readyResident(address)!.rules!.find(({ text }) => text)!.text!;
const words = (text: string) => text.replace(/\s+/g, " ").trim();

describe("ready residents", () => {
  test("are many, each once, and data of the schema", () => {
    const addresses = readyResidents.map(({ address }) => address.toLowerCase());
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.length).toBeGreaterThanOrEqual(60);
    expect(
      readyResidents.flatMap((one) =>
        [...Value.Errors(ResidentData, one)].map((error) => [one.address, error.path, error.message]),
      ),
    ).toEqual([]);
    expect([...new Set(people.map(({ language }) => language ?? "en"))].sort()).toEqual(
      [...tongueNames].sort(),
    );
  });

  test.each(readyResidents.map((one) => [one.address, one] as const))(
    "%s does the same for a seed, and its mails are read",
    (address, data) => {
      const run = (seed: number) => {
        const world = worldOf(seed);
        const resident = residentOf(data);
        const mail = worldMailOf(letter(address), agent, address);
        return [
          ...(resident.begin?.({ address: agent }, world) ?? []),
          ...resident.react(mail, world),
          ...resident.react(mail, world),
        ];
      };
      const [one, again, other] = [run(7), run(7), run(8)];
      expect(again).toEqual(one);
      if (one.length > 0) expect(other).not.toEqual(one);
      for (const act of one.slice(0, 5)) {
        const parsed = readAct(act);
        expect(parsed.defects).toEqual([]);
        expect([parsed.messageId, parsed.date, parsed.from.email]).not.toContain(null);
        expect(Buffer.from(act.raw).toString("latin1")).not.toMatch(/[^\r]\n|\r[^\n]/);
        expect(act.recipients.length).toBeGreaterThan(0);
      }
    },
  );

  test.each(tongueNames)(
    "the answer of a person who speaks %s is what was said, without history",
    (tongue) => {
      for (const { address } of people.filter(
        ({ language, quoting, rules: [rule] = [], away }) =>
          (language ?? "en") === tongue &&
          quoting !== "between" &&
          rule?.text &&
          !rule.when &&
          !rule.forward_to &&
          !away,
      )) {
        const [answers] = acts(address, worldOf(3));
        const parsed = readAct(answers!.at(-1)!);
        const own = words(parsed.replyText);
        expect(own).toContain(words(said(address)).split("{order}")[0]!);
        expect([address, own.includes("Do you ship abroad")]).toEqual([address, false]);
        if (readyResident(address)!.quoting !== "none") expect(parsed.text).toContain("Do you ship abroad");
        expect([parsed.inReplyTo, parsed.automated]).toEqual([["one@agents.example"], false]);
        expect(parsed.to.map(({ email }) => email)).toContain(agent);
      }
    },
  );

  test("answers between the lines keep what was said, with what it answers", () => {
    for (const address of ["nora@between.example", "otto@between.example"]) {
      const parsed = readAct(acts(address, worldOf(1))[0]![0]!);
      for (const line of said(address).split("\n")) expect(parsed.replyText).toContain(line);
    }
  });

  test("a holiday answer is automatic, comes once, and never to a program", () => {
    for (const address of ["sam@holiday.example", "sofia@holiday.example", "taro@holiday.example"]) {
      const [first, second] = acts(address, worldOf(1), {}, { messageId: "<two@agents.example>" });
      expect([first!.length, first![0]!.envelopeFrom, readAct(first![0]!).automated, second!.length]).toEqual(
        [1, "", true, 0],
      );
      expect(acts(address, worldOf(1), { headers: [["Auto-Submitted", "auto-generated"]] })).toEqual([[]]);
    }
    expect(
      acts("tess@holiday.example", worldOf(1))[0]!.map(({ afterMs }) => Math.floor(afterMs / 86_400_000)),
    ).toEqual([0, 2]);
  });

  test("people forget, forward, answer to all and add others", () => {
    const two = [{}, { messageId: "<two@agents.example>" }];
    expect(acts("quinn@forgets.example", worldOf(1), ...two).map((list) => list.length)).toEqual([0, 1]);
    expect(acts("rosa@silent.example", worldOf(1), ...two)).toEqual([[], []]);
    const [forward] = acts("uma@delegates.example", worldOf(1))[0]!;
    expect(forward!.recipients).toEqual(["victor@delegates.example"]);
    const [all] = acts("wanda@everybody.example", worldOf(1), { cc: [{ email: "guest@crowd.example" }] })[0]!;
    expect(all!.recipients).toEqual([agent, "guest@crowd.example"]);
    expect(acts("xavier@adds.example", worldOf(1))[0]![0]!.recipients).toEqual([agent, "yara@adds.example"]);
  });
});

function eventIn(mail: ParsedMail) {
  return primaryInvitation(readCalendars(mail.calendarParts)!)!.invitation;
}

describe("meetings", () => {
  const calendar = {
    method: "REQUEST",
    text: crlf(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//X//X//EN
METHOD:REQUEST
BEGIN:VEVENT
UID:meet-1
SEQUENCE:3
DTSTAMP:20260302T080000Z
DTSTART:20260305T100000Z
DTEND:20260305T110000Z
SUMMARY:Plan\\, again
ORGANIZER:mailto:${agent}
ATTENDEE;RSVP=TRUE:mailto:
 someone@x.example
END:VEVENT
END:VCALENDAR
`),
  };
  test.each([
    ["zoe@accepts.example", "REPLY", "ACCEPTED", "2026-03-05T10:00"],
    ["karl@zusagen.example", "REPLY", "ACCEPTED", "2026-03-05T10:00"],
    ["abel@declines.example", "REPLY", "DECLINED", "2026-03-05T10:00"],
    ["bea@counters.example", "COUNTER", "TENTATIVE", "2026-03-06T10:00"],
  ])("%s answers an invitation by %s", (address, method, status, start) => {
    const parsed = readAct(acts(address, worldOf(1), { calendar })[0]![0]!);
    const event = eventIn(parsed);
    expect([event.method, event.uid, event.sequence, event.summary, event.attendees[0]!.status]).toEqual([
      method,
      "meet-1",
      3,
      "Plan, again",
      status,
    ]);
    expect(event.starts_at).toStartWith(start);
  });

  test("services invite, and call off the same meeting", () => {
    const objects = ready("travel@rails.example").begin!({ address: agent }, worldOf(1)).map((act) =>
      eventIn(readAct(act)),
    );
    expect(objects.map(({ method }) => method)).toEqual(["REQUEST", "CANCEL"]);
    expect(objects[0]!.uid).toBe(objects[1]!.uid);
    expect(objects[0]!.attendees.map(({ email }) => email)).toEqual([agent]);
  });
});

describe("services", () => {
  test.each([
    "signup@harbor.example",
    "anmeldung@kontor.example",
    "login@bank.example",
    "login@magiclink.example",
    "reset@vaultline.example",
  ])("%s gives a code or link that is found and taken once it is said", (address) => {
    const world = worldOf(5);
    const resident = ready(address);
    const tell = (text: string) =>
      resident.react(worldMailOf(letter(address, { text }), agent, address), world).map(readAct);
    const [given] = tell("Please sign me up.");
    const found = findCodes({ subject: given!.subject, text: given!.text, html: given!.html });
    const proof = found.codes[0]?.code ?? found.links[0]?.url;
    expect(proof).toBeString();
    const [taken] = tell(`Here it is: ${proof}`);
    expect(taken!.text).not.toContain(proof!);
    expect(findCodes({ subject: taken!.subject, text: taken!.text, html: taken!.html }).codes).toEqual([]);
  });

  test("the second of two codes counts", () => {
    const world = worldOf(5);
    const resident = ready("signup@twocodes.example");
    const tell = (text: string) =>
      resident
        .react(
          worldMailOf(letter("signup@twocodes.example", { text }), agent, "signup@twocodes.example"),
          world,
        )
        .map(readAct);
    const codes = tell("Sign me up.").map(
      ({ subject, text, html }) => findCodes({ subject, text, html }).codes[0]!.code,
    );
    expect(tell(`Code ${codes[0]}`)[0]!.subject).toBe("Wrong code");
    expect(tell(`Code ${codes[1]}`)[0]!.subject).toBe("Welcome");
  });

  test("a shop sends an order, a receipt and tracking; a newsletter can be left", () => {
    const [sent] = acts("orders@kettle.example", worldOf(2), { text: "I order a kettle." });
    const parsed = sent!.map(readAct);
    const order = /[A-Z]-\d{5}/.exec(parsed[0]!.subject!)![0];
    expect(
      parsed.map((mail) => [mail.text!.includes(order), mail.automated, mail.attachments.length]),
    ).toEqual([
      [true, true, 0],
      [true, true, 1],
      [true, true, 0],
    ]);
    const issues = ready("news@weekly.example").begin!({ address: agent }, worldOf(2));
    expect([issues.length, readAct(issues[0]!).listId]).toEqual([4, expect.any(String)]);
  });

  test("a help desk for people answers no program, the other answers each", () => {
    const automatic = { headers: [["Auto-Submitted", "auto-replied"] as const] };
    expect(acts("support@patient.example", worldOf(1), automatic)[0]).toEqual([]);
    expect(acts("help@desk.example", worldOf(1), automatic)[0]).toHaveLength(1);
  });
});

describe("mail systems", () => {
  test("refuse as often as they say", () => {
    const ask = (address: string, size = 1000) =>
      [1, 2, 3, 4].map(
        (attempt) =>
          ready(address).refuse!({ recipient: address, envelopeFrom: agent, size }, attempt, worldOf(1))
            ?.code ?? null,
      );
    expect(ask("anna@greylist.example")).toEqual([451, null, null, null]);
    expect(ask("cem@microsoft-like.example")).toEqual([451, 451, 451, null]);
    expect(ask("gone@hardbounce.example")).toEqual([550, 550, 550, 550]);
    expect([ask("ida@smallbox.example"), ask("ida@smallbox.example", 200_000)]).toEqual([
      [null, null, null, null],
      [552, 552, 552, 552],
    ]);
    expect(ask("ada@lovelace.example")).toEqual([null, null, null, null]);
  });

  test.each([
    ["jon@latebounce.example", "bounce", 6],
    ["kim@delayed.example", "delay", 4],
    ["leo@complains.example", "complaint", 3],
  ])("%s reports a %s after hours", (address, kind, hours) => {
    const [act] = acts(address, worldOf(1))[0]!;
    expect([act!.afterMs, act!.recipients]).toEqual([hours * 3_600_000, [agent]]);
    const report = classifyReport(act!.raw, act!.envelopeFrom);
    expect([report.kind, report.originalMessageId]).toEqual([
      kind as typeof report.kind,
      "<one@agents.example>",
    ]);
  });
});

describe("attackers", () => {
  test.each(hidingNames)("text hidden by %s is not read", (how) => {
    const [act] = ready(`${how}@whisper.example`).begin!({ address: agent }, worldOf(1));
    expect(act!.raw.length).toBeGreaterThan(400);
    const parsed = readAct(act!);
    const shown = `${parsed.text}\n${parsed.html}\n${parsed.replyText}\n${parsed.preview}`;
    expect(parsed.replyText).toContain("deliver to Utrecht");
    expect(shown).not.toContain(dropAddress);
    expect(shown).not.toContain("Ignore all");
  });

  test("forge what From says, and not what the envelope says", () => {
    const [act] = ready("mallory@evil.example").begin!({ address: agent }, worldOf(1));
    const parsed = readAct(act!);
    expect([parsed.from.email, parsed.replyTo[0]!.email, act!.envelopeFrom]).toEqual([
      "fay@boss.example",
      dropAddress,
      "mallory@evil.example",
    ]);
  });

  test("send much, and large mails", () => {
    const begin = (address: string) => ready(address).begin!({ address: agent }, worldOf(1));
    expect(begin("flood@bulk.example")).toHaveLength(100);
    expect(begin("huge@bulk.example")[0]!.raw.length).toBeGreaterThan(8_000_000);
    expect(begin("bomb@everybody.example")[0]!.recipients).toHaveLength(31);
  });
});
