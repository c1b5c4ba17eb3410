// A world after a scenario: all that a check may look at, and all that a transcript says. Pure data.

import type { ProtectionInput } from "../../schema/reviews.ts";
import type { Loop } from "../loop-guard.ts";
import type { WorldMail } from "../resident.ts";
import type { ResidentData } from "../residents/resident-data.ts";

export interface PassedMail {
  atMs: number;
  mail: WorldMail;
  /** All of the envelope. */
  recipients: string[];
}

export interface RecordedCall {
  atMs: number;
  method: string;
  path: string;
  status: number;
  /** The first 20,000 characters. */
  request: string;
  answer: string;
}

export interface AgentRun {
  atMs: number;
  /** Null: it was ended after its time. */
  exitCode: number | null;
  output: string;
}

/** Resources of the API, as it answers them. */
export interface ShownThread {
  subject: string | null;
  status: string;
  message_count: number;
}

export interface ShownEvent {
  title: string;
  status: string;
  response_status: string | null;
  attendees: { email: string }[];
}

export interface ShownReview {
  status: string;
  to: string[];
  subject: string | null;
}

/** Counts of what there was when a step, or a run of the agent, had ended. */
export type StepEnd = Record<"sent" | "received" | "calls" | "runs", number>;

export interface Outcome {
  startMs: number;
  endMs: number;
  address: string;
  /** From the agent's address to the world, in order. */
  sent: PassedMail[];
  /** From the world to the agent, in order. */
  received: PassedMail[];
  threads: ShownThread[];
  events: ShownEvent[];
  held: ShownReview[];
  calls: RecordedCall[];
  runs: AgentRun[];
  /** In order: where the clock stands they say what came before what. */
  marks: StepEnd[];
  /** Exchanges without an end, in which the agent or a resident was. */
  loops: Loop[];
  /** Why the world was ended before its last step; null: it was not. */
  ended: string | null;
}

/** A world that is open, as the runner drives it. */
export interface OpenWorld {
  /** The service's, for the agent and for the runner. */
  readonly url: string;
  readonly apiKey: string;
  readonly address: string;
  readonly identityId: string;
  nowMs(): number;
  /** Lets time pass: resolves once all that came due has happened. */
  advance(ms: number): Promise<void>;
  /** The resident does what it begins by itself, or these. */
  begin(address: string, openings?: ResidentData["begins"]): Promise<void>;
  /** Mails that passed, both ways, in order. */
  passed(): Promise<{ sent: PassedMail[]; received: PassedMail[] }>;
  /** Exchanges that were ended, as they had no end by themselves. */
  loops(): Loop[];
  close(): Promise<void>;
}

export interface WorldSetup {
  seed: number;
  /** Null: when the world begins by itself. */
  startMs: number | null;
  residents: readonly ResidentData[];
  /** Answers of one to the other in a day; null: as a world has it by itself. */
  maxAnswersADay: number | null;
  agent: {
    localPart: string;
    displayName: string | null;
    sendPolicy: string | null;
    protection: ProtectionInput | null;
  };
}

export type WorldOpener = (setup: WorldSetup) => Promise<OpenWorld>;
