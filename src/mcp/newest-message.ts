// The message that is meant where a thread was given: for the tools, and for the command line.
import type { Postroom } from "../sdk/typescript/index.ts";

/** Messages of a thread among which the newest that came is looked for. */
const looked = 50;

/** Ids of the newest message of a thread, and of the newest that came, which an answer is to; null: there is none. @throws ApiError */
export async function newestIn(
  client: Postroom,
  thread: string,
  { isAnswered }: { isAnswered: boolean },
): Promise<{ newest: string | null; came: string | null }> {
  const limit = isAnswered ? looked : 1;
  const { data } = await client.messages.list({ thread_id: thread, order: "desc", limit, view: "summary" });
  const came = data.find(({ direction }) => direction === "inbound");
  return { newest: data[0]?.id ?? null, came: came?.id ?? null };
}
