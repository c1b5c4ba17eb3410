// DECISIONS Drafts and sending: templates. Everybody who reaches one uses it; unrestricted keys set them.
import { emailOf } from "../../../../actors/account/addresses/identities.ts";
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
} from "../../../../actors/account/sending/templates.ts";
import { answerTo } from "../../../../actors/identity/sending/replying.ts";
import { answeringSender, senderOf, type WrittenSender } from "../../../../actors/identity/sending/sender.ts";
import { nowInstant } from "../../../lib/clock.ts";
import { invalid } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { formatDate } from "../../../lib/local-time.ts";
import { secondsOf, toLocal } from "../../../lib/zones.ts";
import { escapeMarkdown, fillFields } from "../../../mail/compose/template-fields.ts";
import { oneLine } from "../../../mail/mime/charset.ts";
import { readTypedList } from "../../../mail/typed-list.ts";
import { withoutInvisible } from "../../../mail/visible/invisible-characters.ts";
import { Deleted, IdParams, type MailboxRef } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import {
  FilledTemplate,
  maxFilledText,
  maxTemplateSubject,
  Template,
  TemplateCreate,
  TemplateFillQuery,
  TemplateListQuery,
  TemplatePatch,
  type templateFields,
} from "../../../schema/sending/templates.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { zoneOfCalendar } from "../../../store/calendar/calendar-events.ts";
import { getThread } from "../../../store/mailbox/threads.ts";
import { getMessageRow, type MessageRow } from "../../../store/message/messages.ts";
import { getTemplate, listTemplates, type TemplateRow } from "../../../store/sending/templates.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, requireOwner, requireUnrestricted } from "../../context.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { checkStrings } from "../../validation.ts";
import { answer, write } from "../../write.ts";

export const templateCalls: readonly Call[] = [
  call(
    "GET /templates",
    {
      query: TemplateListQuery,
      answer: Page(Template),
      doc: operation("listTemplates", "List templates, newest first", {
        description: "Those of the account, and those of the pods that this key reaches.",
      }),
    },
    ({ database }, { auth, query }) => {
      checkStrings({ name: query.name ?? "" });
      return pageByTime(
        query,
        (window) => listTemplates(database, auth, { name: query.name, ...window }),
        toTemplate,
      );
    },
  ),
  call(
    "POST /templates",
    {
      body: TemplateCreate,
      answer: { 201: Single(Template) },
      doc: operation("createTemplate", "Create a template", {
        description:
          "A subject and a text with fields, such as `{{recipient_name}}`, with which letters begin.",
        errors: ["forbidden", "conflict"],
        example: {
          name: "Order sent",
          subject: "Your order",
          text: "Hello {{recipient_name}},\n\nit is on its way.\n\n{{sender_name}}",
        },
      }),
    },
    write({
      find: (_, { auth, body }) => {
        requireUnrestricted(auth, "Creating a template");
        const { name, subject = null, text, pod_id: podId = null } = body;
        return { id: newId(), name: nameIn(name), subject, text, podId };
      },
      turn: createTemplate,
      answer: answer(201, toTemplate),
    }),
  ),
  call(
    "GET /templates/{id}",
    {
      params: IdParams,
      answer: Single(Template),
      doc: operation("getTemplate", "Read a template", {
        description: "With its fields as they are written.",
      }),
    },
    async (deps, { auth, params }) => ({ data: toTemplate(await templateOf(deps, auth, params.id)) }),
  ),
  call(
    "PATCH /templates/{id}",
    {
      params: IdParams,
      body: TemplatePatch,
      answer: Single(Template),
      doc: operation("updateTemplate", "Change a template", {
        description: "Fields that are left out stay as they are. Letters that began with it do not change.",
        errors: ["forbidden", "conflict"],
        example: { subject: "Your order is on its way" },
      }),
    },
    async ({ database, actors }, { auth, params, body }) => {
      const id = pathId(params.id);
      await requireOwner(auth, "Changing a template", () => getTemplate(database, auth, id));
      const { subject, text, pod_id: podId } = body;
      const name = body.name === undefined ? undefined : nameIn(body.name);
      const change = { id, ...definedFields({ name, subject, text, podId }) };
      const row = await actors.account(auth.accountId).run((turn) => changeTemplate(turn, change));
      return { data: toTemplate(row) };
    },
  ),
  call(
    "DELETE /templates/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteTemplate", "Delete a template", {
        description: "Letters that began with it stay.",
        errors: ["forbidden"],
      }),
    },
    async ({ database, actors }, { auth, params }) => {
      const id = pathId(params.id);
      await requireOwner(auth, "Deleting a template", () => getTemplate(database, auth, id));
      await actors.account(auth.accountId).run((turn) => deleteTemplate(turn, id));
      return deleted(id);
    },
  ),
  call(
    "GET /templates/{id}/filled",
    {
      params: IdParams,
      query: TemplateFillQuery,
      answer: Single(FilledTemplate),
      doc: operation("fillTemplate", "Fill a template for one letter", {
        description:
          "Its subject and text with what is known of who writes and who is written to, to be sent by POST /messages or kept as a draft. Nothing is sent. A field that nothing is known for stays as it is written, and `unfilled` names it.",
        query: { from: "support@agents.example.com", to: "Ada <ada@example.com>", in_reply_to: exampleId },
      }),
    },
    async (deps, { auth, params, query }) => {
      const template = await templateOf(deps, auth, params.id);
      const { in_reply_to: parentId } = query;
      const parent =
        parentId === undefined ? null : await found(getMessageRow(deps.database, auth, parentId));
      const writer = await writerOf(deps, auth, { from: query.from, parent });
      const { markdown: isMarkdown = false } = query;
      const given = { writer, to: recipientIn(query.to), parent, isMarkdown };
      return { data: await filledTemplate(deps, auth, template, given) };
    },
  ),
];

/** @throws Failure not_found */
async function writerOf(
  deps: HttpDeps,
  auth: Auth,
  { from, parent }: { from: string | undefined; parent: MessageRow | null },
): Promise<WrittenSender | null> {
  if (from !== undefined) return senderOf(deps, auth, from);
  if (!parent?.identityId) return null;
  const identity = await found(getIdentity(deps.database, auth, parent.identityId));
  return { identity, email: await answeringSender(deps, identity, parent) };
}

/** @throws Failure validation_error */
function recipientIn(text: string | undefined): MailboxRef | null {
  if (text === undefined) return null;
  const { mailboxes, unread } = readTypedList(text);
  if (unread !== null)
    throw invalid(`to: "${unread.slice(0, 100)}" is no recipient. Send one such as ada@example.com.`);
  return mailboxes[0] ?? null;
}

/** A template with what is known for its fields. @throws Failure validation_error: it would be too long */
export async function filledTemplate(
  { database, clock }: HttpDeps,
  auth: Auth,
  template: TemplateRow,
  given: {
    writer: WrittenSender | null;
    to: MailboxRef | null;
    parent: MessageRow | null;
    isMarkdown: boolean;
  },
): Promise<FilledTemplate> {
  const { writer, parent, isMarkdown } = given;
  const asked = given.to ?? (parent && answeredIn(parent, writer));
  const zone = writer && (await zoneOfCalendar(database, auth.accountId, writer.identity.id));
  const thread = parent && (await getThread(database, auth, parent.threadId));
  const today = toLocal(secondsOf(nowInstant(clock)), zone ?? "UTC");
  const values: Record<(typeof templateFields)[number], string | null> = {
    recipient_name: shown(asked?.name ?? (parent && knownName(parent, asked?.email))),
    recipient_address: shown(asked?.email),
    sender_name: shown(writer?.identity.displayName),
    sender_address: writer?.email ?? null,
    date: formatDate(today),
    subject: shown(thread?.subject),
  };
  const text = fillFields(template.text, isMarkdown ? escaped(values) : values);
  if (text.text.length > maxFilledText)
    throw invalid(
      `The template has more than ${maxFilledText} characters when it is filled. Name its long fields less often.`,
    );
  const subject = template.subject === null ? null : fillFields(template.subject, values);
  return {
    template_id: template.id,
    subject: subject && oneLine(subject.text).slice(0, maxTemplateSubject).toWellFormed(),
    text: text.text,
    unfilled: [...new Set([...(subject?.unfilled ?? []), ...text.unfilled])],
  };
}

/** The first recipient of an answer to a message; the name of its author stands for an address that has none. */
function answeredIn(parent: MessageRow, writer: WrittenSender | null): MailboxRef | null {
  const [email] = answerTo(parent, writer ? emailOf(writer.identity) : "").to;
  if (email === undefined) return null;
  return {
    email,
    name: knownName(parent, email) ?? (parent.direction === "inbound" ? parent.fromName : null),
  };
}

/** The name that a message has for an address. */
function knownName(
  { fromEmail, fromName, replyTo, mailTo }: MessageRow,
  email: string | undefined,
): string | null {
  const known = [{ email: fromEmail, name: fromName }, ...replyTo, ...mailTo];
  return known.find((box) => box.name && box.email.toLowerCase() === email?.toLowerCase())?.name ?? null;
}

/** Characters of a value: a stranger chose the subject, and the name. */
const maxValue = 998;

/** A value on one line, without letters that nobody sees; null: there is none. */
function shown(value: string | null | undefined): string | null {
  const text = oneLine(withoutInvisible(value ?? ""))
    .trim()
    .slice(0, maxValue)
    .toWellFormed();
  return text === "" ? null : text;
}

function escaped(values: Readonly<Record<string, string | null>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : escapeMarkdown(value)]),
  );
}

/** @throws Failure validation_error */
function nameIn(text: string): string {
  const name = text.trim();
  if (name === "") throw invalid('Field "name" is empty. Send a name.');
  return name;
}

function templateOf({ database }: HttpDeps, auth: Auth, id: string) {
  return found(getTemplate(database, auth, pathId(id)));
}

function toTemplate(row: TemplateRow): Template {
  const { id, name, subject, text, podId, createdAt, updatedAt } = row;
  return { id, name, subject, text, pod_id: podId, created_at: createdAt, updated_at: updatedAt };
}
