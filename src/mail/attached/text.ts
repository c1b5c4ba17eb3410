// Mail, attached: the text of a file as a reader of its kind gives it: what a person sees, what nobody sees, and the limits of both.
import type { Hidden } from "../visible/findings.ts";

/**
 * `read`; `scanned`: its pages are pictures, `text` is the layer of words under them; `fonts_missing`: fonts of it do not say
 * which letters they show; `unsupported`: a kind of file that has no text here; `protected`: it takes a password;
 * `unreadable`: it is broken; `too_large`: reading it takes too long.
 */
export type FileTextStatus =
  | "read"
  | "scanned"
  | "fonts_missing"
  | "unsupported"
  | "protected"
  | "unreadable"
  | "too_large";

export interface FileText {
  status: FileTextStatus;
  /** Null unless it was read. */
  text: string | null;
  /** Pages of a PDF; null: another kind of file. */
  pages: number | null;
  /** True: `text` has only the beginning. */
  truncated: boolean;
  /** Texts that a person who opens the file does not see, at most 50, of them 30 that ordinary files have; `where` is the page, sheet or part. */
  hidden: Hidden[];
}

export const limits = {
  pages: 200,
  characters: 200_000,
  /** Octets of all unpacked parts. */
  unpacked: 20 * 1024 * 1024,
  hidden: 50,
  /** Among them, entries that ordinary files have. */
  ordinary: 30,
  hiddenCharacters: 500,
};

export const noText = { text: null, pages: null, truncated: false, hidden: [] };

/** Whether ordinary files hide such: hidden sheets and slides, notes, remarks and words that were deleted. */
export function isOrdinary({ technique, where }: Pick<Hidden, "technique" | "where">): boolean {
  return (
    /^(?:notes|comment|deleted)$/.test(technique) ||
    (technique === "display" && /^(?:sheet|slide) /.test(where))
  );
}

/** The words of a file while it is read. */
export class FileWords {
  text = "";
  readonly hidden: Hidden[] = [];
  /** Page, sheet or part that is read now. */
  where = "text";
  #ordinary = 0;

  /** Whether more is read than is kept. */
  get isFull(): boolean {
    return this.text.length > limits.characters * 2;
  }

  /** @param technique null: a person sees it */
  add(text: string, technique: string | null): void {
    if (technique === null) this.text += text;
    else this.hide(text, technique);
  }

  /** Runs of one technique that follow each other are one text. */
  hide(text: string, technique: string): void {
    const { where } = this;
    const last = this.hidden.at(-1);
    if (last?.technique === technique && last.where === this.where) {
      if (last.text.length < limits.hiddenCharacters) last.text += text;
    } else if (this.hidden.length < limits.hidden && text.trim() !== "") {
      if (isOrdinary({ technique, where }) && ++this.#ordinary > limits.ordinary) return;
      this.hidden.push({ technique, text, where });
    }
  }

  /** Ends a line; `mark` stands in place of a tab or line end before it. */
  end(mark: "\n" | "\t"): void {
    if (mark === "\n") this.text = `${this.text.replace(/\t$/, "")}\n`;
    else this.text = `${this.text.replace(/\n$/, "")}\t`;
  }
}

/** @param more `pages`, `status` and whether pages were left out */
export function fileTextOf(
  { text, hidden }: Pick<FileWords, "text" | "hidden">,
  more: { status?: FileTextStatus; pages?: number; isCut?: boolean } = {},
): FileText {
  const { status = "read", pages = null, isCut = false } = more;
  const whole = text.trim();
  return {
    status,
    text: whole.slice(0, limits.characters).toWellFormed().replaceAll("\0", ""),
    pages,
    truncated: isCut || whole.length > limits.characters,
    hidden: hidden.map((one) => ({
      ...one,
      text: one.text.replace(/\s+/g, " ").trim().slice(0, limits.hiddenCharacters).toWellFormed(),
    })),
  };
}

/** A text without the letters of a part of it, whatever blanks stand between them. @param part without blanks */
export function withoutPart(text: string, part: string): string {
  const letters: number[] = [];
  for (let at = 0; at < text.length; at++) if (!/\s/.test(text[at]!)) letters.push(at);
  const bare = letters.map((at) => text[at]).join("");
  const from = bare.indexOf(part);
  if (part === "" || from < 0) return text;
  const [before, after] = [text.slice(0, letters[from]), text.slice(letters[from + part.length - 1]! + 1)];
  return /(?:^|\s)$/.test(before) ? before + after.trimStart() : before + after;
}
