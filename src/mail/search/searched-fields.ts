// The fields of one mail that operators of a search look in: from, to, cc, bcc, subject.
import type { FieldCondition } from "./operators.ts";
import { positionOfSimilar, slipsOf } from "./similar-words.ts";
import { comparable } from "./text-query.ts";

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
  return conditions.every(
    ({ name, value }) =>
      (name === "subject"
        ? comparable(mail.subject ?? "").includes(comparable(value))
        : peopleIn(mail, name).some((one) => isMailbox(one, value))) ||
      (forgives && isNearlyIn(mail, { name, value })),
  );
}

function isNearlyIn(mail: SearchedMail, { name, value }: Pick<FieldCondition, "name" | "value">): boolean {
  const similar = slipsOf(comparable(value));
  if (similar === null) return false;
  const texts =
    name === "subject"
      ? [mail.subject ?? ""]
      : peopleIn(mail, name).map((one) => `${one.name ?? ""} ${one.email}`);
  return texts.some((text) => positionOfSimilar(comparable(text), similar) !== -1);
}

function peopleIn(mail: SearchedMail, field: "from" | "to" | "cc" | "bcc"): readonly SearchedPerson[] {
  if (field === "from") return [{ email: mail.fromEmail, name: mail.fromName }];
  if (field === "cc") return mail.mailCc;
  if (field === "bcc") return mail.mailBcc;
  const delivered = mail.deliveredTo === null ? [] : [{ email: mail.deliveredTo, name: null }];
  return [...mail.mailTo, ...mail.mailCc, ...mail.mailBcc, ...delivered];
}

/** @param asked a whole address, what stands behind the @ of one, or a part of a name or an address */
function isMailbox({ email, name }: SearchedPerson, asked: string): boolean {
  const at = asked.indexOf("@");
  if (at > 0) return comparable(email) === comparable(asked);
  if (at === 0) return comparable(email).endsWith(comparable(asked));
  return comparable(`${name ?? ""} ${email}`).includes(comparable(asked));
}
