import type { PageOf } from "../support/app/api.ts";
import type { SuiteApp } from "../support/app/app.ts";
import { type Dialogue, dialogue } from "../support/smtp/client.ts";

export interface Message {
  id: string;
  thread_id: string;
  subject: string | null;
  text: string | null;
  delivered_to: string;
}

/** All messages of an address, oldest thread first. */
export async function mailOf(t: SuiteApp, identityId: string): Promise<Message[]> {
  const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?limit=200&identity_id=${identityId}`);
  const lists = await Promise.all(
    threads.json.data.map(({ id }) => t.api.get<PageOf<Message>>(`/messages?thread_id=${id}`)),
  );
  return lists.flatMap((list) => list.json.data).reverse();
}

/** Runs `talk` on a connection that is closed afterwards. */
export async function connected<T>(t: SuiteApp, talk: (smtp: Dialogue) => Promise<T>): Promise<T> {
  const smtp = await dialogue(t.smtpPort);
  try {
    return await talk(smtp);
  } finally {
    smtp.close();
  }
}
