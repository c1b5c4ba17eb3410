// Liveness and readiness, for probes; what is counted, for Prometheus.
import { timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { diskRoom } from "../lib/disk-room.ts";
import { notFound, storageFailure } from "../lib/failure.ts";
import { sha256 } from "../lib/secrets.ts";
import { type Database, ping, SqlError } from "../store/database/database.ts";
import { probeWrite } from "../store/database/write-probe.ts";
import type { HttpDeps } from "./context.ts";

const ok = { status: "ok" };
const away = { status: "database unavailable" };
const ending = { status: "shutting down" };
const full = { status: "disk full" };
const gone = { status: "data directory is gone" };
/** Probes give up soon. */
const patienceMs = 3000;
/** A proof of writing serves all who ask within that time. */
const provenMs = 1000;
/** A commit that failed for want of room says so for that long; then mail may try again. */
const fullForMs = 30_000;
/** Room of the data folder below which nothing of size can be stored. */
const minFreeBytes = 16 * 1024 * 1024;

/**
 * The process lives (/healthz) and can serve (/readyz): a restart mends the first alone, so only the second is 503. So it is before
 * the listeners close, for balancers.
 */
export function healthRoutes(deps: HttpDeps) {
  const { database, config, metrics, draining } = deps;
  const writes = provenWrites(database);
  return new Elysia()
    .get("/healthz", async () => (await inTime(ping(database).then(() => ok))) ?? away)
    .get("/readyz", async ({ status }) => {
      if (draining.aborted) return status(503, ending);
      // Null: it was deleted, or its disk is gone.
      const room = await diskRoom(deps.config.dataDir).catch(() => null);
      if (room === null) return status(503, gone);
      if (room.free < minFreeBytes || failedForRoom(deps)) return status(503, full);
      const answer = (await inTime(writes())) ?? away;
      return answer === ok ? ok : status(503, answer);
    })
    .get("/metrics", async ({ request }) => {
      if (!mayMeasure(config.metricsToken, request)) throw notFound();
      return new Response(await metrics(), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      });
    });
}

interface Health {
  status: string;
}

/** Tries a write, one at a time. @returns ok, or why the database takes none */
function provenWrites(database: Database): () => Promise<Health> {
  let proof: Promise<Health> | null = null;
  return () => {
    proof ??= probeWrite(database)
      .then(() => ok, refusalOf)
      .finally(() => setTimeout(() => (proof = null), provenMs).unref());
    return proof;
  };
}

function refusalOf(error: unknown): Health {
  if (storageFailure(error)) return full;
  if (error instanceof SqlError && error.sqlState === "55P03")
    return { status: "database tables are locked" };
  if (error instanceof SqlError && error.sqlState === "25006") return { status: "database is read only" };
  return away;
}

function failedForRoom({ actors }: Pick<HttpDeps, "actors">): boolean {
  return actors.fullMs !== null && performance.now() - actors.fullMs < fullForMs;
}

/** @returns null: it failed, or takes longer than a probe waits */
async function inTime(asked: Promise<Health>): Promise<Health | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), patienceMs);
  try {
    return await Promise.race([asked.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** DECISIONS Settings and command line: METRICS_TOKEN */
function mayMeasure(token: string | null, { headers }: Request): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return token !== null && given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}
