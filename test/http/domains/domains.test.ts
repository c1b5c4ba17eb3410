// Domains: DECISIONS Domains, pods, routing rules. Who owns a name: domain-verification.test.ts.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { type Domain, domainCalls, states } from "../../support/app/domains.ts";
import { restrictedKey, signupAccount } from "../../support/app/keys.ts";
import { rcpt, refusal } from "../../support/app/refusals.ts";

const domainFields = "created_at domain id pod_id records status unproven_mail verified_at".split(" ");
const random = "019a2f4e-8b1c-7def-8a90-1234567890ab";

eachApp(
  "domains",
  (t) => {
    const { add, get, fresh } = domainCalls(t);

    test("come with the records that they need, DKIM keys of both kinds among them", async () => {
      const { api } = await signupAccount(t);
      const made = await add(api, "Ä.D1.example.");
      expect(Object.keys(made).sort()).toEqual(domainFields);
      const { domain } = made;
      expect(made).toMatchObject({ domain: "xn--4ca.d1.example", status: "pending", verified_at: null });
      expect(states(made)).toEqual([
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
      expect(dmarc).toMatchObject({
        name: `_dmarc.${domain}`,
        value: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
      });
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
      expect(lines).toHaveLength(7);
      expect(lines[6]).toBe(
        `_smtp._tls.${domain}. 3600 IN TXT "v=TLSRPTv1; rua=mailto:postmaster@${domain}"`,
      );
      expect(lines[0]).toBe(`_postroom.${domain}. 3600 IN TXT "${records[0]!.value}"`);
      expect(lines[1]).toBe(`${domain}. 3600 IN MX 10 mx.agents.example.`);
      const rsa = records[3]!;
      // Strings have at most 255 octets; together they are the value.
      const strings = [...lines[3]!.matchAll(/"([^"]*)"/g)].map((match) => match[1]!);
      expect(strings.join("")).toBe(rsa.value);
      expect(Math.max(...strings.map((string) => string.length))).toBe(255);
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
      expect(await rcpt(t.smtpPort, email)).toBe("550 5.7.1");
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
  },
  { env: { MAIL_DOMAIN: "agents.test" } },
);
