// The octets of a mail that waits, for a reviewer: whole, a part of it, or the text of a file in it. Never shown in the
// page's own right: what a browser could run is saved.
import { bytesAnswer } from "../../http/answers/bytes.ts";
import type { HttpDeps } from "../../http/context.ts";
import { notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { sha256 } from "../../lib/secrets.ts";
import { readPart } from "../../mail/parse/parse.ts";
import { inTurnIfLarge } from "../../reading/large-answers.ts";
import { readFileText } from "../../reading/mails.ts";
import { inMemory } from "../../store/blobs/stored-bytes.ts";
import { readRaw } from "../../store/message/messages.ts";
import type { ReviewRow } from "../../store/reviews/reviews.ts";
import { phrases } from "../phrases.ts";

const words = phrases.reviews;

/** A mail that waits, or a draft. */
type MailOwner = Pick<ReviewRow, "accountId" | "identityId" | "messageId">;
type FileDeps = Pick<HttpDeps, "database" | "blobs">;

interface ReviewedFile {
  row: MailOwner;
  /** The part's section. */
  part: string;
}

/** Read from the query which file of a reviewed mail is asked for: `part` is a section number. */
export function reviewedFile(query: URLSearchParams): { part: string | null; asText: boolean } {
  return { part: query.get("part"), asText: query.has("text") };
}

/** @throws Failure not_found */
export async function answerReviewedFile(
  { database, blobs }: HttpDeps,
  request: Request,
  { row, part }: { row: MailOwner; part: string | null },
): Promise<Response> {
  const raw = await rawOf({ database, blobs }, row);
  if (part === null) {
    const tag = sha256(raw).toString("base64url");
    const file = { contentType: "message/rfc822", filename: "message.eml", tag };
    return bytesAnswer(request, { bytes: inMemory(raw), ...file });
  }
  const found = readPart(raw, part);
  if (!found) throw notFound();
  const { bytes, contentType, filename } = found;
  const tag = sha256(bytes).toString("base64url");
  return bytesAnswer(request, { bytes: inMemory(bytes), contentType, filename, tag });
}

/** The text of a file as a page. @throws Failure not_found */
export async function textOfReviewedFile(deps: FileDeps, file: ReviewedFile): Promise<Html> {
  const { filename, view } = await readReviewedFile(deps, file);
  return html`<h1>${filename}</h1>${view}`;
}

/** The text of a file where it stands in a card. @throws Failure not_found */
export async function readReviewedFile(
  deps: FileDeps,
  { row, part }: ReviewedFile,
): Promise<{ filename: string; view: Html }> {
  const found = readPart(await rawOf(deps, row), part);
  if (!found) throw notFound();
  const { accountId: source } = row;
  const { status, text, truncated } = await inTurnIfLarge(source, found.bytes.length, () =>
    readFileText(found, { source }),
  );
  const view = html`${text === null ? html`<p>${words.fileStatus[status] ?? status}</p>` : html`<pre class="text as-written" tabindex="0">${text}</pre>`}${truncated && html`<p class="soft">${words.fileCut}</p>`}`;
  return { filename: found.filename, view };
}

async function rawOf(
  { database, blobs }: FileDeps,
  { accountId, identityId, messageId: id }: MailOwner,
): Promise<Uint8Array> {
  const raw = await readRaw(database, blobs, { scope: { accountId, identityIds: [identityId] }, id });
  if (!raw) throw notFound();
  return raw;
}
