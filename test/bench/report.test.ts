// The bench's report: which way a figure got worse, and what a run keeps of the one before.
import { expect, test } from "bun:test";
import { peersGiven } from "./peers.ts";
import { comparison, type Figure, type Kept, keep, table } from "./report.ts";

const figure = (what: string, value: number, unit: string): Figure => ({ what, value, unit });

const last: Kept = {
  "embedded: intake": { value: 300, unit: "mails/s", at: "2026-01-02" },
  "embedded: p99": { value: 100, unit: "ms" },
  "postgres: intake, beside Dovecot": { value: 2, unit: "times" },
  "embedded: Dovecot LMTP, many": { value: 400, unit: "mails/s" },
  "postgres: left alone": { value: 7, unit: "MB" },
};

test("fewer a second, more milliseconds and a smaller ratio are worse, the worst first", () => {
  const now = [
    figure("embedded: intake", 150, "mails/s"),
    figure("embedded: p99", 130, "ms"),
    figure("postgres: intake, beside Dovecot", 1.6, "times"),
    figure("embedded: new", 1, "ms"),
  ];
  expect(comparison(now, last)).toBe(
    [
      "Worse by more than 10 % (3 of 3 figures compared):",
      "  embedded: intake: 300 to 150 mails/s (-50 %) since 2026-01-02",
      "  embedded: p99: 100 to 130 ms (+30 %)",
      "  postgres: intake, beside Dovecot: 2 to 1.6 times (-20 %)",
      "",
    ].join("\n"),
  );
});

test("what got better, differs by little, or is another server's is not told", () => {
  const now = [
    figure("embedded: intake", 900, "mails/s"),
    figure("embedded: p99", 109, "ms"),
    figure("embedded: Dovecot LMTP, many", 40, "mails/s"),
  ];
  expect(comparison(now, last)).toBe("Nothing got worse by more than 10 % (2 figures compared).\n");
  expect(comparison(now, {})).toBe("There is no earlier run to compare with.\n");
});

test("one line a measurement, one column a server", () => {
  const now = [
    figure("executable size", 120, "MB"),
    figure("embedded: intake", 330, "mails/s"),
    figure("postgres: intake", 401.4, "mails/s"),
  ];
  expect(table(now, last)).toBe(
    [
      "                         embedded  postgres  other",
      "executable size (MB)                           120",
      "intake (mails/s)      330 (+10 %)       401",
      "",
    ].join("\n"),
  );
});

test("a run of one part keeps the figures of the others", () => {
  const kept = keep(last, [figure("embedded: p99", 90, "ms")], "2026-02-03");
  expect(kept["embedded: p99"]).toEqual({ value: 90, unit: "ms", at: "2026-02-03" });
  expect(kept["postgres: left alone"]).toEqual({ value: 7, unit: "MB" });
});

test("a peer is named with how it is reached and to whom mail goes", () => {
  const [mox, plain] = peersGiven(
    "mox=smtp://127.0.0.1:2525/user{n}@peer.example,a.b=lmtp://localhost:24/me",
  );
  expect([mox!.name, mox!.port, mox!.isLmtp, mox!.recipients[0], mox!.recipients[199]]).toEqual([
    "mox",
    2525,
    false,
    "user0@peer.example",
    "user199@peer.example",
  ]);
  expect([plain!.name, plain!.isLmtp, new Set(plain!.recipients)]).toEqual(["a.b", true, new Set(["me"])]);
  for (const wrong of ["mox", "mox=http://127.0.0.1:1/a@b", "mox=smtp://mail.example:25/a@b"])
    expect(() => peersGiven(wrong)).toThrow(wrong);
});
