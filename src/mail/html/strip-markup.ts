// Strips the tags of HTML that is too large to be sanitised in time, so that the text of mails with megabytes of markup is read.

import { Parser } from "htmlparser2";
import { limitDepth } from "./limit-depth.ts";

const breaking = new Set(
  "br p div tr li table ul ol dl dt dd blockquote pre h1 h2 h3 h4 h5 h6 hr section".split(" "),
);

const silent = new Set("script style title textarea option template iframe svg audio video".split(" "));

/** The text of any HTML, lines separated by "\n". Linear; several times faster than sanitising. */
export function strippedText(html: string): string {
  let text = "";
  let hidden = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (silent.has(name)) hidden++;
      else if (breaking.has(name) && !text.endsWith("\n")) text += "\n";
      else if (name === "td" || name === "th") text += " ";
    },
    onclosetag: (name) => {
      if (silent.has(name)) hidden--;
    },
    ontext: (chunk) => {
      if (hidden === 0) text += chunk;
    },
  });
  parser.write(limitDepth(html));
  parser.end();
  return text
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line, index, all) => line !== "" || (index > 0 && all[index - 1] !== ""))
    .join("\n")
    .trim();
}
