// Claims of an issuer about somebody: who they are there, their proven address, the role of their groups. OpenID Connect Core 5
import type { Config } from "../config/config.ts";
import { canonicalAddress } from "../mail/address.ts";
import type { Role } from "../store/tables/index.ts";

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

const maxGroups = 1000;
const maxNameCharacters = 100;
/** From the highest. */
const ranked: readonly Role[] = ["owner", "member", "reviewer"];

type Claims = Readonly<Record<string, unknown>>;

/**
 * An address counts with `email_verified: true` from the same source. OpenID Connect Core 5.1, 5.7
 * @param given.more of the UserInfo endpoint
 */
export function personOf(
  { token, more }: { token: Claims; more: Claims },
  { oidcGroupsClaim, oidcRoles }: Pick<Config, "oidcGroupsClaim" | "oidcRoles">,
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
    role: ranked.find((rank) => roles.includes(rank)) ?? null,
  };
}

/** The claim of that name, or the one that its dots lead to. */
export function claimAt(claims: Claims, name: string): unknown {
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
