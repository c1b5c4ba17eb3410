// DECISIONS: Conventions.
import { expect } from "bun:test";
import { callsOf } from "../../../support/app/contract.ts";
import { many, none, one, page, refused } from "../../answers.ts";
import { minute } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { aLabel, ids, lists } from "../samples.ts";

export const conventions: Table = {
  "DECISIONS Conventions": {
    "ids are UUIDv7 in lower case": async (f) =>
      expect((await f.address()).id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
    "Timestamps are ISO 8601 UTC with microseconds": async (f) =>
      expect((await f.address()).created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    "Cursors that SPEC calls date-time are such instants": async (f) => {
      await f.address();
      await f.address();
      const { next_cursor } = await page(f.get("/identities?limit=1"), "Address");
      expect(next_cursor).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    },
    "/threads is ordered by last_message_at, or created_at where that is null": async (f) => {
      const { address, message } = await f.inbound();
      const second = await f.inbound({ to: address });
      await f.send(address, { to: "ada@far.example", in_reply_to: message.id });
      const threads = await many(f.get(`/threads?identity_id=${address.id}`), "Thread");
      expect(ids(threads)).toEqual([message.thread_id, second.message.thread_id]);
      const times = threads.map((thread) => thread.last_message_at ?? thread.created_at);
      expect(times).toEqual(times.toSorted().reverse());
    },
    "A thread that moves while being paged is at the front of a fresh read": async (f) => {
      const { address, message } = await f.inbound();
      await f.inbound({ to: address });
      const path = `/threads?identity_id=${address.id}`;
      await page(f.get(`${path}&limit=1`), "Thread");
      await f.send(address, { to: "ada@far.example", in_reply_to: message.id });
      expect((await page(f.get(`${path}&limit=1`), "Thread")).data[0]!.id).toBe(message.thread_id);
    },
    "Messages of a thread: oldest first": async (f) => {
      const { address, message } = await f.inbound();
      const sent = await f.send(address, { to: "ada@far.example", in_reply_to: message.id });
      const rows = await many(f.get(`/messages?thread_id=${message.thread_id}`), "Message");
      expect(ids(rows)).toEqual([message.id, sent.id]);
    },
    "Pods: the default first": async (f) => {
      await one(f.post("/pods", { name: "P" }), 201, "Pod");
      expect((await many(f.get("/pods"), "Pod"))[0]!.is_default).toBe(true);
    },
    "All else: newest first": async (f) => {
      const address = await f.address();
      const [first, second] = [await aLabel(f, address), await aLabel(f, address)];
      expect(ids(await many(f.get(`/labels?identity_id=${address.id}`), "Label"))).toEqual([
        second.id,
        first.id,
      ]);
    },
    "limit is 50 by default": async (f) => {
      for (let n = (await f.rows(f.get("/identities?limit=200"))).length; n < 51; n++) await f.address();
      const { data, has_more } = await page(f.get("/identities"), "Address");
      expect([data.length, has_more]).toEqual([50, true]);
    },
    "limit is 1 to 200; outside that 400": async (f) => {
      for (const list of await lists(f)) {
        expect([list, (await f.get(`${list}limit=200`)).status]).toEqual([list, 200]);
        for (const limit of ["0", "201", "-1", "x", "1.5", ""])
          await refused(f.get(`${list}limit=${limit}`), 400, "validation_error", /limit.*1.*200/);
      }
    },
    "Every list takes limit and cursor": async (f) => {
      const { paths } = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
      const lists = callsOf({ paths } as never).filter(({ method, operation }) => {
        const text = JSON.stringify(operation.responses["200"] ?? {});
        return method === "get" && /Page|has_more/.test(text);
      });
      expect(lists.length).toBeGreaterThan(15);
      const lacking = lists.filter(({ operation }) => {
        const given = JSON.stringify(operation.parameters ?? []);
        return !/limit/i.test(given) || !/cursor/i.test(given);
      });
      expect(lacking.map(({ path }) => path)).toEqual([]);
    },
    "Lists that are not paged (pods, labels, folders) answer the page envelope with has_more false": async (
      f,
    ) => {
      const address = await f.address();
      await aLabel(f, address);
      await aLabel(f, address);
      for (const path of [
        "/pods?limit=1",
        `/labels?identity_id=${address.id}&limit=1`,
        `/mailboxes?identity_id=${address.id}&limit=1`,
      ]) {
        const { json } = await f.get(path);
        expect(json).toMatchObject({ has_more: false, next_cursor: null });
      }
    },
    "The last page has has_more false and next_cursor null": async (f) =>
      none(f.get(`/drafts?identity_id=${(await f.address()).id}`)),
    "identity_id is required on drafts, labels, app-passwords and mailboxes": async (f) => {
      for (const list of ["drafts", "labels", "app-passwords", "mailboxes", "mailboxes/inbox"])
        await refused(f.get(`/${list}`), 400, "validation_error", /identity_id/);
    },
    "Unknown request fields are refused; the message names the field and the nearest known one": async (
      f,
    ) => {
      const body = { domain_id: f.t.domainId, local_part: f.next("x"), displayname: "X" };
      await refused(f.post("/identities", body), 400, "validation_error", /"displayname".*"display_name"/);
      await refused(f.get("/identities?limits=1"), 400, "validation_error", /"limits".*"limit"/);
    },
    "events stands for event_types at webhook creation": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id, events: ["message.sent"] });
      expect(hook.event_types).toEqual(["message.sent"]);
      await refused(f.patch(`/webhooks/${hook.id}`, { events: [] }), 400, "validation_error");
    },
    "NUL and unpaired surrogates are refused": async (f) => {
      for (const name of ["a\\u0000b", "a\\ud800b"])
        await refused(
          f.raw("/api/v1/pods", { method: "POST", body: `{"name":"${name}"}` }),
          400,
          "validation_error",
          /NUL|surrogate/,
        );
    },
    "NUL is refused in queries too": (f) =>
      refused(f.raw(`/api/v1/identities?email=a%00b`), 400, "validation_error", /NUL/),
    "Times of a request may have any offset, and must have one where they are date-times": async (f) => {
      const { expires_at } = await f.address({ expires_at: "2030-01-02T05:04:05+02:00" });
      expect(expires_at).toBe("2030-01-02T03:04:05.000000Z");
      for (const time of ["2030-01-02T03:04:05", "2030-02-30", "2030-02-30T00:00:00Z"])
        await refused(
          f.post("/identities", { domain_id: f.t.domainId, local_part: f.next("t"), expires_at: time }),
          400,
          "validation_error",
          /expires_at/,
        );
    },
    "In mail NUL is dropped from derived text; raw bytes stay": async (f) => {
      const { message } = await f.inbound({ subject: "N\0ul", body: "a\0b\r\n" });
      expect([message.subject, message.text]).toEqual(["Nul", "ab\n"]);
      expect(Buffer.from(await f.api.bytes(`/messages/${message.id}/raw`)).toString("latin1")).toContain(
        "a\0b",
      );
    },
    "DELETE that answers 200: { data: { id, deleted: true } }": async (f) => {
      const { id } = await aLabel(f);
      expect((await f.del(`/labels/${id}`)).json).toEqual({ data: { id, deleted: true } });
    },
    "Every response has X-Request-Id": async (f) => {
      const seen = [await f.get("/pods"), await f.get("/nothing"), await f.open.get("/pods")].map(
        ({ headers }) => headers.get("x-request-id"),
      );
      expect(new Set(seen).size).toBe(3);
      for (const id of seen) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    },
    "Every response has X-RateLimit-Limit, -Remaining and -Reset in UTC epoch seconds": async (f) => {
      for (const { headers } of [await f.get("/pods"), await f.get("/nothing"), await f.open.get("/pods")]) {
        for (const name of ["limit", "remaining", "reset"])
          expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
        const reset = Number(headers.get("x-ratelimit-reset")) * 1000;
        expect(Math.abs(reset - f.clock.now())).toBeLessThan(10 * minute);
      }
    },
    "v1 changes by additions only; a retired call has Deprecation and Sunset for six months: none is": async (
      f,
    ) => {
      const text = (await f.raw("/openapi.json", { key: null })).text;
      expect(text).not.toContain('"deprecated":true');
      const { headers } = await f.get("/pods");
      expect([headers.get("deprecation"), headers.get("sunset")]).toEqual([null, null]);
    },
    "Words may be added to a list that answers alone hold: the document has x-extensible-enum there, and enum where bodies hold it":
      async (f) => {
        const { paths, components } = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
        expect(components.schemas.DeliveryStatus["x-extensible-enum"]).toContain("retrying");
        expect(components.schemas.DeliveryStatus.enum).toBeUndefined();
        expect(components.schemas.ThreadStatus.enum).toContain("waiting");
        expect(JSON.stringify(paths["/api/v1/deliveries"].get.responses)).not.toContain('"enum"');
      },
  },
};
