// A person's letter: the fields of the form, and the draft that they make. The turns are those of the API's
// drafts.

import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { DraftChange } from "../../../actors/identity/drafts/drafting.ts";
import { prepareDraftChange, prepareNewDraft } from "../../../actors/identity/drafts/drafting.ts";
import { changeDraft, createDraft, DraftChanged } from "../../../actors/identity/drafts/drafts.ts";
import { draftCovered } from "../../../actors/identity/reviews/covered.ts";
import { writtenSender } from "../../../actors/identity/sending/sender.ts";
import { fileName, mediaType } from "../../http/files/file-names.ts";
import { retryChanged } from "../../http/resources/drafts.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { readTypedList } from "../../mail/typed-list.ts";
import { withoutInvisible } from "../../mail/visible/invisible-characters.ts";
import { htmlOfMarkdown } from "../../reading/mails.ts";
import type { MailboxRef } from "../../schema/common.ts";
import { type CountedIdentity, getIdentity } from "../../store/addresses/identities.ts";
import { getDraft, type StoredDraft } from "../../store/drafts.ts";
import { messageState } from "../../store/message/messages.ts";
import type { FormMark, Origin } from "../../store/tables/index.ts";
import type { Here, SentForm } from "../frame/answers.ts";
import { phrases } from "../phrases.ts";

const words = phrases.write;

/** `kept`: the HTML that somebody else wrote, until its text changes. */
export const formats = ["plain", "markdown", "kept"] as const;
export type LetterFormat = (typeof formats)[number];

/** The fields of the form, as they were typed. */
export interface Typed {
  /** The draft's id, which the form has from the start: two clicks make one. */
  id: string;
  identityId: string;
  /** The address in From, where it is another than the identity's; "": the identity's. */
  sender: string;
  /** The message that is answered or passed on; "" for a new thread. */
  parent: string;
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  text: string;
  format: LetterFormat;
  /** Files of other messages that come along. */
  carried: readonly string[];
  /** The version of the draft that the page showed, by `draftCovered`; "": there was none. */
  expected: string;
  /** The page's own id of the form, and how often it has been sent; absent: a page that is to be made. */
  form?: Pick<FormMark, "page" | "step">;
}

/** Somebody else has changed the draft since the page was made. */
export class DraftMoved extends Error {
  constructor(readonly now: StoredDraft) {
    super(words.changed);
  }
}

export function typedIn(form: URLSearchParams): Typed {
  const get = (name: string) => form.get(name) ?? "";
  const typed = {
    id: get("id"),
    identityId: get("from"),
    sender: get("sender"),
    parent: get("parent"),
    to: get("to"),
    cc: get("cc"),
    bcc: get("bcc"),
    subject: get("subject"),
    text: get("text").replaceAll("\r\n", "\n"),
    format: formats.find((one) => one === get("format")) ?? "plain",
    carried: form.getAll("carried"),
    expected: get("expected"),
    form: { page: get("page").slice(0, 36), step: Number(get("step")) || 0 },
  };
  const ids = [typed.id, typed.identityId, ...typed.carried, ...(typed.parent === "" ? [] : [typed.parent])];
  if (!ids.every(isUuid)) throw invalid(phrases.failure.useForm);
  return typed;
}

/** @param isTyping a part may be half typed: what stands before it counts @throws Failure validation_error: a part is no recipient */
function recipientsIn(text: string, isTyping: boolean): MailboxRef[] {
  const { mailboxes, unread } = readTypedList(text);
  if (unread !== null && !isTyping) throw invalid(words.notAnAddress(unread));
  return mailboxes;
}

/**
 * Keeps what was written as a draft: a new one, or the next state of the one that has this id.
 * @param isTyping the person has not finished: a recipient may be half typed
 * @param isSend it leaves then
 * @throws DraftMoved; Failure not_found, conflict (it was sent already), and as preparing a draft
 */
export async function keepDraft(
  sent: SentForm,
  typed: Typed,
  { isTyping, isSend }: { isTyping: boolean; isSend: boolean },
): Promise<{ draft: StoredDraft; identity: CountedIdentity }> {
  const { deps, scope, form, files, origin } = sent;
  const { database } = deps;
  const identity = await getIdentity(database, scope, typed.identityId);
  if (!identity) throw notFound();
  const actor = deps.actors.identity(identity.accountId, identity.id);
  const uploads = files.map(({ filename, contentType, bytes }) => ({
    id: newId(),
    filename: fileName(filename, "file"),
    contentType: mediaType(contentType || "application/octet-stream", "file"),
    bytes,
    contentId: null,
    inline: false,
  }));
  const kept = typed.format === "kept";
  const html =
    typed.format === "markdown" ? await htmlOfMarkdown(typed.text, { source: identity.accountId }) : null;
  const change: DraftChange = {
    to: recipientsIn(typed.to, isTyping),
    cc: recipientsIn(typed.cc, isTyping),
    bcc: recipientsIn(typed.bcc, isTyping),
    subject: typed.subject.trim() === "" ? null : typed.subject.trim(),
    ...(kept ? {} : { text: typed.text, html, shown: placesIn(html ?? "") }),
    uploads,
  };
  const removed = form.get("remove");
  const mark = typed.form && { form: { ...typed.form, over: typed.expected } };
  const draft = await retryChanged(async () => {
    const before = await getDraft(database, scope, typed.id);
    if (before) {
      if (before.row.identityId !== identity.id) throw notFound();
      let fresh = uploads;
      // A sender that stays is not asked again: the send asks whether this address may write from it.
      const own = emailOf(identity);
      const stays = (before.row.fromEmail ?? own) === (typed.sender || own);
      if (draftCovered(before.row) !== typed.expected) {
        const isOwn = isOfForm(before, { ...typed, change, isSend, origin });
        const isSame = isStored(before, change, typed);
        if (!isOwn && !isSame) throw new DraftMoved(before);
        // The form came before: its files are there once.
        if (isSame && removed === null) return before;
        fresh = uploads.filter((file) => !before.attachments.some((one) => isFile(one, file)));
        // A page that is left sends once more what is kept already: the version that the next page shows stays.
        const isKept = stays && removed === null && fresh.length === 0 && hasWords(before, change);
        if (isKept && !isSend) return before;
      }
      const left = before.attachments.map(({ id }) => id).filter((id) => id !== removed);
      const prepared = await prepareDraftChange(deps, scope, {
        identity,
        draft: before,
        change: {
          ...change,
          uploads: fresh,
          ...(stays ? {} : { from: typed.sender === "" ? null : typed.sender }),
          attachmentIds: left,
        },
      });
      const version = { id: typed.id, updatedAt: before.row.updatedAt };
      return actor.run((turn) => changeDraft(turn, version, { ...prepared, ...mark }), { origin });
    }
    const inReplyTo = typed.parent === "" ? null : typed.parent;
    const prepared = await prepareNewDraft(deps, scope, {
      id: typed.id,
      identity,
      inReplyTo,
      change: { ...change, attachmentIds: typed.carried },
    });
    return actor.run(
      async (turn) => {
        const state = await messageState(turn, turn.owner, typed.id);
        // The same letter, from a page that was left at the same moment.
        if (state === "draft") throw new DraftChanged();
        if (state !== null) throw new Failure("conflict", words.sentAlready);
        return createDraft(turn, { ...prepared, ...mark });
      },
      { origin },
    );
  });
  return { draft, identity };
}

/** Content-IDs of pictures in HTML of Markdown, as far as they are plain words: one is the name of a file, and becomes a field. */
function placesIn(html: string): Set<string> {
  return new Set([...html.matchAll(/<img [^<>]*src="cid:([\w.-]{1,200})"/g)].map((found) => found[1]!));
}

/** Whether the draft is what this form made of the version that its page showed, and nobody has written to it since: an answer was lost. */
function isOfForm(
  before: StoredDraft,
  {
    form,
    expected,
    change,
    isSend,
    origin: { kind, id },
  }: Pick<Typed, "form" | "expected"> & { change: DraftChange; isSend: boolean; origin: Origin },
): boolean {
  const { writtenBy, sendAt, scheduledBy } = before.row;
  const isOwn = (by: Pick<Origin, "kind" | "id"> | null) => by?.kind === kind && by.id === id;
  const made = writtenBy?.form;
  if (!made || !form || form.page === "" || !isOwn(writtenBy)) return false;
  // A form that was held up on the way comes behind the ones that followed it.
  if (made.page !== form.page || made.over !== expected || made.step > form.step) return false;
  // Two tabs may have put the same words back.
  if (made.step === form.step && !hasWords(before, change)) return false;
  // A schedule of nobody's is older than what the form wrote. What was sent changes by a Send alone, or half a letter would leave.
  return sendAt === null || scheduledBy === null || (isSend && isOwn(scheduledBy));
}

const isFile = (
  { filename, contentType, size }: StoredDraft["attachments"][number],
  file: { filename: string; contentType: string; bytes: Uint8Array },
) => filename === file.filename && contentType === file.contentType && size === file.bytes.length;

/** Whether the draft is what the form would make of it: a form that is sent twice. */
function isStored(before: StoredDraft, change: DraftChange, { carried, expected }: Typed): boolean {
  return (
    expected === "" &&
    hasWords(before, change) &&
    before.attachments.length === carried.length + (change.uploads?.length ?? 0)
  );
}

function hasWords({ row, text, html }: StoredDraft, change: DraftChange): boolean {
  const { to, cc, bcc, subject } = change;
  // Text and HTML that others wrote stay as they are.
  const own = change.text === undefined ? { text, html } : change;
  const given = [to, cc, bcc, subject, own.text || null, own.html ?? null];
  const stored = [row.mailTo, row.mailCc, row.mailBcc, row.subject, text || null, html];
  return canonicalJson(given) === canonicalJson(stored);
}

/** A stored draft as the form shows it: without letters that nobody sees, so that they do not leave either. */
export async function typedOf(
  { deps, scope }: Pick<Here, "deps" | "scope">,
  { row, text, html }: StoredDraft,
): Promise<Typed> {
  const list = (boxes: readonly MailboxRef[]) => boxes.map(written).join(", ");
  const seen = (words: string | null) => withoutInvisible(words ?? "");
  const format =
    html === null
      ? "plain"
      : html === (await htmlOfMarkdown(text ?? "", { source: row.accountId }))
        ? "markdown"
        : "kept";
  const identity = await getIdentity(deps.database, scope, row.identityId!);
  if (!identity) throw notFound();
  const sender = await writtenSender(deps, identity, row.fromEmail);
  return {
    id: row.id,
    identityId: identity.id,
    sender: sender === emailOf(identity) ? "" : sender,
    parent: row.inReplyToMessageId ?? "",
    to: list(row.mailTo),
    cc: list(row.mailCc),
    bcc: list(row.mailBcc),
    subject: seen(row.subject),
    text: format === "kept" ? (text ?? "") : seen(text),
    format,
    carried: [],
    expected: draftCovered(row),
  };
}

/** A mailbox as a person types it. */
export function written({ email, name: given }: MailboxRef): string {
  const name = given && withoutInvisible(given);
  if (name === null || name.trim() === "") return email;
  return /^[\w .'-]+$/u.test(name) ? `${name} <${email}>` : `"${name.replace(/["\\]/g, "")}" <${email}>`;
}
