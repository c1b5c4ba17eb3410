// whats_next: each kind of item as a model is told of it, its token, and the tool that it has replaced. DECISIONS MCP
import { afterAll, expect, test } from "bun:test";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { type McpClient, mcpClient } from "../support/clients/mcp.ts";
import { letIn } from "../support/clients/oauth.ts";
import { smtpError } from "../support/fakes/mx-server.ts";
import { startSink } from "../support/fakes/receivers.ts";

const clock = new ShiftedClock();
const sink = await startSink({
  onRcptTo({ address }, _session, done) {
    if (address.startsWith("gone")) done(smtpError(550, "5.1.1 canary unknown"));
    else done();
  },
});
afterAll(() => sink.stop());

eachApp(
  "whats_next",
  (t) => {
    const using = async <T>(key: string, work: (mcp: McpClient) => Promise<T>) => {
      const mcp = await mcpClient(t.api.base, key);
      try {
        return await work(mcp);
      } finally {
        await mcp.close();
      }
    };
    const outside = (answer: string) => answer.replace(/<(mail-[0-9a-f]{8})>[\s\S]*?<\/\1>/g, "");

    test("hands out mail, bounces, answers and failed drafts, and says how to go on", async () => {
      const [own, guest] = [await t.address(), await t.address()];
      const agent = await restrictedKey(t.api, [own.id]);
      await t.mail({ from: "ann@example.org", to: own.email, subject: "canary", text: "The canary text." });
      await using(agent.key!, async (mcp) => {
        const next = (ack?: unknown, more: object = {}) =>
          mcp.must("whats_next", { seconds: 50, ...(ack === undefined ? {} : { ack }), ...more });
        const first = await next();
        expect(first.text).toContain("The canary text.");
        expect(outside(first.text)).toContain(`call again with ack "${first.fields.ack}"`);
        await t.api.must(
          201,
          t.api.post("/messages", { from: own.email, to: "gone@far.example", subject: "S", text: "T" }),
        );
        const bounce = await next(first.fields.ack);
        expect(bounce.fields.items).toMatchObject([
          {
            kind: "bounce",
            mail: { recipient: "gone@far.example", response: expect.stringContaining("canary") },
          },
        ]);
        const meeting = {
          title: "Plan",
          start: "2031-01-05T09:00:00",
          end: "2031-01-05T10:00:00",
          attendees: [{ email: guest.email }],
          send_invites: true,
        };
        await t.api.must(201, t.api.post(`/identities/${own.id}/calendar/events`, meeting));
        const events = `/identities/${guest.id}/calendar/events`;
        const invited = await eventually(
          async () => (await t.api.get<{ data: { id: string }[] }>(events)).json.data[0],
        );
        await t.api.must(200, t.api.post(`${events}/${invited.id}/respond`, { status: "declined" }));
        const kinds: unknown[] = [];
        let answer = await next(bounce.fields.ack);
        for (; ; answer = await next(answer.fields.ack)) {
          const [item] = answer.fields.items as { kind?: string; mail: object }[];
          kinds.push(item!.kind ?? "mail");
          if (item!.kind === "invitation")
            expect(item).toMatchObject({ mail: { attendee: guest.email, answer: "declined" } });
          expect(/canary/.test(outside(answer.text))).toBe(false);
          if (kinds.includes("invitation")) break;
        }
        const draft = await t.api.must<{ id: string }>(
          201,
          t.api.post("/drafts", { identity_id: own.id, to: [`nobody@${t.domain}`], text: "T" }),
        );
        const sendAt = new Date(clock.now() + 90_000).toISOString();
        await t.api.must(200, t.api.post(`/drafts/${draft.id}/schedule`, { send_at: sendAt }));
        clock.advance(100_000);
        t.app.core.actors.feed.pokeAll();
        for (;;) {
          answer = await next(answer.fields.ack);
          const [item] = answer.fields.items as { kind?: string; draft_id?: string }[];
          if (item!.kind !== "draft") continue;
          expect(item!.draft_id).toBe(draft.id);
          break;
        }
        const old = await mcp.must("whats_next", { seconds: 0, ack: first.fields.ack });
        expect(old.isError ?? false).toBe(false);
        const wrong = await mcp.must("whats_next", { seconds: 0, ack: "canaryWrong" });
        expect(wrong.text).toContain("does not hold");
        expect(wrong.text).not.toContain("canaryWrong");
      });
    });

    // DECISIONS MCP: whats_next is POST /next, wait_for_mail still answers
    test("is there for a program that may read alone; wait_for_mail still answers, unlisted", async () => {
      const own = await t.address();
      await t.mail({ from: "ann@example.org", to: own.email, subject: "Hello", text: "Hello" });
      const { tokens } = await letIn(t, { level: "read", reach: [own.id] });
      await using(tokens.access_token, async (mcp) => {
        const names = (await mcp.client.listTools()).tools.map(({ name }) => name);
        expect(names).toContain("whats_next");
        expect(names).not.toContain("wait_for_mail");
        expect((await mcp.must("whats_next", {})).text).toContain("Hello");
        expect((await mcp.must("wait_for_mail", {})).text).toContain("Hello");
      });
    });
  },
  { clock, env: { SMTP_RELAY_URL: sink.url } },
);
