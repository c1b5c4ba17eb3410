// From raw bytes to stored messages: read once, packed once, then one receive turn a recipient: of the address, or of
// the account where a rule leads to a webhook. The SMTP server and mail between addresses of this service come in by the
// same door.

import { type ParsedCalendar, primaryInvitation } from "../../../src/calendar/invitations/invitation.ts";
import { displayedGrowth } from "../../../src/mail/displayed-form.ts";
import type { Report } from "../../../src/mail/report/classify.ts";
import { type MailFacts, type ReadOptions, readMail } from "../../../src/reading/mails.ts";
import type { Destination } from "../../../src/routing/resolve.ts";
import { type Arrived, unscreened, type Verdict } from "../../../src/screening/screen.ts";
import { type BlobStore, pack, packHead } from "../../../src/store/blobs/blobs.ts";
import { type Content, packOutline } from "../../../src/store/mail/content.ts";
import { receiveRouted } from "../../account/routed-mail.ts";
import type { Actors } from "../../runtime/registry.ts";
import { type Arrival, type Received, receive, receivePreload } from "./receive.ts";
import type { PreparedMail } from "./store-message.ts";

export interface IntakeDeps {
  actors: Actors;
  blobs: BlobStore;
}

/** Where a mail may be stored, for one envelope recipient. */
export type Addressee = Extract<Destination, { kind: "identity" | "webhook" }> & {
  /** As it was given. */
  recipient: string;
};

/** Looks into a mail that comes in; what it throws refuses the mail. */
export type Screen = (arrived: Arrived) => Promise<Verdict> | Verdict;

/**
 * Reads and packs a mail; a large one is in the blob store, synced, when this resolves.
 * @param envelope.screen asked before anything is written; its word on spam counts
 * @param envelope.written the bodies of a draft, as they were given
 */
export async function prepareMail(
  { blobs }: Pick<IntakeDeps, "blobs">,
  raw: Uint8Array,
  envelope: { from: string; isSpam: boolean; screen?: Screen; written?: Content["written"] },
  options: ReadOptions,
): Promise<PreparedMail> {
  const input = { raw, options: { envelopeFrom: envelope.from }, written: envelope.written };
  const { facts: parsed, content, calendar, isPartial } = await readMail(input, options);
  const verdict = envelope.screen
    ? await envelope.screen({ raw, parsed })
    : { ...unscreened, isSpam: envelope.isSpam };
  const { isSpam, authentication, spam, shown } = verdict;
  const packed = await pack(raw);
  const inline = packed.zstd.length <= inlineBytes;
  if (!inline) await blobs.put(packed.key, packed.zstd);
  return {
    parsed,
    sha256: Buffer.from(packed.sha256, "hex"),
    size: packed.size,
    raw: inline ? packed.zstd : null,
    blob: inline ? null : packed.key,
    head: headOf(raw, parsed),
    content,
    outline: packOutline({ ...parsed, shown }),
    calendar,
    invitation: invitationOf(calendar),
    isPartial,
    envelopeFrom: envelope.from,
    isSpam,
    authentication,
    spam,
    displayedGrowth: shown ? displayedGrowth(shown) : 0,
  };
}

/** Mails up to this size are unpacked whole for their header. */
const smallBytes = 16 * 1024;
const mostHead = 64 * 1024;

/** The header block of a large mail, so that reading it does not take the mail. */
function headOf(raw: Uint8Array, { structure }: MailFacts): Uint8Array | null {
  const { bodyStart } = structure;
  if (raw.length <= smallBytes || bodyStart > mostHead) return null;
  return packHead(raw.subarray(0, bodyStart));
}

function invitationOf(calendar: ParsedCalendar | null): PreparedMail["invitation"] {
  return calendar && (primaryInvitation(calendar)?.invitation ?? null);
}

/** Compressed bytes that still live in the row. */
const inlineBytes = 64 * 1024;

/** One receive turn; resolves after its commit. @param to with what the mail reports about a message that it only names */
export function receiveMail(
  { actors }: Pick<IntakeDeps, "actors">,
  mail: PreparedMail,
  to: Addressee & { report?: Report | null; internal?: boolean },
): Promise<Received> {
  const arrival: Arrival = {
    mail,
    recipient: to.recipient,
    report: to.report ?? null,
    calendar: mail.invitation && mail.calendar,
    internal: to.internal ?? false,
  };
  if (to.kind === "webhook") {
    return actors.account(to.accountId).run((turn) => receiveRouted(turn, arrival, to));
  }
  return actors
    .identity(to.accountId, to.identityId)
    .runWith(receivePreload, arrival, (turn, loaded) => receive(turn, arrival, loaded));
}
