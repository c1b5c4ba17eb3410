// The people of an account: invited by a mailed link, given roles, removed at once.
import { afterAll, expect, test } from "bun:test";
import { announcePorts } from "../../src/app/ports.ts";
import { consoleLink } from "../../src/cli/console-link.ts";
import { unwatched } from "../../src/cli/context.ts";
import { ownerPersonId } from "../../src/console/session/accounts.ts";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";
import { signedIn } from "./signed-in.ts";

const page = "/console/settings/members";
const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
let n = 0;

eachApp(
  "members",
  (t) => {
    const far = () => `colleague${++n}@far.example`;
    const invite = async (browser: Browser, fields: Record<string, string>) => {
      await browser.get(page);
      await browser.submit("/console/members", fields);
    };
    /** The newest link that was mailed to this person. */
    const linkTo = async (email: string, count = 1) => {
      const mails = await eventually(() => {
        const found = peer.mails.filter(({ to }) => to.includes(email));
        return found.length >= count ? found : null;
      });
      const text = mails.at(-1)!.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
      return { text, path: /\/console\/sign-in\?token=\w+/.exec(text)![0] };
    };
    const follow = async (path: string) => {
      const browser = new Browser(t.api.base);
      await browser.get(path);
      const said = browser.text;
      await browser.submit("/console/sign-in");
      return { browser, said };
    };

    // DECISIONS Agent signup and console: An owner invites by a mailed link
    test("somebody invited reads who asks and as what, joins by the link, and is a member then", async () => {
      const { browser: owner, accountId, ownerEmail } = await signedIn(t);
      const email = far();
      await invite(owner, { email, name: "Ada <L>", role: "reviewer" });
      expect([owner.at, owner.text.includes("The link is on its way.")]).toEqual([
        `${page}?done=invited`,
        true,
      ]);
      expect(owner.text).toContain("Ada &lt;L&gt;");
      expect(owner.text).toContain("not here yet");
      const { text, path } = await linkTo(email);
      expect(text).toContain("as reviewer");
      expect(text).toContain("- Read all mail");
      expect(text).toContain(ownerEmail);
      const { browser: ada, said } = await follow(path);
      expect(said).toContain("You are invited as reviewer.");
      expect(ada.at).toBe("/console/mail/needs");
      await ada.get(page);
      expect(ada.text).toContain("(you)");
      expect(ada.form("/console/members/leave").get("account")).toBe(accountId);
      await owner.get(page);
      expect(owner.text).not.toContain("not here yet");
    });

    // DECISIONS Agent signup and console: The account is open to an invited person once they have used the link
    test("an account that a person was only invited to is not open to them", async () => {
      const { browser: owner, accountId } = await signedIn(t);
      const other = await signedIn(t, far());
      await invite(owner, { email: other.ownerEmail });
      await other.browser.get(`/console?account=${accountId}`);
      expect(other.browser.status).toBe(404);
      const { browser } = await follow((await linkTo(other.ownerEmail)).path);
      await browser.get(`/console?account=${accountId}`);
      expect(browser.status).toBe(200);
    });

    // DECISIONS Agent signup and console: The link of an invitation: 7 days, one use
    test("the link ends after seven days, with the membership, or when it is used; another can be sent", async () => {
      const { browser: owner } = await signedIn(t);
      const email = far();
      await invite(owner, { email, role: "member" });
      const first = await linkTo(email);
      clock.advance(7 * 24 * 3_600_000 + 1000);
      const late = new Browser(t.api.base);
      await late.get(first.path);
      expect(late.status).toBe(410);
      const { browser: again } = await signedIn(t);
      await invite(again, { email, role: "member" });
      await again.submit("/console/members/again");
      const { path } = await linkTo(email, 3);
      await again.get(page);
      await again.submit("/console/members/remove");
      await late.get(path);
      expect(late.status).toBe(410);
    });

    test("nobody is invited twice, nor the owner; what was typed is kept", async () => {
      const { browser: owner, ownerEmail } = await signedIn(t);
      const email = far();
      await invite(owner, { email });
      for (const [typed, why] of [
        [email, "is a member of this account already"],
        [ownerEmail, "is a member of this account already"],
        ["ada", "This is not an email address"],
      ] as const) {
        await invite(owner, { email: typed, name: "Ada", role: "owner" });
        expect([owner.status, owner.text.includes(why), owner.text.includes(`value="${typed}"`)]).toEqual([
          400,
          true,
          true,
        ]);
      }
      await invite(owner, { email: far(), name: "x".repeat(101) });
      expect(owner.status).toBe(400);
    });

    // DECISIONS Agent signup and console: 3 links an hour for one person
    test("more than three links an hour are not mailed to one person, and the page says so", async () => {
      const { browser: owner } = await signedIn(t);
      const email = far();
      await invite(owner, { email });
      for (let sent = 1; sent < 3; sent++) await owner.submit("/console/members/again");
      await owner.submit("/console/members/again");
      expect([owner.status, owner.text.includes("the link could not be mailed")]).toEqual([400, true]);
      expect(owner.text).toContain(email);
    });

    // DECISIONS Agent signup and console: Whoever is removed is out of the account at once, its live update too
    test("a removed member's pages and live update end at once; one of another account stays there", async () => {
      const one = await colleague(t, "reviewer");
      const both = await signedIn(t, far());
      const admin = await colleague(t, "owner");
      const stream = await live(one.browser);
      expect(stream.status).toBe(200);
      await admin.browser.get(page);
      await admin.browser.submit("/console/members", { email: both.ownerEmail, role: "member" });
      const { browser } = await follow((await linkTo(both.ownerEmail)).path);
      const there = `/console?account=${t.accountId}`;
      await browser.get(there);
      expect(browser.status).toBe(200);
      await admin.browser.get(page);
      for (const { id } of [one, { id: memberId(admin.browser, both.ownerEmail) }])
        await admin.browser.submit("/console/members/remove", {}, (form) => form.get("id") === id);
      await one.browser.get("/console/mail/open");
      expect(one.browser.at).toBe("/console/login");
      await browser.get(there);
      expect(browser.status).toBe(404);
      await browser.get("/console/settings/keys");
      expect(browser.status).toBe(200);
      const { email } = await t.address();
      await t.mail({ to: email, subject: "News", text: "For members." });
      expect(await stream.text()).not.toContain("message.received");
    });

    // DECISIONS Agent signup and console: A role holds from the next request on; the first owner cannot be removed or lowered
    test("a changed role holds at the next request, and the first owner keeps theirs", async () => {
      const admin = await colleague(t, "owner");
      const other = await colleague(t, "reviewer");
      await other.browser.get("/console/settings/keys");
      expect(other.browser.status).toBe(403);
      await admin.browser.get(page);
      const ofOther = (form: URLSearchParams) => form.get("id") === other.id;
      await admin.browser.submit("/console/members/role", { role: "owner" }, ofOther);
      await other.browser.get("/console/settings/keys");
      expect(other.browser.status).toBe(200);
      await other.browser.get(page);
      const first = admin.browser.form("/console/members/role", ofOther);
      first.set("id", ownerPersonId(t.accountId));
      for (const action of ["/console/members/role", "/console/members/remove"]) {
        const answer = await admin.browser.post(action, first);
        expect([answer.status, (await answer.text()).includes("first owner cannot be removed")]).toEqual([
          403,
          true,
        ]);
      }
    });

    // DECISIONS Agent signup and console: Everybody of an account may leave it
    test("somebody leaves; another account's members are not there", async () => {
      const one = await colleague(t, "member");
      const stranger = await signedIn(t);
      await stranger.browser.get(page);
      const form = stranger.browser.form("/console/sign-out");
      form.set("id", one.id);
      form.set("role", "owner");
      for (const what of ["again", "role", "remove"])
        expect((await stranger.browser.post(`/console/members/${what}`, form)).status).toBe(404);
      const left = await stranger.browser.post("/console/members/leave", form);
      expect(left.status).toBe(403);
      await one.browser.get(page);
      await one.browser.submit("/console/members/leave");
      expect(one.browser.at).toBe("/console/login");
    });

    test("console-link leads a member to the account, never to the operator's", async () => {
      const { browser: owner, accountId } = await signedIn(t);
      const email = far();
      await invite(owner, { email, role: "reviewer" });
      announcePorts(t.app.core.config, t.app.ports);
      const { stdout, stderr } = await consoleLink.run(
        t.app.core,
        { positionals: [email], options: {} },
        unwatched,
      );
      expect(stderr).toBeUndefined();
      const url = stdout.trim();
      const { browser } = await follow(new URL(url).pathname + new URL(url).search);
      await browser.get(page);
      expect(browser.form("/console/sign-out").get("account")).toBe(accountId);
      await browser.get("/console/settings/keys");
      expect(browser.status).toBe(403);
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
);

function live(browser: Browser): Promise<Response> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return fetch(`${browser.base}/console/live`, { headers: { cookie } });
}

/** The id in the row of this address. */
function memberId({ text }: Browser, email: string): string {
  const row = text.split("<li ").find((part) => part.includes(email))!;
  return /id="([0-9a-f-]{36})"/.exec(row)![1]!;
}
