// Standard Webhooks 1.0: the form of a secret and the three headers of a delivery. While a secret is rotated the signature header
// carries a signature by each secret, and a receiver accepts any that it knows.
import { createHmac } from "node:crypto";
import { randomOctets } from "../lib/chance.ts";

/** A new signing secret: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomOctets(32).toString("base64")}`;
}

export interface WebhookHeaders {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/**
 * The headers of one attempt.
 *
 * @param delivery `id`: the event's id, the same for every attempt; `timestampSeconds`: time of this attempt, since the epoch;
 *   `body`: exactly the text that is sent
 * @param secrets the current one first, then those still valid during rotation
 * @throws Error without a secret, or when one does not have the form of `newWebhookSecret`
 */
export function signWebhook(
  delivery: { readonly id: string; readonly timestampSeconds: number; readonly body: string },
  secrets: readonly string[],
): WebhookHeaders {
  if (secrets.length === 0) throw new Error("a webhook has no signing secret");
  const timestamp = String(Math.floor(delivery.timestampSeconds));
  const content = `${delivery.id}.${timestamp}.${delivery.body}`;
  const signatures = secrets.map((secret) => `v1,${hmacBase64(secret, content)}`);
  return {
    "webhook-id": delivery.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function hmacBase64(secret: string, content: string): string {
  const key = Buffer.from(secret.startsWith("whsec_") ? secret.slice(6) : "", "base64");
  if (key.length < 24) throw new Error("not a webhook signing secret");
  return createHmac("sha256", key).update(content, "utf8").digest("base64");
}
