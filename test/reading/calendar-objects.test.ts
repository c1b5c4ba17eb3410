// Large objects of calendars are read and shown in reading processes, and large XML is read with pauses: others have their turn.
import { expect, test } from "bun:test";
import type { ObjectView } from "../../src/calendar/objects/object-view.ts";
import { readLargeXml, readXml } from "../../src/dav/xml-read.ts";
import { inJobs, readCalendarObject, viewCalendarObject } from "../../src/reading/calendar-objects.ts";
import { countTurns } from "../support/app/event-loop.ts";
import { eventText } from "../support/clients/dav.ts";

const source = { source: "test" };
const day = (n: number) => new Date(Date.UTC(2027, 2, 1 + n, 9)).toISOString().replace(/[-:]|\.\d+/g, "");
const times = ["DTSTART:20270301T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"];
const removed = Array.from({ length: 10_000 }, (_, n) => `EXDATE:${day(n % 500)}`);
const large = eventText("large", [...times, ...removed]);

const whole = { expand: null, limit: null, parts: null };
const view = (text: string, more: Partial<ObjectView> = {}): ObjectView => ({
  object: { component: "VEVENT", source: Buffer.from(text), isAsWritten: true, events: [], statuses: null },
  filter: null,
  data: whole,
  ...more,
});

test("reading a large object leaves others their turn", async () => {
  const { result, turns } = await countTurns(() => readCalendarObject(large, source));
  expect(result).toMatchObject({ read: { uid: "large", component: "VEVENT" } });
  expect(turns).toBeGreaterThan(3);
});

test("a refusal is the same in a thread", async () => {
  const broken = (text: string) => text.replace("END:VEVENT", "END:VTODO");
  const small = eventText("small", times);
  const refused = await readCalendarObject(broken(large), source);
  expect(refused).toEqual(await readCalendarObject(broken(small), source));
  expect(refused).toMatchObject({ refused: { precondition: "valid-calendar-data" } });
});

test("showing a large object leaves others their turn", async () => {
  const filter = { name: "VCALENDAR", isNotDefined: false, range: null, props: [], comps: [] };
  const asked = view(large, { filter: { filter, zone: "UTC", overlapped: [] } });
  // One may be back before anything else is due.
  const all = Array.from({ length: 50 }, () => asked);
  const { result, turns } = await countTurns(() =>
    Promise.all(all.map((one) => viewCalendarObject(one, source))),
  );
  expect(result).toEqual(all.map(() => ({ isMatch: true, text: large })));
  expect(turns).toBeGreaterThan(3);
});

test("whole texts of many large objects are written in jobs of bounded size, in their order", async () => {
  const sizes: number[] = [];
  const attendees = Array.from({ length: 1500 }, (_, n) => `ATTENDEE:mailto:guest${n}@remote.example`);
  const texts = Array.from({ length: 12 }, (_, n) => eventText(`many-${n}`, [...times, ...attendees]));
  const all = texts.map((text) => ({ ...view(text).object, size: text.length }));
  for (const job of inJobs(all)) sizes.push(job.reduce((sum, { size }) => sum + size, 0));
  expect(inJobs(all).flat()).toEqual(all);
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  const huge = view("x".repeat(300_000)).object;
  expect(inJobs([huge, huge]).map((job) => job.length)).toEqual([1, 1]);
});

test("XML of a megabyte is read with pauses, and as XML of any size", async () => {
  const text = `<a xmlns="DAV:">${"<b>text &amp; more</b>".repeat(45_000)}</a>`;
  const { result, turns } = await countTurns(() => readLargeXml(text));
  expect(turns).toBeGreaterThan(0);
  expect(Bun.deepEquals(result, readXml(text))).toBe(true);
});
