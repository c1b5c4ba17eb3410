// The effect of a new domain's ramp on a send that waits for a person: a reviewer sees when it would leave.
import { nowInstant } from "../../../lib/clock.ts";
import { dayOf, limitOn, spread, timeOf } from "../../../outbound/ramp.ts";
import { domainOf } from "../../../outbound/targets.ts";
import type { ReviewDetail } from "../../../schema/reviews.ts";
import type { ReviewRow } from "../../../store/reviews/reviews.ts";
import { rampUse, verifiedSince } from "../../../store/sending/ramps.ts";
import type { SendEnvelope } from "../../../store/tables/index.ts";
import type { HttpDeps } from "../../context.ts";

export type RampDeps = Pick<HttpDeps, "database" | "routing" | "clock"> & {
  config: Pick<HttpDeps["config"], "sendingRamp">;
};

/** Null: no ramp holds for it, or it waits no more. Counts nothing. */
export async function rampOf(
  { config, database, routing, clock }: RampDeps,
  { direction, status, envelope }: ReviewRow,
): Promise<ReviewDetail["ramp"] | null> {
  const schedule = config.sendingRamp;
  if (schedule === null || direction !== "outbound" || status !== "pending") return null;
  const { recipients, envelopeFrom } = envelope as SendEnvelope;
  const domain = domainOf(envelopeFrom);
  const today = dayOf(nowInstant(clock));
  const [since, counted, places] = await Promise.all([
    verifiedSince(database, domain),
    rampUse(database, { domain, today }),
    Promise.all(recipients.map((recipient) => routing.resolve(recipient))),
  ]);
  const limit = since === null ? null : limitOn(schedule, { since, day: today });
  if (since === null || limit === null) return null;
  const count = places.filter(({ kind }) => kind === "foreign").length;
  const last = spread(schedule, { since, today, count, used: counted }).at(-1);
  const leavesAt = !last || last.day === today ? null : timeOf(last, last.from);
  return { domain, limit, used: Math.min(limit, counted.get(today) ?? 0), leaves_at: leavesAt };
}
