// Restraints of an address - status, send policy, expiry and send list - are not loosened by a key that
// reaches less than the one that set them. Settings that restricted keys set are stored with the reach of
// those keys; all others were set with an unrestricted key, in the console or on the command line. DECISIONS
// Authentication and keys.
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import {
  forgetLesserList,
  setSetters,
  settingsSetWithin,
  statusSetByExpiry,
} from "../../../src/store/access/restricted-settings.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import type { RestrictedSetting } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** The settings of a change that restrain an address. */
export interface RestraintChange {
  status?: IdentityRow["status"];
  sendPolicy?: IdentityRow["sendPolicy"];
  expiresAt?: Instant | null;
}

type IdentityReach = readonly string[] | null;

/**
 * Return the names of an identity's settings that a key with more reach set, or one that reaches other
 * addresses.
 * @param reach of the key that asks; null: everything
 */
export async function settingsBeyond(
  turn: Turn,
  identityId: string,
  reach: IdentityReach,
): Promise<Set<RestrictedSetting>> {
  if (reach === null) return new Set();
  const within = await settingsSetWithin(turn, { accountId: turn.accountId, identityId }, reach);
  const all: RestrictedSetting[] = ["status", "send_policy", "expires_at", "send_list"];
  return new Set(all.filter((setting) => !within.includes(setting)));
}

/** Stores the reach of the key that set these settings. */
export function noteSetter(
  turn: Turn,
  identityId: string,
  { settings, reach }: { settings: readonly RestrictedSetting[]; reach: IdentityReach },
): void {
  if (settings.length === 0) return;
  turn.bulk(setSetters({ accountId: turn.accountId, identityId }, settings, reach));
}

/** The status of an address that its expiry suspends counts as set by the key that set the expiry. */
export function statusFollowsExpiry(turn: Turn, identityId: string): void {
  turn.bulk(statusSetByExpiry({ accountId: turn.accountId, identityId }));
}

/** The rank of a status: a higher one restrains more. */
const statusRank = { active: 0, suspended: 1, archived: 2 };

/**
 * Refuses a change that loosens what a key with more reach has set, and notes who has set what else is changed. What such
 * a key tightens further stays the other's: it cannot take that back.
 * @throws Failure forbidden
 */
export async function keepRestraints(
  turn: Turn,
  before: IdentityRow,
  { change, reach }: { change: RestraintChange; reach: IdentityReach },
): Promise<void> {
  const changed = restraintsIn(before, change);
  if (changed.length === 0) return;
  const beyond = await settingsBeyond(turn, before.id, reach);
  for (const { setting, loosened } of changed)
    if (loosened && beyond.has(setting)) throw beyondThisKey(setting);
  const settings = changed
    .filter(({ setting, restrained }) => !(restrained && beyond.has(setting)))
    .map(({ setting }) => setting);
  noteSetter(turn, before.id, { settings, reach });
  // The policy does not mean those whom a key with less reach listed before.
  if (change.sendPolicy === "list" && settings.includes("send_policy"))
    turn.bulk(forgetLesserList({ accountId: turn.accountId, identityId: before.id }, reach));
}

interface Restraint {
  setting: RestrictedSetting;
  /** Whether it held anything back before. */
  restrained: boolean;
  loosened: boolean;
}

function restraintsIn(before: IdentityRow, change: RestraintChange): Restraint[] {
  const { status, sendPolicy, expiresAt } = change;
  const found: Restraint[] = [];
  if (status !== undefined) {
    const loosened = statusRank[status] < statusRank[before.status];
    found.push({ setting: "status", restrained: before.status !== "active", loosened });
  }
  if (sendPolicy !== undefined) {
    const restrained = before.sendPolicy !== "open";
    // Neither of the two others allows less than the other.
    found.push({
      setting: "send_policy",
      restrained,
      loosened: restrained && sendPolicy !== before.sendPolicy,
    });
  }
  if (expiresAt !== undefined) {
    const restrained = before.expiresAt !== null;
    const loosened = before.expiresAt !== null && (expiresAt === null || expiresAt > before.expiresAt);
    found.push({ setting: "expires_at", restrained, loosened });
  }
  return found;
}

export function beyondThisKey(setting: RestrictedSetting): Failure {
  return new Failure(
    "forbidden",
    `The ${setting} of this address was set by a key that reaches more than this one, so this one may only tighten it. Ask whoever holds that key, or use an unrestricted one.`,
  );
}
