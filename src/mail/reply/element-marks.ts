// The classes and ids of the elements that mail programs put around history and signatures. Names are matched whole, with the
// prefixes that other programs add when they quote such a mail: "x_" (Outlook), "m_123" (Gmail), "ecx" (Hotmail).

import { Mark } from "./lines.ts";

/** The marks of an element, by its name and attributes. */
export interface ElementMarks {
  /** A sum of Mark. */
  mark: number;
  /** The element holds only history, even without a blockquote inside. */
  container: boolean;
  /** A bar at its left, which is a quote below an attribution; the style that draws it. */
  bar?: string;
  /** No mail program uses this element for anything else, so its content is not checked. */
  sure?: boolean;
}

const noMarks: ElementMarks = { mark: 0, container: false };

// Gmail, Yahoo, Proton, Tuta, Zoho, Missive, Front, Skiff, Freshdesk, Gorgias, Superhuman, Hey, Apple, Lark.
const containersPattern =
  /(?:^|[\s_]|ecx)(?:gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|missive_quote|front-quote|skiff_quote|freshdesk_quote|gorgias-email-quote|history-quote-wrapper|lark-mail-quote|nylas-quote|iwm-reply|help-scout-quote)(?=\s|$)/i;
// Elements that introduce history: attributions of Gmail, Thunderbird, Airmail, Foxmail.
const introductionsPattern =
  /(?:^|[\s_]|ecx)(?:gmail_attr|moz-cite-prefix|airmail_on|reply-?intro|moz-email-headers-table|mailbird-reply|protonmail_quote_header)(?=\s|$)/i;
const containerIdsPattern =
  /^(?:x_)*(?:olk_src_body_section|mail-editor-reference-message-container|ms-outlook-mobile-reference-message|isreplycontent|messagereplysection|quote|orc-orig-content)$|yahoo_quoted/i;
const sureIdsPattern = /^(?:x_)*olk_src_body_section$/i;
const introductionIdsPattern =
  /^(?:x_)*(?:divrplyfwdmsg|stopspelling|zwchr|replyintro|divrply|origbody|reply-intro)$/i;
const citedPattern =
  /(?:^|[\s_]|ecx)(?:protonmail_quote|tutanota_quote|clean_bq|front-blockquote|missive_quote|spark_quote|mcntmcntmcnt|iosymail|yahoo_quoted)(?=\s|$)/i;
const citedIdsPattern = /^(?:x_)*(?:isreplycontent|blockquote_zmail|qt|mailquote|replyblockquote|oriquote)$/i;
const signaturesPattern =
  /(?:^|[\s_]|ecx)(?:gmail_signature|moz-signature|protonmail_signature_block|protonmail_signature_block-user|signature|email-?signature|tutanota_signature|zmail_signature|elementtoproofsignature)(?=\s|$)/i;
const signatureIdsPattern =
  /^(?:x_)*(?:signature|ms-outlook-mobile-signature|applemailsignature|composer_signature|mobile_signature|_rc_sig|signaturearea)$/i;
const noBorderPattern = /border(?:-left)?(?:-style|-width)?: ?(?:none|0)/i;
/** A bar of a colour at the left alone. */
const barPattern = /border-left: ?(?!none|0)[^;]{0,60}/i;
const borderTopPattern = /border-top: ?(?:solid|[\w.]{1,12} solid|#|rgb)/i;

/** The marks of one element. The caller limits the length of values. */
export function marksOf(name: string, attributes: Readonly<Record<string, string>>): ElementMarks {
  if (name === "blockquote") return { mark: blockquoteMark(attributes), container: false };
  const classes = attributes.class ?? "";
  const id = attributes.id ?? attributes.name ?? "";
  const style = attributes.style ?? "";
  if (name === "hr")
    return { mark: Mark.rule | (introductionIdsPattern.test(id) ? Mark.history : 0), container: false };
  if (classes === "" && id === "" && style === "") return noMarks;
  const container = containersPattern.test(classes) || containerIdsPattern.test(id);
  let mark =
    container || introductionsPattern.test(classes) || introductionIdsPattern.test(id) ? Mark.history : 0;
  if (classes.includes("moz-forward-container")) mark |= Mark.forward;
  if (signaturesPattern.test(classes) || signatureIdsPattern.test(id)) mark |= Mark.signature;
  if (borderTopPattern.test(style) || id === "appendonsend") mark |= Mark.rule;
  if (sureIdsPattern.test(id)) return { mark, container, sure: true };
  const bar = container || !style.includes("border-left") ? undefined : barPattern.exec(style)?.[0];
  if (bar !== undefined) return { mark, container, bar };
  return mark === 0 ? noMarks : { mark, container };
}

function blockquoteMark(attributes: Readonly<Record<string, string>>): number {
  const classes = attributes.class ?? "";
  if (attributes.type?.toLowerCase() === "cite") return Mark.cited;
  if (citedPattern.test(classes) || citedIdsPattern.test(attributes.id ?? "")) return Mark.cited;
  // Mail programs also indent with a blockquote: Gmail's has no left border, or only the class of its quotes.
  if (/(?:^|\s)gmail_quote(?:\s|$)/.test(classes) || /webkit-indent/i.test(classes)) return Mark.indent;
  return noBorderPattern.test(attributes.style ?? "") ? Mark.indent : 0;
}
