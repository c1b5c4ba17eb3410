// Signing in by an issuer of OpenID Connect that really runs: who becomes whom, which role groups give and take, and what is refused.
import { afterAll, expect, spyOn, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { endLapsedMembers } from "../../actors/workers/lapsed-members.ts";
import { personOf } from "../../src/openid/claims.ts";
import { discover } from "../../src/openid/issuer.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { clientId, clientSecret, startOpenIdIssuer } from "../support/fakes/openid-issuer.ts";
import { Browser } from "./browser.ts";
import { signedIn } from "./signed-in.ts";

const issuer = await startOpenIdIssuer();
afterAll(() => issuer.stop());
const clock = new ShiftedClock();
let n = 0;
const callback = "/console/openid/callback";

eachApp(
  "sign-in by OpenID Connect",
  (t) => {
    const far = () => `person${++n}@company.example`;
    /** To the issuer and back, up to the callback's URL. */
    const atCallback = async (browser: Browser, person: Record<string, unknown>) => {
      issuer.person = { sub: String(n), ...person };
      issuer.serve([t.api.base.replace("127.0.0.1", "localhost") + callback, t.api.base + callback]);
      const begun = await browser.fetch("/console/openid");
      expect(begun.status).toBe(303);
      const there = new Map<string, string>();
      let url = begun.headers.get("location")!;
      expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
      for (;;) {
        const cookie = [...there].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(url, { redirect: "manual", headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [name, value] = set.split(";", 1)[0]!.split("=", 2) as [string, string];
          there.set(name, value);
        }
        const next = response.headers.get("location");
        if (next === null) throw new Error(`${response.status} ${await response.text()}`);
        url = new URL(next, url).href;
        if (new URL(url).pathname === callback) return new URL(url);
      }
    };
    const come = async (person: Record<string, unknown>) => {
      const browser = new Browser(t.api.base);
      const { pathname, search } = await atCallback(browser, person);
      await browser.get(pathname + search);
      return browser;
    };
    const proven = (email: string, more: object = {}) => ({ email, email_verified: true, ...more });
    const roleOf = async (email: string) => {
      const [row] = await t.app.core.database.values("select role from members where email = $1::text", [
        email,
      ]);
      return row?.[0] ?? null;
    };
    const isIn = async (browser: Browser) => {
      await browser.get("/console/settings/you");
      return browser.at === "/console/settings/you" && browser.status === 200;
    };

    test("the button leads there; somebody with a group comes in with the highest role of their groups", async () => {
      const page = new Browser(t.api.base);
      await page.get("/console/login");
      expect(page.text).toContain("Sign in with Example Ltd");
      const email = far();
      const browser = await come(proven(email, { name: "Ada\u202e Byron", groups: ["x", "legal", "staff"] }));
      expect(await isIn(browser)).toBe(true);
      expect(browser.text).toContain(email);
      expect(await roleOf(email)).toBe("member");
      expect(browser.setCookies.some((set) => /postroom_openid=;.*Max-Age=0/.test(set))).toBe(true);
    });

    test("who has no group and no invitation gets nothing, and is nobody afterwards", async () => {
      const email = far();
      const browser = await come(proven(email, { groups: ["strangers"] }));
      expect([browser.status, browser.text.includes("You have no account here")]).toEqual([403, true]);
      expect(await isIn(browser)).toBe(false);
      expect(await roleOf(email)).toBeNull();
    });

    test("an address that is not proven, or is one of this server, makes nobody somebody", async () => {
      const { ownerEmail } = await signedIn(t);
      const here = (await t.address()).email;
      for (const person of [
        { email: ownerEmail, groups: ["admins"] },
        { email: ownerEmail, email_verified: false, groups: ["admins"] },
        { email: ownerEmail, email_verified: "true", groups: ["admins"] },
        proven(here, { groups: ["admins"] }),
        { groups: ["admins"] },
      ]) {
        n++;
        const browser = await come(person);
        expect([browser.status, browser.text.includes("No address proves who you are")]).toEqual([403, true]);
        expect(await isIn(browser)).toBe(false);
      }
      // With the proof it is the same person as by a link.
      n++;
      expect(await isIn(await come(proven(ownerEmail)))).toBe(true);
    });

    test("a subject stays who it was: another address takes nobody over, and another subject takes no address", async () => {
      const { ownerEmail } = await signedIn(t);
      const email = far();
      const sub = `fixed-${n}`;
      await come({ sub, ...proven(email, { groups: ["staff"] }) });
      const renamed = await come({ sub, ...proven(ownerEmail, { groups: ["staff"] }) });
      await renamed.get("/console/settings/you");
      expect([renamed.text.includes(email), renamed.text.includes(ownerEmail)]).toEqual([true, false]);
      const other = await come({ sub: `other-${n}`, ...proven(email, { groups: ["admins"] }) });
      expect([other.status, other.text.includes("Somebody else signs in")]).toEqual([403, true]);
      expect(await roleOf(email)).toBe("member");
    });

    test("a group that is gone takes the role at the next sign-in, and with it every session", async () => {
      const email = far();
      const person = { sub: `leaver-${n}`, ...proven(email) };
      const first = await come({ ...person, groups: ["admins"] });
      expect([await isIn(first), await roleOf(email)]).toEqual([true, "owner"]);
      await come({ ...person, groups: ["legal"] });
      expect(await roleOf(email)).toBe("reviewer");
      const last = await come({ ...person, groups: [] });
      expect([last.status, await roleOf(email), await isIn(first)]).toEqual([403, null, false]);
    });

    test("who does not come for 30 days is out, whatever else signs them in", async () => {
      const email = far();
      const browser = await come(proven(email, { groups: ["staff"] }));
      const { core } = t.app;
      await core.database.values(
        "update members set granted_until = now() - interval '1 second' where email = $1::text returning 1",
        [email],
      );
      await endLapsedMembers(core);
      expect([await roleOf(email), await isIn(browser)]).toEqual([null, false]);
      expect(await isIn(await come(proven(email, { groups: ["staff"] })))).toBe(true);
    });

    test("an invitation by hand is stronger than a group, and a removal by hand too", async () => {
      const admin = await come({ sub: `admin-${++n}`, ...proven(far(), { groups: ["admins"] }) });
      const email = far();
      const person = { sub: `invited-${n}`, ...proven(email, { groups: ["admins"] }) };
      await admin.get("/console/settings/members");
      await admin.submit("/console/members", { email, role: "reviewer" });
      expect(await isIn(await come(person))).toBe(true);
      expect(await roleOf(email)).toBe("reviewer");

      const removed = far();
      const again = { sub: `removed-${n}`, ...proven(removed, { groups: ["staff"] }) };
      await come(again);
      await admin.get("/console/settings/members");
      const [[id] = []] = await t.app.core.database.values("select id from members where email = $1::text", [
        removed,
      ]);
      await admin.submit("/console/members/remove", {}, (fields) => fields.get("id") === id);
      const refused = await come(again);
      expect([refused.status, await roleOf(removed)]).toEqual([403, null]);
      await admin.get("/console/settings/members");
      await admin.submit("/console/members", { email: removed, role: "member" });
      expect(await isIn(await come(again))).toBe(true);

      // Who never came by the issuer is as much removed.
      const unbound = far();
      await admin.get("/console/settings/members");
      await admin.submit("/console/members", { email: unbound, role: "member" });
      await admin.get("/console/settings/members");
      const [[unboundId] = []] = await t.app.core.database.values(
        "update members set joined_at = now() where email = $1::text returning id",
        [unbound],
      );
      await admin.submit("/console/members/remove", {}, (fields) => fields.get("id") === unboundId);
      const kept = await come({ sub: `unbound-${n}`, ...proven(unbound, { groups: ["admins"] }) });
      expect([kept.status, await roleOf(unbound)]).toEqual([403, null]);
    });

    test("a code of another browser, another state, a second use and no cookie sign nobody in", async () => {
      const email = far();
      const mine = new Browser(t.api.base);
      const url = await atCallback(mine, proven(email, { groups: ["staff"] }));
      const stranger = new Browser(t.api.base);
      await stranger.get(url.pathname + url.search);
      expect([stranger.status, stranger.text.includes("Begin again")]).toEqual([400, true]);
      await stranger.fetch("/console/openid");
      await stranger.get(url.pathname + url.search);
      expect([stranger.status, await isIn(stranger)]).toEqual([400, false]);

      const kept = new Map(mine.cookies);
      await mine.get(url.pathname + url.search);
      expect(await isIn(mine)).toBe(true);
      const replay = new Browser(t.api.base);
      for (const [name, value] of kept) replay.cookies.set(name, value);
      await replay.get(url.pathname + url.search);
      expect([replay.status, await isIn(replay)]).toEqual([400, false]);

      const denied = new Browser(t.api.base);
      const there = await atCallback(denied, proven(email, { groups: ["staff"] }));
      const state = there.searchParams.get("state")!;
      await denied.get(
        `${callback}?${new URLSearchParams({ error: "access_denied", state, iss: issuer.url })}`,
      );
      expect([denied.status, denied.text.includes("did not sign you in")]).toEqual([400, true]);
    });

    test("the same subject of an issuer that was set before is somebody else", async () => {
      const [old, fresh] = [far(), far()];
      const sub = `alike-${n}`;
      await come({ sub, ...proven(old, { groups: ["admins"] }) });
      await t.app.core.database.values(
        "update issuer_subjects set issuer = 'https://before.example' where subject = $1::text",
        [sub],
      );
      await come({ sub, ...proven(fresh, { groups: ["staff"] }) });
      expect([await roleOf(old), await roleOf(fresh)]).toEqual(["owner", "member"]);
    });

    type Claims = Record<string, unknown>;
    const from = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
    let nonce: unknown;
    const alterations: [string, number, (claims: Claims) => Claims][] = [
      [
        "as it is",
        303,
        (claims) => {
          nonce = claims.nonce;
          return {};
        },
      ],
      ["of another client", 400, () => ({ aud: "other" })],
      ["of several clients, without the one that asked", 400, () => ({ aud: ["a", "b"] })],
      ["that another client asked for", 400, () => ({ aud: [clientId, "b"], azp: "b" })],
      ["that is over", 400, () => ({ exp: from(-3600) })],
      ["that is over for a clock two minutes ahead", 303, () => ({ exp: from(-120) })],
      ["of a clock two minutes ahead", 303, () => ({ iat: from(120), nbf: from(120) })],
      ["that holds tomorrow", 400, () => ({ nbf: from(86_400) })],
      ["of an earlier sign-in", 400, () => ({ nonce })],
      ["without a nonce", 400, () => ({ nonce: undefined })],
      ["of another issuer", 400, () => ({ iss: "https://other.example" })],
      ["of nobody", 400, () => ({ sub: undefined })],
    ];
    test.each(alterations)("an ID token %s: %i", async (_name, status, alter) => {
      issuer.alter = alter;
      try {
        const browser = new Browser(t.api.base);
        const { pathname, search } = await atCallback(browser, proven(far(), { groups: ["staff"] }));
        const answer = await browser.fetch(pathname + search);
        expect(answer.status).toBe(status);
        expect(await isIn(browser)).toBe(status === 303);
      } finally {
        issuer.alter = null;
      }
    });

    test("a key that the issuer does not publish signs nobody in", async () => {
      issuer.strangeKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
      try {
        const browser = await come(proven(far(), { groups: ["staff"] }));
        expect([browser.status, await isIn(browser)]).toEqual([400, false]);
      } finally {
        issuer.strangeKey = null;
      }
    });

    test("an issuer that is down is said, and the other ways stand", async () => {
      clock.advance(2 * 3_600_000);
      issuer.down = true;
      try {
        t.expectTrouble();
        const browser = new Browser(t.api.base);
        await browser.get("/console/openid");
        expect([browser.status, browser.text.includes("does not answer just now")]).toEqual([503, true]);
        expect(browser.form("/console/login").has("email")).toBe(true);
        // Also between the two halves of a sign-in.
        issuer.down = false;
        const url = await atCallback(browser, proven(far(), { groups: ["staff"] }));
        issuer.down = true;
        await browser.get(url.pathname + url.search);
        expect([browser.status, browser.text.includes("does not answer just now")]).toEqual([503, true]);
      } finally {
        issuer.down = false;
      }
      expect(await isIn(await come(proven(far(), { groups: ["staff"] })))).toBe(true);
    });
  },
  {
    clock,
    env: {
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: "Example Ltd",
      OIDC_SCOPES: "openid email profile groups",
      OIDC_ROLES: "admins=owner, staff=member, legal=reviewer",
    },
  },
);

test("claims: email and its proof come from one source; dots lead into objects; strange groups are none", () => {
  const roles = new Map([["a", "owner"]] as const);
  const read = (token: object, more: object, claim = "groups") =>
    personOf(
      { token: { sub: "1", ...token }, more: more as never },
      { oidcGroupsClaim: claim, oidcRoles: roles },
      "https://i.example",
    );
  expect(read({ email: "a@x.example" }, { email: "b@x.example", email_verified: true }).email).toBeNull();
  expect(read({}, { email: "B@x.example", email_verified: true }).email).toBe("B@x.example".toLowerCase());
  expect(read({ realm: { roles: ["a"] } }, {}, "realm.roles").role).toBe("owner");
  for (const groups of [{ a: true }, [["a"]], 7, null, ["A"]]) expect(read({ groups }, {}).role).toBeNull();
  expect(read({ groups: "a" }, {}).role).toBe("owner");
});

test("an issuer that stands for many organisations is none", async () => {
  const oidcIssuer = "https://login.microsoftonline.com/common/v2.0";
  const named = "https://login.microsoftonline.com/{tenantid}/v2.0";
  const fetched = spyOn(globalThis, "fetch").mockImplementation((async () =>
    Response.json({ issuer: named })) as unknown as typeof fetch);
  try {
    const config = {
      oidcIssuer,
      oidcClientId: clientId,
      oidcClientSecret: clientSecret,
      oidcScopes: "openid",
      oidcGroupsClaim: "groups",
      oidcRoles: new Map(),
    };
    await expect(discover(config)).rejects.toThrow("stands for many organisations");
    expect(fetched).toHaveBeenCalledTimes(1);
  } finally {
    fetched.mockRestore();
  }
});
