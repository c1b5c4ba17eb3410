// API keys at CalDAV: with the reach that they have for REST. RFC 6750, RFC 7617.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { type DavClient, eventText, preconditions, prop, withAuthorization } from "../support/clients/dav.ts";
import { letIn } from "../support/clients/oauth.ts";

const when = ["DTSTART:20270301T090000Z", "DURATION:PT1H", "SUMMARY:By a key"];

eachApp("API keys at CalDAV", (t) => {
  const calls = rest(t);
  const basic = (username: string, password: string) =>
    `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const depth = (value: string) => ({ headers: { depth: value }, body: prop("D:displayname") });
  const hrefs = async (client: DavClient, path: string) =>
    (await client.multi("PROPFIND", path, depth("1"))).responses.map(({ href }) => href);
  const principalOf = async (client: DavClient) => {
    const asked = { headers: { depth: "0" }, body: prop("D:current-user-principal") };
    return (await client.multi("PROPFIND", "/dav/", asked)).responses[0]!.props["current-user-principal"];
  };

  // DECISIONS CalDAV: An API key, as Bearer or as the password, sees the addresses that it reaches
  test("a key sees the addresses that it reaches, each with its calendars", async () => {
    const [ann, bob, eve] = [await t.address(), await t.address(), await t.address()];
    const { key } = await restrictedKey(t.api, [ann.id, bob.id]);
    const bearer = withAuthorization(t, ann, `Bearer ${key}`);
    const home = ({ email }: { email: string }) => `/dav/calendars/${email}/`;
    expect(await hrefs(bearer, "/dav/calendars/")).toEqual(["/dav/calendars/", home(ann), home(bob)]);
    expect(await hrefs(bearer, "/dav/principals/")).toHaveLength(3);
    expect(await principalOf(bearer)).toBe(`/dav/principals/${ann.email}/`);
    for (const who of [ann, bob]) {
      const path = `${home(who)}calendar/key.ics`;
      const body = eventText(`key-${who.id}`, when);
      const put = await bearer.request("PUT", path, { body, headers: { "content-type": "text/calendar" } });
      expect(put.status).toBe(201);
      expect((await calls.list(who)).data.map(({ title }) => title)).toEqual(["By a key"]);
      expect((await bearer.request("GET", path)).text).toBe(body);
    }
    expect((await bearer.request("PROPFIND", home(eve), depth("0"))).status).toBe(404);
    const search =
      '<D:principal-property-search xmlns:D="DAV:"><D:property-search><D:prop><D:displayname/></D:prop><D:match/></D:property-search><D:prop><D:displayname/></D:prop></D:principal-property-search>';
    const found = await bearer.multi("REPORT", "/dav/principals/", { body: search });
    expect(found.responses.map(({ href }) => href).sort()).toEqual(
      [ann, bob].map(({ email }) => `/dav/principals/${email}/`).sort(),
    );
  });

  test("as a password it is of the address that the user name says", async () => {
    const [ann, bob, eve] = [await t.address(), await t.address(), await t.address()];
    const { key } = await restrictedKey(t.api, [ann.id, bob.id]);
    const named = withAuthorization(t, bob, basic(bob.email, key!));
    expect(await principalOf(named)).toBe(`/dav/principals/${bob.email}/`);
    expect((await named.request("PROPFIND", `/dav/calendars/${ann.email}/`, depth("0"))).status).toBe(404);
    const foreign = withAuthorization(t, eve, basic(eve.email, key!));
    expect((await foreign.request("PROPFIND", "/dav/", depth("0"))).status).toBe(401);
  });

  test("a program that was let in to read sees its true privileges, and cannot write", async () => {
    const ann = await t.address();
    const { tokens } = await letIn(t, { level: "read", reach: [ann.id] });
    const reader = withAuthorization(t, ann, `Bearer ${tokens.access_token}`);
    const asked = { headers: { depth: "0" }, body: prop("D:current-user-privilege-set") };
    const [own] = (await reader.multi("PROPFIND", reader.calendar, asked)).responses;
    expect(own!.props["current-user-privilege-set"]!.split(" ").sort()).toEqual([
      "read",
      "read-acl",
      "read-current-user-privilege-set",
      "read-free-busy",
    ]);
    const refused = await reader.put("a.ics", eventText("a", when));
    expect([refused.status, preconditions(refused)]).toEqual([403, ["need-privileges"]]);
    expect((await calls.list(ann)).data).toEqual([]);
  });

  test("one that is wrong, revoked, of another account or in a browser is refused", async () => {
    const address = await t.address();
    const limited = await restrictedKey(t.api, [address.id]);
    const status = async (authorization: string, path = "/dav/", headers: Record<string, string> = {}) =>
      (
        await withAuthorization(t, address, authorization).request("PROPFIND", path, {
          headers: { depth: "0", ...headers },
        })
      ).status;
    expect(await status(`Bearer ${limited.key}`)).toBe(207);
    expect(await status(`Bearer ${limited.key}`, "/dav/", { origin: "https://a.example" })).toBe(401);
    expect(await status(`Bearer ${limited.key!.slice(0, -1)}`)).toBe(401);
    const other = await t.otherAccount();
    expect(await status(`Bearer ${other.api.key}`, `/dav/calendars/${address.email}/`)).toBe(404);
    const keys = await t.api.must<{ id: string; name: string }[]>(200, t.api.get("/api-keys?limit=100"));
    for (const { id, name } of keys) if (name === "restricted") await t.api.delete(`/api-keys/${id}`);
    expect(await status(`Bearer ${limited.key}`)).toBe(401);
  });

  test("a program that a person let in reads at any level, and writes at the level send", async () => {
    const address = await t.address();
    const path = `/dav/calendars/${address.email}/calendar/program.ics`;
    for (const [level, written] of [
      ["read", 403],
      ["draft", 403],
      ["send", 201],
    ] as const) {
      const { tokens } = await letIn(t, { level, reach: [address.id] });
      const program = withAuthorization(t, address, `Bearer ${tokens.access_token}`);
      expect(await principalOf(program)).toBe(`/dav/principals/${address.email}/`);
      const body = eventText("program", when);
      const put = await program.request("PUT", path, { body, headers: { "content-type": "text/calendar" } });
      expect([level, put.status]).toEqual([level, written]);
    }
  });
});
