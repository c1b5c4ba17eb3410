// Each level of a program by each call that decides, lifts, reads what is held, or makes mail leave by itself: DECISIONS OAuth;
// Protection and reviews. The program reaches every address, as the key does that set the protection, so that its level alone
// is what narrows it.
import { afterAll, expect, test } from "bun:test";
import type { Document } from "../../src/http/openapi/types.ts";
import { newId } from "../../src/lib/ids.ts";
import { levels } from "../../src/lib/levels.ts";
import type { Api, PageOf } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../support/app/app.ts";
import { callsOf } from "../support/app/contract.ts";
import { letIn } from "../support/clients/oauth.ts";
import { startSink } from "../support/fakes/receivers.ts";

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
const secret = "an unheard-of sentence";

interface Held {
  id: string;
  message_id: string;
  thread_id: string;
}

eachApp(
  "levels at the gate",
  (t) => {
    let n = 0;
    const far = () => `level${++n}@peer.example`;
    const programs = new Map<string, Promise<Api>>();
    const program = (level: string) => {
      const known =
        programs.get(level) ?? letIn(t, { level }).then(({ tokens }) => t.api.as(tokens.access_token));
      programs.set(level, known);
      return known;
    };
    const protect = async (settings: object): Promise<TestAddress> => {
      const address = await t.address();
      await t.api.must(200, t.api.call("PUT", `/identities/${address.id}/protection`, settings));
      return address;
    };
    const heldSend = async ({ email }: TestAddress, to = far()) =>
      t.api.must<{ id: string; thread_id: string; review_id: string }>(
        202,
        t.api.post("/messages", { from: email, to, subject: "S", text: "S" }),
      );
    const heldMail = async ({ id, email }: TestAddress): Promise<Held> => {
      const from = `who${++n}@far.example`;
      const file = [
        "--b",
        "Content-Type: text/plain; name=a.txt",
        "Content-Disposition: attachment",
        "",
        secret,
      ];
      const head = [`From: ${from}`, `To: ${email}`, `Subject: ${secret}`, `Message-ID: <l${n}@far.example>`];
      const mixed = [
        "MIME-Version: 1.0",
        'Content-Type: multipart/mixed; boundary="b"',
        "",
        "--b",
        "",
        secret,
      ];
      await t.raw({ from, to: email, raw: [...head, ...mixed, ...file, "--b--", ""].join("\r\n") });
      return eventually(async () => {
        const { json } = await t.api.get<PageOf<Held>>(`/reviews?identity_id=${id}&direction=inbound`);
        return json.data[0];
      });
    };

    test("the body of held mail is read at approve alone, by whatever call", async () => {
      const to = await protect({ inbound: "new_senders" });
      const held = await heldMail(to);
      const { data: whole } = (
        await t.api.get<{ data: { attachments: { id: string }[] } }>(`/messages/${held.message_id}`)
      ).json;
      const file = whole.attachments[0]!.id;
      const calls = [
        `/reviews/${held.id}`,
        `/reviews/${held.id}/raw`,
        `/reviews?identity_id=${to.id}`,
        `/messages/${held.message_id}`,
        `/messages/${held.message_id}?format=markdown`,
        ...[
          "raw",
          "headers",
          "authentication",
          "spam",
          "recipients",
          "invitation",
          "safety",
          "codes",
          "parts",
        ].map((part) => `/messages/${held.message_id}/${part}`),
        `/messages?ids=${held.message_id}`,
        `/messages?thread_id=${held.thread_id}`,
        `/messages/search?q=unheard&identity_id=${to.id}`,
        `/attachments/${file}`,
        `/attachments/${file}/text`,
        `/attachments/${file}/link`,
        `/threads/${held.thread_id}`,
        `/threads/${held.thread_id}/audit`,
        `/threads/${held.thread_id}/notes`,
        `/events?identity_id=${to.id}`,
      ];
      const open = new Set([
        `/reviews/${held.id}`,
        `/reviews/${held.id}/raw`,
        `/messages/${held.message_id}`,
      ]);
      const seen: [string, string, boolean][] = [];
      for (const level of levels) {
        const api = await program(level);
        for (const path of calls) seen.push([level, path, (await api.get(path)).text.includes(secret)]);
        for (const call of ["reply", "forward", "drafts"]) {
          const body = { to: far(), text: "x", ...(call === "drafts" && { kind: "forward" }) };
          const answer = await api.post(`/messages/${held.message_id}/${call}`, body);
          seen.push([level, call, answer.text.includes(secret) || answer.status < 300]);
        }
        const taken = await api.post("/drafts", { identity_id: to.id, text: "x", attachment_ids: [file] });
        seen.push([level, "attachment_ids", taken.status < 300]);
      }
      const expected = seen.map(([level, call]): [string, string, boolean] => [
        level,
        call,
        level === "approve" && (open.has(call) || call === `/messages/${held.message_id}?format=markdown`),
      ]);
      expect(seen).toEqual(expected);
    });

    test("a program that may read alone is refused every other call, as the document says", async () => {
      const api = await program("read");
      const { json } = await t.api.get<Document>("//openapi.json");
      const calls = callsOf(json).filter(
        ({ method, path }) => method !== "get" && !/\/(messages\/wait|next)$/.test(path),
      );
      const done: string[] = [];
      for (const { method, path } of calls) {
        const { status } = await api.call(
          method.toUpperCase(),
          `/${path.replaceAll(/\{\w+\}/g, newId())}`,
          {},
        );
        if (status !== 403) done.push(`${method} ${path} ${status}`);
      }
      expect(calls.length).toBeGreaterThan(70);
      expect(done).toEqual([]);
    });

    test("what waits is decided at approve alone", async () => {
      const from = await protect({ outbound: "all" });
      for (const [decision, body] of [
        ["approve", {}],
        ["approve", { text: "changed" }],
        ["reject", { reason: "x" }],
        ["return", { comment: "x" }],
        ["take_over", {}],
      ] as const) {
        for (const level of levels) {
          const { review_id } = await heldSend(from);
          const { status } = await (await program(level)).post(`/reviews/${review_id}/${decision}`, body);
          expect([decision, level, status]).toEqual([decision, level, level === "approve" ? 200 : 403]);
          const { json } = await t.api.get<{ data: { status: string } }>(`/reviews/${review_id}`);
          expect([decision, level, json.data.status === "pending"]).toEqual([
            decision,
            level,
            level !== "approve",
          ]);
        }
      }
    });

    test("a thread is lifted out of human_review at approve alone, and stays held for the others", async () => {
      const from = await protect({ outbound: "new_recipients" });
      for (const level of levels) {
        const api = await program(level);
        const to = far();
        const lists = `/identities/${from.id}/protection/lists`;
        await t.api.must(201, t.api.post(lists, { direction: "send", list: "allow", entries: [to] }));
        const first = await t.api.must<{ id: string; thread_id: string }>(
          201,
          t.api.post("/messages", { from: from.email, to, text: "one" }),
        );
        const thread = `/threads/${first.thread_id}`;
        await t.api.must(200, t.api.patch(thread, { status: "human_review" }));
        for (const status of ["open", "waiting", "resolved"]) {
          const lifted = (await api.patch(thread, { status })).status;
          expect([level, lifted]).toEqual([level, level === "approve" ? 200 : 403]);
          if (lifted === 200) await t.api.must(200, t.api.patch(thread, { status: "human_review" }));
        }
        // To put one there, or to assign it, no more than draft is needed.
        const kept = (await api.patch(thread, { status: "human_review" })).status;
        expect([level, kept]).toEqual([level, level === "read" ? 403 : 200]);
        await t.api.must(202, t.api.post(`/messages/${first.id}/reply`, { text: "two" }));
      }
    });

    test("what leaves by itself says nothing that a program below send has written", async () => {
      const from = await t.address();
      const to = far();
      const body = { identity_id: from.id, to: [to], subject: "S", text: "the person's words" };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/drafts", body));
      const later = () => new Date(clock.now() + 120_000).toISOString();
      const file = { draft_id: id, filename: "a.txt", content_type: "text/plain", content_base64: "eA==" };
      const uploaded = await t.api.must<{ id: string }>(201, t.api.post("/attachments", file));
      await t.api.must(200, t.api.post(`/drafts/${id}/schedule`, { send_at: later() }));
      const api = await program("draft");
      const calls = [
        () => api.patch(`/drafts/${id}`, { text: "the program's words" }),
        () => api.patch(`/drafts/${id}`, { to: [far()] }),
        () => api.post("/attachments", file),
        () => api.call("DELETE", `/drafts/${id}/attachments/${uploaded.id}`),
        () => api.post(`/drafts/${id}/schedule`, { send_at: later() }),
        () => api.post(`/drafts/${id}/send`),
      ];
      for (const [call, run] of calls.entries()) expect([call, (await run()).status]).toEqual([call, 403]);
      clock.advance(180_000);
      t.app.core.actors.feed.pokeAll();
      const left = await peer.taken.find((mail) => mail.to.includes(to));
      expect(left.raw).toContain("the person's words");
      // An ordinary draft of the same level may be changed.
      const draft = await api.must<{ id: string }>(201, api.post("/drafts", body));
      await api.must(200, api.patch(`/drafts/${draft.id}`, { text: "other" }));
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url } },
);
