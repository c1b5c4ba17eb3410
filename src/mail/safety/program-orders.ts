// Orders to the program that reads a mail, in texts that stand beside what is shown and are ordinarily harmless: a preheader, a part
// for AMP, a calendar, a few lines of a plain part. Words are judged there and nowhere else, and they make a verdict stricter, never
// milder. Linear: a text is cut to a bound, each sentence is looked at once. DECISIONS Safety

import { isDemand } from "../visible/demands.ts";
import { wordsOf } from "../visible/findings.ts";
import { accountsIn } from "../written-numbers.ts";
import { forgedBoundaries } from "./forged-boundaries.ts";
import { namedHost, organisation } from "./links.ts";
import {
  addressesProgram,
  asks,
  denies,
  done,
  friends,
  instructions,
  keepsInMind,
  mailContents,
  mayAddressProgram,
  passesOn,
  programs,
  runs,
  secrets,
  sells,
  sends,
  setsAside,
  trades,
  yours,
} from "./program-order-words.ts";

/** Characters that are looked at. */
const maxText = 200_000;
const maxSentences = 10_000;
/** Addresses of a text that are looked at. */
const maxNamed = 50;

const sentenceEnds = /(?<=[.!?;。！？؟।])\s|(?<=[。！？])|\n/u;
const clauseEnds = /[,;:،、，；：–—]/u;
const mailAddress = /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}.-]{1,253}/gu;
/** With a path behind it where nothing stands before it: names of shops are bare ("booking.com"). */
const webAddress =
  /(?:https?:\/\/|www\.)[\p{L}\p{N}.-]{1,253}|(?<![\p{L}\p{N}@.-])[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}(?=\/[\p{L}\p{N}])/giu;
const webPage = /(?:https?:\/\/|www\.)\S{1,2000}/gi;
/** A name of a function of programs: "send_message". Placeholders of templates stand in braces, stars or percents. */
const identifier = /(?<![\p{L}\p{N}_{*|%-])[a-z]{2,20}(?:_[a-z]{2,20}){1,4}(?![\p{L}\p{N}_}*|%-])/gu;
const verbs =
  /(?:^|_)(?:send|get|delete|remove|forward|create|update|set|list|read|reply|fetch|search|move|add|call|run|exec|export|approve|transfer|make|write|post|invite|share|copy|mail)(?:_|$)/;

/** Whether a text speaks to a program, or sends it somewhere with what the mailbox holds. */
export function ordersProgram(text: string): boolean {
  const read = text.slice(0, maxText).normalize("NFKC");
  if (forgedBoundaries(read, { isForward: true }).length > 0) return true;
  const lower = read.toLowerCase();
  const isAsked = () => isAsking(lower);
  if (addressesProgram.test(lower) && (!trades.test(lower) || isAsked())) return true;
  if (mayAddressProgram.test(lower) && isAsked()) return true;
  return read.split(sentenceEnds, maxSentences).some(isOrder);
}

function isAsking(lower: string): boolean {
  return asks.test(lower) || asksToSend(lower);
}

function isOrder(written: string): boolean {
  const sentence = written.toLowerCase();
  if (setsAside.test(sentence) && sentence.split(clauseEnds).some(setsInstructionsAside)) return true;
  const undone = sentence.replace(done, " ");
  const isOfOthers = !friends.test(sentence) && !yours.test(sentence);
  if (isOfOthers && passesOn.test(undone) && mailContents.test(undone)) return true;
  const isSending = sends.test(undone);
  if ((isSending || runs.test(sentence)) && namesFunction(written)) return true;
  if (isSending && secrets.test(sentence) && !denies.test(sentence)) return true;
  if (sells.test(sentence) || trades.test(sentence)) return false;
  return programs.test(sentence) && mailContents.test(sentence);
}

function namesFunction(written: string): boolean {
  if (!written.includes("_")) return false;
  return [...written.replace(webPage, " ").matchAll(identifier)].some(([name]) => verbs.test(name));
}

function setsInstructionsAside(clause: string): boolean {
  return setsAside.test(clause) && instructions.test(clause) && !keepsInMind.test(clause);
}

export interface Beside {
  /** The sender and those who are written to. */
  from: string;
  readers: readonly string[];
  /** The text that the mail shows, with the targets of its links. */
  shown: () => string;
}

/** Whether a text names a place of somebody else, or an account, that the mail does not show. */
export function namesPlace(text: string, { from, readers, shown }: Beside): boolean {
  const read = text.slice(0, maxText).normalize("NFKC");
  const own = organisation(from.slice(from.lastIndexOf("@") + 1).toLowerCase());
  const isShown = (written: string) => shown().includes(written);
  const known = new Set(readers.map((email) => email.toLowerCase()));
  const mails = firstOf(read, mailAddress).filter((email) => !known.has(email) && !isShown(email));
  const isForeign = (host: string) => organisation(host) !== own;
  if (mails.some((email) => isForeign(email.slice(email.lastIndexOf("@") + 1)))) return true;
  if (mails.length > 0 && asksToSend(read)) return true;
  const hosts = firstOf(read, webAddress).map(hostOf);
  if (hosts.some((host) => host !== null && isForeign(host) && !isShown(organisation(host)))) return true;
  const accounts = accountsIn(read);
  return accounts.length > 0 && accounts.some((account) => !wordsOf(shown()).join("").includes(account));
}

/** Bare names are places only where their end is a domain's. */
function hostOf(address: string): string | null {
  const marked = /^(?:https?:\/\/|www\.)(.{1,253})$/.exec(address)?.[1];
  return marked ?? namedHost(address);
}

/** Whether a line asks for something to be sent to an address that the mail does not show and that is not its sender's. */
export function sendsAway(text: string, beside: Beside): boolean {
  const lines = text.slice(0, maxText).normalize("NFKC").split("\n", maxSentences);
  const own = organisation(beside.from.slice(beside.from.lastIndexOf("@") + 1).toLowerCase());
  const known = new Set(beside.readers.map((email) => email.toLowerCase()));
  return lines.some((line) => {
    if (!line.includes("@") || !asksToSend(line)) return false;
    return firstOf(line, mailAddress).some(
      (email) =>
        !known.has(email) &&
        organisation(email.slice(email.lastIndexOf("@") + 1)) !== own &&
        !beside.shown().includes(email),
    );
  });
}

function asksToSend(text: string): boolean {
  const lower = text.toLowerCase();
  return sends.test(lower) || passesOn.test(lower) || isDemand(lower, wordsOf(lower));
}

function firstOf(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const [written] of text.matchAll(pattern)) {
    if (found.length === maxNamed) break;
    found.push(written.toLowerCase().replace(/[.-]$/, ""));
  }
  return found;
}
