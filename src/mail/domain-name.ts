// Checks domain names that callers send.
import { domainToASCII } from "node:url";
import { invalid } from "../lib/failure.ts";

/**
 * A domain name as A-labels, lower case. RFC 5321 4.1.2
 * @throws Failure validation_error
 */
export function domainName(text: string): string {
  const name = domainToASCII(text.trim().toLowerCase().replace(/\.$/, ""));
  const labels = name.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (labels.length < 2 || name.length > 253 || !wellFormed || /^\d+$/.test(labels.at(-1)!)) {
    throw invalid(`"${text}" is not a domain name. Send one such as agents.example.com.`);
  }
  return name;
}

/** Names that mean something on this machine or in this network only. RFC 6761, RFC 6762 */
export const privateNames = ["localhost", "local", "internal", "invalid"];

/** Whether the world may know such a name. */
export function isPublicName(host: string): boolean {
  const labels = host.split(".");
  return host.length <= 253 && labels.length > 1 && !privateNames.includes(labels.at(-1)!);
}
