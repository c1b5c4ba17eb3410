// A DNS cache for the questions that every mail asks: keeps answers for their TTL and failures for half a minute, joins equal
// questions, and skips a server that does not answer for half a minute. RFC 2308
import type { DecodedPacket } from "dns-packet";
import type { Clock } from "../clock.ts";
import { askServer, isName, joinedText, type RecordType, rcodeOf, rcodes } from "./query.ts";

export interface MxAnswer {
  exchange: string;
  priority: number;
}

/** A record in the form of node:dns, TXT as the list of its strings (here always one). */
export type DnsAnswer = string | string[] | MxAnswer;

/** ENOTFOUND: no such name; ENODATA: no record of that type; EBADNAME: not a name; else: no answer. */
export class DnsError extends Error {
  constructor(
    readonly code: "ENOTFOUND" | "ENODATA" | "EBADNAME" | "ESERVFAIL" | "ETIMEOUT",
    question: string,
  ) {
    super(`${code} ${question}`);
  }
}

/** @throws DnsError also when there is no such record: mailauth expects that */
export type Resolve = (name: string, type: RecordType) => Promise<DnsAnswer[]>;

type DnsOutcome = { records: DnsAnswer[] } | { code: DnsError["code"] };

interface DnsCacheEntry {
  outcome: Promise<DnsOutcome>;
  /** When the entry expires, in milliseconds. */
  until: number;
}

const maxEntries = 5000;
/** Larger answers are not cached. */
const maxBytes = 8192;
const failureMs = 30_000;
const deadMs = 30_000;
const seconds = { least: 5, most: 3600, none: 60, mostNone: 900 };
/** Timeouts of the first and the last try at each server. */
const waitsMs = [800, 1600];
const probeMs = 1000;
const maxAtOnce = 200;

export class DnsCache {
  readonly #entries = new Map<string, DnsCacheEntry>();
  readonly #dead = new Map<string, number>();
  readonly #probing = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param servers asked in turn; `address` or `address:port` */
  constructor(
    private readonly servers: () => readonly string[],
    private readonly clock: Clock,
  ) {}

  readonly resolve: Resolve = async (name, type) => {
    const host = (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
    const question = `${type} ${host}`;
    if (!isName(host)) throw new DnsError("EBADNAME", question);
    const outcome = await this.#look(question, { name: host, type });
    if ("code" in outcome) throw new DnsError(outcome.code, question);
    return outcome.records.slice();
  };

  #look(key: string, question: { name: string; type: RecordType }): Promise<DnsOutcome> {
    const known = this.#entries.get(key);
    if (known && known.until > this.clock.now()) return known.outcome;
    this.#entries.delete(key);
    const entry: DnsCacheEntry = {
      until: Number.POSITIVE_INFINITY,
      outcome: this.#ask(question).then(({ outcome, keptMs }) => {
        entry.until = this.clock.now() + keptMs;
        return outcome;
      }),
    };
    const oldest = this.#entries.size >= maxEntries ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, entry);
    return entry.outcome;
  }

  async #ask(question: { name: string; type: RecordType }): Promise<{ outcome: DnsOutcome; keptMs: number }> {
    if (this.#running >= maxAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
    try {
      return await this.#askAll(question);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #askAll(question: {
    name: string;
    type: RecordType;
  }): Promise<{ outcome: DnsOutcome; keptMs: number }> {
    let code: DnsError["code"] = "ETIMEOUT";
    for (const wait of waitsMs) {
      for (const server of this.#alive()) {
        try {
          const packet = await askServer(server, question, wait);
          const read = readAnswer(packet, question.type);
          if (read) return read;
          code = "ESERVFAIL";
        } catch (error) {
          this.#suspect(server, error);
        }
      }
      // A second try would get the same answer.
      if (code === "ESERVFAIL") break;
    }
    return { outcome: { code }, keptMs: failureMs };
  }

  #alive(): string[] {
    const now = this.clock.now();
    return this.servers().filter((server) => (this.#dead.get(server) ?? 0) <= now);
  }

  /** A server that is slow for one name may be up: asks it a question that it can answer itself. */
  #suspect(server: string, error: unknown): void {
    if ((error as { code?: string }).code !== undefined) this.#leave(server);
    else if (!this.#probing.has(server)) {
      this.#probing.add(server);
      askServer(server, { name: ".", type: "NS" }, probeMs)
        .catch(() => this.#leave(server))
        .finally(() => this.#probing.delete(server));
    }
  }

  #leave(server: string): void {
    this.#dead.set(server, this.clock.now() + deadMs);
  }
}

/** Null: the server refuses or fails. */
function readAnswer(packet: DecodedPacket, type: RecordType): { outcome: DnsOutcome; keptMs: number } | null {
  const rcode = rcodeOf(packet);
  if (rcode !== rcodes.noError && rcode !== rcodes.noSuchName) return null;
  const answers = packet.answers ?? [];
  const records = answers.flatMap((answer): DnsAnswer[] => {
    if (answer.type !== type) return [];
    switch (answer.type) {
      case "TXT":
        return [[joinedText(answer.data)]];
      case "MX":
        return [{ exchange: answer.data.exchange, priority: answer.data.preference ?? 0 }];
      case "A":
      case "AAAA":
      case "CNAME":
      case "NS":
      case "PTR":
        return [answer.data];
      default:
        return [];
    }
  });
  if (records.length > 0) {
    const ttl = Math.min(...answers.map((answer) => ("ttl" in answer ? (answer.ttl ?? 0) : 0)));
    const kept = JSON.stringify(records).length > maxBytes ? 0 : clamp(ttl, seconds.least, seconds.most);
    return { outcome: { records }, keptMs: kept * 1000 };
  }
  const code = rcode === rcodes.noSuchName ? "ENOTFOUND" : "ENODATA";
  return { outcome: { code }, keptMs: clamp(negativeTtl(packet), seconds.least, seconds.mostNone) * 1000 };
}

/** RFC 2308 5 */
function negativeTtl(packet: DecodedPacket): number {
  for (const record of packet.authorities ?? []) {
    if (record.type === "SOA")
      return Math.min(record.ttl ?? seconds.none, record.data.minimum ?? seconds.none);
  }
  return seconds.none;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
