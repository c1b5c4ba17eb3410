// Where HTML is cut into well-formed fragments without rebuilding it: the first is its beginning plus closing tags, the
// second opens again what was open and goes on to the end.

import { Tokenizer } from "htmlparser2";
import { voidElements } from "./html-lines.ts";

/** Deeper documents are not cut: both fragments would repeat the depth. */
const maxDepth = 1_000;

/** A place where HTML can be cut: what the part before needs at its end, and the part after at its beginning. */
export interface CutPoint {
  at: number;
  closers: string;
  openers: string;
}

/**
 * Where to cut `html` between the text that ends at `from` and the text that begins at `until`: behind the tags that
 * close after the first, before what opens for the second. Null when the place is nested too deep.
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

/** Opening tags without the names by which mail programs mark history. */
export function withoutMarks(openers: string): string {
  return openers.replace(/ (?:class|id|name)="[^"]*"/g, "");
}
