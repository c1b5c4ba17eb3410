// Cuts HTML into two well-formed fragments without rebuilding it: the first gets closing tags, and the second opens the open
// elements again.

import { Tokenizer } from "htmlparser2";
import { voidElements } from "../html/void-elements.ts";

/** Deeper documents are not cut: both fragments would repeat the depth. */
const maxDepth = 1_000;

/** Where HTML can be cut, the closing tags for the part before, and the opening tags for the part after. */
export interface CutPoint {
  at: number;
  closers: string;
  openers: string;
}

/**
 * Where to cut `html` between the text that ends at `from` and the text that begins at `until`: behind the tags that close after
 * the first text, before those that open for the second. Null when nested too deep.
 */
export function cutPoint(html: string, from: number, until: number): CutPoint | null {
  const open: { name: string; tag: string }[] = [];
  const counts = new Map<string, number>();
  let name = "";
  let start = 0;
  let cut = from;
  let closing = true;
  const opened = (end: number): void => {
    if (!closing || voidElements.has(name)) return;
    open.push({ name, tag: html.slice(start, end + 1) });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname: (nameStart, nameEnd) => {
        start = nameStart - 1;
        if (start >= from) closing = false;
        name = html.slice(nameStart, nameEnd).toLowerCase();
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (nameStart, nameEnd) => {
        const closed = html.slice(nameStart, nameEnd).toLowerCase();
        if (!closing || (counts.get(closed) ?? 0) === 0) return;
        for (let top = open.pop(); top; top = open.pop()) {
          counts.set(top.name, counts.get(top.name)! - 1);
          if (top.name === closed) break;
        }
        if (nameStart >= from) cut = html.indexOf(">", nameEnd) + 1;
      },
      ontext: () => {},
      ontextentity: () => {},
      onattribname: () => {},
      onattribdata: () => {},
      onattribentity: () => {},
      onattribend: () => {},
      oncomment: () => {},
      oncdata: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html.slice(0, until));
  if (open.length > maxDepth) return null;
  return {
    at: cut,
    closers: open
      .map((one) => `</${one.name}>`)
      .reverse()
      .join(""),
    openers: open.map((one) => one.tag).join(""),
  };
}

/** Opening tags without the classes, ids and names that mark history. */
export function withoutMarks(openers: string): string {
  return openers.replace(/ (?:class|id|name)="[^"]*"/g, "");
}
