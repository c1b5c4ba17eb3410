// The List-Unsubscribe field of a letter: links of this service, which stand for one recipient, or those that its writer gave.
// RFC 2369 3.2, RFC 8058; DECISIONS Drafts and sending.
import { invalid } from "../../../src/lib/failure.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import { type ListUnsubscribe, unsubscribeId, unsubscribeLinks } from "../../../src/outbound/unsubscribe.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import type { UnsubscribeLink } from "../../../src/store/sending/unsubscribes.ts";
import type { Letter, OutgoingDeps } from "./prepare.ts";

/** @returns the field, and the link to remember; null: the letter has none @throws Failure validation_error */
export function listUnsubscribeOf(
  { baseUrl, bounceSecret: secret }: Pick<OutgoingDeps, "baseUrl" | "bounceSecret">,
  { identity, letter, recipients }: { identity: IdentityRow; letter: Letter; recipients: readonly string[] },
): { field: ListUnsubscribe; link: UnsubscribeLink | null } | null {
  const { listUnsubscribe: asked, headers } = letter;
  if (!asked) return null;
  if (Object.keys(headers).some((name) => /^list-unsubscribe(?:-post)?$/i.test(name)))
    throw invalid("headers and list_unsubscribe both name List-Unsubscribe. Leave it out of headers.");
  if (asked !== true) return { field: given(asked), link: null };
  const named = letter.to.length + letter.cc.length + letter.bcc.length;
  if (named !== 1)
    throw invalid(
      `list_unsubscribe: true makes a link for one recipient, and this message has ${named}. Send it to each of them by itself.`,
    );
  const email = canonicalAddress(recipients[0] ?? "");
  // The recipient's address is not valid, and is refused elsewhere.
  if (email === null) return null;
  const id = unsubscribeId(identity.id, email, secret);
  const links = unsubscribeLinks(id, { baseUrl: baseUrl(), domain: identity.domain, secret });
  return { field: links, link: { id, email } };
}

function given({ url, mailto }: { url?: string; mailto?: string }): ListUnsubscribe {
  const mailbox = mailto === undefined || /^mailto:/i.test(mailto) ? mailto : `mailto:${mailto}`;
  return {
    uris: [url, mailbox].filter((uri) => uri !== undefined),
    // RFC 8058 3.1
    oneClick: url !== undefined,
  };
}
