// Fields out of the listed ones are the fields out of the whole header, octet for octet.
import { expect, test } from "bun:test";
import { areListed, filterHeader, listedFields } from "../../../src/mail/mime/header-fields.ts";

const names = [
  "From",
  "subject",
  "X-Other",
  "TO",
  "References",
  "Received",
  "Date ",
  "X-Label",
  "no field",
  "",
];
const values = [" a", "", " b\r\n c", "\tq\r\n\t\r\n", " é\xff", " :x: y", "\r\n ", " last"];
const asked = [["from"], ["subject", "to"], ["date", "references", "x-label"], ["cc"]];

function headers(count: number): string[] {
  let state = 7;
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  return Array.from({ length: count }, () => {
    let text = next(9) === 0 ? " begins folded\r\n" : "";
    for (let lines = next(9); lines > 0; lines--) {
      const colon = next(8) === 0 ? "" : ":";
      const end = next(12) === 0 ? "\n" : next(20) === 0 ? "\r\n\r\n" : "\r\n";
      text += `${names[next(names.length)]}${colon}${values[next(values.length)]}${end}`;
    }
    return next(5) === 0 ? text.trimEnd() : `${text}\r\n`;
  });
}

test("whatever the header", () => {
  for (const header of headers(3000)) {
    const octets = Buffer.from(header, "latin1");
    const listed = listedFields(octets)!;
    for (const some of asked) {
      const keep = (name: string) => some.includes(name);
      expect(Buffer.from(filterHeader(listed, keep)).toString("latin1")).toBe(
        Buffer.from(filterHeader(octets, keep)).toString("latin1"),
      );
    }
  }
});

test("long ones are not kept, and others are not answered from them", () => {
  expect(listedFields(Buffer.from(`To: ${"a@b.example, ".repeat(1000)}\r\n\r\n`))).toBeNull();
  expect(areListed(new Set(["from", "message-id"]))).toBe(true);
  expect(areListed(new Set(["from", "received"]))).toBe(false);
});
