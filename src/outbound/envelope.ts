// The envelope sender of outbound mail, `bounces+<token>@<domain>`: the token of a returned bounce proves which outbound mail
// it is about, so that a forged DSN cannot suppress recipients. Pure.
import { idOfToken, idToken } from "./id-token.ts";

const use = "bounce";

/** @param messageId a UUID */
export function bounceToken(messageId: string, secret: Uint8Array): string {
  return idToken(messageId, { use, secret });
}

export function bounceAddress(messageId: string, domain: string, secret: Uint8Array): string {
  return `bounces+${bounceToken(messageId, secret)}@${domain}`;
}

/**
 * The message id of a bounce address; null when the address has another form or its token was made with none of the secrets.
 *
 * @param address an address, or its local part
 */
export function messageIdOfBounce(address: string, secrets: readonly Uint8Array[]): string | null {
  const local = address.split("@", 1)[0]?.toLowerCase() ?? "";
  return local.startsWith("bounces+") ? idOfToken(local.slice("bounces+".length), { use, secrets }) : null;
}
