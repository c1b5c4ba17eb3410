// Who owns a name, what DNS shows of it, and the DKIM keys that sign: DECISIONS Domains, pods, routing rules; Drafts and
// sending.
import { afterAll, expect, test } from "bun:test";
import { systemClock } from "../../../src/lib/clock.ts";
import { signingKeys } from "../../../src/store/domains/domains.ts";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { runOnStore } from "../../support/app/commands.ts";
import {
  type DnsRecord,
  type Domain,
  domainCalls,
  publish,
  recordsOf,
  states,
  withdraw,
} from "../../support/app/domains.ts";
import { eventsShown } from "../../support/app/events.ts";
import { signupAccount } from "../../support/app/keys.ts";
import { rcpt, refusal } from "../../support/app/refusals.ts";
import { startDns, type TestDns } from "../../support/fakes/dns.ts";
import { startReceiver, startSink } from "../../support/fakes/receivers.ts";

const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };
const hour = 3600 * 1000;

interface Checked {
  purpose: string;
  name: string;
  state: string;
  published: string[];
  remedy: string | null;
}

// The ports are taken before the app starts: its settings name them.
const dns: TestDns = await startDns({});
const relay = await startSink();
afterAll(async () => {
  await dns.stop();
  await relay.stop();
});

eachApp(
  "verifying domains",
  (t) => {
    const { fresh, add, get, verify } = domainCalls(t);
    const events = async (api: Api, type: string) => {
      await eventsShown(t.app.core.database);
      const { json } = await api.get<PageOf<{ data: unknown }>>(`/events?limit=200&type=${type}`);
      return json.data.map(({ data }) => data);
    };
    const run = (...words: string[]) => runOnStore(t.app.core, words);

    // DECISIONS Domains, pods, routing rules: verified means the ownership TXT; other records have their own status
    test("are verified by their ownership record; the other records have their own state", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      const early = await verify(made.id, api);
      expect(early).toMatchObject({ status: "pending", verified_at: null });
      expect(new Set(early.records.map(({ status }) => status))).toEqual(new Set(["failed"]));
      publish(dns, recordsOf(made, "ownership"));
      const owned = await verify(made.id, api);
      expect(owned).toMatchObject({ status: "verified", verified_at: expect.any(String) });
      expect(states(owned).slice(0, 3)).toEqual(["ownership verified", "receiving failed", "spf failed"]);
      publish(dns, made.records.slice(1));
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
      expect(states(await verify(made.id, api)).slice(0, 3)).toEqual([
        "ownership verified",
        "receiving failed",
        "spf failed",
      ]);
      // A record that is gone stops no mail.
      withdraw(dns, made.records);
      const bare = await verify(made.id, api);
      expect([bare.status, bare.verified_at, states(bare)[0]]).toEqual([
        "verified",
        owned.verified_at,
        "ownership failed",
      ]);
    });

    // DECISIONS Domains, pods, routing rules: status is pending, verified or failed
    // DECISIONS Events, webhooks, deliveries: domain.verified and domain.failed come as named
    test("fail when their record is not seen for three days, and can be verified later", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      clock.ahead += 73 * hour;
      expect(await verify(made.id, api)).toMatchObject({ status: "failed" });
      expect(await verify(made.id, api)).toMatchObject({ status: "failed" });
      expect(await events(api, "domain.failed")).toEqual([{ domain_id: made.id, domain: made.domain }]);
      const address = { domain_id: made.id, local_part: "x" };
      expect(await refusal(api.post("/identities", address))).toEqual([403, "domain_unverified"]);
      publish(dns, recordsOf(made, "ownership"));
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
      publish(dns, recordsOf(made, "ownership"));
      dns.zone[made.domain] = "servfail";
      const owned = await verify(made.id, api);
      expect(states(owned).slice(0, 3)).toEqual(["ownership verified", "receiving pending", "spf pending"]);
    });

    test("a pending one neither receives nor sends, and mail to it is foreign", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      const { email } = await api.must<TestAddress>(
        201,
        api.post("/identities", { domain_id: made.id, local_part: "early" }),
      );
      expect(await rcpt(t.smtpPort, email)).toBe("550 5.7.1");
      const letter = { from: email, to: "ada@elsewhere.example", text: "Hi" };
      expect(await refusal(api.post("/messages", letter))).toEqual([403, "domain_unverified"]);
      // To a domain that is nobody's yet mail goes out, not in.
      const from = await t.address();
      expect((await t.api.post("/messages", { from: from.email, to: email, text: "Hi" })).status).toBe(201);
      publish(dns, recordsOf(made, "ownership"));
      await verify(made.id, api);
      expect(await rcpt(t.smtpPort, email)).toBe("250 2.1.5");
      expect((await api.post("/messages", letter)).status).toBe(201);
      expect(await rcpt(t.smtpPort, `postmaster@${made.domain}`)).toBe("250 2.1.5");
      expect(await rcpt(t.smtpPort, `nobody@${made.domain}`)).toBe("550 5.1.1");
    });

    test("whoever verifies a name owns it; the claims of others fail, and their mail stops", async () => {
      const receiver = startReceiver();
      const [one, two, three] = [await signupAccount(t), await signupAccount(t), await signupAccount(t)];
      const name = fresh();
      const claims = [await add(one.api, name), await add(two.api, name), await add(three.api, name)];
      publish(dns, recordsOf(claims[0]!, "ownership"));
      await verify(claims[0]!.id, one.api);
      expect(await get(claims[1]!.id, two.api)).toMatchObject({ status: "failed", verified_at: null });
      expect(await get(claims[2]!.id, three.api)).toMatchObject({ status: "failed" });
      expect(await events(two.api, "domain.failed")).toEqual([{ domain_id: claims[1]!.id, domain: name }]);
      const address = (api: Api, claim: Domain, local_part = "info") =>
        api.post<{ data: TestAddress }>("/identities", { domain_id: claim.id, local_part });
      const first = (await address(one.api, claims[0]!)).json.data;
      expect(await rcpt(t.smtpPort, first.email)).toBe("250 2.1.5");
      await one.api.must(
        201,
        one.api.post("/webhooks", { url: receiver.url, event_types: ["domain.failed"] }),
      );
      // The name moves to whoever shows its record now.
      withdraw(dns, recordsOf(claims[0]!, "ownership"));
      publish(dns, recordsOf(claims[1]!, "ownership"));
      await verify(claims[1]!.id, two.api);
      expect(await get(claims[0]!.id, one.api)).toMatchObject({ status: "failed" });
      const { event } = await receiver.calls.find();
      expect(event).toMatchObject({
        type: "domain.failed",
        data: { domain_id: claims[0]!.id, domain: name },
      });
      expect(await rcpt(t.smtpPort, first.email)).toBe("550 5.1.1");
      const letter = { from: first.email, to: "ada@elsewhere.example", text: "Hi" };
      expect(await refusal(one.api.post("/messages", letter))).toEqual([403, "domain_unverified"]);
      // The owner takes the name over; its last holder keeps what it has received.
      const taken = await address(two.api, claims[1]!);
      expect(taken.status).toBe(201);
      expect(await rcpt(t.smtpPort, first.email)).toBe("250 2.1.5");
      expect(await get(claims[0]!.id, one.api)).toMatchObject({ status: "failed" });
      expect((await one.api.delete(`/identities/${first.id}`)).status).toBe(204);
      expect(await rcpt(t.smtpPort, first.email)).toBe("250 2.1.5");
      await receiver.stop();
    });

    test("two who verify at once do not both own it", async () => {
      const accounts = [await signupAccount(t), await signupAccount(t), await signupAccount(t)];
      const name = fresh();
      const claims: Domain[] = [];
      for (const { api } of accounts) claims.push(await add(api, name));
      for (const claim of claims) publish(dns, recordsOf(claim, "ownership"));
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
      publish(dns, recordsOf(owned, "ownership"));
      await verify(owned.id, owner.api);
      await owner.api.must(201, owner.api.post("/identities", { ...body, domain_id: owned.id }));
    });

    test("the operator's count as verified, and nobody takes them", async () => {
      const guest = await signupAccount(t);
      const name = fresh();
      const claim = await add(guest.api, name);
      const made = await add(t.api, name);
      expect(made).toMatchObject({ status: "verified", verified_at: made.created_at });
      expect(states(made)[0]).toBe("ownership verified");
      expect(await get(claim.id, guest.api)).toMatchObject({ status: "failed" });
      publish(dns, recordsOf(claim, "ownership"));
      expect(await refusal(guest.api.post(`/domains/${claim.id}/verify`))).toEqual([409, "conflict"]);
      expect(await refusal(guest.api.post("/domains", { domain: t.domain }))).toEqual([409, "conflict"]);
      const looked = await verify(made.id, t.api);
      expect(looked.status).toBe("verified");
      expect(states(looked).slice(0, 2)).toEqual(["ownership verified", "receiving failed"]);
      const mine = fresh();
      const theirs = await add(guest.api, mine);
      publish(dns, recordsOf(theirs, "ownership"));
      await verify(theirs.id, guest.api);
      expect(await refusal(t.api.post("/domains", { domain: mine }))).toEqual([409, "conflict"]);
    });

    // DECISIONS Domains, pods, routing rules: check compares each record with what DNS has
    test("check shows each record beside the published one, where they part and what to do, and changes nothing", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      const [ownership, , , rsa, ed25519, dmarc] = made.records as [DnsRecord, ...DnsRecord[]];
      publish(dns, [dmarc!]);
      // A panel that adds the domain, one that cuts, one that keeps quotation marks, and a key with one other letter.
      dns.zone[`${ownership.name}.${made.domain}`] = { TXT: [ownership.value] };
      dns.zone[rsa!.name] = { TXT: [rsa!.value.slice(0, 255)] };
      const other = `${ed25519!.value.slice(0, 40)}${ed25519!.value[40] === "A" ? "B" : "A"}${ed25519!.value.slice(41)}`;
      dns.zone[ed25519!.name] = { TXT: [other] };
      dns.zone[made.domain] = {
        TXT: ["v=spf1 include:_spf.example.net ~all", "verification=1"],
        MX: ["10 mx.elsewhere.example"],
      };
      dns.zone[`_smtp._tls.${made.domain}`] = "servfail";
      const check = () =>
        api.must<{ domain: string; records: Checked[] }>(200, api.post(`/domains/${made.id}/check`));
      const { domain, records } = await check();
      expect(domain).toBe(made.domain);
      const shown = new Map(records.map((record) => [`${record.purpose} ${record.name}`, record]));
      const of = (record: DnsRecord) => shown.get(`${record.purpose} ${record.name}`)!;
      expect(of(ownership)).toMatchObject({
        state: "missing",
        published: [],
        difference: null,
        remedy: expect.stringContaining("Enter _postroom as its name"),
        line: `${ownership.name}. 3600 IN TXT "${ownership.value}"`,
      });
      expect(of(rsa!)).toMatchObject({
        state: "other",
        difference: { position: 255, published: rsa!.value.slice(231, 255) },
        remedy: expect.stringContaining(`after 255 of ${rsa!.value.length} characters`),
      });
      expect(of(ed25519!)).toMatchObject({
        state: "other",
        published: [other],
        difference: { position: 40, wanted: ed25519!.value.slice(16, 64), published: other.slice(16, 64) },
      });
      expect(of(made.records[1]!)).toMatchObject({ state: "other", published: ["10 mx.elsewhere.example"] });
      expect(of(made.records[2]!)).toMatchObject({
        published: ["v=spf1 include:_spf.example.net ~all"],
        remedy: "Add mx to it: v=spf1 mx include:_spf.example.net ~all",
      });
      expect(of(dmarc!)).toMatchObject({ state: "same", difference: null, remedy: null });
      expect(shown.get(`tls reports _smtp._tls.${made.domain}`)).toMatchObject({ state: "unanswered" });
      dns.zone[ed25519!.name] = { TXT: [`"${ed25519!.value}"`] };
      const again = (await check()).records.find(({ name }) => name === ed25519!.name);
      expect(again?.remedy).toContain("quotation marks");
      // A look alone.
      expect(await get(made.id, api)).toEqual(made);
      // The shared domain is another's, and one of another account is not there.
      const guest = await signupAccount(t);
      expect(await refusal(guest.api.post(`/domains/${made.id}/check`))).toEqual([404, "not_found"]);
      const { json } = await api.get<{ data: Domain[] }>("/domains");
      const shared = json.data.find((each) => each.id !== made.id)!;
      expect(await refusal(api.post(`/domains/${shared.id}/check`))).toEqual([403, "forbidden"]);
    });

    test("verifying is done once for an Idempotency-Key", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api);
      const headers = { "idempotency-key": "verify-1" };
      const first = await api.post(`/domains/${made.id}/verify`, undefined, headers);
      publish(dns, recordsOf(made, "ownership"));
      const again = await api.post(`/domains/${made.id}/verify`, undefined, headers);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(await get(made.id, api)).toMatchObject({ status: "pending" });
    });

    // DECISIONS Drafts and sending: Rotation keeps the old key until the new record is seen
    test("DKIM keys sign once DNS shows them; new ones take over when they are seen", async () => {
      const { api } = await signupAccount(t);
      const { database, actors } = t.app.core;
      const made = await add(api);
      const signers = async (domain: string) =>
        (await signingKeys(database, domain)).map(({ selector }) => selector);
      publish(dns, recordsOf(made, "ownership"));
      await verify(made.id, api);
      expect(await signers(made.domain)).toEqual([]);
      const dkim = ({ records }: Domain) => records.filter(({ purpose }) => purpose === "dkim");
      const selectorOf = ({ name }: DnsRecord) => name.split(".")[0]!;
      publish(dns, recordsOf(made, "dkim"));
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
      publish(dns, next.slice(0, 1));
      const checked = await run("domains", "check", made.domain);
      expect(checked.exitCode).toBe(1);
      expect(checked.stdout).toMatch(/^missing +ownership: TXT _postroom\./m);
      const half = await run("domains", "verify", made.domain);
      expect(half.exitCode).toBe(0);
      expect(half.stdout).toContain("STATUS");
      expect(selectors(await dkim()).sort()).toEqual(selectors([old[1]!, ...next]).sort());
      expect((await signers()).sort()).toEqual(selectors([old[1]!, next[0]!]).sort());
      publish(dns, next.slice(1));
      await run("domains", "verify", made.domain);
      expect(selectors(await dkim())).toEqual(selectors(next));
      expect(await signers()).toEqual(selectors(next));
      const unknown = await run("domains", "verify", "unknown.example");
      expect(unknown).toMatchObject({ exitCode: 1, stdout: "" });
      expect(unknown.stderr).toContain("not a domain of yours");
    });
  },
  { clock, env: { MAIL_DOMAIN: "agents.test", DNS_SERVERS: dns.server, SMTP_RELAY_URL: relay.url } },
);
