// What an owner let into the account, after they are one no longer: removed, gone by themselves, or given another role. What
// was theirs ends at once; what is the account's goes on. DECISIONS Agent signup and console.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { answered, asking, redeem, refresh } from "../support/clients/oauth.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import type { Browser } from "./browser.ts";
import { colleague, enter } from "./colleagues.ts";

const ends: Record<string, (admin: Browser, owner: { id: string; browser: Browser }) => Promise<void>> = {
  removed: (admin, { id }) => admin.submit("/console/members/remove", {}, (form) => form.get("id") === id),
  gone: async (_admin, { browser }) => {
    await browser.get("/console/settings/members");
    await browser.submit("/console/members/leave");
  },
  "a reviewer": (admin, { id }) =>
    admin.submit("/console/members/role", { role: "reviewer" }, (form) => form.get("id") === id),
};

eachApp(
  "an owner who is one no longer",
  (t) => {
    for (const [end, act] of Object.entries(ends)) {
      test(`${end}: programs, passwords and open invitations end; keys, and what others let in, go on`, async () => {
        const { id: identityId, email, password: other } = await mailbox(t);
        const owner = await colleague(t, "owner");
        const admin = await enter(t);
        const codeOf = async (browser: Browser, level: string) => {
          const asked = await asking(t, { scope: "read draft send approve" });
          return { asked, back: await answered(browser, asked, { level, every: "yes" }) };
        };
        const programOf = async (browser: Browser, level: string) => {
          const { asked, back } = await codeOf(browser, level);
          const { json } = await redeem(t, asked, back);
          return { asked, tokens: json, api: t.api.as(json.access_token) };
        };
        const programs = await Promise.all(
          ["read", "draft", "send", "approve"].map((level) => programOf(owner.browser, level)),
        );
        const waiting = await codeOf(owner.browser, "send");
        const others = await programOf(admin, "send");

        await owner.browser.get(`/console/settings/devices?identity=${identityId}`);
        await owner.browser.submit("/console/devices", { name: "phone" });
        const password = /\b[a-z]{4}(?:-[a-z]{4}){3}\b/.exec(owner.browser.text)![0];
        const imap = await ImapTalk.logIn(t.app.ports.imap!, { id: identityId, email, password });

        await owner.browser.get("/console/settings/keys");
        await owner.browser.submit("/console/keys", { name: "agents", reach: "all" });
        const key = /pr_[0-9A-Za-z]{46}/.exec(owner.browser.text)![0];

        const colleagueHere = await t.address();
        await owner.browser.get("/console/settings/members");
        await owner.browser.submit("/console/members", { email: colleagueHere.email, role: "owner" });
        const link = /\/console\/sign-in\?token=\w+/.exec(owner.browser.text)![0];

        await admin.get("/console/settings/members");
        await act(admin, owner);

        const imapEnds = async () => {
          for (;;) await imap.line();
        };
        await expect(imapEnds()).rejects.toThrow("closed");
        for (const { api, asked, tokens } of programs) {
          expect((await api.get("/me")).status).toBe(401);
          expect((await refresh(t, asked.clientId, tokens.refresh_token)).status).toBe(400);
        }
        expect((await redeem(t, waiting.asked, waiting.back)).status).toBe(400);
        const again = ImapTalk.logIn(t.app.ports.imap!, { id: identityId, email, password });
        await expect(again).rejects.toThrow(" NO ");
        const late = await enterBy(t.api.base, link);
        expect(late).toBe(410);
        // What others let in, and the account's own.
        expect((await others.api.get("/me")).status).toBe(200);
        expect((await t.api.as(key).get("/me")).status).toBe(200);
        (await ImapTalk.logIn(t.app.ports.imap!, { id: identityId, email, password: other })).close();
        await admin.get("/console/settings/programs");
        expect(admin.status).toBe(200);
      });
    }
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);

async function enterBy(base: string, link: string): Promise<number> {
  return (await fetch(base + link)).status;
}
