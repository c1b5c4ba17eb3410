// Hidden texts as they are noted: those that were taken out of the text, and those that no view holds, as tips and comments.

import { type Findings, wordsOf } from "./findings.ts";
import type { SeenWords } from "./seen-words.ts";
import type { MarkupElement, Tree } from "./tree.ts";

/** Puts a hidden text among the findings: where it stands, and how many of its words nobody sees elsewhere. */
export function noteHidden(
  findings: Findings,
  {
    technique,
    text,
    element,
    isPreheader = false,
    isReadable = true,
    pieces = [text],
  }: {
    technique: string;
    text: string;
    element: MarkupElement;
    isPreheader?: boolean;
    isReadable?: boolean;
    pieces?: readonly string[];
  },
  seen: SeenWords,
): void {
  if (wordsOf(text).length === 0) return;
  const newWords = isReadable && !isOwnId(pieces, findings.messageId) ? seen.missing(pieces) : 0;
  findings.add({
    technique,
    text,
    where: `html: ${pathOf(element) || "body"}`,
    isReadable,
    isPreheader,
    newWords,
  });
}

/** Pieces of markup in which a program writes a Message-ID. */
const maxIdPieces = 10;
/** Pieces of it that are a word alone, as "github" and "com". */
const maxIdWords = 3;

/** Whether a text is the mail's own Message-ID, as GitHub repeats it, and nothing else. Words with blanks between them are no id. */
function isOwnId(pieces: readonly string[], id: string | null): boolean {
  if (id === null || pieces.length > maxIdPieces) return false;
  if (pieces.filter((piece) => /^\p{L}{2,}$/u.test(piece)).length > maxIdWords) return false;
  const bare = pieces
    .join("")
    .trim()
    .replace(/^message[- ]?id:\s*/i, "");
  return bare !== "" && bare.replace(/^<|>$/g, "") === id.replace(/^<|>$/g, "");
}

/** The innermost elements around a text. */
function pathOf(element: MarkupElement): string {
  const names: string[] = [];
  for (
    let up: MarkupElement | null = element;
    up !== null && up.parent !== null && names.length < 4;
    up = up.parent
  )
    if (!up.isImplied) names.unshift(up.name.slice(0, 30));
  return names.join(" ");
}

const conditional = /^\[if\b([^\]]*)\]>/i;

/** Words of conditional comments: Outlook shows them in place of what it hides. */
export function outlookWords({ comments }: Tree): Set<string> {
  const found = new Set<string>();
  for (const { text } of comments) {
    if (!conditional.test(text)) continue;
    for (const word of wordsOf(text.slice(0, 20_000).replace(/<[^<>]*>/g, " "))) found.add(word);
  }
  return found;
}

const tips = ["title", "aria-label", "placeholder", "summary", "srcdoc", "content", "label"];

/** Texts that no view holds: tips, comments. They are listed, and nothing has to be taken out of text. */
export function asides({ tree, findings }: { tree: Tree; findings: Findings }, seen: SeenWords): void {
  for (const element of tree.elements) {
    for (const tip of tips) {
      const text = element.attributes[tip];
      if (
        text === undefined ||
        (element.name === "meta" && !/description|keywords/i.test(element.attributes.name ?? ""))
      )
        continue;
      if (wordsOf(text.slice(0, 2000)).every((word) => seen.has(word))) continue;
      noteHidden(
        findings,
        { technique: `attribute ${tip}`, text: findings.clean(text), element, isReadable: false },
        seen,
      );
    }
  }
  for (const { parent, text } of tree.comments) {
    const bare = text
      .replace(conditional, "")
      .slice(0, 20_000)
      .replace(/<style[^<]*<\/style>|<[^<>]*>|<!\[endif\]|\[if[^\][]*\]>?/gi, " ");
    if (wordsOf(bare).every((word) => seen.has(word))) continue;
    const technique = `${conditional.test(text) ? "conditional " : ""}comment`;
    const said = findings.clean(bare);
    findings.addForm({ where: technique, text: said });
    noteHidden(findings, { technique, text: said, element: parent, isReadable: false }, seen);
  }
}
