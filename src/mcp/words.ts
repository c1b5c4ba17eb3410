// The words of an answer, ours or theirs. Ours are sentences of this code, with numbers and values of a fixed
// form: ids, times, words of a closed list. Everything else is theirs: names, addresses, subjects, types,
// labels, refusals. A text is ours only by the functions here, so a stranger's string in a sentence of ours
// does not compile. DECISIONS MCP
import type { AttachmentLink, Identity, Review } from "../sdk/typescript/index.ts";

declare const said: unique symbol;
/** A text that nobody but this service has chosen. */
export type Ours = string & { readonly [said]: true };

/** Fields of an answer that hold nothing of others. */
export type OurValue = Ours | number | boolean | null | readonly OurValue[] | OurFields;
export interface OurFields {
  readonly [name: string]: OurValue | undefined;
}

/** A sentence: ours`Draft ${id(draft.id)} is written.` */
export function ours(sentence: TemplateStringsArray, ...parts: readonly (Ours | number)[]): Ours {
  return String.raw({ raw: sentence }, ...parts) as Ours;
}

export const nothing = "" as Ours;

export function joined(parts: readonly Ours[], between: Ours): Ours {
  return parts.join(between) as Ours;
}

/** An id or a cursor of this service. @throws Error when it has the form of neither */
export function id(value: string): Ours {
  if (!/^[\w-]{1,2000}$/.test(value)) throw new Error("The service answered with an id that is none.");
  return value as Ours;
}

/** A time as the API writes it: a moment, a local time or a date. @throws Error when it is none */
export function time(value: string): Ours {
  if (!/^[\d:.TZ+-]{8,40}$/.test(value)) throw new Error("The service answered with a time that is none.");
  return value as Ours;
}

/** A word of a closed list: the type of a text that may be anything is refused. */
export function word<T extends string>(value: string extends T ? never : T): Ours {
  return value as unknown as Ours;
}

/** The name of a time zone that this machine knows; null: somebody has made it up. */
export function zone(name: string): Ours | null {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name as Ours;
  } catch {
    return null;
  }
}

/** An address of the caller's own, where it is a plain one; null: it could say anything. */
export function ownAddress({ email }: Pick<Identity, "email">): Ours | null {
  return /^[a-z0-9._+-]{1,64}@[a-z0-9.-]{1,255}$/i.test(email) ? (email as Ours) : null;
}

/** Return the decider's comment to the writer. It counts as ours, since it may give instructions. */
export function commentOf({ comment }: Pick<Review, "comment">): Ours | null {
  return comment as Ours | null;
}

/** Reads one file, made by this service. */
export function urlOf({ url }: AttachmentLink): Ours {
  return url as Ours;
}

/** The name of an argument or a tool, which has the form of one. */
export function argumentName(name: string): Ours | null {
  return /^[A-Za-z_]{1,40}$/.test(name) ? (name as Ours) : null;
}

/** Words that others chose: how they read, line by line, and as fields. */
export class Theirs {
  readonly #lines: readonly string[];
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>, lines: readonly (string | null)[]) {
    this.#fields = fields;
    this.#lines = lines.filter((line) => line !== null);
  }

  /** The same with one more line. */
  also(line: string): Theirs {
    return new Theirs(this.#fields, [...this.#lines, line]);
  }

  /** @param mark that nobody can know who wrote the words. The marks stand around the fields as they do around the text. */
  between(mark: string): { text: string; fields: Record<string, unknown> } {
    const [begin, end] = [`<${mark}>`, `</${mark}>`];
    return {
      text: `${begin}\n${this.#lines.join("\n")}\n${end}`,
      fields: { begin, ...this.#fields, end },
    };
  }
}
