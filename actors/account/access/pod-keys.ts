// An address's way into and out of the reach of keys that name its pod. DECISIONS Authentication and keys.
import { Failure } from "../../../src/lib/failure.ts";
import {
  deleteBeyondReach,
  findFullPodKey,
  joinPodKeys,
  leavePodKeys,
  maxPodReach,
} from "../../../src/store/access/pod-keys.ts";
import type { Turn } from "../../runtime/turn.ts";

interface InPod {
  id: string;
  podId: string;
}

/** @throws Failure conflict: a key would reach too many addresses */
export async function joinPod(turn: Turn, { id, podId }: InPod): Promise<void> {
  const full = await findFullPodKey(turn, turn.accountId, podId);
  if (full) {
    throw new Failure(
      "conflict",
      `The key "${full.name}" (${full.id}) names this pod and reaches ${maxPodReach} addresses already. Choose another pod, or revoke the key.`,
    );
  }
  turn.bulk(joinPodKeys(turn.accountId, { id, podId }));
}

export function leavePod(turn: Turn, { id, podId }: InPod): void {
  turn.bulk(leavePodKeys(turn.accountId, { id, podId }));
}

/** Ends what keys made for an address that they reach no more: app passwords, webhooks, calendar feeds. In a turn that fences it. */
export function endBeyondReach(turn: Turn, identityId: string): void {
  for (const statement of deleteBeyondReach(turn.accountId, identityId)) turn.bulk(statement);
  turn.poke("deliveries");
}
