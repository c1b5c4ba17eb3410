// Public samples (POSTROOM_TEST_DATA/auth): the SPF suite of RFC 7208, all 203 of whose tests pass, and 21 signed mails. What
// cannot pass is listed with the reason.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ManualClock } from "../../src/lib/clock.ts";
import { type DnsAnswer, DnsError, type Resolve } from "../../src/lib/dns/cache.ts";
import { authenticate } from "../../src/screening/authenticate.ts";
import { type Signatures, verifySignatures } from "../../src/screening/signatures.ts";
import { dataDir, skipWithoutData } from "../support/app/mail-data.ts";

const clock = new ManualClock(Date.UTC(2026, 10, 21));

type ZoneData = Record<string, (string | Record<string, unknown>)[]>;

interface Scenario {
  description: string;
  tests: Record<string, { host: string; helo: string; mailfrom: string; result: string | string[] }>;
  zonedata: ZoneData;
}

/** Asks a zone of the suite. SPF records are TXT records too, unless the name has TXT records of its own. */
function zoneResolver(data: ZoneData): Resolve {
  const zone = new Map(Object.entries(data).map(([name, entries]) => [name.toLowerCase(), entries]));
  return async (name, type) => {
    const entries = zone.get(name.toLowerCase().replace(/\.$/, ""));
    if (!entries) throw new DnsError("ENOTFOUND", name);
    const of = (key: string) =>
      entries.flatMap((entry) => (typeof entry === "object" && key in entry ? [entry[key]] : []));
    const cname = of("CNAME")[0];
    if (typeof cname === "string" && type !== "CNAME") return zoneResolver(data)(cname, type);
    const found = type === "TXT" && of("TXT").length === 0 ? of("SPF") : of(type);
    const records = found.filter((value) => value !== "NONE").map((value) => recordOf(type, value));
    if (records.length > 0) return records;
    if (entries.includes("TIMEOUT")) throw new DnsError("ETIMEOUT", name);
    throw new DnsError("ENODATA", name);
  };
}

function recordOf(type: string, value: unknown): DnsAnswer {
  if (type === "MX") {
    const [priority, exchange] = value as [number, string];
    return { priority, exchange };
  }
  return type === "TXT" ? [[value].flat().join("")] : String(value);
}

describe.skipIf(skipWithoutData())("samples", () => {
  test("the SPF suite of RFC 7208", async () => {
    const text = readFileSync(join(folder, "rfc7208-tests.yml"), "latin1");
    const scenarios = Bun.YAML.parse(Buffer.from(text, "latin1").toString("utf8")) as Scenario[];
    const failures: string[] = [];
    let passed = 0;
    for (const { tests, zonedata } of scenarios) {
      const resolve = zoneResolver(zonedata);
      for (const [name, { host, helo, mailfrom, result }] of Object.entries(tests)) {
        const client = { ip: host, helo: helo ?? "", from: mailfrom ?? "", trusted: false };
        const mail = { raw: Buffer.from("\r\n"), head: "\r\n" };
        const found = await authenticate({ resolve, clock, mailHostname: "mx.example" }, mail, client);
        if ([result].flat().includes(found!.spf!.result)) passed++;
        else failures.push(`${name}: ${found!.spf!.result}, not ${result}`);
      }
    }
    expect(failures).toEqual([]);
    expect(passed).toBe(203);
  });

  /** File: results of its signatures in their order, and of its chain. */
  const signed: Record<string, [dkim: string, arc: string | null]> = {
    "dkim/001.txt": ["pass pass", null],
    "dkim/002.txt": ["pass", null],
    "dkim/003.txt": ["pass pass", null],
    "dkim/004.txt": ["pass", null],
    "dkim/005.txt": ["pass", null],
    "dkim/006.txt": ["pass", null],
    // The third is the author's: the mailing list changed the body behind it, as its ARC-Authentication-Results says too.
    "arc/001.txt": ["pass pass fail", "pass"],
    "arc/002.txt": ["pass", "pass"],
  };
  test.each(Object.entries(signed))("%s", async (file, [dkim, arc]) => {
    const { resolve, raw } = withKeys(readFileSync(join(folder, "stalwart-mail-auth", file), "latin1"));
    const found = await verified(raw, { resolve, now: sentAt(raw) });
    expect(resultsOf(found)).toEqual([dkim, arc]);
  });

  test("no sample is left out", () => {
    const files = ["dkim", "arc"].flatMap((kind) =>
      readdirSync(join(folder, "stalwart-mail-auth", kind)).map((file) => `${kind}/${file}`),
    );
    expect(files.sort()).toEqual(Object.keys(signed).sort());
    expect(mails().sort()).toEqual(Object.keys(keyless).sort());
  });

  test("a signature counts until it expires", async () => {
    const { resolve, raw } = withKeys(
      readFileSync(join(folder, "stalwart-mail-auth/dkim/005.txt"), "latin1"),
    );
    expect(resultsOf(await verified(raw, { resolve, now: clock.now() }))).toEqual(["neutral", null]);
  });

  test("one changed letter of the body breaks every signature", async () => {
    for (const [file, [dkim]] of Object.entries(signed)) {
      const { resolve, raw } = withKeys(readFileSync(join(folder, "stalwart-mail-auth", file), "latin1"));
      const body = raw.indexOf("\r\n\r\n") + 4;
      const letter = raw.subarray(body).findIndex((byte) => byte >= 97 && byte < 122);
      raw[body + letter]!++;
      const found = await verified(raw, { resolve, now: sentAt(raw) });
      expect(resultsOf(found)[0]).toBe(dkim.replaceAll("pass", "fail"));
    }
  });

  /**
   * Mails of mailauth: their keys are in no sample and no longer in DNS, so no signature can pass. "neutral" says that the
   * body is the one that was signed (else: "fail") and that the key is missing; a chain without its keys fails.
   */
  const keyless: Record<string, [dkim: string, arc: string | null]> = {
    "arc-fail.eml": ["neutral neutral", "fail"],
    "arc-fail2.eml": ["neutral neutral", "fail"],
    "arc-fail3.eml": ["neutral", "fail"],
    "arc-pass.eml": ["neutral", "fail"],
    "arc-pass2.eml": ["neutral neutral", "fail"],
    "authtest.eml": ["neutral", "fail"],
    "bimi.eml": ["neutral neutral", "fail"],
    "message1.eml": ["", null],
    "message2.eml": ["neutral", null],
    "message3.eml": ["neutral neutral", "fail"],
    "message4.eml": ["neutral", null],
    "zbimi.eml": ["neutral", "fail"],
    "zproov.eml": ["neutral", null],
  };
  test.each(Object.entries(keyless))("%s, without its keys", async (file, [dkim, arc]) => {
    const resolve: Resolve = async (name) => {
      throw new DnsError("ENOTFOUND", name);
    };
    const raw = crlf(readFileSync(join(folder, file), "latin1"));
    expect(resultsOf(await verified(raw, { resolve, now: sentAt(raw) }))).toEqual([dkim, arc]);
    const silent: Resolve = async (name) => {
      throw new DnsError("ETIMEOUT", name);
    };
    const later = await verified(raw, { resolve: silent, now: sentAt(raw) });
    expect(resultsOf(later)[0]).toBe(dkim.replaceAll("neutral", "temperror"));
  });
});

const folder = join(dataDir ?? "", "auth");

function mails(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".eml"));
}

function resultsOf({ dkim, arc }: Signatures): [string, string | null] {
  return [dkim.map(({ result }) => result).join(" "), arc?.result ?? null];
}

/** When it was written, a minute later: signatures expire. */
function sentAt(raw: Buffer): number {
  const date = /^Date: (.*)$/im.exec(raw.toString("latin1"))?.[1];
  return Date.parse((date ?? "").replace(/\(.*\)/, "")) + 60_000;
}

function verified(raw: Buffer, { resolve, now }: { resolve: Resolve; now: number }): Promise<Signatures> {
  const head = raw.toString("latin1", 0, raw.indexOf("\r\n\r\n") + 4);
  return verifySignatures(raw, head, { resolve, isLate: () => false, now });
}

/** A sample begins with its DNS records, a line each, and an empty line. */
function withKeys(text: string): { resolve: Resolve; raw: Buffer } {
  const lines = text.split("\n");
  const blank = lines.indexOf("");
  const keys = new Map(
    lines
      .slice(0, blank)
      .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
  );
  const resolve: Resolve = async (name, type) => {
    const record = type === "TXT" ? keys.get(name) : undefined;
    if (record === undefined) throw new DnsError("ENOTFOUND", name);
    return [[record]];
  };
  return { resolve, raw: crlf(lines.slice(blank + 1).join("\n")) };
}

function crlf(text: string): Buffer {
  return Buffer.from(text.replace(/\r?\n/g, "\r\n"), "latin1");
}
