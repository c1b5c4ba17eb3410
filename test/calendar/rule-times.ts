// The first times of a rule.
import { readRule } from "../../src/calendar/recurrence/rule.ts";
import { walkRule } from "../../src/calendar/recurrence/rule-walk.ts";
import { formatBasic, parseLocal } from "../../src/lib/local-time.ts";

/** The first times of a rule, in basic format. */
export function times(rule: string, start: string, most = 10): string[] {
  const read = readRule(rule).rule!;
  const found: string[] = [];
  const at = parseLocal(start)!;
  walkRule(read, { start: at, from: at }, (local) => {
    found.push(formatBasic(local));
    return found.length < most;
  });
  return found;
}

export const days = (rule: string, start: string, most = 10) =>
  times(rule, start, most).map((time) => time.slice(0, 8));
