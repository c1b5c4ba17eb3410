// Domains that are not this service's own are remembered for a moment; one that becomes its own is known at once, in every process.
import { describe, expect, test } from "bun:test";
import { ForeignDomains } from "../../src/routing/foreign-domains.ts";
import { eachApp, eventually, startTestApp, type TestAddress } from "../support/app/app.ts";
import { rcpt } from "../support/app/refusals.ts";

describe("foreign domains", () => {
  test("are remembered for five seconds", () => {
    let nowMs = 0;
    const foreign = new ForeignDomains(() => nowMs);
    foreign.asking()("remote.example");
    nowMs = 4_999;
    expect([foreign.has("remote.example"), foreign.has("other.example")]).toEqual([true, false]);
    nowMs = 5_000;
    expect(foreign.has("remote.example")).toBe(false);
  });

  test("are forgotten when one is told of, and an answer from before does not count", () => {
    const foreign = new ForeignDomains();
    foreign.asking()("remote.example");
    const note = foreign.asking();
    foreign.clear();
    note("new.example");
    expect([foreign.has("remote.example"), foreign.has("new.example")]).toEqual([false, false]);
  });

  test("do not fill the memory", () => {
    const foreign = new ForeignDomains(() => 0);
    for (let n = 0; n < 10_001; n++) foreign.asking()(`d${n}.example`);
    expect([foreign.has("d0.example"), foreign.has("d10000.example")]).toEqual([false, true]);
  });
});

eachApp("a domain that becomes our own", (t) => {
  const ownAddress = async (domain: string) => {
    const { id } = await t.api.must<{ id: string }>(201, t.api.post("/domains", { domain }));
    return t.api.must<TestAddress>(201, t.api.post("/identities", { domain_id: id, local_part: "desk" }));
  };

  test("takes mail at once", async () => {
    const domain = `own-${t.kind}.example`;
    const from = await t.address();
    expect(await rcpt(t.smtpPort, `desk@${domain}`)).toStartWith("550 5.7.1");
    const sent = await t.api.post<{ id: string }>("/messages", {
      from: from.email,
      to: `none@${domain}`,
      subject: "s",
      text: "t",
    });
    expect(sent.status).toBe(201);
    await ownAddress(domain);
    expect(await rcpt(t.smtpPort, `desk@${domain}`)).toStartWith("250");
    const refused = await t.api.post("/messages", {
      from: from.email,
      to: `none@${domain}`,
      subject: "s",
      text: "t",
    });
    expect(refused.status).toBe(422);
  });

  test.skipIf(t.kind === "embedded")("takes mail in another process too", async () => {
    const other = await startTestApp(t.store);
    const email = "desk@elsewhere-own.example";
    expect(await rcpt(other.app.ports.smtp!, email)).toStartWith("550 5.7.1");
    await ownAddress("elsewhere-own.example");
    // It is told by a hint.
    await eventually(async () => (await rcpt(other.app.ports.smtp!, email)).startsWith("250"));
    await other.stop(500);
  });
});
