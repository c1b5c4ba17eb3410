// No mail that names somebody else as its author reaches the inbox: it is refused, is spam, or what is shown as its author is
// somebody whom SPF or a signature proves. And mail of the same kind by those who may write it does.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { DnsCache } from "../../src/lib/dns/cache.ts";
import { Failure } from "../../src/lib/failure.ts";
import { addressDomain } from "../../src/mail/domain-name.ts";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { provenDomain, provenDomains } from "../../src/mail/trust/authentication.ts";
import { generateDkimKeys, signMail } from "../../src/outbound/dkim.ts";
import { answersFor } from "../../src/screening/organisation.ts";
import { type ScreeningDeps, type ScreenVerdict, screenMail } from "../../src/screening/screen.ts";
import { startDns, type TestDns } from "../support/fakes/dns.ts";
import { attacker, type Forged, forged, forgedZone, honest } from "./forged-authors.ts";
import { forgedByPolicy, honestByPolicy, policyZone } from "./forged-policies.ts";

const keys = { attacker: await generateDkimKeys(), victim: await generateDkimKeys() };
let dns: TestDns;
let deps: ScreeningDeps;

beforeAll(async () => {
  const victim = keys.victim.ed25519.dnsValue;
  dns = await startDns({ ...forgedZone(keys.attacker.ed25519.dnsValue, victim), ...policyZone(victim) });
  const cache = new DnsCache(() => [dns.server], systemClock);
  deps = {
    resolve: cache.resolve,
    clock: systemClock,
    mailHostname: "mx.agents.example",
    blocklists: [],
    rspamd: null,
    refuseByDmarc: true,
    observe: null,
    hosted: async (names) =>
      names.includes("agents.example") ? [{ domain: "agents.example", unprovenMail: "spam" }] : [],
  };
});
afterAll(() => dns.stop());

const usualRest =
  "To: you@agents.example\r\nSubject: n\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@x.example>\r\n\r\nhello\r\n";

async function signed(raw: Buffer, domains: readonly string[], privateKey: string): Promise<Buffer> {
  const signers = domains.map((domain) => ({ domain, selector: "s", privateKey }));
  return Buffer.from(await signMail(raw, signers, nowInstant(systemClock)));
}

async function screened(
  raw: Buffer,
  { envelope = attacker, helo = "helo.evil.example" }: Pick<Forged, "envelope" | "helo">,
): Promise<{ from: string; verdict: ScreenVerdict | "refused" }> {
  const parsed = parseNow(raw, { envelopeFrom: envelope });
  const client = { ip: "127.0.0.1", helo, from: envelope, trusted: false };
  try {
    const verdict = await screenMail(deps, { raw, parsed }, { client, recipients: ["you@agents.example"] });
    return { from: parsed.from.email, verdict };
  } catch (error) {
    if (error instanceof Failure && error.code === "forbidden")
      return { from: parsed.from.email, verdict: "refused" };
    throw error;
  }
}

/** "refused", "spam", "proven", or the author that is shown without a proof. */
async function endOf(given: Forged): Promise<string> {
  const { head, signers = [], above, rest = usualRest } = given;
  const body = Buffer.concat([Buffer.from(head as string), Buffer.from(`\r\n${rest}`)]);
  const mail = await signed(body, signers, keys.attacker.ed25519.privateKey);
  const raw = above === undefined ? mail : Buffer.concat([Buffer.from(`${above}\r\n`), mail]);
  const { from, verdict } = await screened(raw, given);
  if (verdict === "refused") return "refused";
  if (verdict.isSpam) return "spam";
  const domain = addressDomain(from);
  const isProven = provenDomains(verdict.authentication).some((name) => answersFor(name, domain));
  return isProven ? `proven ${domain}` : `shown ${from}`;
}

// DECISIONS Trust: Each author is judged; of several the worst counts, and one that nobody can judge is spam
describe("authors that were forged", () => {
  test.each(Object.entries({ ...forged, ...forgedByPolicy(keys.victim.ed25519.privateKey) }))(
    "%s",
    async (_, given) => {
      expect(await endOf(given)).toMatch(/^(?:refused|spam|proven (?:second-)?evil\.example)$/);
    },
  );

  test("they are as many as they were meant to be", () => {
    expect(Object.keys(forged).length).toBeGreaterThan(80);
  });
});

describe("authors that were not", () => {
  test.each(Object.entries({ ...honest, ...honestByPolicy(keys.victim.ed25519.privateKey) }))(
    "%s",
    async (_, row) => {
      const { dmarc, shown, rest = usualRest, ...given } = row;
      const { from, verdict } = await screened(Buffer.from(`${given.head}\r\n${rest}`), given);
      if (verdict === "refused") throw new Error("refused");
      const { isSpam, authentication } = verdict;
      expect({ from, isSpam, dmarc: authentication?.dmarc?.result }).toEqual({
        from: shown,
        isSpam: false,
        dmarc,
      });
    },
  );

  test("a signature of the author's domain proves it where that has no policy", async () => {
    const body = Buffer.from(`From: ann@plain.example\r\n${usualRest}`);
    const raw = await signed(body, ["plain.example"], keys.attacker.ed25519.privateKey);
    const { from, verdict } = await screened(raw, {});
    if (verdict === "refused") throw new Error("refused");
    expect(provenDomain(verdict.authentication, from)).toBe("plain.example");
  });

  test("a signature by one of several authors proves none of them", async () => {
    const body = Buffer.from(`From: ${attacker}, ann@plain.example\r\n${usualRest}`);
    const raw = await signed(body, ["evil.example"], keys.attacker.ed25519.privateKey);
    const { from, verdict } = await screened(raw, {});
    if (verdict === "refused") throw new Error("refused");
    expect(provenDomain(verdict.authentication, from)).toBeNull();
  });
});
