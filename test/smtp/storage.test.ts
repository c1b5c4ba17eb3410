// What a full account is told. DECISIONS Authentication and keys: plans; RFC 3463 X.2.2.
import { expect, test } from "bun:test";
import { createTransport } from "nodemailer";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, type TestAddress } from "../support/app/app.ts";
import { signupAccount } from "../support/app/keys.ts";
import { rcpt, refusal } from "../support/app/refusals.ts";

eachApp(
  "storage",
  (t) => {
    // DECISIONS Authentication and keys: Plan signup has 1 GB; full: 452 4.2.2
    test("mail to a full account gets a temporary refusal, and its mail stays readable", async () => {
      const { api } = await signupAccount(t);
      const address = (local_part: string) =>
        api.must<TestAddress>(201, api.post("/identities", { domain_id: t.domainId, local_part }));
      const [one, two] = [await address(`one-${t.kind}`), await address(`two-${t.kind}`)];
      const send = (text: string) =>
        t.mail({ from: "ada@remote.example", to: one.email, subject: "Large", text });
      expect(await rcpt(t.smtpPort, one.email)).toBe("250 2.1.5");
      await send("x\n".repeat(700 * 1024));
      // All addresses of the account count together, and the operator's not at all.
      for (const { email } of [one, two]) expect(await rcpt(t.smtpPort, email)).toBe("452 4.2.2");
      expect(await rcpt(t.smtpPort, (await t.address()).email)).toBe("250 2.1.5");
      const bounced = await send("small").catch((error) => error);
      expect(bounced).toMatchObject({ responseCode: 452 });
      const inside = await t.api.must<{ id: string }>(
        201,
        t.api.post("/messages", { from: (await t.address()).email, to: two.email, text: "Hi" }),
      );
      await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ status: string; response: string }>>(
          `/messages/${inside.id}/recipients`,
        );
        return json.data[0]!.status === "deferred" && json.data[0]!.response.startsWith("4.2.2");
      });
      // And nothing of its own is stored either.
      const letter = { from: one.email, to: two.email, text: "Hi" };
      expect(await refusal(api.post("/messages", letter))).toEqual([403, "forbidden"]);
      expect(await refusal(api.post("/drafts", { identity_id: one.id }))).toEqual([403, "forbidden"]);
      const { password } = await api.must<{ password: string }>(
        201,
        api.post("/app-passwords", { identity_id: one.id, name: "mail program" }),
      );
      const program = createTransport({
        host: "127.0.0.1",
        port: t.app.ports.submission!,
        tls: { rejectUnauthorized: false },
        auth: { user: one.email, pass: password },
      });
      expect(await program.sendMail(letter).catch((error) => error)).toMatchObject({ responseCode: 550 });
      program.close();
      const [thread] = (await api.get<PageOf<{ id: string }>>(`/threads?identity_id=${one.id}`)).json.data;
      const [message] = (await api.get<PageOf<{ id: string }>>(`/messages?thread_id=${thread!.id}`)).json
        .data;
      for (let n = 0; n < 2; n++) await api.must(200, api.delete(`/messages/${message!.id}`));
      for (const { email } of [one, two]) expect(await rcpt(t.smtpPort, email)).toBe("250 2.1.5");
      await api.must(201, api.post("/messages", letter));
    });
  },
  { env: { MAIL_DOMAIN: "agents.test", SIGNUP_STORAGE_MB: "1", SUBMISSION_PORT: "0" } },
);
