// The process's memory of actors. No turn trusts it before the fence has compared its modseq; on any error an
// entry is thrown away. The least recently used entries are evicted.

import type { Instant } from "../../src/lib/clock.ts";
import type { IdentityRow } from "../../src/store/addresses/identities.ts";
import type { FolderRow } from "../../src/store/mailbox/folders.ts";
import { folders, identities } from "../../src/store/tables/index.ts";
import { type AccountState, type ActorRef, type IdentityState, takesMail } from "./actor.ts";
import type { BatchActor } from "./turn.ts";

interface RememberedIdentity {
  state: IdentityState;
  /** Memory was right when it was last compared with the row. */
  isConfirmed: boolean;
  /**
   * The last time that memory was right: it was read, compared or written under the row's lock. Milliseconds,
   * rising.
   */
  rightMs: number;
}

export class ActorCache {
  readonly #most: number;
  readonly #identities = new Map<string, RememberedIdentity>();
  readonly #accounts = new Map<string, AccountState>();
  /** Ids of the remembered identities by their addresses. */
  readonly #addresses = new Map<string, string>();
  readonly #nowMs: () => number;

  /** @param most identities, and accounts, that are remembered @param nowMs milliseconds, rising */
  constructor(most = 20_000, nowMs = () => performance.now()) {
    this.#most = most;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#identities.size + this.#accounts.size;
  }

  /** The identity's state and its account's, as this process last knew them; null where one of them is not known. */
  latest({ id, accountId }: ActorRef): { identity: IdentityState; account: AccountState } | null {
    const identity = touch(this.#identities, id);
    const account = identity && touch(this.#accounts, accountId);
    return account ? { identity: identity.state, account } : null;
  }

  /** Whether memory was right about an identity when it was last compared with its row: others seldom change it, then. */
  isConfirmed(id: string): boolean {
    return this.#identities.get(id)?.isConfirmed ?? false;
  }

  confirm(id: string, wasRight: boolean): void {
    const known = this.#identities.get(id);
    if (!known) return;
    known.isConfirmed = wasRight;
    if (wasRight) known.rightMs = this.#nowMs();
  }

  /** Return the remembered states of these identities. Each is valid while its row has the same modseq. */
  identitiesOf(refs: readonly Pick<ActorRef, "id">[]): Map<string, IdentityState> {
    const known = new Map<string, IdentityState>();
    for (const { id } of refs) {
      const remembered = touch(this.#identities, id);
      if (remembered) known.set(id, remembered.state);
    }
    return known;
  }

  /** The account's state if it stands at this modseq. */
  accountAt(id: string, modseq: number): AccountState | undefined {
    const state = touch(this.#accounts, id);
    return state?.row.modseq === modseq ? state : undefined;
  }

  /**
   * The identity that takes mail for this address, unless somebody else has changed that: its turn decides.
   * Null: not known here, or no mail is taken, or the plan of its account limits what it stores.
   * @param address in lower case @param sinceMs memory was right then, or later
   */
  recipientAt(
    address: string,
    { now, sinceMs }: { now: Instant; sinceMs: number },
  ): { accountId: string; identityId: string } | null {
    const row = this.identityWith(address, sinceMs);
    const account = row && this.#accounts.get(row.accountId);
    if (!account || account.row.plan === "signup" || !takesMail(row, account, now)) return null;
    return { accountId: row.accountId, identityId: row.id };
  }

  /**
   * The identity that has this address, unless somebody else has changed that.
   * @param address in lower case @param sinceMs memory was right then, or later
   */
  identityWith(address: string, sinceMs: number): IdentityRow | null {
    const id = this.#addresses.get(address);
    const known = id === undefined ? undefined : this.#identities.get(id);
    return known && known.rightMs >= sinceMs ? known.state.row : null;
  }

  putIdentity(id: string, state: IdentityState): void {
    const before = this.#identities.get(id);
    if (!before) this.#addresses.set(addressOf(state), id);
    const known = { state, isConfirmed: before?.isConfirmed ?? false, rightMs: this.#nowMs() };
    const evicted = put(this.#identities, id, { state: known, most: this.#most });
    if (evicted) this.#forgetAddress(evicted.state);
  }

  putAccount(id: string, state: AccountState): void {
    put(this.#accounts, id, { state, most: this.#most });
  }

  /** Forgets an identity or an account. */
  drop(id: string): void {
    const known = this.#identities.get(id);
    if (known) this.#forgetAddress(known.state);
    this.#identities.delete(id);
    this.#accounts.delete(id);
  }

  /** The address may belong to another identity by now. */
  #forgetAddress(state: IdentityState): void {
    const address = addressOf(state);
    if (this.#addresses.get(address) === state.row.id) this.#addresses.delete(address);
  }

  /** Takes over what a committed batch wrote of an actor. */
  commit({ ref, identity, modseq, lastInstant, overlay }: BatchActor): void {
    if (ref.kind === "account" || !identity) {
      this.drop(ref.id);
      return;
    }
    const written = [...(overlay.get(identities)?.values() ?? [])][0];
    if (written === null || written?.deletedAt) {
      this.drop(ref.id);
      return;
    }
    const row = { ...identity.row, ...written, modseq, lastInstant };
    this.putIdentity(ref.id, { row, folders: mergedFolders(identity, overlay.get(folders)) });
  }
}

function mergedFolders(
  { folders: known }: IdentityState,
  written: ReadonlyMap<string, Record<string, unknown> | null> | undefined,
): ReadonlyMap<string, FolderRow> {
  if (!written) return known;
  const merged = new Map(known);
  for (const [key, row] of written) {
    // The key is `account|id|`.
    const id = key.split("|")[1]!;
    if (row) merged.set(id, { ...merged.get(id), ...row } as FolderRow);
    else merged.delete(id);
  }
  return merged;
}

function touch<V>(map: Map<string, V>, id: string): V | undefined {
  const value = map.get(id);
  if (value !== undefined) {
    map.delete(id);
    map.set(id, value);
  }
  return value;
}

/** @returns what was evicted */
function put<V>(map: Map<string, V>, id: string, { state, most }: { state: V; most: number }): V | undefined {
  map.delete(id);
  map.set(id, state);
  if (map.size <= most) return undefined;
  const [oldest, evicted] = map.entries().next().value!;
  map.delete(oldest);
  return evicted;
}

function addressOf({ row }: IdentityState): string {
  return `${row.localPart}@${row.domain}`;
}
