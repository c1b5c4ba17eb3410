// One mail for many recipients, a copy each: composed and read once. A copy has its own To, Message-ID and envelope sender
// above the same body, so that of it only the header and the offsets are read. What all have alike they hold once.
import { newId } from "../../../src/lib/ids.ts";
import { bounceAddress } from "../../../src/outbound/envelope.ts";
import { domainOf } from "../../../src/outbound/targets.ts";
import { withInvitation } from "../../../src/store/message/content.ts";
import type { Scope } from "../../../src/store/scope.ts";
import type { Outgoing } from "../message/outgoing.ts";
import { prepareCopy } from "../message/prepare-mail.ts";
import { bare, type OutgoingDeps, prepareOutgoing, recipientsOf, type SendRequest } from "./prepare.ts";

/** An address that the composer writes as it is, on one line. Others are composed each by itself. */
const plainAddress = /^[\w.+-]{1,40}@[a-z0-9.-]{1,60}$/i;
const maxPlainCharacters = 70;

type PreparedLetter = Awaited<ReturnType<typeof prepareOutgoing>>;

/**
 * Composes a letter for each of these addresses alone.
 * @returns one prepared message an address, in order
 * @throws Failure as prepareOutgoing
 */
export async function prepareCopies(
  deps: OutgoingDeps,
  scope: Scope,
  { to, ...letter }: Omit<SendRequest, "to"> & { to: readonly string[] },
): Promise<Outgoing[]> {
  const whole = (email: string) => prepareOutgoing(deps, scope, { ...letter, to: [bare(email)] });
  const isPlain = (email: string) => email.length <= maxPlainCharacters && plainAddress.test(email);
  const model = to.find(isPlain);
  const first = model === undefined ? null : { email: model, ...shared(await whole(model), to.length) };
  const ways = await Promise.all(
    to.map((email) => (isPlain(email) ? recipientsOf(deps, { ...letter, to: [bare(email)] }) : null)),
  );
  const found: Outgoing[] = [];
  for (const [n, email] of to.entries()) {
    const way = ways[n]!;
    const messageId = newId();
    const raw = first && way ? readdressed(first.raw, { from: first, to: { email, messageId } }) : null;
    if (email === first?.email) found.push(first.outgoing);
    else if (!first || !way || !raw) found.push((await whole(email)).outgoing);
    else {
      found.push({
        ...first.outgoing,
        ...way,
        messageId,
        mail: await prepareCopy(deps, raw, first.outgoing.mail),
        envelopeFrom: bounceAddress(messageId, domainOf(first.outgoing.envelopeFrom), deps.bounceSecret),
      });
    }
  }
  return found;
}

/**
 * Move the invitation of a letter to many from the row of each copy into the content, which is the same bytes
 * for all.
 */
function shared(letter: PreparedLetter, copies: number): PreparedLetter {
  const { mail } = letter.outgoing;
  if (copies < 2 || mail.invitation === null) return letter;
  const content = withInvitation(mail.content, mail.invitation);
  return { ...letter, outgoing: { ...letter.outgoing, mail: { ...mail, content, invitation: null } } };
}

/** The mail with the To and Message-ID of another copy; null when its header is not as the composer writes it. */
function readdressed(
  raw: Uint8Array,
  {
    from,
    to,
  }: {
    from: { email: string; outgoing: { messageId: string } };
    to: { email: string; messageId: string };
  },
): Uint8Array | null {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = bytes.indexOf("\r\n\r\n");
  const head = `\r\n${bytes.toString("latin1", 0, end)}\r\n`;
  const oldTo = `\r\nTo: ${from.email}\r\n`;
  const oldId = `\r\nMessage-ID: <${from.outgoing.messageId}@`;
  if (!head.includes(oldTo) || !head.includes(oldId)) return null;
  const changed = head
    .replace(oldTo, () => `\r\nTo: ${to.email}\r\n`)
    .replace(oldId, () => `\r\nMessage-ID: <${to.messageId}@`);
  return Buffer.concat([Buffer.from(changed.slice(2, -2), "latin1"), bytes.subarray(end)]);
}
