// Mails that the relay took more than once, and why. A server that has the end of a mail's data and whose answer is not heard,
// or heard and not stored, may have the mail: it must be sent again, and may arrive twice. RFC 5321 4.2.5 and 6.1, RFC 1047.
// Every other double is a fault. Times are Unix milliseconds of this machine.
import type { Copy } from "./outside.ts";
import type { Line, Loss } from "./world.ts";

/** Why a copy was followed by another one. All but the last are unknown outcomes, which the protocol allows. */
export type Reason =
  /** The process was killed or cut off between the end of the data and 250. */
  | "lost before 250"
  /** It was killed or cut off after 250 was written, and the outcome is stored nowhere. */
  | "lost before commit"
  /** The process stood still so long that others took it for dead, as its log says. */
  | "stood still"
  /** The connection ended before 250, by the process's own doing or the relay's. */
  | "not answered"
  | "fault";

export interface Evidence {
  losses: readonly Loss[];
  lines: readonly Line[];
  /** When `message.delivered` was first stored; null: never. */
  storedMs: number | null;
  messageId: string | null;
}

const meanings: Record<Reason, string> = {
  "lost before 250":
    "its process was killed or cut off when the relay had all of it, and before 250 came: nobody can know that it was taken (RFC 5321 4.2.5, 6.1)",
  "lost before commit":
    "its process was killed or cut off between 250 and the commit that stores the outcome: the next process cannot know that it was taken (RFC 5321 4.2.5, 6.1)",
  "stood still": "its process stood still for so long that others took what it had claimed, as its log says",
  "not answered": "the connection ended before 250, so the mail counts as not taken (RFC 5321 4.2.5)",
  fault: "NOTHING EXPLAINS IT",
};

/** A line for each reason that occurred: how often, and what it means. */
export function explained(doubles: Partial<Record<Reason, number>>): string[] {
  const found = Object.entries(doubles) as [Reason, number][];
  if (found.length === 0) return ["no mail came twice"];
  return found
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${count} ${count === 1 ? "mail" : "mails"} came again: ${meanings[reason]}`);
}

/** How long after it was cut off a process still ends mails (`sureMs` in actors/runtime/heartbeat.ts), and the relay's delay. */
const sureMs = 9_000 + 2_000;
/** Processes are found dead after 20 s; a line that says so follows the copy within this. */
const stillMs = 120_000;

/** The reason of each copy that another one followed. */
export function reasonsOf(copies: readonly Copy[], evidence: Evidence): Reason[] {
  return copies.slice(0, -1).map((copy, n) => reasonOf(copy, copies[n + 1]!, evidence));
}

function reasonOf(copy: Copy, following: Copy, { losses, lines, storedMs, messageId }: Evidence): Reason {
  // The outcome was stored, or the process said so, and yet it was sent again.
  if (storedMs !== null && storedMs < following.dataMs) return "fault";
  const own = lines.filter(({ by }) => by === copy.by);
  const saidSent = ({ message, message_id, time }: Line) =>
    message === "a mail was sent" && message_id === messageId && Date.parse(time) < following.dataMs;
  if (own.some(saidSent)) return "fault";
  const loss = losses.find(({ by, what, fromMs }) => {
    // What a killed process wrote may be read after its end; a name is one start of a process.
    const wasBefore = what === "killed" || copy.dataMs <= fromMs + sureMs;
    return by === copy.by && fromMs < following.dataMs && wasBefore;
  });
  if (loss)
    return copy.saidMs === null || loss.fromMs <= copy.saidMs ? "lost before 250" : "lost before commit";
  const stoodStill = ({ message, time }: Line) =>
    message.startsWith("this process stood still") && Math.abs(Date.parse(time) - copy.dataMs) < stillMs;
  if (own.some(stoodStill)) return "stood still";
  return copy.saidMs === null ? "not answered" : "fault";
}

/** Milliseconds between a 250 and the kill that kept it from being stored. */
export function unstoredMs(copies: readonly Copy[], { losses }: Evidence): number[] {
  return copies.slice(0, -1).flatMap(({ by, saidMs }) => {
    const loss = losses.find((lost) => lost.by === by && lost.what === "killed");
    return saidMs === null || !loss || loss.fromMs < saidMs ? [] : [loss.fromMs - saidMs];
  });
}
