// The form in which a person writes: a plain function of what was typed.
import { maxBytes } from "../../../actors/identity/sending/prepare.ts";
import { type Html, html } from "../../lib/html.ts";
import { newId } from "../../lib/ids.ts";
import { sizeText } from "../../lib/languages.ts";
import { DAY, formatLocal } from "../../lib/local-time.ts";
import { instantAt, toLocal, toUtc } from "../../lib/zones.ts";
import type { AttachmentRow } from "../../store/message/messages.ts";
import { buttonOf, type FormContext, field, hidden, notice, option, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { shortTime, usualTimes } from "../frame/usual-times.ts";
import { phrases } from "../phrases.ts";
import { sidesView } from "../reviews/sides-view.ts";
import type { OfferedTemplate } from "./begin.ts";
import type { Typed } from "./letter.ts";
import { namesShown, type SigningSender, shownSender } from "./shown-name.ts";
import { signatureBlock } from "./signature.ts";

const words = phrases.write;

/** For the script, in the language of the request. */
const told = () => ({
  "most-bytes": String(maxBytes),
  "too-large": words.tooLarge,
  "going-up": words.goingUp,
  saved: words.saved,
  "not-kept": words.notKept,
});

export interface WriteView {
  typed: Typed;
  /** Addresses that the person may write from; for an answer exactly one. */
  addresses: readonly SigningSender[];
  attachments: readonly Pick<AttachmentRow, "id" | "filename" | "size">[];
  /** Files of the message that is passed on, which come along. */
  carried?: readonly Pick<AttachmentRow, "id" | "filename" | "size">[];
  /** The page that sending leads back to. */
  back: string;
  error?: string;
  /** Where the draft as it is now differs from what was typed. */
  changes?: readonly { field: "to" | "cc" | "bcc" | "subject" | "text"; typed: string; stored: string }[];
  /** True: the form is below a thread and shows the fields of an answer, with the rest folded. */
  isShort: boolean;
  /** The zone and the moment of the times at which it may leave later; absent: it leaves now. */
  later?: { zone: string; now: number };
  /** Templates that may be put in. */
  templates: readonly OfferedTemplate[];
  /** Fields of templates in it that were named, and are sent as they are. */
  unfilled?: string;
  /** A short form shows its subject too: it is not the one at the head of the thread. */
  hasOwnSubject?: boolean;
}

export function writeForm(context: FormContext, view: WriteView): Html {
  const {
    typed,
    addresses,
    attachments,
    back,
    error,
    changes,
    isShort,
    hasOwnSubject = false,
    carried = [],
  } = view;
  const { id } = typed;
  const text = (name: "to" | "cc" | "bcc" | "subject", more: Html | false = false) =>
    html`<div class="write-line"><label for="${name}-${id}">${words[name]}</label><input id="${name}-${id}" name="${name}" type="text" maxlength="4000" value="${typed[name]}" autocomplete="off"${more}></div>`;
  const people = html` data-people="${words.people}"`;
  const more = html`${text("cc", people)}${text("bcc", people)}`;
  const hasMore = typed.cc !== "" || typed.bcc !== "";
  const [first] = addresses.map((one) => (typed.sender === "" ? one : { ...one, email: typed.sender }));
  const from =
    addresses.length === 1
      ? html`${hidden("from", first!.id)}${hidden("sender", typed.sender)}${(!isShort || first!.name !== null || typed.sender !== "") && html`<div class="write-line"><span class="label">${words.from}</span><span>${shownSender(first!)}</span></div>`}`
      : html`<div class="write-line"><label for="from-${id}">${words.from}</label><select id="from-${id}" name="from">${addresses.map((one) => html`<option value="${one.id}"${one.id === typed.identityId && html` selected`}${one.signature !== null && html` data-signature="${signatureBlock(one)}"`}>${shownSender(one)}</option>`)}</select></div>`;
  // The first line end in a text field is none of its text. HTML 13.1.2.5
  return postForm(
    context,
    { action: "/console/write", class: "write-form", files: true, label: words.title, data: told() },
    // Enter in a field presses the first button of its form: that keeps the draft. HTML 4.10.21.2
    html`<button name="do" value="save" hidden>${words.save}</button>${hidden("id", id)}${hidden("parent", typed.parent)}${hidden("expected", typed.expected)}${hidden("page", newId())}${hidden("step", "0")}${hidden("back", back)}${view.unfilled !== undefined && hidden("unfilled", view.unfilled)}${hidden("names", namesShown(addresses))}${typed.carried.map((one) => hidden("carried", one))}
${error !== undefined && notice(error, "bad")}
${changes && changes.length > 0 && changesView(changes)}
${from}${text("to", people)}
<details class="more-lines"${hasMore && html` open`}><summary>${words.moreLines}</summary>${more}${isShort && !hasOwnSubject && text("subject")}</details>
${(!isShort || hasOwnSubject) && text("subject")}
<label class="hidden-label" for="text-${id}">${words.text}</label><textarea id="text-${id}" name="text" rows="${isShort ? 7 : 16}" maxlength="60000" placeholder="${isShort ? words.replyHint : words.textHint}" data-autosave${isShort && html` data-first`}>${"\n"}${typed.text}</textarea>
${(attachments.length > 0 || typed.carried.length > 0) && html`<ul class="file-list">${attachments.map((file) => html`<li class="file">${icon("clip")}<span class="name">${file.filename}</span><span class="soft small">${sizeText(file.size)}</span><button class="remove" name="remove" value="${file.id}" aria-label="${words.removeFile(file.filename)}" title="${words.removeFile(file.filename)}">${icon("close")}</button></li>`)}${attachments.length === 0 && html`<li class="soft small">${words.carried(typed.carried.length)}</li>${carried.map((file) => html`<li class="file">${icon("clip")}<a class="name" href="/console/files/${file.id}" target="_blank" rel="noopener">${file.filename}</a><span class="soft small">${sizeText(file.size)}</span></li>`)}`}</ul>`}
<div class="write-foot">${buttonOf({ text: words.send, icon: "forward", class: "button primary", key: "Ctrl+Enter" })}${view.later && laterMenu(view.later, id)}
<label class="attach button plain">${icon("clip")}<span>${words.attach}</span><input type="file" name="file" multiple></label>
<span class="format">${field(`format-${id}`, words.format, html`<select id="format-${id}" name="format">${option("plain", words.plain, typed.format === "plain")}${option("markdown", words.markdown, typed.format === "markdown")}${typed.format === "kept" && option("kept", words.kept, true)}</select>`)}</span>
<button class="button plain" name="do" value="preview">${words.preview}</button>${templatesMenu(view.templates)}
<span class="soft small saved" role="status"></span>
<span class="write-end"><button class="button ghost" name="do" value="save">${words.save}</button><button class="button ghost danger" name="do" value="discard" formnovalidate>${words.discard}</button></span></div>`,
  );
}

/** Templates; one press puts one in. */
function templatesMenu(templates: readonly OfferedTemplate[]): Html | false {
  if (templates.length === 0) return false;
  return html`<details class="menu templates"><summary class="button plain">${icon("note")}<span>${words.template}</span></summary><div class="sheet"><div class="label-list">${templates.map(({ id, name }, n) => html`<button class="label-choice" name="template" value="${id}" formnovalidate${n === 0 && html` data-first`}><span class="grow"><bdi>${name}</bdi></span></button>`)}</div></div></details>`;
}

/** Usual times at which it may leave, and one of one's own. */
function laterMenu({ zone, now }: NonNullable<WriteView["later"]>, id: string): Html {
  const local = toLocal(Math.floor(now / 1000), zone);
  const most = local + 30 * DAY;
  const choices = usualTimes(local).filter(({ at }) => at < most);
  return html`<details class="menu later"><summary class="button plain">${icon("clock")}<span>${words.later}</span></summary><div class="sheet"><div class="label-list">${choices.map(({ text, at }, n) => html`<button class="label-choice" name="until" value="${instantAt(toUtc(at, zone))}"${n === 0 && html` data-first`}><span class="grow">${text}</span><span class="soft small">${shortTime.format(at * 1000)}</span></button>`)}</div>
<div class="stack"><label for="later-${id}">${words.laterAt(zone)}</label><input id="later-${id}" type="datetime-local" name="at" min="${formatLocal(local).slice(0, 16)}"><button class="button" name="do" value="later">${words.later}</button></div></div></details>`;
}

/** The typed fields side by side with the draft's present ones. */
function changesView(changes: NonNullable<WriteView["changes"]>): Html {
  return html`${changes.map(({ field, typed, stored }) =>
    sidesView(words[field], { name: words.yours, text: typed }, { name: words.theirs, text: stored }),
  )}`;
}
