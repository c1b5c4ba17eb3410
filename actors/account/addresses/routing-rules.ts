// Turns over routing rules: an address that nobody has, or all of them, leads to an address or to a webhook. An existing
// address always wins. DECISIONS Domains, pods, routing rules.
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { isRoleName, untagged } from "../../../src/mail/local-part.ts";
import { domainOf } from "../../../src/outbound/targets.ts";
import {
  addressesNamed,
  findNameHolders,
  getRule,
  namesRoutedTo,
  type RoutingRuleRow,
} from "../../../src/store/addresses/routing-rules.ts";
import { getDomain, servedDomains } from "../../../src/store/domains/domains.ts";
import { getWebhook } from "../../../src/store/events/webhooks.ts";
import { reaches, type Scope } from "../../../src/store/scope.ts";
import { routingRules } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { noteSetting } from "../access/account-audit.ts";
import { makerOf } from "../access/makers.ts";
import { refuseBeyond } from "../accounts/limits.ts";
import { sendingIdentity } from "./senders.ts";

export interface NewRoutingRule {
  id: string;
  domainId: string;
  /** `*` is the catch-all. */
  localPart: string;
  /** Exactly one of the two is set. */
  identityId: string | null;
  webhookId: string | null;
  /** Addresses outside, in canonical form; null: none. */
  forwardTo: string[] | null;
  /** The identity may write from the rule's address. */
  sendAs: boolean;
}

/**
 * @param scope what the key reaches
 * @throws Failure validation_error (forwards to an address of this service), not_found (domain, address, webhook), forbidden (the shared domain, what takes an unrestricted key), address_exists, conflict,
 *   identity_suspended and capability_missing (the address cannot send)
 */
export async function createRule(
  turn: Turn,
  { sendAs, ...input }: NewRoutingRule,
  scope: Scope,
): Promise<RoutingRuleRow> {
  const domain = await getDomain(turn, scope, input.domainId);
  if (!domain) throw notFound();
  const { accountId } = turn;
  const { domain: name } = domain.row;
  await checkDestination(turn, input, scope);
  if (domain.row.accountId !== accountId) {
    throw new Failure(
      "forbidden",
      `${name} is shared, and rules on it are its owner's. Make rules on a domain of your own: POST /api/v1/domains.`,
    );
  }
  await checkForwards(turn, input.forwardTo ?? []);
  await refuseBeyond(turn, "routing_rules");
  await checkRoutable(turn, { ...input, domain: name }, scope);
  await checkFree(turn, { ...input, domain: name });
  if (sendAs) await checkSendAs(turn, { ...input, domain: name }, scope);
  const row: RoutingRuleRow = {
    accountId,
    ...input,
    domain: name,
    status: "active",
    maker: makerOf(turn),
    sendAsMaker: sendAs ? makerOf(turn) : null,
    createdAt: turn.instant(),
  };
  turn.insert(routingRules, row);
  noteSetting(turn, { action: "routing_rule_made", target: named(row), after: settingsOf(row) });
  return row;
}

async function checkDestination(
  turn: Turn,
  { identityId, webhookId }: Pick<NewRoutingRule, "identityId" | "webhookId">,
  scope: Scope,
): Promise<void> {
  if (identityId !== null) {
    if (!reaches(scope, identityId)) throw notFound();
    await sendingIdentity(turn, identityId);
  }
  if (webhookId !== null && !(await getWebhook(turn, scope, webhookId))) throw notFound();
}

/** Mail that stays here is routed, not forwarded, so that it cannot come round. */
async function checkForwards(turn: Turn, forwardTo: readonly string[]): Promise<void> {
  const [own] = await servedDomains(turn, [...new Set(forwardTo.map(domainOf))]);
  if (own === undefined) return;
  throw invalid(
    `${own} is a domain of this service, and "forward_to" leads outside. Name the address as "identity_id" of a rule.`,
  );
}

async function checkFree(
  turn: Turn,
  name: { domain: string; domainId: string; localPart: string },
): Promise<void> {
  const address = `${name.localPart}@${name.domain}`;
  const { ruleId, identityId } = await findNameHolders(turn, turn.accountId, name);
  if (identityId !== null && name.localPart !== "*") {
    throw new Failure(
      "address_exists",
      `${address} is an address (${identityId}), and an address always comes before a rule. Route another local part, or delete the address first.`,
    );
  }
  if (ruleId !== null) {
    throw new Failure(
      "conflict",
      `Rule ${ruleId} routes ${address} already. Delete it before you route the address elsewhere.`,
    );
  }
}

/**
 * Refuses to let an address be written from that is not one of its own, or by less than a key without restriction.
 * @throws Failure validation_error, forbidden
 */
async function checkSendAs(
  turn: Turn,
  rule: RoutedName & Pick<RoutingRuleRow, "identityId">,
  scope: Scope,
): Promise<void> {
  const address = `${rule.localPart}@${rule.domain}`;
  if (scope.identityIds !== null)
    throw new Failure(
      "forbidden",
      `To let an address write from ${address} takes an unrestricted key. Leave "send_as" out, or ask whoever holds such a key.`,
    );
  if (rule.identityId === null || rule.localPart === "*")
    throw invalid(
      `"send_as" lets an address write from one other. Send it with "identity_id" and a "local_part" that is a name.`,
    );
  const bare = untagged(rule.localPart);
  const tagged = bare !== rule.localPart;
  const names = [{ domain: rule.domain, localPart: bare, tagged }];
  const [holder] = await addressesNamed(turn, turn.accountId, names);
  if (holder?.isKept)
    throw new Failure(
      "forbidden",
      `${bare}@${rule.domain} was an address, whose protection stays with its name, so no other one writes from it. Create that address again, or leave "send_as" out.`,
    );
  if (tagged && holder?.identityId && holder.identityId !== rule.identityId)
    throw invalid(
      `${address} is a subaddress of ${bare}@${rule.domain}, which writes from it. Leave "send_as" out.`,
    );
}

interface RoutedName {
  localPart: string;
  domain: string;
}

/**
 * Refuses to let a restricted key route what is more than a free name: all mail of a domain, mail that speaks for it
 * (hostmaster@ is enough to be given a certificate), mail of an address that is no more, or tagged mail of one that the
 * key does not reach.
 * @throws Failure forbidden
 */
async function checkRoutable(turn: Turn, routed: RoutedName, scope: Scope): Promise<void> {
  if (scope.identityIds === null) return;
  const reason = (await unroutable(turn, [routed], scope))[0];
  if (!reason) return;
  throw new Failure(
    "forbidden",
    `A rule for ${routed.localPart}@${routed.domain} takes an unrestricted key, as ${reason}. Route another local part, or ask whoever holds such a key.`,
  );
}

/** Why only an unrestricted key may route these, for each that it is so of. */
async function unroutable(turn: Turn, names: readonly RoutedName[], scope: Scope): Promise<string[]> {
  if (names.some(({ localPart }) => localPart === "*")) return ["it catches all mail of the domain"];
  if (names.some(({ localPart }) => isRoleName(localPart))) return ["that name speaks for the domain"];
  const bareNames = names.map(({ domain, localPart }) => {
    const bare = untagged(localPart);
    return { domain, localPart: bare, tagged: bare !== localPart };
  });
  const found = await addressesNamed(turn, turn.accountId, bareNames);
  return found.flatMap(({ identityId, tagged }) => {
    if (identityId === null) return ["an address had that name"];
    // An address comes before a rule, but not with a tag.
    return tagged && !reaches(scope, identityId) ? ["it takes mail of an address beyond its reach"] : [];
  });
}

/**
 * Refuses to let a restricted key point a webhook elsewhere that is handed mail which the key may not route.
 * @throws Failure forbidden
 */
export async function checkHanded(turn: Turn, webhookId: string, scope: Scope): Promise<void> {
  if (scope.identityIds === null) return;
  const names = await namesRoutedTo(turn, turn.accountId, webhookId);
  if ((await unroutable(turn, names, scope)).length === 0) return;
  throw new Failure(
    "forbidden",
    "A routing rule hands this webhook mail that takes an unrestricted key to route. Use such a key, or create another webhook.",
  );
}

/**
 * @param change.sendAs true: by leave of the asker from now on; undefined: as it is
 * @throws Failure not_found, forbidden (enables what takes an unrestricted key), validation_error (no address to write from)
 */
export async function changeRule(
  turn: Turn,
  { id, sendAs, ...change }: { id: string; status?: RoutingRuleRow["status"]; sendAs?: boolean },
  scope: Scope,
): Promise<RoutingRuleRow> {
  const before = await getRule(turn, scope, id);
  if (!before) throw notFound();
  const { status = before.status } = change;
  const begins = status === "active" && before.status !== "active";
  if (begins) await checkRoutable(turn, before, scope);
  const goesOn = begins && before.sendAsMaker !== null && sendAs !== false;
  if (sendAs || goesOn) await checkSendAs(turn, before, scope);
  const asked = sendAs ? makerOf(turn) : null;
  const sendAsMaker = sendAs === undefined ? before.sendAsMaker : asked;
  turn.update(routingRules, { accountId: turn.accountId, id, status, sendAsMaker }, before);
  const after = { ...before, status, sendAsMaker };
  noteSetting(turn, {
    action: "routing_rule_changed",
    target: named(before),
    before: settingsOf(before),
    after: settingsOf(after),
  });
  return after;
}

const named = ({ id, localPart, domain }: RoutingRuleRow) => ({ id, name: `${localPart}@${domain}` });
const settingsOf = ({ status, forwardTo, identityId, webhookId, sendAsMaker }: RoutingRuleRow) => ({
  status,
  identity_id: identityId,
  webhook_id: webhookId,
  forward_to: forwardTo,
  send_as: sendAsMaker !== null,
});

/** @throws Failure not_found */
export async function deleteRule(turn: Turn, id: string, scope: Scope): Promise<void> {
  const before = await getRule(turn, scope, id);
  if (!before) throw notFound();
  turn.remove(routingRules, { accountId: turn.accountId, id });
  noteSetting(turn, { action: "routing_rule_removed", target: named(before), before: settingsOf(before) });
}
