// mbox in its forms, as programs write them, and our own round trip for any octets.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type MboxMail, readMbox, writeMbox } from "../../../src/mail/files/mbox.ts";

const limit = 1024 * 1024;

async function read(text: string | Uint8Array, pieceBytes = 1 << 20, most = limit): Promise<MboxMail[]> {
  const bytes = typeof text === "string" ? Buffer.from(text, "latin1") : text;
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  return Array.fromAsync(readMbox(pieces(), most));
}

const texts = async (text: string) =>
  (await read(text)).map(({ raw }) => Buffer.from(raw!).toString("latin1"));

test("what we write is read back octet for octet, whatever stands in it", async () => {
  const line = fc.oneof(
    fc.constantFrom(
      "From a",
      ">From b",
      ">>From ",
      "From x Thu Jan  1 00:00:00 2026",
      "",
      "Status: RO",
      "a: b",
    ),
    fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
  );
  const mail = fc.record({
    raw: fc.array(fc.tuple(line, fc.constantFrom("\r\n", "\n", "\r", ""))).map((all) => all.flat().join("")),
    flags: fc.subarray(["R", "A", "F", "D", "T"]),
    keywords: fc.subarray(["one", "$two", "thr-ee"]),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(mail, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 70 }),
      async (mails, size) => {
        const written = mails.map(({ raw, flags, keywords }) =>
          writeMbox({
            raw: Buffer.from(raw, "latin1"),
            date: "2026-03-04T05:06:07.000000Z",
            status: flags.join(""),
            keywords,
          }),
        );
        const found = await read(Buffer.concat(written), size);
        expect(found.map(({ raw }) => Buffer.from(raw!).toString("latin1"))).toEqual(
          mails.map(({ raw }) => raw),
        );
        for (const [n, { status, keywords, date }] of found.entries()) {
          expect(date).toBe("2026-03-04T05:06:07.000000Z");
          expect(keywords).toEqual(mails[n]!.keywords);
          expect([...status].filter((letter) => letter !== "O").sort()).toEqual(mails[n]!.flags.sort());
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("LF becomes CRLF, quotes go, the empty line in front of a separator is not the mail's", async () => {
  const mbox = [
    "From a@x.example Thu Jan  1 12:00:00 2026",
    "Subject: one",
    "Status: RO",
    "X-Status: AF",
    "X-Keywords: work later",
    "",
    ">From the start",
    ">>From a quote",
    "From here on it is text",
    "",
    "From - Fri Jan 02 00:00:00 2026",
    "Subject: two",
    "",
    "body",
    "",
    "",
  ].join("\n");
  const [one, two] = await read(mbox);
  expect(Buffer.from(one!.raw!).toString()).toBe(
    "Subject: one\r\nStatus: RO\r\nX-Status: AF\r\nX-Keywords: work later\r\n\r\nFrom the start\r\n>From a quote\r\nFrom here on it is text\r\n",
  );
  expect(one).toMatchObject({
    date: "2026-01-01T12:00:00.000000Z",
    status: "ROAF",
    keywords: ["work", "later"],
  });
  expect(Buffer.from(two!.raw!).toString()).toBe("Subject: two\r\n\r\nbody\r\n");
});

test("dates in separators, as programs write them", async () => {
  for (const [separator, date] of [
    ["From 1791@xxx Thu Jan 01 10:00:00 +0000 2026", "2026-01-01T10:00:00.000000Z"],
    ["From a b c Thu Jan  1 10:00:00 2026", "2026-01-01T10:00:00.000000Z"],
    ["From a@x Thu Jan  1 10:00:00 2026 +0100", "2026-01-01T09:00:00.000000Z"],
    ["From a@x Thu, 1 Jan 2026 10:00:00 +0100", "2026-01-01T09:00:00.000000Z"],
    ["From a@x Thu, 01 Jan 2026 10:00:00", "2026-01-01T10:00:00.000000Z"],
    ["From a@x Thu 1 Jan 10:00:00 2026", "2026-01-01T10:00:00.000000Z"],
  ] as const) {
    const [mail] = await read(`${separator}\nSubject: x\n\nbody\n`);
    expect(mail?.date).toBe(date);
  }
});

test("times that people write, in a body that is not quoted, end no mail", async () => {
  const lines = [
    "From Mon, 12 Jan 2026 10:00 to Tue, 13 Jan 2026 11:00",
    "From our meeting on Mon, 12 Jan 2026 10:00:00",
    "From Mon, 12 Jan 2026 10:00:00",
    "From Berlin Sat 3 Oct 09:00 +0200",
    "From a@x Thu Jan  1 10:00:00 +0100",
  ];
  const [mail, ...others] = await texts(
    `From a@x Thu, 1 Jan 2026 10:00:00 +0100\nSubject: x\n\n${lines.join("\n")}\n`,
  );
  expect(others).toEqual([]);
  expect(mail).toEndWith(`\r\n\r\n${lines.join("\r\n")}\r\n`);
});

test("mboxcl2: Content-Length says where a mail ends, and nothing is quoted", async () => {
  const body = "one\nFrom a@x Thu Jan  1 10:00:00 2026\n>From two\n";
  const mail = (subject: string) =>
    `From a@x Thu Jan  1 10:00:00 2026\nSubject: ${subject}\nContent-Length: ${body.length}\n\n${body}\n`;
  const found = await texts(mail("1") + mail("2"));
  expect(found).toHaveLength(2);
  expect(found[1]).toEndWith("one\r\nFrom a@x Thu Jan  1 10:00:00 2026\r\n>From two\r\n");
});

test("a wrong Content-Length hides no mail", async () => {
  for (const length of [0, 3, 40, 90, 100_000, 10_000_000]) {
    const mail = (n: number) =>
      `From a@x Thu Jan  1 10:00:0${n} 2026\nSubject: ${n}\nContent-Length: ${length}\n\nbody ${n}\n\n`;
    const found = await texts([1, 2, 3].map(mail).join(""));
    expect(found.map((text) => /Subject: \d/.exec(text)?.[0])).toEqual([
      "Subject: 1",
      "Subject: 2",
      "Subject: 3",
    ]);
    expect(found[2]).toEndWith("\r\n\r\nbody 3\r\n");
  }
});

test("a mail that is too large comes without its octets, and the next one is read", async () => {
  const separator = "From a@x Thu Jan  1 10:00:00 2026\n";
  const found = await read(
    Buffer.from(`${separator}Subject: 1\n\n${"x".repeat(5000)}\n\n${separator}Subject: 2\n\nb\n`),
    100,
    1000,
  );
  expect(found.map(({ raw }) => raw && Buffer.from(raw).toString())).toEqual([
    null,
    "Subject: 2\r\n\r\nb\r\n",
  ]);
});

test("what stands before the first separator is heard of", async () => {
  const heard = async (text: string) => {
    let times = 0;
    const mails = await Array.fromAsync(readMbox(new Blob([text]).stream(), 1000, () => times++));
    return [times, mails.length];
  };
  const mail = "From a@x Thu Jan  1 10:00:00 2026\nSubject: x\n\nbody\n";
  expect(await heard(`\n\n${mail}`)).toEqual([0, 1]);
  expect(await heard(`From a@x 2026-01-01\nSubject: lost\n\nbody\n\n${mail}`)).toEqual([1, 1]);
  expect(await heard("From a@x the first of January\nSubject: lost\n\nbody\n")).toEqual([1, 0]);
});

test("what holds no separator holds no mail", async () => {
  expect(await read("")).toEqual([]);
  expect(await read("Subject: x\r\n\r\nFrom here\r\n")).toEqual([]);
});
