// Ids of another kind than was meant: a message where a thread is, and the other way. The refusal says so where the key reaches
// what the id names, and is that of any id otherwise. DECISIONS Errors
import { notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { getThread, type ThreadRow } from "../store/mailbox/threads.ts";
import { getMessageRow } from "../store/message/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";

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
  if (message === null) throw notFound();
  throw notFound(
    `${id} is the id of a message, and a thread is meant: the message is in thread ${message.threadId}, which GET /api/v1/threads/${message.threadId} reads.`,
  );
}

/** The row of a message. @throws Failure not_found, which says so where the id is a thread's */
export async function foundMessage<Row>(
  { database }: OtherKindDeps,
  auth: Auth,
  { id, row }: { id: string; row: Promise<Row | null> },
): Promise<Row> {
  const found = await row;
  if (found !== null) return found;
  throw (await getThread(database, auth, id)) === null
    ? notFound()
    : notFound(
        `${id} is the id of a thread, and a message is meant: GET /api/v1/messages?thread_id=${id}&order=desc lists its messages.`,
      );
}
