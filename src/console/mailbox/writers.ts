// Writers of a thread's drafts: their names, and who has written within the last minute. A draft is kept while one types, so that
// the draft itself says it, in every process.
import { msOf } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import type { ThreadDraft } from "../../store/mailbox/inbox.ts";
import type { Here } from "../frame/answers.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import type { Person } from "../session/accounts.ts";

const words = phrases.thread;
const shownMs = 60_000;
/** Characters of a name. */
const maxShownName = 60;

type WrittenDraft = Pick<ThreadDraft, "writtenBy" | "keyName" | "updatedAt" | "sendAt">;

/** The name of a draft's last writer; null: the one who looks, or nobody knows. */
export function writerOf(
  { email }: Pick<Here, "email">,
  { writtenBy, keyName }: Pick<WrittenDraft, "writtenBy" | "keyName">,
  people: readonly Person[],
): string | null {
  if (writtenBy === null) return null;
  const { kind, id } = writtenBy;
  if (kind === "key") return (keyName ?? words.program).slice(0, maxShownName);
  if (kind !== "person") return words.program;
  if (id === (email ?? "operator")) return null;
  return (people.find((one) => one.email === id)?.name ?? id ?? phrases.people.someone).slice(
    0,
    maxShownName,
  );
}

/** The writers of this moment. The line stands there also while nobody does, so that what comes into it is read out. */
export function writersLine(
  here: Pick<Here, "email" | "now">,
  drafts: readonly WrittenDraft[],
  { people, seen }: { people: readonly Person[]; seen?: string },
): Html {
  const writing = drafts.flatMap((draft) => {
    const left = msOf(draft.updatedAt) + shownMs - here.now;
    const name = draft.sendAt === null && left > 0 ? writerOf(here, draft, people) : null;
    return name === null ? [] : [{ name, left, isProgram: draft.writtenBy?.kind !== "person" }];
  });
  const by = new Map(writing.toReversed().map((one) => [one.name, one]));
  return html`<div class="writing" id="writing" role="status"${seen !== undefined && html` data-seen="${seen}"`}>${[
    ...by.values(),
  ].map(
    ({ name, left, isProgram }) =>
      html`<p data-left="${left}">${icon("draft")}<span>${isProgram ? words.drafting(name) : words.writing(name)}</span></p>`,
  )}</div>`;
}
