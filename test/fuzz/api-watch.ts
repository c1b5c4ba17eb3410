// What must hold of every answer to a made-up request: it is documented, no 5xx, comes in time, and tells nothing of the
// account that the requests must not reach.
import type { Contract } from "../support/app/contract.ts";
import type { Request_ } from "./api-requests.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export class Watch {
  /** Requests and what was wrong with their answers. */
  readonly violations: string[] = [];
  readonly #done = new Map<string, Map<number, number>>();

  /**
   * @param secrets texts and ids that no answer may hold, unless the request named them itself
   * @param slowMs an answer that takes longer hangs
   */
  constructor(
    readonly contract: Contract,
    readonly secrets: ReadonlySet<string>,
    readonly slowMs: number,
  ) {}

  judge(request: Request_, { status, headers, text }: Answer, tookMs: number): void {
    const statuses = this.#done.get(request.call.name) ?? new Map<number, number>();
    this.#done.set(request.call.name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    const { method, path } = request;
    const found = this.contract.violations({ method, path, status, headers, text });
    if (status >= 500) found.push(`${status} ${text}`);
    if (tookMs > this.slowMs) found.push(`it took ${Math.round(tookMs)} ms`);
    const told = [...this.secrets].filter((secret) => text.includes(secret));
    const asked = told.length > 0 ? askedFor(request) : "";
    for (const secret of told.filter((one) => !asked.includes(one)))
      found.push(`it tells ${secret}: ${text.slice(0, 500)}`);
    if (found.length > 0) this.fail(request, found.join("; "));
  }

  fail(request: Request_, problem: string): void {
    this.violations.push(`${shown(request).slice(0, 1500)}: ${problem}`);
  }

  /** How often this call was answered with a success. */
  done(name: string): number {
    let count = 0;
    for (const [status, n] of this.#done.get(name) ?? []) if (status < 300) count += n;
    return count;
  }

  /** How often each call answered with which status. */
  summary(): string {
    const counts = (statuses: ReadonlyMap<number, number>) =>
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${n} × ${status}`)
        .join(", ");
    return [...this.#done]
      .sort()
      .map(([name, statuses]) => `${name}: ${counts(statuses)}`)
      .join("\n");
  }
}

function shown({ method, path, headers, body }: Request_): string {
  const written = body instanceof FormData ? JSON.stringify([...body.entries()]) : String(body ?? "");
  return `${method} ${path} ${JSON.stringify(headers)} ${written}`;
}

/** The request as text, its path decoded as far as it can be. */
function askedFor(request: Request_): string {
  const path = request.path.replace(/(?:%[0-9a-f]{2})+/gi, (coded) => {
    try {
      return decodeURIComponent(coded);
    } catch {
      return "";
    }
  });
  return `${path} ${shown(request)}`;
}
