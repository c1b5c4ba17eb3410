// Signing in by an issuer of OpenID Connect: authorization code with PKCE, state and nonce; the ID token's signature is checked
// against the issuer's keys. The library is loaded when OIDC_ISSUER is set. DECISIONS Agent signup and console.
import type { Configuration } from "openid-client";
import type { Config } from "../../config/config.ts";
import { messageOf } from "../../lib/failure.ts";
import { canonicalAddress } from "../../mail/address.ts";
import type { Role } from "../../store/tables/index.ts";
import { ranks } from "./accounts.ts";

export const callbackPath = "/console/openid/callback";

type OpenIdConfig = Pick<
  Config,
  "oidcIssuer" | "oidcClientId" | "oidcClientSecret" | "oidcScopes" | "oidcGroupsClaim" | "oidcRoles"
>;

/** What a browser keeps from the start to the callback. */
export interface OpenIdStart {
  state: string;
  nonce: string;
  verifier: string;
}

/** Somebody as the issuer names them. */
export interface OpenIdPerson {
  issuer: string;
  subject: string;
  /** In canonical form; null: the issuer names none, or has not proved it. */
  email: string | null;
  name: string | null;
  /** The highest role of their groups; null: none gives one. */
  role: Role | null;
}

/** The issuer does not answer, or not as it should. The message is for the operator. */
export class IssuerUnavailable extends Error {
  override readonly name = "IssuerUnavailable";
}

/** Seconds that the issuer may take for an answer. */
const patience = 10;
/** Metadata is asked for anew after so long. */
const keptMs = 3_600_000;
const maxGroups = 1000;
const maxNameCharacters = 100;

export interface OpenId {
  /** @returns the URL of the issuer's page, and what the browser keeps. @throws IssuerUnavailable */
  begin(redirectUri: string): Promise<{ url: URL; start: OpenIdStart }>;
  /** @param url of the callback, with its query. @returns null: the issuer, or the person there, refused. @throws IssuerUnavailable */
  finish(url: URL, start: OpenIdStart): Promise<OpenIdPerson | null>;
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
        const isShort = claims.email === undefined || claimAt(claims, config.oidcGroupsClaim) === undefined;
        const more =
          isShort && found.serverMetadata().userinfo_endpoint !== undefined
            ? await library.fetchUserInfo(found, tokens.access_token, claims.sub)
            : {};
        return personOf({ token: claims, more }, config, found.serverMetadata().issuer);
      } catch (error) {
        if (isRefusal(error, library)) return null;
        throw new IssuerUnavailable(messageOf(error), { cause: error });
      }
    },
  };
}

/** What the issuer or the browser sent is not good: a wrong state, code, nonce or signature, or the person said no. */
function isRefusal(error: unknown, library: typeof import("openid-client")): boolean {
  if (error instanceof library.AuthorizationResponseError || error instanceof library.ResponseBodyError)
    return true;
  return error instanceof library.ClientError && !/TIMEOUT|IS_NOT_JSON|NETWORK/.test(error.code ?? "");
}

/** The issuer's metadata and this client. @throws IssuerUnavailable */
export async function discover(config: OpenIdConfig & { oidcIssuer: string }): Promise<Configuration> {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = config;
  const library = await import("openid-client");
  const issuer = new URL(oidcIssuer);
  try {
    return await library.discovery(
      issuer,
      oidcClientId ?? "",
      undefined,
      oidcClientSecret === null ? library.None() : library.ClientSecretPost(oidcClientSecret),
      {
        timeout: patience,
        execute: [
          // The signature of the ID token is checked, though TLS brought it.
          library.enableNonRepudiationChecks,
          // Of this machine alone: the setting takes no other.
          ...(issuer.protocol === "http:" ? [library.allowInsecureRequests] : []),
        ],
      },
    );
  } catch (error) {
    throw new IssuerUnavailable(messageOf(error), { cause: error });
  }
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * An address counts with `email_verified: true` from the same source. OpenID Connect Core 5.1, 5.7
 * @param given.more of the UserInfo endpoint
 */
export function personOf(
  { token, more }: { token: Claims; more: Claims },
  { oidcGroupsClaim, oidcRoles }: Pick<OpenIdConfig, "oidcGroupsClaim" | "oidcRoles">,
  issuer: string,
): OpenIdPerson {
  const source = token.email === undefined ? more : token;
  const { email, email_verified: isVerified } = source;
  const proven = typeof email === "string" && isVerified === true ? canonicalAddress(email) : null;
  const groups = groupsOf(claimAt(token, oidcGroupsClaim) ?? claimAt(more, oidcGroupsClaim));
  const roles = groups.flatMap((group) => oidcRoles.get(group) ?? []);
  const name = token.name ?? more.name;
  return {
    issuer,
    subject: String(token.sub),
    email: proven,
    name: typeof name === "string" ? nameOf(name) : null,
    role: [...ranks].reverse().find((rank) => roles.includes(rank)) ?? null,
  };
}

/** The claim of that name, or the one that its dots lead to. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Claims)[part];
  }
  return at;
}

function groupsOf(claim: unknown): string[] {
  if (typeof claim === "string") return [claim];
  if (!Array.isArray(claim)) return [];
  return claim.slice(0, maxGroups).filter((group) => typeof group === "string");
}

function nameOf(name: string): string | null {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .trim()
    .slice(0, maxNameCharacters);
  return plain === "" ? null : plain;
}
