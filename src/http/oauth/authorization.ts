// A client's request for access: what of it only a page may answer, and what the client may read by redirect.
// RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2, RFC 9207 2
import { highestLevel, type Level } from "../../lib/levels.ts";
import type { Clients, OauthClient } from "./clients.ts";
import { needed, OauthError, type OauthErrorCode, single } from "./errors.ts";
import { isOwnResource } from "./metadata.ts";
import { isRegistered, redirectProblem } from "./redirects.ts";

export interface AuthorizationRequest {
  client: OauthClient;
  redirectUri: string;
  state: string | null;
  codeChallenge: string;
  /** The most that it asks for. */
  level: Level;
}

/** A request of a known client that is refused: the person may take the answer back to it. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";

  constructor(
    readonly request: Pick<AuthorizationRequest, "client" | "redirectUri" | "state">,
    readonly code: OauthErrorCode,
    message: string,
  ) {
    super(message);
  }
}

const maxQuery = 6000;
const maxState = 2000;

/**
 * @param bases by which this service is known
 * @throws OauthError where nobody can be trusted with an answer; RequestRefused where the client can
 */
export async function readAuthorization(
  query: string,
  { clients, mayFetch, bases }: { clients: Clients; mayFetch: () => void; bases: readonly string[] },
): Promise<AuthorizationRequest> {
  if (query.length > maxQuery) throw new OauthError("invalid_request", "The request is too long.");
  const params = new URLSearchParams(query);
  const client = await clients.find(needed(params, "client_id"), mayFetch);
  const redirectUri = redirectOf(params, client);
  const state = single(params, "state");
  if (state !== null && state.length > maxState)
    throw new OauthError("invalid_request", "state is too long.");
  const refuse = (code: OauthErrorCode, message: string) =>
    new RequestRefused({ client, redirectUri, state }, code, message);
  try {
    if (needed(params, "response_type") !== "code")
      throw new OauthError("unsupported_response_type", "response_type must be code.");
    const codeChallenge = needed(params, "code_challenge");
    // OAuth 2.1 4.1.1: plain would show the verifier to all who see the request.
    if (single(params, "code_challenge_method") !== "S256")
      throw new OauthError("invalid_request", "code_challenge_method must be S256.");
    if (!/^[\w-]{43}$/.test(codeChallenge))
      throw new OauthError("invalid_request", "code_challenge must be the base64url of a SHA-256.");
    // RFC 8707 2: it may stand several times.
    for (const resource of params.getAll("resource")) {
      if (isOwnResource(resource, bases)) continue;
      throw new OauthError("invalid_target", `resource is another service. Ask for ${bases[0]}/mcp here.`);
    }
    return { client, redirectUri, state, codeChallenge, level: levelOf(single(params, "scope")) };
  } catch (error) {
    if (error instanceof OauthError) throw refuse(error.code, error.message);
    throw error;
  }
}

/** @throws OauthError invalid_request */
function redirectOf(params: URLSearchParams, client: OauthClient): string {
  const given = single(params, "redirect_uri");
  if (given === null) {
    // OAuth 2.1 4.1.1
    const [only, ...others] = client.redirectUris;
    if (only === undefined || others.length > 0)
      throw new OauthError("invalid_request", "redirect_uri is missing. Add it.");
    // A redirect registered earlier may be forbidden by now.
    const problem = redirectProblem(only);
    if (problem === null) return only;
    throw new OauthError("invalid_request", problem);
  }
  if (isRegistered(given, client.redirectUris)) return given;
  throw new OauthError("invalid_request", "redirect_uri is none of those that the client registered.");
}

/** RFC 6749 3.3: what is no scope of ours (offline_access, openid) is passed over. */
function levelOf(scope: string | null): Level {
  if (scope === null) return "send";
  const level = highestLevel(scope.split(" "));
  if (level !== null) return level;
  if (/^(offline_access|openid|profile|email| )*$/.test(scope)) return "send";
  throw new OauthError("invalid_scope", "scope names none of: read, draft, send, approve.");
}

/** Where the person goes back to, with an answer. @param issuer RFC 9207 2 */
export function answerUrl(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  issuer: string,
  answer: { code: string } | { error: OauthErrorCode; error_description: string },
): string {
  const fields = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: issuer });
  // RFC 6749 3.1.2: a query that the URI has stays.
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${fields}`;
}
