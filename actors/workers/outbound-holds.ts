// Claims of recipients that may not go now are given back until a time: those of the same moment in one statement.

import type { Executor } from "../../src/store/database/database.ts";
import { type Hold, holdOutbound, type OutboundRow } from "../../src/store/sending/outbound.ts";

interface WaitReason extends Pick<Hold, "until" | "heldBy"> {
  /** Null: what was said before stays. */
  why: string | null;
  rampDay?: string;
}

export class OutboundHolds {
  readonly #deps: { database: Executor; poke: () => void };
  #holds: Hold[] = [];
  #writing: Promise<void> | null = null;

  /** @param deps.poke called when recipients wait: they may come due earlier than workers know */
  constructor(deps: { database: Executor; poke: () => void }) {
    this.#deps = deps;
  }

  /** Resolves when it is written. */
  add(rows: readonly OutboundRow[], { until, heldBy, why, rampDay }: WaitReason): Promise<void> {
    const response = why === null ? null : `Waits until ${until}: ${why}`.slice(0, 500);
    for (const row of rows)
      this.#holds.push({ row, until, heldBy, response, rampDay: rampDay ?? row.rampDay });
    this.#writing ??= Promise.resolve().then(async () => {
      const holds = this.#holds;
      this.#holds = [];
      this.#writing = null;
      await holdOutbound(this.#deps.database, holds);
      if (holds.some((hold) => hold.until !== null)) this.#deps.poke();
    });
    return this.#writing;
  }
}
