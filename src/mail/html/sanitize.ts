// Sanitises the HTML of mails once, when it is stored: no active content, nothing that loads when it is displayed (the address of
// a remote picture moves to `data-remote-src`, a picture of the mail itself is marked `data-cid`), no CSS that leaves its box,
// no foreign ids or classes (they would match style sheets and scripts of the page). Sanitising again changes nothing.

import sanitizeHtml from "sanitize-html";
import { clean } from "../mime/charset.ts";
import { cleanStyle } from "./clean-style.ts";
import { decodeText } from "./flow.ts";
import { limitDepth } from "./limit-depth.ts";
import { escapeAttribute, linkRel } from "./text-to-html.ts";
import { visibleText } from "./visible-text.ts";

export { textToHtml } from "./text-to-html.ts";

// biome-ignore format: a table
const tags = [
  "a", "abbr", "acronym", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote", "br",
  "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "dfn", "dir", "div", "dl", "dt",
  "em", "figcaption", "figure", "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i",
  "img", "ins", "kbd", "li", "main", "mark", "menu", "nav", "ol", "p", "pre", "q", "rp", "rt", "ruby",
  "s", "samp", "section", "small", "span", "strike", "strong", "sub", "sup", "table", "tbody", "td",
  "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr",
];

const tagSet = new Set(tags);

/** Elements whose content is dropped. */
// biome-ignore format: a table
const silent = [
  "script", "style", "textarea", "option", "title", "noembed", "noframes", "template", "iframe", "svg",
  "audio", "video", "select", "datalist",
];

/** Attributes that are kept, and the form that their values must have. */
const attributes = new Map<string, RegExp>(
  Object.entries({
    align: /^[a-z]{1,10}$/i,
    valign: /^[a-z]{1,10}$/i,
    width: /^\d{1,4}(?:\.\d{1,4})?(?:%|px)?$/,
    height: /^\d{1,4}(?:\.\d{1,4})?(?:%|px)?$/,
    border: /^\d{1,3}$/,
    cellpadding: /^\d{1,3}$/,
    cellspacing: /^\d{1,3}$/,
    colspan: /^\d{1,3}$/,
    rowspan: /^\d{1,3}$/,
    span: /^\d{1,3}$/,
    start: /^-?\d{1,9}$/,
    value: /^-?\d{1,9}$/,
    type: /^[a-z1]{1,10}$/i,
    bgcolor: /^#?[a-z0-9]{1,30}$/i,
    color: /^#?[a-z0-9]{1,30}$/i,
    face: /^[\w ,'-]{1,100}$/,
    size: /^[+-]?\d{1,2}$/,
    dir: /^(?:ltr|rtl|auto)$/i,
    lang: /^[\w-]{1,35}$/,
    alt: /^[\s\S]{0,2000}$/,
    datetime: /^[\w:.+ -]{1,40}$/,
  }),
);

/**
 * Ids and classes by which mail programs mark quoted history, signatures and their own paragraphs; reply folding reads
 * them. `x_` is Outlook's prefix in a quoted mail.
 */
const marker =
  /^(?:x_|m_-?\d{1,30})*(?:gmail|yahoo|yqt|ydp|moz-|moz_|proton|tutanota|zmail|apple|ms-outlook|mso|olk|divrply|rply|reply|fwd|forward|isforward|isreply|appendonsend|quote|quotation|blockquote|cite|signature|email-?signature|composer_|mobile_|original|orc-orig|_mail|mail-?(?:editor|quote|original|end)|message-?reply|wordsection|elementtoproof|freshdesk|front-|hs_|sparrow|airmail|missive|superhuman|zendesk|gorgias|helpscout|skiff|hey-|k9mail|stopspelling|zwchr|mcnt|divneteasemail|docs-internal|bloop|nylas|history-quote|lark-|iwm-|help-scout|clean_bq|spark_|iosymail|oriquote|qt$)[\w.:-]{0,60}$/i;

const controls = /[\x00-\x20\x7f]+/g;
const link = /^(?:https?:\/\/[^/]|mailto:|tel:|sms:|xmpp:|callto:)/i;
const remote = /^(?:https?:)?\/\/[^/]/i;
const picture = /^data:image\/(?:png|jpe?g|gif|webp|bmp|x-icon);base64,[a-z0-9+/=]*$/i;

type Attributes = Record<string, string>;

/** Blocks that are not kept: their lines are. */
const asBlocks = new Set(
  "details summary fieldset legend dialog hgroup search optgroup listing xmp plaintext".split(" "),
);

/** Blocks whose lines stay as they are. HTML 15.3.3 */
const asPreformatted = new Set("listing xmp plaintext".split(" "));

/** The attributes of one element that are kept, in their order. */
function keep(tagName: string, given: Attributes): { tagName: string; attribs: Attributes } {
  const attribs: Attributes = {};
  for (const name of Object.keys(given)) {
    const value = given[name] ?? "";
    if (name === "style") {
      const style = cachedStyle(value);
      if (style !== "") attribs.style = style;
    } else if (name === "class") {
      const classes = value.split(/\s+/, 20).filter((token) => marker.test(token));
      if (classes.length > 0) attribs.class = classes.join(" ");
    } else if (name === "id" || name === "name") {
      if (marker.test(value)) attribs[name] = value;
    } else if (attributes.get(name)?.test(value)) attribs[name] = value;
  }
  if ("hidden" in given) attribs.style = "display:none";
  if (tagName === "a") keepLink(attribs, given.href);
  if (tagName === "img") keepPicture(attribs, given);
  if (asPreformatted.has(tagName)) return { tagName: "pre", attribs };
  return { tagName: asBlocks.has(tagName) ? "div" : tagName, attribs };
}

/** Cache of cleaned styles: a mail repeats few styles in many cells. */
const styles = new Map<string, string>();

function cachedStyle(style: string): string {
  if (style.length > 300) return cleanStyle(style);
  let cleaned = styles.get(style);
  if (cleaned === undefined) {
    cleaned = cleanStyle(style);
    if (styles.size >= 2000) styles.clear();
    styles.set(style, cleaned);
  }
  return cleaned;
}

function keepLink(attribs: Attributes, href: string | undefined): void {
  const url = (href ?? "").replace(controls, (run) => (run.includes(" ") ? " " : "")).trim();
  if (!link.test(url)) return;
  attribs.href = url;
  attribs.rel = linkRel;
}

function keepPicture(attribs: Attributes, given: Attributes): void {
  const src = (given.src ?? "").replace(controls, "");
  const cid = /^cid:/i.test(src) ? contentIdOf(src.slice(4)) : given["data-cid"];
  if (cid) attribs["data-cid"] = cid;
  else if (picture.test(src)) attribs.src = src;
  else {
    const address = remote.test(src) ? src : (given["data-remote-src"] ?? "").replace(controls, "");
    if (remote.test(address))
      attribs["data-remote-src"] = address.startsWith("//") ? `https:${address}` : address;
  }
}

/** A cid: URL is percent-encoded. RFC 2392 2 */
function contentIdOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const options: sanitizeHtml.IOptions = {
  allowedTags: tags,
  nonTextTags: silent,
  allowedAttributes: {
    "*": ["style", "class", "id", "name", ...attributes.keys()],
    a: ["href", "rel"],
    img: ["src", "data-cid", "data-remote-src"],
  },
  // `keep` has checked addresses already, by a list of what is allowed; the library's own check would parse each again.
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
  nestingLimit: 250,
  transformTags: { "*": keep },
};

/** Sanitised HTML. Linear; the result is stored and displayed as it is. */
export function sanitise(html: string): string {
  const nesting = watchNesting();
  const once = sanitizeHtml(limitDepth(html), { ...options, ...nesting.hooks });
  return clean(nesting.isShifted() ? sanitizeHtml(once, options) : once);
}

/** Elements whose start tag closes no other element. */
const inline = new Set(
  "abbr b bdo big br cite code em font i img s small span strike strong sub sup tt u".split(" "),
);

/**
 * Detects a dropped element between two kept ones whose removal lets the inner one close the outer one (`<p><form><table>`):
 * then the result parses differently from the source, and must be sanitised once more.
 */
function watchNesting() {
  const open: boolean[] = [];
  let kept = 0;
  let between = 0;
  let shifted = false;
  const hooks = {
    onOpenTag: (name: string) => {
      const stays = tagSet.has(name);
      // A block in place of another element closes what that one did not.
      if ((stays && between > 0 && !inline.has(name)) || (kept > 0 && asBlocks.has(name))) shifted = true;
      if (stays) kept++;
      else if (kept > 0) between++;
      open.push(stays);
    },
    onCloseTag: () => {
      const stays = open.pop();
      if (stays) kept--;
      else if (between > 0) between--;
    },
  };
  return { hooks, isShifted: () => shifted };
}

/** The text that a reader of any HTML sees, lines separated by "\n". */
export function htmlToText(html: string): string {
  return visibleText(sanitise(html));
}

const cidPicture = /<img [^<>]*>/g;

/**
 * Sanitised HTML with its `data-cid` pictures pointing at attachments.
 * @param resolveCid the URL for a Content-ID (without angle brackets); null keeps `data-cid`
 */
export function resolveCids(html: string, resolveCid: (contentId: string) => string | null): string {
  if (!html.includes("data-cid=")) return html;
  // The sanitiser escapes ">" in values and writes attributes in double quotes: this finds elements, never text.
  return html.replace(cidPicture, (element) =>
    element.replace(/ data-cid="([^"]*)"/, (mark, escaped: string) => {
      const address = resolveCid(decodeText(escaped));
      return address === null ? mark : ` src="${escapeAttribute(address)}"`;
    }),
  );
}

/** Content-IDs of the pictures in sanitised HTML. */
export function shownCids(html: string): Set<string> {
  const cids = new Set<string>();
  resolveCids(html, (contentId) => {
    cids.add(contentId);
    return null;
  });
  return cids;
}
