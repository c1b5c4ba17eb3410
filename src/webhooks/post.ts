// One HTTP attempt of one delivery. The address that was checked is the one that is used, without a second resolution;
// redirects are not followed; time and bytes are bounded; the status decides, never the body. Uses node:http(s), since fetch
// does not accept a `lookup` function.
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { dns } from "bun";
import type { Clock } from "../lib/clock.ts";
import { Failure, messageOf } from "../lib/failure.ts";
import type { Network } from "../lib/networks.ts";
import { peerMessage } from "../lib/peer-trouble.ts";
import { bareHost, isAllowedAddress, parseWebhookUrl } from "./guard.ts";

export type PostOutcome =
  | {
      readonly kind: "response";
      readonly status: number;
      /** The first kilobyte, NUL removed. */
      readonly body: string;
      /** From `Retry-After`, never negative; null when absent or invalid. */
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: "error"; readonly error: string };

export interface PostCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Aborts the attempt, e.g. at shutdown. */
  readonly signal?: AbortSignal;
}

export interface PosterOptions {
  readonly clock: Clock;
  readonly allowed: readonly Network[];
  /** Resolves a name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Milliseconds for the whole attempt; 15,000 by default. DECISIONS Events */
  readonly timeoutMs?: number;
  readonly userAgent?: string;
  /** Additional certificate authorities, PEM. */
  readonly ca?: string;
}

export interface Poster {
  post(call: PostCall): Promise<PostOutcome>;
  close(): void;
}

const maxResponseBytes = 64 * 1024;
const maxKeptBytes = 1024;
const agentOptions = {
  keepAlive: true,
  maxSockets: 256,
  maxTotalSockets: 1024,
  maxFreeSockets: 8,
  timeout: 20_000,
};

/** Creates a poster with its own pool of persistent connections. */
export function createPoster(options: PosterOptions): Poster {
  const agents = {
    "http:": new http.Agent(agentOptions),
    "https:": new https.Agent(agentOptions),
  };
  return {
    post: (call) => post(call, options, agents),
    close() {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

interface Agents {
  "http:": http.Agent;
  "https:": https.Agent;
}

async function post(call: PostCall, options: PosterOptions, agents: Agents): Promise<PostOutcome> {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const timer = AbortSignal.timeout(timeoutMs);
  const signal = call.signal ? AbortSignal.any([timer, call.signal]) : timer;
  let reused = { socket: false };
  const once = () => attempt(call, options, { agents, signal, reused });
  try {
    return await once().catch((error: unknown) => {
      // The receiver closed the persistent connection before it saw this request.
      if (!reused.socket || signal.aborted || !isConnectionReset(error)) throw error;
      reused = { socket: false };
      return once();
    });
  } catch (error) {
    if (timer.aborted) return { kind: "error", error: `No answer within ${timeoutMs / 1000} seconds.` };
    if (call.signal?.aborted) return { kind: "error", error: "The attempt was cut short by a shutdown." };
    return { kind: "error", error: errorText(error) };
  }
}

interface AttemptContext {
  readonly agents: Agents;
  readonly signal: AbortSignal;
  readonly reused: { socket: boolean };
}

function attempt(call: PostCall, options: PosterOptions, context: AttemptContext): Promise<PostOutcome> {
  return new Promise((resolve, reject) => {
    const url = parseWebhookUrl(call.url);
    const host = bareHost(url);
    // `lookup` is not called for a literal address.
    if (isIP(host)) requireAllowed(host, options.allowed);
    const secure = url.protocol === "https:";
    const request = (secure ? https : http).request({
      agent: context.agents[secure ? "https:" : "http:"],
      host,
      port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      method: "POST",
      headers: {
        ...call.headers,
        host: url.host,
        "user-agent": options.userAgent ?? "Postroom",
        "accept-encoding": "identity",
        "content-length": String(Buffer.byteLength(call.body)),
      },
      lookup: guardedLookup(options),
      signal: context.signal,
      ...(secure ? { servername: isIP(host) ? "" : host, rejectUnauthorized: true, ca: options.ca } : {}),
    });
    request.on("socket", (socket) => {
      context.reused.socket = request.reusedSocket;
      const check = () => {
        const address = socket.remoteAddress;
        if (address !== undefined && !isAllowedAddress(address, options.allowed))
          request.destroy(refused(address));
      };
      if (socket.connecting) socket.once("connect", check);
      else check();
    });
    let answered: (() => void) | null = null;
    request.on("response", (response) => {
      answered = readResponse(response, options.clock, resolve);
    });
    // Once the receiver has answered, its status counts, even if its body breaks off.
    request.on("error", (error) => (answered ? answered() : reject(error)));
    request.end(call.body);
  });
}

/** Resolves a name to the addresses that may be connected to; fails when there is none. */
export function guardedLookup(options: Pick<PosterOptions, "allowed" | "resolve">): LookupFunction {
  const resolve = options.resolve ?? systemAddresses;
  return (host, lookupOptions, callback) => {
    resolve(host).then(
      (addresses) => {
        const usable = addresses.filter((address) => isAllowedAddress(address, options.allowed));
        const first = usable[0];
        if (first === undefined) {
          const error =
            addresses[0] === undefined ? new Error(`${host} has no address.`) : refused(addresses[0]);
          callback(error, "", 0);
        } else if (lookupOptions.all) {
          callback(
            null,
            usable.map((address) => ({ address, family: isIP(address) })),
          );
        } else callback(null, first, isIP(first));
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, "", 0),
    );
  };
}

/** Uses c-ares: getaddrinfo has few threads, which names with silent servers would block. */
async function systemAddresses(host: string): Promise<string[]> {
  return (await dns.lookup(host, { backend: "c-ares" })).map((entry) => entry.address);
}

/** @throws Error for an address of a private or reserved network */
export function requireAllowed(address: string, allowed: readonly Network[]): void {
  if (!isAllowedAddress(address, allowed)) throw refused(address);
}

function refused(address: string): Error {
  return new Error(`${address} is a private or reserved address, which URLs of others may not reach.`);
}

function readResponse(
  response: http.IncomingMessage,
  clock: Clock,
  resolve: (outcome: PostOutcome) => void,
): () => void {
  const kept: Buffer[] = [];
  let keptLength = 0;
  let length = 0;
  const finish = () => {
    resolve({
      kind: "response",
      status: response.statusCode ?? 0,
      body: new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll("\u0000", ""),
      retryAfterSeconds: retryAfterSeconds(response.headers["retry-after"], clock.now()),
    });
  };
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (keptLength < maxKeptBytes) {
      const piece = chunk.subarray(0, maxKeptBytes - keptLength);
      kept.push(piece);
      keptLength += piece.length;
    }
    if (length > maxResponseBytes) {
      finish();
      response.destroy();
    }
  });
  response.on("end", finish);
  response.on("error", finish);
  response.on("close", finish);
  return finish;
}

/** `Retry-After` in seconds from now. RFC 9110 10.2.3 */
export function retryAfterSeconds(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

function isConnectionReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function errorText(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  const said = peerMessage(error, `${code}${messageOf(error)}`);
  return said.replaceAll("\u0000", "").slice(0, 500);
}
