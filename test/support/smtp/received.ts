// What became of a mail from outside: the newest message of an address, and what was found out about its sender.
import type { PageOf } from "../app/api.ts";
import type { SuiteApp, TestAddress } from "../app/app.ts";

export interface ReceivedMessage {
  id: string;
  subject: string | null;
  text: string | null;
  from: { email: string; name: string | null };
  is_spam: boolean;
  authentication: Authentication;
}

interface Finding {
  result: string;
  domain: string | null;
}

interface Reading extends Finding {
  policy: string | null;
}

export interface Authentication {
  status: string;
  spf: Finding | null;
  dkim: (Finding & { selector: string; algorithm: string; aligned: boolean })[];
  dmarc: (Reading & { readings?: { tree_walk: Reading; public_suffix: Reading } }) | null;
  arc: unknown;
  own_domain?: { domain: string; result: string };
  checked_at: string;
}

/** The newest message of an address that has at least one. */
export async function received(t: SuiteApp, { id }: Pick<TestAddress, "id">): Promise<ReceivedMessage> {
  const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${id}`);
  const messages = await t.api.get<PageOf<ReceivedMessage>>(
    `/messages?thread_id=${threads.json.data[0]!.id}`,
  );
  const message = messages.json.data.at(-1)!;
  const authentication = await t.api.must<Authentication>(
    200,
    t.api.get(`/messages/${message.id}/authentication`),
  );
  return { ...message, authentication };
}
