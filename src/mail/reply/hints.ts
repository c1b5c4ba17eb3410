// Facts for the fold from the head of a mail: whether it answers, forwards, or does neither, and the people it goes to.

import type { Mailbox } from "../address.ts";
import { baseSubject, isForward } from "../threading.ts";
import { plain } from "./compare-text.ts";
import type { HistoryHints } from "./find-history.ts";

/** The fields of a head that say what is history below it. */
interface AnsweringHead {
  subject: string | null;
  inReplyTo: readonly string[];
  references: readonly string[];
  /** True: it came by a list. */
  byList: boolean;
  from: Mailbox;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
}

const finnishMark = /^\s{0,9}vs ?:/i;
const finnishFrom = /lähettäjä ?:/i;
/** Answers that change the subject: "Lunch (was Re: Noon)". */
const renamedPattern = /[([]was:? /i;
const maxPeople = 50;

/** @param body the text, or the HTML, in which the language of a header block is seen */
export function hintsOf(head: AnsweringHead, body: string): HistoryHints {
  const subject = head.subject ?? "";
  const isFinnish = finnishMark.test(subject) && finnishFrom.test(body);
  const isAnswer =
    head.inReplyTo.length + head.references.length > 0 ||
    baseSubject(subject).isReply ||
    renamedPattern.test(subject);
  return {
    forwarded: isForward(subject, { isFinnish }),
    answersNone: !isAnswer,
    byList: head.byList,
    author: head.from.email.toLowerCase(),
    people: namesOf(isAnswer ? [...head.to, ...head.cc] : []),
  };
}

/** The words of the names and of the local parts of addresses, as they may stand above a quote. */
function namesOf(people: readonly Mailbox[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name, email } of people.slice(0, maxPeople)) {
    const words = `${name ?? ""} ${email.slice(0, email.indexOf("@")).replace(/[._-]/g, " ")}`.slice(0, 200);
    for (const word of words.split(/[\s,]/)) if (word.length >= 2) names.add(plain(word));
  }
  return names;
}
