// Another Postroom sends a mail here: that proves the way in from outside, by nothing but its API.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { announcePorts } from "../../src/app/ports.ts";
import { contextOf } from "../../src/doctor/context.ts";
import { examine } from "../../src/doctor/examine.ts";
import { startTestApp, type TestApp } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { startDns, type TestDns } from "../support/fakes/dns.ts";

describe("a peer", () => {
  const stores: TempStore[] = [];
  let dns: TestDns;
  let own: TestApp;
  let peer: TestApp;

  beforeAll(async () => {
    stores.push(await tempStore("embedded"), await tempStore("embedded"));
    own = await startTestApp(stores[0]!, { env: { SMTP_GREETING_MS: "0" } });
    announcePorts(own.config, own.app.ports);
    // The MX host of the own domain leads to the own SMTP port.
    dns = await startDns({
      "agents.example": { MX: ["10 mx.agents.example"] },
      "mx.agents.example": { A: ["127.0.0.1"] },
    });
    peer = await startTestApp(stores[1]!, {
      env: { MAIL_DOMAIN: "peer.example", MAIL_HOSTNAME: "mx.peer.example", DNS_SERVERS: dns.server },
      deps: { mxPort: own.app.ports.smtp! },
    });
  });
  afterAll(async () => {
    await Promise.all([own, peer].map((app) => app?.stop(500)));
    for (const store of stores) await store.dispose();
    await dns?.stop();
  });

  const look = async (key: string, { arrivalSeconds = 60, recipient = null as string | null } = {}) => {
    const { core } = own.app;
    const options = { peer: { url: new URL(peer.api.base).origin, key }, only: ["peer"], recipient };
    return examine(
      await contextOf(core, { config: core.config, clock: core.clock, options, limits: { arrivalSeconds } }),
    );
  };

  // DECISIONS Settings and command line: From outside only mail tells: a peer sends one
  test("whose mail comes in proves the way", async () => {
    const [found] = await look(peer.api.key!);
    expect(found).toMatchObject({ code: "peer.ok", severity: "ok" });
    expect(found!.message).toContain("came in from outside");
  });

  test("whose mail does not come in names the port and the firewall", async () => {
    // The peer finds no MX host for it.
    await own.api.must(201, own.api.post("/domains", { domain: "lost.example" }));
    await own.api.must(201, own.api.post("/identities", { email: "lost@lost.example" }));
    const [found] = await look(peer.api.key!, { arrivalSeconds: 0.2, recipient: "lost@lost.example" });
    expect(found).toMatchObject({ code: "peer.not_arrived", severity: "fail" });
    expect(found!.remedy).toContain("port 25");
  });

  test("that refuses the key is said", async () => {
    const [found] = await look("pr_wrong");
    expect(found).toMatchObject({ code: "peer.refused", severity: "warn" });
    expect(found!.remedy).toContain("POSTROOM_PEER_KEY");
  });
});
