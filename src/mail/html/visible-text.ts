// The visible text of sanitised HTML: blocks become lines, table cells are joined by spaces, hidden elements are left out.
// html-to-text is not used: it builds trees, which hostile nesting makes costly, and includes hidden text. Linear.

import { altText, attributeOf, decodeText, type FlowPrinter, printFlow } from "./flow.ts";
import { linkLabel, linkTarget } from "./link-target.ts";

/**
 * The visible text of sanitised HTML, lines separated by "\n", no white space around it. Linear.
 * @param links shows where links go, behind their words
 * @param alts shows the words of pictures, in square brackets; those of a picture that is a whole link are the link's
 */
export function visibleText(html: string, { links = false, alts = true } = {}): string {
  const printer = new TextPrinter({ links, alts });
  printFlow(html, printer);
  return printer.lines.join("\n").trim();
}

/** The words of pictures in the order of the text, as `visibleText` shows them. */
export function shownAlts(html: string): string[] {
  if (!html.includes("<img ")) return [];
  const printer = new TextPrinter({ links: true, alts: true });
  printFlow(html, printer);
  return printer.alts;
}

/**
 * The text of a reply that is HTML alone, with where its links go and what its pictures say; its words without both, or those of its
 * pictures where it has no others; what is searched: all of its words.
 */
export function textOfReply(html: string): { text: string; words: string; searched: string } {
  const words = visibleText(html, { alts: false });
  const hasAlts = html.includes("<img ");
  const searched = hasAlts ? visibleText(html) : words;
  const text = html.includes("<a ") ? visibleText(html, { links: true }) || searched : searched;
  return { words: words === "" && hasAlts ? pictureText(html) : words, text, searched };
}

/** The alt texts of pictures, for mails without other text. Lines separated by "\n". */
function pictureText(html: string): string {
  return picturesOf(html, altText);
}

/** Names of pictures, also of their files, as plain parts repeat them. Lines separated by "\n". */
export function pictureNames(html: string): string {
  return picturesOf(html, (alt) => alt.replace(/\s+/g, " ").trim());
}

function picturesOf(html: string, textOf: (alt: string) => string): string {
  const texts: string[] = [];
  for (const [, alt = ""] of html.matchAll(/<img [^<>]*?alt="([^">]*)"/g)) {
    const text = textOf(decodeText(alt));
    if (text !== "" && text !== texts.at(-1)) texts.push(text);
  }
  return texts.join("\n");
}

/** Number of the first item of an ordered list, and of an item that has its own. */
export function itemNumber(attributes: string, name: "start" | "value"): number | null {
  const value = attributes === "" ? "" : attributeOf(attributes, name);
  return /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}

class TextPrinter implements FlowPrinter {
  readonly lines: string[] = [];
  /** The words of pictures, as they were shown. */
  readonly alts: string[] = [];
  readonly #shows: { links: boolean; alts: boolean };
  #line = "";
  readonly #lists: { ordered: boolean; count: number }[] = [];
  /** The bullet or number for the next text. */
  #bullet = "";
  /** The open link with its words so far. */
  #link: { href: string; words: string; alts: string[] } | null = null;

  constructor(shows: { links: boolean; alts: boolean }) {
    this.#shows = shows;
  }

  words(text: string, space: boolean): void {
    if (text !== "") this.#name();
    if (this.#link) this.#link.words += space ? ` ${text}` : text;
    this.#put(text, space && this.#line !== "");
  }

  picture(alt: string, space: boolean): void {
    if (!this.#shows.alts) return;
    if (this.#link && this.#link.words === "") this.#link.alts.push(alt);
    else this.#show(`[${alt}]`, space);
  }

  /** Shows the pictures before the words of a link. */
  #name(): void {
    for (const alt of this.#link?.alts.splice(0) ?? []) this.#show(`[${alt}]`, true);
  }

  #show(alt: string, space: boolean): void {
    this.alts.push(alt);
    this.#put(alt, space);
  }

  #put(text: string, space: boolean): void {
    if (this.#line === "") {
      this.#line = this.#bullet;
      this.#bullet = "";
    } else if (space && !this.#line.endsWith(" ")) this.#line += " ";
    this.#line += text;
  }

  raw(text: string): void {
    this.#name();
    if (this.#link) this.#link.words += text;
    if (this.#line === "") {
      this.#line = this.#bullet;
      this.#bullet = "";
    }
    this.#line += text;
  }

  line(): void {
    this.lines.push(this.#line.trimEnd());
    this.#line = "";
  }

  block(gap: boolean): void {
    if (this.#line !== "") this.line();
    if (gap && this.lines.length > 0 && this.lines.at(-1) !== "") this.lines.push("");
  }

  open(name: string, attributes: string): void {
    if (name === "a") this.#openLink(attributeOf(attributes, "href"));
    else if (name === "ul" || name === "ol")
      this.#lists.push({ ordered: name === "ol", count: (itemNumber(attributes, "start") ?? 1) - 1 });
    else if (name === "li") this.#startItem(attributes);
  }

  close(name: string): void {
    if (name === "a") this.#closeLink();
    else if (name === "ul" || name === "ol") this.#lists.pop();
    else if (name === "li") this.#bullet = "";
  }

  #openLink(href: string): void {
    this.#name();
    this.#link = href === "" ? null : { href, words: "", alts: [] };
  }

  #startItem(attributes: string): void {
    const list = this.#lists.at(-1);
    if (list) list.count = itemNumber(attributes, "value") ?? list.count + 1;
    const indent = "  ".repeat(Math.min(Math.max(this.#lists.length - 1, 0), 20));
    this.#bullet = indent + (list?.ordered ? `${list.count}. ` : "* ");
  }

  #closeLink(): void {
    const link = this.#link;
    if (link === null) return;
    this.#link = null;
    const isNamed = link.words.trim() !== "" || !(this.#shows.links || link.alts.length > 0);
    const label = isNamed ? "" : linkLabel(link.href, link.alts);
    if (link.alts.length > 0) this.alts.push(label);
    if (label !== "") this.#put(label, true);
    const target = this.#shows.links ? linkTarget(link.href, link.words + label) : null;
    if (target === null) return;
    if (this.#line.trim() !== "") this.#line = `${this.#line.trimEnd()} <${target}>`;
    else {
      const last = this.lines.findLastIndex((line) => line !== "");
      if (last >= 0) this.lines[last] += ` <${target}>`;
    }
  }
}
