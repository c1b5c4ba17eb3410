// Ids of another kind than was meant: a message where a thread is, the other way, or what is neither. The refusal says so where the
// key reaches what the id names, and is that of any id otherwise. DECISIONS Errors
import { Failure, notFound, nothingHere } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { getIdentity } from "../store/addresses/identities.ts";
import { getDraft } from "../store/drafts.ts";
import { getLabel } from "../store/mailbox/labels.ts";
import { getThread, type ThreadRow } from "../store/mailbox/threads.ts";
import { getMessageRow } from "../store/message/messages.ts";
import { getReview } from "../store/reviews/reviews.ts";
import { pathOf } from "./auth.ts";
import { type Auth, type HttpDeps, stateOf } from "./context.ts";

/** The refusal of an id in whose place one other is meant. */
export class OtherId extends Failure {
  constructor(
    message: string,
    readonly given: string,
    readonly meant: string,
  ) {
    super("not_found", message);
  }
}

/** The refusal of an id in whose place nothing is meant, with the path by which what it names is read. */
export class OtherThing extends Failure {
  constructor(
    message: string,
    readonly shownAt: string,
  ) {
    super("not_found", message);
  }
}

type OtherKindDeps = Pick<HttpDeps, "database">;

/** @param id in any case. @throws Failure not_found */
export async function foundThread(
  { database }: OtherKindDeps,
  auth: Auth,
  given: string,
): Promise<ThreadRow> {
  const id = given.toLowerCase();
  if (!isUuid(id)) throw notFound();
  const thread = await getThread(database, auth, id);
  if (thread !== null) return thread;
  const message = await getMessageRow(database, auth, id);
  if (message === null) throw await neither({ database }, auth, { id, meant: "thread" });
  throw new OtherId(
    `${id} is the id of a message, and a thread is meant: the message is in thread ${message.threadId}, which GET /api/v1/threads/${message.threadId} reads.`,
    id,
    message.threadId,
  );
}

/** A row that is looked for by its id. */
interface SoughtRow<Row> {
  id: string;
  row: Promise<Row | null>;
}

/** The row of a message. @throws Failure not_found, which says so where the id is a thread's */
export function foundMessage<Row>(
  { database }: OtherKindDeps,
  auth: Auth,
  { id, row }: SoughtRow<Row>,
): Promise<Row> {
  return foundOr(row, () => notMessage({ database }, auth, id));
}

async function notMessage({ database }: OtherKindDeps, auth: Auth, id: string): Promise<Failure> {
  return (await getThread(database, auth, id)) === null
    ? neither({ database }, auth, { id, meant: "message" })
    : new OtherThing(
        `${id} is the id of a thread, and a message is meant: GET /api/v1/messages?thread_id=${id}&order=desc lists its messages.`,
        `/api/v1/messages?thread_id=${id}&order=desc`,
      );
}

/** The refusal of an id among several, or in a field, that is no message's: it names the id. */
export async function noMessageOf(deps: OtherKindDeps, auth: Auth, id: string): Promise<Failure> {
  const failure = await notMessage(deps, auth, id);
  if (failure.message !== nothingHere) return failure;
  return notFound(
    `There is no message ${id} that this key can reach. GET /api/v1/messages?identity_id=… lists those that are.`,
  );
}

/** The row of a review. @throws Failure not_found, which says so where the id is the draft's that waits */
export function foundReview<Row>(
  { database }: OtherKindDeps,
  auth: Auth,
  { id, row }: SoughtRow<Row>,
): Promise<Row> {
  return foundOr(row, async () => {
    const draft = await getDraft(database, auth, id);
    return notFound(
      draft === null
        ? undefined
        : `${id} is the id of a draft, and a review is meant: what answered the send has it as review_id, and GET /api/v1/reviews?identity_id=${draft.row.identityId} lists those of the address.`,
    );
  });
}

/** @param refusal made only where there is no row */
async function foundOr<Row>(row: Promise<Row | null>, refusal: () => Promise<Failure>): Promise<Row> {
  const found = await row;
  if (found !== null) return found;
  throw await refusal();
}

/** The refusal of an id that names neither a thread nor a message. */
async function neither(
  { database }: OtherKindDeps,
  auth: Auth,
  { id, meant }: { id: string; meant: string },
): Promise<Failure> {
  const draft = await getDraft(database, auth, id);
  if (draft !== null) {
    const thread = meant === "thread" ? `: it is in thread ${draft.row.threadId}` : "";
    return new OtherThing(
      `${id} is the id of a draft, and a ${meant} is meant${thread}. GET /api/v1/drafts/${id} reads it, and DELETE there takes it away.`,
      `/api/v1/drafts/${id}`,
    );
  }
  if ((await getIdentity(database, auth, id)) !== null)
    return new OtherThing(
      `${id} is the id of an address, and a ${meant} is meant: GET /api/v1/${meant}s?identity_id=${id} lists those of the address.`,
      `/api/v1/${meant}s?identity_id=${id}`,
    );
  const label = await getLabel(database, auth, id);
  if (label === null) return inReview({ database }, auth, { id, meant });
  return new OtherThing(
    `${id} is the id of a label, and a ${meant} is meant: GET /api/v1/${meant}s?identity_id=${label.identityId}&label_id=${id} lists those that have it.`,
    `/api/v1/${meant}s?identity_id=${label.identityId}&label_id=${id}`,
  );
}

async function inReview(
  { database }: OtherKindDeps,
  auth: Auth,
  { id, meant }: { id: string; meant: string },
): Promise<Failure> {
  if ((await getReview(database, auth, id)) === null) return notFound();
  return new OtherThing(
    `${id} is the id of a review, and a ${meant} is meant. GET /api/v1/reviews/${id} reads it.`,
    `/api/v1/reviews/${id}`,
  );
}

/** Things that an id in a path may name, by the word before it. */
const meantBy: Readonly<Record<string, string>> = {
  attachments: "a file",
  domains: "a domain",
  drafts: "a draft",
  identities: "an address",
  labels: "a label",
  pods: "a pod",
  reviews: "a review",
  templates: "a template",
  webhooks: "a webhook",
};

/** Rows of other kinds, in the order in which ids of them are most often given. */
const others: readonly (readonly [
  kind: string,
  thing: string,
  find: (database: HttpDeps["database"], auth: Auth, id: string) => Promise<unknown>,
])[] = [
  ["messages", "a message", getMessageRow],
  ["threads", "a thread", getThread],
  ["drafts", "a draft", getDraft],
  ["identities", "an address", getIdentity],
  ["labels", "a label", getLabel],
  ["reviews", "a review", getReview],
];

/** Things that fields name by an id. */
const meantByField: Readonly<Record<string, string>> = {
  domain_id: "domains",
  identity_id: "identities",
  label_id: "labels",
  pod_id: "pods",
  webhook_id: "webhooks",
  add_label_ids: "labels",
  remove_label_ids: "labels",
};

/** The ids of a request that may be of another kind, each with the word of what is meant: that of its path, and those of its fields. */
function namedIds(request: Request, body: unknown): [word: string, id: string][] {
  const [, word = "", id = ""] =
    /^\/api\/v1\/([a-z]+)\/([0-9a-fA-F-]{36})(?:\/|$)/.exec(pathOf(request.url)) ?? [];
  const inPath: [string, string][] = Object.hasOwn(meantBy, word) ? [[word, id]] : [];
  const fields = typeof body === "object" && body !== null ? Object.entries(body) : [];
  const inFields = [...new URL(request.url).searchParams, ...fields].flatMap(
    ([name, value]): [string, string][] =>
      Object.hasOwn(meantByField, name)
        ? [value].flat().flatMap((one) => (typeof one === "string" ? [[meantByField[name]!, one]] : []))
        : [],
  );
  return [...inPath, ...inFields].flatMap(([word, id]): [string, string][] =>
    isUuid(id.toLowerCase()) ? [[word, id.toLowerCase()]] : [],
  );
}

/** A 404 of an id in the path, or in a field, that is of another kind, and says so; else the failure as it is. @param body as it was read */
export async function ofOtherKind(
  { database }: OtherKindDeps,
  { request, body }: { request: Request; body: unknown },
  failure: Failure,
): Promise<Failure> {
  if (failure.code !== "not_found" || failure.message !== nothingHere) return failure;
  const { auth } = stateOf(request);
  if (!auth) return failure;
  for (const [word, id] of namedIds(request, body))
    for (const [kind, thing, find] of others) {
      if ((await find(database, auth, id)) === null) continue;
      if (kind === word) break;
      return new OtherThing(
        `${id} is the id of ${thing}, and ${meantBy[word]} is meant. GET /api/v1/${kind}/${id} reads it.`,
        `/api/v1/${kind}/${id}`,
      );
    }
  return failure;
}
