import { describe, expect, test } from "bun:test";
import { readComponents, readLine, unfold } from "../../src/calendar/icalendar/content-lines.ts";
import { contentLine, escapeText } from "../../src/calendar/icalendar/content-write.ts";
import { unescapeText } from "../../src/lib/text-escapes.ts";

describe("unfold", () => {
  test("CRLF, LF, CR alone, spaces and tabs", () => {
    expect(unfold("A:1\r\n 2\r\nB:3\r\n")).toEqual(["A:12", "B:3"]);
    expect(unfold("A:1\n\t2\nB:3")).toEqual(["A:12", "B:3"]);
    expect(unfold("A:1\r 2\rB:3")).toEqual(["A:12", "B:3"]);
    expect(unfold("")).toEqual([]);
  });
});

describe("readLine", () => {
  const line = (text: string) => {
    const found = readLine(text);
    return found && [found.name, Object.fromEntries(found.params), found.value];
  };

  test("parameters with quotes, carets, colons and commas", () => {
    expect(line('attendee;cn="Doe; John: Jr.";X=a,b:mailto:a@b.c')).toEqual([
      "ATTENDEE",
      { CN: "Doe; John: Jr.", X: "a,b" },
      "mailto:a@b.c",
    ]);
    expect(line("A;CN=^'Bob^' ^^ ^n:v")).toEqual(["A", { CN: '"Bob" ^ \n' }, "v"]);
    expect(line('A;M="x","y":v')).toEqual(["A", { M: '"x","y"' }, "v"]);
    expect(line("SUMMARY:")).toEqual(["SUMMARY", {}, ""]);
    expect(line("A;B:v")).toEqual(["A", { B: "" }, "v"]);
    expect(line('A;B="never closed;C=1:v')).toEqual(["A", { B: '"never closed', C: "1" }, "v"]);
  });

  test("what is no line", () => {
    for (const text of ["", "no colon", ":v", "SPA CE:v", "A;B=1", " A:v", "é:v"])
      expect(readLine(text)).toBeNull();
  });
});

describe("readComponents", () => {
  test("broken structure is read as far as possible, and reported", () => {
    const read = (text: string) => readComponents(text);
    expect(read("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VCALENDAR").defects).toEqual([
      "A component inside VCALENDAR does not end.",
    ]);
    expect(read("BEGIN:VCALENDAR\nEND:VEVENT\nEND:VCALENDAR").defects).toEqual(["END:VEVENT has no BEGIN."]);
    expect(read("\uFEFFBEGIN:VCALENDAR").defects).toEqual(["VCALENDAR does not end."]);
    const loose = read("BEGIN:VCALENDAR\nDESCRIPTION:one\ntwo is no line\nUID:1\nEND:VCALENDAR");
    expect(loose.components[0]!.lines.map(({ value }) => unescapeText(value))).toEqual([
      "one\ntwo is no line",
      "1",
    ]);
  });

  test("depth, components and length are bounded", () => {
    const deep = readComponents("BEGIN:X\n".repeat(100_000) + "END:X\n".repeat(100_000));
    expect(deep.defects).toContain(
      "There are more or deeper components than are read; the rest is left out.",
    );
    const many = readComponents(`BEGIN:A\n${"BEGIN:B\nEND:B\n".repeat(20_000)}END:A\n`);
    expect(many.components[0]!.children.length).toBeLessThan(3001);
    const long = readComponents(`BEGIN:A\nX:${"y".repeat(3_000_000)}\nEND:A`);
    expect(long.components[0]!.lines[0]!.value).toHaveLength(100_000);
    expect(long.defects[0]).toContain("longer than");
  });
});

describe("writing", () => {
  test("text is escaped and read back", () => {
    for (const text of ["a,b;c\\d", "line\nline\r\nline\rline", "C:\\new\\, ok", "ünï", ""]) {
      expect(unescapeText(escapeText(text))).toBe(text.replace(/\r\n?/g, "\n"));
    }
    expect(escapeText("a\0b\x07c")).toBe("abc");
  });

  test("lines fold at 75 octets, never inside a character", () => {
    for (const text of [
      "x".repeat(500),
      "é".repeat(300),
      "日本".repeat(200),
      "👩‍👩‍👧".repeat(60),
      "x".repeat(67),
    ]) {
      const written = contentLine("SUMMARY", text);
      const pieces = written.slice(0, -2).split("\r\n");
      for (const piece of pieces) expect(new TextEncoder().encode(piece).length).toBeLessThanOrEqual(75);
      expect(pieces.slice(1).every((piece) => piece.startsWith(" "))).toBe(true);
      expect(unfold(written)).toEqual([`SUMMARY:${text}`]);
      expect(written).not.toContain("\uFFFD");
    }
  });

  test("nothing that is given ends a line or a parameter", () => {
    const evil = 'x"\r\nATTENDEE:mailto:evil@example.org\r\n;Y=1:z\nBEGIN:VALARM\x00^n';
    const lines = unfold(contentLine("ATTENDEE", evil, [["CN", evil]]));
    expect(lines).toHaveLength(1);
    const read = readLine(lines[0]!)!;
    expect([...read.params.keys()]).toEqual(["CN"]);
    expect(read.params.get("CN")).toBe("x' ATTENDEE:mailto:evil@example.org ;Y=1:z BEGIN:VALARM^n");
  });
});
