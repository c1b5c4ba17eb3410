// Decides which parts of a mail are its text and which are attachments: the algorithm of JMAP (RFC 8621 4.1.4), which follows the
// common practice of mail programs. A message inside the mail is an attachment and never its text.

import type { PartStructure } from "../mime/structure.ts";

export interface BodyParts {
  /** Parts that form the text, in order; an HTML part only where it has no plain alternative. */
  text: PartStructure[];
  /** Parts that form the HTML, in order; a plain part only where it has no HTML alternative. */
  html: PartStructure[];
  /** Every other leaf, in order. */
  rest: PartStructure[];
}

/** The body lists under construction; null where a branch of an alternative has none. */
interface Lists {
  text: PartStructure[] | null;
  html: PartStructure[] | null;
}

export function bodiesOf(root: PartStructure): BodyParts {
  const text: PartStructure[] = [];
  const html: PartStructure[] = [];
  walk([root], { multipart: "mixed", inAlternative: false }, { text, html });
  if (text.length === 0 && html.length === 0) {
    const other = leavesOf(root).find(isOther) ?? leavesOf(root).find(isAmp);
    if (other) html.push(other);
    if (other && !isAmp(other)) text.push(other);
  }
  const readable = (part: PartStructure) => isText(part) || isOther(part) || isAmp(part);
  const shown = new Set([...text, ...html].filter(readable));
  return {
    text: text.filter(readable),
    html: html.filter(readable),
    rest: leavesOf(root).filter((leaf) => !shown.has(leaf)),
  };
}

function walk(
  parts: PartStructure[],
  place: { multipart: string; inAlternative: boolean; start?: string | undefined },
  outer: Lists,
): void {
  const lists = { ...outer };
  const roots = place.multipart === "related" ? relatedRoots(parts, place.start) : null;
  const textBefore = lists.text?.length ?? -1;
  const htmlBefore = lists.html?.length ?? -1;
  for (const [index, part] of parts.entries()) {
    if (part.type === "multipart") {
      const inAlternative = place.inAlternative || part.subtype === "alternative";
      walk(part.parts, { multipart: part.subtype, inAlternative, start: part.params.start }, lists);
    } else if (roots ? roots.has(part) : isInline(part, index)) {
      if (place.multipart === "alternative" || (roots && roots.size > 1)) {
        if (isPlain(part)) lists.text?.push(part);
        else if (isHtml(part)) lists.html?.push(part);
        continue;
      }
      if (place.inAlternative) {
        if (isPlain(part)) lists.html = null;
        if (isHtml(part)) lists.text = null;
      }
      lists.text?.push(part);
      lists.html?.push(part);
    }
  }
  if (place.multipart !== "alternative" || lists.text === null || lists.html === null) return;
  // An alternative with one form only is used for both.
  if (textBefore === lists.text.length && htmlBefore !== lists.html.length) {
    lists.text.push(...lists.html.slice(Math.max(htmlBefore, 0)));
  } else if (htmlBefore === lists.html.length && textBefore !== lists.text.length) {
    lists.html.push(...lists.text.slice(Math.max(textBefore, 0)));
  }
}

function isInline(part: PartStructure, index: number): boolean {
  if (part.disposition?.type === "attachment") return false;
  const media = isMedia(part);
  return (isText(part) || media) && (index === 0 || media || !hasName(part));
}

/**
 * The displayed parts of a multipart/related: the part that `start` names (RFC 2387 3.2), else the first, if either is a text. Many
 * programs write the pictures first, or a plain text before the HTML: then the first HTML, and such a text beside it.
 */
function relatedRoots(parts: PartStructure[], start: string | undefined): ReadonlySet<PartStructure> {
  const bare = (id: string | null | undefined) => (id ?? "").trim().replace(/^<|>$/g, "");
  const readable = parts.filter(
    (part) => part.type === "multipart" || (isText(part) && part.disposition?.type !== "attachment"),
  );
  const named = bare(start) === "" ? undefined : readable.find((part) => bare(part.id) === bare(start));
  const first =
    named ?? readable.find((part) => part === parts[0] || !hasName(part)) ?? readable.find(isHtml);
  if (first === undefined) return new Set(parts.slice(0, 1).filter((part) => isInline(part, 0)));
  if (named || !isPlain(first)) return new Set([first]);
  const html = readable.find((part) => isHtml(part) && !hasName(part));
  return new Set(html ? [first, html] : [first]);
}

export function isText(part: PartStructure): boolean {
  return isPlain(part) || isHtml(part);
}

export function isHtml(part: PartStructure): boolean {
  return part.type === "text" && part.subtype === "html";
}

/** The form for AMP is read as HTML where a mail has no other text. */
function isAmp(part: PartStructure): boolean {
  return part.type === "text" && part.subtype === "x-amp-html" && !hasName(part);
}

export function isMarkup(part: PartStructure): boolean {
  return isHtml(part) || isAmp(part);
}

function isPlain(part: PartStructure): boolean {
  return part.type === "text" && /^(?:plain|x-plain|text)$/.test(part.subtype);
}

/** The old forms of text, read as such where a mail has no other. RFC 1896, RFC 1341 */
export function isRich(part: PartStructure): boolean {
  return part.type === "text" && (part.subtype === "enriched" || part.subtype === "richtext");
}

/** Kinds of text that no reader takes for words. */
const notWords =
  /^(?:calendar|x-vcalendar|vcard|x-vcard|directory|css|csv|javascript|rtf|xml|rfc822-headers|.*html)$/;

/** A text of a kind that is not known is read as plain, where a mail has no other. RFC 2046 4.1.4 */
function isOther(part: PartStructure): boolean {
  if (part.type !== "text" || part.disposition?.type === "attachment") return false;
  return isRich(part) || (!hasName(part) && !isText(part) && !notWords.test(part.subtype));
}

export function isMedia(part: PartStructure): boolean {
  return part.type === "image" || part.type === "audio" || part.type === "video";
}

/** True when the part carries a file name in any of its forms. */
export function hasName(part: PartStructure): boolean {
  const { params, disposition } = part;
  const named = (record: Record<string, string>, name: string) =>
    name in record || `${name}*` in record || `${name}*0` in record || `${name}*0*` in record;
  return named(params, "name") || (disposition !== null && named(disposition.params, "filename"));
}

/** All parts that are no multipart, in order; messages inside are leaves. */
export function leavesOf(root: PartStructure): PartStructure[] {
  return root.type === "multipart" ? root.parts.flatMap(leavesOf) : [root];
}
