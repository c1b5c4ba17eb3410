// From arrived bytes to a prepared mail: read, screened and packed once for all recipients.

import { type ParsedCalendar, primaryInvitation } from "../../../src/calendar/invitations/invitation.ts";
import { displayedGrowth } from "../../../src/mail/displayed-form.ts";
import { listedFields } from "../../../src/mail/mime/header-fields.ts";
import { blankBytesOf } from "../../../src/mail/mime/headers.ts";
import { readHeader } from "../../../src/mail/parse/parse.ts";
import { type MailFacts, type ReadOptions, readMail } from "../../../src/reading/mails.ts";
import { type Arrived, type ScreenVerdict, unscreened } from "../../../src/screening/screen.ts";
import { type BlobStore, pack, packHead } from "../../../src/store/blobs/blobs.ts";
import { hasRoomForCut } from "../../../src/store/mailbox/cut-mails.ts";
import { type MailContent, packOutline } from "../../../src/store/message/content.ts";
import type { PreparedMail } from "./store-message.ts";

/** Judges an arrived mail; an error that it throws refuses the mail. */
export type Screen = (arrived: Arrived) => Promise<ScreenVerdict> | ScreenVerdict;

/**
 * Reads and packs a mail. When this resolves, a large mail is in the blob store and synced to disk.
 * @param envelope.from envelope sender; "" is the null sender
 * @param envelope.screen runs before anything is written; its verdict replaces `isSpam`
 * @param envelope.written the bodies of a draft as its writer gave them
 * @param envelope.isOwn the mail was written by the address that sends it
 * @param envelope.deliveredTo its only recipient: a small mail is cut for the search index while it is read
 * @throws what `screen` throws; Failure unavailable when the mail cannot be read in time
 */
export async function prepareMail(
  { blobs }: { blobs: BlobStore },
  raw: Uint8Array,
  envelope: {
    from: string;
    isSpam: boolean;
    screen?: Screen;
    written?: MailContent["written"];
    isOwn?: boolean;
    deliveredTo?: string;
  },
  options: ReadOptions,
): Promise<PreparedMail> {
  const { from, isOwn = false, written } = envelope;
  const besideRaw = envelope.screen !== undefined && raw.length <= surelyInline;
  const deliveredTo = besideRaw && hasRoomForCut() ? envelope.deliveredTo : undefined;
  const input = { raw, options: { envelopeFrom: from, isOwn }, written, besideRaw, deliveredTo };
  const startMs = performance.now();
  const { facts: parsed, content, calendar, cut, isPartial } = await readMail(input, options);
  const readMs = performance.now();
  const verdict = envelope.screen
    ? await envelope.screen({ raw, parsed })
    : { ...unscreened, isSpam: envelope.isSpam };
  options.onStep?.({ name: "read", startMs, endMs: readMs });
  options.onStep?.({ name: "screen", startMs: readMs, endMs: performance.now() });
  const { isSpam, authentication, spam, shown } = verdict;
  return {
    parsed,
    ...(await packed(blobs, raw, parsed)),
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
    cut:
      cut === null || deliveredTo === undefined || isPartial
        ? null
        : { ...cut, deliveredTo, prefix: shown?.prefix ?? "" },
  };
}

/** A copy of a prepared mail, with other header fields above the same body. */
export async function prepareCopy(
  { blobs }: { blobs: BlobStore },
  raw: Uint8Array,
  of: PreparedMail,
): Promise<PreparedMail> {
  const { defects } = of.parsed;
  const parsed = { ...of.parsed, ...readHeader(raw, { envelopeFrom: of.envelopeFrom }), defects };
  return {
    ...of,
    parsed,
    ...(await packed(blobs, raw, parsed)),
    outline: packOutline({ ...parsed, shown: unscreened.shown }),
    cut: null,
  };
}

/** The stored form of the bytes; large ones are in the blob store when this resolves. */
async function packed(
  blobs: BlobStore,
  raw: Uint8Array,
  parsed: MailFacts,
): Promise<Pick<PreparedMail, "sha256" | "size" | "raw" | "blob" | "head" | "fields">> {
  const { sha256, size, key, zstd } = await pack(raw);
  const inline = zstd.length <= inlineBytes;
  if (!inline) await blobs.put(key, zstd);
  return {
    sha256: Buffer.from(sha256, "hex"),
    size,
    raw: inline ? zstd : null,
    blob: inline ? null : key,
    head: headOf(raw, parsed),
    // empty lines before it are not shown either
    fields: listedFields(raw.subarray(blankBytesOf(raw), parsed.structure.bodyStart)),
  };
}

/** The header of a mail up to this size is read by unpacking the whole mail. */
const smallBytes = 16 * 1024;
const maxHeadBytes = 64 * 1024;

/** The packed header block of a large mail, so that its header is read without the mail. */
function headOf(raw: Uint8Array, { structure }: MailFacts): Uint8Array | null {
  const { bodyStart } = structure;
  if (raw.length <= smallBytes || bodyStart > maxHeadBytes) return null;
  return packHead(raw.subarray(0, bodyStart));
}

function invitationOf(calendar: ParsedCalendar | null): PreparedMail["invitation"] {
  return calendar && (primaryInvitation(calendar)?.invitation ?? null);
}

/** A mail of more compressed bytes goes to the blob store. */
const inlineBytes = 64 * 1024;
/** A mail of up to this many bytes stays in the row, however little it is compressed. */
const surelyInline = 32 * 1024;
