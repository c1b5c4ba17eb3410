// Takes out of HTML what a person does not see in a common mail program: text that CSS hides, invisible characters, the texts of
// pictures and tips that nobody is shown. Tags stay where they are, so that the layout and the marks of mail programs do. The
// sanitiser and the folding read what is left. Linear in the source; matching selectors is bounded by steps.

import { limitDepth } from "../html/limit-depth.ts";
import { escapeAttribute } from "../html/text-to-html.ts";
import { clipsOf, hasHeight } from "./clipped.ts";
import { coveredOf } from "./covered.ts";
import { type Findings, shortened, wordsOf } from "./findings.ts";
import { groundsOf, isBehind, isPixel } from "./grounds.ts";
import { asides, noteHidden, outlookWords } from "./hidden-texts.ts";
import { reversed } from "./invisible-characters.ts";
import { windowWidth } from "./lengths.ts";
import { markupOf } from "./line-ends.ts";
import { type ElementLook, judged, mayBeUnseen, rootLook, type Technique } from "./look.ts";
import { inlineNames, isFirstLine } from "./look-of.ts";
import { type Looks, looksOf } from "./looks.ts";
import { SeenWords } from "./seen-words.ts";
import { isPlaceUnknown, shiftedOf } from "./shifted.ts";
import { withoutStock } from "./stock-phrases.ts";
import { type MarkupElement, type Text, type Tree, treeOf } from "./tree.ts";

/** Markup without any of these hides nothing. */
const hints =
  /<style|\s(?:style|hidden|color|text|bgcolor|link|aria-label|placeholder|summary|label|srcdoc|content|size|alt|title|dir|width|background)\s*=|\s(?:hidden|popover)[\s=>]|&[#a-z]|<!--|<(?:rp|template|title|math|object|link|noscript|button|canvas|progress|meter|dialog|bdo|h\d|img)|[^\x00-\x7f]/i;

/** A longer alternative text is no label of a picture. */
const maxAlt = 100;
/** Hidden text before everything else that lists of mails show. */
const maxPreheader = 250;

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Pass {
  tree: Tree;
  looks: Looks;
  findings: Findings;
  edits: Edit[];
  /** The visible text so far. */
  seen: string[];
  hasText: boolean;
  /** Texts of pictures: those that are seen, and those that are not. */
  alts: { shown: string[]; hidden: { text: string; element: MarkupElement; isReadable: boolean }[] };
  /** Elements that turned their text round. */
  straightened: Set<MarkupElement>;
  /** Elements around visible text. */
  unveiled: Set<MarkupElement>;
  /** Words in what only Outlook shows. */
  outlook: Set<string>;
  /** Whether what lies under a text may be another picture or box. */
  grounds: ReturnType<typeof groundsOf>;
}

/** Hidden texts that follow each other, until something is seen. */
interface HiddenRun {
  technique: string;
  parts: string[];
  element: MarkupElement;
  isFirst: boolean;
}

/** The HTML without what is hidden in it, which goes to the findings. */
export function visibleMarkup(source: string, findings: Findings): string {
  if (!hints.test(source)) return source;
  const html = limitDepth(source);
  const tree = treeOf(html);
  const looks = looksOf(tree);
  if (!looks.isWhole) findings.isWhole = false;
  const pass: Pass = {
    tree,
    looks,
    findings,
    edits: [],
    seen: [],
    hasText: false,
    alts: { shown: [], hidden: [] },
    straightened: new Set(),
    unveiled: new Set(),
    outlook: outlookWords(tree),
    grounds: groundsOf(tree, looks),
  };
  const groups = texts(pass);
  boxes(pass);
  pictures(pass);
  const seen = new SeenWords([...pass.seen, ...pass.alts.shown, ...findings.beside]);
  let before = 0;
  for (const { technique, parts, element, isFirst } of groups) {
    const text = shortened(parts.join(" "));
    const isReadable = technique !== "title" && technique !== "element";
    if (isReadable) before += text.length;
    const isPreheader = isFirst && before <= maxPreheader;
    noteHidden(findings, { technique, text, element, isPreheader, isReadable, pieces: parts }, seen);
  }
  for (const alt of pass.alts.hidden) noteHidden(findings, { technique: "alt", ...alt }, seen);
  asides(pass, seen);
  return edited(html, pass.edits);
}

/** Elements whose text is no text of the mail; the sanitiser drops it. */
const silent = new Set("style script textarea option select svg iframe audio video".split(" "));

function texts(pass: Pass): HiddenRun[] {
  const { tree, looks, grounds } = pass;
  const covered = coveredOf(tree, looks);
  const isClipped = clipsOf(tree, looks);
  const shifted = shiftedOf(tree, looks);
  if (covered.isUnsure) pass.findings.isWhole = false;
  const groups: HiddenRun[] = [];
  let open: HiddenRun | null = null;
  let picture: number | null = null;
  for (const text of tree.texts) {
    const { parent } = text;
    if (silent.has(parent.name) || !/\S/.test(text.text)) continue;
    const look = looks.of.get(parent) ?? rootLook;
    let technique: string | null = looks.formulas.isUnshown(text)
      ? "display"
      : judged(look, text.text.trim().length, () =>
          isFirstLine(tree, text, {
            isBox: (element) => looks.of.get(element)!.isBox,
            joinsLines: look.joinsLines,
          }),
        );
    if (technique === null && shifted.has(text)) technique = "position";
    const isUnknown =
      (technique === "size" && look.isFlat && hasHeight(parent, tree, looks)) ||
      (technique === "position" && isPlaceUnknown(parent, look, looks));
    if (isUnknown) technique = null;
    if (technique === "colour" && grounds(parent, look)) technique = null;
    if (technique === null && isBehind(parent, looks)) technique = "behind" satisfies Technique;
    if (technique === null && covered.has(parent)) technique = "covered" satisfies Technique;
    const clipped = technique === null ? isClipped(text) : null;
    if (clipped === "certain") technique = "clip" satisfies Technique;
    if (technique === null && look.isOutlookHidden && !isInOutlook(pass, text.text))
      technique = "outlook" satisfies Technique;
    if (technique === null) {
      open = null;
      const isColourUnknown = (look.fill ?? look.colour) === "unknown" || mayBeUnseen(look);
      if (look.isUnjudged || isUnknown || isColourUnknown || clipped !== null) pass.findings.isWhole = false;
      show(pass, text, look);
      continue;
    }
    if (undisplayedAround(parent)) technique = parent.name === "title" ? "title" : "element";
    pass.edits.push({ start: text.start, end: text.end, text: "" });
    const cleaned = pass.findings.clean(text.text);
    picture ??= firstPicture(pass);
    const isBehindPicture = picture < text.start;
    const isOther = open === null || open.technique !== technique || (open.isFirst && isBehindPicture);
    if (open !== null && !isOther && open.parts.length < 200) open.parts.push(cleaned);
    else {
      open = { technique, parts: [cleaned], element: parent, isFirst: !isBehindPicture && !isBegun(pass) };
      groups.push(open);
    }
  }
  return groups;
}

/** Whether more was seen than that the mail can be read elsewhere. */
function isBegun({ hasText, seen }: Pass): boolean {
  if (!hasText) return false;
  let text = "";
  for (const piece of seen) {
    text += `${piece.slice(0, maxPreheader)} `;
    if (text.length > maxPreheader) return true;
  }
  return /[\p{L}\p{N}]/u.test(withoutStock(text));
}

/** The place of the first picture with words; Infinity: there is none. What is hidden behind it is no preheader. */
function firstPicture({ tree, looks }: Pass): number {
  const isSeen = (element: MarkupElement) => {
    const look = looks.of.get(element)!;
    return look.gone === null && look.isVisible && !isPixel(element);
  };
  const isWorded = ({ name, attributes }: MarkupElement) =>
    name === "img" && /[\p{L}\p{N}]/u.test(attributes.alt ?? "");
  return tree.elements.find((one) => isWorded(one) && isSeen(one))?.start ?? Number.POSITIVE_INFINITY;
}

/** Parts the words of buttons, and of inline elements that styles make boxes; a box of one letter is a part of a word. */
function boxes({ tree, looks, edits }: Pass): void {
  for (const element of tree.elements) {
    const isButton = element.name === "button";
    if (element.close - element.end < 2 || !(isButton || inlineNames.has(element.name))) continue;
    const isPart = isButton || (element.parent !== null && looks.of.get(element.parent)?.laysOut);
    if (!isPart && !looks.of.get(element)!.isBox) continue;
    edits.push({ start: element.start, end: element.start, text: " " });
    edits.push({ start: element.close, end: element.close, text: " " });
  }
}

function undisplayedAround(element: MarkupElement): boolean {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    if (up.name === "template" || up.name === "title") return true;
  }
  return false;
}

function show(pass: Pass, shown: Text, look: ElementLook): void {
  const { text, start, end, parent } = shown;
  const cleaned = pass.findings.clean(text);
  const seen = look.isReversed ? reversed(cleaned) : cleaned;
  if (look.isReversed) {
    pass.findings.clean("\u202e\u202c");
    straighten(pass, parent);
  }
  const markup = markupOf(seen, shown, look);
  if (markup !== null) pass.edits.push({ start, end, text: markup });
  pass.seen.push(seen);
  if (/[\p{L}\p{N}]/u.test(seen)) pass.hasText = true;
  unveil(pass, pass.tree.around(shown));
}

const veils = /^\s*(?:display|visibility|max-height)\s*:/i;

/** Takes hiding styles off the elements around visible text: a style sheet overrides them, and only the attributes stay. */
function unveil({ tree, edits, unveiled }: Pass, element: MarkupElement): void {
  if (tree.attributes.size === 0) return;
  for (let up: MarkupElement | null = element; up !== null && !unveiled.has(up); up = up.parent) {
    unveiled.add(up);
    for (const { name, start, end } of tree.attributes.get(up) ?? []) {
      if (name === "hidden") edits.push({ start, end, text: "" });
      if (name !== "style" || !conceals.test(up.attributes.style ?? "")) continue;
      const kept = (up.attributes.style ?? "").split(";").filter((one) => !veils.test(one));
      edits.push({ start, end, text: `style="${escapeAttribute(kept.join(";"))}"` });
    }
  }
}

const conceals = /display\s*:\s*none|visibility\s*:\s*hidden|max-height\s*:\s*0/i;
/** The text is turned already: the element must not turn it again. */
function straighten(pass: Pass, element: MarkupElement): void {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    if (up.name !== "bdo") continue;
    if (!pass.straightened.has(up)) pass.edits.push({ start: up.start, end: up.end, text: "" });
    pass.straightened.add(up);
    return;
  }
}

function isInOutlook({ outlook }: Pass, text: string): boolean {
  return outlook.size > 0 && wordsOf(text).every((word) => outlook.has(word));
}

/** Counts remote pictures, and takes out the texts of pictures that nobody sees or that are no labels. */
function pictures(pass: Pass): void {
  const { tree, looks, findings, edits } = pass;
  for (const element of tree.elements) {
    if (element.name !== "img") continue;
    const src = element.attributes.src ?? "";
    if (/^\s*(?:https?:)?\/\//i.test(src)) {
      findings.remoteCount++;
      const host = /^\s*(?:https?:)?\/\/(?:[^/?#@]*@)?([^/?#:]{1,255})/i.exec(src)?.[1]?.toLowerCase();
      if (host !== undefined && findings.remote.size < 100)
        findings.remote.set(host, (findings.remote.get(host) ?? 0) + 1);
    }
    const look = looks.of.get(element)!;
    const isHidden = look.gone !== null || !look.isVisible || isPixel(element);
    const alt = element.attributes.alt ?? "";
    const range = tree.attributes.get(element)?.find(({ name }) => name === "alt");
    if (range === undefined || alt.trim() === "") continue;
    const isRead = !isHidden && !isUnreadable(pass, element, look);
    if (isRead && (alt.length <= maxAlt || !pass.hasText)) {
      const cleaned = findings.clean(alt);
      pass.alts.shown.push(cleaned);
      if (cleaned !== alt)
        edits.push({ start: range.start, end: range.end, text: `alt="${escapeAttribute(cleaned)}"` });
      continue;
    }
    edits.push({ start: range.start, end: range.end, text: 'alt=""' });
    pass.alts.hidden.push({ text: findings.clean(alt), element, isReadable: isHidden });
  }
}

/** The words of a picture have the size and colour of text at its place. */
function isUnreadable({ grounds }: Pass, element: MarkupElement, look: ElementLook): boolean {
  const technique = judged(look, 1, () => true);
  // The height of a line cuts nothing off, and a picture stands where it is moved to.
  if (technique === null || (technique === "size" && look.isFlat)) return false;
  if (technique === "position") return Math.abs(look.left) >= 2 * windowWidth;
  return technique !== "colour" || !grounds(element, look);
}

function edited(html: string, edits: Edit[]): string {
  if (edits.length === 0) return html;
  edits.sort((a, b) => a.start - b.start);
  let out = "";
  let at = 0;
  for (const { start, end, text } of edits) {
    if (start < at) continue;
    out += html.slice(at, start) + text;
    at = end;
  }
  return out + html.slice(at);
}
