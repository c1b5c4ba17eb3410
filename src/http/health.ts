// Liveness and readiness, for probes; what is counted, for Prometheus.
import { timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { notFound } from "../lib/failure.ts";
import { sha256 } from "../lib/secrets.ts";
import { ping } from "../store/database/database.ts";
import type { HttpDeps } from "./context.ts";

export function healthRoutes({ database, config, metrics }: HttpDeps) {
  return new Elysia()
    .get("/healthz", () => ({ status: "ok" }))
    .get("/readyz", async ({ status }) => {
      try {
        await ping(database);
        return { status: "ok" };
      } catch {
        return status(503, { status: "database unavailable" });
      }
    })
    .get("/metrics", async ({ request }) => {
      if (!mayMeasure(config.metricsToken, request)) throw notFound();
      return new Response(await metrics(), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      });
    });
}

/** DECISIONS Settings and command line: METRICS_TOKEN */
function mayMeasure(token: string | null, { headers }: Request): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return token !== null && given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}
