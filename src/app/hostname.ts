// MAIL_HOSTNAME stands in the MX record of every domain, in HELO and in certificates: without it the machine's own name
// does, which others can rarely reach.
import type { Config } from "../config/config.ts";
import { isPublicName } from "../mail/domain-name.ts";

/** Return the warning for a public domain without MAIL_HOSTNAME; null: none is needed. */
export function hostnameWarning(
  { hasMailHostname, mailHostname }: Pick<Config, "hasMailHostname" | "mailHostname">,
  domain: string,
): string | null {
  if (hasMailHostname || !isPublicName(domain)) return null;
  return `MAIL_HOSTNAME is not set, so the records of ${domain} name this machine as ${mailHostname}. Set it to the name that the machine's address (A, AAAA) and its PTR record have, such as MAIL_HOSTNAME=mail.example.com, before you publish them.`;
}
