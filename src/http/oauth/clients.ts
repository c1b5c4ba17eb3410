// Clients that ask for access. A client is known by a document at the URL that is its id
// (draft-ietf-oauth-client-id-metadata-document-02), or by registration (RFC 7591): its id then holds what it
// registered, signed, so that nothing is stored for strangers. Neither kind's claims about itself are
// verified. DECISIONS OAuth

import type { Clock } from "../../lib/clock.ts";
import { messageOf } from "../../lib/failure.ts";
import { dropOldest } from "../../lib/oldest.ts";
import { constantTimeEqual, hmacSha256, randomBase62 } from "../../lib/secrets.ts";
import { parseUrl } from "../../lib/urls.ts";
import { type GetOptions, type Got, getUrl } from "../../webhooks/get.ts";
import { OauthError } from "./errors.ts";
import { redirectProblem } from "./redirects.ts";

export interface OauthClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** Host of its document; null: it registered. */
  host: string | null;
}

const maxClientId = 2500;
const maxName = 100;
const maxRedirectUris = 10;
/** Characters of all redirect URIs of a registration. */
const maxRedirectText = 1200;

/** A client's name as it is shown: one line, without characters that change how the rest reads. */
function nameOf(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const name = given
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? null : [...name].slice(0, maxName).join("");
}

/** @throws OauthError invalid_redirect_uri, invalid_client_metadata */
function readMetadata(given: unknown): { name: string | null; redirectUris: string[] } {
  if (given === null || typeof given !== "object" || Array.isArray(given))
    throw new OauthError("invalid_client_metadata", "Client metadata is a JSON object.");
  const metadata = given as Record<string, unknown>;
  const uris = metadata.redirect_uris;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris)
    throw new OauthError(
      "invalid_redirect_uri",
      `redirect_uris must be a list of 1 to ${maxRedirectUris} URLs.`,
    );
  for (const uri of uris) {
    const problem = typeof uri === "string" ? redirectProblem(uri) : "A redirect URI is a text.";
    if (problem !== null) throw new OauthError("invalid_redirect_uri", problem);
  }
  if (uris.join("").length > maxRedirectText)
    throw new OauthError(
      "invalid_redirect_uri",
      `redirect_uris have more than ${maxRedirectText} characters.`,
    );
  checkList(metadata, "grant_types", "authorization_code");
  checkList(metadata, "response_types", "code");
  return { name: nameOf(metadata.client_name), redirectUris: uris as string[] };
}

/** @throws OauthError invalid_client_metadata unless the list is left out or has the value */
function checkList(metadata: Record<string, unknown>, name: string, value: string): void {
  const list = metadata[name];
  if (list === undefined || (Array.isArray(list) && list.includes(value))) return;
  throw new OauthError("invalid_client_metadata", `${name} must hold ${value}.`);
}

/**
 * Registers a client.
 * @returns the answer of RFC 7591 3.2.1: every client is public, whatever it asked for
 * @throws OauthError
 */
export function register(secret: Uint8Array, clock: Clock, given: unknown): Record<string, unknown> {
  const { name, redirectUris } = readMetadata(given);
  const issuedAt = Math.floor(clock.now() / 1000);
  const payload = Buffer.from(JSON.stringify([name, redirectUris, randomBase62(12)])).toString("base64url");
  return {
    client_id: `${payload}.${signatureOf(secret, payload)}`,
    client_id_issued_at: issuedAt,
    ...(name === null ? {} : { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

function signatureOf(secret: Uint8Array, payload: string): string {
  return hmacSha256(secret, `client ${payload}`).toString("base64url");
}

/** @returns null: we did not give this id out */
function readRegistration(secret: Uint8Array, id: string): OauthClient | null {
  const [payload = "", signature = ""] = id.split(".", 2);
  if (!constantTimeEqual(signature, signatureOf(secret, payload))) return null;
  const [name, redirectUris] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [
    string | null,
    string[],
  ];
  return { id, name: name ?? "A program without a name", redirectUris, host: null };
}

/** The draft, 8.7, recommends at least 5 kB. */
const maxDocumentBytes = 10 * 1024;
const documentTimeoutMs = 5_000;
const maxDocuments = 500;
const [minKeptSeconds, keptSeconds, maxKeptSeconds] = [60, 3600, 86_400];

interface CachedClient {
  client: OauthClient;
  until: number;
}

/** Finds clients by their ids; documents are kept as long as their servers allow. */
export class Clients {
  readonly #secret: Uint8Array;
  readonly #clock: Clock;
  readonly #get: GetOptions;
  readonly #kept = new Map<string, CachedClient>();
  readonly #asked = new Map<string, Promise<OauthClient>>();

  constructor({ secret, clock, get }: { secret: Uint8Array; clock: Clock; get: GetOptions }) {
    this.#secret = secret;
    this.#clock = clock;
    this.#get = get;
  }

  /**
   * @param mayFetch asked before a document is fetched; throws where that is too often
   * @throws OauthError invalid_client
   */
  async find(id: string, mayFetch: () => void): Promise<OauthClient> {
    if (id.length > maxClientId) throw new OauthError("invalid_client", "client_id is too long.");
    if (!id.startsWith("https://")) {
      const registered = readRegistration(this.#secret, id);
      if (registered) return registered;
      throw new OauthError(
        "invalid_client",
        "This client_id was not given out here. Register again, or use the URL of a client metadata document.",
      );
    }
    const kept = this.#kept.get(id);
    if (kept && kept.until > this.#clock.now()) return kept.client;
    const asked = this.#asked.get(id);
    if (asked) return asked;
    mayFetch();
    const asking = this.#fetch(id).finally(() => this.#asked.delete(id));
    this.#asked.set(id, asking);
    return asking;
  }

  async #fetch(id: string): Promise<OauthClient> {
    checkDocumentUrl(id);
    const got = await getUrl(
      { url: id, accept: "application/json", timeoutMs: documentTimeoutMs, maxBytes: maxDocumentBytes },
      this.#get,
    ).catch((error: unknown) => {
      throw documentRefused(`could not be fetched: ${messageOf(error)}`);
    });
    const client = readDocument(id, got);
    // Errors are not kept. The draft, 5.2
    const seconds = keptFor(got.headers["cache-control"]);
    this.#kept.delete(id);
    dropOldest(this.#kept, maxDocuments - 1);
    this.#kept.set(id, { client, until: this.#clock.now() + seconds * 1000 });
    return client;
  }
}

function documentRefused(why: string): OauthError {
  return new OauthError("invalid_client", `The client metadata document ${why}`.replaceAll(/["\\]/g, "'"));
}

/** The draft, 3. @throws OauthError invalid_client */
function checkDocumentUrl(id: string): void {
  const url = parseUrl(id);
  const path = id.replace(/^https:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "");
  const isDotted = path.split("/").some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (
    !url ||
    url.pathname === "/" ||
    url.username !== "" ||
    url.password !== "" ||
    id.includes("#") ||
    isDotted
  )
    throw documentRefused("must be at an https URL with a path, without user name, fragment and dots.");
}

/** The draft, 4 and 5. @throws OauthError invalid_client */
function readDocument(id: string, { status, headers, body }: Got): OauthClient {
  if (status !== 200) throw documentRefused(`was answered with ${status}; it must be 200.`);
  const type = (headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type))
    throw documentRefused("is not JSON by its Content-Type.");
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as Record<string, unknown>;
  } catch {
    throw documentRefused("is not JSON.");
  }
  const { name, redirectUris } = readMetadata(document);
  if (document.client_id !== id) throw documentRefused("has another client_id than its URL.");
  if ("client_secret" in document || "client_secret_expires_at" in document)
    throw documentRefused("must not hold a client_secret.");
  const method = document.token_endpoint_auth_method ?? "none";
  if (method !== "none")
    throw documentRefused(
      "asks for client authentication; only token_endpoint_auth_method none is known here.",
    );
  const host = new URL(id).host;
  return { id, name: name ?? host, redirectUris, host };
}

/** RFC 9111 5.2.2, within bounds of our own. */
function keptFor(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? "").toLowerCase();
  if (/\bno-(store|cache)\b/.test(directives)) return minKeptSeconds;
  const age = /\bmax-age="?(\d{1,9})/.exec(directives)?.[1];
  if (age === undefined) return keptSeconds;
  return Math.min(maxKeptSeconds, Math.max(minKeptSeconds, Number(age)));
}
