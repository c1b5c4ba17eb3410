// The pages on which a person decides what waits: plain functions of what they show. They work without JavaScript. A mail's
// HTML is shown as source, never rendered.
import { type Html, html } from "../lib/html.ts";
import type { ReviewDetail } from "../schema/reviews/reviews.ts";
import type { ReviewRow } from "../store/reviews/reviews.ts";

/** Characters of a text that a page shows. */
const mostShown = 20_000;

const reasonWords: Record<string, string> = {
  all_sends: "everything that this address sends waits",
  new_recipient: "nobody has allowed this recipient yet",
  human_review: "a person looks after this thread",
  first_contact_limit: "it has written to enough new people today",
  untrusted_contact_limit: "it has written to enough people today whom it read of in mails",
  safety_verdict: "something in it asks for a second look",
  new_sender: "nobody has allowed this sender yet",
  unproven_sender: "nothing proves that it comes from the sender that it names",
  blocked_sender: "the sender is on the block list",
};

export interface ListedReview {
  row: ReviewRow;
  address: string;
}

/** @param account of the links */
export function reviewListPage({
  reviews,
  account,
  more,
}: {
  reviews: readonly ListedReview[];
  account: string;
  more: boolean;
}): Html {
  return html`<nav aria-label="Console"><ul><li><a href="/console?account=${account}">Account</a></li><li><strong>Reviews</strong></li><li><a href="/console/protection?account=${account}">Protection</a></li></ul></nav>
<h1>Waiting for you</h1>
${reviews.length === 0 && html`<p class="soft">Nothing waits.</p>`}
${reviews.map(
  ({
    row,
    address,
  }) => html`<div class="card row"><div><strong>${address}</strong> ${row.direction === "outbound" ? "wants to send" : "has received"} a mail
<br><span class="soft small">${reasonsOf(row.reasons.map((reason) => reason.split(" ", 1)[0]!))}; since ${minute(row.createdAt)}${row.expiresAt && ` until ${minute(row.expiresAt)}`}</span></div>
<div><a href="/console/reviews/${row.id}?account=${account}">Look at it</a></div></div>`,
)}
${more && html`<p class="soft">The newest ${reviews.length} are shown.</p>`}`;
}

/** Where the forms of a review go, and what they carry. */
export interface ReviewForm {
  action: string;
  fields: Readonly<Record<string, string>>;
}

export interface ReviewView {
  address: string;
  review: ReviewDetail;
  /** null: decided. */
  form: ReviewForm | null;
  /** Whether its fields can be changed. */
  editable: boolean;
  error?: string;
}

export function reviewPage({ address, review, form, editable, error }: ReviewView): Html {
  const { mail, direction } = review;
  const outbound = direction === "outbound";
  return html`<h1>${outbound ? html`${address} wants to send this` : html`${address} has received this`}</h1>
${error && html`<div class="notice bad" role="alert">${error}</div>`}
${review.status !== "pending" && decidedNotice(review)}
<p><strong>Why it waits:</strong> ${reasonsOf(review.reasons.map(({ code }) => code))}.</p>
${mail ? mailView(mail, review) : html`<p class="soft">The mail is not there any more.</p>`}
${review.diff.length > 0 && diffView(review)}
${form && mail && review.status === "pending" && decisions({ form, review, editable })}`;
}

function decidedNotice({ status, decided_by: by, decided_at: at, comment }: ReviewDetail): Html {
  const who = by ? ` by ${by.kind}${by.id ? ` ${by.id}` : ""}` : "";
  return html`<div class="notice" role="status"><strong>${status.replace("_", " ")}</strong>${who}${at && `, ${minute(at)}`}.${comment && html`<br>${comment}`}</div>`;
}

function mailView(mail: NonNullable<ReviewDetail["mail"]>, review: ReviewDetail): Html {
  const fresh = new Set(review.reasons.flatMap(({ address }) => address ?? []));
  const named = (boxes: readonly { email: string; name: string | null }[]) =>
    boxes.map(({ email, name }) => (name === null ? email : `${name} <${email}>`)).join(", ");
  const line = (label: string, value: string | Html | null) =>
    value !== null && value !== "" && html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`;
  const reached = mail.recipients.map(
    (email, n) =>
      html`${n > 0 && ", "}${email}${fresh.has(email.toLowerCase()) && html` <strong>(new)</strong>`}`,
  );
  return html`<div class="scroll"><table>
${line("From", named([mail.from]))}
${line("To", named(mail.to))}
${line("Cc", named(mail.cc))}
${line("Bcc", named(mail.bcc))}
${mail.recipients.length > 0 && line("It reaches", html`${reached}`)}
${line("Subject", mail.subject ?? "(none)")}
${line("Files", mail.attachments.join(", "))}
${line("Bytes", html`${mail.size}, SHA-256 <code>${mail.raw_sha256}</code>`)}
</table></div>
<pre>${cut(mail.text ?? "(no text)")}</pre>
${mail.html !== null && html`<details open><summary class="small">Its HTML, which most programs show in place of the text, as source</summary><pre>${cut(mail.html)}</pre></details>`}`;
}

function diffView({ diff }: ReviewDetail): Html {
  const shown = (value: unknown) => cut(typeof value === "string" ? value : JSON.stringify(value, null, 1));
  return html`<h2>What the reviewer changed</h2>
${diff.map(({ field, before, after }) => html`<h3>${field}</h3><pre>${shown(before)}</pre><p class="small soft">became</p><pre>${shown(after)}</pre>`)}`;
}

function decisions({
  form,
  review,
  editable,
}: {
  form: ReviewForm;
  review: ReviewDetail;
  editable: boolean;
}): Html {
  const { direction, mail } = review;
  const outbound = direction === "outbound";
  const start = (decision: string) =>
    html`<form method="post" action="${form.action}">${Object.entries(form.fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<input type="hidden" name="decision" value="${decision}">`;
  const words = (id: string, label: string) =>
    html`<label for="${id}">${label}</label><input id="${id}" name="comment" type="text" required maxlength="2000" autocomplete="off">`;
  const change = html`<details><summary>Change it before it leaves</summary>${start("approve")}
<label for="edit-to">To</label><input id="edit-to" name="to" type="text" maxlength="4000" value="${mail!.to.map(({ email }) => email).join(", ")}">
<label for="edit-subject">Subject</label><input id="edit-subject" name="subject" type="text" maxlength="998" value="${mail!.subject ?? ""}">
<label for="edit-text">Text</label><textarea id="edit-text" name="text" rows="12">${mail!.text ?? ""}</textarea>
<p class="small soft">A changed text leaves without the HTML that the agent wrote.</p>
<div><button>Send it so</button></div></form></details>`;
  return html`<h2 id="decide">Decide</h2>
${start("approve")}<button>${outbound ? "Let it leave" : "Let it in"}</button></form>
${outbound && editable && change}
<details><summary>${outbound ? "Refuse it" : "Delete it"}</summary>${start("reject")}${words("reject-comment", "Why")}<div><button class="danger">${outbound ? "Refuse" : "Delete for good"}</button></div></form></details>
${
  outbound &&
  html`<details><summary>Give it back to the agent</summary>${start("return")}${words("return-comment", "What it should change")}<div><button class="plain">Give back</button></div></form></details>
<details><summary>Go on with the thread yourself</summary>${start("take_over")}<p class="small">It becomes a draft, and what the agent sends into the thread waits from now on.</p><div><button class="plain">Take over</button></div></form></details>`
}`;
}

export function donePage({ review, back }: { review: { status: string }; back: string | null }): Html {
  return html`<h1>Done</h1><div class="notice" role="status">The mail is ${review.status.replace("_", " ")}.</div>
${back ? html`<p><a href="${back}">To what else waits</a></p>` : html`<p class="soft">This link is used up. You can close the page.</p>`}`;
}

function reasonsOf(codes: readonly string[]): string {
  return [...new Set(codes)].map((code) => reasonWords[code] ?? code).join("; ");
}

function cut(text: string): string {
  return text.length > mostShown
    ? `${text.slice(0, mostShown)}\n… (${text.length - mostShown} characters more)`
    : text;
}

/** Date and minute, in UTC. */
function minute(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
