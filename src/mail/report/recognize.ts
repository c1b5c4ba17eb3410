// Recognises reports by header, subject and text. Without machine-readable fields one sign is not enough, since people write about
// bounces too: two kinds of signs are required.

import { decodeWords } from "../mime/encoded-words.ts";
import { firstField, type HeaderField } from "../mime/headers.ts";
import type { MailScan } from "../mime/structure.ts";
import { replyFactsIn } from "./notice-text.ts";
import type { ReportParts } from "./report-parts.ts";

const senderWords =
  /mailer[- ]?daemon|mail ?delivery|mail\.delivery|mail ?deliver|delivery (?:sub)?system|postmaster|post_master|mail administrator|ndr administrator|system administrator|mail system|mailsystem|\bbounces?[+@]/i;

const subjectWords =
  /undeliver|non-?deliver|not delivered|could ?n[o']t be delivered|could not be delivered|cannot be delivered|deliver(?:y|ing)?[\w\s]{0,20}(?:fail|error|problem|notif|status|unsuccess|delay|report)|fail(?:ed|ure)[\w\s]{0,20}(?:deliver|notice|mail)|failure notice|return(?:ed|ing) (?:mail|e-?mail|message|to sender)|(?:mail|message|e-?mail)[\w\s]{0,12}(?:fail|bounced|rejected|error|delayed|undeliver|returned)|error (?:sending|delivering)|warning: (?:message|could not|mail)|bounce|nicht zugestellt|unzustellbar|non remis|échec|no entregad|devuelto|mancato recapito|mancata consegna|impossibile (?:recapitare|consegnare|inviare)|não (?:foi )?entreg|onbestelbaar|niet (?:worden )?bezorgd|niedostarcz|nedoruč|kunde inte levereras|kunne ikke leveres|teslim edileme|недоставлен|не доставлено|配信|配送|送信|エラー|退信|投递|無法/i;

const bodyWords =
  /(?:could ?n[o']t|could not|can(?:no|')?t|was not|unable to|not able to|wasn't able to|failed to|did not|were not|has not yet|have not|never)(?: be)? (?:been )?(?:deliver|reach|sent|send)|deliver(?:y|ing)[^.\n]{0,80}(?:fail|error|delay|problem|temporarily|has been)|(?:fatal|permanent|delivery|transient) (?:error|failure|problem)|undeliver|returned to (?:you|the sender|sender)|transcript of session|failed permanently|user unknown|unknown user|no such user|failure reasons|error message below|mail delivery (?:fail|system|software)|unknown recipient|mailbox is full|returned message|original message follows|nicht zugestellt|送信できません|送信でき|届けられ|配信でき/i;

/** True for reports of a delivery that failed, was delayed or, by its fields, went well. */
export function isBounce(scan: MailScan, parts: ReportParts, envelopeFrom?: string): boolean {
  const { fields } = scan;
  if (parts.statusGroups.some(isRecipientGroup) || parts.hasStatusPart) return true;
  if (firstField(fields, "x-failed-recipients") !== null) return true;
  const from = decodeWords(firstField(fields, "from") ?? "");
  const nullSender =
    envelopeFrom === "" ||
    firstField(fields, "return-path")?.replace(/\s/g, "") === "<>" ||
    /^(?:[^<@]*<>)?$/.test(from.trim());
  const bySender =
    senderWords.test(from) || /^<?mailer-?daemon/i.test(firstField(fields, "return-path") ?? "");
  const bySubject = subjectWords.test(subjectOf(fields));
  const byBody =
    bodyWords.test(parts.notice.slice(0, 6000)) ||
    replyFactsIn(parts.notice.slice(0, 6000)).enhanced !== null;
  if (bySender) {
    const refused = replyFactsIn(parts.notice.slice(0, 6000)).code !== null;
    // A refusal from a daemon that nobody can answer says what it is in any language.
    if (nullSender && refused) return true;
    return (byBody || bySubject) && (bySubject || nullSender || refused || parts.original !== null);
  }
  // the null sender is used for parcels and newsletters too: something about a mail must be there
  const aboutMail = parts.original !== null || replyFactsIn(parts.notice.slice(0, 6000)).code !== null;
  if (nullSender) return byBody && aboutMail;
  // neither a daemon nor a null sender: the whole form must be there
  return bySubject && byBody && parts.original !== null && isReportForm(scan, parts);
}

/** A mail that nobody answers to, as a human would: short, with a returned mail that is not quoted by ">" */
function isReportForm(scan: MailScan, parts: ReportParts): boolean {
  if (firstField(scan.fields, "in-reply-to") !== null || firstField(scan.fields, "list-id") !== null)
    return false;
  return !/^>/m.test(parts.notice) && parts.notice.length < 4000;
}

/** A group of fields about one recipient, not about the whole mail. RFC 3464 2.3 */
export function isRecipientGroup(group: HeaderField[]): boolean {
  return group.some((field) => /^(?:final-recipient|original-recipient|x-actual-recipient)$/.test(field.key));
}

const delayWords =
  /warning message only|do(?:es)? not need to re-?send|no need to re-?send|not yet been delivered|will be retried|delivery attempts will continue|will continue (?:trying|to try|to be)|still being (?:tried|retried|attempted)|has been delayed|temporary failure report|temporarily deferred and will/i;

/** Whether the text says that delivery is only delayed. */
export function isDelayNotice(scan: MailScan, parts: ReportParts): boolean {
  const subject = subjectOf(scan.fields);
  return /\(delay\)|\bdelayed\b|^\s*warning:/i.test(subject) || delayWords.test(parts.notice.slice(0, 6000));
}

/** Decoded; at most some thousand characters of it. */
export function subjectOf(fields: HeaderField[]): string {
  return decodeWords((firstField(fields, "subject") ?? "").slice(0, 2000));
}
