// Signing in by an issuer of OpenID Connect: authorization code with PKCE, state and nonce; the ID token's signature is checked
// against the issuer's keys. The library is loaded when OIDC_ISSUER is set. DECISIONS Agent signup and console.
import type { Configuration } from "openid-client";
import type { Config } from "../config/config.ts";
import { messageOf } from "../lib/failure.ts";
import { claimAt, type OpenIdPerson, personOf } from "./claims.ts";

export const callbackPath = "/console/openid/callback";

type OpenIdConfig = Pick<
  Config,
  "oidcIssuer" | "oidcClientId" | "oidcClientSecret" | "oidcScopes" | "oidcGroupsClaim" | "oidcRoles"
>;

/** Kept by the browser from the start to the callback. */
export interface OpenIdStart {
  state: string;
  nonce: string;
  verifier: string;
}

/** The issuer does not answer, or not as it should. The message is for the operator. */
export class IssuerUnavailable extends Error {
  override readonly name = "IssuerUnavailable";
}

/** The issuer, or the person there, refused, or what came back proves nothing. The message is for the operator. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
}

/** Seconds that the issuer may take for an answer. */
const patience = 10;
/** Seconds by which the clocks of the issuer and of this machine may differ: the nonce proves that a token is new. */
const toleranceSeconds = 300;
/** Metadata is asked for anew after so long. */
const keptMs = 3_600_000;

export interface OpenId {
  /** @returns the URL of the issuer's page, and what the browser keeps. @throws IssuerUnavailable */
  begin(redirectUri: string): Promise<{ url: URL; start: OpenIdStart }>;
  /** @param url of the callback, with its query. @throws SignInRefused, IssuerUnavailable */
  finish(url: URL, start: OpenIdStart): Promise<OpenIdPerson>;
}

/** @param now milliseconds */
export function createOpenId(config: OpenIdConfig, now: () => number): OpenId | null {
  const { oidcIssuer: issuer } = config;
  if (issuer === null) return null;
  let kept: { from: number; found: Promise<Configuration> } | null = null;
  const configuration = (): Promise<Configuration> => {
    if (kept && now() - kept.from < keptMs) return kept.found;
    const found = discover({ ...config, oidcIssuer: issuer });
    kept = { from: now(), found };
    found.catch(() => {
      kept = null;
    });
    return found;
  };
  return {
    async begin(redirectUri) {
      const library = await import("openid-client");
      const found = await configuration();
      const start = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: config.oidcScopes,
        state: start.state,
        nonce: start.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(start.verifier),
        code_challenge_method: "S256",
      });
      return { url, start };
    },
    async finish(url, { state, nonce, verifier }) {
      const library = await import("openid-client");
      const found = await configuration();
      try {
        const tokens = await library.authorizationCodeGrant(found, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        const wantsGroups = config.oidcRoles.size > 0;
        const isShort =
          claims.email === undefined ||
          (wantsGroups && claimAt(claims, config.oidcGroupsClaim) === undefined);
        const more =
          isShort && found.serverMetadata().userinfo_endpoint !== undefined
            ? await library.fetchUserInfo(found, tokens.access_token, claims.sub)
            : {};
        return personOf({ token: claims, more }, config, found.serverMetadata().issuer);
      } catch (error) {
        const Why = isRefusal(error, library) ? SignInRefused : IssuerUnavailable;
        const isOfTime = (error as { code?: string }).code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";
        const remedy = isOfTime ? ". The clock of this machine, or the issuer's, is wrong by minutes" : "";
        throw new Why(saidBy(error) + remedy, { cause: error });
      }
    },
  };
}

/** Codes of the library for answers that do not prove what they should: a wrong state, nonce, issuer, time, key or signature. */
const unproven =
  /^OAUTH_(?:INVALID_RESPONSE|KEY_SELECTION_FAILED|JWT_TIMESTAMP_CHECK_FAILED|(?:JWT_CLAIM|JSON_ATTRIBUTE)_COMPARISON_FAILED)$/;

/** A person who said no, a code that is wrong or used, or what proves nothing. A client that the issuer does not know is none. */
function isRefusal(error: unknown, library: typeof import("openid-client")): boolean {
  if (error instanceof library.AuthorizationResponseError) return true;
  if (error instanceof library.ResponseBodyError) return error.error === "invalid_grant";
  return error instanceof library.ClientError && unproven.test(error.code ?? "");
}

const maxSaidCharacters = 500;

/** The library's words, with the issuer's own and those of what lies beneath. */
function saidBy(error: unknown): string {
  const { error: code, error_description: description, cause } = error as Record<string, unknown>;
  const words = [messageOf(error), code, description, cause instanceof Error ? cause.message : null];
  const said = words.filter((word) => typeof word === "string" && word !== "");
  return [...new Set(said)].join(": ").slice(0, maxSaidCharacters);
}

/** Codes for a client that the issuer does not know, or whose secret it does not take (any more). RFC 6749 5.2 */
const clientErrors = ["invalid_client", "unauthorized_client"];

/** Hand in a code that nobody gave. @returns the refusal of this client; null: the issuer knows it */
export async function clientRefusal(found: Configuration, redirectUri: string): Promise<string | null> {
  const library = await import("openid-client");
  try {
    const code_verifier = library.randomPKCECodeVerifier();
    await library.genericGrantRequest(found, "authorization_code", {
      code: "postroom-doctor",
      redirect_uri: redirectUri,
      code_verifier,
    });
    return null;
  } catch (error) {
    // With a challenge the library reads no body. RFC 6749 5.2: 401 is the status of a client that is refused.
    const isChallenge = error instanceof library.WWWAuthenticateChallengeError && error.status === 401;
    const isRefused =
      isChallenge || (error instanceof library.ResponseBodyError && clientErrors.includes(error.error));
    return isRefused ? saidBy(error) : null;
  }
}

/** The issuer's metadata and this client. @throws IssuerUnavailable */
export async function discover(config: OpenIdConfig & { oidcIssuer: string }): Promise<Configuration> {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = config;
  const library = await import("openid-client");
  const issuer = new URL(oidcIssuer);
  let found: Configuration;
  try {
    found = await library.discovery(
      issuer,
      oidcClientId ?? "",
      { [library.clockTolerance]: toleranceSeconds },
      oidcClientSecret === null ? library.None() : library.ClientSecretPost(oidcClientSecret),
      {
        timeout: patience,
        execute: [
          // The signature of the ID token is checked, though TLS brought it.
          library.enableNonRepudiationChecks,
          // An issuer on this machine: the setting takes no other.
          ...(issuer.protocol === "http:" ? [library.allowInsecureRequests] : []),
        ],
      },
    );
  } catch (error) {
    throw new IssuerUnavailable(saidBy(error), { cause: error });
  }
  const named = found.serverMetadata().issuer;
  // Metadata of all directories of Entra, which the library takes: each would be believed about every address and group.
  if (named.includes("{"))
    throw new IssuerUnavailable(`its metadata names ${named}, which stands for many organisations: name one`);
  return found;
}
