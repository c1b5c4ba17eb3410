// Parameters and answers of tools that write: the fields of a mail, and its recipients.
import type { Draft, Postroom, Sent } from "../../sdk/typescript/index.ts";
import { answerOf, type ToolAnswer } from "../answer.ts";
import { type FilledFor, filledLetter, NoTemplate } from "../named-template.ts";
import { refusalWith, toWrite } from "../right-call.ts";
import { flag, list, type Schema, text } from "../tool.ts";
import { id, type Ours, ours, Theirs, time, word } from "../words.ts";

/** A file that the model has made: its text, or its bytes in base64. */
interface MadeFile {
  name?: string;
  /** The name, as the API and mail programs call it. */
  filename?: string;
  text?: string;
  base64?: string;
}

export interface WrittenMail {
  subject?: string;
  text?: string;
  html?: string;
  markdown?: boolean;
  cc?: string[];
  bcc?: string[];
  files?: string[];
  new_files?: MadeFile[];
  automatic?: boolean;
  template?: string;
  again?: string;
}

const newFiles: Schema = { type: "array", items: { type: "object" } };

export const body = {
  text: text(),
  html: text(),
  markdown: flag(),
  files: list(),
  new_files: newFiles,
  automatic: flag(),
  template: text("name; text is empty then"),
};
/** Models know it from other servers, and are shown Markdown, which costs them less. */
export const unlisted = ["html"];
/** The field that a program looks at first; ids stand beside it. Each word of a schema costs every turn of an agent. */
export const sent = { status: text() };

/** Characters of a filled text that a refusal repeats, whole or not at all: what is cut would be sent so. */
const maxShownText = 2000;

/**
 * The letter with the subject and the text of its template, where it names one. What is left of its fields is for a draft: a
 * letter that leaves has none.
 * @throws ToolRefusal: there is no such template, a text is given too, or a field of a letter that leaves is not filled
 */
export async function withTemplate<W extends WrittenMail>(
  client: Postroom,
  written: W,
  letter: Omit<FilledFor, "markdown"> & { subject?: string | null; leaves: boolean },
): Promise<{ written: Omit<W, "template">; unfilled: readonly string[] }> {
  const { template, ...given } = written;
  if (template === undefined) return { written: given, unfilled: [] };
  if (given.text?.trim() || given.html?.trim())
    throw refusalWith(ours`A letter has a text or a template. Nothing was done.`, {
      given: { template, text: given.text ?? given.html },
      right: { arguments: { text: "" }, ...(given.html === undefined ? {} : { without: ["html"] }) },
    });
  const asked = { ...letter, markdown: written.markdown };
  const filled = await filledLetter(client, template, asked).catch((error: unknown) => {
    if (!(error instanceof NoTemplate)) throw error;
    const right = error.names[0] === undefined ? { text: toWrite } : { template: error.names[0] };
    const without = error.names[0] === undefined ? ["template"] : [];
    throw refusalWith(
      ours`No template has this name. Between the marks stand those that there are. Nothing was done.`,
      { given: { template, there_are: error.names }, right: { arguments: right, without } },
    );
  });
  if (letter.leaves && filled.unfilled.length > 0)
    throw refusalWith(
      ours`The template has fields that nothing is known for. Write the text with them filled. Nothing was done.`,
      {
        given: { template, unfilled: filled.unfilled },
        right: {
          arguments: { text: filled.text.length > maxShownText ? toWrite : filled.text },
          without: ["template"],
        },
      },
    );
  // An answer, and a draft that has a subject, keep the one that they have.
  const isBare = letter.message === undefined && !letter.subject?.trim();
  const subject = given.subject?.trim() || !isBare ? given.subject : (filled.subject ?? given.subject);
  const content = { ...given, text: filled.text, ...(subject === undefined ? {} : { subject }) };
  return { written: content, unfilled: filled.unfilled };
}

/** How many fields of a draft are still to be filled. */
export function unfilledNote({ length }: readonly string[]): Ours {
  if (length === 0) return ours``;
  return length === 1
    ? ours` One field of its template is not filled: {{…}} stands in its text.`
    : ours` ${length} fields of its template are not filled: {{…}} stands in its text.`;
}

export function contentOf({
  subject,
  text,
  html,
  markdown = false,
  cc,
  bcc,
  automatic,
  ...files
}: WrittenMail) {
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(text === undefined || (text === "" && html) ? {} : markdown ? { markdown: text } : { text }),
    ...(html ? { html } : {}),
    ...(cc === undefined ? {} : { cc }),
    ...(bcc === undefined ? {} : { bcc }),
    ...(automatic === undefined ? {} : { automatic }),
    ...filesOf(files),
  };
}

/** Files by id are there already; the server fetches those of URLs, so that only what a model has made passes through it. */
function filesOf({ files = [], new_files: made = [] }: Pick<WrittenMail, "files" | "new_files">) {
  const isUrl = (file: string) => /^https?:\/\//i.test(file);
  const ids = files.filter((file) => !isUrl(file));
  const given = [...files.filter(isUrl).map((url) => ({ url })), ...made.map(fileOf)];
  return {
    ...(ids.length > 0 ? { attachment_ids: ids } : {}),
    ...(given.length > 0 ? { attachments: given } : {}),
  };
}

/** @param file with a name, and either text or base64 */
function fileOf({ filename, name = filename, text, base64 }: MadeFile) {
  const content = base64?.replace(/\s/g, "") ?? new TextEncoder().encode(text).toBase64();
  return { filename: name!, content, ...(text === undefined ? {} : { content_type: typeOf(name!) }) };
}

const textTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  html: "text/html",
  htm: "text/html",
  ics: "text/calendar",
  json: "application/json",
  md: "text/markdown",
  svg: "image/svg+xml",
  xml: "application/xml",
};

/** The media type of a text by its name. */
function typeOf(name: string): string {
  return textTypes[name.split(".").at(-1)!.toLowerCase()] ?? "text/plain";
}

/** People of a mail, as fields and lines. */
export function peopleOf(mail: {
  to: readonly string[];
  cc: readonly string[];
  rejected?: Sent["rejected"];
}): Theirs {
  const { to, cc, rejected = [] } = mail;
  return new Theirs({ to, cc, ...(rejected.length > 0 ? { rejected } : {}) }, [
    `to ${to.join(", ") || "nobody"}`,
    cc.length > 0 ? `cc ${cc.join(", ")}` : null,
    ...rejected.map(({ address, reason }) => `refused: ${address}: ${reason}`),
  ]);
}

/** A draft that leaves by itself at its time. */
export function scheduledAnswer(draft: Draft): ToolAnswer {
  const when = time(draft.send_at ?? "");
  return draftAnswer(
    draft,
    ours`Draft ${id(draft.id)} leaves at ${when}, unless a person must allow it then: list_drafts says so.`,
  );
}

/** A draft with whom it would go to. */
export function draftAnswer(draft: Draft, head: Ours): ToolAnswer {
  const fields = { draft_id: id(draft.id), thread_id: id(draft.thread_id), status: word(draft.status) };
  return answerOf({ parts: [{ head, fields, mail: peopleOf(draft) }] });
}
