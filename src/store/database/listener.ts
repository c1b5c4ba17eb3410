// Notifications from Postgres, on a connection of their own: opened with the first channel, opened again for ever
// after a loss. What was sent while it was lost is gone, and the hearers are told.
import type { Log } from "../../lib/log.ts";
import type { Link, LinkEvents } from "./connection.ts";
import type { Database } from "./sql.ts";

interface Hearer {
  onPayload: (payload: string) => void;
  onReconnect: () => void;
}

export interface Listener {
  listen: Database["listen"];
  close(): Promise<void>;
}

/** A dead peer is noticed by a statement that is not answered. */
const pingMs = 30_000;
const longestPauseMs = 5_000;

export function openListener(open: (events: LinkEvents) => Promise<Link>, log: Log): Listener {
  const hearers = new Map<string, Set<Hearer>>();
  let link: Promise<Link> | null = null;
  let closed = false;
  const ping = setInterval(() => {
    void link?.then((l) => l.run("select 1", [], "script")).catch(() => {});
  }, pingMs);
  ping.unref();

  const connect = () =>
    open({
      onNotify: (channel, payload) => {
        for (const hearer of [...(hearers.get(channel) ?? [])]) hearer.onPayload(payload);
      },
      onLost: () => {
        link = null;
        if (!closed) void reconnect(50);
      },
    });

  async function reconnect(pauseMs: number): Promise<void> {
    await Bun.sleep(pauseMs);
    if (closed || hearers.size === 0 || link) return;
    link = connect();
    try {
      const found = await link;
      for (const channel of hearers.keys()) await found.run(`listen ${quoted(channel)}`, [], "script");
    } catch (error) {
      log.warn("notifications are not heard", { error: (error as Error).message });
      // a link that was open reports its own loss
      if (link) {
        link = null;
        void reconnect(Math.min(pauseMs * 2, longestPauseMs));
      }
      return;
    }
    for (const set of hearers.values()) for (const hearer of [...set]) hearer.onReconnect();
  }

  return {
    async listen(channel, onPayload, onReconnect) {
      const hearer = { onPayload, onReconnect };
      const set = hearers.get(channel) ?? new Set();
      hearers.set(channel, set.add(hearer));
      const end = async () => {
        set.delete(hearer);
        if (set.size > 0 || hearers.get(channel) !== set) return;
        hearers.delete(channel);
        await (await link)?.run(`unlisten ${quoted(channel)}`, [], "script");
      };
      try {
        link ??= connect();
        await (await link).run(`listen ${quoted(channel)}`, [], "script");
      } catch (error) {
        link = null;
        await end();
        throw error;
      }
      return () => end().catch(() => {});
    },
    async close() {
      closed = true;
      clearInterval(ping);
      await link?.then((l) => l.close(1_000)).catch(() => {});
    },
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
