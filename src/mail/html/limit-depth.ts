// Limits the nesting of HTML before it is parsed: the parser searches its stack of open elements for every tag (a megabyte of
// <div> and a megabyte of </b> would take minutes), and the sanitiser's own limit drops line breaks with the tags. Text is kept.

/** Below the sanitiser's own limit, which therefore never applies. */
const maxOpen = 240;

const voids = new Set(
  "area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr".split(
    " ",
  ),
);

/** By element: those that the parser closes when it begins, if innermost. */
const ends = new Map<string, Set<string>>();
for (const [ended, beginning] of [
  [
    "p",
    "p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure footer form",
  ],
  ["p", "header hr main nav ol pre section table ul"],
  ["h1 h2 h3 h4 h5 h6", "h1 h2 h3 h4 h5 h6"],
  ["tr th td", "tr"],
  ["thead th td", "td"],
  ["thead tbody", "tbody tfoot"],
  ["th", "th"],
  ["li", "li"],
  ["a", "a"],
  ["dd dt", "dd dt"],
  ["rt rp", "rt rp"],
  ["option", "option optgroup"],
] as const) {
  for (const name of beginning.split(" ")) {
    ends.set(name, new Set([...(ends.get(name) ?? []), ...ended.split(" ")]));
  }
}

/** Elements that begin a line: a removed one leaves a line break. */
const lines = new Set(
  "p li dt dd tr div table ul ol dl blockquote center pre section article h1 h2 h3 h4 h5 h6".split(" "),
);

const tag = /<(\/?)([a-zA-Z][^\s/>]{0,40})/g;

/**
 * The HTML with at most 240 open elements: the tags of deeper ones become void elements, `<br>` where a line began, else
 * `<param>`, which the sanitiser drops. The same string when nothing is too deep. Linear.
 */
export function limitDepth(html: string): string {
  const stack: string[] = [];
  const dropped = new Map<string, number>();
  let out = "";
  let done = 0;
  tag.lastIndex = 0;
  for (let match = tag.exec(html); match !== null; match = tag.exec(html)) {
    const name = (match[2] ?? "").toLowerCase();
    let instead = "";
    if (match[1] === "") {
      const ended = ends.get(name);
      while (ended?.has(stack.at(-1) ?? "")) stack.pop();
      if (voids.has(name)) continue;
      if (stack.length < maxOpen) stack.push(name);
      else {
        dropped.set(name, (dropped.get(name) ?? 0) + 1);
        instead = lines.has(name) ? "<br" : "<param";
      }
    } else {
      const pending = dropped.get(name) ?? 0;
      if (pending > 0) {
        dropped.set(name, pending - 1);
        instead = "</param";
      } else {
        const at = stack.lastIndexOf(name);
        if (at >= 0) stack.length = at;
      }
    }
    if (instead === "") continue;
    out += html.slice(done, match.index) + instead;
    done = tag.lastIndex;
  }
  return done === 0 ? html : out + html.slice(done);
}
