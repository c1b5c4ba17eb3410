// What mail programs call the elements that they put around history and signatures. Names are matched whole, with the
// prefixes that other programs add when such a mail is quoted in turn: "x_" (Outlook), "m_123" (Gmail), "ecx" (Hotmail).

import { Mark } from "./lines.ts";

/** What an element's name and attributes say. */
export type ElementMarks = {
  /** A sum of Mark. */
  mark: number;
  /** The element holds history and nothing else, even when no blockquote is in it. */
  container: boolean;
  /** Whatever it holds: no program uses this element for anything else. */
  sure?: boolean;
};

const NONE: ElementMarks = { mark: 0, container: false };

// Gmail, Yahoo, Proton, Tuta, Zoho, Missive, Front, Skiff, Freshdesk, Gorgias, Superhuman, Hey, Apple, Lark.
const CONTAINERS =
  /(?:^|[\s_]|ecx)(?:gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|missive_quote|front-quote|skiff_quote|freshdesk_quote|gorgias-email-quote|history-quote-wrapper|lark-mail-quote|nylas-quote|iwm-reply|help-scout-quote)(?=\s|$)/i;
// Elements that introduce history: attributions of Gmail, Thunderbird, Airmail, Foxmail.
const INTRODUCTIONS =
  /(?:^|[\s_]|ecx)(?:gmail_attr|moz-cite-prefix|airmail_on|reply-?intro|moz-email-headers-table|mailbird-reply|protonmail_quote_header)(?=\s|$)/i;
const CONTAINER_IDS =
  /^(?:x_)*(?:olk_src_body_section|mail-editor-reference-message-container|ms-outlook-mobile-reference-message|isreplycontent|messagereplysection|quote|orc-orig-content)$|yahoo_quoted/i;
const SURE_IDS = /^(?:x_)*olk_src_body_section$/i;
const INTRODUCTION_IDS =
  /^(?:x_)*(?:divrplyfwdmsg|stopspelling|zwchr|replyintro|divrply|origbody|reply-intro)$/i;
const CITED =
  /(?:^|[\s_]|ecx)(?:protonmail_quote|tutanota_quote|clean_bq|front-blockquote|missive_quote|spark_quote|mcntmcntmcnt|iosymail|yahoo_quoted)(?=\s|$)/i;
const CITED_IDS = /^(?:x_)*(?:isreplycontent|blockquote_zmail|qt|mailquote|replyblockquote|oriquote)$/i;
const SIGNATURES =
  /(?:^|[\s_]|ecx)(?:gmail_signature|moz-signature|protonmail_signature_block|protonmail_signature_block-user|signature|email-?signature|tutanota_signature|zmail_signature|elementtoproofsignature)(?=\s|$)/i;
const SIGNATURE_IDS =
  /^(?:x_)*(?:signature|ms-outlook-mobile-signature|applemailsignature|composer_signature|mobile_signature|_rc_sig|signaturearea)$/i;
const NO_BORDER = /border(?:-left)?(?:-style|-width)?: ?(?:none|0)/i;
const BORDER_TOP = /border-top: ?(?:solid|[\w.]{1,12} solid|#|rgb)/i;

/** Reads the marks of one element. Values are capped by the caller. */
export function marksOf(name: string, attributes: Readonly<Record<string, string>>): ElementMarks {
  if (name === "blockquote") return { mark: blockquoteMark(attributes), container: false };
  const classes = attributes.class ?? "";
  const id = attributes.id ?? attributes.name ?? "";
  const style = attributes.style ?? "";
  if (name === "hr")
    return { mark: Mark.rule | (INTRODUCTION_IDS.test(id) ? Mark.history : 0), container: false };
  if (classes === "" && id === "" && style === "") return NONE;
  const container = CONTAINERS.test(classes) || CONTAINER_IDS.test(id);
  let mark = container || INTRODUCTIONS.test(classes) || INTRODUCTION_IDS.test(id) ? Mark.history : 0;
  if (classes.includes("moz-forward-container")) mark |= Mark.forward;
  if (SIGNATURES.test(classes) || SIGNATURE_IDS.test(id)) mark |= Mark.signature;
  if (BORDER_TOP.test(style) || id === "appendonsend") mark |= Mark.rule;
  if (SURE_IDS.test(id)) return { mark, container, sure: true };
  return mark === 0 ? NONE : { mark, container };
}

function blockquoteMark(attributes: Readonly<Record<string, string>>): number {
  const classes = attributes.class ?? "";
  if (attributes.type?.toLowerCase() === "cite") return Mark.cited;
  if (CITED.test(classes) || CITED_IDS.test(attributes.id ?? "")) return Mark.cited;
  // Composers indent with a blockquote, too: Gmail's without a line at its left, or bearing its quote's class alone.
  if (/(?:^|\s)gmail_quote(?:\s|$)/.test(classes) || /webkit-indent/i.test(classes)) return Mark.indent;
  return NO_BORDER.test(attributes.style ?? "") ? Mark.indent : 0;
}
