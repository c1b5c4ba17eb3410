// Recipients and guests as a caller writes them: `ada@example.com`, `Ada <ada@example.com>` or `{ email, name }`.
// DECISIONS Drafts and sending.
import { Kind, type TObject, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { must } from "../../lib/must.ts";
import { looksLikeEmail, type MailboxRef, maxEmail } from "../common.ts";

/** One recipient as it is sent to us. */
export type AddresseeInput = string | { email: string; name?: string | null };
export type Addressees = AddresseeInput | AddresseeInput[];

/** Characters of a display name. */
const maxName = 300;
/** Characters of `Ada <ada@example.com>`, with quotes and brackets. */
const maxText = maxName + maxEmail + 80;
const maxRecipients = 50;

/** A recipient with its name apart. */
export const NamedAddress = {
  type: "object",
  properties: {
    email: { type: "string", format: "idn-email", maxLength: maxEmail },
    name: { type: ["string", "null"], maxLength: maxName },
  },
  required: ["email"],
  additionalProperties: false,
};
const textForm = {
  type: "string",
  maxLength: maxText,
  description: "`ada@example.com` or `Ada <ada@example.com>`; a name with a comma stands in quotes",
  examples: ["ada@example.com"],
};
const oneForm = { anyOf: [textForm, NamedAddress] };
const listForm = { type: "array", items: oneForm, maxItems: maxRecipients };

interface AddresseeOptions {
  orNull?: boolean;
  max: number;
  /** Objects with more fields than an email and a name. */
  form?: TObject;
}

/** Kinds of recipients: a union of TypeBox would not say which of its values is wrong. */
const kinds: Record<string, AddresseeOptions> = {};

function addKind(kind: string, options: AddresseeOptions): string {
  kinds[kind] = options;
  TypeRegistry.Set(kind, (_, value) => problemOf(options, value) === null);
  return kind;
}

/** One recipient, or a list of them. */
export const recipients = Type.Unsafe<Addressees>({
  [Kind]: addKind("Recipients", { max: maxRecipients }),
  anyOf: [...oneForm.anyOf, listForm],
});
/** Recipients, with the forms that they may have. */
export const explainedRecipients = {
  ...recipients,
  description:
    "recipients: `ada@example.com`, `Ada <ada@example.com>` or `{ email, name }`, or a list of these; 50 with those of cc and bcc",
};
/** Recipients; null clears them. */
export const clearableRecipients = Type.Unsafe<Addressees | null>({
  [Kind]: addKind("ClearableRecipients", { orNull: true, max: maxRecipients }),
  anyOf: [...oneForm.anyOf, listForm, { type: "null" }],
});

/** Guests, one or a list: each is written as a recipient is, or as an object of this form. */
export function guests<T extends TObject>(
  form: T,
  { max, description }: { max: number; description: string },
) {
  const one = [textForm, form];
  return Type.Unsafe<string | T["static"] | (string | T["static"])[]>({
    [Kind]: addKind("Guests", { max, form }),
    anyOf: [...one, { type: "array", items: { anyOf: one }, maxItems: max }],
    description,
  });
}

const senderKind = "Sender";
TypeRegistry.Set(senderKind, (_, value) => typeof value === "string" && readAddressee(value) !== null);

/** An address to write from, with the name that the mail is to show. */
export function sender(description: string) {
  return Type.Unsafe<string>({
    [Kind]: senderKind,
    type: "string",
    maxLength: maxText,
    description,
    examples: ["ada@example.com"],
  });
}

/** Whether a field holds an address to write from. */
export function isSender(schema: TSchema): boolean {
  return schema[Kind] === senderKind;
}

/** Why a value is not what a schema of this module asks for; null: it is, or the schema is another. */
export function addresseesProblem(schema: TSchema, value: unknown): string | null {
  if (schema[Kind] === senderKind)
    return typeof value === "string" && readAddressee(value) ? null : wrongSender(value);
  const options = kinds[schema[Kind]];
  return options ? problemOf(options, value) : null;
}

function problemOf(options: AddresseeOptions, value: unknown): string | null {
  const { orNull, max } = options;
  if (value === null && orNull) return null;
  if (!Array.isArray(value)) return problemOfOne(options, value);
  if (value.length > max) return `has ${value.length} recipients. Send to at most ${max} at once.`;
  for (const one of value) {
    const problem = problemOfOne(options, one);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfOne({ form }: AddresseeOptions, value: unknown): string | null {
  if (!form || typeof value === "string") return readAddressee(value) ? null : wrong(value);
  const error = Value.Errors(form, value).First();
  if (!error) return null;
  const field = error.path.slice(1);
  if (field === "" || field === "email") return wrong(value);
  return `names ${shortly(value)}, which cannot have this ${field}. The fields are ${Object.keys(form.properties).join(", ")}.`;
}

/** Written in part: writing takes time, and the message shows no more of it. */
function shortly(value: unknown): string {
  const part = typeof value === "string" ? value.slice(0, 300) : value;
  const shown = JSON.stringify(part) ?? "nothing";
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}

function wrong(value: unknown): string {
  const meant = meantBy(value);
  const right =
    meant.length === 0
      ? `Send ada@example.com, "Ada <ada@example.com>" or { "email": "ada@example.com", "name": "Ada" }.`
      : meant.length === 1
        ? `Send ${JSON.stringify(meant[0])}.`
        : `Send several as a list: ${shortly(meant)}.`;
  return `names ${shortly(value)}, which is not an email address. ${right}`;
}

/** Fields in which other APIs have an address. */
const otherFields = ["address", "emailAddress", "email_address", "mail", "value"];

/** The recipients that a value most likely means: several in one text, a `mailto:`, an object of another API; none: it is unclear. */
function meantBy(value: unknown): (string | MailboxRef)[] {
  if (typeof value === "string") {
    if (value.length > maxText * 4) return [];
    const parts = value.split(/[,;\n]/).map((part) => part.trim().replace(/^mailto:/i, ""));
    const some = parts.filter((part) => part !== "");
    return some.every((part) => readAddressee(part) !== null) ? some : [];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const given = value as Record<string, unknown>;
  const field = otherFields.find((one) => typeof given[one] === "string");
  const email = field === undefined ? "" : String(given[field]);
  const { name = given.display_name ?? given.displayName ?? null } = given;
  const meant = checked(email, typeof name === "string" ? name : "");
  return meant === null ? [] : [meant.name === null ? meant.email : meant];
}

/** A sender is no object: the name of one is its address's own, or stands before it. */
function wrongSender(value: unknown): string {
  return `names ${shortly(value)}, which is no address to write from. Send bob@example.com or "Bob <bob@example.com>"; GET /api/v1/identities lists yours.`;
}

/** The recipients of a value that its schema has let through. */
export function mailboxesOf(value: Addressees | null | undefined): MailboxRef[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => readAddressee(one)!);
}

/** The guests of a value that its schema has let through, each as an object. */
export function guestsOf<T extends object>(value: string | T | (string | T)[]): (T | MailboxRef)[] {
  return (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === "string" ? must(readAddressee(one), "the schema has read it") : one,
  );
}

/** A phrase, quoted or plain, and an address in angle brackets. RFC 5322 3.4; a plain comma would part two mailboxes. */
const nameAddress = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^"<>,;]*))<(.+)>$/u;

function readAddressee(value: unknown): MailboxRef | null {
  if (typeof value === "string") {
    if (value.length > maxText) return null;
    const text = value.trim();
    if (isEmail(text)) return { email: text, name: null };
    const [, quoted, plain = "", email = ""] = nameAddress.exec(text) ?? [];
    // Another address for a name, without quotes: a list without its comma.
    if (plain.includes("@") && plain.trim().toLowerCase() !== email.toLowerCase()) return null;
    const name = quoted?.replace(/\\(.)/gu, "$1") ?? plain;
    return name.trim() === "" ? null : checked(email, name);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { email, name = null, ...more } = value as Record<string, unknown>;
  if (typeof email !== "string" || Object.keys(more).length > 0) return null;
  return name === null || typeof name === "string" ? checked(email, name ?? "") : null;
}

function isEmail(text: string): boolean {
  return text.length <= maxEmail && looksLikeEmail(text);
}

function checked(email: string, given: string): MailboxRef | null {
  const name = given.trim();
  if (!isEmail(email) || name.length > maxName || /\p{Cc}/u.test(name)) return null;
  return { email, name: name === "" ? null : name };
}
