// What a person sees of a program that asks for access, and what becomes of the answer. DECISIONS OAuth
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { answered, asking, callback, letIn, redeem, register, signIn } from "../support/clients/oauth.ts";
import { Browser } from "./browser.ts";
import { owned } from "./signed-in.ts";

eachApp("access for programs", (t) => {
  test("who is not signed in signs in first, and is asked then", async () => {
    const own = await owned(t, "asked@remote.example");
    const browser = new Browser(t.api.base);
    const { params } = await asking(t);
    await browser.get(`/console/authorize?${params}`);
    expect([browser.status, browser.text.includes("<strong>Helper</strong> asks for access")]).toEqual([
      200,
      true,
    ]);
    await browser.get(own.link);
    await browser.submit("/console/sign-in");
    expect(browser.at).toStartWith("/console/authorize?");
    expect(browser.text).toContain("Let Helper use your mail?");
    // It is asked once.
    const again = await owned(t, "asked@remote.example");
    await browser.get(again.link);
    await browser.submit("/console/sign-in");
    expect(browser.at).not.toContain("authorize");
  });

  // DECISIONS OAuth: The name is shown as not verified
  test("the page says who asks, that the name is not verified, and where the answer goes", async () => {
    const name = `<b>Mail</b> & \u202eevil ${"x".repeat(200)}`;
    for (const [uri, words] of [
      ["https://app.example:8443/cb", "goes to <strong>app.example:8443</strong>"],
      ["http://127.0.0.1:7/cb", "a program on this computer (<strong>127.0.0.1</strong>). Any program"],
      ["cursor://vendor/cb", "links of the scheme <strong>cursor</strong>"],
    ] as const) {
      const { client_id } = (await register(t, { client_name: name, redirect_uris: [uri] })).json;
      const browser = await signIn(t);
      await browser.get(`/console/authorize?${(await asking(t, { client_id, redirect_uri: uri })).params}`);
      expect(browser.text).toContain(words);
      expect(browser.text).toContain("The name is not verified");
      expect(browser.text).toContain("&lt;b&gt;Mail&lt;/b&gt; &amp; evil");
      expect(browser.text).not.toMatch(/\u202e|x{101}/);
    }
  });

  test("its policy lets the form lead here and to the program, and nowhere else", async () => {
    for (const [uri, source] of [
      ["https://app.example:8443/cb", "https://app.example:8443"],
      ["http://127.0.0.1:7/cb", "http://127.0.0.1:7"],
      ["http://[::1]:7/cb", "http:"],
      ["cursor://vendor/cb", "cursor:"],
    ] as const) {
      const { client_id } = (await register(t, { redirect_uris: [uri] })).json;
      const browser = await signIn(t);
      await browser.get(`/console/authorize?${(await asking(t, { client_id, redirect_uri: uri })).params}`);
      const policy = browser.headers.get("content-security-policy")!.split("; ");
      expect(policy).toContain(`form-action 'self' ${source}`);
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  test("a refusal is told to the program, and lets nobody in", async () => {
    const asked = await asking(t);
    const back = await answered(await signIn(t), asked, { answer: "refuse" });
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: "access_denied",
      error_description: "The person refused.",
      state: "a state & more",
      iss: t.api.base,
    });
  });

  test("a query that the redirect URI has stays", async () => {
    const uri = `${callback}?tenant=a%20b`;
    const { client_id } = (await register(t, { redirect_uris: [uri] })).json;
    const back = await answered(await signIn(t), await asking(t, { client_id, redirect_uri: uri }), {
      every: "yes",
    });
    expect(back.search).toStartWith("?tenant=a%20b&code=");
  });

  // DECISIONS OAuth: The person chooses addresses and a level, at most what was asked
  test("the person chooses no more than was asked, and at least one address", async () => {
    const own = await t.address();
    const browser = await signIn(t);
    const { params } = await asking(t, { scope: "read offline_access" });
    await browser.get(`/console/authorize?${params}`);
    expect(browser.text).not.toContain('value="send"');
    const form = browser.form("/console/authorize");
    const post = async (fields: Record<string, string>) => {
      const sent = new URLSearchParams(form);
      sent.delete("identity");
      for (const [name, value] of Object.entries(fields)) sent.set(name, value);
      const response = await browser.post("/console/authorize", sent);
      return { status: response.status, text: await response.text() };
    };
    expect((await post({ answer: "allow", identity: own.id, level: "send" })).status).toBe(400);
    expect((await post({ answer: "allow", level: "read" })).text).toContain("Tick at least one address.");
    expect((await post({ answer: "allow", identity: "x", level: "read" })).status).toBe(400);
    expect((await post({ answer: "perhaps", identity: own.id, level: "read" })).status).toBe(400);
    expect((await post({ answer: "allow", identity: own.id, level: "read", csrf: "x" })).status).toBe(403);
    expect((await post({ answer: "allow", identity: own.id, level: "read", account: own.id })).status).toBe(
      404,
    );
    expect((await post({ answer: "allow", identity: own.id, level: "read" })).status).toBe(303);
    // Without a scope the person may give all but approval; that takes a program that names it.
    await browser.get(`/console/authorize?${(await asking(t)).params}`);
    expect([browser.text.includes('value="send"'), browser.text.includes('value="approve"')]).toEqual([
      true,
      false,
    ]);
    await browser.get(`/console/authorize?${(await asking(t, { scope: "approve" })).params}`);
    expect(browser.text).toContain('value="approve"');
  });

  test("an address of another account is not given away", async () => {
    const other = await t.otherAccount();
    const { id } = await other.api.must<{ id: string }>(
      201,
      other.api.post("/identities", { domain_id: other.domainId, local_part: "foreign" }),
    );
    const asked = await asking(t);
    const back = await answered(await signIn(t), asked, { identity: id, level: "read" });
    const { status, json } = await redeem(t, asked, back);
    expect([status, json.error]).toEqual([400, "invalid_grant"]);
  });

  // DECISIONS OAuth: A request that is not in order is a page
  test("a request that is not in order is answered with a page, and nobody is sent away unasked", async () => {
    const browser = await signIn(t);
    for (const [more, error] of [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_type: null }, "invalid_request"],
      [{ code_challenge: null }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge_method: null }, "invalid_request"],
      [{ scope: "admin" }, "invalid_scope"],
    ] as [Record<string, string | null>, string][]) {
      await browser.get(`/console/authorize?${(await asking(t, more)).params}`);
      expect([more, browser.status]).toEqual([more, 400]);
      const link = /href="(http:\/\/localhost:5000[^"]*)"/.exec(browser.text)![1]!.replaceAll("&amp;", "&");
      const { searchParams } = new URL(link);
      expect([searchParams.get("error"), searchParams.get("iss")]).toEqual([error, t.api.base]);
    }
    const twice = (await asking(t)).params;
    twice.append("state", "other");
    await browser.get(`/console/authorize?${twice}`);
    expect([browser.status, browser.text.includes("stands more than once")]).toEqual([400, true]);
  });

  test("the console lists who has access, and ends it", async () => {
    const own = await t.address();
    const { tokens } = await letIn(t, { level: "read", reach: [own.id] });
    const browser = await signIn(t);
    await browser.get("/console/settings/programs");
    expect(browser.text).toContain(`reads: ${own.email}`);
    const stranger = await signIn(t, (await owned(t, "stranger@remote.example")).accountId);
    const { id } = Object.fromEntries(browser.form("/console/programs/end"));
    await stranger.get("/console/settings/programs");
    const form = stranger.form("/console/sign-out");
    form.set("id", id!);
    expect((await stranger.post("/console/programs/end", form)).status).toBe(404);
    await browser.submit("/console/programs/end");
    expect([browser.at, browser.text.includes(`reads: ${own.email}`)]).toEqual([
      "/console/settings/programs",
      false,
    ]);
    expect((await t.api.as(tokens.access_token).get("/me")).status).toBe(401);
  });
});
