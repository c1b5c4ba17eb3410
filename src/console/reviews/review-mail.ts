// All that a mail carries that waits, beside what most programs show of it: hidden text, every header field, every part and its
// file, inner messages. HTML stands as source; pictures that the text has a place for are seen there.
import { type Html, html } from "../../lib/html.ts";
import { sizeText } from "../../lib/languages.ts";
import type { MailUnderReview } from "../../schema/reviews.ts";
import { icon } from "../frame/icons.ts";
import { pictureTypes } from "../mailbox/files.ts";
import { phrases } from "../phrases.ts";

const words = phrases.reviews;

type PartUnderReview = MailUnderReview["parts"][number];

/** The URL of the mail's octets: whole, a part, or its text. */
export type FileUrl = (of?: { part: string; text?: boolean }) => string;

/** @param fields that the path needs beside the part */
export const fileUrl =
  (path: string, fields: Record<string, string>): FileUrl =>
  (of) =>
    `${path}?${new URLSearchParams({ ...fields, ...(of && { part: of.part }), ...(of?.text && { text: "1" }) })}`;

/** The URL of the octets of a review's mail, in a session. */
export const mailUrl = (id: string): FileUrl => {
  const url = fileUrl(`/console/reviews/${id}/mail`, {});
  return (of) => url(of).replace(/\?$/, "");
};

/** The URL of a draft's octets, in a session. */
export const draftUrl = (id: string): FileUrl => {
  const url = fileUrl(`/console/drafts/${id}/mail`, {});
  return (of) => url(of).replace(/\?$/, "");
};

/** Files that open where they stand. */
export interface FilesInPlace {
  /** The one that is open. */
  opened: { section: string; view: Html } | null;
  /** The page's address with this file open. */
  openFile(section: string): string;
}

export function wholeMailView(mail: MailUnderReview, url: FileUrl, inPlace?: FilesInPlace): Html {
  return html`${mail.hidden.length > 0 && hiddenView(mail)}
${filesView(mail.parts, url, inPlace)}
<details class="source"><summary>${words.everything}</summary>
<h3>${words.headers}</h3>${headersView(mail.headers)}
<h3>${words.parts}</h3>${mail.parts.map((part) => partView(part, url))}
${mail.cut && html`<p class="soft small">${words.cut}</p>`}
<p class="small soft">${words.fields.bytes}: ${mail.size}, SHA-256 <code>${mail.raw_sha256}</code>. <a href="${url()}">${words.raw}</a></p></details>`;
}

/** Places of pictures in a text that is Markdown, by their Content-ID, as its recipients see them. RFC 2392 */
const picturePlace = /!\[[^[\]\n]{0,200}\]\(cid:([\w.-]{1,200})\)/g;

/** A text as it was written, each picture of the mail below its place. */
export function textWithPictures(
  text: string,
  { parts }: Pick<MailUnderReview, "parts">,
  url: FileUrl,
): Html {
  let at = 0;
  const pieces: Html[] = [];
  for (const { 0: place, 1: name, index } of text.matchAll(picturePlace)) {
    const [part, ...more] = parts.filter(({ content_id }) => content_id === name);
    // Programs differ in which of two parts with one Content-ID they show.
    if (!part || more.length > 0 || !pictureTypes.test(part.content_type)) continue;
    const end = index + place.length;
    pieces.push(
      html`${text.slice(at, end)}<img class="placed" src="${url({ part: part.section })}" alt="${name}" loading="lazy">`,
    );
    at = end;
  }
  return html`${pieces}${text.slice(at)}`;
}

function hiddenView({ hidden }: MailUnderReview): Html {
  return html`<div class="notice bad" role="alert"><strong>${words.hidden}</strong><ul>${hidden.map(({ technique, text, where }) => html`<li><mark>${text}</mark> <span class="soft small">${technique}, ${where}</span></li>`)}</ul></div>`;
}

/** Files and inner messages, each to be opened. */
function filesView(
  parts: readonly PartUnderReview[],
  url: FileUrl,
  inPlace: FilesInPlace | undefined,
): Html | false {
  const files = parts.filter(
    ({ filename, content_type: type }) => filename !== null || !/^(?:text|multipart)\//.test(type),
  );
  if (files.length === 0) return false;
  return html`<ul class="file-list" aria-label="${words.fields.files}">${files.map(
    ({ section, filename, content_type: type, size }) =>
      html`<li class="file">${icon("clip")}<a class="name" href="${url({ part: section })}">${filename ?? type}</a><span class="soft small">${type}, ${sizeText(size)}</span> <a class="small" href="${inPlace ? `${inPlace.openFile(section)}#file-${section}` : url({ part: section, text: true })}">${words.fileText}</a>${inPlace?.opened?.section === section && html`<div class="file-open" id="file-${section}">${inPlace.opened.view}</div>`}</li>`,
  )}</ul>`;
}

function headersView(headers: MailUnderReview["headers"]): Html {
  return html`<pre tabindex="0">${headers.map(({ name, value }) => `${name}: ${value}\n`).join("")}</pre>`;
}

function partView(
  { section, content_type: type, filename, headers, text, outside, cut }: PartUnderReview,
  url: FileUrl,
): Html {
  const title = [section, type, filename].filter((each) => each).join(" ");
  return html`<p class="eyebrow">${title}</p>
${headers.length > 0 && headersView(headers)}
${text !== null && html`<pre tabindex="0">${text}</pre>`}
${outside !== null && html`<p class="small soft">${words.outside}</p><pre tabindex="0">${outside}</pre>`}
${cut && html`<p class="small"><a href="${url({ part: section })}">${words.partCut}</a></p>`}`;
}
