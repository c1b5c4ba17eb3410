// A real issuer of OpenID Connect (oidc-provider) that signs in whoever the test names, without asking.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export const clientId = "postroom";
export const clientSecret = "a-secret-of-the-test-that-is-long-enough";

export interface OpenIdIssuer {
  url: string;
  /** Who is signed in there next, with what it says of them. */
  person: { sub: string; [claim: string]: unknown };
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

function providerOf(issuer: OpenIdIssuer, redirectUris: readonly string[]): Provider {
  return new Provider(issuer.url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: "client_secret_post",
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
}
