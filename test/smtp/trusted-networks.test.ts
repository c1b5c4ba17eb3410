// Mail from networks that the operator trusts.
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { signMail } from "../../src/outbound/dkim.ts";
import { eachApp } from "../support/app/app.ts";
import { startDns } from "../support/fakes/dns.ts";
import { received } from "../support/smtp/received.ts";
import { keys, letter, listeningEnv, zone } from "./outside-mail.ts";

const dns = await startDns(zone);
afterAll(() => dns.stop());

const env = listeningEnv(dns);

eachApp(
  "mail from a trusted network",
  (t) => {
    test("DNS is queried for DKIM keys only", async () => {
      const to = await t.address();
      dns.queries.length = 0;
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw: letter("ceo@strict.example") });
      expect((await received(t, to)).authentication.status).toBe("none");
      expect(dns.queries).toEqual([]);
      const signer = { domain: "proper.example", selector: "rsa", privateKey: keys.rsa.privateKey };
      const raw = await signMail(
        Buffer.from(letter("ann@proper.example")),
        [signer],
        nowInstant(systemClock),
      );
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw: Buffer.from(raw) });
      const { authentication, is_spam } = await received(t, to);
      expect(authentication).toMatchObject({ status: "checked", spf: null, dmarc: { result: "pass" } });
      expect(authentication.dkim).toMatchObject([{ result: "pass", aligned: true }]);
      expect(is_spam).toBe(false);
      // What a trusted server forwards may have lost its proofs on the way.
      const broken = Buffer.from(raw.toString().replace("hello", "hallo"));
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw: broken });
      const forwarded = await received(t, to);
      expect(forwarded.authentication).toMatchObject({ dkim: [{ result: "fail" }], dmarc: null });
      expect(forwarded.is_spam).toBe(false);
    });

    test("without a scanner GTUBE is spam and ham is not; a mail without authentication is accepted", async () => {
      const to = await t.address();
      const verdict = async () => {
        const { id, is_spam } = await received(t, to);
        const spam = await t.api.must<{ status: string }>(200, t.api.get(`/messages/${id}/spam`));
        return { is_spam, ...spam };
      };
      const body = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X\r\n";
      await t.raw({ from: "x@y.example", to: to.email, raw: letter("x@y.example", { body }) });
      const gtube = { status: "scanned", scanner: "rules", symbols: [{ name: "GTUBE", score: 100 }] };
      expect(await verdict()).toMatchObject({ is_spam: true, ...gtube });
      await t.raw({ from: "x@y.example", to: to.email, raw: letter("x@y.example") });
      expect(await verdict()).toMatchObject({ is_spam: false, status: "none", symbols: [] });
      await t.raw({ from: "x@y.example", to: to.email, raw: "From: x@y.example\r\n\r\nhi\r\n" });
      expect(await verdict()).toMatchObject({ is_spam: false, status: "scanned" });
    });
  },
  { env: { ...env, TRUSTED_NETWORKS: "127.0.0.0/8" } },
);
