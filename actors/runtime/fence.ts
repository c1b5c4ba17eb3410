// The fence: a batch's actors with their rows locked, so that its turns stand on what the last ones left. Either the rows
// are read before the turns run, and prove what memory holds of them. Or the turns run on what memory holds while the
// database locks the rows and verifies that they stand there: where one has moved on, the transaction fails.
import { counts } from "../../src/lib/facts.ts";
import type { Executor } from "../../src/store/database/database.ts";
import {
  type AccountState,
  type ActorRef,
  type IdentityState,
  loadAccounts,
  loadIdentities,
  lockAccounts,
  lockIdentities,
  verifyIdentities,
} from "./actor.ts";
import type { ActorCache } from "./cache.ts";
import type { BatchActor } from "./turn.ts";

interface LockedActors {
  refs: readonly ActorRef[];
  accounts: Awaited<ReturnType<typeof lockAccounts>>;
  identities: Awaited<ReturnType<typeof lockIdentities>>;
  /** Identities as memory has them, and those read again because they have changed. */
  known: ReadonlyMap<string, IdentityState>;
  moved: ReadonlyMap<string, IdentityState>;
}

/** Locks the actors' rows, accounts first, and reads where they stand. */
export async function lockActors(
  tx: Executor,
  { cache, isAlone }: { cache: ActorCache; isAlone(): boolean },
  refs: readonly ActorRef[],
): Promise<LockedActors> {
  const accountIds = refs.filter(({ kind }) => kind === "account").map(({ id }) => id);
  const identityRefs = refs.filter(({ kind }) => kind === "identity");
  // Take the cache's content now: while this batch loads the rest, another one may make it forget.
  const known = cache.identitiesOf(identityRefs);
  // A process that is alone knows each move of the actors in its memory: they are not loaded again.
  const mayHaveMoved = known.size < identityRefs.length || !isAlone();
  const [accounts, identities, moved] = await Promise.all([
    accountIds.length > 0 ? lockAccounts(tx, accountIds.sort()) : new Map(),
    identityRefs.length > 0 ? lockIdentities(tx, identityRefs) : new Map(),
    identityRefs.length > 0 && mayHaveMoved ? loadIdentities(tx, identityRefs, known) : new Map(),
  ]);
  return { refs, accounts, identities, known, moved };
}

/**
 * Return the states of locked actors: from memory where the locked rows confirm it, otherwise from the
 * database.
 * @returns the actors that exist, by id, and whether memory was wrong about one that was confirmed
 */
export async function provenActors(
  tx: Executor,
  cache: ActorCache,
  { refs, accounts, identities, known, moved }: LockedActors,
): Promise<{ actors: Map<string, BatchActor>; wasWrong: boolean }> {
  const accountStates = new Map<string, AccountState>();
  const staleAccounts = new Set<string>();
  const proveAccount = (id: string, modseq: number) => {
    const state = cache.accountAt(id, modseq);
    if (state) accountStates.set(id, state);
    else staleAccounts.add(id);
  };
  for (const [id, row] of accounts) proveAccount(id, row.modseq);
  const identityStates = new Map<string, IdentityState>();
  let wasWrong = false;
  for (const [id, { accountId, modseq, accountModseq }] of identities) {
    proveAccount(accountId, accountModseq);
    const state = known.get(id);
    const isRight = state?.row.modseq === modseq;
    if (isRight) identityStates.set(id, state);
    else wasWrong ||= cache.isConfirmed(id);
    cache.confirm(id, isRight);
  }
  // Forget actors that are gone: their addresses may belong to others by now.
  for (const { id } of refs) if (!identities.has(id) && !accounts.has(id)) cache.drop(id);
  const stale = refs.filter(({ id }) => identities.has(id) && !identityStates.has(id));
  const unread = stale.filter(({ id }) => !moved.has(id));
  countStates("account", { all: staleAccounts.size + accountStates.size, cold: staleAccounts.size });
  countStates("identity", { all: identities.size, cold: stale.length });
  const [loadedAccounts, loadedIdentities] = await Promise.all([
    staleAccounts.size > 0 ? loadAccounts(tx, [...staleAccounts]) : new Map(),
    unread.length > 0 ? loadIdentities(tx, unread, new Map()) : new Map(),
  ]);
  for (const [id, state] of loadedAccounts) {
    accountStates.set(id, state);
    cache.putAccount(id, state);
  }
  for (const [id, state] of [...moved, ...loadedIdentities]) {
    if (!identities.has(id)) continue;
    identityStates.set(id, state);
    cache.putIdentity(id, state);
  }
  const actors = new Map<string, BatchActor>();
  for (const ref of refs) {
    const locked = (ref.kind === "identity" ? identities : accounts).get(ref.id);
    const account = accountStates.get(ref.accountId);
    if (!locked || !account) continue;
    const { modseq, lastInstant } = locked;
    const identity = identityStates.get(ref.id) ?? null;
    actors.set(ref.id, { ref, identity, account, modseq, lastInstant, overlay: new Map() });
  }
  return { actors, wasWrong };
}

/** The identities as memory holds them, by id; null where it does not hold all, or others may have changed one. */
export function rememberedActors(
  { cache, isAlone }: { cache: ActorCache; isAlone(): boolean },
  refs: readonly ActorRef[],
): Map<string, BatchActor> | null {
  const actors = new Map<string, BatchActor>();
  for (const ref of refs) {
    const isOwn = ref.kind === "identity" && (cache.isConfirmed(ref.id) || isAlone());
    const state = isOwn ? cache.latest(ref) : null;
    if (!state) return null;
    const { modseq, lastInstant } = state.identity.row;
    actors.set(ref.id, { ref, ...state, modseq, lastInstant, overlay: new Map() });
  }
  return actors;
}

/** Locks the rows of remembered identities. @throws SqlError where one, or its account, does not stand where memory has it */
export function verifyActors(tx: Executor, actors: readonly BatchActor[]): Promise<void> {
  countStates("identity", { all: actors.length, cold: 0 });
  countStates("account", { all: new Set(actors.map(({ ref }) => ref.accountId)).size, cold: 0 });
  return verifyIdentities(
    tx,
    actors.map(({ ref, modseq, account }) => ({ ref, modseq, accountModseq: account.row.modseq })),
  );
}

/** Count whether memory had the states. By actor and batch: what a batch reads once, its turns share. */
function countStates(actor: ActorRef["kind"], { all, cold }: { all: number; cold: number }): void {
  counts.actorStates.add([actor, "warm"], all - cold);
  counts.actorStates.add([actor, "cold"], cold);
}
