// A received mail as it is forwarded: its octets below trace fields and an ARC set (RFC 8617), which tells the next server
// how the mail was authenticated when it came here. A mail that came round is not sent on. Pure but for the seal's key.
import { createSeal } from "mailauth/lib/arc/index.js";
import { type Instant, msOf } from "../lib/clock.ts";
import { mailDate } from "../mail/compose/compose.ts";
import { latin1 } from "../mail/mime/charset.ts";
import { allFields, blankBytesOf, hopsOf, maxHops, readMessageHeader } from "../mail/mime/headers.ts";
import type { AuthenticationResults } from "../mail/trust/authentication.ts";
import { resultsValue } from "../mail/trust/authentication-results.ts";
import type { DkimSigner } from "./dkim.ts";

const maxHeadBytes = 256 * 1024;

/** The mail without empty lines above its header, below which nothing could be added. */
export function forwardable(raw: Uint8Array): Uint8Array {
  return raw.subarray(blankBytesOf(raw));
}

/**
 * Why a mail goes in circles, in words; null: it does not. RFC 5321 6.3, RFC 9228 4
 * @param recipient the address at which it came in
 */
export function loopOf(
  raw: Uint8Array,
  { recipient, ruleId }: { recipient: string; ruleId: string },
): string | null {
  const { fields } = readMessageHeader(latin1(raw.subarray(0, maxHeadBytes)), 0);
  if (hopsOf(raw) >= maxHops) return `it was handed on ${maxHops} times`;
  const before = allFields(fields, "delivered-to").some(
    (value) => value.trim().toLowerCase() === recipient.toLowerCase(),
  );
  const byRule = allFields(fields, "x-loop").some((value) => value.trim() === loopMark(ruleId));
  return before || byRule ? `it was delivered to ${recipient} before` : null;
}

function loopMark(ruleId: string): string {
  return `postroom-rule-${ruleId}`;
}

/** The fields that go above the mail, ASCII, whole lines. RFC 5321 4.4, RFC 9228 */
export function forwardTrace({
  hostname,
  messageId,
  ruleId,
  recipient,
  at,
}: {
  hostname: string;
  messageId: string;
  ruleId: string;
  recipient: string;
  at: Instant;
}): string {
  return [
    `Received: by ${hostname} id ${messageId}`,
    `\tfor <${recipient}>; ${mailDate(at)}`,
    `Delivered-To: ${recipient}`,
    `X-Loop: ${loopMark(ruleId)}`,
    "",
  ].join("\r\n");
}

export interface SealInput {
  /** An RSA key of the domain that forwards: RFC 8617 4.1.3 knows rsa-sha256 alone. */
  signer: DkimSigner;
  at: Instant;
  /** Our authserv-id. */
  authservId: string;
  /** As the mail came; null: nothing was checked. */
  authentication: AuthenticationResults | null;
  /** Address of From. */
  from: string;
  nullSender: boolean;
}

/**
 * The ARC set for a mail: three fields, ASCII, whole lines. "" where none may be added: the newest set says cv=fail (RFC 8617
 * 5.1), there are 50 (4.2.1), or the mail has no From.
 * @param mail with its trace fields; lines end in CRLF
 */
export async function arcSet(mail: Uint8Array, input: SealInput): Promise<string> {
  const { signer, at, authservId, authentication, from, nullSender } = input;
  const found = { authservId, from, nullSender };
  const authResults = authentication ? resultsValue(found, authentication) : `${authservId}; none`;
  const seal = {
    signingDomain: signer.domain,
    selector: signer.selector,
    privateKey: signer.privateKey,
    algorithm: "rsa-sha256",
    signTime: new Date(msOf(at)),
    authResults,
    cv: hasSets(mail) ? (authentication?.arc?.result === "pass" ? "pass" : "fail") : "none",
    strict: true,
  };
  const { headers } = await createSeal(Buffer.from(mail), { seal } as Parameters<typeof createSeal>[1]);
  return headers.length === 0 ? "" : `${headers.join("\r\n")}\r\n`;
}

/** Whether the header has fields of ARC sets, whole or not. */
function hasSets(mail: Uint8Array): boolean {
  const { fields } = readMessageHeader(latin1(mail.subarray(0, maxHeadBytes)), 0);
  return ["arc-seal", "arc-message-signature", "arc-authentication-results"].some(
    (name) => allFields(fields, name).length > 0,
  );
}
