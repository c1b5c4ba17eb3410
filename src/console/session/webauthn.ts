// Passkeys (WebAuthn): what a page asks of an authenticator, and whether its answer is good. The library is loaded when an
// answer is first checked. Attestation is not asked for, and one with certificates is refused unread: the library would
// fetch revocation lists that they name.
import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { AnsweredChallenge } from "../../../actors/account/access/passkeys.ts";
import type { HttpDeps } from "../../http/context.ts";
import { hmacSha256 } from "../../lib/secrets.ts";
import type { SessionOwner } from "../../store/access/console.ts";
import type { PasskeyRow } from "../../store/access/passkeys.ts";
import { newChallenge, type Purpose, readChallenge } from "./challenges.ts";

type Deps = Pick<HttpDeps, "passkeySecret" | "clock" | "baseUrl">;

const timeoutMs = 5 * 60_000;
/** Ed25519, ECDSA with P-256, RSA PKCS #1: what authenticators have, the best first. RFC 9053 2, RFC 8812 2 */
const algorithms = [-8, -7, -257] as const;

/** A module of the library needs this before it runs; an executable runs its modules in another order. */
const prepared = () => import("reflect-metadata");

async function library() {
  await prepared();
  return import("@simplewebauthn/server");
}

async function helpers() {
  await prepared();
  return import("@simplewebauthn/server/helpers");
}

/** The site that passkeys are of; null: its host is an IP address, which none can be of. WebAuthn 3, 5.1.2 */
export function siteOf({ baseUrl }: Deps): { origin: string; id: string } | null {
  const { origin, hostname } = new URL(baseUrl());
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? null : { origin, id: hostname };
}

/** Whether the browser looks at the page under the name that passkeys are of. */
export function isAtSite(deps: Deps, request: Request): boolean {
  const site = siteOf(deps);
  return site !== null && request.headers.get("host") === new URL(site.origin).host;
}

/** The same for all passkeys of a person, and says nothing of who it is. WebAuthn 3, 14.6.1 */
function userHandle(
  { passkeySecret }: Deps,
  { accountId, ownerEmail }: SessionOwner,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hmacSha256(passkeySecret, `person ${ownerEmail ?? accountId}`));
}

interface Asks {
  csrf: string;
}

/** Return the options of navigator.credentials.create, as JSON. */
export function creationOptions(
  deps: Deps,
  { csrf, person, name, known }: Asks & { person: SessionOwner; name: string; known: readonly PasskeyRow[] },
): string {
  const publicKey = "public-key";
  return JSON.stringify({
    rp: { name: "Postroom", id: siteOf(deps)?.id ?? "" },
    user: { id: base64url(userHandle(deps, person)), name, displayName: name },
    challenge: base64url(newChallenge(deps, "register", csrf)),
    pubKeyCredParams: algorithms.map((alg) => ({ type: publicKey, alg })),
    timeout: timeoutMs,
    attestation: "none",
    excludeCredentials: known.map((row) => ({ id: base64url(row.credentialId), type: publicKey })),
    // requireResidentKey is what browsers of WebAuthn 1 know.
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  });
}

/**
 * Return the options of navigator.credentials.get, as JSON: the authenticator knows whose passkeys it has.
 */
export function requestOptions(deps: Deps, { csrf }: Asks): string {
  return JSON.stringify({
    challenge: base64url(newChallenge(deps, "sign-in", csrf)),
    rpId: siteOf(deps)?.id ?? "",
    userVerification: "required",
    timeout: timeoutMs,
  });
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** An answer of a page, checked. */
export type Registered = AnsweredChallenge & {
  passkey: Pick<
    PasskeyRow,
    "credentialId" | "publicKey" | "counter" | "transports" | "backupEligible" | "backedUp"
  >;
};

/** @param text the form's field @returns null: it is not a good answer to a challenge of this page */
export async function readRegistration(
  deps: Deps,
  { csrf, text }: Asks & { text: string },
): Promise<Registered | null> {
  const response = answerOf<RegistrationResponseJSON>(text);
  const site = siteOf(deps);
  const challenge = response && challengeOf(deps, { response, purpose: "register", csrf });
  if (!response || !site || !challenge || !(await isPlain(response))) return null;
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge.text,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { credential, credentialDeviceType, credentialBackedUp } = result.registrationInfo;
  const transports = (credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8);
  const passkey = {
    credentialId: Buffer.from(credential.id, "base64url"),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    backupEligible: credentialDeviceType === "multiDevice",
    backedUp: credentialBackedUp,
  };
  return { ...challenge.answered, passkey };
}

/** Whether it carries no certificates. */
async function isPlain({ response }: RegistrationResponseJSON): Promise<boolean> {
  try {
    const { decodeAttestationObject } = await helpers();
    const object = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, "base64url")),
    );
    const format = object.get("fmt");
    return format === "none" || (format === "packed" && object.get("attStmt").get("x5c") === undefined);
  } catch {
    return false;
  }
}

/** The credential that an answer names; null: the answer is not one. */
export function credentialOf(text: string): Buffer | null {
  const response = answerOf<AuthenticationResponseJSON>(text);
  return response && Buffer.from(response.id, "base64url");
}

/** @returns null: it is not a good answer of this passkey to a challenge of this page */
export async function readSignIn(
  deps: Deps,
  { csrf, text, row }: Asks & { text: string; row: PasskeyRow },
): Promise<(AnsweredChallenge & { counter: number; backedUp: boolean }) | null> {
  const response = answerOf<AuthenticationResponseJSON>(text);
  const site = siteOf(deps);
  const challenge = response && challengeOf(deps, { response, purpose: "sign-in", csrf });
  if (!response || !site || !challenge) return null;
  if (response.response.userHandle !== base64url(userHandle(deps, row))) return null;
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.text,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: base64url(row.credentialId),
      publicKey: new Uint8Array(row.publicKey),
      counter: row.counter,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { ...challenge.answered, counter: newCounter, backedUp: credentialBackedUp };
}

/** The shape that both kinds of answers have; the library reads the rest. */
function answerOf<T extends RegistrationResponseJSON | AuthenticationResponseJSON>(text: string): T | null {
  try {
    const value = JSON.parse(text) as Partial<T> | null;
    const inner = value?.response as Record<string, unknown> | undefined;
    const isAnswer =
      typeof value?.id === "string" && value.id.length <= 1400 && typeof inner?.clientDataJSON === "string";
    return isAnswer ? (value as T) : null;
  } catch {
    return null;
  }
}

function challengeOf(
  deps: Deps,
  asked: { response: { response: { clientDataJSON: string } }; purpose: Purpose; csrf: string },
): { text: string; answered: AnsweredChallenge } | null {
  try {
    const said = Buffer.from(asked.response.response.clientDataJSON, "base64url").toString();
    const { challenge: text } = JSON.parse(said) as { challenge?: unknown };
    const answered = typeof text === "string" ? readChallenge(deps, { ...asked, text }) : null;
    return answered && { text: text as string, answered };
  } catch {
    return null;
  }
}
