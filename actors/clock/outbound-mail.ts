// Queued recipients: claimed when due, grouped by message and destination, tried once, their outcome recorded in a turn
// of the sender's identity. The attempt and the next try's time are stored before the network is touched.

import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import { nextAttempt } from "../../src/outbound/backoff.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import type { Destination as Route, Transport } from "../../src/outbound/transport.ts";
import type { Routing } from "../../src/routing/resolve.ts";
import type { BlobStore } from "../../src/store/blobs.ts";
import type { Database } from "../../src/store/database.ts";
import { readRaw } from "../../src/store/messages.ts";
import { claimOutbound, type OutboundRow } from "../../src/store/outbound.ts";
import { outbound } from "../../src/store/tables/index.ts";
import { prepareMail, receiveMail } from "../identity/intake.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

export interface OutboundDeps {
  database: Database;
  actors: Actors;
  blobs: BlobStore;
  clock: Clock;
  routing: Routing;
  transport: Transport;
  /** null: by MX. */
  relayUrl: string | null;
}

/** Rows claimed in one round, and rows under way at most. */
const batch = 50;
const maxUnderWay = 200;

export class OutboundMail {
  readonly #deps: OutboundDeps;
  readonly #underWay = new Set<Promise<void>>();
  #rows = 0;

  constructor(deps: OutboundDeps) {
    this.#deps = deps;
  }

  /** One round; true when more is due. @param poke called when attempts end, as there may be room for more */
  async round(poke: () => void): Promise<boolean> {
    if (this.#rows >= maxUnderWay) return false;
    const rows = await claimOutbound(this.#deps.database, nowInstant(this.#deps.clock), batch);
    for (const group of Map.groupBy(rows, (row) => `${row.messageId} ${domainOf(row.recipient)}`).values()) {
      this.#rows += group.length;
      const attempt = this.#attempt(group).finally(() => {
        this.#rows -= group.length;
        this.#underWay.delete(attempt);
        poke();
      });
      this.#underWay.add(attempt);
    }
    return rows.length === batch;
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #attempt(group: OutboundRow[]): Promise<void> {
    const results = await this.#try(group);
    const { accountId, identityId } = group[0]!;
    const actor = this.#deps.actors.identity(accountId, identityId);
    await actor
      .run((turn) => recordOutcome(turn, group, results))
      .catch((error) => {
        // A deleted sender has nobody to tell.
        if (!(error instanceof Failure && error.code === "not_found")) throw error;
      });
  }

  async #try(group: OutboundRow[]): Promise<RecipientResult[]> {
    const { accountId, messageId, envelopeFrom, recipient } = group[0]!;
    try {
      const { database, routing, blobs, transport, relayUrl } = this.#deps;
      const raw = await readRaw(database, blobs, { scope: { accountId, identityIds: null }, id: messageId });
      if (!raw) return group.map((row) => own(row, "failed", "5.3.0 the message is gone"));
      const first = await routing.resolve(recipient);
      if (first.kind !== "foreign")
        return await Promise.all(group.map((row) => this.#deliverInside(row, raw)));
      const destination: Route = relayUrl
        ? { kind: "relay", url: relayUrl }
        : { kind: "mx", domain: domainOf(recipient) };
      const recipients = group.map((row) => row.recipient);
      return await transport.sendOnce({ from: envelopeFrom, recipients, raw, destination });
    } catch (error) {
      return group.map((row) => own(row, "deferred", `4.3.0 ${messageOf(error)}`));
    }
  }

  /** Mail to an address of this service: the same receive turn as mail from outside. */
  async #deliverInside(row: OutboundRow, raw: Uint8Array): Promise<RecipientResult> {
    const destination = await this.#deps.routing.resolve(row.recipient);
    if (destination.kind === "paused") return own(row, "deferred", "4.2.1 its webhook is disabled");
    if (destination.kind !== "identity" && destination.kind !== "webhook")
      return own(row, "failed", "5.1.1 no such address here");
    try {
      const mail = await prepareMail(this.#deps, raw, { from: row.envelopeFrom, isSpam: false });
      await receiveMail(this.#deps, mail, { ...destination, recipient: row.recipient });
      return own(row, "delivered", "2.1.5 stored");
    } catch (error) {
      if (error instanceof Failure && error.code === "identity_suspended")
        return own(row, "failed", "5.2.1 the address is not active");
      return own(row, "deferred", `4.3.0 ${messageOf(error)}`);
    }
  }
}

function own(row: OutboundRow, kind: RecipientResult["kind"], response: string): RecipientResult {
  const [enhanced] = response.split(" ");
  return {
    recipient: row.recipient,
    kind,
    code: null,
    enhanced: enhanced!,
    response,
    mx: null,
    tls: null,
    tlsFallback: null,
  };
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

/** Writes what became of each recipient, and tells. */
function recordOutcome(turn: Turn, group: OutboundRow[], results: RecipientResult[]): void {
  const now = turn.instant();
  for (const [index, row] of group.entries()) {
    const { kind, response } = results[index]!;
    const retryAt =
      kind === "deferred" ? nextAttempt(row.attempts, { since: row.createdAt, now }, Math.random()) : null;
    const status = kind === "delivered" ? "delivered" : retryAt ? "deferred" : "bounced";
    turn.update(outbound, {
      accountId: row.accountId,
      id: row.id,
      status,
      response,
      nextAttemptAt: retryAt,
      updatedAt: now,
    });
    const data = {
      message_id: row.messageId,
      identity_id: row.identityId,
      recipient: row.recipient,
      response,
    };
    turn.emit({ type: `message.${status}`, identityId: row.identityId, data });
  }
}
