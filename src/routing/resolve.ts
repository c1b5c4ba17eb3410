// Where mail for a recipient goes. DECISIONS Addresses, in this order: exact address, exact rule, address without its
// +tag, catch-all rule; postmaster and abuse of every verified domain belong to the operator unless the name exists.
// Bounces return to addresses that prove which message they are about, before all that.
// Only addresses and rules of the domain's owner count; on the shared domain, addresses of every account. Look-ups that arrive
// together are one query. An address that this process knows is not looked up: no rule comes before it.
import type { Plans } from "../config/plans.ts";
import { type BatchLoader, createBatchLoader } from "../lib/batch-loader.ts";
import { type Clock, type Instant, nowInstant } from "../lib/clock.ts";
import { must } from "../lib/must.ts";
import { parseAddress } from "../mail/address.ts";
import {
  type FoundRecipient,
  findPostmaster,
  findRecipients,
  findSender,
  matchRank,
  type RoutedRecipient,
} from "../store/addresses/destinations.ts";
import { DatabaseUnavailable, type Parted } from "../store/database/database.ts";
import { findUnsubscribeLink } from "../store/sending/unsubscribes.ts";
import type { ForeignDomains } from "./foreign-domains.ts";

export type Destination =
  | {
      kind: "identity";
      accountId: string;
      identityId: string;
      /** The rule that leads there and forwards the mail too. */
      forwardRuleId?: string;
    }
  /** A rule hands it to a webhook of the account. */
  | { kind: "webhook"; accountId: string; webhookId: string; ruleId: string }
  /** A rule's webhook is disabled: the mail is to come again. */
  | { kind: "paused" }
  /** Where bounces of a message return; no sender: the message is gone. */
  | { kind: "bounce"; messageId: string; sender: { accountId: string; identityId: string } | null }
  /** A recipient's link to unsubscribe, as a mailbox; null: the address it is about is gone. */
  | { kind: "unsubscribe"; link: { accountId: string; identityId: string; id: string } | null }
  /** The account stores as much as its plan allows: the mail is to come again. */
  | { kind: "full" }
  | { kind: "suspended" }
  | { kind: "unknown" }
  /** Not a domain of this service. */
  | { kind: "foreign" };

export interface Routing {
  /** @param recipient an envelope recipient, `local@domain` */
  resolve(recipient: string): Promise<Destination>;
}

export interface RoutingRules {
  /** The message that a local part proves to be the envelope sender of, or null. */
  bouncedId(localPart: string): string | null;
  /** The link to unsubscribe that a local part proves, or null. */
  unsubscribeId(localPart: string): string | null;
  plans: Plans;
  /** The identity that takes mail for an address in lower case, where that is known without asking; null: it is to be asked. */
  known?: (address: string, now: Instant) => { accountId: string; identityId: string } | null;
  foreign: ForeignDomains;
}

export function createRouting(
  database: Parted,
  clock: Clock,
  { bouncedId, unsubscribeId, plans, known, foreign }: RoutingRules,
): Routing {
  const storageBytes = plans.signup.storageBytes ?? Number.POSITIVE_INFINITY;
  const place = (found: FoundRecipient) => destinationOf(found, { now: nowInstant(clock), storageBytes });
  const loader: BatchLoader<RoutedRecipient, Resolved> = createBatchLoader(
    (asked) => lookUp(database, asked, place),
    {
      most: 200,
      parallel: 4,
    },
  );
  /** Where accounts lie on several machines, one that is away costs those who are looked up together nothing. */
  const find = (asked: RoutedRecipient) =>
    loader.load(asked).catch(async (error) => {
      if (!database.parts || !(error instanceof DatabaseUnavailable)) throw error;
      const [alone] = await lookUp(database, [asked], place);
      return must(alone, "a look-up has one result a recipient");
    });
  return {
    async resolve(recipient) {
      // RFC 5321 4.1.1.3: this one name needs no domain.
      if (recipient.toLowerCase() === "postmaster") return operatorRole(database);
      const address = parseAddress(recipient);
      if (!address) return { kind: "unknown" };
      const returned = bouncedId(address.localPart);
      if (returned !== null) {
        return { kind: "bounce", messageId: returned, sender: await findSender(database, returned) };
      }
      const linkId = unsubscribeId(address.localPart);
      if (linkId !== null) return { kind: "unsubscribe", link: await findUnsubscribeLink(database, linkId) };
      const local = address.localPart.toLowerCase();
      const identity = known?.(`${local}@${address.domain}`, nowInstant(clock));
      if (identity) return { kind: "identity", ...identity };
      if (foreign.has(address.domain)) return { kind: "foreign" };
      const bare = local.replace(/\+.*$/s, "") || local;
      const noteForeign = foreign.asking();
      const { destination, named } = await find({ domain: address.domain, local, bare });
      if (destination.kind === "foreign") noteForeign(address.domain);
      const isRole = bare === "postmaster" || bare === "abuse";
      return isRole && !named && destination.kind !== "foreign" ? operatorRole(database) : destination;
    },
  };
}

interface Resolved {
  destination: Destination;
  /** An address or a rule has this very name; a catch-all has none. */
  named: boolean;
}

async function lookUp(
  database: Parted,
  asked: readonly RoutedRecipient[],
  place: (found: FoundRecipient) => Destination,
): Promise<Resolved[]> {
  const results: Resolved[] = asked.map(() => ({ destination: { kind: "unknown" }, named: false }));
  for (const found of await findRecipients(database, asked)) {
    const named = found.rank !== null && found.rank < matchRank.catchAll;
    results[found.n] = { destination: place(found), named };
  }
  return results;
}

function destinationOf(found: FoundRecipient, at: { now: Instant; storageBytes: number }): Destination {
  if (!found.known) return { kind: "foreign" };
  const { accountId, identityId, webhookId, ruleId, status, expiresAt } = found;
  if (accountId !== null && webhookId !== null && ruleId !== null && found.webhookStatus !== null) {
    return found.webhookStatus === "disabled"
      ? { kind: "paused" }
      : { kind: "webhook", accountId, webhookId, ruleId };
  }
  if (accountId === null || identityId === null || status === null) return { kind: "unknown" };
  const expired = expiresAt !== null && expiresAt <= at.now;
  if (status !== "active" || expired) return { kind: "suspended" };
  if (found.stored !== null && found.stored >= at.storageBytes) return { kind: "full" };
  return {
    kind: "identity",
    accountId,
    identityId,
    ...(found.forwards && ruleId !== null && { forwardRuleId: ruleId }),
  };
}

/** RFC 5321 4.5.1: these names are always accepted. */
async function operatorRole(database: Parted): Promise<Destination> {
  const postmaster = await findPostmaster(database);
  return postmaster ? { kind: "identity", ...postmaster } : { kind: "unknown" };
}
