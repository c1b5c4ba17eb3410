// Notifications from Postgres, on a connection of their own: opened with the first channel, and opened again after each
// loss. Notifications sent meanwhile are lost; onReconnect tells the subscribers.
import type { Log } from "../../lib/log.ts";
import type { ConnectionEvents, PostgresConnection } from "./connection.ts";
import type { ChannelSubscriber, Database, Executor, Param } from "./sql.ts";

export interface PostgresListener {
  listen: Database["listen"];
  /** Runs statements on the same connection. */
  readonly aside: Executor;
  close(): Promise<void>;
}

/** A dead peer is noticed by a statement that is not answered. */
const pingMs = 30_000;
const maxPauseMs = 5_000;

export function openListener(
  open: (events: ConnectionEvents) => Promise<PostgresConnection>,
  log: Log,
): PostgresListener {
  const subscribers = new Map<string, Set<ChannelSubscriber>>();
  let connection: Promise<PostgresConnection> | null = null;
  let closed = false;
  const ping = setInterval(() => {
    void connection?.then((opened) => opened.run("select 1", [], "script")).catch(() => {});
  }, pingMs);
  ping.unref();

  const connect = () =>
    open({
      onNotify: (channel, payload) => {
        for (const subscriber of [...(subscribers.get(channel) ?? [])]) subscriber.onPayload(payload);
      },
      onLost: () => {
        connection = null;
        if (!closed) void reconnect(50);
      },
    });

  async function reconnect(pauseMs: number): Promise<void> {
    await Bun.sleep(pauseMs);
    if (closed || subscribers.size === 0 || connection) return;
    connection = connect();
    try {
      const found = await connection;
      for (const channel of subscribers.keys()) await found.run(`listen ${quoted(channel)}`, [], "script");
    } catch (error) {
      log.warn("notifications are not heard", { error: (error as Error).message });
      // a connection that was open reports its own loss
      if (connection) {
        connection = null;
        void reconnect(Math.min(pauseMs * 2, maxPauseMs));
      }
      return;
    }
    for (const set of subscribers.values()) for (const subscriber of [...set]) subscriber.onReconnect();
  }

  async function run(text: string, params: readonly Param[], shape: "rows" | "values"): Promise<unknown[]> {
    connection ??= connect();
    const used = connection;
    try {
      return (await (await used).run(text, params, shape)).rows;
    } catch (error) {
      // one that could not be opened is no connection
      await used.catch(() => {
        if (connection === used) connection = null;
      });
      throw error;
    }
  }

  return {
    aside: {
      rows: async <T extends object>(text: string, params: readonly Param[] = []) =>
        (await run(text, params, "rows")) as T[],
      values: async (text, params = []) => (await run(text, params, "values")) as unknown[][],
    },
    async listen(channel, onPayload, onReconnect) {
      const subscriber = { onPayload, onReconnect };
      const set = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, set.add(subscriber));
      const end = async () => {
        set.delete(subscriber);
        if (set.size > 0 || subscribers.get(channel) !== set) return;
        subscribers.delete(channel);
        await (await connection)?.run(`unlisten ${quoted(channel)}`, [], "script");
      };
      connection ??= connect();
      const used = connection;
      try {
        await (await used).run(`listen ${quoted(channel)}`, [], "script");
      } catch (error) {
        if (connection === used) connection = null;
        await end();
        throw error;
      }
      return () => end().catch(() => {});
    },
    async close() {
      closed = true;
      clearInterval(ping);
      await connection?.then((opened) => opened.close(1_000)).catch(() => {});
    },
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
