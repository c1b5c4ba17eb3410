// A review as a card of its own: beside the mail stands who wrote it and what proves that, what has changed since its reviewer
// returned it, and its files open in place. The same in a session and by a reviewer's link.
import type { HttpDeps } from "../../http/context.ts";
import { type Html, html } from "../../lib/html.ts";
import { getKey } from "../../store/access/api-keys.ts";
import { getHeld } from "../../store/message/messages.ts";
import { type ReviewRow, returnedBefore } from "../../store/reviews/reviews.ts";
import { icon } from "../frame/icons.ts";
import { provenanceOf } from "../mailbox/provenance.ts";
import { phrases } from "../phrases.ts";
import { reviewOf } from "./review-data.ts";
import { readReviewedFile } from "./review-files.ts";
import type { FileUrl } from "./review-mail.ts";
import { type ReviewForm, reviewView } from "./review-view.ts";
import { sidesView } from "./sides-view.ts";

const words = phrases.reviews;
/** Characters of a text that is compared. */
const mostCompared = 20_000;

export interface CardPlace {
  form: ReviewForm;
  url: FileUrl;
  now: number;
  /** The page's own address. */
  at: string;
  /** The part whose file is open in place. */
  open: string | null;
}

/** @throws Failure not_found: the address is gone, or has no such part */
export async function cardView(
  deps: HttpDeps,
  row: ReviewRow,
  { form, url, now, at, open }: CardPlace,
): Promise<Html> {
  const [shown, facts, before, file] = await Promise.all([
    reviewOf(deps, row),
    row.direction === "inbound" ? proofOfSender(deps, row) : writerOf(deps, row),
    row.direction === "outbound" ? returnedBefore(deps.database, row) : null,
    open === null ? null : readReviewedFile(deps, { row, part: open }),
  ]);
  // Without the right to decide one sees neither the mail nor what is known of it.
  const mail = shown.review.mail;
  const card = {
    facts: mail ? facts : [],
    changes: mail && before && changesSince(before, mail.text ?? ""),
    opened: file && mail && open !== null ? { section: open, view: file.view } : null,
    openFile: (section: string) => `${at}&open=${encodeURIComponent(section)}`,
  };
  return html`<div class="desk" data-desk="${row.id}">${reviewView({ ...shown, form, url, now, level: 1, card })}</div>`;
}

/** The key, program or person that asked for a send. */
async function writerOf({ database }: HttpDeps, { accountId, requestedBy }: ReviewRow): Promise<Html[]> {
  const { kind, id } = requestedBy;
  if (kind === "key" && id !== null) {
    const key = await getKey(database, { accountId, keyId: id });
    return [html`${icon("key")}<span>${words.writtenBy.key(key?.name ?? id)}</span>`];
  }
  const text =
    kind === "service" || kind === "app_password"
      ? words.writtenBy[kind]
      : words.writtenBy.person(id ?? phrases.people.someone);
  return [html`${icon("person")}<span>${text}</span>`];
}

/** The proof of a received mail's sender, in words. */
async function proofOfSender(deps: HttpDeps, row: ReviewRow): Promise<Html[]> {
  const scope = { accountId: row.accountId, identityIds: [row.identityId] };
  const held = await getHeld(deps.database, scope, row.messageId);
  const provenance = held && (await provenanceOf({ deps, scope }, held.row, { isJudged: false }));
  return (provenance?.facts ?? []).map(
    ({ tone, icon: name, text }) => html`<span class="fact ${tone}">${icon(name)}<span>${text}</span></span>`,
  );
}

/** The text that a reviewer returned beside the one that waits now, what differs marked. */
function changesSince({ original, comment, decidedBy }: ReviewRow, now: string): Html | null {
  if (!original) return null;
  const [before, after] = [original.text ?? "", now].map((text) => text.slice(0, mostCompared)) as [
    string,
    string,
  ];
  return html`<div class="returned-before"><p>${icon("history")}<span>${words.returnedBefore(decidedBy?.kind === "key" ? null : (decidedBy?.id ?? null))}${comment !== null && html` <q>${comment}</q>`}</span></p>
${before === after ? html`<p class="soft small">${words.sameText}</p>` : sidesView(words.text, { name: words.asReturned, text: before }, { name: words.asNow, text: after })}</div>`;
}
