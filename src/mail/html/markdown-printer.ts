// The flow of sanitised HTML as Markdown: the words and breaks of the visible text, with marks for what they are.
import { attributeOf, type FlowPrinter, printFlow } from "./flow.ts";
import { linkLabel } from "./link-target.ts";
import { itemNumber } from "./visible-text.ts";

/** Levels of quotes and lists that are marked. */
const maxContainers = 20;
/** Empty lines in a row within preformatted text. */
const maxEmptyLines = 10;

const marks = new Map([
  ["b", "**"],
  ["strong", "**"],
  ["em", "*"],
  ["i", "*"],
  ["s", "~~"],
  ["strike", "~~"],
  ["del", "~~"],
]);

interface MarkdownList {
  ordered: boolean;
  count: number;
}

/** A quote, or an item of a list. */
interface Container {
  name: "blockquote" | "li";
  list: MarkdownList | null;
  /** Before the item's first line. */
  bullet: string;
  isUsed: boolean;
}

interface InlineMark {
  name: string;
  before: string;
  after: string;
  isOpen: boolean;
  /** Words stood in it. */
  isShown: boolean;
  href: string;
  /** The alternative texts of pictures in it. */
  alts: string[];
}

/** A table with headings: its rows are lines, its cells hold no lines. */
interface GridTable {
  rows: number;
  cells: string[] | null;
}

export class MarkdownPrinter implements FlowPrinter {
  readonly #html: string;
  readonly #lines: string[] = [];
  readonly #lists: MarkdownList[] = [];
  readonly #containers: Container[] = [];
  /** The containers of the last line. */
  #last: Container[] = [];
  readonly #marks: InlineMark[] = [];
  #line = "";
  /** The line as it was when a mark ended. */
  #marked = "";
  #heading = 0;
  /** The last line goes on after a break within its block. */
  #isBroken = false;
  #pre = 0;
  /** Before the next text of an item within preformatted text or a cell. */
  #bullet = "";
  #fence = "";
  /** Lines of the open fence. */
  #fenced: string[] = [];
  /** Tables that are open. */
  #tables: (GridTable | null)[] = [];
  /** Where the search for tables stands in the HTML. */
  #tableAt = 0;

  constructor(html: string) {
    this.#html = html;
  }

  print(): string {
    printFlow(this.#html, this);
    this.#endFence();
    return this.#lines.join("\n").trim();
  }

  get #grid(): GridTable | null {
    return this.#tables.at(-1) ?? null;
  }

  words(text: string, space: boolean): void {
    if (text === "") return;
    this.#name();
    this.#put(text, space, false);
  }

  picture(alt: string, space: boolean): void {
    const link = this.#marks.findLast((one) => one.name === "a");
    if (this.#pre > 0 && this.#grid === null) this.raw(`${space ? " " : ""}[${alt}]`);
    else if (link && link.before !== "" && !link.isShown) link.alts.push(alt);
    else this.#put(alt, space, true);
  }

  /** Shows the pictures before the words of a link. */
  #name(): void {
    const link = this.#marks.findLast((one) => one.name === "a");
    for (const alt of link?.alts.splice(0) ?? []) this.#put(alt, true, true);
  }

  #put(text: string, space: boolean, isPicture: boolean): void {
    if (this.#bullet !== "") {
      this.#line = spaced(this.#line) + this.#bullet;
      this.#bullet = "";
    } else if (space && this.#line !== "" && !this.#line.endsWith(" ")) this.#line += " ";
    for (const mark of this.#marks) {
      if (!mark.isOpen) this.#begin(mark);
      mark.isOpen = true;
      mark.isShown = true;
    }
    const shown = escaped(text, this.#line === "" && !isPicture, this.#grid !== null);
    this.#line += isPicture ? `![${shown}]()` : shown;
  }

  /** Opens a mark; where the same one ended directly before, that goes on. */
  #begin({ before, after }: InlineMark): void {
    if (before === after && before !== "" && this.#line === this.#marked && this.#line.endsWith(before)) {
      this.#line = this.#line.slice(0, -before.length);
      this.#marked = this.#line;
    } else this.#line += before;
  }

  raw(text: string): void {
    if (this.#grid !== null) this.words(text.trim().replace(/\s+/g, " "), true);
    else {
      this.#line += this.#line === "" ? this.#bullet + text : text;
      this.#bullet = "";
    }
  }

  line(): void {
    if (this.#grid !== null) {
      this.#line = spaced(this.#line);
      return;
    }
    if (this.#heading > 0) {
      this.#line = spaced(this.#line);
      return;
    }
    if (this.#pre > 0) {
      this.#fenced.push(this.#line);
      this.#line = "";
    } else if (this.#line !== "") {
      this.#push();
      this.#isBroken = true;
    } else this.#isBroken = false;
  }

  block(): void {
    if (this.#grid !== null) {
      this.#line = spaced(this.#line);
      return;
    }
    if (this.#heading > 0 && this.#line !== "") this.#push();
    else if (this.#line !== "") this.line();
    this.#isBroken = false;
  }

  open(name: string, attributes: string): void {
    const mark = marks.get(name);
    if (mark !== undefined) this.#mark(name, mark, mark);
    else if (name === "a") this.#openLink(attributes);
    else if (/^h[1-6]$/.test(name)) this.#heading = this.#pre > 0 ? 0 : Number(name[1]);
    else if (name === "table") this.#openTable();
    else if (name === "tr") this.#startRow();
    else if (name === "pre") this.#pre++;
    else if (name === "ul" || name === "ol")
      this.#lists.push({ ordered: name === "ol", count: (itemNumber(attributes, "start") ?? 1) - 1 });
    else if (name === "blockquote") this.#contain({ name, list: null, bullet: "", isUsed: false });
    else if (name === "li") this.#startItem(attributes);
    else if (name === "hr" && this.#grid === null) {
      if (this.#containers.every(({ isUsed, name: one }) => isUsed || one === "blockquote")) {
        this.#line = "---";
        this.#push();
      }
    }
  }

  close(name: string): void {
    if (marks.has(name) || name === "a") this.#unmark(name);
    else if (name === "td" || name === "th") this.#endCell();
    else if (name === "tr") this.#endRow();
    else if (name === "table") {
      this.#endRow();
      if (this.#tables.pop()) this.#last = [];
    } else if (name === "ul" || name === "ol") this.#lists.pop();
    else if (name === "blockquote" || name === "li") this.#leave(name);
    else if (name === "pre") {
      this.block();
      this.#pre = Math.max(0, this.#pre - 1);
      if (this.#pre === 0) this.#endFence();
    } else if (/^h[1-6]$/.test(name)) {
      this.block();
      this.#heading = 0;
    }
  }

  #mark(name: string, before: string, after: string, href = ""): void {
    const isWithin = this.#marks.some((mark) => mark.before === before && before !== "");
    const [open, end] = isWithin || this.#pre > 0 ? ["", ""] : [before, after];
    this.#marks.push({ name, before: open, after: end, isOpen: false, isShown: false, href, alts: [] });
  }

  #openLink(attributes: string): void {
    const href = attributeOf(attributes, "href");
    if (/^(?:https?|mailto|tel|sms|xmpp|callto):/i.test(href))
      this.#mark("a", "[", `](${target(href)})`, href);
    else this.#mark("a", "", "");
  }

  /** Ends a mark, and those that were opened in it. */
  #unmark(name: string): void {
    const at = this.#marks.findLastIndex((mark) => mark.name === name);
    if (at < 0) return;
    const inner = this.#marks.splice(at);
    for (const mark of inner.toReversed()) if (mark.isOpen) this.#line += mark.after;
    this.#marked = this.#line;
    const [link] = inner;
    // A link around a picture has no words: the picture names it, else its host.
    if (name === "a" && !link!.isShown && link!.before !== "") {
      const { href, alts, after } = link!;
      const label = linkLabel(href, alts) || (/^[a-z]+:\/\/([^/?#]{1,100})/i.exec(href)?.[1] ?? "link");
      if (this.#line !== "" && !this.#line.endsWith(" ")) this.#line += " ";
      this.#line += `[${escaped(label, false, this.#grid !== null)}${after}`;
    }
    // Marks that are left open in it go on behind it.
    for (const mark of inner.slice(1)) this.#marks.push({ ...mark, isOpen: false });
  }

  #contain(container: Container): void {
    // A fence is text, and holds no others.
    if (this.#pre > 0) this.#bullet = container.bullet;
    else this.#containers.push(container);
  }

  #leave(name: "blockquote" | "li"): void {
    this.block();
    this.#bullet = "";
    if (this.#pre > 0) return;
    const at = this.#containers.findLastIndex((container) => container.name === name);
    if (at >= 0) this.#containers.splice(at);
  }

  #startItem(attributes: string): void {
    const list = this.#lists.at(-1) ?? null;
    if (list) list.count = itemNumber(attributes, "value") ?? list.count + 1;
    if (this.#grid !== null) this.#bullet = list?.ordered ? `${list.count}. ` : "";
    // A number below zero starts no item in Markdown.
    const bullet = list?.ordered ? `${list.count < 0 ? `\\${list.count}` : list.count}. ` : "- ";
    this.#contain({ name: "li", list, bullet, isUsed: false });
  }

  /** Writes the line, and what stands before it. */
  #push(): void {
    let text = this.#line;
    for (const mark of this.#marks.toReversed()) {
      if (mark.isOpen) text += mark.after;
      mark.isOpen = false;
    }
    this.#line = "";
    if (this.#heading > 0) text = `${"#".repeat(this.#heading)} ${text}`;
    this.#write([text]);
  }

  #write(texts: readonly string[]): void {
    const around = this.#containers.slice(0, maxContainers);
    const common = around.findIndex((one, at) => one !== this.#last[at]);
    const shared = common < 0 ? around : around.slice(0, common);
    if (this.#isBroken && shared.length === around.length) this.#lines.push(`${this.#lines.pop() ?? ""}  `);
    else if (this.#lines.length > 0 && !this.#isTight(around, shared))
      this.#lines.push(shared.map(lead).join("").trimEnd());
    for (const text of texts) {
      let before = "";
      for (const container of around) {
        before += container.name === "li" && !container.isUsed ? container.bullet : lead(container);
        container.isUsed = true;
      }
      this.#lines.push(`${before}${text}`.trimEnd());
    }
    this.#last = around;
    this.#isBroken = false;
  }

  /** Whether no empty line stands before an item: behind one of its list, or first in the item around it. */
  #isTight(around: readonly Container[], shared: readonly Container[]): boolean {
    const item = around.find((one) => one.name === "li" && !one.isUsed);
    if (item === undefined) return false;
    const at = around.indexOf(item);
    return (
      this.#last.some(({ list }) => list !== null && list === item.list) ||
      (at > 0 && around[at - 1]!.name === "li" && shared.length >= at)
    );
  }

  #endFence(): void {
    const lines = this.#fenced;
    this.#fenced = [];
    while (lines.length > 0 && lines[0]!.trim() === "") lines.shift();
    while (lines.length > 0 && lines.at(-1)!.trim() === "") lines.pop();
    if (lines.length === 0) return;
    const longest = lines.reduce(
      (most, line) => Math.max(most, /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 2),
      2,
    );
    this.#fence = "`".repeat(longest + 1);
    let empty = 0;
    const kept = lines.filter((line) => {
      empty = line.trim() === "" ? empty + 1 : 0;
      return empty <= maxEmptyLines;
    });
    this.#write([this.#fence, ...kept, this.#fence]);
  }

  /** A table with headings and no table in it is one of Markdown; others lay a mail out: their rows are lines. */
  #openTable(): void {
    const start = this.#html.indexOf("<table", this.#tableAt);
    const end = this.#html.indexOf("</table>", start);
    this.#tableAt = start + 6;
    const isInner = this.#grid !== null;
    const next = this.#html.indexOf("<table", start + 6);
    const isFlat = !isInner && end >= 0 && (next < 0 || next > end) && this.#pre === 0;
    const isGrid = isFlat && /<th[ >]/.test(this.#html.slice(start, end));
    this.#tables.push(isGrid ? { rows: 0, cells: null } : isInner ? this.#grid : null);
  }

  #startRow(): void {
    const grid = this.#grid;
    if (grid === null) return;
    this.#endRow();
    grid.cells = [];
  }

  #endCell(): void {
    const cells = this.#grid?.cells;
    if (!cells) return;
    for (const mark of this.#marks.toReversed()) {
      if (mark.isOpen) this.#line += mark.after;
      mark.isOpen = false;
    }
    cells.push(this.#line.trim());
    this.#line = "";
  }

  #endRow(): void {
    const grid = this.#grid;
    if (grid === null) return;
    const rest = this.#line.trim();
    this.#line = "";
    const cells = grid.cells ?? [];
    grid.cells = null;
    if (rest !== "") cells.push(rest);
    if (cells.length === 0) return;
    const row = `| ${cells.join(" | ")} |`;
    if (grid.rows++ === 0) this.#write([row, `|${" --- |".repeat(cells.length)}`]);
    else {
      const before = this.#containers.slice(0, maxContainers).map(lead).join("");
      this.#lines.push(`${before}${row}`);
    }
  }
}

function lead({ name, bullet }: Container): string {
  return name === "blockquote" ? "> " : " ".repeat(bullet.length);
}

function spaced(line: string): string {
  return line === "" || line.endsWith(" ") ? line : `${line} `;
}

/** The address of a link between its brackets. */
function target(href: string): string {
  const bare = href.replaceAll("<", "%3C").replaceAll(">", "%3E");
  return /[\s()]/.test(bare) ? `<${bare}>` : bare;
}

const special =
  /[\\`[\]]|\*(?! )|(?<! )\*|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])|~~|<(?=[a-z/!?])|&(?=#?[a-z0-9]{1,31};)/giu;
const opening = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|-{3,}$|={1,}$|\d{1,9}(?=[.)](?:\s|$)))/;

/** Words as they are, and no Markdown. */
function escaped(text: string, isFirst: boolean, isCell: boolean): string {
  let words = text.replace(special, (mark) => (mark === "~~" ? "\\~\\~" : `\\${mark}`));
  if (isCell) words = words.replaceAll("|", "\\|");
  if (!isFirst) return words;
  return words.replace(opening, (mark) => (/^\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}
