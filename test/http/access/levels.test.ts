// What each level may, over REST and MCP; and the list of those who have access. DECISIONS OAuth
import { expect, test } from "bun:test";
import { levelOfCall } from "../../../src/http/oauth/challenge.ts";
import { levels } from "../../../src/lib/levels.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { letIn, refresh } from "../../support/clients/oauth.ts";

interface Grant {
  id: string;
  client_name: string;
  level: string;
  identity_ids: string[] | null;
  last_used_at: string | null;
}

eachApp("OAuth levels", (t) => {
  const paths = async () => {
    const document = (await (await fetch(`${t.api.base}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    return Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.keys(calls)
        .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
        .map((method) => [method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1")] as const),
    );
  };
  const routeOf = (path: string) => (path.startsWith("/api/v1") ? path : `/api/v1${path}`);

  // DECISIONS OAuth: Credentials and settings are for keys
  test("credentials, settings and domains are for keys, whatever the level", async () => {
    const all = await paths();
    const level = (method: string, path: string) => levelOfCall(method, routeOf(path));
    const closed =
      /^(\/api\/v1)?\/(api-keys|app-passwords|webhooks|deliveries|domains|pods|routing-rules|suppressions|oauth-grants|retention-rules|protection|agent|queue|audit)\b/;
    const [forKeys, others] = [
      all.filter(([, path]) => closed.test(path)),
      all.filter(([, path]) => !closed.test(path)),
    ];
    expect(forKeys.length).toBeGreaterThan(30);
    expect(forKeys.filter(([method, path]) => level(method, path) !== null)).toEqual([]);
    expect(others.filter(([method, path]) => method === "GET" && level(method, path) !== "read")).toEqual([]);
    const ofAddresses = others.filter(([method, path]) => /identities/.test(path) && method !== "GET");
    expect(
      ofAddresses.filter(
        ([method, path]) => (level(method, path) === "send") !== /calendar(\/|$)/.test(path),
      ),
    ).toEqual([]);
    expect(["POST", "PATCH", "DELETE"].map((method) => level(method, "/templates/:id"))).toEqual([
      null,
      null,
      null,
    ]);
    // What leaves or deletes takes send.
    for (const call of [
      "POST /messages",
      "POST /messages/batch",
      "POST /messages/:id/reply",
      "POST /messages/:id/forward",
      "DELETE /messages/:id",
      "DELETE /threads/:id",
      "POST /drafts/:id/send",
      "POST /drafts/:id/schedule",
      "POST /identities/:id/calendar/events",
    ]) {
      const [method, path] = call.split(" ") as [string, string];
      expect([call, level(method, path)]).toEqual([call, "send"]);
    }
    for (const path of ["/drafts", "/messages/:id/drafts", "/attachments", "/labels"])
      expect([path, level("POST", path)]).toEqual([path, "draft"]);
    for (const path of ["/messages/wait", "/next"])
      expect([path, level("POST", path)]).toEqual([path, "read"]);
    for (const call of ["POST /reviews/:id/approve", "POST /reviews/:id/reject"])
      expect(level("POST", call.slice(5))).toBe("approve");
  });

  // DECISIONS OAuth: A call beyond the level says the scope that it takes
  test("each level has what those before it have, and is told what more it takes", async () => {
    const own = await t.address();
    const friend = await t.address();
    const mail = { from: own.email, to: [friend.email], subject: "x", text: "y" };
    for (const [index, level] of levels.entries()) {
      const { tokens } = await letIn(t, { level, reach: [own.id] });
      expect(tokens.scope.split(" ")).toEqual(levels.slice(0, index + 1));
      const program = t.api.as(tokens.access_token);
      const calls: [
        needed: number,
        call: () => Promise<{ status: number; headers: Headers; text: string }>,
      ][] = [
        [0, () => program.get("/threads")],
        [1, () => program.post("/drafts", { identity_id: own.id })],
        [2, () => program.post("/messages", mail)],
        [3, () => program.post(`/reviews/${own.id}/approve`, {})],
      ];
      for (const [needed, call] of calls) {
        const { status, headers, text } = await call();
        const challenge = headers.get("www-authenticate");
        if (needed <= index)
          expect([level, needed, status === 403, challenge]).toEqual([level, needed, false, null]);
        else {
          const scope = levels.slice(0, needed + 1).join(" ");
          expect([level, needed, status]).toEqual([level, needed, 403]);
          expect(challenge).toBe(
            `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${t.api.base}/.well-known/oauth-protected-resource/mcp"`,
          );
          // The text says what to do, for those who read nothing else.
          expect((JSON.parse(text) as Refusal).error.message).toContain("Ask for access again");
        }
      }
      const minted = await program.post<Refusal>("/api-keys", { name: "x", identity_ids: [own.id] });
      expect([minted.status, minted.json.error.code]).toEqual([403, "forbidden"]);
      expect(minted.json.error.message).toContain("takes an API key");
    }
  });

  test("a tool beyond the level is answered with 403 that says the scope; it is not in the list", async () => {
    const { tokens } = await letIn(t, { level: "read" });
    const call = async (method: string, params: Record<string, unknown>) => {
      const response = await fetch(`${t.api.base}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const listed = await call("tools/list", {});
    expect([listed.status, listed.text.includes("read_thread"), listed.text.includes("send_mail")]).toEqual([
      200,
      true,
      false,
    ]);
    const refused = await call("tools/call", {
      name: "send_mail",
      arguments: { to: ["a@b.example"], subject: "x" },
    });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain(
      'error="insufficient_scope", scope="read draft send"',
    );
    const said = JSON.parse(refused.text) as { id: number; error: { message: string } };
    expect([said.id, said.error.message]).toEqual([7, expect.stringContaining("Ask for access again")]);
  });

  // DECISIONS OAuth: Grants are listed and ended
  test("grants are listed, and end with all their tokens and streams", async () => {
    const own = await t.address();
    const { asked, tokens } = await letIn(t, { level: "read", reach: [own.id] });
    const program = t.api.as(tokens.access_token);
    expect((await program.get("/threads")).status).toBe(200);
    const { data } = (await t.api.get<PageOf<Grant>>("/oauth-grants?limit=1")).json;
    const [grant] = data as [Grant];
    expect(grant).toMatchObject({
      client_name: "Helper",
      client_id: asked.clientId,
      level: "read",
      identity_ids: [own.id],
    });
    await eventually(async () => {
      const found = (await t.api.get<PageOf<Grant>>("/oauth-grants?limit=1")).json.data[0];
      return found?.last_used_at;
    });
    // A grant is no key that keys see.
    const keys = await t.api.get("/api-keys?all=true");
    expect(keys.text).not.toContain(grant.id);
    const stream = await fetch(`${t.api.base}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(stream.status).toBe(200);
    await t.api.must(200, t.api.call("DELETE", `/oauth-grants/${grant.id}`));
    for await (const _ of stream.body as unknown as AsyncIterable<Uint8Array>);
    expect((await program.get("/threads")).status).toBe(401);
    expect((await refresh(t, asked.clientId, tokens.refresh_token)).json.error).toBe("invalid_grant");
    expect((await t.api.call("DELETE", `/oauth-grants/${grant.id}`)).status).toBe(404);
  });

  test("grants of other accounts are not there, and restricted keys see none", async () => {
    await letIn(t);
    const [grant] = (await t.api.get<PageOf<Grant>>("/oauth-grants")).json.data as [Grant];
    const other = await t.otherAccount();
    expect((await other.api.get<PageOf<Grant>>("/oauth-grants")).json.data).toEqual([]);
    expect((await other.api.call("DELETE", `/oauth-grants/${grant.id}`)).status).toBe(404);
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    for (const call of [limited.get("/oauth-grants"), limited.call("DELETE", `/oauth-grants/${grant.id}`)])
      expect((await call).status).toBe(403);
    expect((await t.api.call("DELETE", `/api-keys/${grant.id}`)).status).toBe(403);
  });

  test("what a program reaches shrinks with its addresses", async () => {
    const [one, other] = [await t.address(), await t.address()];
    const { tokens } = await letIn(t, { level: "read", reach: [one.id, other.id] });
    await t.api.must(204, t.api.call("DELETE", `/identities/${one.id}`));
    const seen = await t.api.as(tokens.access_token).get<PageOf<{ id: string }>>("/identities");
    expect(seen.json.data.map(({ id }) => id)).toEqual([other.id]);
  });
});
