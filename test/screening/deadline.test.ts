// What is found out about a mail has its time, whatever DNS does.
import { expect, test } from "bun:test";
import { systemClock } from "../../src/lib/clock.ts";
import { authenticate } from "../../src/screening/authenticate.ts";

test("questions that are never answered are a temperror once the time is over", async () => {
  const deps = {
    resolve: () => new Promise<never>(() => {}),
    clock: systemClock,
    mailHostname: "mx.agents.example",
    timeoutMs: 50,
  };
  const head = "From: ann@silent.example\r\n\r\n";
  const client = { ip: "192.0.2.1", helo: "x.example", from: "ann@silent.example", trusted: false };
  const found = await authenticate(deps, { raw: Buffer.from(head), head }, client);
  expect([found?.spf?.result, found?.dmarc?.result]).toEqual(["temperror", "temperror"]);
});
