// Words that somebody typed and that were not taken. Where the form itself cannot stand there again (form-again.ts), as the session is
// over or the page is gone, the refusal shows them, to be copied. The script keeps them where
// they were typed (client/words.ts), for the person whose mark the page bears. DECISIONS Agent signup and console
import type { FormEntry } from "../../http/multipart.ts";
import { type Html, html } from "../../lib/html.ts";
import { sha256 } from "../../lib/secrets.ts";
import { phrases } from "../phrases.ts";
import type { Visit } from "../session/session.ts";
import { type FormContext, hidden } from "./forms.ts";

const words = phrases.keeping;

/** Fields that people write in. Names of tokens and ids are none of them. */
const written = [
  "to",
  "cc",
  "bcc",
  "name",
  "subject",
  "title",
  "location",
  "attendees",
  "text",
  "comment",
  "description",
  "signature",
  "email",
  "url",
  "entry",
  "reviewers",
  "local_part",
  "display_name",
  "label",
];
const mostShown = 256 * 1024;

/** The person of a session, by a mark that browsers may keep; null: nobody has signed in. */
export function personMark({ session }: Pick<Visit, "session">): string | null {
  if (!session) return null;
  const { accountId, ownerEmail } = session;
  return sha256(`person ${ownerEmail ?? `operator ${accountId}`}`)
    .toString("base64url")
    .slice(0, 22);
}

/** The words of a form that was sent from a page of this server, to be copied; null: it has none. */
export function sentWords(request: Request, body: unknown): Html | null {
  if (request.method !== "POST" || request.headers.get("sec-fetch-site") !== "same-origin") return null;
  const entries: [string, string][] = [];
  let hasFiles = false;
  if (typeof body === "string") entries.push(...new URLSearchParams(body));
  else if (Array.isArray(body))
    for (const [name, value] of body as FormEntry[]) {
      if (typeof value === "string") entries.push([name, value]);
      else hasFiles ||= value.filename !== "";
    }
  const shown = entries.filter(([name, value]) => written.includes(name) && value.trim() !== "");
  const size = shown.reduce((sum, [, value]) => sum + value.length, 0);
  if (shown.length === 0 || size > mostShown) return null;
  return html`<h2>${words.written}</h2><div class="stack">${shown.map(([, value]) => html`<textarea readonly rows="${value.includes("\n") || value.length > 100 ? 10 : 1}" aria-label="${words.written}">${"\n"}${value}</textarea>`)}</div>${hasFiles && html`<p>${words.filesAgain}</p>`}`;
}

/** The attribute of a body by which the script knows whose words it keeps. */
export const personData = (mark: string | null): Html | false =>
  mark !== null && html` data-person="${mark}"`;

/** Sentences of the script about words that it keeps, in the language of the request. */
export function keepingWords(): Readonly<Record<string, string>> {
  const { signedOut, other, unknown, notTaken, again, before } = words;
  const { filesAgain, sending, decided, forget, offline, unanswered, held } = words;
  return {
    signedOut,
    other,
    unknown,
    notTaken,
    again,
    before,
    filesAgain,
    sending,
    decided,
    forget,
    offline,
    unanswered,
    held,
  };
}

/**
 * The attribute of a form whose words the script keeps.
 * @param place the same for each page that asks for the same words, and for no other
 */
export const wordsAt = (
  { account }: Pick<FormContext, "account">,
  place: string,
): Readonly<Record<string, string>> => ({ words: `${account.accountId} ${place}` });

/** The field by which a form that is sent twice makes one thing. */
export const onceField = (id: string) => hidden("once", id);
