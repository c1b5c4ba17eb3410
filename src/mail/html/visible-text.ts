// The visible text of sanitised HTML: blocks become lines, table cells are joined by spaces, hidden elements are left out.
// html-to-text is not used: it builds trees, which hostile nesting makes costly, and includes hidden text. Linear.

import { attributeOf, decodeText, type FlowPrinter, printFlow } from "./flow.ts";
import { linkLabel, linkTarget } from "./link-target.ts";

/**
 * The visible text of sanitised HTML, lines separated by "\n", no white space around it. Linear.
 * @param links shows where links go, behind their words
 */
export function visibleText(html: string, { links = false } = {}): string {
  const printer = new TextPrinter(links);
  printFlow(html, printer);
  return printer.lines.join("\n").trim();
}

/**
 * The text of a reply that is HTML alone, with where its links go, and its words without that. Pictures alone: the texts of all of
 * them, not of linked ones alone.
 */
export function textOfReply(html: string): { text: string; words: string } {
  const words = visibleText(html);
  if (words === "") return { words: pictureText(html), text: pictureText(html) };
  return { words, text: html.includes("<a ") ? visibleText(html, { links: true }) || words : words };
}

/** The alt texts of pictures, for mails without other text. Lines separated by "\n". */
export function pictureText(html: string): string {
  const texts: string[] = [];
  for (const [, alt = ""] of html.matchAll(/<img [^<>]*?alt="([^">]*)"/g)) {
    const text = decodeText(alt).replace(/\s+/g, " ").trim();
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
  readonly #links: boolean;
  #line = "";
  readonly #lists: { ordered: boolean; count: number }[] = [];
  /** The bullet or number for the next text. */
  #bullet = "";
  /** The open link with its words so far. */
  #link: { href: string; words: string; alts: string[] } | null = null;

  constructor(links: boolean) {
    this.#links = links;
  }

  words(text: string, space: boolean): void {
    if (this.#link) this.#link.words += space ? ` ${text}` : text;
    if (this.#line === "") {
      this.#line = this.#bullet;
      this.#bullet = "";
    } else if (space) this.#line += " ";
    this.#line += text;
  }

  raw(text: string): void {
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
    if (name === "a" && this.#links)
      this.#link = { href: attributeOf(attributes, "href"), words: "", alts: [] };
    else if (name === "img") this.#link?.alts.push(attributeOf(attributes, "alt"));
    else if (name === "ul" || name === "ol")
      this.#lists.push({ ordered: name === "ol", count: (itemNumber(attributes, "start") ?? 1) - 1 });
    else if (name === "li") this.#startItem(attributes);
  }

  close(name: string): void {
    if (name === "a") this.#closeLink();
    else if (name === "ul" || name === "ol") this.#lists.pop();
    else if (name === "li") this.#bullet = "";
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
    const label = link.words.trim() === "" ? linkLabel(link.href, link.alts) : "";
    if (label !== "") this.words(label, this.#line !== "" && !this.#line.endsWith(" "));
    const target = linkTarget(link.href, link.words);
    this.#link = null;
    if (target === null) return;
    if (this.#line.trim() !== "") this.#line = `${this.#line.trimEnd()} <${target}>`;
    else {
      const last = this.lines.findLastIndex((line) => line !== "");
      if (last >= 0) this.lines[last] += ` <${target}>`;
    }
  }
}
