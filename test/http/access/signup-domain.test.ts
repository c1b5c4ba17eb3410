// Where agents that sign themselves up live: apart from everybody else. DECISIONS Agent signup and console.
import { afterAll, expect, test } from "bun:test";
import { makeSignupDomain } from "../../../actors/account/access/signup-domain.ts";
import { check } from "../../../src/store/maintenance/check.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../../support/app/app.ts";
import { restrictedKey, signupAccount } from "../../support/app/keys.ts";
import { allow } from "../../support/app/people.ts";
import { agents, refusal, type Signup } from "../../support/clients/agent-signup.ts";
import { startSink } from "../../support/fakes/receivers.ts";

const peer = await startSink();
afterAll(() => peer.stop());
let n = 0;
const far = () => `human${++n}@far.example`;
const proxied = { TRUSTED_PROXIES: "127.0.0.0/8" };
const relay = { SMTP_RELAY_URL: peer.url };

const closed = (env: Record<string, string>, name: string, why: RegExp) =>
  eachApp(
    name,
    (t) => {
      // DECISIONS Agent signup and console: Without SIGNUP_DOMAIN signup is on only where the default domain is a name of this machine
      test("every call of sign-up is 403, with the remedy", async () => {
        const id = "019a2f4e-8b1c-7def-8a90-1234567890ab";
        for (const answer of [
          await t.api.as(null).post("/agent/signup", { username: "scout" }),
          await t.api.as(null).post("/agent/human", { signup_id: id, human_email: "ada@far.example" }),
          await t.api.as(null).post("/agent/verify", { signup_id: id, code: "123456" }),
        ]) {
          expect(refusal(answer)).toEqual([403, "forbidden"]);
          expect((answer.json as Refusal).error.message).toMatch(why);
          expect((answer.json as Refusal).error.message).toContain("Set SIGNUP_DOMAIN to");
        }
      });

      test("a sign-up account makes no address on the domain of the others", async () => {
        const { api } = await signupAccount(t);
        const answer = await api.post("/identities", { email: `scout@${t.domain}` });
        expect(refusal(answer)).toEqual([403, "forbidden"]);
        expect((answer.json as Refusal).error.message).toContain("SIGNUP_DOMAIN");
      });
    },
    { env: { ...proxied, ...env } },
  );

closed({ AGENT_SIGNUP: "on" }, "sign-up without a domain of its own", /SIGNUP_DOMAIN is not set/);
closed({ SIGNUP_DOMAIN: "scouts.agents.example" }, "a domain below the default one", /of one organisation/);
closed({ SIGNUP_DOMAIN: "agents.example" }, "the default domain itself", /of one organisation/);

eachApp(
  "a domain of sign-ups",
  (t) => {
    const domainNamed = async (name: string) => {
      const { data } = (
        await t.api.get<PageOf<{ id: string; domain: string; records: object[] }>>("/domains")
      ).json;
      return data.find(({ domain }) => domain === name)!;
    };
    /** A verified signup, its account's key, and its address. */
    const scout = async () => {
      const { open, name, must, verify } = agents(t);
      const human = far();
      const signup = await must({ username: name(), human_email: human });
      const { raw } = await peer.taken.find(({ to }) => to.includes(human));
      await open.must(200, verify(signup.signup_id, /Your code: (\d{6})/.exec(raw)![1]!));
      const [row] = await t.app.core.database.rows<{ account_id: string }>(
        "select account_id from identities where id = $1::uuid",
        [signup.identity_id],
      );
      return { ...signup, human, accountId: row!.account_id };
    };

    // DECISIONS Agent signup and console: Addresses of signups are made on SIGNUP_DOMAIN
    test("their addresses are made there, and send mail that it signs", async () => {
      const { address, identity_id: id, accountId } = await scout();
      expect(address).toEndWith("@scouts.example");
      const { createUnrestrictedKey } = await import("../../../actors/account/accounts/operator.ts");
      const { token } = await createUnrestrictedKey(t.app.core.actors, accountId, "scout");
      const api = t.api.as(token);
      const to = far();
      await api.must(201, api.post("/messages", { from: address, to, subject: "Hi", text: "I am here." }));
      const { raw } = await peer.taken.find((mail) => mail.to.includes(to));
      expect(raw.replace(/\r\n\s+/g, " ")).toMatch(/DKIM-Signature: [^\n]*d=scouts\.example;/);
      expect(await t.mail({ from: "ada@far.example", to: address, subject: "Hi", text: "Hello" })).toContain(
        "250",
      );
      await eventually(async () => {
        const { json } = await api.get<PageOf<object>>(`/threads?identity_id=${id}&status=open`);
        return json.data.length > 0;
      });
      const more = await api.must<{ email: string }>(
        201,
        api.post("/identities", { email: "more@scouts.example" }),
      );
      expect(more.email).toBe("more@scouts.example");
      const there = await api.post("/identities", { domain_id: t.domainId, local_part: "pretender" });
      expect(refusal(there)).toEqual([403, "forbidden"]);
      expect((there.json as Refusal).error.message).toContain("scouts.example");
      const { data } = (await api.get<PageOf<{ domain: string; records: object[] }>>("/domains")).json;
      expect(data.find(({ domain }) => domain === "scouts.example")!.records).toEqual([]);
    });

    // DECISIONS Agent signup and console: Nobody else has an address on SIGNUP_DOMAIN, nor a domain of its organisation
    test("it is the operator's, with records, a zone and keys; nobody else has addresses or domains there", async () => {
      const { id, records } = await domainNamed("scouts.example");
      expect(records.length).toBeGreaterThan(4);
      const zone = await t.api.get(`/domains/${id}/zone`);
      expect(zone.text).toContain("_domainkey");
      expect(refusal(await t.api.post("/identities", { email: "sales@scouts.example" }))).toEqual([
        403,
        "forbidden",
      ]);
      for (const domain of ["scouts.example", "sub.scouts.example"]) {
        expect(refusal(await t.api.post("/domains", { domain }))).toEqual([409, "conflict"]);
        const { api } = await signupAccount(t);
        expect(refusal(await api.post("/domains", { domain }))).toEqual([409, "conflict"]);
      }
      await scout();
      expect(refusal(await t.api.delete(`/domains/${id}`))).toEqual([409, "conflict"]);
    });

    // DECISIONS Agent signup and console: A human's address on this server: 422 recipient_refused
    test("a human whose mail keys read here cannot confirm: the code would be theirs", async () => {
      const { signUp, name, must, nameHuman } = agents(t);
      const here = await t.address();
      await t.api.must(
        201,
        t.api.post("/routing-rules", { domain_id: t.domainId, local_part: "ceo", identity_id: here.id }),
      );
      const signup = await must({ username: name() });
      for (const email of [
        here.email,
        here.email.replace("@", "+tag@"),
        `ceo@${t.domain}`,
        `postmaster@${t.domain}`,
      ]) {
        expect(refusal(await signUp({ username: name(), human_email: email }))).toEqual([
          422,
          "recipient_refused",
        ]);
        expect(refusal(await nameHuman(signup.signup_id, email))).toEqual([422, "recipient_refused"]);
      }
    });

    // DECISIONS Agent signup and console: A username of a signup reads as no link
    test("a name that reads as a link, or says more than a name, is refused", async () => {
      const { signUp } = agents(t);
      for (const username of ["www.evil.com", "evil.com/pay=now", "buy{now}", "-x", "a!b"])
        expect(refusal(await signUp({ username, human_email: far() }))).toEqual([400, "validation_error"]);
    });

    // DECISIONS Agent signup and console: A pending signup whose name is of another domain: 410 code_expired
    test("a signup of before whose name is of another domain is no longer confirmed there", async () => {
      const { must, name, verify } = agents(t);
      const signup = await must({ username: name(), human_email: far() });
      await t.app.core.database.values(
        "update agent_signups set domain = $2::text where id = $1::uuid returning 1",
        [signup.signup_id, t.domain],
      );
      const answer = await verify(signup.signup_id, "123456");
      expect(refusal(answer)).toEqual([410, "code_expired"]);
      await t.app.core.database.values(
        "update agent_signups set domain = 'scouts.example' where id = $1::uuid returning 1",
        [signup.signup_id],
      );
    });

    test("the domains that prove one another are kept apart from then on, too", async () => {
      const { signUp, name } = agents(t);
      const { accountId } = t;
      // A claim of before the domain was set, which somebody verifies now.
      await t.app.core.database.values(
        `insert into domain_names (domain, account_id, domain_id) values ('old.scouts.example', $1::uuid, $2::uuid) returning 1`,
        [accountId, t.domainId],
      );
      const answer = await signUp({ username: name() });
      expect(refusal(answer)).toEqual([403, "forbidden"]);
      expect((answer.json as Refusal).error.message).toContain("old.scouts.example");
      await t.app.core.database.values(
        "delete from domain_names where domain = 'old.scouts.example' returning 1",
      );
      expect((await signUp({ username: name() })).status).toBe(201);
    });
  },
  { env: { ...proxied, ...relay, SIGNUP_DOMAIN: "scouts.example" } },
);

// The operator had the domain before.
eachApp("an own domain that becomes the one of sign-ups", (t) => {
  test("is shared with all accounts, as its name says, and check finds a name that does not say so", async () => {
    const { core } = t.app;
    await t.api.must(201, t.api.post("/domains", { domain: "later.example" }));
    const said = (domain: string) =>
      core.database.values("select shared_as from domain_names where domain = $1::text", [domain]);
    expect([...(await said(t.domain)), ...(await said("later.example"))]).toEqual([["default"], [null]]);
    const operator = { accountId: t.accountId, domainId: t.domainId, domain: t.domain };
    await makeSignupDomain({ ...core, config: { signupDomain: "later.example" } }, operator);
    expect(await said("later.example")).toEqual([["signups"]]);
    expect(await check(core)).toEqual([]);
    const { api } = await signupAccount(t);
    await api.must(201, api.post("/identities", { email: "scout@later.example" }));
    await core.database.values(
      "update domain_names set shared_as = null where domain = 'later.example' returning 1",
    );
    expect((await check(core)).map(({ rule }) => rule)).toEqual([
      "a name says what all accounts share, as its domain does",
    ]);
    await core.database.values(
      "update domain_names set shared_as = 'signups' where domain = 'later.example' returning 1",
    );
  });
});

const clock = new ShiftedClock();

eachApp(
  "codes are bounded",
  (t) => {
    // DECISIONS Mail of the service: Codes: 5 an hour and 10 a day for one signup
    test("one sign-up has five people asked an hour and ten a day, whoever they are", async () => {
      const { must, name, nameHuman } = agents(t);
      const signup = await must({ username: name() });
      const ask = async (count: number) => {
        const answers = [];
        for (let one = 0; one < count; one++) answers.push(await nameHuman(signup.signup_id, far()));
        return answers;
      };
      const first = await ask(12);
      expect(first.map(({ status }) => status)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
      expect(Number(first[5]!.headers.get("retry-after"))).toBeWithin(3000, 3601);
      clock.advance(3_600_000);
      expect((await ask(6)).filter(({ status }) => status === 200)).toHaveLength(5);
      clock.advance(3_600_000);
      const late = await ask(1);
      expect(late[0]!.status).toBe(429);
      expect(Number(late[0]!.headers.get("retry-after"))).toBeGreaterThan(20 * 3600);
    });

    // DECISIONS Mail of the service: Codes: 10 an hour for one network
    test("one network has ten people asked an hour, through however many sign-ups", async () => {
      const { open, name, from } = agents(t);
      const here = from("203.0.113.77");
      const signups: Signup[] = [];
      for (let one = 0; one < 4; one++) {
        const { json } = await open.post<{ data: Signup }>("/agent/signup", { username: name() }, here);
        signups.push(json.data);
      }
      const statuses: number[] = [];
      for (const { signup_id } of signups)
        for (let one = 0; one < 4; one++)
          statuses.push((await open.post("/agent/human", { signup_id, human_email: far() }, here)).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      expect(statuses.slice(10)).toEqual(Array(6).fill(429));
    });
  },
  { clock, env: { ...proxied, ...relay, SIGNUP_DOMAIN: "scouts.example" } },
);

eachApp(
  "sign-ups on a company's domain",
  (t) => {
    /** As they were made before there was a domain of their own. */
    const stranger = async () => {
      const { api } = await signupAccount(t);
      const body = { email: `stranger${++n}@${t.domain}` };
      return { api, ...(await api.must<{ id: string; email: string }>(201, api.post("/identities", body))) };
    };
    const protectedAddress = async (settings: object) => {
      const address = await t.address();
      await t.api.must(200, t.api.call("PUT", `/identities/${address.id}/protection`, settings));
      return { ...address, agent: await restrictedKey(t.api, [address.id]) };
    };

    test("a domain on the allow list means the account's own addresses: mail to a stranger there is held", async () => {
      const { id, email, agent } = await protectedAddress({ outbound: "new_recipients", approver: "human" });
      await allow(t, id, [t.domain, "far.example"]);
      const { email: colleague } = await t.address();
      const { email: them } = await stranger();
      const send = async (to: string) =>
        (await agent.post("/messages", { from: email, to, subject: "Hi", text: "The secret." })).status;
      expect(await send(colleague)).toBe(201);
      expect(await send(colleague.replace("@", "+tag@"))).toBe(201);
      expect(await send("ada@far.example")).toBe(201);
      expect(await send(them)).toBe(202);
      await allow(t, id, [them]);
      expect(await send(them)).toBe(201);
    });

    // DECISIONS Agent signup and console: Signup accounts on a domain of others are strangers there
    test("mail of a stranger there is of a new sender, mail of a colleague is let in", async () => {
      const { id, email } = await protectedAddress({ inbound: "new_senders", approver: "human" });
      await allow(t, id, [t.domain], "receive");
      const them = await stranger();
      await them.api.must(
        201,
        them.api.post("/messages", { from: them.email, to: email, subject: "Hi", text: "It is me." }),
      );
      const reviews = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ reasons: { code: string }[] }>>(
          `/reviews?identity_id=${id}`,
        );
        return json.data.length > 0 ? json.data : null;
      });
      expect(reviews.map(({ reasons }) => reasons)).toEqual([[{ code: "new_sender" }]]);
      const colleague = await t.address();
      await t.api.must(
        201,
        t.api.post("/messages", { from: colleague.email, to: email, subject: "Hi", text: "Lunch?" }),
      );
      await eventually(async () => {
        const { json } = await t.api.get<PageOf<object>>(`/messages?identity_id=${id}&is_read=false`);
        return json.data.length === 1;
      });
    });

    test("a send list with the domain means them no more than the allow list does", async () => {
      const address = await t.address({ send_policy: "list" });
      await t.api.must(
        200,
        t.api.call("PUT", `/identities/${address.id}/send-list`, { entries: [t.domain] }),
      );
      const { email: colleague } = await t.address();
      const { email: them } = await stranger();
      const send = (to: string) =>
        t.api.post("/messages", { from: address.email, to, subject: "Hi", text: "Hi" });
      expect((await send(colleague)).status).toBe(201);
      expect((await send(them)).status).toBeGreaterThanOrEqual(400);
    });
  },
  { env: { ...proxied, ...relay, MAIL_DOMAIN: "company.test" } },
);
