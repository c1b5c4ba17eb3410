// Findings in a mail that a person does not see, for the report. Bounded in number and length.

import { type InvisibleKind, type InvisibleRun, withoutInvisible } from "./invisible-characters.ts";

export interface Hidden {
  /** How it is hidden. */
  technique: string;
  /** The first 500 characters. */
  text: string;
  /** The part of the mail and the elements around it: `html: table td span`. */
  where: string;
}

export interface HiddenText extends Hidden {
  /** Whether it could be read where hiding is not looked at; comments and the like never could. */
  isReadable: boolean;
  /** True: short and before all visible text, as lists of mails preview it. */
  isPreheader: boolean;
  /** Words that nobody sees elsewhere in the mail. */
  newWords: number;
}

export interface Invisible {
  kind: InvisibleKind;
  count: number;
  /** The text that tag characters or variation selectors spell: the first 500 characters. */
  text: string;
  /** How many stand inside words. */
  inWords: number;
}

/** A text of the mail that no view has. */
export interface OtherForm {
  /** The type of its part. */
  where: string;
  text: string;
}

/** Words of a plain part that its HTML does not show. */
export interface PlainDifference {
  /** Distinct words of the plain part that the HTML does not show. */
  words: number;
  /** All distinct words of the plain part. */
  of: number;
  /** Both without the sentences that programs add to a plain part alone. */
  own: {
    words: number;
    of: number;
    /** A line says something else altogether. */
    hasLine: boolean;
    /** A line with such a word asks for something. */
    isAsking: boolean;
    /** The lines that are told, without what speaks of the mail itself. */
    said: string;
  };
  /** An account, a card or an amount of a sentence stands in the plain part alone. */
  hasAccount: boolean;
  /** A link of the plain part alone leads to somebody else to pay or sign in, or its address orders something. */
  isLeading: boolean;
  /** The lines in which they stand, as many as are told. */
  text: string;
  /** There are more such lines. */
  isCut: boolean;
}

const maxHidden = 100;
const maxForms = 100;
const maxText = 500;

export class Findings {
  readonly hidden: HiddenText[] = [];
  readonly invisible = new Map<InvisibleKind, Invisible>();
  /** Pictures that come from elsewhere. */
  readonly remote = new Map<string, number>();
  remoteCount = 0;
  /** Words of the plain part that the HTML does not have. */
  plainDiffers: PlainDifference | null = null;
  /** The mail's own text where those of messages within follow, each below a head of ours; null: none follow. */
  beforeMessages: string | null = null;
  /** Other forms of the text, as for AMP. */
  readonly forms: OtherForm[] = [];
  /** Everything could be judged. */
  isWhole = true;
  /** A person sees these beside the text: the subject, and who wrote it. */
  beside: readonly string[] = [];
  /** The mail's own Message-ID, which programs repeat in its text. */
  messageId: string | null = null;
  /** The mail says how to leave the list that it was sent to. */
  isBulk = false;

  add(found: HiddenText): void {
    if (this.hidden.length < maxHidden) this.hidden.push({ ...found, text: shortened(found.text) });
  }

  addForm(form: OtherForm): void {
    if (this.forms.length < maxForms) this.forms.push(form);
  }

  /** Takes out invisible characters and counts them. */
  clean(text: string): string {
    return withoutInvisible(text, (run) => this.#count(run));
  }

  #count({ kind, count, text, inWord }: InvisibleRun): void {
    let known = this.invisible.get(kind);
    if (known === undefined) {
      known = { kind, count: 0, text: "", inWords: 0 };
      this.invisible.set(kind, known);
    }
    known.count += count;
    if (inWord) known.inWords += count;
    if (known.text.length < maxText) known.text = (known.text + text).slice(0, maxText).toWellFormed();
  }
}

export function shortened(text: string): string {
  return text.slice(0, 4000).replace(/\s+/g, " ").trim().slice(0, maxText).toWellFormed();
}

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text in lower case, to compare texts. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(word) ?? [];
}
