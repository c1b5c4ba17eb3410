// RCPT for an address whose mail this process has stored before: it is answered from memory, and refused again as soon as
// the address takes no mail. What another process has changed meanwhile is found by the turn that would store the mail.
import { expect, test } from "bun:test";
import { nowInstant } from "../../src/lib/clock.ts";
import { eachApp, ShiftedClock, startTestApp } from "../support/app/app.ts";
import { connected, mailOf } from "./inbound-mail.ts";

const clock = new ShiftedClock();

eachApp(
  "recipients that are known",
  (t) => {
    const rcpt = (email: string) =>
      connected(t, async (smtp) => {
        await smtp.say("EHLO client.example");
        await smtp.say("MAIL FROM:<a@x.example>");
        return smtp.say(`RCPT TO:<${email}>`);
      });

    /** @returns the refusal of the recipient, or what is said of the mail */
    const send = (email: string, subject: string) =>
      connected(t, async (smtp) => {
        await smtp.say("EHLO client.example");
        await smtp.say("MAIL FROM:<a@x.example>");
        const accepted = await smtp.say(`RCPT TO:<${email}>`);
        if (!accepted.startsWith("250")) return accepted;
        await smtp.say("DATA");
        await smtp.write(`Subject: ${subject}\r\n\r\nx\r\n.\r\n`);
        return smtp.reply();
      });

    const known = async () => {
      const to = await t.address();
      expect(await send(to.email, "first")).toStartWith("250");
      return to;
    };

    const remembered = ({ email }: { email: string }) =>
      t.app.core.actors.cache.recipientAt(email, { now: nowInstant(clock), sinceMs: 0 });

    test("are remembered, and forgotten once they take no mail", async () => {
      const to = await known();
      expect(remembered(to)?.identityId).toBe(to.id);
      expect(await rcpt(to.email)).toStartWith("250");
      await t.api.must(200, t.api.patch(`/identities/${to.id}`, { status: "suspended" }));
      expect(remembered(to)).toBeNull();
      expect(await rcpt(to.email)).toStartWith("550 5.2.1");
      await t.api.must(200, t.api.patch(`/identities/${to.id}`, { status: "active" }));
      expect(await send(to.email, "second")).toStartWith("250");
      const expires_at = new Date(clock.now() + 600_000).toISOString();
      await t.api.must(200, t.api.patch(`/identities/${to.id}`, { expires_at }));
      expect(await rcpt(to.email)).toStartWith("250");
      clock.advance(600_000);
      expect(remembered(to)).toBeNull();
      expect(await rcpt(to.email)).toStartWith("550 5.2.1");
      const gone = await known();
      await t.api.must(204, t.api.delete(`/identities/${gone.id}`));
      expect(remembered(gone)).toBeNull();
      expect(await rcpt(gone.email)).toStartWith("550 5.1.1");
    });

    test("take no mail that another process has ended", async () => {
      const { database } = t.app.core;
      const changes: Record<string, [text: string, back: string]> = {
        suspended: [
          "update identities set status = 'suspended', modseq = modseq + 1 where id = $1::uuid",
          "update identities set status = 'active', modseq = modseq + 1 where id = $1::uuid",
        ],
        deleted: [
          "update identities set deleted_at = now(), modseq = modseq + 1 where id = $1::uuid",
          "update identities set deleted_at = null, modseq = modseq + 1 where id = $1::uuid",
        ],
        "without its domain": [
          `with d as (update domains set status = 'pending', is_default = false
                      where id = (select domain_id from identities where id = $1::uuid)),
                n as (update domain_names set shared_as = null
                      where domain_id = (select domain_id from identities where id = $1::uuid))
           update accounts set modseq = modseq + 1`,
          `with d as (update domains set status = 'verified', is_default = true
                      where id = (select domain_id from identities where id = $1::uuid)),
                n as (update domain_names set shared_as = 'default'
                      where domain_id = (select domain_id from identities where id = $1::uuid))
           update accounts set modseq = modseq + 1`,
        ],
      };
      for (const [what, [change, back]] of Object.entries(changes)) {
        const to = await known();
        expect([what, remembered(to)?.identityId]).toEqual([what, to.id]);
        await database.values(change, [to.id]);
        // RCPT is answered from memory, and the turn finds otherwise: who takes the mail of an address that is gone only the next
        // RCPT can say.
        const replies = [await send(to.email, "second"), await send(to.email, "second")];
        const first = what === "deleted" ? "451 " : "550 ";
        expect([what, ...replies.map((reply) => reply.slice(0, 4))]).toEqual([what, first, "550 "]);
        await database.values(back, [to.id]);
        expect([what, (await mailOf(t, to.id)).length]).toEqual([what, 1]);
      }
    });

    test.skipIf(t.kind === "embedded")(
      "are looked up anew once another process has given their address to another",
      async () => {
        const other = await startTestApp(t.store, { clock });
        const to = await known();
        await other.api.must(204, other.api.delete(`/identities/${to.id}`));
        const [local_part] = to.email.split("@");
        const fields = { domain_id: t.domainId, local_part };
        const heir = await other.api.must<{ id: string }>(201, other.api.post("/identities", fields));
        await other.stop(500);
        expect(await send(to.email, "second")).toStartWith("451");
        expect(await send(to.email, "second")).toStartWith("250");
        expect((await mailOf(t, heir.id)).length).toBe(1);
      },
    );
  },
  { clock },
);
