// Agent signup: SPEC Agent signup, DECISIONS Agent signup and console. The human's mailbox is an address of this service,
// so that the code is read where a human would read it.
import { expect, test } from "bun:test";
import { releaseRound } from "../../../actors/workers/signup-names.ts";
import { isUuid } from "../../../src/lib/ids.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, ShiftedClock } from "../../support/app/app.ts";
import { agents, refusal, type Signup } from "../../support/clients/agent-signup.ts";

interface Verified {
  address: string;
  identity_id: string;
  sign_in_url: string;
}

const hour = 3_600_000;

const day = 24 * hour;

const clock = new ShiftedClock();

eachApp(
  "agent signup",
  (t) => {
    const setup = async () => ({ ...agents(t), human: await t.address({ display_name: "Ada" }) });

    // DECISIONS Agent signup and console: Spaces in a code count for nothing
    // DECISIONS Agent signup and console: Every verified signup makes an account of its own, plan signup, with a default pod
    test("from no key to an account of the human's, with one code", async () => {
      const { open, name, must, verify, code, human } = await setup();
      const username = name();
      const signup = await must({ username, human_email: human.email, source: "a test" });
      expect(Object.keys(signup).sort()).toEqual(
        ["address", "can_send", "code_expires_at", "identity_id", "signup_id"].sort(),
      );
      expect(signup).toMatchObject({ address: `${username}@${t.domain}`, can_send: false });
      expect(isUuid(signup.signup_id) && isUuid(signup.identity_id)).toBe(true);
      const life = Date.parse(signup.code_expires_at!) - clock.now();
      expect(life).toBeWithin(day - 60_000, day + 1);
      expect(refusal(await t.api.get(`/identities/${signup.identity_id}`))).toEqual([404, "not_found"]);
      const done = await open.must<Verified>(
        200,
        verify(signup.signup_id, (await code(human, signup.address)).replace(/^.../, " $& ")),
      );
      expect(Object.keys(done).sort()).toEqual(["address", "identity_id", "sign_in_url"]);
      expect(done).toMatchObject({ address: signup.address, identity_id: signup.identity_id });
      expect(done.sign_in_url).toStartWith(`http://localhost:${t.app.ports.http}/console/sign-in?token=`);
      const [account] = await t.app.core.database.rows<Record<string, unknown>>(
        `select a.plan, a.owner_email, p.is_default, i.type, i.mode, i.local_part, (select count(*)::int from folders f
           where f.account_id = a.account_id) as folders, (select count(*)::int from api_keys k where k.account_id = a.account_id) as keys
         from identities i join accounts a on a.account_id = i.account_id join pods p on p.account_id = a.account_id and p.id = i.pod_id
         where i.id = $1::uuid`,
        [signup.identity_id],
      );
      expect(account).toEqual({
        plan: "signup",
        owner_email: human.email,
        is_default: true,
        type: "agent",
        mode: "automated",
        local_part: username,
        folders: 7,
        keys: 0,
      });
      expect(refusal(await t.api.get(`/identities/${signup.identity_id}`))).toEqual([404, "not_found"]);
      expect(refusal(await verify(signup.signup_id, "000000"))).toEqual([410, "signup_spent"]);
      expect(
        await t.mail({ from: "ada@remote.example", to: signup.address, subject: "Hi", text: "Hello" }),
      ).toContain("250");
    });

    test("the code comes from noreply@, is stored hashed, and its mail is not kept", async () => {
      const { name, must, code, human } = await setup();
      const signup = await must({ username: name(), human_email: human.email });
      const digits = await code(human, signup.address);
      const threads = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${human.id}`)).json.data;
      const [message] = (
        await t.api.get<PageOf<{ from: { email: string }; text: string }>>(
          `/messages?thread_id=${threads[0]!.id}`,
        )
      ).json.data;
      expect(message!.from.email).toBe(`noreply@${t.domain}`);
      expect(message!.text).toContain(`Your code: ${digits}`);
      expect(message!.text).toContain(signup.address);
      const [row] = await t.app.core.database.rows<{ code_hash: Uint8Array }>(
        "select code_hash, row_to_json(s)::text as whole from agent_signups s where id = $1::uuid",
        [signup.signup_id],
      );
      expect(row!.code_hash).toHaveLength(32);
      expect(JSON.stringify({ ...row, code_hash: null })).not.toContain(`"${digits}"`);
      const { data } = (
        await t.api.get<PageOf<{ email: string; has_inbox: boolean }>>(
          `/identities?email=noreply@${t.domain}`,
        )
      ).json;
      expect(data).toMatchObject([{ has_inbox: false }]);
    });

    test("nothing is promised while the operator has stopped noreply@", async () => {
      const { name, must, nameHuman, signUp, human } = await setup();
      await must({ username: name(), human_email: human.email });
      const signup = await must({ username: name() });
      const { data } = (await t.api.get<PageOf<{ id: string }>>(`/identities?email=noreply@${t.domain}`))
        .json;
      const set = (fields: object) => t.api.must(200, t.api.patch(`/identities/${data[0]!.id}`, fields));
      for (const [stopped, well] of [
        [{ status: "suspended" }, { status: "active" }],
        [{ send_policy: "list" }, { send_policy: "open" }],
      ] as [object, object][]) {
        await set(stopped);
        expect(refusal(await signUp({ username: name(), human_email: human.email }))).toEqual([
          403,
          "forbidden",
        ]);
        expect(refusal(await nameHuman(signup.signup_id, human.email))).toEqual([403, "forbidden"]);
        await set(well);
      }
      expect((await nameHuman(signup.signup_id, human.email)).status).toBe(200);
    });

    test("without a human it is dormant; naming one sends a code, naming another replaces both", async () => {
      const { open, name, must, nameHuman, verify, code, human } = await setup();
      const other = await t.address();
      const signup = await must({ username: name() });
      expect(signup.code_expires_at).toBeNull();
      expect(refusal(await verify(signup.signup_id, "123456"))).toEqual([409, "conflict"]);
      const named = await open.must<Signup>(200, nameHuman(signup.signup_id, human.email));
      expect(named).toMatchObject({ ...signup, code_expires_at: expect.any(String) });
      const first = await code(human, signup.address);
      await open.must(200, nameHuman(signup.signup_id, other.email));
      const second = await code(other, signup.address);
      if (first !== second)
        expect(refusal(await verify(signup.signup_id, first))).toEqual([422, "code_invalid"]);
      await open.must(200, verify(signup.signup_id, second));
      const [owner] = await t.app.core.database.rows<{ owner_email: string }>(
        "select a.owner_email from identities i join accounts a on a.account_id = i.account_id where i.id = $1::uuid",
        [signup.identity_id],
      );
      expect(owner!.owner_email).toBe(other.email);
      expect(refusal(await nameHuman(signup.signup_id, human.email))).toEqual([410, "signup_spent"]);
    });

    // SPEC Errors: The tenth wrong code spends the signup
    test("nine wrong codes are told the tries left, the tenth spends the signup and frees the name", async () => {
      const { open, name, must, nameHuman, verify, code, wrong, human } = await setup();
      const username = name();
      const signup = await must({ username, human_email: human.email });
      const right = await code(human, signup.address);
      for (let left = 9; left >= 5; left--) {
        const answer = await verify(signup.signup_id, wrong(right));
        expect(refusal(answer)).toEqual([422, "code_invalid"]);
        expect((answer.json as Refusal).error.message).toContain(
          left === 1 ? "1 try is left" : `${left} tries are left`,
        );
      }
      // A fresh code does not reset the count.
      await open.must(200, nameHuman(signup.signup_id, human.email));
      const fresh = await code(human, signup.address, 2);
      for (let left = 4; left >= 1; left--)
        expect(refusal(await verify(signup.signup_id, wrong(fresh)))).toEqual([422, "code_invalid"]);
      expect(refusal(await verify(signup.signup_id, wrong(fresh)))).toEqual([410, "signup_spent"]);
      expect(refusal(await verify(signup.signup_id, fresh))).toEqual([410, "signup_spent"]);
      expect(refusal(await nameHuman(signup.signup_id, human.email))).toEqual([410, "signup_spent"]);
      expect(refusal(await t.api.get(`/identities/${signup.identity_id}`))).toEqual([404, "not_found"]);
      await must({ username });
    });

    // SPEC Limits: Wrong codes before a signup is spent: ten
    test("wrong codes sent in parallel count one by one", async () => {
      const { name, must, verify, code, wrong, human } = await setup();
      const signup = await must({ username: name(), human_email: human.email });
      const right = await code(human, signup.address);
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => verify(signup.signup_id, wrong(right))),
      );
      const codes = answers.map((answer) => refusal(answer).join(" "));
      expect(codes.filter((text) => text === "422 code_invalid")).toHaveLength(9);
      expect(codes.filter((text) => text === "410 signup_spent")).toHaveLength(21);
      expect(refusal(await verify(signup.signup_id, right))).toEqual([410, "signup_spent"]);
    });

    // DECISIONS Agent signup and console: Signup turns run on the operator account's actor
    test("the right code sent twice at once makes one account", async () => {
      const { name, must, verify, code, human } = await setup();
      const signup = await must({ username: name(), human_email: human.email });
      const right = await code(human, signup.address);
      const answers = await Promise.all([1, 2, 3].map(() => verify(signup.signup_id, right)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    });

    // DECISIONS Errors: 410 code_expired
    // DECISIONS Agent signup and console: A dormant name is held 7 days
    test("a code lives a day; a fresh one revives it; the name is held seven days", async () => {
      const { open, name, must, nameHuman, verify, code, human } = await setup();
      const late = name();
      const signup = await must({ username: name(), human_email: human.email });
      const dormant = await must({ username: late });
      const first = await code(human, signup.address);
      clock.advance(day);
      expect(refusal(await verify(signup.signup_id, first))).toEqual([410, "code_expired"]);
      await open.must(200, nameHuman(signup.signup_id, human.email));
      const fresh = await code(human, signup.address, 2);
      clock.advance(day - 120_000);
      await open.must(200, verify(signup.signup_id, fresh));
      clock.advance(5 * day - 120_000);
      const held = await agents(t).signUp({ username: late });
      expect(refusal(held)).toEqual([409, "address_taken"]);
      expect(refusal(await t.api.post("/identities", { domain_id: t.domainId, local_part: late }))).toEqual([
        409,
        "address_taken",
      ]);
      clock.advance(240_000);
      expect(refusal(await nameHuman(dormant.signup_id, human.email))).toEqual([410, "code_expired"]);
      expect(refusal(await verify(dormant.signup_id, "123456"))).toEqual([410, "code_expired"]);
      await must({ username: late });
      clock.advance(7 * day);
      await releaseRound(t.app.core);
      await t.address({ local_part: late });
    });

    // DECISIONS Errors: 429 rate_limited
    test("one human is sent three codes an hour, over all signups", async () => {
      const { name, must, signUp, nameHuman, human } = await setup();
      const first = await must({ username: name(), human_email: human.email });
      await must({ username: name(), human_email: human.email.toUpperCase().replace("@", "+other@") });
      clock.advance(10 * 60_000);
      expect((await nameHuman(first.signup_id, human.email)).status).toBe(200);
      const username = name();
      const limited = await signUp({ username, human_email: human.email });
      expect(refusal(limited)).toEqual([429, "rate_limited"]);
      const wait = Number(limited.headers.get("retry-after"));
      expect(wait).toBeWithin(45 * 60, 50 * 60 + 1);
      expect(refusal(await nameHuman(first.signup_id, human.email))).toEqual([429, "rate_limited"]);
      clock.advance(wait * 1000);
      // Nothing was reserved by the one that was refused.
      await must({ username, human_email: human.email });
    });

    test("one IP address signs up five times an hour; of IPv6 it is the network that counts", async () => {
      const { name, from, signUp } = await setup();
      for (const ips of [Array(6).fill("203.0.113.9"), [1, 2, 3, 4, 5, 6].map((n) => `2001:db8:1:2::${n}`)]) {
        const answers = [];
        for (const ip of ips) answers.push(await signUp({ username: name() }, from(ip)));
        expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
        expect(Number(answers[5]!.headers.get("retry-after"))).toBeWithin(3500, 3601);
      }
      expect((await signUp({ username: name() }, from("2001:db8:1:3::1"))).status).toBe(201);
      clock.advance(hour);
      expect((await signUp({ username: name() }, from("203.0.113.9"))).status).toBe(201);
    });

    test("a name that is there, held or the owner's is refused", async () => {
      const { name, must, signUp } = await setup();
      const there = await t.address();
      const username = name();
      await must({ username });
      expect(refusal(await signUp({ username: there.email.split("@")[0] }))).toEqual([409, "address_taken"]);
      expect(refusal(await signUp({ username: username.toUpperCase() }))).toEqual([409, "address_taken"]);
      expect(refusal(await signUp({ username: "postmaster" }))).toEqual([403, "forbidden"]);
      expect(refusal(await signUp({ username: "noreply" }))).toEqual([403, "forbidden"]);
      const racing = name();
      const answers = await Promise.all([1, 2, 3, 4].map(() => signUp({ username: racing })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    });

    test("bad bodies are 400, unknown signups 404, a bad bearer 401, an unreachable human 422", async () => {
      const { open, name, signUp, nameHuman, verify, human } = await setup();
      for (const body of [
        {},
        { username: "" },
        { username: "a+b" },
        { username: "a b" },
        { username: name(), human_email: "nobody" },
        { username: name(), email: human.email },
        { username: name(), source: 1 },
      ]) {
        expect(refusal(await signUp(body))).toEqual([400, "validation_error"]);
      }
      const unknown = "019a2f4e-8b1c-7def-8a90-1234567890ab";
      expect(refusal(await nameHuman(unknown, human.email))).toEqual([404, "not_found"]);
      expect(refusal(await verify(unknown, "123456"))).toEqual([404, "not_found"]);
      expect(refusal(await verify("nonsense", "123456"))).toEqual([400, "validation_error"]);
      expect(refusal(await open.as("pr_nonsense").post("/agent/signup", { username: name() }))).toEqual([
        401,
        "unauthorized",
      ]);
      expect((await t.api.post("/agent/signup", { username: name() }, agents(t).from())).status).toBe(201);
      const gone = await signUp({ username: name(), human_email: `nobody-at-all@${t.domain}` });
      expect(refusal(gone)).toEqual([422, "recipient_refused"]);
      await t.api.must(201, t.api.post("/suppressions", { email: "bounced@remote.example" }));
      const bounced = await signUp({ username: name(), human_email: "bounced@remote.example" });
      expect(refusal(bounced)).toEqual([422, "recipient_refused"]);
    });

    test("an Idempotency-Key signs up once, mails once, and keeps the link sealed", async () => {
      const { name, from, signUp, verify, code, human } = await setup();
      const headers = { ...from("192.0.2.77"), "idempotency-key": `signup-${t.kind}` };
      const body = { username: name(), human_email: human.email };
      const answers = await Promise.all([1, 2, 3].map(() => signUp(body, headers)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.map(({ headers: h }) => h.get("idempotency-replayed")).filter(Boolean)).toHaveLength(2);
      const { data } = answers[0]!.json as { data: Signup };
      const right = await code(human, data.address);
      const verifying = { ...from("192.0.2.77"), "idempotency-key": `verify-${t.kind}` };
      const first = await verify(data.signup_id, right, verifying);
      const second = await verify(data.signup_id, right, verifying);
      expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
      const token = new URL((first.json as { data: Verified }).data.sign_in_url).searchParams.get("token")!;
      const stored = await t.app.core.database.rows<{ body: Uint8Array }>("select body from idempotency");
      expect(stored.some(({ body: bytes }) => Buffer.from(bytes).includes(token))).toBe(false);
      const threads = (await t.api.get<PageOf<object>>(`/threads?identity_id=${human.id}`)).json;
      expect(threads.data).toHaveLength(1);
      const wrongKey = { ...from("192.0.2.78"), "idempotency-key": `wrong-${t.kind}` };
      const other = await signUp({ username: name(), human_email: human.email });
      const { signup_id: id, address } = (other.json as { data: Signup }).data;
      const miss = agents(t).wrong(await code(human, address));
      const missed = [await verify(id, miss, wrongKey), await verify(id, miss, wrongKey)];
      expect(missed.map(({ text }) => text)).toEqual([missed[0]!.text, missed[0]!.text]);
      expect(missed[1]!.headers.get("idempotency-replayed")).toBe("true");
    });

    test("a second signup by the same human is an account of its own", async () => {
      const { open, name, must, verify, code, human } = await setup();
      const owners = [];
      for (const username of [name(), name()]) {
        const signup = await must({ username, human_email: human.email });
        await open.must(200, verify(signup.signup_id, await code(human, signup.address)));
        const [row] = await t.app.core.database.rows<{ account_id: string }>(
          "select account_id from identities where id = $1::uuid",
          [signup.identity_id],
        );
        owners.push(row!.account_id);
      }
      expect(new Set([...owners, t.accountId]).size).toBe(3);
    });
  },
  // A name of this machine: the human may have an address here, and a key reads its code.
  { clock, env: { TRUSTED_PROXIES: "127.0.0.0/8", MAIL_DOMAIN: "agents.test" } },
);

eachApp(
  "agent signup turned off",
  (t) => {
    // DECISIONS Agent signup and console: A setting turns signup off
    // DECISIONS Settings and command line: AGENT_SIGNUP is on or off
    test("every call of it is 403 and says why", async () => {
      const open = t.api.as(null);
      const id = "019a2f4e-8b1c-7def-8a90-1234567890ab";
      for (const answer of [
        await open.post("/agent/signup", { username: "scout" }),
        await open.post("/agent/human", { signup_id: id, human_email: "ada@example.com" }),
        await open.post("/agent/verify", { signup_id: id, code: "123456" }),
      ]) {
        expect(refusal(answer)).toEqual([403, "forbidden"]);
        expect((answer.json as Refusal).error.message).toContain("AGENT_SIGNUP=off");
      }
    });
  },
  { env: { AGENT_SIGNUP: "off" } },
);
