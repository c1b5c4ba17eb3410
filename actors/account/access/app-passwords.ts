// Turns that issue and revoke app passwords. SPEC App passwords; DECISIONS App passwords.
import type { StoredPassword } from "../../../src/lib/app-password.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import {
  type AppPasswordRow,
  getAppPassword,
  hasMaxAppPasswords,
  maxAppPasswords,
} from "../../../src/store/access/app-passwords.ts";
import { reaches, type Scope } from "../../../src/store/scope.ts";
import { appPasswords } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { emailOf } from "../addresses/identities.ts";
import { sendingIdentity } from "../addresses/senders.ts";
import { noteSetting } from "./account-audit.ts";
import { checkOwner, personOf } from "./members.ts";
import { checkMinter } from "./minted.ts";

export interface NewAppPassword extends StoredPassword {
  id: string;
  identityId: string;
  name: string;
  /** The key that asks; null: none. */
  mintedBy: string | null;
}

/** A password with the address that it is for. */
export interface NamedPassword {
  row: AppPasswordRow;
  username: string;
}

/**
 * @throws Failure not_found, capability_missing, identity_suspended, conflict (too many), unauthorized (its key was
 *   revoked meanwhile)
 */
export async function createAppPassword(
  turn: Turn,
  input: NewAppPassword,
  scope: Scope,
): Promise<NamedPassword> {
  if (!reaches(scope, input.identityId)) throw notFound();
  await checkMinter(turn, input.mintedBy);
  await checkOwner(turn);
  const identity = await sendingIdentity(turn, input.identityId);
  if (!capabilitiesOf(identity.type).app_passwords) {
    throw new Failure(
      "capability_missing",
      `An address of type ${identity.type} takes no app passwords. Use one of type human, team or agent.`,
    );
  }
  const { accountId } = turn;
  if (await hasMaxAppPasswords(turn, accountId, input.identityId)) {
    throw new Failure(
      "conflict",
      `This address has ${maxAppPasswords} app passwords, which is the most. Revoke one that is no longer used first.`,
    );
  }
  const row: AppPasswordRow = {
    accountId,
    ...input,
    madeBy: personOf(turn),
    lastUsedAt: null,
    lastUsedProtocol: null,
    createdAt: turn.instant(),
  };
  turn.insert(appPasswords, row);
  noteSetting(turn, {
    action: "password_made",
    target: { id: row.id, name: row.name },
    after: { address: emailOf(identity) },
  });
  return { row, username: emailOf(identity) };
}

/**
 * Revokes a password. Run with its identity fenced too: sessions that it opened are poked and find it gone.
 * @throws Failure not_found
 */
export async function revokeAppPassword(turn: Turn, id: string, scope: Scope): Promise<void> {
  const row = await getAppPassword(turn, scope, id);
  if (!row) throw notFound();
  turn.remove(appPasswords, { accountId: turn.accountId, id });
  noteSetting(turn, { action: "password_ended", target: { id, name: row.name } });
}
