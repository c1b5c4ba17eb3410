// A message as it is read: what was said, with the quoted part folded, its files, and where it came from.

import { Html, html } from "../../lib/html.ts";
import { listText, sizeText } from "../../lib/languages.ts";
import { textToHtml } from "../../mail/html/text-to-html.ts";
import { summaryDefect } from "../../mail/parse/defects.ts";
import type { Attachment } from "../../schema/message/messages.ts";
import { icon } from "../frame/icons.ts";
import { avatar, claimsAddress, nameOf, shortName } from "../frame/people.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { isPicture, isShownHere } from "./files.ts";
import { provenanceLine } from "./provenance.ts";
import type { ReadMessage } from "./thread-data.ts";

/** Characters of a text that a page shows unasked. */
const mostShown = 20_000;
const mostAsked = 400_000;
/** Pictures below a message. */
const mostPictures = 12;
/** Files that a message lists: a mail may have ten thousand of them. */
const maxFiles = 200;
const words = phrases.thread;

export interface MessageOptions {
  /** The thread's page with these parts of its query. */
  here(more: Record<string, string | null>): string;
  /** The message that is shown as text although it has markup, or the other way round. */
  flipped: string | null;
  /** The message whose pictures are fetched. */
  pictures: string | null;
  /** The message whose text is shown to its end. */
  whole: string | null;
  /** Milliseconds since the epoch. */
  now: number;
  /** Buttons for the message; false: none. */
  actions: Html | false;
  /** The button that lets the account write to a recipient again. */
  again: ((recipient: string) => Html) | null;
}

export function messageView(read: ReadMessage, options: MessageOptions): Html {
  const { row, message, isOpen, provenance } = read;
  const from = message.from;
  const summary = message.reply_text.trim().slice(0, 140) || row.preview;
  return html`<details class="message ${row.direction}${!message.is_read && " new"}" id="m-${row.id}"${isOpen && html` open`}>
<summary>${avatar(from)}<span class="head"><span class="who"><h2>${nameOf(from)}</h2>${from.name !== null && html`<span class="address">${claimsAddress(from) ? words.callsItself(from.name) : from.email}</span>`}</span><span class="to">${recipientsOf(read)}</span><span class="snippet">${summary}</span></span>${timeTag(row.createdAt, options.now)}</summary>
<div class="message-body">
${provenance && provenanceLine(provenance, options.here({ closer: row.id }))}
${read.undelivered.map(({ recipient, status, response, suppressed }) => html`<p class="fact-line ${status === "bounced" ? "bad" : "quiet"}">${icon(status === "bounced" ? "bounce" : "clock")}<span><strong>${recipient}</strong> ${words.delivery[status] ?? status}${response !== null && html`<span class="soft small"> ${response.slice(0, 300)}</span>`}</span>${suppressed && options.again?.(recipient)}</p>`)}
${contentView(read, options)}
${filesView(message.attachments)}
${options.actions}
</div></details>`;
}

function recipientsOf({ message }: ReadMessage): string {
  const all = [...message.to, ...message.cc];
  if (all.length === 0) return `${words.sentTo} ${phrases.people.nobodyNamed}`;
  const names = all.slice(0, 3).map((box) => (all.length === 1 ? nameOf(box) : shortName(box)));
  const more = all.length > 3 ? ` ${phrases.people.others(all.length - 3)}` : "";
  return `${words.sentTo} ${listText(names)}${more}`;
}

/** Html that words alone do not carry. */
const rich = /<(?:img|table|h[1-3])\b/i;

function contentView(read: ReadMessage, options: MessageOptions): Html {
  const { row, message } = read;
  const hasMarkup = message.html !== "" && message.html !== textOnly(message.text);
  const isFramed = hasMarkup && rich.test(message.reply_html) !== (options.flipped === row.id);
  if (message.defects?.includes(summaryDefect))
    return html`${textView(read, { ...options, hasMarkup: false })}
<p class="view-links"><a href="/console/messages/${row.id}/frame?part=whole" target="_blank" rel="noopener">${words.openFrame}</a></p>`;
  return isFramed ? framedView(read, options) : textView(read, { ...options, hasMarkup });
}

const textOnly = (text: string | null) =>
  text === null || text.length > mostShown ? null : textToHtml(text);

function framedView({ row, message }: ReadMessage, { here, pictures }: MessageOptions): Html {
  const shown = pictures === row.id;
  const source = (part: string) =>
    `/console/messages/${row.id}/frame?part=${part}${shown ? "&pictures=1" : ""}`;
  const frame = (part: string) =>
    html`<iframe class="mail-frame" src="${source(part)}" title="${words.frameTitle(nameOf(message.from))}" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" loading="lazy" referrerpolicy="no-referrer"></iframe>`;
  const remote = message.html.includes(" data-remote-src=");
  return html`${frame("reply")}
${message.quoted_html !== null && html`<details class="quoted"><summary>${words.quoted}</summary>${frame("quoted")}</details>`}
<p class="view-links">${remote && (shown ? html`<a href="${here({ pictures: null })}">${words.noPictures}</a>` : html`<a href="${here({ pictures: row.id })}#m-${row.id}" title="${words.picturesHint}">${words.pictures}</a>`)}<a href="${here({ flipped: row.id })}#m-${row.id}">${words.plain}</a><a href="${source("whole")}" target="_blank" rel="noopener">${words.openFrame}</a></p>`;
}

function textView(
  { row, message }: ReadMessage,
  { here, whole, hasMarkup, flipped }: MessageOptions & { hasMarkup: boolean },
): Html {
  const { text, reply_text: reply } = message;
  const most = whole === row.id ? mostAsked : mostShown;
  const quoted = quotedOf(text, reply);
  const said = reply.trimEnd() === "" && quoted === "" ? "" : reply.trimEnd();
  const back = flipped === row.id ? null : row.id;
  return html`${said === "" ? quoted === "" && html`<p class="soft">${words.noText}</p>` : linked(said, most)}
${said.length > most && html`<p><a href="${here({ whole: row.id })}#m-${row.id}">${words.showAll}</a> <span class="soft small">${words.cut(said.length - most)}</span></p>`}
${quoted !== "" && html`<details class="quoted"><summary>${words.quoted}</summary>${linked(quoted, most)}</details>`}
${hasMarkup && html`<p class="view-links"><a href="${here({ flipped: back })}#m-${row.id}">${words.formatted}</a></p>`}`;
}

/** Return the text behind the reply: the quotation. */
function quotedOf(text: string | null, reply: string): string {
  if (text === null || !text.startsWith(reply)) return "";
  return text.slice(reply.length).trim();
}

/** Text with its links, its line ends and spaces kept. */
function linked(text: string, most: number): Html {
  const markup = textToHtml(text.slice(0, most))
    .replaceAll("<br />\n", "\n")
    .replaceAll('<a href="', '<a target="_blank" href="');
  return html`<div class="text">${new Html(markup)}</div>`;
}

function filesView(attachments: readonly Attachment[]): Html | false {
  if (attachments.length === 0) return false;
  const pictures = attachments.slice(0, maxFiles).filter(isPicture).slice(0, mostPictures);
  return html`<div class="files" aria-label="${words.files(attachments.length)}" role="group">
${pictures.length > 0 && html`<ul class="pictures">${pictures.map(({ id, filename }) => html`<li><a href="/console/files/${id}" target="_blank" rel="noopener"><img src="/console/files/${id}" alt="${filename}" loading="lazy"></a></li>`)}</ul>`}
<ul class="file-list">${attachments.slice(0, maxFiles).map((file) => {
    const { id, filename, size, downloadable } = file;
    return html`<li class="file">${icon(isPicture(file) ? "image" : "clip")}<span class="name" title="${filename}">${filename}</span><span class="soft small">${sizeText(size)}</span>${downloadable ? html`${isShownHere(file) && html`<a class="small" href="/console/files/${id}" target="_blank" rel="noopener" aria-label="${words.preview(filename)}">${words.show}</a>`}<a class="small" href="/console/files/${id}?save=1" aria-label="${words.download(filename)}">${words.save}</a>` : html`<span class="soft small">${words.gone}</span>`}</li>`;
  })}</ul>${attachments.length > maxFiles && html`<p class="soft small">${words.moreFiles(attachments.length - maxFiles)}</p>`}</div>`;
}
