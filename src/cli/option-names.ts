// Options of other programs, under the names of ours.
import { knownElsewhere, nearestAlone, type OtherNames } from "../lib/nearest.ts";
import { operators } from "../mcp/search-words.ts";

/** Parts of a mail by their names in other programs. */
export const partsOfMail = {
  text: ["body", "message", "content", "msg", "m"],
  to: ["recipient", "recipients", "destination", "destinations", "dest", "rcpt", "t"],
  subject: ["title", "s"],
} satisfies OtherNames;

const people = ["email", "emails", "address", "addresses", "addr", "mail"];

/** Options of other programs, by the one that is meant. */
export const otherOptions: OtherNames = {
  ...partsOfMail,
  file: ["attach", "attachment", "attachments", "a", "f"],
  at: ["schedule", "send-at", "scheduled-at", "when"],
  address: ["inbox", "identity", "account", "mailbox", "as"],
  all: ["reply-all"],
  seconds: ["timeout", "wait", "max-wait", "for"],
  after: ["since"],
  type: ["kind", "event"],
  follow: ["tail", "watch"],
  forward: ["url", "to"],
  from: ["sender", "source"],
  markdown: ["md"],
  html: ["is-html", "as-html"],
  name: ["label", "title"],
};

/** Words that other programs put beside the name of an option, by the option whose meaning they leave. */
const besideName: OtherNames = {
  address: ["id"],
  ...Object.fromEntries(["to", "from", "cc", "bcc"].map((one) => [one, people])),
  subject: ["line", "email"],
  text: ["plain", "email"],
  after: ["date"],
  before: ["date"],
};

/** The option that is meant; null: nobody knows, or two are equally near. */
export function optionLike(given: string, known: readonly string[]): string | null {
  const name = given.toLowerCase().replaceAll("_", "-");
  const one = (word: string) => (known.includes(word) ? word : knownElsewhere(word, known, otherOptions));
  const elsewhere = one(name) ?? inPartsOf(name, one);
  if (elsewhere !== null) return elsewhere;
  const begun = name.length < 3 ? [] : known.filter((each) => each.startsWith(name));
  return begun.length === 1 ? begun[0]! : nearestAlone(name, known);
}

/** The one option that all parts of a name say, such as `from-email` and `body-text`. */
function inPartsOf(name: string, one: (word: string) => string | null): string | null {
  const parts = name.split("-");
  const says = (part: string, option: string) =>
    one(part) === option || (besideName[option] ?? []).includes(part);
  const options = [...new Set(parts.flatMap((part) => one(part) ?? []))];
  const [option, another] = options.filter((each) => parts.every((part) => says(part, each)));
  return parts.length < 2 || another !== undefined ? null : (option ?? null);
}

/** Options of other programs, by the argument of ours that each is. */
export const asPositional: readonly (readonly [argument: RegExp, names: readonly string[]])[] = [
  [/\bID$|^THREAD|^MESSAGE/, ["id"]],
  [/^THREAD|^MESSAGE/, ["message-id", "message", "thread-id", "thread", "to", "in-reply-to"]],
  [/^WORDS$/, ["query", "q", "words"]],
  [/^URL$/, ["url", "server", "host", "base-url"]],
  [/^PROGRAM$/, ["program", "client", "name", "for"]],
];

/** Parts that no mail here has; one that was to have them is a draft, and its writer decides whether it leaves. */
export const nowhere = ["reply-to", "header", "headers", "from-name"];

/** Words that no mail here has, and that change nothing of what it says. */
export const idle = ["priority", "importance"];

/** Option that `-b` of other programs is: hidden recipients, or a text; null: a text that names people may be either. */
export function textOrPeople(value: string): "bcc" | "text" | null {
  if (!value.includes("@")) return "text";
  const isPeople = value.split(",").every((one) => /^(?:[^@<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/.test(one.trim()));
  return isPeople ? "bcc" : null;
}

/** The operator of a search that an option of another program is, alone or as `from-email`; null: it is none. */
export function operatorOf(name: string): string | null {
  const known = (word: string) => (Object.hasOwn(operators, word) ? word : null);
  const word = known(name) ?? inPartsOf(name, known);
  return word === null ? null : operators[word]!;
}

/** Words of a search that other programs have as switches. */
export const switchesOfSearch: Readonly<Record<string, string>> = {
  unread: "is:unread",
  read: "is:read",
  "has-attachment": "has:attachment",
  "has-attachments": "has:attachment",
  "with-attachments": "has:attachment",
};
