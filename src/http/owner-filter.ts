// Lists that are narrowed to the addresses of a pod or a tenant. DECISIONS Domains, pods, routing rules.
import { invalid } from "../lib/failure.ts";
import { identityIdsIn } from "../store/addresses/identities.ts";
import { getPod } from "../store/addresses/pods.ts";
import type { Database } from "../store/database/database.ts";
import type { Scope } from "../store/scope.ts";
import { found } from "./resource.ts";
import { checkStrings } from "./validation.ts";

export interface OwnerQuery {
  pod_id?: string;
  tenant_id?: string;
}

/** Addresses that a list is narrowed to. */
const maxAddresses = 5000;

/**
 * The caller's scope with those addresses alone that are in the pod and of the tenant.
 * @throws Failure not_found (the pod), validation_error (too many addresses)
 */
export async function narrowed<S extends Scope>(
  database: Database,
  scope: S,
  { pod_id: podId, tenant_id: tenantId }: OwnerQuery,
): Promise<S> {
  if (podId === undefined && tenantId === undefined) return scope;
  checkStrings({ tenant_id: tenantId ?? "" });
  if (podId !== undefined) await found(getPod(database, scope, podId));
  const podIds = podId === undefined ? undefined : [podId];
  const identityIds = await identityIdsIn(database, scope, { podIds, tenantId, most: maxAddresses + 1 });
  if (identityIds.length > maxAddresses) {
    throw invalid(
      `More than ${maxAddresses} addresses are in this pod or of this tenant. Give both, or identity_id.`,
    );
  }
  return { ...scope, identityIds };
}
