// A real issuer of OpenID Connect (oidc-provider) that signs in whoever the test names, without asking.
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export const clientId = "postroom";
export const clientSecret = "a-secret-of-the-test-that-is-long-enough";

export interface OpenIdIssuer {
  url: string;
  /** Who is signed in there next, with what it says of them. */
  person: { sub: string; [claim: string]: unknown };
  /** What the ID token says otherwise, before it is signed again; null: it stays as it is. */
  alter: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
  /** Signs in place of the issuer, which does not publish it; null: its own. */
  strangeKey: KeyObject | null;
  /** Answers 503 to everybody. */
  down: boolean;
  /** @param redirectUris of the client */
  serve(redirectUris: readonly string[]): void;
  stop(): void;
}

export async function startOpenIdIssuer(): Promise<OpenIdIssuer> {
  let provider: Provider | null = null;
  let served = "";
  const issuer: OpenIdIssuer = {
    url: "",
    person: { sub: "nobody" },
    alter: null,
    strangeKey: null,
    down: false,
    serve(redirectUris) {
      if (served === redirectUris.join()) return;
      served = redirectUris.join();
      provider = providerOf(issuer, redirectUris);
    },
    stop: () => server.close(),
  };
  const server = createServer(async (request, response) => {
    if (issuer.down || !provider) return void response.writeHead(503).end();
    if (!request.url?.startsWith("/interaction/")) return void provider.callback()(request, response);
    const result = { login: { accountId: issuer.person.sub, remember: false } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

const keyId = "issuer";
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

function providerOf(issuer: OpenIdIssuer, redirectUris: readonly string[]): Provider {
  const provider = new Provider(issuer.url, {
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: keyId, alg: "ES256", use: "sig" }] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    cookies: { keys: ["test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    async findAccount(_ctx, sub) {
      const said = issuer.person;
      return { accountId: sub, claims: async () => ({ ...said, sub }) };
    },
    async loadExistingGrant(ctx) {
      const { provider, session, client } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const answer = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== "/token" || !answer?.id_token || (!issuer.alter && !issuer.strangeKey)) return;
    const claims = JSON.parse(Buffer.from(answer.id_token.split(".")[1]!, "base64url").toString());
    const altered = { ...claims, ...issuer.alter?.(claims) };
    ctx.body = { ...answer, id_token: signedToken(altered, issuer.strangeKey ?? privateKey) };
  });
  return provider;
}

function signedToken(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const said = `${part({ alg: "ES256", kid: keyId })}.${part(claims)}`;
  const signature = createSign("sha256").update(said).sign({ key, dsaEncoding: "ieee-p1363" });
  return `${said}.${signature.toString("base64url")}`;
}
