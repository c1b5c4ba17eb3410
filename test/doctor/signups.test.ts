// Agents that sign themselves up beside a company's addresses: doctor says that they cannot, and who did before.
import { expect, test } from "bun:test";
import { contextOf } from "../../src/doctor/context.ts";
import { examine } from "../../src/doctor/examine.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";

async function findings(t: SuiteApp) {
  const { core } = t.app;
  const given = { config: t.config, clock: systemClock, options: { only: ["signups"] } };
  return (await examine(await contextOf(core, given))).map(({ code, severity, message, remedy }) => ({
    code,
    severity,
    said: `${message} ${remedy ?? ""}`,
  }));
}

eachApp("doctor without a domain of sign-ups", (t) => {
  test("says that nobody signs up, and what would let them", async () => {
    const [found, ...more] = await findings(t);
    expect([found!.code, found!.severity, more]).toEqual(["signups.no_domain", "skip", []]);
    expect(found!.said).toContain("Set SIGNUP_DOMAIN to");
  });
});

eachApp(
  "doctor with a domain near the others",
  (t) => {
    test("warns of it", async () => {
      const [found] = await findings(t);
      expect([found!.code, found!.severity]).toEqual(["signups.domain", "warn"]);
      expect(found!.said).toContain("scouts.agents.example and agents.example are of one organisation");
    });
  },
  { env: { SIGNUP_DOMAIN: "scouts.agents.example" } },
);

eachApp(
  "doctor with a domain of sign-ups",
  (t) => {
    // DECISIONS Agent signup and console: doctor lists signup accounts on a domain of others
    test("is content, and lists who signed up among the others before", async () => {
      expect((await findings(t)).map(({ code }) => code)).toEqual(["signups.ok"]);
      const { database } = t.app.core;
      // Its address was made as those of sign-ups were.
      const other = await t.otherAccount();
      const { email } = await other.api.must<{ email: string }>(
        201,
        other.api.post("/identities", { domain_id: t.domainId, local_part: "scout" }),
      );
      await database.values("update accounts set plan = 'signup' where account_id = $1::uuid returning 1", [
        other.accountId,
      ]);
      const [found] = await findings(t);
      expect([found!.code, found!.severity]).toEqual(["signups.on_default", "warn"]);
      expect(found!.said).toContain(`${email} (account ${other.accountId})`);
    });
  },
  { env: { SIGNUP_DOMAIN: "scouts.example" } },
);
