// What this process remembers of actors. No turn trusts it before the fence has compared its modseq; on any
// error an entry is thrown away. The least recently used entries are evicted.

import type { Instant } from "../../src/lib/clock.ts";
import type { FolderRow } from "../../src/store/mail/folders.ts";
import { folders, identities } from "../../src/store/tables/index.ts";
import { type AccountState, type IdentityState, takesMail } from "./actor.ts";
import type { BatchActor } from "./turn.ts";

export class ActorCache {
  readonly #most: number;
  readonly #identities = new Map<string, IdentityState>();
  readonly #accounts = new Map<string, AccountState>();
  /** Ids of the remembered identities by their addresses. */
  readonly #addresses = new Map<string, string>();

  /** @param most identities, and accounts, that are remembered */
  constructor(most = 20_000) {
    this.#most = most;
  }

  get size(): number {
    return this.#identities.size + this.#accounts.size;
  }

  /** The identity's state if it stands at this modseq. */
  identityAt(id: string, modseq: number): IdentityState | undefined {
    const state = touch(this.#identities, id);
    return state?.row.modseq === modseq ? state : undefined;
  }

  /** The account's state if it stands at this modseq. */
  accountAt(id: string, modseq: number): AccountState | undefined {
    const state = touch(this.#accounts, id);
    return state?.row.modseq === modseq ? state : undefined;
  }

  /**
   * The identity that takes mail for this address, unless somebody else has changed that: its turn decides.
   * Null: not known here, or no mail is taken, or the plan of its account limits what it stores.
   * @param address in lower case
   */
  recipientAt(address: string, now: Instant): { accountId: string; identityId: string } | null {
    const id = this.#addresses.get(address);
    const row = id === undefined ? undefined : this.#identities.get(id)?.row;
    const account = row && this.#accounts.get(row.accountId);
    if (!account || account.row.plan === "signup" || !takesMail(row, account, now)) return null;
    return { accountId: row.accountId, identityId: row.id };
  }

  putIdentity(id: string, state: IdentityState): void {
    if (!this.#identities.has(id)) this.#addresses.set(addressOf(state), id);
    const evicted = put(this.#identities, id, { state, most: this.#most });
    if (evicted) this.#forgetAddress(evicted);
  }

  putAccount(id: string, state: AccountState): void {
    put(this.#accounts, id, { state, most: this.#most });
  }

  /** Forgets an identity or an account. */
  drop(id: string): void {
    const state = this.#identities.get(id);
    if (state) this.#forgetAddress(state);
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
