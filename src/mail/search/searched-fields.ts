// The fields of one mail that operators of a search look in: from, to, cc, bcc, subject.
import { domainOf } from "../domain-name.ts";
import type { FieldCondition, SearchedField } from "./operators.ts";
import { fieldTerms, isOwnWord } from "./parse-search.ts";
import { joinedWords } from "./search-words.ts";
import { positionOfSimilar } from "./similar-words.ts";
import { comparable, formsOf, positionOfTerm, type Term, termGroup } from "./text-query.ts";

interface SearchedPerson {
  email: string;
  name: string | null;
}

export interface SearchedMail {
  subject: string | null;
  fromEmail: string;
  fromName: string | null;
  mailTo: readonly SearchedPerson[];
  mailCc: readonly SearchedPerson[];
  mailBcc: readonly SearchedPerson[];
  deliveredTo: string | null;
}

/**
 * Whether each text that is asked for stands in its field, in any case and with or without accents; `to` is cc and bcc too.
 * @param forgives slips of a letter are forgiven
 */
export function fieldsHold(
  mail: SearchedMail,
  conditions: readonly FieldCondition[],
  forgives = false,
): boolean {
  return conditions.every((condition) => {
    const { name, value } = condition;
    if (name !== "subject" && value.includes("@"))
      return peopleIn(mail, name).some(({ email }) => isMailbox(email, value));
    const terms = termsOf(condition, forgives);
    const texts = textsIn(mail, name);
    if (terms.length > 1) {
      const whole = straight(comparable(value));
      return texts.some((text) => text.includes(whole) || holdsNames(text, terms));
    }
    return texts.some((text) =>
      terms.every((term) => text.includes(straight(term.text)) || positionOfTerm(text, term) !== -1),
    );
  });
}

/** Whether a person has all parts of a name, each as a word: Ann Lee is not Joanne Leeds. */
function holdsNames(text: string, terms: readonly Term[]): boolean {
  const words = asWords(text);
  return terms.every((term) => {
    const { text: part, similar } = term;
    if (!isOwnWord(part)) return text.includes(part);
    if ([part, ...formsOf(term)].some((each) => words.includes(asWords(each)))) return true;
    return similar !== null && positionOfSimilar(text, similar) !== -1;
  });
}

function asWords(text: string): string {
  const words = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
  return words === "" ? "" : ` ${words} `;
}

/** Terms of conditions, whose stems take a while to find. */
const found = new WeakMap<FieldCondition, { usual: readonly Term[]; forgiving: readonly Term[] }>();

function termsOf(condition: FieldCondition, forgives: boolean): readonly Term[] {
  let terms = found.get(condition);
  if (terms === undefined) {
    const alternative = { terms: fieldTerms(condition), conditions: [] };
    const forgiving = termGroup(alternative, { slips: { inTheMiddle: true } }).terms;
    terms = { usual: termGroup(alternative).terms, forgiving };
    found.set(condition, terms);
  }
  return forgives ? terms.forgiving : terms.usual;
}

/** Texts of a field, as they are compared: of people each one's name and address. */
function textsIn(mail: SearchedMail, field: SearchedField): string[] {
  if (field === "subject") return [comparedField(mail.subject ?? "")];
  return peopleIn(mail, field).map(({ email, name }) => comparedField(`${name ?? ""} ${email}`));
}

/** O'Brien is O’Brien and OBrien, too. */
function comparedField(text: string): string {
  const folded = comparable(text);
  return [straight(folded), ...joinedWords(folded)].join(" ");
}

function straight(text: string): string {
  return text.replace(/[’ʼ‘]/g, "'");
}

function peopleIn(mail: SearchedMail, field: Exclude<SearchedField, "subject">): readonly SearchedPerson[] {
  if (field === "from") return [{ email: mail.fromEmail, name: mail.fromName }];
  if (field === "cc") return mail.mailCc;
  if (field === "bcc") return mail.mailBcc;
  const delivered = mail.deliveredTo === null ? [] : [{ email: mail.deliveredTo, name: null }];
  return [...mail.mailTo, ...mail.mailCc, ...mail.mailBcc, ...delivered];
}

/** An address whose domain is written as mail carries it. */
function inAscii(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return `${address.slice(0, at)}${domainOf(address.slice(at)) ?? address.slice(at)}`;
}

/** @param asked a whole address, or what stands behind the @ of one */
function isMailbox(email: string, asked: string): boolean {
  const own = comparable(email);
  return [asked, inAscii(asked)]
    .map(comparable)
    .some((wanted) => (asked.startsWith("@") ? own.endsWith(wanted) : own === wanted));
}
