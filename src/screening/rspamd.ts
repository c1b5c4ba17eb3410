// The spam scanner rspamd over HTTP: asks it about a mail, and teaches it what a person says of one. It never costs a mail:
// when it is down, slow or talks nonsense the mail goes on unscanned. https://docs.rspamd.com/developers/protocol
import type { Clock } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import type { SpamReport } from "../mail/authentication.ts";
import type { Client } from "./authenticate.ts";

export interface RspamdDeps {
  /** Its scanner, such as `http://127.0.0.1:11333`. */
  url: string;
  /** Its controller, where it learns. */
  controllerUrl: string;
  /** Of the controller. */
  password: string | null;
  log: Log;
  clock: Clock;
  /** Milliseconds for an answer; 5000. */
  timeoutMs?: number;
}

export type Scan = Omit<SpamReport, "checked_at"> & { isSpam: boolean };

const maxAtOnce = 32;
const maxSymbols = 100;
const logEveryMs = 60_000;
/** What it would have done with the mail that means: into the spam folder. */
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
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: RspamdDeps) {
    this.#deps = deps;
  }

  /** Never rejects. */
  async scan(raw: Uint8Array, client: Client, recipients: readonly string[]): Promise<Scan> {
    const { url, timeoutMs = 5000 } = this.#deps;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      if (!(await this.#turn(signal))) throw new Error("too many mails wait for it");
      try {
        const response = await fetch(new URL("/checkv2", url), {
          method: "POST",
          body: raw as Uint8Array<ArrayBuffer>,
          headers: headersOf(client, recipients),
          signal,
        });
        if (!response.ok) throw new Error(`it answers ${response.status}`);
        return readScan(await response.json());
      } finally {
        this.#running--;
        this.#waiting.shift()?.();
      }
    } catch (error) {
      this.#complain(error);
      return unscanned;
    }
  }

  /** Tells it what a mail is. What it has learned already counts as learned. @throws Error */
  async learn(raw: Uint8Array, kind: "spam" | "ham"): Promise<void> {
    const { controllerUrl, password, timeoutMs = 5000 } = this.#deps;
    const response = await fetch(new URL(`/learn${kind}`, controllerUrl), {
      method: "POST",
      body: raw as Uint8Array<ArrayBuffer>,
      headers: password === null ? {} : { password },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // 208: learned before; 204: too few words to learn from.
    if (!response.ok) {
      const text = (await response.text()).slice(0, 300);
      if (response.status !== 404 || !/already|learned/i.test(text)) {
        throw new Error(`it answers ${response.status} ${text}`);
      }
    }
  }

  /** @returns false when the time was over first */
  async #turn(signal: AbortSignal): Promise<boolean> {
    if (this.#running >= maxAtOnce) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const mine = () => resolve(true);
      this.#waiting.push(mine);
      signal.addEventListener("abort", () => resolve(false), { once: true });
      if (!(await promise)) {
        const at = this.#waiting.indexOf(mine);
        if (at >= 0) this.#waiting.splice(at, 1);
        // It was called on at the same moment: the next one is.
        else this.#waiting.shift()?.();
        return false;
      }
    }
    this.#running++;
    return true;
  }

  #complain(error: unknown): void {
    const now = this.#deps.clock.now();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#loggedAt = now;
    this.#deps.log.warn("the spam scanner does not answer; mail goes on unscanned", {
      error: messageOf(error),
    });
  }
}

function headersOf({ ip, helo, from }: Client, recipients: readonly string[]): Headers {
  const headers = new Headers();
  const put = (name: string, value: string) => {
    // Addresses may have any characters, header fields of HTTP may not.
    if (/^[\x20-\x7e]+$/.test(value)) headers.append(name, value);
  };
  put("IP", ip);
  put("Helo", helo);
  put("From", from);
  put("Rcpt", recipients.slice(0, 100).join(", "));
  return headers;
}

/** @throws Error when it is no answer of rspamd */
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
