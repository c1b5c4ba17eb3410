// A resident of its data: which rule a mail meets, and the octets of what follows. Pure but for what a resident remembers of its own
// correspondence (codes it gave, writers that had its holiday answer), which begins anew with each world.
import { foldText } from "../../mail/reply/fold.ts";
import type { Act, Resident, World, WorldMail } from "../resident.ts";
import { composedFields, type Fillings, filled } from "./fillings.ts";
import { reportsOf } from "./mail-reports.ts";
import { meetingOf, writeAnswer } from "./meetings.ts";
import type { Opening, ResidentData, Rule } from "./resident-data.ts";
import { spanMs, token } from "./spans.ts";
import { tongues } from "./tongues.ts";
import { writeLetter } from "./world-letter.ts";

interface Correspondence {
  round: number;
  isTold: boolean;
  values: Omit<Fillings, "name" | "from" | "subject">;
}

/** A resident that writes also what it is told to. */
export interface ToldResident extends Resident {
  writes(openings: readonly Opening[], target: { address: string }, world: World): Act[];
}

export function residentOf(data: ResidentData): ToldResident {
  const known = new Map<string, Correspondence>();
  const met = (address: string, world: World): Correspondence => {
    const key = address.toLowerCase();
    const found = known.get(key) ?? { round: 0, isTold: false, values: freshValues(data, world) };
    known.set(key, found);
    return found;
  };
  const writes: ToldResident["writes"] = (openings, { address }, world) => {
    const { values } = met(address, world);
    return openings.flatMap((opening) => opened(data, opening, address, { world, values }));
  };
  return {
    address: data.address,
    name: data.name,
    kind: data.kind,
    refuse: (mail, attempt) => refusalOf(data, mail.size, attempt),
    react(mail, world) {
      const reports = reportsOf(data, mail, world);
      const other = met(mail.from || mail.envelopeFrom, world);
      other.round++;
      if (mail.envelopeFrom === "" || mail.from === "") return reports;
      return [...reports, ...reacted(data, mail, other, world)];
    },
    begin: (target, world) => writes(data.begins ?? [], target, world),
    writes,
  };
}

function refusalOf(data: ResidentData, size: number, attempt: number) {
  const found = data.refuses?.find(
    (one) =>
      attempt <= (one.attempts ?? Number.POSITIVE_INFINITY) && size >= (one.larger_than_kb ?? 0) * 1024,
  );
  if (found === undefined) return null;
  const { at, code, text, delay_ms } = found;
  return { at, code, text, ...(delay_ms === undefined ? {} : { delayMs: delay_ms }) };
}

function reacted(data: ResidentData, mail: WorldMail, other: Correspondence, world: World): Act[] {
  const isProgram = isAutomatic(mail);
  const away: Act[] = [];
  // Once a writer, and never to a program. RFC 3834 2
  if (data.away && !isProgram && !other.isTold) {
    other.isTold = true;
    away.push(
      ...answered(
        data,
        { text: tongues[data.language ?? "en"].away.text, automatic: true },
        { mail, other, world, isAway: true },
      ),
    );
  }
  const said = foldText(mail.text).reply;
  const rule = data.rules?.find((one) => matches(one, { mail, said, isProgram, other }));
  if (rule === undefined || rule.forget) return away;
  if (rule.new_code) other.values = freshValues(data, world);
  const also = (rule.also ?? []).flatMap((opening) =>
    opened(data, opening, mail.from, { world, values: other.values }),
  );
  const hasBody = rule.text !== undefined || rule.html !== undefined || rule.answers_invitation !== undefined;
  const own = hasBody || rule.forward_to ? answered(data, rule, { mail, other, world, isAway: false }) : [];
  return [...away, ...own, ...also];
}

/** RFC 3834 2, and what older programs write */
function isAutomatic(mail: WorldMail): boolean {
  const automatic = mail.headers.get("auto-submitted")?.trim().toLowerCase();
  if (automatic !== undefined && automatic !== "no") return true;
  if (/^(?:bulk|list|junk|auto_reply)/i.test(mail.headers.get("precedence") ?? "")) return true;
  return mail.envelopeFrom === "" || mail.headers.has("list-id");
}

interface Met {
  mail: WorldMail;
  said: string;
  isProgram: boolean;
  other: Correspondence;
}

function matches({ when }: Rule, { mail, said, isProgram, other }: Met): boolean {
  if (isProgram !== (when?.automatic ?? false)) return false;
  if (when === undefined) return true;
  const has = (text: string, words: string | string[] | undefined) =>
    words === undefined || [words].flat().some((word) => text.toLowerCase().includes(word.toLowerCase()));
  if (!has(mail.subject, when.subject) || !has(said, when.text) || !has(mail.from, when.from)) return false;
  if (when.lacks !== undefined && has(`${mail.subject}\n${said}`, when.lacks)) return false;
  if (when.round !== undefined && when.round !== other.round) return false;
  if (
    when.invitation !== undefined &&
    when.invitation !== (mail.calendar !== null && meetingOf(mail.calendar) !== null)
  )
    return false;
  const { code, link } = other.values;
  return (
    when.code === undefined ||
    when.code === (said.replace(/[\s-]/g, "").includes(code) || mail.text.includes(link))
  );
}

interface Answered {
  mail: WorldMail;
  other: Correspondence;
  world: World;
  isAway: boolean;
}

function answered(data: ResidentData, rule: Rule, { mail, other, world, isAway }: Answered): Act[] {
  const tongue = tongues[data.language ?? "en"];
  const meeting = rule.answers_invitation && mail.calendar !== null ? meetingOf(mail.calendar) : null;
  if (rule.answers_invitation && meeting === null) return [];
  const others = rule.reply_all
    ? [...mail.to, ...mail.cc].filter((one) => !sameAddress(one, data.address))
    : [];
  const to = rule.forward_to ?? meeting?.organizer ?? mail.from;
  const cc = [...new Set([...others, ...(rule.cc ?? [])])].filter((one) => !sameAddress(one, to));
  const bare = mail.subject.replace(/^(?:(?:re|aw|sv|fwd?|wg|res|r|odp|回复)\s?[:：]\s*)+/i, "");
  const prefix = isAway
    ? tongue.away.subject
    : rule.forward_to
      ? tongue.forwarded
      : rule.answers_invitation
        ? { accept: tongue.accepted, decline: tongue.declined, counter: tongue.proposed }[
            rule.answers_invitation
          ]
        : tongue.re;
  const values: Fillings = { ...other.values, name: data.name, from: mail.from, subject: bare };
  return repeated(rule, world, (afterMs) => {
    const dateMs = world.nowMs + afterMs;
    const quoted = rule.forward_to ? { ...mail, text: foldText(mail.text).reply } : mail;
    const answering = isAway ? null : { ...quoted, to: mail.to.join(", "), dateMs: world.nowMs };
    const calendar =
      meeting &&
      rule.answers_invitation &&
      writeAnswer(meeting, {
        status: rule.answers_invitation,
        email: data.address,
        name: data.name,
        nowMs: dateMs,
        shiftMs: spanMs(rule.shift ?? "1d"),
      });
    const raw = writeLetter({
      ...composedFields(data, rule, { values, answering, world }),
      to: [{ email: to }],
      cc: cc.map((email) => ({ email })),
      subject: rule.subject ? filled(rule.subject, values) : prefix + bare,
      dateMs,
      inReplyTo: bracketed(mail.messageId),
      references: [...mail.references, mail.messageId].slice(-50).map(bracketed),
      ...(calendar ? { calendar } : {}),
    });
    // RFC 3834 3.3: the answer of a program has no one to report to.
    return { afterMs, envelopeFrom: isAway ? "" : data.address, recipients: [to, ...cc], raw };
  });
}

interface Beginning {
  world: World;
  values: Correspondence["values"];
}

function opened(
  data: ResidentData,
  opening: Opening,
  target: string,
  { world, values: given }: Beginning,
): Act[] {
  const to = opening.to ?? [target];
  const cc = opening.cc ?? [];
  const values: Fillings = { ...given, name: data.name, from: target, subject: opening.subject };
  return repeated(opening, world, (afterMs) => {
    const dateMs = world.nowMs + afterMs;
    const past = opening.pretends_answer ? `<${token(world, 20)}@${target.split("@")[1]}>` : undefined;
    const answering = past
      ? {
          from: target,
          to: data.address,
          subject: opening.subject,
          text: "As agreed, please go ahead.",
          dateMs: dateMs - 86_400_000,
        }
      : null;
    const raw = writeLetter({
      ...composedFields(data, opening, { values, answering, world, meetingWith: target, dateMs }),
      to: to.map((email) => ({ email })),
      cc: cc.map((email) => ({ email })),
      subject: filled(opening.subject, values),
      dateMs,
      ...(past ? { inReplyTo: past, references: [past] } : {}),
    });
    return { afterMs, envelopeFrom: data.address, recipients: [...to, ...cc], raw };
  });
}

function repeated(timed: Opening | Rule, world: World, act: (afterMs: number) => Act): Act[] {
  const jitter = spanMs(timed.jitter);
  const first = spanMs(timed.after) + (jitter > 0 ? world.random(jitter) : 0);
  return Array.from({ length: timed.times ?? 1 }, (_, at) => act(first + at * spanMs(timed.every)));
}

function freshValues(data: ResidentData, world: World): Correspondence["values"] {
  const domain = data.address.split("@")[1];
  return {
    code: String(100_000 + world.random(900_000)),
    link: `https://${domain}/confirm/${token(world, 24)}`,
    order: `${String.fromCharCode(65 + world.random(26))}-${10_000 + world.random(90_000)}`,
  };
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The world reads ids without their brackets. */
export function bracketed(id: string): string {
  return `<${id.replace(/^<|>$/g, "")}>`;
}
