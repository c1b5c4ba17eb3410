// Refusals of OAuth in its own words (RFC 6749 5.2, RFC 7591 3.2.2), and the forms that its endpoints read.
import { Failure } from "../../lib/failure.ts";

export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "unsupported_token_type"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "access_denied"
  | "temporarily_unavailable";

export class OauthError extends Error {
  override readonly name = "OauthError";

  /** @param message what was wrong and what to do; ASCII without quotes and backslashes (RFC 6749 5.2) */
  constructor(
    readonly code: OauthErrorCode,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** RFC 6749 5.1: answers with tokens, and their refusals, are not stored by anybody. */
export const noStore = { "cache-control": "no-store", pragma: "no-cache" };

/** Answers a call of an endpoint; refusals become error documents. */
export async function oauthAnswer(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OauthError)
      return Response.json(
        { error: error.code, error_description: error.message },
        { status: error.status, headers: noStore },
      );
    if (error instanceof Failure && error.code === "rate_limited")
      return Response.json(
        { error: "temporarily_unavailable", error_description: error.message },
        { status: 429, headers: { ...noStore, "retry-after": String(error.retryAfterSeconds ?? 1) } },
      );
    throw error;
  }
}

/** A parameter that may stand once. RFC 6749 3.1, 3.2 @throws OauthError invalid_request */
export function single(params: URLSearchParams, name: string): string | null {
  const values = params.getAll(name);
  if (values.length > 1) throw new OauthError("invalid_request", `${name} stands more than once.`);
  const [value = ""] = values;
  if (value.includes("\0")) throw new OauthError("invalid_request", `${name} has a NUL character.`);
  // RFC 6749 3.1: without a value it is as if it were not there.
  return value === "" ? null : value;
}

/** @throws OauthError invalid_request */
export function needed(params: URLSearchParams, name: string): string {
  const value = single(params, name);
  if (value === null) throw new OauthError("invalid_request", `${name} is missing. Add it.`);
  return value;
}
