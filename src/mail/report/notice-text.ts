// Finds the recipients that the text of a bounce names, and the text about each. A line that names a recipient in one of the usual
// forms opens a block, which ends where another recipient is named.

export interface NamedRecipient {
  readonly address: string;
  /** The text about it, lines joined by spaces. */
  readonly text: string;
  /** The text about all recipients. */
  readonly general: string;
}

const maxLines = 2000;
const maxRecipients = 200;

/** Without the punctuation that East Asian text puts beside an address without a space. */
const address = String.raw`[^\s<>"'(),;:\[\]|=：；，、。（）《》「」【】]{1,64}@[\w.-]{1,255}\w`;
/** The line is about nothing but a recipient, or begins with one: `<a@b>:`, `* a@b`, `"a@b":`, `a@b: 550 …`, `>>> a@b <a@b>`. */
const leading = new RegExp(
  String.raw`^[\s>*•-]{0,40}["'<]{0,2}(?:mailto:|rfc822;\s?)?(${address})["'>]{0,2}(?=$|[\s:;,.(\[<]|\.\.\.)`,
  "i",
);
/** The command of an SMTP session. */
const rcpt = new RegExp(String.raw`\bRCPT\s{0,3}TO:?\s{0,3}<?(?:${address}:)?(${address})>?`, "i");
/** A reply that repeats the recipient: `550 5.1.1 <a@b>... User unknown`, `554 <a@b>: no` */
const replied = new RegExp(
  String.raw`^\W{0,10}[45]\d\d[ -](?:#?[245]\.\d{1,3}\.\d{1,3}[ :]{0,2})?<(${address})>`,
  "i",
);
/** A sentence that names the recipient behind a word for it. */
const worded = new RegExp(
  String.raw`\b(?:deliver(?:ed|y|ing)?(?: (?:it|this|the|your)(?: (?:message|mail|e-mail))?)? to|delivery to|message to|mail to|recipient(?:\(s\)|s)?|user(?: ?id)?|userid|mailbox|account|address(?:\(es\)|es)?|returned permanent errors|failed)[\s:;]{1,4}(?:is:? |was )?["'<]{0,2}(${address})["'>]{0,2}`,
  "i",
);

/** A label for the recipient in other languages, and the address behind a colon or in brackets: "收件人：a@b", "Destinatario: <a@b>". */
const labelled = new RegExp(
  String.raw`(?:empfänger(?:adresse)?|destinataires?|destinat[aá]ri[oa]s?|ontvangers?|odbiorc[ay]|příjemce|mott[ae]ga?r?e|modtager|vastaanottaja|címzett|alıcı|получател[ьия]|адресат|одержувач|παραλήπτης|收件人|收信人|收件者|受信者|宛先|あて先|送信先|수신자|수신인|받는 ?사람|المستلم|הנמען)[^\s:：(（<]{0,12}\s{0,2}[:：(（<]\s{0,3}["'<]{0,2}(${address})`,
  "i",
);

/**
 * Recipients in the order in which they are first named.
 *
 * @param notice lines separated by "\n", without the returned mail
 * @param others addresses that take part otherwise (who reports, to whom), lower case: no recipients unless nothing else is
 */
export function namedRecipients(notice: string, others: ReadonlySet<string>): NamedRecipient[] {
  const found = blocksOf(notice, others);
  return found.length > 0 ? found : blocksOf(notice, new Set());
}

function blocksOf(notice: string, others: ReadonlySet<string>): NamedRecipient[] {
  const blocks = new Map<string, { address: string; lines: string[] }>();
  const shared: string[] = [];
  let open: { address: string; lines: string[] } | null = null;
  for (const line of notice.split("\n", maxLines)) {
    const named = recipientIn(line);
    if (named && !others.has(named.address.toLowerCase())) {
      const key = named.address.toLowerCase();
      const block = blocks.get(key) ?? { address: named.address, lines: [] };
      if (blocks.size < maxRecipients) blocks.set(key, block);
      block.lines.push(line.trim());
      // A reply that repeats the recipient is complete in its line; the next lines concern others.
      open = named.complete ? null : block;
      continue;
    }
    if (endsBlock(line)) {
      open = null;
    }
    (open ? open.lines : shared).push(line.trim());
  }
  const general = shared.join(" ");
  return [...blocks.values()].map((block) => ({
    address: block.address,
    text: block.lines.join(" ").replace(/\s+/g, " ").trim(),
    general: general.replace(/\s+/g, " ").trim(),
  }));
}

function recipientIn(line: string): { address: string; complete: boolean } | null {
  if (line.length > 2000 || /^\s*(?:From|Reply-To|Return-Path|Sender|Cc|Subject|MAIL FROM):?\s/i.test(line))
    return null;
  for (const form of [leading, rcpt, replied, worded, labelled]) {
    const match = form.exec(line)?.[1];
    if (match) return { address: match.replace(/^mailto:/i, ""), complete: form === replied };
  }
  return null;
}

/** A heading: what follows is about all of them, until one is named again. */
function endsBlock(line: string): boolean {
  return /^\s*[-=*]{3,}/.test(line) || /^\s*(?:\.\.\. )?while talking to\b/i.test(line);
}

/** The SMTP facts in a text about one recipient. */
export interface ReplyFacts {
  /** The last reply code of a refusal, null when there is none */
  readonly code: number | null;
  /** The enhanced status code beside it */
  readonly enhanced: string | null;
  /** The command that was refused, as far as the text says; `greeting`: the connection's greeting, HELO or EHLO */
  readonly command: "connect" | "greeting" | "mail" | "rcpt" | "data" | null;
  /** Sendmail's heading repeats the reply of the transcript below it. */
  readonly isRepeated: boolean;
}

const enhancedCode = /(?:^|[\s(#[<:;,-])([245]\.\d{1,3}\.\d{1,3})(?=$|[\s)\]:;,>]|\.\s|\.$|-\s)/;
const replyCode = /(?:^|[\s:"'(<>])([45][0-57]\d)(?:[ -](?=[\w#<'"[(*.-])|$|(?=:))/g;

export function replyFactsIn(text: string): ReplyFacts {
  const codes = [...text.matchAll(replyCode)].map((match) => Number(match[1]));
  const permanent = codes.find((code) => code >= 500);
  return {
    code: permanent ?? codes[0] ?? null,
    enhanced: enhancedCode.exec(text)?.[1] ?? null,
    command: commandIn(text),
    isRepeated: /\(reason: /i.test(text),
  };
}

function commandIn(text: string): ReplyFacts["command"] {
  const words = text.toLowerCase();
  const commands: [NonNullable<ReplyFacts["command"]>, RegExp][] = [
    [
      "data",
      /end of data|\bdata (?:command|response)|final data|to data\b|>>> data|smtp command:? data|\bdata\)|after data|text command/,
    ],
    ["rcpt", /rcpt ?to|rcpt command|to rcpt|>>> rcpt|smtp:rcpt|does not like recipient/],
    ["mail", /mail from|>>> mail|mail command|but sender was rejected/],
    [
      "greeting",
      /initial connection|refused to talk|requests to connect|greeting|my name was rejected|\b(?:after|to|>>>) (?:helo|ehlo|starttls)\b|\b(?:helo|ehlo|starttls|auth [a-z-]{1,20}) command/,
    ],
    ["connect", /\bconnect(?:ing|ion)?\b|\behlo\b|\bhelo\b/],
  ];
  for (const [command, pattern] of commands) if (pattern.test(words)) return command;
  return null;
}
