// Finds the subject of a refusal. "Does not exist" and "unknown" may concern the recipient, the sender, the sending server, parts of
// the mail, or tables of the refusing server: only for a recipient do they mean that the address does not exist. English, the
// language of SMTP replies; the sender alone in other languages too.
import type { BounceReason } from "./bounce-phrases.ts";

/** The sender. A word directly before a colon is a label in a list of facts. */
const sender =
  /\b(?:senders?(?:'s)?|sending (?:address|domain|account|user)|originat(?:or|ing|ion)\w*(?:'s)?|return[- ]?path|return address|reverse[- ]?path|from (?:address|domain|field)|reply-to|your (?:e-?mail )?(?:address(?! book)|account|identity|credentials)|call-?back|authenticati\w+|my name|mail from (?:an? )?(?:un|non|in|your|this|that)\w*)\b(?!(?: (?:address|domain|name))? ?:)/;
const senderElsewhere =
  /expediteur|absender|remitente|remetente|mittente|afzender|avsandare|afsender|avsender|nadawc|odesilatel|gonderen|отправител|відправник|発信者|送信者|差出人|发件人|寄件|보낸 ?사람|발신자/;
/** "Verification of …", without saying that the recipient was verified. */
const verified =
  /\bverif\w+ (?:of|for|that|from) (?!the recipient|recipient|rcpt)|\bverif\w+ (?:the )?(?:sender|from|return|your)|\bverif\w+ failed/;
/** The server that the mail came from. */
const client =
  /\b(?:helo|ehlo|lhlo|client (?:host|ip|name|server|address|domain)|(?:your|sending|connecting|remote sending) (?:mail ?)?(?:server|host|hostname|ip|domain|mta|relay|name|helo|ehlo|system|network)|(?:server|host|machine|system|network|ip) (?:that )?you (?:use|are|connect|come|sen[dt])|name (?:that )?you gave|(?:your|this|client|sending|connecting) ip(?: address)?|ip(?: address)? (?:is|was|has|does|could|must)|reverse (?:dns|lookup|name|record|mapping)|rdns|ptr)\b/;
/** Many unknown recipients: the refusal concerns the sending rate. */
const many =
  /\b(?:recipients?|users?) (?:rate|limit|threshold|count)\b|\btoo many\b[^.]{0,40}\b(?:invalid|unknown|bad|wrong|non-?existent|no such)|\byou(?:r server)? (?:have|has|are)\b[^.]{0,40}\b(?:sent|sending|send)\b[^.]{0,20}\b(?:many|several|lots)\b/;
/** Parts of the mail. */
const part =
  /\b(?:headers?|header fields?|message-id|attach\w+|links?|urls?|images?|bod(?:y|ies)|signatures?|dkim|mime)\b/;
/** Parts of the refusing server, as the noun that a verb follows. */
const machinery =
  /\b(?:databases?|tables?|maps?|files?|director(?:y|ies)|servers?|backends?|next hop|hops?|mailer|programs?|commands?|scripts?|sockets?|certificates?|relays?|relay hosts?|stores?|quotas?|filters?|agents?|quer(?:y|ies)|transports?|keys?|selectors?|errors?|(?:next hop|backend|relay(?: host)?|mailer) \S+)$/;
/** The words of the predicate. */
const predicate =
  /(?<! (?:is|was|are|were|does|do|did|could|can|cannot|has|have|been|be|not|never|no|longer|doesn't|don't|isn't|wasn't|couldn't|can't|found|exist|exists|known|unknown|valid|invalid|recognized|recognised|listed|registered|reachable))(?: (?:is|was|are|were|does|do|did|could|can|cannot|has|have|been|be|not|never|no|longer|doesn't|don't|isn't|wasn't|couldn't|can't|found|exist|exists|known|unknown|valid|invalid|recognized|recognised|listed|registered|reachable))+$/;
/** Sentences that begin so concern the recipient. */
const recipientFirst = /^[^a-z]*(?:recipient|rcpt|addressee|mailbox|user|destination)\b/;

/**
 * The reason for a phrase of non-existence whose subject is not a recipient.
 * @param text lower case, one line
 * @param at where the phrase begins
 * @param length of the phrase
 * @returns null when it concerns the recipient, as far as the text shows
 */
export function otherSubject(text: string, at: number, length: number): BounceReason | null {
  const start = sentenceStart(text, at);
  const upTo = text.slice(start, at + length);
  const sentence = text.slice(start, sentenceEnd(text, at + length));
  if (many.test(sentence)) return "rate";
  const subject = upTo.replace(predicate, "");
  if (subject !== upTo && machinery.test(subject)) return "system";
  if (recipientFirst.test(upTo)) return null;
  if (sender.test(upTo) || senderElsewhere.test(upTo) || verified.test(upTo)) return "sender";
  if (client.test(upTo)) return "blocked";
  return part.test(upTo.slice(-90)) ? "content" : null;
}

function sentenceStart(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - 300), at);
  const end = Math.max(
    ...[". ", "; ", "! ", "? ", " - ", ">>> ", "<<< ", "said: "].map((mark) => before.lastIndexOf(mark)),
  );
  return at - before.length + (end === -1 ? 0 : end + 2);
}

function sentenceEnd(text: string, from: number): number {
  const end = text.slice(from, from + 300).search(/[.;!?] /);
  return end === -1 ? Math.min(text.length, from + 300) : from + end;
}

/** gethostbyname's TRY_AGAIN in its usual words: the resolver has no answer yet. */
const tryAgain = /^[^.;]{0,20},? (?:please )?try again\b/;

export function isUndecided(text: string, end: number): boolean {
  return tryAgain.test(text.slice(end, end + 60));
}

/** A URL of a block list: by its name, or because it queries an IP address. */
const listAddress =
  /\bhttps?:\/\/[^\s/]{0,100}(?:\b(?:bl|rbl|dnsbl|sbl|xbl|pbl|cbl)\b|block|black|spam|abuse|reput|postmaster)|\bhttps?:\/\/\S{0,300}(?:[/?&=.-](?:bl|rbl|dnsbl|blocked|blacklist|blocklist)\b|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]))/i;
/** An IP address that is on a list, or refused. */
const listedAddress =
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])\]?\)? (?:is |are |was |has been |have been |currently )*(?:listed|blocked|blocklisted|blacklisted|refused|rejected|denied|banned)\b/i;

/** Whether a text without a phrase about a recipient refers to a block list. */
export function namesBlocklist(text: string): boolean {
  const some = text.slice(0, 4000);
  return listAddress.test(some) || listedAddress.test(some);
}
