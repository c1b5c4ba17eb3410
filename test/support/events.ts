// Event lists for tests: they show what is committed a moment later, while any transaction of the server is under way.
import { eventually, type SuiteApp } from "./app.ts";

/** Resolves once every committed event is below the oldest running transaction, as the events list asks. */
export async function eventsShown({ app }: Pick<SuiteApp, "app">): Promise<void> {
  await eventually(async () => {
    const [row] = await app.core.database.values(
      "select not exists (select from events where xid >= pg_snapshot_xmin(pg_current_snapshot()))",
    );
    return row?.[0] as boolean;
  });
}
