// The one place where a name is taken for an id: an address by its email or its local part, a label, a pod, a domain by its
// name. What strangers choose, such as subjects and titles, names nothing. DECISIONS Conventions: names
import { bareEmail } from "../lib/bare-email.ts";
import { invalid, notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { domainOf, parseAddress } from "../mail/address.ts";
import { findIdentityByAddress, identitiesWithLocalPart } from "../store/addresses/identities.ts";
import { podsNamed } from "../store/addresses/pods.ts";
import { domainNamed } from "../store/domains/domains.ts";
import { labelsWithName } from "../store/mailbox/labels.ts";
import type { Auth, HttpDeps } from "./context.ts";

export type NamedKind = "address" | "label" | "pod" | "domain";

/** Fields of queries and bodies that take a name for an id. */
export const namedFields: Readonly<Record<string, NamedKind>> = {
  identity_id: "address",
  identity_ids: "address",
  label_id: "label",
  add_label_ids: "label",
  remove_label_ids: "label",
  pod_id: "pod",
  pod_ids: "pod",
  domain_id: "domain",
};

interface NamedThing {
  kind: NamedKind;
  /** As its caller wrote it. */
  text: string;
  /** Names the value in a refusal: `Field "identity_id"`. */
  field: string;
  /** The address whose labels are meant; without it those of all that the key reaches. */
  identityId?: string | undefined;
}

interface Candidate {
  id: string;
  shown: string;
}

/** Candidates that a refusal names. */
const maxCandidates = 5;
const maxChars = 320;

/**
 * The id of what is named, within the key's reach.
 * @returns null: the text names nothing
 * @throws Failure validation_error: several have the name; not_found: an email that the key does not reach
 */
export async function idOfName(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  given: NamedThing,
): Promise<string | null> {
  const name = { ...given, text: given.text.trim() };
  const { kind, text, field, identityId } = name;
  if (text === "" || text.length > maxChars || isUuid(text.toLowerCase()) || text.includes("\0")) return null;
  const most = maxCandidates + 1;
  switch (kind) {
    case "address": {
      if (text.includes("@")) return idOfEmail({ database }, auth, name);
      const found = await identitiesWithLocalPart(database, auth, { localPart: text.toLowerCase(), most });
      return only(
        name,
        found.map(({ id, localPart, domain }) => ({ id, shown: `${localPart}@${domain}` })),
      );
    }
    case "label": {
      const found = await labelsWithName(database, auth, { name: text, identityId, most });
      return only(
        name,
        found.map(({ id, email, name }) => ({ id, shown: `${name} of ${email}` })),
      );
    }
    case "pod": {
      const found = await podsNamed(database, auth, { name: text, most });
      return only(
        name,
        found.map(({ id, name }) => ({ id, shown: name })),
      );
    }
    case "domain": {
      const wanted = domainOf(text);
      const id = wanted === null ? null : await domainNamed(database, auth, wanted);
      if (id === null && text.includes("."))
        throw notFound(
          `${field} names no domain that this key sees: ${JSON.stringify(text)}. GET /api/v1/domains lists them.`,
        );
      return id;
    }
  }
}

/** @throws Failure not_found */
async function idOfEmail(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  { text, field }: NamedThing,
): Promise<string> {
  const address = parseAddress(bareEmail(text).toLowerCase());
  const found = address && (await findIdentityByAddress(database, auth, address));
  if (found) return found.id;
  throw notFound(
    `${field} names no address that this key reaches: ${JSON.stringify(text)}. GET /api/v1/identities lists those that it does.`,
  );
}

/** @throws Failure validation_error: there are several */
function only({ text, field }: NamedThing, found: readonly Candidate[]): string | null {
  const [one, another] = found;
  if (another === undefined) return one?.id ?? null;
  const listed = found.slice(0, maxCandidates).map(({ id, shown }) => `${shown} (${id})`);
  const more = found.length > maxCandidates ? ", and others" : "";
  throw invalid(
    `${field} is ${JSON.stringify(text)}, the name of several: ${listed.join(", ")}${more}. Give the id of the one that is meant.`,
  );
}
