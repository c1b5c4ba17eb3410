// A program that asks a test's server for access, and the person who answers it in the console.
import { createHash, randomBytes } from "node:crypto";
import { createLink } from "../../../actors/account/access/console.ts";
import { Browser } from "../../console/browser.ts";
import type { TestApp } from "../app/app.ts";

export const callback = "http://localhost:5000/callback";

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

export interface TokenAnswer {
  status: number;
  headers: Headers;
  json: Tokens & { error?: string; error_description?: string };
}

/** A browser in which the account's owner is signed in; by default the operator. */
export async function signIn(t: TestApp, accountId = t.accountId): Promise<Browser> {
  const token = await createLink(t.app.core.actors, { accountId, ownerEmail: null });
  const browser = new Browser(t.api.base);
  await browser.get(`/console/sign-in?token=${token}`);
  await browser.submit("/console/sign-in");
  return browser;
}

export async function register(
  t: Pick<TestApp, "api">,
  fields: Record<string, unknown> = {},
): Promise<{ status: number; json: Record<string, unknown> & { client_id: string; error?: string } }> {
  const response = await fetch(`${t.api.base}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Helper", redirect_uris: [callback], ...fields }),
  });
  return { status: response.status, json: (await response.json()) as { client_id: string } };
}

export interface Asking {
  clientId: string;
  verifier: string;
  /** Of the authorization request. */
  params: URLSearchParams;
}

/** An authorization request in order. @param more further parameters; null leaves one out */
export async function asking(
  t: Pick<TestApp, "api">,
  more: Record<string, string | null> = {},
): Promise<Asking> {
  const clientId = more.client_id ?? (await register(t)).json.client_id;
  const verifier = randomBytes(32).toString("base64url");
  const params = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "a state & more",
    resource: `${t.api.base}/mcp`,
  });
  for (const [name, value] of Object.entries(more)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return { clientId, verifier, params };
}

/** Where the browser is sent when its person has answered. @param fields of the form, beside those that it shows */
export async function answered(
  browser: Browser,
  { params }: Pick<Asking, "params">,
  fields: Record<string, string | string[]>,
): Promise<URL> {
  await browser.get(`/console/authorize?${params}`);
  const form = browser.form("/console/authorize");
  for (const [name, value] of Object.entries({ answer: "allow", ...fields })) {
    form.delete(name);
    for (const one of [value].flat()) form.append(name, one);
  }
  const response = await browser.post("/console/authorize", form);
  const location = response.headers.get("location");
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
  return new URL(location);
}

export async function token(t: Pick<TestApp, "api">, fields: Record<string, string>): Promise<TokenAnswer> {
  const response = await fetch(`${t.api.base}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as TokenAnswer["json"],
  };
}

export function redeem(
  t: Pick<TestApp, "api">,
  { clientId, verifier, params }: Asking,
  back: URL,
): Promise<TokenAnswer> {
  return token(t, {
    grant_type: "authorization_code",
    client_id: clientId,
    code: back.searchParams.get("code") ?? "",
    code_verifier: verifier,
    redirect_uri: params.get("redirect_uri") ?? callback,
  });
}

export function refresh(
  t: Pick<TestApp, "api">,
  clientId: string,
  refreshToken: string,
): Promise<TokenAnswer> {
  return token(t, { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });
}

/** A program with access. @param reach ids of addresses; null: every one */
export async function letIn(
  t: TestApp,
  { level = "send", reach = null as readonly string[] | null } = {},
): Promise<{ asked: Asking; tokens: Tokens }> {
  const asked = await asking(t, { scope: "read draft send approve" });
  const chosen: Record<string, string | string[]> =
    reach === null ? { every: "yes" } : { identity: [...reach] };
  const back = await answered(await signIn(t), asked, { level, ...chosen });
  const { status, json } = await redeem(t, asked, back);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return { asked, tokens: json };
}
