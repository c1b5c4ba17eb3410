// DECISIONS: Domains, pods and routing rules.
import { expect } from "bun:test";
import { absent, gone, many, one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { aDomain, ids } from "../samples.ts";

export const domains: Table = {
  "DECISIONS Domains, pods, routing rules": {
    "GET and POST /domains { domain, pod_id }, GET, PATCH and DELETE /domains/{id}": async (f) => {
      const pod = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      const domain = `${f.next("d")}.example`;
      const made = await one(f.post("/domains", { domain, pod_id: pod.id }), 201, "Domain");
      expect(made).toMatchObject({ domain, pod_id: pod.id });
      expect(ids(await many(f.get("/domains?limit=200"), "Domain"))).toContain(made.id);
      expect(await one(f.get(`/domains/${made.id}`), 200, "Domain")).toEqual(made);
      const other = await one(f.post("/pods", { name: "Q" }), 201, "Pod");
      const moved = await one(f.patch(`/domains/${made.id}`, { pod_id: other.id }), 200, "Domain");
      expect(moved.pod_id).toBe(other.id);
      const open = await one(f.patch(`/domains/${made.id}`, { unproven_mail: "inbox" }), 200, "Domain");
      expect(open).toEqual({ ...moved, unproven_mail: "inbox" });
      await gone(f.del(`/domains/${made.id}`), made.id);
    },
    "POST /domains/{id}/verify": async (f) => {
      const { id } = await f.domain();
      await one(f.post(`/domains/${id}/verify`), 200, "Domain");
    },
    "GET /domains/{id}/zone is a text/plain zone file": async (f) => {
      const { id, domain } = await f.domain();
      const answer = await f.get(`/domains/${id}/zone`);
      expect(answer.headers.get("content-type")).toStartWith("text/plain");
      expect(answer.text).toMatch(new RegExp(`^_postroom\\.${domain}\\.`, "m"));
    },
    "Domain: id, domain, status, pod_id, records { type, name, value, purpose, status }, verified_at, created_at":
      async (f) => {
        const { id } = await f.domain();
        await one(f.get(`/domains/${id}`), 200, "Domain");
      },
    "Records: ownership TXT, MX, SPF, DKIM (own keys, RSA-2048 and Ed25519), DMARC": async (f) => {
      const { records } = await f.domain();
      expect(records.map(({ type, purpose }) => `${purpose} ${type}`)).toEqual([
        "ownership TXT",
        "receiving MX",
        "spf TXT",
        "dkim TXT",
        "dkim TXT",
        "dmarc TXT",
      ]);
      const keys = records.filter(({ purpose }) => purpose === "dkim").map(({ value }) => value);
      expect(keys.map((value) => /k=(\w+)/.exec(value)?.[1]).sort()).toEqual(["ed25519", "rsa"]);
      const rsa = keys.find((value) => value.includes("k=rsa"))!;
      // 294 octets: a SubjectPublicKeyInfo of 2048 bits.
      expect(Buffer.from(/p=(\S+)/.exec(rsa)![1]!, "base64")).toHaveLength(294);
    },
    "Several accounts may hold a pending claim": async (f) => {
      const domain = `${f.next("claimed")}.example`;
      const [a, b] = [await f.signupAccount(), await f.signupAccount()];
      for (const { api } of [a, b])
        expect((await one(api.post("/domains", { domain }), 201, "Domain")).status).toBe("pending");
    },
    "Verifying gives the domain to one and fails the others": async (f) => {
      const domain = `${f.next("claimed")}.example`;
      const [a, b] = [await f.signupAccount(), await f.signupAccount()];
      const [mine, theirs] = [
        await one(a.api.post("/domains", { domain }), 201, "Domain"),
        await one(b.api.post("/domains", { domain }), 201, "Domain"),
      ];
      const { name, value } = mine.records.find(({ purpose }) => purpose === "ownership")!;
      f.dns.zone[name] = { TXT: [value] };
      expect((await one(a.api.post(`/domains/${mine.id}/verify`), 200, "Domain")).status).toBe("verified");
      expect((await one(b.api.get(`/domains/${theirs.id}`), 200, "Domain")).status).toBe("failed");
    },
    "Addresses may be made on a pending domain, but it neither receives nor sends": async (f) => {
      const { api } = await f.signupAccount();
      const { id: domain_id } = await aDomain(f, api);
      const { email } = await one(api.post("/identities", { domain_id, local_part: "x" }), 201, "Address");
      expect(await f.rcpt(email)).toStartWith("550");
      await refused(api.post("/messages", { from: email, to: f.far(), text: "x" }), 403, "domain_unverified");
    },
    "Mail to a pending domain goes to its real MX": async (f) => {
      const { api } = await f.signupAccount();
      const { id: domain_id } = await aDomain(f, api);
      const { email } = await one(api.post("/identities", { domain_id, local_part: "x" }), 201, "Address");
      await f.send(await f.some(), { to: email });
      expect((await f.sink.taken.find(({ to }) => to.includes(email))).to).toEqual([email]);
    },
    "Domains of the operator's account count as verified": async (f) => {
      const made = await f.domain();
      expect([made.status, made.verified_at]).toEqual(["verified", expect.any(String)]);
    },
    "Signup accounts see the shared default domain, without its records": async (f) => {
      const { api } = await f.signupAccount();
      expect(await many(api.get("/domains"), "Domain")).toMatchObject([
        { id: f.t.domainId, domain: f.t.domain, records: [] },
      ]);
    },
    "They create addresses on it within their plan": async (f) => {
      const { api } = await f.signupAccount();
      const body = { domain_id: f.t.domainId, local_part: f.next("guest") };
      await one(api.post("/identities", body), 201, "Address");
    },
    "They cannot make rules on it, change, verify or delete it": async (f) => {
      const { api } = await f.signupAccount();
      const path = `/domains/${f.t.domainId}`;
      const body = { domain_id: f.t.domainId, local_part: f.next("guest") };
      const { id: identity_id } = await one(api.post("/identities", body), 201, "Address");
      const rule = { ...body, local_part: f.next("r"), identity_id };
      const [pod] = await many(api.get("/pods"), "Pod");
      for (const answer of [
        await api.post("/routing-rules", rule),
        await api.patch(path, { pod_id: pod!.id }),
        await api.post(`${path}/verify`),
        await api.delete(path),
        await api.get(`${path}/zone`),
      ])
        await refused(answer, 403, "forbidden");
    },
    "DELETE of a domain with addresses: 409": async (f) => {
      const { id: domain_id } = await f.domain();
      await f.address({ domain_id });
      await refused(f.del(`/domains/${domain_id}`), 409, "conflict");
    },
    "Pod: id, name, client_id, is_default, created_at": async (f) => {
      await one(f.post("/pods", { name: "P" }), 201, "Pod");
    },
    "GET /pods/{id}/identities and /pods/{id}/domains": async (f) => {
      const { id: pod_id } = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      const address = await f.address({ pod_id });
      const domain = await one(
        f.post("/domains", { domain: `${f.next("d")}.example`, pod_id }),
        201,
        "Domain",
      );
      expect(ids(await many(f.get(`/pods/${pod_id}/identities`), "Address"))).toEqual([address.id]);
      expect(ids(await many(f.get(`/pods/${pod_id}/domains`), "Domain"))).toEqual([domain.id]);
    },
    'RoutingRule: id, domain_id, local_part ("*": catch-all), address, identity_id, webhook_id, status, created_at':
      async (f) => {
        const { id: domain_id, domain } = await f.domain();
        const to = await f.address();
        const rule = await one(
          f.post("/routing-rules", { domain_id, local_part: "*", identity_id: to.id }),
          201,
          "RoutingRule",
        );
        expect([rule.local_part, rule.address]).toEqual(["*", `*@${domain}`]);
        await f.inbound({ to, rcpt: `whatever@${domain}` });
      },
    "POST takes domain_id, local_part, and identity_id or webhook_id": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const body = { domain_id: f.t.domainId, local_part: f.next("r"), webhook_id: hook.id };
      expect(await one(f.post("/routing-rules", body), 201, "RoutingRule")).toMatchObject({
        ...body,
        identity_id: null,
      });
    },
    "Deleting a webhook that a rule points at: 409 naming the rule": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const body = { domain_id: f.t.domainId, local_part: f.next("r"), webhook_id: hook.id };
      const rule = await one(f.post("/routing-rules", body), 201, "RoutingRule");
      await refused(f.del(`/webhooks/${hook.id}`), 409, "conflict", new RegExp(rule.id));
    },
    'identity_id is "" in its event, identity null in the Message, thread_id a fresh id in no list': async (
      f,
    ) => {
      const hook = await f.hook({ event_types: ["domain.failed"] });
      const local_part = f.next("hooked");
      const rule = await one(
        f.post("/routing-rules", { domain_id: f.t.domainId, local_part, webhook_id: hook.id }),
        201,
        "RoutingRule",
      );
      await f.smtp("ada@far.example", rule.address, "Subject: hooked\r\n\r\nx");
      const { event } = await f.told(hook, "message.received");
      expect(event.data.identity_id).toBe("");
      const message = await one(f.get(`/messages/${event.data.message_id}`), 200, "Message");
      expect(message).toMatchObject({
        identity: null,
        thread_id: event.data.thread_id,
        delivered_to: rule.address,
      });
      await absent(f.get(`/threads/${message.thread_id}`));
    },
    "It is for unrestricted keys only": async (f) => {
      const to = await f.address();
      const hook = await f.hook({ identity_id: to.id });
      const local_part = f.next("hooked");
      const rule = await one(
        f.post("/routing-rules", { domain_id: f.t.domainId, local_part, webhook_id: hook.id }),
        201,
        "RoutingRule",
      );
      await f.smtp("ada@far.example", rule.address, "Subject: hooked\r\n\r\nx");
      const { event } = await f.told(hook, "message.received");
      await one(f.get(`/messages/${event.data.message_id}`), 200, "Message");
      await absent((await f.restricted(to.id)).get(`/messages/${event.data.message_id}`));
    },
    "Its webhook disabled: RCPT answers 450": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const body = { domain_id: f.t.domainId, local_part: f.next("r"), webhook_id: hook.id };
      const rule = await one(f.post("/routing-rules", body), 201, "RoutingRule");
      await one(f.patch(`/webhooks/${hook.id}`, { status: "disabled" }), 200, "Webhook");
      expect(await f.rcpt(rule.address)).toStartWith("450");
    },
  },
};
