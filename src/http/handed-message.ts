// The message that a routing rule hands to a webhook: texts in the event, the rest behind links that need no key.
// SPEC Events 4; DECISIONS Events, webhooks, deliveries.
import type { HandedMail } from "../../actors/workers/webhook-deliveries.ts";
import { addMs, msOf, nowInstant } from "../lib/clock.ts";
import { type HandedMessage, maxHandedChars } from "../schema/events/handed-message.ts";
import { getMessage } from "../store/message/messages.ts";
import type { HttpDeps } from "./context.ts";
import { linkToken } from "./file-links.ts";
import { readableMessages } from "./message-answer.ts";

const linkMs = 24 * 60 * 60 * 1000;

type HandDeps = Pick<HttpDeps, "database" | "clock" | "linkSecret" | "baseUrl">;

/** @returns null: the message is gone. @throws Failure unavailable when unpacking takes too long */
export async function handedMessage(
  { database, clock, linkSecret, baseUrl }: HandDeps,
  { accountId, webhookId, messageId }: HandedMail,
): Promise<HandedMessage | null> {
  const message = await getMessage(database, { accountId, identityIds: null }, messageId);
  if (!message) return null;
  const expiresAt = addMs(nowInstant(clock), linkMs);
  const until = msOf(expiresAt);
  const url = (fileId: string) => {
    const token = linkToken(linkSecret, { accountId, holderId: webhookId, fileId, until });
    return new URL(`/files/${token}`, baseUrl()).href;
  };
  const [shown] = await readableMessages({ accountId }, [message], { pictureUrl: url, most: maxHandedChars });
  if (!shown) return null;
  return {
    ...shown,
    attachments: shown.attachments.map((file) => ({ ...file, url: url(file.id) })),
    raw_url: url(messageId),
    links_expire_at: expiresAt,
  };
}
