// Parameters and answers of tools that write: the fields of a mail, and its recipients.
import type { Draft, Sent } from "../../sdk/typescript/index.ts";
import { type Answer, answerOf } from "../answer.ts";
import { flag, list, text } from "../tool.ts";
import { id, type Ours, Theirs, word } from "../words.ts";

export interface Written {
  subject?: string;
  text?: string;
  cc?: string[];
  files?: string[];
  automatic?: boolean;
  again?: string;
}

export const body = { text: text(), files: list(), automatic: flag() };
export const sent = {
  status: text(),
  message_id: text(),
  draft_id: text(),
  review_id: text(),
};

export function contentOf({ subject, text, cc, files, automatic }: Written) {
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(text === undefined ? {} : { text }),
    ...(cc === undefined ? {} : { cc }),
    ...(automatic === undefined ? {} : { automatic }),
    ...filesOf(files),
  };
}

/** Files by id are there already; the server fetches those of URLs, so that no file passes through a model. */
function filesOf(files: readonly string[] | undefined) {
  if (files === undefined) return {};
  const isUrl = (file: string) => /^https?:\/\//i.test(file);
  const urls = files.filter(isUrl);
  return {
    attachment_ids: files.filter((file) => !isUrl(file)),
    ...(urls.length > 0 ? { attachments: urls.map((url) => ({ url })) } : {}),
  };
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

/** A draft with whom it would go to. */
export function draftAnswer(draft: Draft, head: Ours): Answer {
  const fields = { draft_id: id(draft.id), thread_id: id(draft.thread_id), status: word(draft.status) };
  return answerOf({ parts: [{ head, fields, mail: peopleOf(draft) }] });
}
