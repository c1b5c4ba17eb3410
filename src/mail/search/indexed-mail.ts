// All that the search index has of one mail: its words with their places, and the numbers of its runs of letters.
import { type IndexedTexts, type MailNumbers, mailNumbers } from "./gram-numbers.ts";
import { searchFold } from "./search-text.ts";
import { searchDocument, type WeightedText } from "./search-words.ts";
import { asciiTable } from "./word-table.ts";

export interface IndexedMail {
  /** A tsvector in its text form. */
  words: string;
  numbers: MailNumbers;
}

/** @param texts those that REST searches */
export function indexedMail(
  texts: readonly WeightedText[],
  { whole, marks }: Pick<IndexedTexts, "whole" | "marks">,
): IndexedMail {
  const table = asciiTable(texts);
  const shown = table ?? searchFold(texts.map(({ text }) => text).join("\n"));
  const numbers = mailNumbers({ shown, whole, marks });
  return { words: table?.document() ?? searchDocument(texts), numbers };
}
