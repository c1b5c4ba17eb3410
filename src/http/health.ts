// Liveness and readiness, for probes.
import { Elysia } from "elysia";
import type { HttpDeps } from "./context.ts";

export function healthRoutes({ database }: HttpDeps) {
  return new Elysia()
    .get("/healthz", () => ({ status: "ok" }))
    .get("/readyz", async ({ status }) => {
      try {
        await database.values("select 1");
        return { status: "ok" };
      } catch {
        return status(503, { status: "database unavailable" });
      }
    });
}
