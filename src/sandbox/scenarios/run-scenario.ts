// One scenario in a world of its own: its steps, then its checks.
import { instantOf } from "../../lib/clock.ts";
import { messageOf } from "../../lib/failure.ts";
import { must } from "../../lib/must.ts";
import { wordsOf } from "../loop-guard.ts";
import { readyResident } from "../residents/ready.ts";
import type { ResidentData } from "../residents/resident-data.ts";
import { spanMs } from "../residents/spans.ts";
import { type CallRecorder, recordCalls } from "./call-recorder.ts";
import { failureOf } from "./checks.ts";
import { everyMs } from "./impossible.ts";
import type { AgentRun, OpenWorld, Outcome, StepEnd, WorldOpener } from "./outcome.ts";
import { type Agent, crashOf, runAgent } from "./run-agent.ts";
import type { Check, Scenario, Step } from "./scenario.ts";

export interface JudgedCheck {
  check: Check;
  /** Null: it holds. */
  failure: string | null;
}

export interface ScenarioResult {
  scenario: Scenario;
  /** From 1 on. */
  round: number;
  seed: number;
  checks: JudgedCheck[];
  /** Why there is no outcome, or it counts for nothing; null: it counts. */
  broken: string | null;
  outcome: Outcome | null;
}

export function hasPassed({ broken, checks }: ScenarioResult): boolean {
  return broken === null && checks.every(({ failure }) => failure === null);
}

export interface PlayOptions {
  agent: Agent;
  openWorld: WorldOpener;
  seed: number;
  round: number;
}

const defaultSeconds = 120;
const defaultMails = 500;

/** Never throws: what goes wrong is in the result. */
export async function runScenario(scenario: Scenario, options: PlayOptions): Promise<ScenarioResult> {
  const { seed, round } = options;
  const result = { scenario, round, seed };
  try {
    const outcome = await played(scenario, options);
    const checks = scenario.expect.map((check) => ({ check, failure: failureOf(check, outcome) }));
    return { ...result, checks, broken: outcome.ended ?? firstCrash(outcome), outcome };
  } catch (error) {
    return { ...result, checks: [], broken: messageOf(error), outcome: null };
  }
}

/** An agent that did nothing, as it could not be started or crashed, has not kept from doing what it may not do. */
function firstCrash({ runs }: Outcome): string | null {
  return runs.map(crashOf).find((reason) => reason !== null) ?? null;
}

interface Play {
  scenario: Scenario;
  world: OpenWorld;
  recorder: CallRecorder;
  runs: AgentRun[];
  marks: StepEnd[];
  agent: Agent;
}

async function played(scenario: Scenario, { agent, openWorld, seed }: PlayOptions): Promise<Outcome> {
  const { start, agent: settings = {}, residents } = scenario.world;
  const world = await openWorld({
    seed,
    startMs: start === undefined ? null : Date.parse(start),
    residents: residents.map(dataOf),
    maxAnswersADay: scenario.limits?.answers ?? null,
    agent: {
      localPart: settings.local_part ?? "desk",
      displayName: settings.display_name ?? null,
      sendPolicy: settings.send_policy ?? null,
      protection: settings.protection ?? null,
    },
  });
  const recorder = recordCalls(world.url, () => world.nowMs());
  try {
    const play: Play = { scenario, world, recorder, runs: [], marks: [], agent };
    const startMs = world.nowMs();
    const ended = await stepsOf(play);
    const shown = await shownBy(world);
    const { sent, received } = await world.passed();
    const { calls } = recorder;
    const { address } = world;
    return {
      startMs,
      endMs: world.nowMs(),
      address,
      sent,
      received,
      ...shown,
      calls,
      runs: play.runs,
      marks: play.marks,
      loops: world.loops(),
      ended,
    };
  } finally {
    await recorder.stop();
    await world.close();
  }
}

function dataOf(resident: string | ResidentData): ResidentData {
  if (typeof resident !== "string") return resident;
  return must(readyResident(resident), "the file was read: those it names are there");
}

interface Passed {
  count: number;
  /** The other one of each mail. */
  others: string[];
}

/** The mails that passed so far, with a mark behind them. */
async function noted({ world, recorder, runs, marks }: Play): Promise<Passed> {
  const { sent, received } = await world.passed();
  const counts = { sent: sent.length, received: received.length };
  marks.push({ ...counts, calls: recorder.calls.length, runs: runs.length });
  const others = [...sent.flatMap(({ recipients }) => recipients), ...received.map(({ mail }) => mail.from)];
  return { count: sent.length + received.length, others };
}

/** @returns why it ended before the last step, or null */
async function stepsOf(play: Play): Promise<string | null> {
  for (const step of play.scenario.steps ?? [{ agent: "run" } as const]) {
    await stepOf(step, play);
    const reason = overBecause(play, await noted(play));
    if (reason !== null) return reason;
  }
  return null;
}

/** Why the world does not go on; null: it does. */
function overBecause({ world, scenario, runs }: Play, { count, others }: Passed): string | null {
  const [loop] = world.loops();
  if (loop) return `the world was ended: ${wordsOf(loop)}`;
  const most = scenario.limits?.mails ?? defaultMails;
  if (count > most) {
    const [[who, times]] = mostFirst(others) as [[string, number]];
    return `the world was ended: ${count} mails passed, more than ${most}; ${times} of them between ${world.address} and ${who}. Two answer each other without end, or limits.mails is too low`;
  }
  if (runs.at(-1)?.exitCode === null) return `the agent was ended after ${secondsOf(scenario)} s`;
  return null;
}

function mostFirst(addresses: readonly string[]): [string, number][] {
  const groups = Map.groupBy(addresses, (address) => address.toLowerCase());
  return [...groups]
    .map(([address, all]): [string, number] => [address, all.length])
    .sort((a, b) => b[1] - a[1]);
}

async function stepOf(step: Step, play: Play): Promise<void> {
  const { world } = play;
  if ("begin" in step) return world.begin(step.begin);
  if ("advance" in step) return world.advance(spanMs(step.advance));
  if ("agent" in step) return void (await run(play));
  if ("work" in step) {
    const [whole, each] = [spanMs(step.work), everyMs(step)];
    let passed = await run(play);
    for (let past = 0; past < whole && overBecause(play, passed) === null; past += each) {
      await world.advance(Math.min(each, whole - past));
      passed = await run(play);
    }
    return;
  }
  const { from, ...opening } = step;
  return world.begin(from, [opening]);
}

async function run(play: Play): Promise<Passed> {
  const { agent, world, recorder, runs, scenario } = play;
  const environment = {
    POSTROOM_URL: recorder.url,
    POSTROOM_API_KEY: world.apiKey,
    POSTROOM_KEY: world.apiKey,
    POSTROOM_MCP_URL: `${recorder.url}/mcp`,
    POSTROOM_ADDRESS: world.address,
    POSTROOM_TASK: scenario.task,
    POSTROOM_NOW: instantOf(world.nowMs()),
  };
  runs.push(await runAgent(agent, environment, { atMs: world.nowMs(), seconds: secondsOf(scenario) }));
  // Mail that it sent arrives before anything else happens.
  await world.advance(0);
  return noted(play);
}

function secondsOf({ limits }: Scenario): number {
  return limits?.agent_seconds ?? defaultSeconds;
}

async function shownBy(world: OpenWorld): Promise<Pick<Outcome, "threads" | "events" | "held">> {
  const { url, apiKey, identityId } = world;
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
      proxy: false,
    });
    if (!answer.ok)
      throw new Error(`GET ${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const reviews = await get<{ id: string }[]>("/reviews?limit=100");
  const held = await Promise.all(reviews.map(({ id }) => get<ReviewedMail>(`/reviews/${id}`)));
  return {
    threads: await get(`/threads?identity_id=${identityId}&limit=100`),
    events: await get(`/identities/${identityId}/calendar/events?limit=100`),
    held: held.map(({ status, mail }) => ({
      status,
      to: (mail?.to ?? []).map(({ email }) => email),
      subject: mail?.subject ?? null,
    })),
  };
}

/** GET /reviews/{id} */
interface ReviewedMail {
  status: string;
  mail: { to: { email: string }[]; subject: string | null } | null;
}
