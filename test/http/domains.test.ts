// Domains: DECISIONS Domains, pods, routing rules; Drafts and sending (DKIM).
import { afterAll, expect, test } from "bun:test";
import { runCommand } from "../../src/commands/control.ts";
import { findCommand, readInput } from "../../src/commands/index.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { signingKeys } from "../../src/store/domains.ts";
import type { Api, PageOf, Refusal } from "../support/api.ts";
import { eachApp, type TestAddress } from "../support/app.ts";
import { startDns, type TestDns } from "../support/dns.ts";
import { eventsShown } from "../support/events.ts";
import { restrictedKey, signupAccount } from "../support/keys.ts";
import { startReceiver, startSink } from "../support/receivers.ts";
import { dialogue } from "../support/smtp.ts";

interface DnsRecord {
  type: string;
  name: string;
  value: string;
  purpose: string;
  status: string;
}

interface Domain {
  id: string;
  domain: string;
  status: string;
  pod_id: string | null;
  records: DnsRecord[];
  verified_at: string | null;
  created_at: string;
}

const domainFields = "created_at domain id pod_id records status verified_at".split(" ");
const random = "019a2f4e-8b1c-7def-8a90-1234567890ab";
const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };
const hour = 3600 * 1000;

// The ports are taken before the app starts: its settings name them.
const dns: TestDns = await startDns({});
const relay = await startSink();
afterAll(async () => {
  await dns.stop();
  await relay.stop();
});

eachApp(
  "domains",
  (t) => {
    let count = 0;
    const fresh = () => `d${++count}-${t.kind}.example`;
    const add = (api: Api, domain = fresh()) => api.must<Domain>(201, api.post("/domains", { domain }));
    const get = (id: string, api: Api = t.api) => api.must<Domain>(200, api.get(`/domains/${id}`));
    const verify = (id: string, api: Api) => api.must<Domain>(200, api.post(`/domains/${id}/verify`));
    const refusal = async (answer: Promise<{ status: number; json: unknown }>) => {
      const { status, json } = await answer;
      return [status, (json as Refusal).error.code];
    };
    const purposes = ({ records }: Domain) => records.map(({ purpose, status }) => `${purpose} ${status}`);
    /** Publishes these records. */
    const publish = (records: readonly DnsRecord[]) => {
      for (const { type, name, value } of records) {
        const entry = (dns.zone[name] ?? {}) as { TXT?: string[]; MX?: string[] };
        dns.zone[name] = entry;
        if (type === "MX") entry.MX = [...(entry.MX ?? []), value];
        else entry.TXT = [...(entry.TXT ?? []), value];
      }
    };
    const withdraw = (records: readonly DnsRecord[]) => {
      for (const { name } of records) delete dns.zone[name];
    };
    const ownership = ({ records }: Domain) => records.filter(({ purpose }) => purpose === "ownership");
    const events = async (api: Api, type: string) => {
      await eventsShown(t);
      const { json } = await api.get<PageOf<{ data: unknown }>>(`/events?limit=200&type=${type}`);
      return json.data.map(({ data }) => data);
    };
    const rcpt = async (address: string) => {
      const talk = await dialogue(t.smtpPort);
      await talk.say("MAIL FROM:<writer@elsewhere.example>");
      const reply = await talk.say(`RCPT TO:<${address}>`);
      talk.close();
      return reply.slice(0, 9);
    };
    const run = async (...words: string[]) => {
      const { command, rest } = findCommand(words)!;
      return runCommand(t.app.core, command, readInput(command, rest));
    };

    test("come with the records that they need, DKIM keys of both kinds among them", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api, "Ä.D1.example.");
      expect(Object.keys(made).sort()).toEqual(domainFields);
      const { domain } = made;
      expect(made).toMatchObject({ domain: "xn--4ca.d1.example", status: "pending", verified_at: null });
      expect(purposes(made)).toEqual([
        "ownership pending",
        "receiving pending",
        "spf pending",
        "dkim pending",
        "dkim pending",
        "dmarc pending",
      ]);
      const [own, mx, spf, rsa, ed, dmarc] = made.records;
      expect(own).toMatchObject({
        type: "TXT",
        name: `_postroom.${domain}`,
        value: expect.stringMatching(/^postroom=\w{32}$/),
      });
      expect(mx).toMatchObject({ type: "MX", name: domain, value: "10 mx.agents.example" });
      expect(spf).toMatchObject({ type: "TXT", name: domain, value: "v=spf1 mx -all" });
      expect(rsa!.name).toMatch(/^rsa-[0-9a-f]{8}\._domainkey\.xn--4ca\.d1\.example$/);
      expect(rsa!.value).toMatch(/^v=DKIM1; k=rsa; p=[\w+/=]{380,}$/);
      expect(ed!.value).toMatch(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/);
      expect(dmarc).toMatchObject({ name: `_dmarc.${domain}`, value: "v=DMARC1; p=quarantine" });
      expect(await get(made.id, api)).toEqual(made);
      const again = await api.post<Refusal>("/domains", { domain });
      expect([again.status, again.json.error.code]).toEqual([409, "conflict"]);
      for (const body of [
        {},
        { domain: "nodots" },
        { domain: "a..example" },
        { domain: "1.2.3.4" },
        { domain, pod: "x" },
      ])
        expect([body, ...(await refusal(api.post("/domains", body)))]).toEqual([
          body,
          400,
          "validation_error",
        ]);
    });

    test("print a zone file", async () => {
      const { api } = await signupAccount(t);
      const { id, domain, records } = await add(api);
      const zone = await api.get(`/domains/${id}/zone`);
      expect(zone.status).toBe(200);
      expect(zone.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(zone.headers.get("x-request-id")).not.toBeNull();
      const lines = zone.text.split("\n").filter((line) => line !== "" && !line.startsWith(";"));
      expect(lines).toHaveLength(6);
      expect(lines[0]).toBe(`_postroom.${domain}. 3600 IN TXT "${records[0]!.value}"`);
      expect(lines[1]).toBe(`${domain}. 3600 IN MX 10 mx.agents.example.`);
      const rsa = records[3]!;
      // Strings have at most 255 octets; together they are the value.
      const strings = [...lines[3]!.matchAll(/"([^"]*)"/g)].map((match) => match[1]!);
      expect(strings.join("")).toBe(rsa.value);
      expect(Math.max(...strings.map((string) => string.length))).toBe(255);
    });

    test("are verified by their ownership record; the other records have their own state", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      const early = await verify(made.id, api);
      expect(early).toMatchObject({ status: "pending", verified_at: null });
      expect(new Set(early.records.map(({ status }) => status))).toEqual(new Set(["failed"]));
      publish(ownership(made));
      const owned = await verify(made.id, api);
      expect(owned).toMatchObject({ status: "verified", verified_at: expect.any(String) });
      expect(purposes(owned).slice(0, 3)).toEqual(["ownership verified", "receiving failed", "spf failed"]);
      publish(made.records.slice(1));
      const whole = await verify(made.id, api);
      expect(new Set(whole.records.map(({ status }) => status))).toEqual(new Set(["verified"]));
      expect(await get(made.id, api)).toEqual(whole);
      expect(await events(api, "domain.verified")).toEqual([{ domain_id: made.id, domain: made.domain }]);
      // What the owner has written in his own way will do.
      dns.zone[made.domain] = {
        TXT: ["v=spf1 include:_spf.example.net mx ~all", "other=1"],
        MX: ["20 MX.agents.example."],
      };
      dns.zone[`_dmarc.${made.domain}`] = { TXT: ["v=DMARC1;p=none; rua=mailto:a@b.example"] };
      expect(new Set((await verify(made.id, api)).records.map(({ status }) => status))).toEqual(
        new Set(["verified"]),
      );
      dns.zone[made.domain] = { TXT: ["v=spf1 -all", "v=spf1 mx -all"], MX: ["10 mx.elsewhere.example"] };
      expect(purposes(await verify(made.id, api)).slice(0, 3)).toEqual([
        "ownership verified",
        "receiving failed",
        "spf failed",
      ]);
      // A record that is gone stops no mail.
      withdraw(made.records);
      const bare = await verify(made.id, api);
      expect([bare.status, bare.verified_at, purposes(bare)[0]]).toEqual([
        "verified",
        owned.verified_at,
        "ownership failed",
      ]);
    });

    test("fail when their record is not seen for three days, and can be verified later", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      clock.ahead += 73 * hour;
      expect(await verify(made.id, api)).toMatchObject({ status: "failed" });
      expect(await verify(made.id, api)).toMatchObject({ status: "failed" });
      expect(await events(api, "domain.failed")).toEqual([{ domain_id: made.id, domain: made.domain }]);
      const address = { domain_id: made.id, local_part: "x" };
      expect(await refusal(api.post("/identities", address))).toEqual([403, "domain_unverified"]);
      publish(ownership(made));
      expect(await verify(made.id, api)).toMatchObject({ status: "verified" });
    });

    test("DNS that does not answer is 503, and changes nothing", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      dns.zone[`_postroom.${made.domain}`] = "servfail";
      const refused = await api.post<Refusal>(`/domains/${made.id}/verify`);
      expect([refused.status, refused.json.error.code]).toEqual([503, "unavailable"]);
      expect(await get(made.id, api)).toEqual(made);
      delete dns.zone[`_postroom.${made.domain}`];
      publish(ownership(made));
      dns.zone[made.domain] = "servfail";
      const owned = await verify(made.id, api);
      expect(purposes(owned).slice(0, 3)).toEqual(["ownership verified", "receiving pending", "spf pending"]);
    });

    test("a pending one neither receives nor sends, and mail to it is foreign", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      const { email } = await api.must<TestAddress>(
        201,
        api.post("/identities", { domain_id: made.id, local_part: "early" }),
      );
      expect(await rcpt(email)).toBe("550 5.7.1");
      const letter = { from: email, to: "ada@elsewhere.example", text: "Hi" };
      expect(await refusal(api.post("/messages", letter))).toEqual([403, "domain_unverified"]);
      // To a domain that is nobody's yet mail goes out, not in.
      const from = await t.address();
      expect((await t.api.post("/messages", { from: from.email, to: email, text: "Hi" })).status).toBe(201);
      publish(ownership(made));
      await verify(made.id, api);
      expect(await rcpt(email)).toBe("250 2.1.5");
      expect((await api.post("/messages", letter)).status).toBe(201);
      expect(await rcpt(`postmaster@${made.domain}`)).toBe("250 2.1.5");
      expect(await rcpt(`nobody@${made.domain}`)).toBe("550 5.1.1");
    });

    test("whoever verifies a name owns it; the claims of others fail, and their mail stops", async () => {
      const receiver = startReceiver();
      const [one, two, three] = [await signupAccount(t), await signupAccount(t), await signupAccount(t)];
      const name = fresh();
      const claims = [await add(one.api, name), await add(two.api, name), await add(three.api, name)];
      publish(ownership(claims[0]!));
      await verify(claims[0]!.id, one.api);
      expect(await get(claims[1]!.id, two.api)).toMatchObject({ status: "failed", verified_at: null });
      expect(await get(claims[2]!.id, three.api)).toMatchObject({ status: "failed" });
      expect(await events(two.api, "domain.failed")).toEqual([{ domain_id: claims[1]!.id, domain: name }]);
      const address = (api: Api, claim: Domain, local_part = "info") =>
        api.post<{ data: TestAddress }>("/identities", { domain_id: claim.id, local_part });
      const first = (await address(one.api, claims[0]!)).json.data;
      expect(await rcpt(first.email)).toBe("250 2.1.5");
      await one.api.must(
        201,
        one.api.post("/webhooks", { url: receiver.url, event_types: ["domain.failed"] }),
      );
      // The name moves to whoever shows its record now.
      withdraw(ownership(claims[0]!));
      publish(ownership(claims[1]!));
      await verify(claims[1]!.id, two.api);
      expect(await get(claims[0]!.id, one.api)).toMatchObject({ status: "failed" });
      const { event } = await receiver.calls.find();
      expect(event).toMatchObject({
        type: "domain.failed",
        data: { domain_id: claims[0]!.id, domain: name },
      });
      expect(await rcpt(first.email)).toBe("550 5.1.1");
      const letter = { from: first.email, to: "ada@elsewhere.example", text: "Hi" };
      expect(await refusal(one.api.post("/messages", letter))).toEqual([403, "domain_unverified"]);
      // The owner takes the name over; its last holder keeps what it has received.
      const taken = await address(two.api, claims[1]!);
      expect(taken.status).toBe(201);
      expect(await rcpt(first.email)).toBe("250 2.1.5");
      expect(await get(claims[0]!.id, one.api)).toMatchObject({ status: "failed" });
      expect((await one.api.delete(`/identities/${first.id}`)).status).toBe(204);
      expect(await rcpt(first.email)).toBe("250 2.1.5");
      await receiver.stop();
    });

    test("two who verify at once do not both own it", async () => {
      const accounts = [await signupAccount(t), await signupAccount(t), await signupAccount(t)];
      const name = fresh();
      const claims: Domain[] = [];
      for (const { api } of accounts) claims.push(await add(api, name));
      for (const claim of claims) publish(ownership(claim));
      await Promise.all(accounts.map(({ api }, n) => verify(claims[n]!.id, api)));
      const states = await Promise.all(accounts.map(({ api }, n) => get(claims[n]!.id, api)));
      expect(states.map(({ status }) => status).sort()).toEqual(["failed", "failed", "verified"]);
    });

    test("names on a pending claim do not block the owner", async () => {
      const [squatter, owner] = [await signupAccount(t), await signupAccount(t)];
      const name = fresh();
      const [squatted, owned] = [await add(squatter.api, name), await add(owner.api, name)];
      const body = { local_part: "ceo" };
      await squatter.api.must(201, squatter.api.post("/identities", { ...body, domain_id: squatted.id }));
      expect(await refusal(owner.api.post("/identities", { ...body, domain_id: owned.id }))).toEqual([
        409,
        "address_taken",
      ]);
      publish(ownership(owned));
      await verify(owned.id, owner.api);
      await owner.api.must(201, owner.api.post("/identities", { ...body, domain_id: owned.id }));
    });

    test("the operator's count as verified, and nobody takes them", async () => {
      const guest = await signupAccount(t);
      const name = fresh();
      const claim = await add(guest.api, name);
      const made = await add(t.api, name);
      expect(made).toMatchObject({ status: "verified", verified_at: made.created_at });
      expect(purposes(made)[0]).toBe("ownership verified");
      expect(await get(claim.id, guest.api)).toMatchObject({ status: "failed" });
      publish(ownership(claim));
      expect(await refusal(guest.api.post(`/domains/${claim.id}/verify`))).toEqual([409, "conflict"]);
      expect(await refusal(guest.api.post("/domains", { domain: t.domain }))).toEqual([409, "conflict"]);
      const looked = await verify(made.id, t.api);
      expect(looked.status).toBe("verified");
      expect(purposes(looked).slice(0, 2)).toEqual(["ownership verified", "receiving failed"]);
      const mine = fresh();
      const theirs = await add(guest.api, mine);
      publish(ownership(theirs));
      await verify(theirs.id, guest.api);
      expect(await refusal(t.api.post("/domains", { domain: mine }))).toEqual([409, "conflict"]);
    });

    test("the default one is shared: seen without records, used, and changed by its owner only", async () => {
      const { api } = await signupAccount(t);
      const shared = await get(t.domainId, api);
      expect(shared).toMatchObject({ domain: t.domain, status: "verified", pod_id: null, records: [] });
      expect((await api.get<PageOf<Domain>>("/domains")).json.data).toEqual([shared]);
      expect((await get(t.domainId)).records.length).toBe(6);
      const [local_part, path] = [`shared-${t.kind}`, `/domains/${t.domainId}`];
      const { id } = await api.must<TestAddress>(
        201,
        api.post("/identities", { domain_id: t.domainId, local_part }),
      );
      for (const answer of [
        api.patch(path, { pod_id: random }),
        api.delete(path),
        api.post(`${path}/verify`),
        api.get(`${path}/zone`),
        api.post("/identities", { domain_id: t.domainId, local_part: "admin" }),
      ])
        expect(await refusal(answer)).toEqual([403, "forbidden"]);
      expect(await refusal(t.api.delete(path))).toEqual([409, "conflict"]);
      // An address once used never goes to another account.
      expect((await api.delete(`/identities/${id}`)).status).toBe(204);
      expect(await refusal(t.api.post("/identities", { domain_id: t.domainId, local_part }))).toEqual([
        409,
        "address_taken",
      ]);
      await api.must(201, api.post("/identities", { domain_id: t.domainId, local_part }));
    });

    test("are moved between pods, and deleted once they are empty", async () => {
      const made = await add(t.api);
      const pod = await t.api.must<{ id: string }>(201, t.api.post("/pods", { name: "Move" }));
      const moved = await t.api.must<Domain>(200, t.api.patch(`/domains/${made.id}`, { pod_id: pod.id }));
      expect(moved).toEqual({ ...made, pod_id: pod.id });
      expect(await refusal(t.api.patch(`/domains/${made.id}`, { pod_id: random }))).toEqual([
        404,
        "not_found",
      ]);
      expect(await refusal(t.api.patch(`/domains/${made.id}`, {}))).toEqual([400, "validation_error"]);
      const { id, email } = await t.api.must<TestAddress>(
        201,
        t.api.post("/identities", { domain_id: made.id, local_part: "last" }),
      );
      const full = await t.api.delete<Refusal>(`/domains/${made.id}`);
      expect([full.status, full.json.error.code]).toEqual([409, "conflict"]);
      expect(full.json.error.message).toContain(`has 1 address (such as ${email})`);
      expect((await t.api.delete(`/identities/${id}`)).status).toBe(204);
      const gone = await t.api.delete(`/domains/${made.id}`);
      expect([gone.status, gone.json]).toEqual([200, { data: { id: made.id, deleted: true } }]);
      expect(await refusal(t.api.get(`/domains/${made.id}`))).toEqual([404, "not_found"]);
      expect(await rcpt(email)).toBe("550 5.7.1");
      expect((await add((await signupAccount(t)).api, made.domain)).status).toBe("pending");
    });

    test("a restricted key reads the domains that its addresses are in, and changes none", async () => {
      const [inside, outside] = [await add(t.api), await add(t.api)];
      const { id } = await t.api.must<TestAddress>(
        201,
        t.api.post("/identities", { domain_id: inside.id, local_part: "me" }),
      );
      const key = await restrictedKey(t.api, [id]);
      expect((await key.get<PageOf<Domain>>("/domains")).json.data).toEqual([inside]);
      expect(await get(inside.id, key)).toEqual(inside);
      expect((await key.get(`/domains/${inside.id}/zone`)).status).toBe(200);
      expect(await refusal(key.post("/domains", { domain: fresh() }))).toEqual([403, "forbidden"]);
      for (const [domain, expected] of [
        [inside, [403, "forbidden"]],
        [outside, [404, "not_found"]],
      ] as const) {
        expect(await refusal(key.patch(`/domains/${domain.id}`, { pod_id: random }))).toEqual([...expected]);
        expect(await refusal(key.delete(`/domains/${domain.id}`))).toEqual([...expected]);
        expect(await refusal(key.post(`/domains/${domain.id}/verify`))).toEqual([...expected]);
      }
      expect(await refusal(key.get(`/domains/${outside.id}`))).toEqual([404, "not_found"]);
      expect(await refusal(key.get(`/domains/${outside.id}/zone`))).toEqual([404, "not_found"]);
      const other = await signupAccount(t);
      for (const answer of [
        other.api.get(`/domains/${inside.id}`),
        other.api.post(`/domains/${inside.id}/verify`),
        other.api.delete(`/domains/${inside.id}`),
        other.api.get(`/identities?domain_id=${inside.id}`),
      ])
        expect(await refusal(answer)).toEqual([404, "not_found"]);
    });

    test("verifying is done once for an Idempotency-Key", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      const headers = { "idempotency-key": "verify-1" };
      const first = await api.post(`/domains/${made.id}/verify`, undefined, headers);
      publish(ownership(made));
      const again = await api.post(`/domains/${made.id}/verify`, undefined, headers);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(await get(made.id, api)).toMatchObject({ status: "pending" });
    });

    test("DKIM keys sign once DNS shows them; new ones take over when they are seen", async () => {
      const { api } = await signupAccount(t);
      const { database, actors } = t.app.core;
      const made = await add(api);
      const signers = async (domain: string) =>
        (await signingKeys(database, domain)).map(({ selector }) => selector);
      publish(ownership(made));
      await verify(made.id, api);
      expect(await signers(made.domain)).toEqual([]);
      const dkim = ({ records }: Domain) => records.filter(({ purpose }) => purpose === "dkim");
      const selectorOf = ({ name }: DnsRecord) => name.split(".")[0]!;
      publish(dkim(made));
      await verify(made.id, api);
      expect(await signers(made.domain)).toEqual(dkim(made).map(selectorOf));
      expect(actors).toBeDefined();
    });

    test("are verified, printed and given new keys on the command line", async () => {
      const made = await add(t.api);
      const { database } = t.app.core;
      const signers = async () => (await signingKeys(database, made.domain)).map(({ selector }) => selector);
      const dkim = async () => (await get(made.id)).records.filter(({ purpose }) => purpose === "dkim");
      const old = await dkim();
      const selectors = (records: readonly DnsRecord[]) => records.map(({ name }) => name.split(".")[0]!);
      // The operator's sign always.
      expect(await signers()).toEqual(selectors(old));
      const zone = await run("domains", "zone", made.domain);
      expect(zone).toEqual({
        exitCode: 0,
        stdout: (await t.api.get(`/domains/${made.id}/zone`)).text,
      });
      const rotated = await run("domains", "rotate-dkim", made.domain, "--json");
      expect(JSON.parse(rotated.stdout)).toMatchObject({ id: made.id, status: "verified" });
      expect(await dkim()).toHaveLength(4);
      expect(await signers()).toEqual(selectors(old));
      // A second rotation before the first was seen replaces it.
      await run("domains", "rotate-dkim", made.domain);
      const both = await dkim();
      expect(both).toHaveLength(4);
      const next = both.slice(2);
      publish(next.slice(0, 1));
      const half = await run("domains", "verify", made.domain);
      expect(half.exitCode).toBe(0);
      expect(half.stdout).toContain("STATUS");
      expect(selectors(await dkim()).sort()).toEqual(selectors([old[1]!, ...next]).sort());
      expect((await signers()).sort()).toEqual(selectors([old[1]!, next[0]!]).sort());
      publish(next.slice(1));
      await run("domains", "verify", made.domain);
      expect(selectors(await dkim())).toEqual(selectors(next));
      expect(await signers()).toEqual(selectors(next));
      const unknown = await run("domains", "verify", "unknown.example");
      expect(unknown).toMatchObject({ exitCode: 1, stdout: "" });
      expect(unknown.stderr).toContain("not a domain of yours");
    });
  },
  { clock, env: { DNS_SERVERS: dns.server, SMTP_RELAY_URL: relay.url } },
);
