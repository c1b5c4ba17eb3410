// DECISIONS: Addresses.
import { expect } from "bun:test";
import { absent, bodiless, data, many, none, one, refused } from "../../answers.ts";
import { hour, minute } from "../../fixtures.ts";
import { misfits } from "../../misfits.ts";
import type { Table } from "../rows.ts";
import { ids } from "../samples.ts";

export const addresses: Table = {
  "DECISIONS Addresses": {
    "capabilities are receive, inbox, send, drafts, calendar and app_passwords": async (f) =>
      expect(misfits("Capabilities", (await f.address()).capabilities)).toEqual([]),
    "They are derived from type: application no inbox, drafts, calendar, app passwords; workflow no calendar, app passwords; the others all":
      async (f) => {
        const lacking = async (type: string) =>
          Object.entries((await f.address({ type })).capabilities)
            .filter(([, has]) => !has)
            .map(([name]) => name)
            .sort();
        expect(await lacking("application")).toEqual(["app_passwords", "calendar", "drafts", "inbox"]);
        expect(await lacking("workflow")).toEqual(["app_passwords", "calendar"]);
        for (const type of ["human", "team", "agent"]) expect(await lacking(type)).toEqual([]);
      },
    "PATCH refuses a capability that differs, saying what it follows from": async (f) => {
      const { id } = await f.address({ type: "application" });
      const patch = (capabilities: object) => f.patch(`/identities/${id}`, { capabilities });
      await refused(patch({ inbox: true }), 403, "capability_missing", /application/);
      await one(patch({ inbox: false, send: true }), 200, "Address");
    },
    "POST and PATCH take send_policy, expires_at, tenant_id and pod_id": async (f) => {
      const pod = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      const shown = { send_policy: "list", expires_at: "2030-01-02T03:04:05.000000Z", tenant_id: "t" };
      expect(await f.address({ ...shown, pod_id: pod.id })).toMatchObject(shown);
      const { id } = await f.address();
      const changed = await one(f.patch(`/identities/${id}`, { ...shown, pod_id: pod.id }), 200, "Address");
      expect(changed).toMatchObject(shown);
      expect((await many(f.get(`/pods/${pod.id}/identities`), "Address")).length).toBe(2);
    },
    "POST takes email instead of domain_id and local_part, on an own domain or the default one": async (
      f,
    ) => {
      const email = `${f.next("by")}@${f.t.domain}`;
      expect(await one(f.post("/identities", { email }), 201, "Address")).toMatchObject({ email });
      await refused(f.post("/identities", { email, local_part: "x" }), 400, "validation_error", /local_part/);
    },
    "* is no address": async (f) => {
      const body = { domain_id: f.t.domainId, local_part: "*" };
      await refused(f.post("/identities", body), 400, "validation_error", /routing/);
    },
    "expires_at is in the future": async (f) => {
      const { id } = await f.address();
      const body = { expires_at: "2020-01-02T03:04:05Z" };
      await refused(f.patch(`/identities/${id}`, body), 400, "validation_error", /future/);
    },
    "The list is filtered by domain_id, type, status, tenant_id, pod_id and email": async (f) => {
      const { id: domain_id } = await f.domain();
      const pod = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      const tenant_id = f.next("tenant");
      const made = await f.address({ domain_id, pod_id: pod.id, tenant_id, type: "team" });
      await f.address({ type: "human" });
      for (const filter of [
        `domain_id=${domain_id}`,
        `pod_id=${pod.id}`,
        `tenant_id=${tenant_id}`,
        `email=${made.email}`,
        `domain_id=${domain_id}&type=team&status=active`,
      ])
        expect(ids(await many(f.get(`/identities?${filter}`), "Address"))).toEqual([made.id]);
      for (const filter of [`domain_id=${domain_id}&type=human`, `email=${made.email}&status=suspended`])
        await none(f.get(`/identities?${filter}`));
    },
    "client_id is the caller's own, unique in the account, and the list is filtered by it": async (f) => {
      const own = `own-${f.soon(0)}`;
      const made = await f.address({ client_id: own });
      expect(JSON.parse((await f.get(`/identities?client_id=${own}`)).text).data).toMatchObject([
        { id: made.id, client_id: own },
      ]);
      const other = await f.address();
      expect(other).not.toHaveProperty("client_id");
      await refused(f.patch(`/identities/${other.id}`, { client_id: own }), 409, "client_id_taken");
      expect(await data(f.patch(`/identities/${made.id}`, { client_id: null }), 200)).not.toHaveProperty(
        "client_id",
      );
    },
    "metadata is taken at POST and PATCH, which adds to it, and the list is filtered by a pair of it": async (
      f,
    ) => {
      const plan = f.next("plan");
      const made = await f.address({ metadata: { plan, customer: "4711" } });
      const patch = (metadata: object) => f.patch(`/identities/${made.id}`, { metadata });
      const changed = (await f.t.api.must(200, patch({ customer: "", region: "eu" }))) as object;
      expect(changed).toMatchObject({ metadata: { plan, region: "eu" } });
      const listed = await f.get(`/identities?metadata=plan:${plan}`);
      expect((listed.json as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([made.id]);
      await none(f.get(`/identities?metadata=customer:4711${plan}`));
      await refused(patch({ "a b": "x" }), 400, "validation_error", /metadata/);
      await one(patch({ plan: "", region: "" }), 200, "Address");
    },
    "GET and PUT send-list: { entries: [email or domain] }": async (f) => {
      const { id } = await f.address();
      const body = { entries: ["ada@far.example", "far.test"] };
      expect(await one(f.put(`/identities/${id}/send-list`, body), 200, "SendList")).toEqual(body);
      expect(await one(f.get(`/identities/${id}/send-list`), 200, "SendList")).toEqual(body);
    },
    "Send policy list reads it": async (f) => {
      const from = await f.address({ send_policy: "list" });
      const listed = f.far();
      await one(f.put(`/identities/${from.id}/send-list`, { entries: [listed] }), 200, "SendList");
      const other = f.far();
      const sent = await f.send(from, { to: [listed, other] });
      expect(sent.rejected).toEqual([{ address: other, reason: "send_policy" }]);
    },
    "reply_only: somebody who has written to this address before": async (f) => {
      const { address } = await f.inbound({ from: "wrote@far.example" });
      await one(f.patch(`/identities/${address.id}`, { send_policy: "reply_only" }), 200, "Address");
      const other = f.far();
      const sent = await f.send(address, { to: ["wrote@far.example", other] });
      expect(sent.rejected).toEqual([{ address: other, reason: "send_policy" }]);
    },
    "A local part is an RFC 5321 dot-atom without +, at most 64 octets": async (f) => {
      for (const local_part of ["a+b", "a..b", ".a", "a b", '"a"', "a@b", "x".repeat(65)])
        await refused(
          f.post("/identities", { domain_id: f.t.domainId, local_part }),
          400,
          "validation_error",
        );
      await f.address({ local_part: f.next("l").padEnd(64, "x") });
    },
    "It is stored in lower case": async (f) => {
      const local_part = f.next("CaSe");
      expect((await f.address({ local_part })).local_part).toBe(local_part.toLowerCase());
    },
    "delivered_to keeps the tag": async (f) => {
      const to = await f.address();
      const rcpt = to.email.replace("@", "+tag@");
      expect((await f.inbound({ to, rcpt })).message.delivered_to).toBe(rcpt);
    },
    "One copy per address and transaction": async (f) => {
      const to = await f.address();
      await f.smtp("ada@far.example", [to.email, to.email.replace("@", "+x@")], "Subject: once\r\n\r\nx");
      const [thread, more] = await many(f.get(`/threads?identity_id=${to.id}`), "Thread");
      expect([thread!.message_count, more]).toEqual([1, undefined]);
    },
    "(domain, local part) is unique over all accounts": async (f) => {
      const { local_part } = await f.address();
      const { api } = await f.signupAccount();
      await refused(api.post("/identities", { domain_id: f.t.domainId, local_part }), 409, "address_taken");
    },
    "On a shared domain an address once used never goes to another account": async (f) => {
      const { id, local_part } = await f.address();
      await bodiless(f.del(`/identities/${id}`));
      const { api } = await f.signupAccount();
      await refused(api.post("/identities", { domain_id: f.t.domainId, local_part }), 409, "address_taken");
      await f.address({ local_part });
    },
    "Only the domain's owner makes postmaster, abuse, admin and the like": async (f) => {
      const { api } = await f.signupAccount();
      const names =
        "postmaster abuse admin administrator hostmaster webmaster security ssladmin root noreply no-reply mailer-daemon bounces";
      for (const local_part of names.split(" ")) {
        await refused(api.post("/identities", { domain_id: f.t.domainId, local_part }), 403, "forbidden");
      }
      const { id: domain_id } = await f.domain();
      await f.address({ domain_id, local_part: "webmaster" });
    },
    "postmaster@ and abuse@ of every verified domain are accepted": async (f) => {
      const { domain } = await f.domain();
      for (const name of ["postmaster", "abuse"]) expect(await f.rcpt(`${name}@${domain}`)).toBe("250 2.1.5");
      expect(await f.rcpt(`other@${domain}`)).toBe("550 5.1.1");
    },
    "They go to the operator's postmaster, unless the name exists": async (f) => {
      const { id: domain_id, domain } = await f.domain();
      const [postmaster] = await many(f.get(`/identities?email=postmaster@${f.t.domain}`), "Address");
      await f.inbound({ to: postmaster!, rcpt: `abuse@${domain}` });
      const own = await f.address({ domain_id, local_part: "abuse" });
      await f.inbound({ to: own, rcpt: `abuse@${domain}` });
    },
    "expires_at is compared when mail comes or goes": async (f) => {
      const address = await f.address({ expires_at: f.soon(2 * minute) });
      f.clock.advance(3 * minute);
      expect(await f.rcpt(address.email)).toBe("550 5.2.1");
      await refused(
        f.post("/messages", { from: address.email, to: f.far(), text: "x" }),
        403,
        "identity_suspended",
      );
    },
    "PATCH to active on an expired address needs a new expires_at or null: 409": async (f) => {
      const { id } = await f.address({ expires_at: f.soon(2 * minute) });
      f.clock.advance(3 * minute);
      await f.expire();
      await refused(f.patch(`/identities/${id}`, { status: "active" }), 409, "conflict", /expires_at/);
      const back = await one(
        f.patch(`/identities/${id}`, { status: "active", expires_at: null }),
        200,
        "Address",
      );
      expect(back).toMatchObject({ status: "active", expires_at: null });
    },
    "routed_address_count: active routing rules that lead to this address": async (f) => {
      const { id } = await f.address();
      const make = () =>
        one(
          f.post("/routing-rules", { domain_id: f.t.domainId, local_part: f.next("r"), identity_id: id }),
          201,
          "RoutingRule",
        );
      const [first] = [await make(), await make()];
      await one(f.patch(`/routing-rules/${first.id}`, { status: "disabled" }), 200, "RoutingRule");
      expect((await one(f.get(`/identities/${id}`), 200, "Address")).routed_address_count).toBe(1);
    },
    "Suspended or archived: SMTP answers 550 5.2.1": async (f) => {
      for (const status of ["suspended", "archived"]) {
        const { id, email } = await f.address();
        await one(f.patch(`/identities/${id}`, { status }), 200, "Address");
        expect(await f.rcpt(email)).toBe("550 5.2.1");
      }
    },
    "Suspended or archived: sending is refused, reading goes on": async (f) => {
      const { address, message } = await f.inbound();
      await one(f.patch(`/identities/${address.id}`, { status: "archived" }), 200, "Address");
      await refused(
        f.post("/messages", { from: address.email, to: f.far(), text: "x" }),
        403,
        "identity_suspended",
      );
      await one(f.get(`/messages/${message.id}`), 200, "Message");
      await many(f.get(`/threads?identity_id=${address.id}`), "Thread");
    },
    "DELETE ends sessions, passwords and jobs and hides the address in one turn": async (f) => {
      const to = await f.address();
      const { talk } = await f.imap(to);
      const draft = await f.draft({ identity_id: to.id, to: [f.far()] });
      await one(f.post(`/drafts/${draft.id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
      await bodiless(f.del(`/identities/${to.id}`));
      await talk.closed();
      await absent(f.get(`/drafts/${draft.id}`));
      await absent(f.get(`/app-passwords?identity_id=${to.id}`));
      expect(await f.rcpt(to.email)).toBe("550 5.1.1");
    },
    "has_inbox false: the message is spooled, readable by its id, in no list": async (f) => {
      const to = await f.address({ type: "application" });
      const hook = await f.hook({ identity_id: to.id });
      await f.smtp("ada@far.example", to.email, "Subject: spooled\r\n\r\nx");
      const { event } = await f.told(hook, "message.received");
      const message = await one(f.get(`/messages/${event.data.message_id}`), 200, "Message");
      expect(message).toMatchObject({ subject: "spooled", identity: to.id });
      await none(f.get(`/threads?identity_id=${to.id}`));
      await none(f.get(`/messages/search?q=spooled&identity_id=${to.id}`));
    },
    "What such an address sends is kept by the same rule": async (f) => {
      const from = await f.address({ type: "application" });
      const sent = await f.send(from, { to: f.far() });
      await one(f.get(`/messages/${sent.id}`), 200, "Message");
      await none(f.get(`/threads?identity_id=${from.id}`));
    },
  },
};
