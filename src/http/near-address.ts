// An address of the caller's own that a misspelt one is near to, for refusals: they propose it, and nothing is done at it. DECISIONS Errors
import { emailOf } from "../../actors/account/addresses/identities.ts";
import { Failure } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { nearestEmail } from "../lib/near-email.ts";
import { parseAddress } from "../mail/address.ts";
import {
  emailsLike,
  findIdentityByAddress,
  getIdentity,
  newestEmails,
} from "../store/addresses/identities.ts";
import { getMessageRow } from "../store/message/messages.ts";
import { pathOf } from "./auth.ts";
import { type HttpDeps, stateOf } from "./context.ts";
import { type BodyFields, isFields } from "./meant-body.ts";

const maxChars = 320;

/** Fields that name an address of the caller's. A filter `from` of a query names the senders of mail. */
export const ownFields = { query: ["identity_id", "address"], body: ["from", "identity_id", "address"] };

/** A value of a request, and the one that is meant. */
export interface NearAddress {
  given: string;
  meant: string;
}

/** The one address that is near to the one that a refused request names; null: none is, or it names one that is there. */
export async function nearAddress(
  { database }: Pick<HttpDeps, "database">,
  { code }: Failure,
  { request, body }: { request: Request; body: unknown },
): Promise<NearAddress | null> {
  const { auth } = stateOf(request);
  const given = code === "not_found" ? namedIn(request, body) : null;
  if (!auth || given === null) return null;
  const named = parseAddress(given.toLowerCase());
  // The address is there: something else is not.
  if (named === null || (await findIdentityByAddress(database, auth, named)) !== null) return null;
  const meant = nearestEmail(given, await emailsLike(database, auth, named));
  return meant === null ? null : { given, meant };
}

/** Addresses that a refusal names. */
const maxNamed = 5;

/** A refusal with the addresses that its caller has, and the field for them. */
export interface NamedAddresses {
  failure: Failure;
  field: string;
  /** The only one that there is: no other can be meant. */
  sole: string | null;
}

/** A refusal of a call that says no address of the caller's, or none that is there, with those that there are; null: it is no such. */
export async function namedAddresses(
  { database }: Pick<HttpDeps, "database">,
  failure: Failure,
  request: Request,
): Promise<NamedAddresses | null> {
  const { auth } = stateOf(request);
  const [, missing] =
    /^Field "(from|identity_id)" is missing in the (?:body|query)\./.exec(failure.message) ?? [];
  const field = missing ?? (failure.message.startsWith("A draft is of an address.") ? "identity_id" : null);
  const isStrange = /names no address that this key (?:reaches|can write from)/.test(failure.message);
  if (!auth || (field === null && !isStrange)) return null;
  const emails = await newestEmails(database, auth, maxNamed + 1);
  if (emails.length === 0) return null;
  const more = emails.length > maxNamed ? ", and others" : "";
  const named = `${failure.message} There ${emails.length === 1 ? "is" : "are"} ${emails.slice(0, maxNamed).join(", ")}${more}.`;
  const sole = field !== null && emails.length === 1 ? emails[0]! : null;
  return { failure: new Failure(failure.code, named), field: field ?? "identity_id", sole };
}

/** A mail that answers a message and lacks who writes it, or to whom: its address, or the answer to its sender; null: it is no such. */
export async function answeredCall(
  { database }: Pick<HttpDeps, "database">,
  { message }: Failure,
  { request, body }: { request: Request; body: unknown },
): Promise<AnsweredCall | null> {
  const { auth } = stateOf(request);
  const isOfMail = request.method === "POST" && pathOf(request.url) === "/api/v1/messages";
  if (!auth || !isOfMail || !isFields(body) || !/^Field "(?:from|to)" is missing/.test(message)) return null;
  const { in_reply_to: id, ...rest } = body;
  if (typeof id !== "string" || !isUuid(id.toLowerCase())) return null;
  const row = await getMessageRow(database, auth, id.toLowerCase());
  if (row === null) return null;
  if (["to", "cc", "bcc"].every((name) => rest[name] === undefined))
    return { path: `/api/v1/messages/${id}/reply`, body: rest };
  if (rest.to === undefined || rest.from !== undefined || row.identityId === null) return null;
  const own = await getIdentity(database, auth, row.identityId);
  return own && { path: "/api/v1/messages", body: { from: emailOf(own), ...body } };
}

/** A call by POST. */
interface AnsweredCall {
  path: string;
  body: BodyFields;
}

function namedIn({ url }: Request, body: unknown): string | null {
  const [, inPath = ""] = /^\/api\/v1\/identities\/([^/]+)/.exec(pathOf(url)) ?? [];
  const params = new URL(url).searchParams;
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const values = [
    unescaped(inPath),
    ...ownFields.query.map((name) => params.get(name)),
    ...ownFields.body.map((name) => fields[name]),
  ];
  const found = values.find((one) => typeof one === "string" && one.includes("@") && !/[\s<>]/.test(one));
  return typeof found === "string" && found.length <= maxChars ? found : null;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
