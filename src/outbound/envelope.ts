// The envelope sender of outbound mail, `bounces+<token>@<domain>`: the token of a returned bounce proves which outbound mail
// it is about, so that a forged DSN cannot suppress recipients. Pure.
import { idOfToken, idToken } from "./id-token.ts";

const use = "bounce";

/** @param outboundId a UUID */
export function bounceToken(outboundId: string, secret: Uint8Array): string {
  return idToken(outboundId, { use, secret });
}

export function bounceAddress(outboundId: string, domain: string, secret: Uint8Array): string {
  return `bounces+${bounceToken(outboundId, secret)}@${domain}`;
}

/**
 * The outbound id of a bounce address; null when the address has another form or its token was made with none of the secrets.
 *
 * @param address an address, or its local part
 */
export function outboundIdOf(address: string, secrets: readonly Uint8Array[]): string | null {
  const local = address.split("@", 1)[0]?.toLowerCase() ?? "";
  return local.startsWith("bounces+") ? idOfToken(local.slice("bounces+".length), { use, secrets }) : null;
}
