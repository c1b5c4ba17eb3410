// The filters that lists of messages, threads and folders share. DECISIONS Threads, messages, folders, labels.
import { notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { getIdentity } from "../store/addresses/identities.ts";
import { getLabel, keywordKeys } from "../store/mailbox/labels.ts";
import type { MessageFilter } from "../store/mailbox/message-filter.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { idOfName } from "./named.ts";
import { definedFields, instantOf } from "./params.ts";
import { found } from "./resource.ts";
import { checkStrings } from "./validation.ts";

export interface MailFilterQuery {
  identity_id?: string;
  is_read?: boolean;
  from?: string;
  to?: string;
  after?: string;
  before?: string;
  has_attachments?: boolean;
  label_id?: string;
  subject?: string;
}

/**
 * The filter of a query, with those fields alone that it has.
 * @throws Failure not_found (the address or the label), validation_error
 */
export async function mailFilterOf(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  query: MailFilterQuery,
): Promise<MessageFilter> {
  const { identity_id: identityId, label_id: labelId, from, to, subject } = query;
  checkStrings({ from: from ?? "", to: to ?? "", subject: subject ?? "" });
  if (identityId !== undefined) await found(getIdentity(database, auth, identityId));
  const label = labelId === undefined ? null : await found(getLabel(database, auth, labelId));
  return definedFields({
    identityId,
    from,
    to,
    after: instantOf("after", query.after),
    before: instantOf("before", query.before),
    subject,
    hasAttachments: query.has_attachments,
    isRead: query.is_read,
    labelKeys: label ? keywordKeys(label) : undefined,
  });
}

/** The id of the address that is named by its email, its name or its id. @throws Failure not_found, validation_error: several have the name */
export async function idOfAddress(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  email: string,
): Promise<string> {
  checkStrings({ address: email });
  const id = email.trim().toLowerCase();
  const named = isUuid(id)
    ? ((await getIdentity(database, auth, id))?.id ?? null)
    : await idOfName({ database }, auth, { kind: "address", text: email, field: '"address"' });
  if (named !== null) return named;
  throw notFound(
    `"address" names no address that this key reaches: ${JSON.stringify(email)}. GET /api/v1/identities lists those that it does.`,
  );
}

/** Whether anything but the address is asked for. */
export function narrows({ identityId: _, ...rest }: MessageFilter): boolean {
  return Object.keys(rest).length > 0;
}
