// A text of many events, taken apart and joined.
import { expect, test } from "bun:test";
import { componentsOf, splitCalendar } from "../../src/calendar/objects/split.ts";

const zone = (name: string) =>
  `BEGIN:VTIMEZONE\r\nTZID:${name}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`;
const event = (uid: string, more = "") =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;TZID=Here/There:20260101T100000\r\n${more}BEGIN:VALARM\r\nUID:other\r\nACTION:DISPLAY\r\nEND:VALARM\r\nEND:VEVENT\r\n`;
const calendar = (content: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nX-WR-CALNAME:a\r\n${content}END:VCALENDAR\r\n`;
const kept = (name: string) => name === "VEVENT";

test("one object a UID, with the zones that it names, its lines as they were", () => {
  const folded = "SUMMARY:a long\r\n  line\r\n";
  const text = calendar(
    zone("Here/There") +
      zone("Unused") +
      event("1", folded) +
      event("2") +
      event("1", "RECURRENCE-ID:20260102T100000\r\n"),
  );
  const { objects, defects } = splitCalendar(text, kept);
  expect(defects).toEqual([]);
  expect(objects.map(({ uid }) => uid)).toEqual(["1", "2"]);
  expect(objects[0]!.text).toContain(folded);
  expect(objects[0]!.text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(objects[0]!.text).toContain("TZID:Here/There\r\n");
  expect(objects[0]!.text).not.toContain("Unused");
  expect(objects[0]!.text).not.toContain("METHOD");
  // joined again, with each zone once
  const zones = new Set<string>();
  const joined = objects.map((object) => componentsOf(object.text, zones)).join("");
  expect(joined.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
  expect(splitCalendar(calendar(joined), kept).objects).toEqual(objects);
});

test("LF, a byte order mark, several calendars and a piece that does not end", () => {
  const two = `${calendar(event("1"))}${calendar(`${event("2")}BEGIN:VEVENT\r\nUID:3\r\n`)}`;
  const { objects } = splitCalendar(`\uFEFF${two}`.replaceAll("\r\n", "\n"), kept);
  expect(objects.map(({ uid }) => uid)).toEqual(["1", "2"]);
  expect(objects[0]!.text).not.toMatch(/[^\r]\n/);
});

test("what is not kept, and what has no UID, is named", () => {
  const free = "BEGIN:VFREEBUSY\r\nUID:f\r\nEND:VFREEBUSY\r\n";
  const { objects, defects } = splitCalendar(calendar(free + event("1").replace("UID:1\r\n", "")), kept);
  expect(objects).toEqual([]);
  expect(defects).toEqual(["VFREEBUSY is not kept here.", "A VEVENT has no UID."]);
});
