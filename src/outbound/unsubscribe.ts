// Links by which a recipient ends the mail of one address: `<base URL>/unsubscribe/<token>` and the mailbox
// `unsubscribe+<token>@<domain>`. A token stands for one recipient of one address and is the same in all mails between them,
// so that it works as long as the address exists, whatever became of the mail. RFC 2369 3.2, RFC 8058. Pure.
import { createHmac } from "node:crypto";
import { uuidOf } from "../lib/ids.ts";
import { idOfToken, idToken } from "./id-token.ts";

const use = "unsubscribe";
const mailbox = "unsubscribe+";
export const unsubscribePath = "/unsubscribe/";

/** URIs of a List-Unsubscribe field. */
export interface ListUnsubscribe {
  readonly uris: readonly string[];
  /** Adds List-Unsubscribe-Post: one of the URIs is an https URL that takes a POST. RFC 8058 3.1 */
  readonly oneClick: boolean;
}

/**
 * The id of a recipient's link: always the same for the same two.
 * @param email in canonical form
 */
export function unsubscribeId(identityId: string, email: string, secret: Uint8Array): string {
  const bytes = createHmac("sha256", secret).update(`unsubscribe id\0${identityId}\0${email}`).digest();
  // RFC 9562 5.8
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return uuidOf(bytes);
}

/** Both links of an id. Without https there is no one-click (RFC 8058 3.1); the page is linked all the same. */
export function unsubscribeLinks(
  id: string,
  { baseUrl, domain, secret }: { baseUrl: string; domain: string; secret: Uint8Array },
): ListUnsubscribe {
  const token = idToken(id, { use, secret });
  return {
    uris: [`${baseUrl}${unsubscribePath}${token}`, `mailto:${mailbox}${token}@${domain}?subject=unsubscribe`],
    oneClick: baseUrl.startsWith("https://"),
  };
}

/** The id that the token of a URL proves; null: none. */
export function unsubscribeIdOfToken(token: string, secrets: readonly Uint8Array[]): string | null {
  return idOfToken(token, { use, secrets });
}

/** The id that a local part proves; null: it is no mailbox of this kind. */
export function unsubscribeIdOfMailbox(localPart: string, secrets: readonly Uint8Array[]): string | null {
  const local = localPart.toLowerCase();
  return local.startsWith(mailbox) ? unsubscribeIdOfToken(local.slice(mailbox.length), secrets) : null;
}
