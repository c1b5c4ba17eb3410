// Calendar texts and rules made from real ones by mutation (seeded; one percent of 100,000 in an ordinary run): nothing
// is thrown, nothing hangs, every size is bounded, what comes out can be stored, and what we write never carries more
// than it was given.

import { expect, test } from "bun:test";
import { simpleParser } from "mailparser";
import { describe } from "../../src/calendar/invitations/describe.ts";
import {
  parseCalendar,
  primaryInvitation,
  timesOfInvitation,
} from "../../src/calendar/invitations/invitation.ts";
import { decideIncoming } from "../../src/calendar/invitations/itip.ts";
import { type OutgoingEvent, writeRequest } from "../../src/calendar/invitations/itip-write.ts";
import { expand } from "../../src/calendar/recurrence/expansion.ts";
import { seriesEnd } from "../../src/calendar/recurrence/recurrence.ts";
import { splitSeries } from "../../src/calendar/recurrence/series-changes.ts";
import { zoneOfName } from "../../src/calendar/timezones/names.ts";
import { allZones } from "../../src/lib/zones.ts";
import { attendee, between, content, mail, series, testData } from "../calendar/support.ts";
import { cpuMs } from "../support/app/cpu.ts";

const percent = Number(process.env.FUZZ ?? "1");
const inputs = Math.round(1000 * percent);
/** A guard against hanging, far above what is measured. */
const HANG_MS = 3000;

let seed = 20260301;
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 4_294_967_296) * below);
}

function pick<T>(list: readonly T[]): T {
  return list[random(list.length)]!;
}

const words = [
  "BEGIN:VEVENT\r\n",
  "END:VEVENT\r\n",
  "BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0030\r\nTZOFFSETTO:-0330\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n",
  "\r\n",
  "\r\n ",
  "\n\t",
  "\0",
  "\uFEFF",
  "\uD800",
  ":",
  ";",
  '"',
  ",",
  "\\",
  "\\n",
  "=",
  "^n",
  "TZID=X",
  "TZID=Customized Time Zone",
  "VALUE=DATE",
  "METHOD:CANCEL\r\n",
  "DTSTART:99991231T235959Z\r\n",
  "DTSTART:00010101\r\n",
  "DTEND:00010101T000000Z\r\n",
  "DURATION:P999999999999999999W\r\n",
  "DURATION:PT999999999S\r\n",
  "RRULE:FREQ=DAILY;BYMONTHDAY=-1,-2;COUNT=5\r\n",
  "RRULE:FREQ=SECONDLY\r\n",
  "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n",
  "RDATE:20260101T000000Z/PT1H,20270101T000000Z\r\n",
  "EXDATE;TZID=Europe/Berlin:20260101T000000\r\n",
  "RECURRENCE-ID;RANGE=THISANDFUTURE:20260101T000000Z\r\n",
  "SEQUENCE:-99999999999\r\n",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:agent@postroom.example\r\n",
  "ORGANIZER;SENT-BY=x:MAILTO:\r\n",
  "9".repeat(400),
  ";X=1".repeat(300),
];

async function seeds(): Promise<string[]> {
  const repeats = {
    recurrence: { rule: "FREQ=WEEKLY;COUNT=9", exdates: ["2026-04-09T10:00:00"], rdates: [] },
  };
  const event: OutgoingEvent = { ...content(repeats), uid: "u", sequence: 1, recurrence_id: null };
  const date = {
    ...event,
    recurrence: null,
    recurrence_id: { value: "2026-04-09T10:00:00", timezone: "Europe/Berlin" },
  };
  const found = [
    writeRequest([event], "2026-03-01T00:00:00.000000Z"),
    writeRequest([event, date], "2026-03-01T00:00:00.000000Z"),
  ];
  const folder = testData("calendar/files");
  if (!folder) return found;
  for (const file of await Array.fromAsync(new Bun.Glob("*.eml").scan(folder))) {
    const raw = await Bun.file(`${folder}/${file}`).text();
    const part = (await simpleParser(raw)).attachments.find(({ contentType }) =>
      contentType.includes("calendar"),
    );
    found.push(part ? new TextDecoder().decode(part.content) : raw.slice(raw.indexOf("BEGIN:VCALENDAR")));
  }
  return found;
}

function mutate(text: string): string {
  let result = text;
  for (let rounds = 1 + random(6); rounds > 0; rounds--) {
    const at = random(result.length + 1);
    const length = random(60);
    switch (random(7)) {
      case 0:
        result = result.slice(0, at) + result.slice(at + length);
        break;
      case 1:
        result =
          result.slice(0, at) + String.fromCharCode(random(random(4) ? 128 : 65_536)) + result.slice(at + 1);
        break;
      case 2:
        result = result.slice(0, at) + pick(words) + result.slice(at);
        break;
      case 3:
        result = result.slice(0, at) + result.slice(at, at + length).repeat(random(200)) + result.slice(at);
        break;
      case 4: {
        const lines = result.split("\r\n");
        const line = random(lines.length);
        lines.splice(line, random(2), pick(lines), pick(words).trim());
        result = lines.join("\r\n");
        break;
      }
      case 5:
        result = result.replace(/\d+/g, (digits) => (random(12) ? digits : String(random(1e9))));
        break;
      default:
        result = result.slice(0, 200_000) + result.slice(0, at);
    }
  }
  return result.slice(0, 400_000);
}

/** Can every text in the value be stored? */
function storable(value: unknown): boolean {
  const text = JSON.stringify(value);
  return !text.includes("\\u0000") && !/\\ud[89a-f]/i.test(text);
}

test(`${inputs} calendar texts`, async () => {
  const samples = await seeds();
  let slowest = 0;
  let slow = 0;
  for (let round = 0; round < inputs; round++) {
    const text = mutate(pick(samples));
    const began = cpuMs();
    const read = parseCalendar(text, pick([null, "REQUEST", "CANCEL", "\0"]));
    const took = cpuMs() - began;
    if (took > 50) slow++;
    slowest = Math.max(slowest, took);
    if (cpuMs() - began > HANG_MS) throw new Error(`slow: ${JSON.stringify(text).slice(0, 2000)}`);
    expect(read.defects.length).toBeLessThan(60);
    expect(read.invitations.length).toBeLessThan(501);
    const primary = primaryInvitation(read);
    if (!primary) continue;
    if (!storable(primary)) throw new Error(`not storable: ${JSON.stringify(text).slice(0, 2000)}`);
    const { invitation } = primary;
    expect(invitation.attendees.length).toBeLessThan(1001);
    if (invitation.starts_at !== null) expect(invitation.timezone).not.toBeNull();
    const decisions = decideIncoming(read, mail(), () => null);
    expect(decisions).toHaveLength(read.invitations.length);
    const times = timesOfInvitation(primary, "Europe/Berlin");
    if (!times) continue;
    expect(times.start_at <= times.end_at).toBe(true);
    const whole = { ...times, id: "x", recurrence: primary.recurrence };
    const { occurrences } = expand(whole, between("2026-01-01", "2027-01-01"), 50);
    expect(occurrences.length).toBeLessThan(51);
    seriesEnd(whole);
    if (cpuMs() - began > HANG_MS) throw new Error(`slow: ${JSON.stringify(text).slice(0, 2000)}`);
  }
  if (percent >= 100) process.stderr.write(`slowest parse: ${slowest.toFixed(1)} ms, ${slow} over 50 ms\n`);
}, 3_600_000);

const W = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const numbers = (most: number, value: () => string | number) =>
  Array.from({ length: 1 + random(most) }, value).join(",");
const signed = (most: number) => (random(2) ? "" : "-") + (1 + random(most));

function anyRule(): string {
  const parts = [`FREQ=${pick(["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"])}`];
  const may = (chance: number, part: () => string) => random(chance) === 0 && parts.push(part());
  may(2, () => `INTERVAL=${pick([1, 2, 3, 7, 13, 100, 1440, 86_400, 2_147_483_647])}`);
  may(4, () => `COUNT=${pick([1, 5, 1000, 2_147_483_647])}`);
  may(5, () => `UNTIL=${pick(["20260401", "20260401T000000Z", "99991231T235959Z", "00010101"])}`);
  may(3, () => `BYMONTH=${numbers(4, () => 1 + random(12))}`);
  may(3, () => `BYMONTHDAY=${numbers(6, () => signed(31))}`);
  may(4, () => `BYYEARDAY=${numbers(30, () => signed(366))}`);
  may(4, () => `BYWEEKNO=${numbers(6, () => signed(53))}`);
  may(3, () => `BYDAY=${numbers(5, () => (random(2) ? "" : signed(53)) + pick(W))}`);
  may(3, () => `BYHOUR=${numbers(24, () => random(24))}`);
  may(3, () => `BYMINUTE=${numbers(60, () => random(60))}`);
  may(4, () => `BYSECOND=${numbers(60, () => random(61))}`);
  may(3, () => `BYSETPOS=${numbers(4, () => signed(366))}`);
  may(4, () => `WKST=${pick(W)}`);
  may(6, () => `RSCALE=GREGORIAN;SKIP=${pick(["OMIT", "FORWARD", "BACKWARD"])}`);
  const text = parts.join(";");
  return random(10) ? text : mutate(text).slice(0, 300);
}

function nextDay(start: string): string {
  return Temporal.PlainDate.from(start.slice(0, 10)).add({ days: 1 }).toString();
}

test(`${inputs} rules`, () => {
  let slowest = 0;
  let slowestRule = "";
  let slow = 0;
  for (let round = 0; round < inputs; round++) {
    const rule = anyRule();
    const zone = random(3) ? "Europe/Berlin" : pick(allZones());
    const start = pick([
      "2026-01-01T09:00:00",
      "1990-02-28T23:59:59",
      "2024-02-29T02:30:00",
      "2026-03-29T02:30:00",
    ]);
    const one = random(4)
      ? series({ start, end: start, timezone: zone, rule })
      : series({ start: start.slice(0, 10), end: nextDay(start), timezone: zone, rule });
    const began = cpuMs();
    const { occurrences } = expand(
      one,
      between("2026-03-01", pick(["2026-04-01", "2027-01-01", "9999-01-01"])),
    );
    const took = cpuMs() - began;
    if (took > 100) slow++;
    if (took > slowest) [slowest, slowestRule] = [took, rule];
    seriesEnd(one);
    const starts = occurrences.map(({ start_at }) => start_at);
    expect(starts).toEqual([...new Set(starts)].sort());
    const middle = occurrences[random(occurrences.length)];
    if (middle) {
      try {
        const { before, after } = splitSeries(one, middle);
        if (!before && !after) throw new Error(`nothing is left of ${rule}`);
      } catch (error) {
        if (!String(error).includes("too dense")) throw error;
      }
    }
    if (cpuMs() - began > HANG_MS) throw new Error(`slow: ${rule} in ${zone} from ${start}`);
  }
  if (percent >= 100)
    process.stderr.write(`slowest rule: ${slowest.toFixed(1)} ms, ${slowestRule}, ${slow} over 100 ms\n`);
}, 3_600_000);

function anyText(): string {
  return Array.from({ length: random(30) }, () =>
    random(3) ? pick(words) : String.fromCharCode(random(70_000)),
  ).join("");
}

test(`${inputs} events written and read back`, () => {
  for (let round = 0; round < inputs; round++) {
    const texts = {
      title: anyText(),
      description: anyText(),
      location: anyText(),
      organizer_name: anyText(),
    };
    const event: OutgoingEvent = {
      ...content(texts),
      attendees: [attendee("ann@example.org", { name: anyText() })],
      uid: `u${round}`,
      sequence: round,
      recurrence_id: null,
    };
    const read = parseCalendar(writeRequest([event], "2026-03-01T00:00:00.000000Z"));
    expect(read.invitations).toHaveLength(1);
    expect(read.invitations[0]!.invitation).toMatchObject({
      method: "REQUEST",
      uid: event.uid,
      sequence: round,
      start: event.start,
      organizer_email: event.organizer_email,
      recurrence_rule: null,
    });
    expect(read.invitations[0]!.attendees.map(({ email }) => email)).toEqual(["ann@example.org"]);
    expect(read.defects).toEqual([]);
    const { subject, html } = describe({ kind: "invitation", event, zone: "UTC" });
    expect(subject).not.toMatch(/[\r\n]/);
    // Tags of the letter alone, with its own looks and nothing else.
    expect(html.match(/<(?!\/?(?:div|p|h2|table|tr|th|td|br)(?: style="[^"<>]*")?>)/)).toBeNull();
    zoneOfName(anyText());
  }
}, 3_600_000);
