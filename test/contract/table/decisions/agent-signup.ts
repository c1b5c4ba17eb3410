// DECISIONS: Agent signup and console.
import { expect } from "bun:test";
import { Browser } from "../../../console/browser.ts";
import { absent, one, refused } from "../../answers.ts";
import { day, minute, nobody } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { another } from "../samples.ts";

export const agentSignup: Table = {
  "DECISIONS Agent signup and console": {
    "human_email is optional": async (f) => {
      const body = { username: f.next("scout") };
      await one(f.open.post("/agent/signup", body, f.somewhere()), 201, "AgentSignup");
    },
    "identity_id is reserved at signup and answers 404 until verified": async (f) => {
      const { human, signup } = await f.agent();
      await absent(f.get(`/identities/${signup.identity_id}`));
      const done = await one(f.verify(signup.signup_id, await f.code(human)), 200, "AgentVerified");
      expect(done.identity_id).toBe(signup.identity_id);
    },
    "The code has six digits and lives 24 hours": async (f) => {
      const { human, signup } = await f.agent();
      expect(await f.code(human)).toMatch(/^\d{6}$/);
      const life = Date.parse(signup.code_expires_at!) - f.clock.now();
      expect(life).toBeWithin(day - minute, day + 1);
    },
    "It is stored hashed, and mailed from noreply@MAIL_DOMAIN": async (f) => {
      const { human } = await f.agent();
      const code = await f.code(human);
      const { raw } = await f.sink.taken.find(({ to }) => to.includes(human));
      expect(raw).toMatch(new RegExp(`^From: .*noreply@${f.t.domain}`, "m"));
      const stored = await f.t.app.core.database.rows<{ row: string }>(
        "select s::text as row from agent_signups s",
      );
      expect(stored.length).toBeGreaterThan(0);
      expect(stored.filter(({ row }) => row.includes(`,${code},`))).toEqual([]);
    },
    "At most 3 codes an hour for one human": async (f) => {
      const human = f.far();
      const signUp = () =>
        f.open.post("/agent/signup", { username: f.next("scout"), human_email: human }, f.somewhere());
      for (let n = 0; n < 3; n++) await one(signUp(), 201, "AgentSignup");
      const fourth = await signUp();
      await refused(fourth, 429, "rate_limited");
      expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(0);
    },
    "code_expires_at is null while dormant": async (f) =>
      expect((await f.agent({ human_email: undefined })).signup.code_expires_at).toBeNull(),
    "/agent/human on a pending signup replaces human and code": async (f) => {
      const { human, signup } = await f.agent();
      const code = await f.code(human);
      const next = f.far();
      const body = { signup_id: signup.signup_id, human_email: next };
      await one(f.open.post("/agent/human", body, f.somewhere()), 200, "AgentSignup");
      const fresh = await f.code(next);
      if (fresh !== code) await refused(f.verify(signup.signup_id, code), 422, "code_invalid");
      await one(f.verify(signup.signup_id, fresh), 200, "AgentVerified");
    },
    "Wrong codes count over all codes of a signup": async (f) => {
      const { human, signup } = await f.agent();
      const code = await f.code(human);
      for (let n = 0; n < 9; n++)
        await refused(f.verify(signup.signup_id, another(code)), 422, "code_invalid");
      const body = { signup_id: signup.signup_id, human_email: human };
      await one(f.open.post("/agent/human", body, f.somewhere()), 200, "AgentSignup");
      const fresh = await f.code(human, 2);
      await refused(f.verify(signup.signup_id, another(fresh)), 410, "signup_spent");
    },
    "Wrong codes 1 to 9: 422 code_invalid with the tries left in the message": async (f) => {
      const { human, signup } = await f.agent();
      const wrong = another(await f.code(human));
      for (let left = 9; left >= 1; left--)
        await refused(f.verify(signup.signup_id, wrong), 422, "code_invalid", new RegExp(`\\b${left}\\b`));
    },
    "The tenth and later: 410 signup_spent": async (f) => {
      const { human, signup } = await f.agent();
      const code = await f.code(human);
      for (let n = 0; n < 9; n++) await f.verify(signup.signup_id, another(code));
      for (const given of [another(code), another(code), code])
        await refused(f.verify(signup.signup_id, given), 410, "signup_spent");
    },
    "Already verified: 410": async (f) => {
      const { human, signup } = await f.agent();
      const code = await f.code(human);
      await one(f.verify(signup.signup_id, code), 200, "AgentVerified");
      await refused(f.verify(signup.signup_id, code), 410, "signup_spent");
    },
    "Unknown signup_id: 404": async (f) => {
      await absent(f.verify(nobody, "123456"));
      const body = { signup_id: nobody, human_email: f.far() };
      await absent(f.open.post("/agent/human", body, f.somewhere()));
    },
    "Five signups an hour for one IP address": async (f) => {
      const here = f.somewhere();
      const signUp = () => f.open.post("/agent/signup", { username: f.next("scout") }, here);
      for (let n = 0; n < 5; n++) await one(signUp(), 201, "AgentSignup");
      await refused(signUp(), 429, "rate_limited");
    },
    "sign_in_url is a one-time link of 24 hours; GET shows a button, the POST consumes it": async (f) => {
      const { human, signup } = await f.agent();
      const { sign_in_url } = await one(
        f.verify(signup.signup_id, await f.code(human)),
        200,
        "AgentVerified",
      );
      const { pathname, search } = new URL(sign_in_url);
      const browser = new Browser(f.api.base);
      await browser.get(pathname + search);
      expect([browser.status, browser.text]).toEqual([200, expect.stringContaining("<button")]);
      await browser.submit("/console/sign-in");
      expect([browser.at, browser.text]).toEqual([
        "/console/settings/keys",
        expect.stringContaining(signup.address),
      ]);
      const late = new Browser(f.api.base);
      await late.get(pathname + search);
      expect(late.text).not.toContain("<button");
    },
  },
};
