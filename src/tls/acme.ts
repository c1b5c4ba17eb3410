// An ACME client, RFC 8555: an account, an order for one host, a challenge, the certificate. Every request is signed (RFC 7515)
// with the account's key, ECDSA P-256; a nonce that the authority rejects is replaced.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { must } from "../lib/must.ts";
import type { ChallengeKind } from "../store/domains/certificates.ts";

export interface AcmeOptions {
  directoryUrl: string;
  /** The CA of the authority's own certificate, PEM; null: those that the system trusts. */
  ca: string | null;
  email: string;
  /** PEM. */
  accountKey: string;
  /** Aborts all requests. */
  signal: AbortSignal;
}

export interface Challenge {
  kind: ChallengeKind;
  host: string;
  token: string;
  keyAuthorization: string;
}

/** Answers challenges, which prove control of a host. */
export interface Solver {
  /** In order of preference. */
  kinds: readonly ChallengeKind[];
  /** Resolves when every process answers the challenge. */
  show(challenge: Challenge): Promise<void>;
  hide(challenge: Challenge): Promise<void>;
}

/** A refusal by the authority, with its message. */
export class AcmeRefusal extends Error {
  override readonly name = "AcmeRefusal";
  constructor(
    readonly type: string,
    message: string,
    /** Seconds from Retry-After; null without it. */
    readonly retryAfter: number | null,
    /** The authority's server failed: nothing was decided. */
    readonly isAway = false,
  ) {
    super(message);
  }
}

interface Directory {
  newNonce: string;
  newAccount: string;
  newOrder: string;
}

interface Problem {
  type?: string;
  detail?: string;
}

interface AcmeOrder {
  status: "pending" | "ready" | "processing" | "valid" | "invalid";
  authorizations: string[];
  finalize: string;
  certificate?: string;
  error?: Problem;
}

interface Authorization {
  status: "pending" | "valid" | "invalid" | "deactivated" | "expired" | "revoked";
  challenges: { type: string; url: string; token: string; error?: Problem }[];
}

interface AcmeAnswer<T> {
  body: T;
  headers: Headers;
}

const requestMs = 30_000;
const maxAnswerBytes = 1024 * 1024;
const maxNonceTries = 10;
/** How long the authority may take for a challenge or an order. */
const maxWaitMs = 120_000;

/** A key for a new account, PEM. */
export function newAccountKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }) as string;
}

export class AcmeClient {
  readonly #options: AcmeOptions;
  readonly #key: KeyObject;
  readonly #jwk: Record<string, unknown>;
  #directory: Directory | null = null;
  #account: string | null = null;
  #nonce: string | null = null;

  constructor(options: AcmeOptions) {
    this.#options = options;
    this.#key = createPrivateKey(options.accountKey);
    const { crv, kty, x, y } = createPublicKey(this.#key).export({ format: "jwk" });
    // Members in the order of the thumbprint. RFC 7638 3.2
    this.#jwk = { crv, kty, x, y };
  }

  /**
   * Orders a certificate, answers the challenge, and downloads the certificate.
   * @param csr DER
   * @returns the chain, PEM
   * @throws AcmeRefusal, or the error of a failed request
   */
  async certificate(host: string, csr: Uint8Array, solver: Solver): Promise<string> {
    const directory = await this.#open();
    const identifiers = [{ type: "dns", value: host }];
    const order = await this.#post<AcmeOrder>(directory.newOrder, { identifiers });
    const url = order.headers.get("location") ?? "";
    for (const authorization of order.body.authorizations) await this.#authorize(authorization, host, solver);
    await this.#until<AcmeOrder>(url, ({ status }) => status !== "pending");
    await this.#post(order.body.finalize, { csr: base64url(csr) });
    const { certificate } = await this.#until<AcmeOrder>(url, ({ status }) => status === "valid");
    if (certificate === undefined) throw new AcmeRefusal("", "The order has no certificate.", null);
    const { body } = await this.#post<string>(certificate, null);
    return body;
  }

  /** Creates the account, or finds it by its key (RFC 8555 7.3). Setting ACME_EMAIL agrees to the terms of service. */
  async #open(): Promise<Directory> {
    this.#directory ??= (await this.#fetch<Directory>(this.#options.directoryUrl, { method: "GET" })).body;
    if (this.#account === null) {
      const account = await this.#post(this.#directory.newAccount, {
        termsOfServiceAgreed: true,
        contact: [`mailto:${this.#options.email}`],
      });
      this.#account = account.headers.get("location");
    }
    return this.#directory;
  }

  async #authorize(url: string, host: string, solver: Solver): Promise<void> {
    const { body } = await this.#post<Authorization>(url, null);
    if (body.status === "valid") return;
    const offered = solver.kinds.flatMap((kind) => {
      const found = body.challenges.find(({ type }) => type === kind);
      return found ? [{ ...found, kind }] : [];
    });
    const [chosen] = offered;
    if (!chosen) {
      const kinds = body.challenges.map(({ type }) => type).join(", ");
      throw new AcmeRefusal(
        "",
        `The authority offers ${kinds || "no challenge"}, none of which can be met here.`,
        null,
      );
    }
    const thumbprint = base64url(createHash("sha256").update(JSON.stringify(this.#jwk)).digest());
    const { kind, token } = chosen;
    const challenge: Challenge = { kind, host, token, keyAuthorization: `${token}.${thumbprint}` };
    await solver.show(challenge);
    try {
      await this.#post(chosen.url, {});
      await this.#until<Authorization>(url, ({ status }) => status !== "pending");
    } finally {
      await solver.hide(challenge);
    }
  }

  /** Polls until `done`. @throws AcmeRefusal when the order or authorization has failed, or takes too long */
  async #until<T extends AcmeOrder | Authorization>(url: string, done: (body: T) => boolean): Promise<T> {
    for (let waited = 0, intervalMs = 250; ; intervalMs = Math.min(intervalMs * 2, 5000)) {
      const { body, headers } = await this.#post<T>(url, null);
      if (
        body.status !== "valid" &&
        body.status !== "ready" &&
        body.status !== "pending" &&
        body.status !== "processing"
      )
        throw failed(body);
      if (done(body)) return body;
      if (waited >= maxWaitMs) throw new AcmeRefusal("", "The authority takes too long.", null);
      const retryAfter = secondsOf(headers.get("retry-after"));
      const pauseMs = retryAfter === null ? intervalMs : Math.min(retryAfter * 1000, 15_000);
      await pause(pauseMs, this.#options.signal);
      waited += pauseMs;
    }
  }

  /** @param payload null: POST-as-GET. RFC 8555 6.3 */
  async #post<T>(url: string, payload: unknown): Promise<AcmeAnswer<T>> {
    for (let tries = 1; ; tries++) {
      const nonce = this.#nonce ?? (await this.#newNonce());
      this.#nonce = null;
      const body = this.#sign({ url, nonce }, payload === null ? "" : JSON.stringify(payload));
      try {
        return await this.#fetch<T>(url, {
          method: "POST",
          headers: { "content-type": "application/jose+json" },
          body,
        });
      } catch (error) {
        const stale = error instanceof AcmeRefusal && error.type === "urn:ietf:params:acme:error:badNonce";
        if (!stale || tries >= maxNonceTries) throw error;
      }
    }
  }

  #sign(header: { url: string; nonce: string }, payload: string): string {
    const who = this.#account === null ? { jwk: this.#jwk } : { kid: this.#account };
    const parts = {
      protected: base64url(JSON.stringify({ alg: "ES256", ...header, ...who })),
      payload: base64url(payload),
    };
    const signature = sign("sha256", Buffer.from(`${parts.protected}.${parts.payload}`), {
      key: this.#key,
      dsaEncoding: "ieee-p1363",
    });
    return JSON.stringify({ ...parts, signature: base64url(signature) });
  }

  async #newNonce(): Promise<string> {
    await this.#fetch(must(this.#directory, "the directory is read before a nonce is asked for").newNonce, {
      method: "HEAD",
    });
    const nonce = this.#nonce;
    if (nonce === null) throw new AcmeRefusal("", "The authority gives no nonce.", null);
    return nonce;
  }

  async #fetch<T>(url: string, init: RequestInit): Promise<AcmeAnswer<T>> {
    const { signal, ca } = this.#options;
    const response = await fetch(url, {
      ...init,
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
      ...(ca === null ? {} : { tls: { ca } }),
    });
    this.#nonce = response.headers.get("replay-nonce") ?? this.#nonce;
    const text = await boundedText(response);
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    if (!response.ok) {
      const { type, detail }: Problem = isJson ? JSON.parse(text) : {};
      throw new AcmeRefusal(
        type ?? "",
        detail ?? `The authority answered ${response.status}.`,
        secondsOf(response.headers.get("retry-after")),
        response.status >= 500,
      );
    }
    return { body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers };
  }
}

function failed(body: AcmeOrder | Authorization): AcmeRefusal {
  const problem =
    "challenges" in body ? body.challenges.find(({ error }) => error !== undefined)?.error : body.error;
  return new AcmeRefusal(problem?.type ?? "", problem?.detail ?? `The authority says: ${body.status}.`, null);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw new AcmeRefusal("", "The authority's answer is too long.", null);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([Bun.sleep(ms), promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Retry-After in seconds; null for dates and without the field. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

function base64url(data: string | Uint8Array): string {
  return Buffer.from(data as Uint8Array).toString("base64url");
}
