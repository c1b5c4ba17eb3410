// Received mail that waits says nothing of its writer's to who may not decide about it, by whatever call that reads. The calls that read are those of the OpenAPI document, so a new one is tried. DECISIONS Protection and
// reviews.
import { afterAll, expect, test } from "bun:test";
import type { Document } from "../../src/http/openapi/types.ts";
import { resolve } from "../fuzz/api-calls.ts";
import type { Api, PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { callsOf } from "../support/app/contract.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { eventText } from "../support/clients/dav.ts";
import { letIn } from "../support/clients/oauth.ts";
import { startSink } from "../support/fakes/receivers.ts";

const secret = "Zebrafinch";
const told = new RegExp(secret, "i");
const peer = await startSink();
afterAll(() => peer.stop());

const invitation = eventText(`${secret}-uid`, [
  "DTSTART:20310401T090000Z",
  "DTEND:20310401T100000Z",
  `SUMMARY:${secret}`,
  "ORGANIZER:mailto:eve@far.example",
  "ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:EMAIL",
]).replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:REQUEST");

/** Mail of which each field that a call could show says the secret, but for the sender's address. */
function mailTo(email: string, more: readonly string[]): string {
  return [
    `From: "${secret}" <eve@far.example>`,
    `To: "${secret}" <${email}>, ${secret}@far.example`,
    `Reply-To: ${secret}@far.example`,
    `Cc: ${secret}-cc@far.example`,
    `Subject: Re: ${secret}`,
    `Message-ID: <${secret}-${crypto.randomUUID()}@far.example>`,
    `List-Unsubscribe: <https://far.example/${secret}>`,
    ...more,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html",
    "",
    `<p>${secret}. Your code is 482913. <a href="https://far.example/${secret}">sign in</a></p>`,
    "--b",
    `Content-Type: text/plain; name=${secret}.txt`,
    "Content-Disposition: attachment",
    "",
    secret,
    "--b",
    "Content-Type: text/calendar; method=REQUEST",
    "",
    ...invitation.replace("EMAIL", email).trimEnd().split("\r\n"),
    "--b--",
    "",
  ].join("\r\n");
}

interface Held {
  id: string;
  message_id: string;
  thread_id: string;
  status: string;
}

eachApp(
  "received mail that waits",
  (t) => {
    /** An address with a mail that came in before, and one in its thread and one beside it that wait; a rule leads on what comes. */
    const held = async (approver: "key" | "human") => {
      const address = await t.address();
      const { id, email } = address;
      const first = "<before@far.example>";
      const head = ["From: eve@far.example", `To: ${email}`, "Subject: before", `Message-ID: ${first}`];
      await t.raw({ from: "eve@far.example", to: email, raw: [...head, "", "Hello", ""].join("\r\n") });
      const [before] = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ id: string; thread_id: string }>>(
          `/messages?identity_id=${id}`,
        );
        return json.data.length > 0 && json.data;
      });
      await t.api.must(
        200,
        t.api.call("PUT", `/identities/${id}/protection`, { inbound: "new_senders", approver }),
      );
      const role = `role-${crypto.randomUUID()}`;
      const rule = {
        domain_id: t.domainId,
        local_part: role,
        identity_id: id,
        forward_to: ["on@peer.example"],
      };
      await t.api.must(201, t.api.post("/routing-rules", rule));
      await t.raw({ from: "eve@far.example", to: email, raw: mailTo(email, [`References: ${first}`]) });
      await t.raw({ from: "eve@far.example", to: email, raw: mailTo(email, []) });
      const byRule = `${role}@${t.domain}`;
      await t.raw({ from: "eve@far.example", to: byRule, raw: mailTo(byRule, []) });
      const waiting = await eventually(async () => {
        const { json } = await t.api.get<PageOf<Held>>(`/reviews?identity_id=${id}`);
        return json.data.length === 3 && json.data;
      });
      const files: string[] = [];
      if (approver === "key")
        for (const { message_id } of waiting) {
          const { json } = await t.api.get<{ data: { attachments: { id: string }[] } }>(
            `/messages/${message_id}`,
          );
          files.push(...json.data.attachments.map((file) => file.id));
        }
      else
        for (const [file] of await t.app.core.database.values(
          "select id from attachments where message_id = any($1::uuid[])",
          [waiting.map((one) => one.message_id)],
        ))
          files.push(file as string);
      expect(files.length).toBeGreaterThan(2);
      return { ...address, before: before!, waiting, files };
    };
    type Place = Awaited<ReturnType<typeof held>>;

    /** Where people alone decide, a program that may send stands for one that may read, too. */
    const callers = async ({ id }: Place, approver: "key" | "human"): Promise<[string, Api][]> => {
      const program = async (level: string): Promise<[string, Api]> => [
        level,
        t.api.as((await letIn(t, { level })).tokens.access_token),
      ];
      return [
        ["a key of the address", await restrictedKey(t.api, [id])],
        ...(await Promise.all((approver === "key" ? ["read", "send"] : ["send"]).map(program))),
      ];
    };

    const stillWaits = async ({ id, waiting }: Place) => {
      const { json } = await t.api.get<PageOf<Held>>(`/reviews?identity_id=${id}&direction=inbound`);
      expect(json.data.map((one) => [one.id, one.status]).sort()).toEqual(
        waiting.map((one) => [one.id, "pending"]).sort(),
      );
      expect(peer.mails.filter(({ raw }) => told.test(raw))).toEqual([]);
    };

    for (const approver of ["key", "human"] as const) {
      test(`no call that reads tells of it, approver ${approver}`, async () => {
        const place = await held(approver);
        const { id, before, waiting, files } = place;
        const [first] = waiting;
        const ofFirst = [first!.id, first!.message_id, first!.thread_id];
        const ids = new Set([
          ...waiting.flatMap((one) => [one.id, one.message_id, one.thread_id]),
          ...files,
          before.id,
          before.thread_id,
          id,
        ]);
        const { json } = await t.api.get<Document>("//openapi.json");
        const gets = callsOf(json).filter(
          ({ method, path }) => method === "get" && !path.includes("/stream"),
        );
        const wanted = [
          "from:eve",
          "from:far.example",
          "has:attachment",
          "has:invitation",
          "is:unread",
          "subject:re",
          secret,
          `"${secret}"`,
          "zebrafinhc",
          `filename:${secret}`,
          `to:${secret}`,
          "larger:1",
        ];
        const queries: Record<string, string[]> = {
          "/messages": [
            ...waiting.map((one) => `thread_id=${one.thread_id}`),
            ...waiting.map((one) => `ids=${one.message_id}`),
            `identity_id=${id}&is_read=false`,
            "from=eve@far.example",
            "has_attachments=true",
            `subject=${secret}`,
            `identity_id=${id}&order=asc&view=full`,
            `identity_id=${id}&format=markdown`,
          ],
          "/messages/search": wanted.map((q) => `q=${encodeURIComponent(q)}`),
          "/threads": [
            "from=eve@far.example",
            "is_read=false",
            "has_attachments=true",
            ...waiting.map((one) => `parent_id=${one.thread_id}`),
          ],
        };
        const leaks: string[] = [];
        for (const [name, api] of await callers(place, approver)) {
          const tried = new Set<string>();
          for (const { path, operation } of gets) {
            const rest = path.replace("/api/v1", "");
            const holes = rest.match(/\{\w+\}/g) ?? [];
            const takesFormat = operation.parameters?.some((one) => "name" in one && one.name === "format");
            // Ids of all kinds where mail is; of a mail's own elsewhere.
            const fitting = /^\/(?:messages|threads|drafts|reviews|attachments|identities)\//.test(rest)
              ? ids
              : ofFirst;
            const filled =
              holes.length === 0
                ? [
                    rest,
                    ...(queries[rest] ?? []).map((query) => `${rest}?${query}`),
                    `${rest}?identity_id=${id}`,
                  ]
                : [...(holes.length === 1 ? fitting : [id])].flatMap((one) => {
                    const whole = rest.replace(/\{\w+\}/, one);
                    if (holes.length === 1)
                      return takesFormat ? [whole, `${whole}?format=markdown`] : [whole];
                    return [...ids].map((other) => whole.replace(/\{\w+\}/, other));
                  });
            for (const one of filled) tried.add(one);
          }
          expect(tried.size).toBeGreaterThan(400);
          for (const one of tried) {
            const { text } = await api.get(one);
            if (told.test(text) || text.includes("482913"))
              leaks.push(`${name} ${one}: ${text.slice(0, 300)}`);
          }
        }
        expect(leaks).toEqual([]);
        await stillWaits(place);
      }, 300_000);

      test(`no call that writes tells of it, takes from it or decides it, approver ${approver}`, async () => {
        const place = await held(approver);
        const { id, email, waiting, files } = place;
        const to = ["on@peer.example"];
        /** All that a body could name of it; a call takes the fields that it knows. */
        const bodyOf = (one: string, fields: ReadonlySet<string>) => {
          const letter = { from: email, to, text: "x" };
          const named: Record<string, unknown> = {
            ...letter,
            ...{ identity_id: id, kind: "forward", ids: [one], folder: "inbox", draft_id: one, wait: 0 },
            ...{ thread_id: one, in_reply_to: one, in_reply_to_message_id: one, attachment_ids: [one] },
            ...{ filename: "a.txt", content_type: "text/plain", content_base64: "eA==", begin: "start" },
            ...{ status: "human_review", comment: "x", reason: "x", send_at: "2031-01-01T00:00:00Z" },
            messages: [
              { ...letter, in_reply_to: one },
              { ...letter, attachment_ids: [one] },
            ],
          };
          return Object.fromEntries(Object.entries(named).filter(([name]) => fields.has(name)));
        };
        const { json } = await t.api.get<Document>("//openapi.json");
        const calls = callsOf(json).filter(({ method, path }) => {
          const rest = path.replace("/api/v1", "");
          return method !== "get" && /^\/(messages|drafts|threads|reviews|attachments|next)/.test(rest);
        });
        expect(calls.length).toBeGreaterThan(25);
        const ids = new Set([...waiting.flatMap((one) => [one.id, one.message_id, one.thread_id]), ...files]);
        const wrong: string[] = [];
        for (const [name, api] of await callers(place, approver))
          for (const { method, path, operation } of calls)
            for (const one of ids) {
              const given = operation.requestBody?.content["application/json"]?.schema ?? {};
              const { properties = {} } = resolve(json, given);
              const filled = path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, one);
              const body = bodyOf(one, new Set(Object.keys(properties)));
              const { text } = await api.call(method.toUpperCase(), filled, body);
              if (told.test(text) || text.includes("482913"))
                wrong.push(`${name} ${method} ${filled}: ${text.slice(0, 300)}`);
            }
        expect(wrong).toEqual([]);
        await stillWaits(place);
      }, 300_000);
    }
  },
  { env: { SMTP_RELAY_URL: peer.url, SUBMISSION_PORT: "0" } },
);
