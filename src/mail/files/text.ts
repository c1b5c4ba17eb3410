// The result of reading a file's text, and the limits of that.

/**
 * `read`; `unsupported`: a kind of file that has no text here; `protected`: it takes a password; `unreadable`: it is broken;
 * `too_large`: reading it takes too long.
 */
export type FileTextStatus = "read" | "unsupported" | "protected" | "unreadable" | "too_large";

export interface FileText {
  status: FileTextStatus;
  /** Null unless it was read. */
  text: string | null;
  /** Pages of a PDF; null: another kind of file. */
  pages: number | null;
  /** True: `text` has only the beginning. */
  truncated: boolean;
}

export const limits = {
  pages: 200,
  characters: 200_000,
  /** Octets of one unpacked part. */
  unpacked: 20 * 1024 * 1024,
};

export function shortened(text: string, pages: number | null = null, isCut = false): FileText {
  const part = text.slice(0, limits.characters).toWellFormed().replaceAll("\0", "");
  return { status: "read", text: part, pages, truncated: isCut || text.length > limits.characters };
}
