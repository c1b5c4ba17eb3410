// A client of the spam scanner rspamd: scans mails, and trains it with what people file as spam. It never loses a mail: when
// rspamd is down, slow or answers nonsense, the mail is accepted unscanned. https://docs.rspamd.com/developers/protocol
import { request } from "node:http";
import { request as requestTls } from "node:https";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { RareWarning } from "../lib/rare-warning.ts";
import type { SpamReport } from "../mail/trust/authentication.ts";
import type { Client } from "./authenticate.ts";

export interface RspamdDeps {
  /** URL of its scanner, such as `http://127.0.0.1:11333`. */
  url: string;
  /** URL of its controller, which learns. */
  controllerUrl: string;
  /** Password of the controller. */
  password: string | null;
  log: Log;
  clock: Clock;
  /** Milliseconds for an answer; 5000 by default. */
  timeoutMs?: number;
}

export type Scan = Omit<SpamReport, "checked_at"> & { isSpam: boolean };

const maxAtOnce = 32;
const maxSymbols = 100;
/** Actions of rspamd that put a mail into the spam folder. */
const spamActions = new Set(["reject", "add header", "rewrite subject", "quarantine", "discard"]);

const unscanned: Scan = {
  status: "unscanned",
  scanner: "rspamd",
  score: 0,
  threshold: null,
  action: null,
  symbols: [],
  isSpam: false,
};

export class Rspamd {
  readonly #deps: RspamdDeps;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  readonly #warning: RareWarning;

  constructor(deps: RspamdDeps) {
    this.#deps = deps;
    const { log, clock } = deps;
    const message = "the spam scanner does not answer; mail goes on unscanned";
    this.#warning = new RareWarning(log, message, () => clock.now());
  }

  /** Never rejects. */
  async scan(raw: Uint8Array, client: Client, recipients: readonly string[]): Promise<Scan> {
    const { url, timeoutMs = 5000 } = this.#deps;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      if (!(await this.#slot(signal))) throw new Error("too many mails wait for it");
      try {
        const { status, text } = await post(new URL("/checkv2", url), raw, {
          headers: headersOf(client, recipients),
          signal,
        });
        if (status !== 200) throw new Error(`it answers ${status}`);
        return readScan(JSON.parse(text));
      } finally {
        this.#running--;
        this.#waiting.shift()?.();
      }
    } catch (error) {
      this.#warning.write(error);
      return unscanned;
    }
  }

  /** Trains it with a mail; one that it has already learned is no error. @throws Error */
  async learn(raw: Uint8Array, kind: "spam" | "ham"): Promise<void> {
    const { controllerUrl, password, timeoutMs = 5000 } = this.#deps;
    const { status, text } = await post(new URL(`/learn${kind}`, controllerUrl), raw, {
      headers: password === null ? {} : { password },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // rspamd answers 2xx also for a mail with too few words, and 404 for a mail that it has learned.
    const known = status === 404 && /already/i.test(text);
    if (!known && (status < 200 || status > 299))
      throw new Error(`it answers ${status} ${text.slice(0, 300)}`);
  }

  /** Waits for one of 32 slots. @returns false when `signal` was aborted first */
  async #slot(signal: AbortSignal): Promise<boolean> {
    if (this.#running >= maxAtOnce) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const mine = () => resolve(true);
      this.#waiting.push(mine);
      signal.addEventListener("abort", () => resolve(false), { once: true });
      if (!(await promise)) {
        const at = this.#waiting.indexOf(mine);
        if (at >= 0) this.#waiting.splice(at, 1);
        // The slot was assigned in the same moment: it goes to the next.
        else this.#waiting.shift()?.();
        return false;
      }
    }
    this.#running++;
    return true;
  }
}

const maxAnswer = 1024 * 1024;

/** Uses node:http, since fetch would go through a proxy of the environment. */
async function post(
  url: URL,
  body: Uint8Array,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const send = url.protocol === "https:" ? requestTls : request;
  const asked = send(url, { method: "POST", headers: { ...headers, "content-length": body.length }, signal });
  asked.on("error", reject);
  asked.on("response", (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on("error", reject);
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxAnswer) asked.destroy(new Error("its answer is too long"));
      else chunks.push(chunk);
    });
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
    );
  });
  signal.addEventListener("abort", () => reject(new Error("it does not answer in time")), { once: true });
  asked.end(body);
  return promise;
}

function headersOf({ ip, helo, from }: Client, recipients: readonly string[]): Record<string, string> {
  const headers = { IP: ip, Helo: helo, From: from, Rcpt: recipients.slice(0, 100).join(", ") };
  // Addresses may hold characters that HTTP header fields may not.
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\x20-\x7e]+$/.test(value)));
}

/** @throws Error when rspamd's answer has no score or action */
function readScan(answer: unknown): Scan {
  const { score, required_score, action, symbols } = answer as Record<string, unknown>;
  if (typeof score !== "number" || typeof action !== "string") throw new Error("it gives no score");
  const named = Object.values((symbols ?? {}) as Record<string, { name?: unknown; score?: unknown }>);
  return {
    status: "scanned",
    scanner: "rspamd",
    score,
    threshold: typeof required_score === "number" ? required_score : null,
    action: action.slice(0, 40),
    symbols: named
      .slice(0, maxSymbols)
      .flatMap(({ name, score: points }) =>
        typeof name === "string" && typeof points === "number"
          ? [{ name: name.slice(0, 100), score: points }]
          : [],
      ),
    isSpam: spamActions.has(action),
  };
}
