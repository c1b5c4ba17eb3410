// Unique constraints that say something to a caller: two processes raced for one value and this one lost.
import { Failure, type FailureCode } from "../../src/lib/failure.ts";
import type { SqlError } from "../../src/store/database/database.ts";

const refusals: Record<string, [FailureCode, string]> = {
  addresses_pkey: ["address_taken", "This address is taken. Choose another local part."],
  domains_name_key: ["conflict", "This account has this domain already. Find it with GET /api/v1/domains."],
  domain_names_pkey: ["conflict", "This domain belongs to another account."],
  identities_client_id: [
    "client_id_taken",
    "Another address of this account has this client_id. GET /api/v1/identities?client_id=… finds it.",
  ],
  pods_client_id_key: [
    "client_id_taken",
    "Another pod of this account has this client_id. Choose another one.",
  ],
};

/** Return the refusal for a broken unique constraint; null: it means a bug. */
export function constraintFailure(error: SqlError): Failure | null {
  const refusal = error.sqlState === "23505" && error.constraint ? refusals[error.constraint] : undefined;
  return refusal ? new Failure(...refusal) : null;
}
