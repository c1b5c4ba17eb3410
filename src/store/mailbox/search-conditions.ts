// Conditions of a search in SQL: those that the words of the index do not answer.
import type { FieldCondition, SearchCondition, SearchedState } from "../../mail/search/operators.ts";
import { isOwnWord, nameParts } from "../../mail/search/parse-search.ts";
import type { TakeParam } from "../scope.ts";
import { Flag } from "../tables/index.ts";
import { commonLabel } from "./labels.ts";
import { seenBit } from "./seen-bit.ts";

/** A condition on a message; a label is named by the keys of its keyword. */
export type StoredCondition =
  | Exclude<SearchCondition, { name: "label" }>
  | { name: "label"; keys: readonly string[]; isExcluded: boolean };

/** A condition on message `m` that is never null: one of the alternatives, each of them whole. */
export function anyOf(alternatives: readonly (readonly StoredCondition[])[], param: TakeParam): string {
  return `(${alternatives.map((all) => allOf(all, param)).join(" or ")})`;
}

/** As `anyOf`, of one alternative. */
export function allOf(conditions: readonly StoredCondition[], param: TakeParam): string {
  if (conditions.length === 0) return "true";
  return `(${conditions.map((condition) => conditionOn(condition, param)).join(" and ")})`;
}

function conditionOn(condition: StoredCondition, param: TakeParam): string {
  return `${condition.isExcluded ? "not " : ""}coalesce(${positive(condition, param)}, false)`;
}

function positive(condition: StoredCondition, param: TakeParam): string {
  switch (condition.name) {
    case "before":
      return `m.created_at < ${param(condition.value)}::timestamptz`;
    case "after":
      return `m.created_at >= ${param(condition.value)}::timestamptz`;
    case "larger":
      return `m.size > ${param(condition.bytes)}::int`;
    case "smaller":
      return `m.size < ${param(condition.bytes)}::int`;
    case "has":
      return condition.value === "attachment" ? "m.has_attachments" : "m.invitation is not null";
    case "filename":
      return filenameCondition({ account: "m.account_id", id: "m.id" }, condition.value, param);
    case "label":
      return commonLabel({ account: "m.account_id", id: "m.thread_id" }, `${param(condition.keys)}::text[]`);
    case "in":
      return inFolder(condition.value, param);
    case "is":
      return isState(condition.value, param);
    default:
      return inField(condition, param);
  }
}

function contains(text: string, part: string, param: TakeParam): string {
  return `position(${folded(`${param(part)}::text`)} in ${folded(text)}) > 0`;
}

function hasWord(text: string, word: string, param: TakeParam): string {
  const words = (each: string) => `regexp_replace(' ' || ${folded(each)} || ' ', '[^[:alnum:]]+', ' ', 'g')`;
  return `position(${words(`${param(word)}::text`)} in ${words(text)}) > 0`;
}

/** SQL of a text in lower case, without accents, composed or not, and without apostrophes. */
export function folded(text: string): string {
  const joined = `translate(${text}, '’ʼ‘''', '')`;
  // Without its accent, a letter has its lower case in every locale.
  return `lower(regexp_replace(normalize(${joined}, nfkd), '[\\u0300-\\u036f]', '', 'g'))`;
}

/** A condition on a message: a file of it is named so. @param message SQL of its account and id */
export function filenameCondition(
  message: { account: string; id: string },
  part: string,
  param: TakeParam,
): string {
  return `exists (select from attachments a where a.account_id = ${message.account} and a.message_id = ${message.id}
    and ${contains("a.filename", part, param)})`;
}

/** Other names of roles. */
const roles: Record<string, string> = { junk: "spam", bin: "trash", done: "archive" };

/** A condition on message `m`: who it is from, in lower case. @param from an address, or a domain */
export function fromCondition(from: string, param: TakeParam): string {
  const place = param(from.toLowerCase());
  return from.includes("@")
    ? `lower(m.from_email) = ${place}::text`
    : `lower(split_part(m.from_email, '@', -1)) = ${place}::text`;
}

/** The role that a name of a folder stands for. */
export function roleOf(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(roles, lower) ? roles[lower]! : lower;
}

function inFolder(name: string, param: TakeParam): string {
  return `exists (select from placements p join folders f on f.account_id = p.account_id and f.id = p.folder_id
    where p.account_id = m.account_id and p.message_id = m.id
      and (f.role = ${param(roleOf(name))}::text or lower(f.name) = lower(${param(name)}::text)))`;
}

function isState(state: SearchedState, param: TakeParam): string {
  switch (state) {
    case "read":
      return `${seenBit} <> 0`;
    case "unread":
      return `${seenBit} = 0`;
    case "starred":
      return hasFlag(Flag.flagged);
    case "answered":
      return hasFlag(Flag.answered);
    case "received":
      return "m.direction = 'inbound'";
    case "sent":
      return "m.direction = 'outbound'";
    default:
      return `(select t.status from threads t where t.account_id = m.account_id and t.id = m.thread_id) = ${param(state)}::text`;
  }
}

function hasFlag(flag: number): string {
  return `exists (select from placements p where p.account_id = m.account_id and p.message_id = m.id and p.flags & ${flag} <> 0)`;
}

function inField({ name, value }: FieldCondition, param: TakeParam): string {
  if (name === "subject") return contains("m.subject", value, param);
  const parts = nameParts(value);
  const isPerson = (text: string) => {
    const whole = contains(text, value, param);
    if (parts.length === 1) return whole;
    const hasPart = (part: string) => (isOwnWord(part) ? hasWord : contains)(text, part, param);
    return `(${whole} or (${parts.map(hasPart).join(" and ")}))`;
  };
  if (name === "from") return isPerson("m.from_email || ' ' || coalesce(m.from_name, '')");
  const lists = { to: "m.mail_to || m.mail_cc || m.mail_bcc", cc: "m.mail_cc", bcc: "m.mail_bcc" };
  const listed = `exists (select from jsonb_array_elements(${lists[name]}) e
    where ${isPerson("(e->>'email') || ' ' || coalesce(e->>'name', '')")})`;
  return name === "to" ? `(${listed} or ${isPerson("m.delivered_to")})` : listed;
}
