// OAuth from the first 401 to the last token: metadata, codes, tokens, their ends. DECISIONS OAuth
import { expect, test } from "bun:test";
import { addMs, nowInstant } from "../../../src/lib/clock.ts";
import { sweepOauth } from "../../../src/store/maintenance/sweep-oauth.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, ShiftedClock } from "../../support/app/app.ts";
import {
  answered,
  asking,
  callback,
  letIn,
  redeem,
  refresh,
  signIn,
  token,
} from "../../support/clients/oauth.ts";

const clock = new ShiftedClock();
const minute = 60_000;

eachApp(
  "OAuth",
  (t) => {
    const me = (access: string) => t.api.as(access).get("/me");
    const works = async (access: string) => (await me(access)).status;
    const read = async (path: string, host?: string) => {
      const response = await fetch(`${t.api.base}/.well-known/${path}`, host ? { headers: { host } } : {});
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    };

    // DECISIONS OAuth: Metadata is at the root and below /mcp, of the host that was asked
    test("metadata is at the root and path-inserted, and is of the host that was asked", async () => {
      for (const host of [undefined, `localhost:${t.app.ports.http}`]) {
        const base = host ? `http://${host}` : t.api.base;
        for (const path of ["", "/mcp"]) {
          const { status, json } = await read(`oauth-protected-resource${path}`, host);
          expect([status, json.resource, json.authorization_servers]).toEqual([
            200,
            `${base}${path}`,
            [base],
          ]);
          expect(json.scopes_supported).toEqual(["read", "draft", "send"]);
          const server = await read(`oauth-authorization-server${path}`, host);
          expect([server.status, server.json.issuer]).toEqual([200, base]);
          for (const name of ["authorization", "token", "registration", "revocation"])
            expect(server.json[`${name}_endpoint`]).toStartWith(`${base}/`);
        }
      }
      // A name that is not ours is not taken over.
      const foreign = await read("oauth-protected-resource/mcp", "evil.example");
      expect(foreign.json.resource).toBe(`http://localhost:${t.app.ports.http}/mcp`);
    });

    // DECISIONS OAuth: PKCE by S256 alone
    test("metadata offers both registration forms, and PKCE by S256 alone", async () => {
      const { json } = await read("oauth-authorization-server");
      expect(json).toMatchObject({
        registration_endpoint: expect.stringContaining("/oauth/register"),
        client_id_metadata_document_supported: true,
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ["none"],
      });
    });

    test("a 401 says where to ask and for what", async () => {
      const ask = async (headers: Record<string, string>) => {
        const init = {
          method: "POST",
          body: "{}",
          headers: { "content-type": "application/json", ...headers },
        };
        const { status, headers: answer } = await fetch(`${t.api.base}/mcp`, init);
        return [status, answer.get("www-authenticate")];
      };
      const where = `resource_metadata="${t.api.base}/.well-known/oauth-protected-resource/mcp", scope="read draft send"`;
      expect(await ask({})).toEqual([401, `Bearer ${where}`]);
      const wrong = { authorization: `Bearer pa_${"0".repeat(46)}` };
      expect(await ask(wrong)).toEqual([401, `Bearer error="invalid_token", ${where}`]);
    });

    // DECISIONS OAuth: A grant reaches what was chosen
    test("a code becomes tokens of the addresses and the level that were chosen", async () => {
      const [own, other] = [await t.address(), await t.address()];
      const asked = await asking(t);
      const back = await answered(await signIn(t), asked, { identity: own.id, level: "draft" });
      expect(`${back.origin}${back.pathname}`).toBe(callback);
      expect(Object.fromEntries(back.searchParams)).toEqual({
        code: expect.any(String),
        state: "a state & more",
        iss: t.api.base,
      });
      const { status, headers, json } = await redeem(t, asked, back);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(json).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read draft" });
      const program = t.api.as(json.access_token);
      const { data } = (await program.get<{ data: { level: string } }>("/me")).json;
      expect(data.level).toBe("draft");
      const seen = (await program.get<PageOf<{ id: string }>>("/identities")).json.data;
      expect(seen.map(({ id }) => id)).toEqual([own.id]);
      expect((await program.get(`/identities/${other.id}`)).status).toBe(404);
      expect((await program.post("/drafts", { identity_id: own.id, subject: "x" })).status).toBe(201);
    });

    // DECISIONS OAuth: Tokens are stored as hashes
    test("nothing is stored that would let anybody in", async () => {
      const { tokens } = await letIn(t);
      for (const table of [
        "oauth_codes",
        "oauth_grants",
        "oauth_refresh_tokens",
        "api_key_tokens",
        "api_keys",
      ]) {
        const rows = await t.app.core.database.rows(`select * from ${table}`);
        const text = JSON.stringify(rows);
        for (const secret of [tokens.access_token, tokens.refresh_token]) expect(text).not.toContain(secret);
      }
    });

    // DECISIONS OAuth: A foreign resource is invalid_target
    test("a resource on another host is refused, at either end", async () => {
      for (const resource of [
        "https://mail.example.net/mcp",
        `${t.api.base}/other`,
        `${t.api.base}/mcp?x=1`,
        `${t.api.base}/mcp#x`,
        `http://someone@127.0.0.1:${t.app.ports.http}/mcp`,
        "mcp",
      ]) {
        const browser = await signIn(t);
        const { params } = await asking(t, { resource });
        await browser.get(`/console/authorize?${params}`);
        expect([resource, browser.status, browser.text.includes("resource is another service")]).toEqual([
          resource,
          400,
          true,
        ]);
        // The person is not sent anywhere, but may take the answer along.
        expect(browser.text).toContain("error=invalid_target");
      }
      for (const resource of [t.api.base, `${t.api.base}/`, `http://LOCALHOST:${t.app.ports.http}/mcp`]) {
        const asked = await asking(t, { resource });
        const back = await answered(await signIn(t), asked, { every: "yes" });
        const fields = { client_id: asked.clientId, code: back.searchParams.get("code")! };
        const redeeming = { grant_type: "authorization_code", code_verifier: asked.verifier, ...fields };
        const wrong = await token(t, { ...redeeming, resource: "https://mail.example.net/mcp" });
        expect([wrong.status, wrong.json.error]).toEqual([400, "invalid_target"]);
        expect((await token(t, { ...redeeming, resource })).status).toBe(200);
      }
    });

    // DECISIONS OAuth: A code is good once, for two minutes
    test("a code is good once, for two minutes, for its client, with its verifier", async () => {
      const browser = await signIn(t);
      const begin = async () => {
        const asked = await asking(t);
        return { asked, back: await answered(browser, asked, { every: "yes" }) };
      };
      const { asked, back } = await begin();
      const refusal = async (answer: ReturnType<typeof redeem>) => {
        const { status, json } = await answer;
        return [status, json.error];
      };
      const invalid = [400, "invalid_grant"];
      const stranger = await asking(t);
      expect(await refusal(redeem(t, { ...asked, verifier: stranger.verifier }, back))).toEqual(invalid);
      expect(await refusal(redeem(t, { ...asked, clientId: stranger.clientId }, back))).toEqual(invalid);
      const fields = { grant_type: "authorization_code", client_id: asked.clientId };
      const code = back.searchParams.get("code")!;
      const elsewhere = { code, code_verifier: asked.verifier, redirect_uri: "http://localhost:5000/other" };
      expect(await refusal(token(t, { ...fields, ...elsewhere }))).toEqual(invalid);
      expect(await refusal(token(t, { ...fields, code, code_verifier: "short" }))).toEqual([
        400,
        "invalid_request",
      ]);
      const first = await redeem(t, asked, back);
      expect(await works(first.json.access_token)).toBe(200);
      // A second use ends what the first one got. RFC 6749 4.1.2
      expect(await refusal(redeem(t, asked, back))).toEqual(invalid);
      expect(await works(first.json.access_token)).toBe(401);
      const late = await begin();
      clock.advance(2 * minute);
      expect(await refusal(redeem(t, late.asked, late.back))).toEqual(invalid);
    });

    test("a code used twice at once makes one grant at most", async () => {
      const asked = await asking(t);
      const back = await answered(await signIn(t), asked, { every: "yes" });
      const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(t, asked, back)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    });

    // DECISIONS OAuth: An access token is good for an hour
    test("an access token ends after an hour; a refresh token is good for the next ones", async () => {
      const { asked, tokens } = await letIn(t, { level: "read" });
      clock.advance(60 * minute);
      expect(await works(tokens.access_token)).toBe(401);
      const next = await refresh(t, asked.clientId, tokens.refresh_token);
      expect([next.status, next.json.scope]).toEqual([200, "read"]);
      expect(await works(next.json.access_token)).toBe(200);
      const stranger = await asking(t);
      expect((await refresh(t, stranger.clientId, next.json.refresh_token)).json.error).toBe("invalid_grant");
      clock.advance(90 * 24 * 60 * minute);
      expect((await refresh(t, asked.clientId, next.json.refresh_token)).json.error).toBe("invalid_grant");
    });

    // DECISIONS OAuth: A refresh token that comes again ends its grant
    test("a rotated refresh token may come again for half a minute; after that its grant ends", async () => {
      const { asked, tokens } = await letIn(t);
      const [one, other] = await Promise.all([
        refresh(t, asked.clientId, tokens.refresh_token),
        refresh(t, asked.clientId, tokens.refresh_token),
      ]);
      expect([await works(one.json.access_token), await works(other.json.access_token)]).toEqual([200, 200]);
      clock.advance(minute);
      expect((await refresh(t, asked.clientId, tokens.refresh_token)).json.error).toBe("invalid_grant");
      expect([await works(one.json.access_token), await works(other.json.access_token)]).toEqual([401, 401]);
      expect((await refresh(t, asked.clientId, one.json.refresh_token)).json.error).toBe("invalid_grant");
    });

    test("a rotated refresh token that comes again has one successor, and none once that was used", async () => {
      const { asked, tokens } = await letIn(t);
      const answers = [];
      for (let n = 0; n < 10; n++) answers.push(await refresh(t, asked.clientId, tokens.refresh_token));
      const successors = new Set(answers.map(({ json }) => json.refresh_token));
      expect(successors.size).toBe(1);
      for (const { json } of answers) expect(await works(json.access_token)).toBe(200);
      const [successor] = [...successors] as [string];
      const next = await refresh(t, asked.clientId, successor);
      expect(await works(next.json.access_token)).toBe(200);
      const late = await refresh(t, asked.clientId, tokens.refresh_token);
      expect(late.json.error).toBe("invalid_grant");
      // It may have been lost: nothing ends by it within the half minute.
      expect(await works(next.json.access_token)).toBe(200);
      // Who knows a token knows no later one.
      const others = new Set([tokens.refresh_token, successor, next.json.refresh_token]);
      expect(others.size).toBe(3);
    });

    // DECISIONS OAuth: Tokens can be given back
    test("a program gives its tokens back", async () => {
      const revoke = async (given: string) => {
        const body = new URLSearchParams({ token: given });
        return (await fetch(`${t.api.base}/oauth/revoke`, { method: "POST", body })).status;
      };
      const { asked, tokens } = await letIn(t);
      expect(await revoke(tokens.access_token)).toBe(200);
      expect(await works(tokens.access_token)).toBe(401);
      const next = await refresh(t, asked.clientId, tokens.refresh_token);
      expect(await works(next.json.access_token)).toBe(200);
      expect(await revoke(next.json.refresh_token)).toBe(200);
      expect(await works(next.json.access_token)).toBe(401);
      type Ended = { action: string; actor: { kind: string; id: string }; target_id: string };
      const [ended] = (await t.api.get<{ data: Ended[] }>("/audit?limit=1")).json.data;
      expect(ended).toMatchObject({ action: "program_ended", actor: { kind: "key", id: ended!.target_id } });
      expect(await revoke("pf_unknown")).toBe(200);
      // Keys are not its business.
      expect(await revoke(t.api.key!)).toBe(200);
      expect(await works(t.api.key!)).toBe(200);
    });

    // DECISIONS OAuth: What has expired is deleted
    test("what is over is swept, and what stands is kept", async () => {
      const { asked, tokens } = await letIn(t);
      const { database } = t.app.core;
      const sweep = async () => {
        const now = nowInstant(clock);
        for (let after: string | null = null; ; ) {
          const swept = await sweepOauth(database, {
            now,
            codesBefore: addMs(now, -24 * 60 * minute),
            revokedBefore: addMs(now, -24 * 60 * minute),
            auditedBefore: addMs(now, -24 * 60 * minute),
            after,
          });
          if (swept.removed > 0) continue;
          if (swept.last === null) return;
          after = swept.last;
        }
      };
      const count = async (table: string) =>
        (await database.values(`select count(*)::int from ${table}`))[0]![0];
      await sweep();
      expect(await works(tokens.access_token)).toBe(200);
      const next = await refresh(t, asked.clientId, tokens.refresh_token);
      clock.advance(91 * 24 * 60 * minute);
      await sweep();
      expect((await refresh(t, asked.clientId, next.json.refresh_token)).json.error).toBe("invalid_grant");
      const tables = ["oauth_codes", "oauth_grants", "oauth_refresh_tokens"];
      expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0]);
      expect(await count("api_keys where level is not null")).toBe(0);
      expect(await works(t.api.key!)).toBe(200);
    });
  },
  { clock },
);
