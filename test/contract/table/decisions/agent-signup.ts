// DECISIONS: Agent signup and console.
import { expect } from "bun:test";
import { Browser } from "../../../console/browser.ts";
import { absent, one, refused } from "../../answers.ts";
import { day, minute, nobody } from "../../fixtures.ts";
import { held, type Table } from "../rows.ts";
import { another } from "../samples.ts";

const signups = (title: string) => held("http/access/signup-domain.test.ts", title);
const service = (title: string) => held("console/service-mail.test.ts", title);

export const agentSignup: Table = {
  "DECISIONS Agent signup and console": {
    "human_email is optional": async (f) => {
      const body = { username: f.next("scout") };
      await one(f.open.post("/agent/signup", body, f.somewhere()), 201, "AgentSignup");
    },
    "Spaces in a code count for nothing": held(
      "http/access/agent-signup.test.ts",
      "from no key to an account of the human's, with one code",
    ),
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
    "A dormant name is held 7 days": held(
      "http/access/agent-signup.test.ts",
      "a code lives a day; a fresh one revives it; the name is held seven days",
    ),
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
    "A setting turns signup off": held(
      "http/access/agent-signup.test.ts",
      "every call of it is 403 and says why",
    ),
    "Addresses of signups are made on SIGNUP_DOMAIN": signups(
      "their addresses are made there, and send mail that it signs",
    ),
    "Nobody else has an address on SIGNUP_DOMAIN, nor a domain of its organisation": signups(
      "it is the operator's, with records, a zone and keys; nobody else has addresses or domains there",
    ),
    "Without SIGNUP_DOMAIN signup is on only where the default domain is a name of this machine": signups(
      "every call of sign-up is 403, with the remedy",
    ),
    "A pending signup whose name is of another domain: 410 code_expired": signups(
      "a signup of before whose name is of another domain is no longer confirmed there",
    ),
    "A human's address on this server: 422 recipient_refused": signups(
      "a human whose mail keys read here cannot confirm: the code would be theirs",
    ),
    "A username of a signup reads as no link": signups(
      "a name that reads as a link, or says more than a name, is refused",
    ),
    "Signup accounts on a domain of others are strangers there": signups(
      "mail of a stranger there is of a new sender, mail of a colleague is let in",
    ),
    "doctor lists signup accounts on a domain of others": held(
      "doctor/signups.test.ts",
      "is content, and lists who signed up among the others before",
    ),
    "Every verified signup makes an account of its own, plan signup, with a default pod": held(
      "http/access/agent-signup.test.ts",
      "from no key to an account of the human's, with one code",
    ),
    "Signup turns run on the operator account's actor": held(
      "http/access/agent-signup.test.ts",
      "the right code sent twice at once makes one account",
    ),
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
    "/console/login: a one-time link by mail (15 min), the same answer for unknown emails": held(
      "console/console.test.ts",
      "/console/login mails a link to the owner, with all accounts; others get the same answer and no mail",
    ),
    "Sessions last 7 days": held(
      "console/console.test.ts",
      "links end after 15 minutes, sessions after seven days or at sign-out",
    ),
    "The human sees addresses, mints and revokes keys": held(
      "console/console.test.ts",
      "a key is minted and shown once, works, and is revoked",
    ),
    "postroom console-link EMAIL for operators": held(
      "console/console.test.ts",
      "postroom console-link opens the owner's accounts, or the operator's",
    ),
  },
  "DECISIONS Mail of the service": {
    "What opens something goes to no address of this server; who has one reads how to sign in": service(
      "a sign-in link is not mailed to an address of this server; how to get in is",
    ),
    "An invitation of such a person is shown once; console-link signs them in": service(
      "an invitation of such a person is shown once to who made it, and signs them in",
    ),
    "Who is named as a reviewer outside is asked once, without a foreign word, and told after a yes": service(
      "who is named outside gets one question without a foreign word, and no notice before a yes",
    ),
    "After a no never, after 30 days of silence once more": service(
      "a no is a no, and silence is asked again after thirty days",
    ),
    "People of the account need not be asked": service(
      "people of the account, and who has decided by a link before, need not be asked",
    ),
    "Questions of one account: 10 an hour, 20 a day": service(
      "an account has twenty people asked a day, whichever of its addresses names them",
    ),
    "Codes: 5 an hour and 10 a day for one signup": signups(
      "one sign-up has five people asked an hour and ten a day, whoever they are",
    ),
    "Codes: 10 an hour for one network": signups(
      "one network has ten people asked an hour, through however many sign-ups",
    ),
  },
};
