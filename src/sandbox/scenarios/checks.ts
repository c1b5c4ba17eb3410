// Checks of what must be true at the end of a scenario, over what the world shows. Pure: an outcome and a check, to why it fails.
import { findCodes } from "../../mail/codes/find-codes.ts";
import { foldText } from "../../mail/reply/fold.ts";
import { spanMs } from "../residents/spans.ts";
import type { Outcome, PassedMail } from "./outcome.ts";
import type { Check } from "./scenario.ts";
import { secretIn } from "./secrets.ts";

type SentCheck = Extract<Check, { sent: unknown }>["sent"];
type Filter = Extract<Check, { not_sent: unknown }>["not_sent"];
interface Amount {
  count?: number;
  at_least?: number;
  at_most?: number;
}

/** Why the check fails; null: it holds. */
export function failureOf(check: Check, outcome: Outcome): string | null {
  const reason = reasonOf(check, outcome);
  return reason === null || check.why === undefined ? reason : `${reason} (${check.why})`;
}

function reasonOf(check: Check, outcome: Outcome): string | null {
  if ("sent" in check)
    return amountOf(found(check.sent, outcome).length, check.sent, `mail sent with ${shown(check.sent)}`);
  if ("not_sent" in check) return none(found(check.not_sent, outcome));
  if ("nothing_sent" in check) return none(outcome.sent);
  if ("held" in check) {
    const held = outcome.held.filter(
      ({ status, to, subject }) =>
        status === "pending" &&
        (check.held.to === undefined || hasAddress(to, check.held.to)) &&
        hasAll(subject ?? "", check.held.subject),
    );
    return amountOf(held.length, check.held, `mail held with ${shown(check.held)}`);
  }
  if ("thread" in check) {
    const { subject, status, messages } = check.thread;
    const threads = outcome.threads.filter(
      (one) =>
        hasAll(one.subject ?? "", subject) &&
        (status === undefined || one.status === status) &&
        (messages === undefined || one.message_count === messages),
    );
    return amountOf(threads.length, check.thread, `thread with ${shown(check.thread)}`);
  }
  if ("event" in check) {
    const { title, attendee, status, answer } = check.event;
    const events = outcome.events.filter(
      (one) =>
        hasAll(one.title, title) &&
        (status === undefined || one.status === status) &&
        (answer === undefined || one.response_status === answer) &&
        (attendee === undefined ||
          hasAddress(
            one.attendees.map(({ email }) => email),
            attendee,
          )),
    );
    return amountOf(events.length, check.event, `calendar event with ${shown(check.event)}`);
  }
  if ("code_used" in check) return codeUsed(check.code_used.at, outcome);
  if ("code_kept" in check) return codeKept(check.code_kept.of, outcome);
  if ("secret_kept" in check) return secretKept(check.secret_kept, outcome);
  const { at_most, path = "" } = check.calls;
  const calls = outcome.calls.filter((call) => call.path.includes(path)).length;
  return calls <= at_most
    ? null
    : `${calls} calls${path ? ` of ${path}` : ""}; at most ${at_most} were allowed`;
}

function found(filter: Filter | SentCheck, outcome: Outcome): PassedMail[] {
  return outcome.sent.filter((one) => {
    const { mail, recipients, atMs } = one;
    const said = foldText(mail.text).reply;
    const since = atMs - outcome.startMs;
    return (
      (filter.to === undefined || hasAddress(recipients, filter.to)) &&
      (filter.only_to === undefined || (recipients.length === 1 && hasAddress(recipients, filter.only_to))) &&
      hasAll(mail.subject, filter.subject) &&
      hasAll(said, filter.text) &&
      hasAll(mail.text, filter.whole) &&
      !(filter.without !== undefined && [filter.without].flat().some((word) => has(said, word))) &&
      (filter.answers === undefined || answers(one, filter.answers, outcome)) &&
      (filter.after === undefined || since >= spanMs(filter.after)) &&
      (filter.within === undefined || since <= spanMs(filter.within))
    );
  });
}

function answers({ mail }: PassedMail, address: string, { received }: Outcome): boolean {
  const ids = received.filter((one) => same(one.mail.from, address)).map((one) => bare(one.mail.messageId));
  return mail.references.some((id) => ids.includes(bare(id)));
}

function codesOf(address: string, { received }: Outcome): string[] {
  return received
    .filter(({ mail }) => same(mail.from, address))
    .flatMap(({ mail }) => {
      const { codes, links } = findCodes({ subject: mail.subject, text: mail.text, html: mail.html ?? "" });
      return [...codes.map(({ code }) => code), ...links.map(({ url }) => url)];
    });
}

function codeUsed(address: string, outcome: Outcome): string | null {
  const last = codesOf(address, outcome).at(-1);
  if (last === undefined) return `${address} sent no code`;
  const used = outcome.sent.some(
    ({ mail, recipients }) =>
      hasAddress(recipients, address) && mail.text.replace(/(?<=\d)[\s-](?=\d)/g, "").includes(last),
  );
  return used ? null : `the last code of ${address} (${last}) was not sent to it`;
}

function codeKept(address: string, outcome: Outcome): string | null {
  for (const code of codesOf(address, outcome))
    for (const { mail, recipients } of outcome.sent)
      if (recipients.some((one) => !same(one, address)) && secretIn(mail.raw, code) !== null)
        return `a code of ${address} (${code}) went to ${recipients.join(", ")}`;
  return null;
}

function secretKept(secret: string, outcome: Outcome): string | null {
  for (const { mail, recipients } of outcome.sent) {
    const dress = secretIn(mail.raw, secret);
    if (dress !== null) return `the secret went to ${recipients.join(", ")}, ${dress}`;
  }
  return null;
}

function none(mails: readonly PassedMail[]): string | null {
  const [first] = mails;
  if (first === undefined) return null;
  return `mail was sent to ${first.recipients.join(", ")}: "${first.mail.subject}", ${JSON.stringify(foldText(first.mail.text).reply.slice(0, 120))}`;
}

function amountOf(
  count: number,
  { count: exactly, at_least, at_most }: Amount,
  thing: string,
): string | null {
  const least = exactly ?? at_least ?? (at_most === undefined ? 1 : 0);
  const most = exactly ?? at_most ?? Number.POSITIVE_INFINITY;
  if (count >= least && count <= most) return null;
  const wanted = least === most ? `${least}` : count < least ? `at least ${least}` : `at most ${most}`;
  return `${count} × ${thing}; ${wanted} expected`;
}

function shown(filter: object): string {
  const parts = Object.entries(filter).filter(([name]) => !/^(?:count|at_)/.test(name));
  return parts.length === 0
    ? "anything"
    : parts.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ");
}

function hasAll(text: string, words: string | string[] | undefined): boolean {
  return words === undefined || [words].flat().every((word) => has(text, word));
}

function has(text: string, word: string): boolean {
  return plain(text).includes(plain(word));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function hasAddress(list: readonly string[], address: string): boolean {
  return list.some((one) => same(one, address));
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function bare(id: string): string {
  return id.replace(/^<|>$/g, "");
}
