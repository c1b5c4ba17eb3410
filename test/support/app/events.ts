// Events for tests. Lists show what is committed a moment later, while any transaction of the server is under way; what is
// written is held to what the OpenAPI document says of its kind.
import type { Database } from "../../../src/store/database/database.ts";
import { eventually } from "./app.ts";
import { type Contract, escaped } from "./contract.ts";

/** An event as webhooks are told it. */
export interface ToldEvent {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

/** What of an event is not as the document's webhook of its kind says; null: nothing. */
export function eventMisfit(contract: Contract, event: ToldEvent): string | null {
  if (!(event.type in contract.document.webhooks)) return `${event.type} is not in the document`;
  const pointer = `#/webhooks/${escaped(event.type)}/post/requestBody/content/application~1json/schema`;
  const misfit = contract.mismatch(pointer, event);
  return misfit && `${misfit} in ${JSON.stringify(event)}`;
}

/** Holds every event that was written from this transaction on to the document. */
export async function writtenMisfits(database: Database, contract: Contract, fromXid: string) {
  const rows = await database.rows<ToldEvent & { xid: string }>(
    "select xid, id, type, created_at, data from events where xid >= $1::xid8 order by xid",
    [fromXid],
  );
  const misfits = rows.flatMap(({ xid: _, ...event }) => eventMisfit(contract, event) ?? []);
  return { misfits, lastXid: rows.at(-1)?.xid ?? fromXid };
}

/** A transaction that could write events, until what is returned is called. */
export async function transactionHeld(database: Database): Promise<() => Promise<void>> {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.transaction(async (tx) => {
    await tx.values("select pg_current_xact_id()");
    begun.resolve();
    await over.promise;
  });
  held.catch(() => {});
  await begun.promise;
  return async () => {
    over.resolve();
    await held;
  };
}

/** Resolves once every committed event is below the oldest running transaction of the database, as the events list asks. */
export async function eventsShown(database: Database): Promise<void> {
  await eventually(async () => {
    const [row] = await database.values(
      "select not exists (select from events where xid >= event_horizon())",
    );
    return row?.[0] as boolean;
  });
}
