// Deliveries to your endpoint, signed as https://www.standardwebhooks.com says.
import { WebhookError } from "./errors.ts";
import type { Event } from "./generated/types.ts";

type GivenHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

export interface UnwrapOptions {
  /** `whsec_…`, as the webhook was created with. */
  secret: string;
  /** Seconds that a delivery may be old, or early; 300. */
  tolerance?: number;
}

/**
 * The event of a delivery whose signature was checked.
 * @param body the exact text or bytes that came: not what a framework has parsed
 * @throws WebhookError
 */
export async function unwrapWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  { secret, tolerance = 300 }: UnwrapOptions,
): Promise<Event> {
  const [id, at, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headerOf(headers, name);
    if (!value) throw new WebhookError(`The delivery has no header ${name}.`);
    return value;
  }) as [string, string, string];
  const age = Date.now() / 1000 - Number(at);
  if (!(Math.abs(age) <= tolerance))
    throw new WebhookError("The delivery's timestamp is too old, too new, or none.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${at}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const key = await crypto.subtle.importKey(
    "raw",
    decoded(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const isGenuine = await Promise.all(
    given
      .split(" ")
      .filter((one) => one.startsWith("v1,"))
      .map((one) => crypto.subtle.verify("HMAC", key, decoded(one.slice(3)), signed)),
  );
  if (!isGenuine.includes(true)) throw new WebhookError("The delivery's signature is not of this secret.");
  return JSON.parse(new TextDecoder().decode(bytes)) as Event;
}

function headerOf(headers: GivenHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value[0] : value;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError("The secret or the signature is not base64.");
  }
}
