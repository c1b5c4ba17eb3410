// Liveness and readiness, for probes; what is counted, for Prometheus.
import { timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { notFound } from "../lib/failure.ts";
import { sha256 } from "../lib/secrets.ts";
import { type Database, ping } from "../store/database/database.ts";
import type { HttpDeps } from "./context.ts";

const ok = { status: "ok" };
const away = { status: "database unavailable" };
const ending = { status: "shutting down" };
/** Probes give up soon. */
const patienceMs = 3000;

/**
 * The process lives (/healthz) and can serve (/readyz): a restart mends the first alone, so only the second is 503. So it is before
 * the listeners close, for balancers.
 */
export function healthRoutes({ database, config, metrics, draining }: HttpDeps) {
  return new Elysia()
    .get("/healthz", async () => ((await answers(database)) ? ok : away))
    .get("/readyz", async ({ status }) => {
      if (draining.aborted) return status(503, ending);
      return (await answers(database)) ? ok : status(503, away);
    })
    .get("/metrics", async ({ request }) => {
      if (!mayMeasure(config.metricsToken, request)) throw notFound();
      return new Response(await metrics(), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      });
    });
}

async function answers(database: Database): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  try {
    return await Promise.race([
      ping(database).then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** DECISIONS Settings and command line: METRICS_TOKEN */
function mayMeasure(token: string | null, { headers }: Request): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return token !== null && given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}
