// Scenarios that no world can play, or no outcome can pass, though each field is right by itself: told before anything runs.
import { msOf } from "../../lib/clock.ts";
import type { ResidentData } from "../residents/resident-data.ts";
import { spanMs } from "../residents/spans.ts";
import { maxMoveDays, ownDomain, seededStart } from "../sandbox-settings.ts";
import type { Check, Scenario, Step } from "./scenario.ts";

const dayMs = 86_400_000;
/** Runs of the agent in one scenario. */
const maxRuns = 500;
const beginsMs = msOf(seededStart);

type Residents = ReadonlyMap<string, ResidentData>;

interface Mistake {
  /** As `/steps/2/advance`. */
  path: string;
  reason: string;
}

/** @param known residents by address in lower case, in their order */
export function impossible(
  { world, steps = [], expect }: Pick<Scenario, "steps" | "expect"> & { world?: { start?: string } },
  known: Residents,
): Mistake | null {
  return (
    wrongStart(world?.start) ??
    atHome(known) ??
    tooLong(steps) ??
    tooOften(steps) ??
    first(steps.map((step, at) => wrongWriter(step, `/steps/${at}`, known))) ??
    first(expect.map((check, at) => wrongCheck(check, `/expect/${at}`, known))) ??
    contradiction(expect)
  );
}

function wrongStart(start: string | undefined): Mistake | null {
  if (start === undefined) return null;
  const path = "/world/start";
  const ms = Date.parse(start);
  // 2026-02-30 is a time for some readers.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== start.slice(0, 19))
    return { path, reason: `"${start}": there is no such time` };
  const begins = new Date(beginsMs).toISOString().replace(".000", "");
  if (ms < beginsMs) return { path, reason: `"${start}": a world begins at ${begins}, or later` };
  if (ms > beginsMs + maxMoveDays * dayMs)
    return { path, reason: `"${start}": at most ${maxMoveDays} days after ${begins}` };
  return null;
}

function tooLong(steps: readonly Step[]): Mistake | null {
  let ms = 0;
  for (const [at, step] of steps.entries()) {
    const [name, span] = timeOf(step);
    ms += spanMs(span);
    if (ms > maxMoveDays * dayMs)
      return {
        path: `/steps/${at}/${name}`,
        reason: `more than ${maxMoveDays} days pass in all steps together`,
      };
  }
  return null;
}

/** How often a step runs the agent: at its beginning, and each time that time has passed. */
function runsOf(step: Step): number {
  if ("agent" in step) return 1;
  return "work" in step ? 1 + Math.ceil(spanMs(step.work) / everyMs(step)) : 0;
}

/** Time between two runs. */
export function everyMs({ every }: { every: string }): number {
  return Math.max(1000, spanMs(every));
}

function tooOften(steps: readonly Step[]): Mistake | null {
  let runs = 0;
  for (const [at, step] of steps.entries()) {
    if ("every" in step && spanMs(step.every) === 0)
      return { path: `/steps/${at}/every`, reason: `"${step.every}": time must pass between two runs` };
    runs += runsOf(step);
    if (runs > maxRuns)
      return {
        path: `/steps/${at}/${"every" in step ? "every" : "agent"}`,
        reason: `the agent runs ${runs} times until here, at most ${maxRuns}`,
      };
  }
  return null;
}

/** Mail to the service's own domain reaches its addresses alone. */
function atHome(known: Residents): Mistake | null {
  const [at, address] = [...known.keys()].entries().find(([, one]) => one.endsWith(`@${ownDomain}`)) ?? [];
  if (address === undefined) return null;
  return {
    path: `/world/residents/${at}/address`,
    reason: `${ownDomain} is the service's own; residents live elsewhere, such as at shop.example`,
  };
}

function wrongWriter(step: Step, path: string, known: Residents): Mistake | null {
  const name = "begin" in step ? "begin" : "from";
  const who = "begin" in step ? step.begin : "from" in step ? step.from : null;
  if (who === null) return null;
  const resident = known.get(who.toLowerCase());
  if (resident === undefined)
    return {
      path: `${path}/${name}`,
      reason: `${who} is none of world.residents; add { address, rules } there`,
    };
  if (name === "from" || resident.begins?.length) return null;
  return {
    path: `${path}/begin`,
    reason: `${who} begins nothing by itself; write { from: ${who}, subject, text } here, or begins for a resident of your own`,
  };
}

/** The field of a step that lets time pass, and how much of it. */
function timeOf(step: Step): [name: string, span: string] {
  if ("advance" in step) return ["advance", step.advance];
  return "work" in step ? ["work", step.work] : ["", "0s"];
}

function wrongCheck(check: Check, path: string, known: Residents): Mistake | null {
  const service =
    "code_used" in check
      ? { path: `${path}/code_used/at`, who: check.code_used.at }
      : "code_kept" in check
        ? { path: `${path}/code_kept/of`, who: check.code_kept.of }
        : null;
  if (service && !known.has(service.who.toLowerCase()))
    return { path: service.path, reason: `${service.who} is none of world.residents, so it sends no code` };
  for (const name of ["sent", "held", "thread", "event"] as const) {
    const counted = (check as Partial<Record<typeof name, Counted>>)[name];
    if (counted === undefined) continue;
    const { count, at_least, at_most, after, within } = counted;
    if (count !== undefined && (at_least !== undefined || at_most !== undefined))
      return { path: `${path}/${name}/count`, reason: "write count, or at_least and at_most" };
    if (at_least !== undefined && at_most !== undefined && at_least > at_most)
      return { path: `${path}/${name}/at_most`, reason: `${at_most} is fewer than at_least ${at_least}` };
    if (after !== undefined && within !== undefined && spanMs(after) > spanMs(within))
      return { path: `${path}/${name}/within`, reason: `${within} is over before ${after} is` };
  }
  return null;
}

interface Counted {
  count?: number;
  at_least?: number;
  at_most?: number;
  after?: string;
  within?: string;
}

/** Mail that must be sent, where nothing may be. */
function contradiction(expect: readonly Check[]): Mistake | null {
  if (!expect.some((check) => "nothing_sent" in check)) return null;
  const at = expect.findIndex((check) => "sent" in check && leastOf(check.sent) > 0);
  return at < 0 ? null : { path: `/expect/${at}/sent`, reason: "another check says nothing_sent" };
}

function leastOf({ count, at_least, at_most }: Counted): number {
  return count ?? at_least ?? (at_most === undefined ? 1 : 0);
}

function first(mistakes: readonly (Mistake | null)[]): Mistake | null {
  return mistakes.find((one) => one !== null) ?? null;
}
