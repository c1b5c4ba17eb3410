// Turns over pods. A pod groups addresses and domains; there is always one default pod, which is never deleted.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import {
  findPodByClientId,
  getPod,
  hasMaxPods,
  maxPods,
  type PodRow,
  podContent,
} from "../../../src/store/addresses/pods.ts";
import { pods } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

export interface NewPod {
  id: string;
  name: string;
  /** The caller's own id: unique within the account. */
  clientId: string | null;
}

/** @throws Failure client_id_taken, conflict (too many) */
export async function createPod(turn: Turn, input: NewPod): Promise<PodRow> {
  const { accountId } = turn;
  if (await hasMaxPods(turn, accountId)) {
    throw new Failure(
      "conflict",
      `An account holds at most ${maxPods} pods. Group addresses with tenant_id instead.`,
    );
  }
  await checkClientId(turn, input);
  const row: PodRow = { accountId, ...input, isDefault: false, createdAt: turn.instant() };
  turn.insert(pods, row);
  return row;
}

/** @throws Failure not_found, client_id_taken */
export async function changePod(
  turn: Turn,
  { id, ...change }: { id: string; name?: string; clientId?: string | null },
): Promise<PodRow> {
  const { accountId } = turn;
  const before = await getPod(turn, { accountId, identityIds: null }, id);
  if (!before) throw notFound();
  await checkClientId(turn, { id, clientId: change.clientId ?? null });
  turn.update(pods, { accountId, id, ...change }, before);
  return { ...before, ...change };
}

/** @throws Failure not_found, conflict (the default pod, or what is in it) */
export async function deletePod(turn: Turn, id: string): Promise<void> {
  const { accountId } = turn;
  const pod = await getPod(turn, { accountId, identityIds: null }, id);
  if (!pod) throw notFound();
  if (pod.isDefault) {
    throw new Failure("conflict", "The default pod cannot be deleted: it takes what names no pod.");
  }
  const { identities, domains, keys, templates } = await podContent(turn, accountId, id);
  const held = [
    counted(identities, "address", "addresses"),
    counted(domains, "domain", "domains"),
    counted(templates, "template", "templates"),
  ].filter((text) => text !== null);
  if (held.length > 0) {
    throw new Failure(
      "conflict",
      `This pod holds ${held.join(" and ")}. Move them to another pod (PATCH with pod_id), or delete them, first.`,
    );
  }
  if (keys > 0) {
    throw new Failure(
      "conflict",
      `${counted(keys, "key names", "keys name")} this pod. Revoke them first (GET /api/v1/api-keys?pod_id=${id}).`,
    );
  }
  turn.remove(pods, pod);
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}

async function checkClientId(turn: Turn, pod: { id: string; clientId: string | null }): Promise<void> {
  if (pod.clientId === null) return;
  const taken = await findPodByClientId(turn, turn.accountId, { clientId: pod.clientId, exceptId: pod.id });
  if (taken) {
    throw new Failure(
      "client_id_taken",
      `Pod ${taken.id} of this account has this client_id. Use that pod, or choose another client_id.`,
    );
  }
}

/**
 * The pod of this id, or the default one.
 * @param reach identities that the key reaches, whose pods it may name; null: all
 * @throws Failure not_found
 */
export async function podOf(
  turn: Turn,
  podId: string | null,
  reach: readonly string[] | null = null,
): Promise<string> {
  const pod = await getPod(turn, { accountId: turn.accountId, identityIds: reach }, podId);
  if (!pod) throw notFound();
  return pod.id;
}
