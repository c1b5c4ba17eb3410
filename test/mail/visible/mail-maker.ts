// Makes mails from a grammar of HTML and CSS: elements in each other, words that are told apart, and one to three techniques that
// may hide some of them or not, by style attributes, style sheets and attributes.
// Long: the grammar, a technique a row.

type Random = (limit: number) => number;

/** Declarations that belong together; the value of each may be any of its alternatives. */
const techniques: readonly (readonly [property: string, ...values: string[]])[][] = [
  [
    [
      "display",
      "none",
      "block",
      "inline-block",
      "contents",
      "flex",
      "inline",
      "none !important",
      "table",
      "flow-root",
    ],
  ],
  [["visibility", "hidden", "visible", "collapse"]],
  [["opacity", "0", ".01", ".5", "1", "0%", "60%"]],
  [
    [
      "font-size",
      "0",
      "1px",
      "2pt",
      "12px",
      ".05em",
      "1.4em",
      "0%",
      "90%",
      "calc(1px - 1px)",
      "max(0px, 1px)",
      "small",
    ],
  ],
  [
    [
      "color",
      "#fff",
      "white",
      "#fefefe",
      "transparent",
      "rgb(255 255 255 / 1)",
      "#000",
      "hsl(0 0% 100%)",
      "light-dark(#fff, #000)",
      "light-dark(#000, #fff)",
      "color-mix(in srgb, white 98%, black)",
      "color-mix(in srgb, black, white 20%)",
      "rgba(0,0,0,.01)",
      "navy",
      "oklch(1 0 0)",
      "lab(100 0 0)",
    ],
  ],
  [
    ["color", "#222", "#212121", "#fff", "gold"],
    ["background-color", "#222", "#fff", "gold"],
  ],
  [
    ["color", "#fff", "#000", "#808080"],
    ["background", "#fff", "#000", "linear-gradient(#fff, #fff)", "linear-gradient(#000, #222)", "gray"],
  ],
  [
    ["background", "#333", "#fff", "silver"],
    ["color", "inherit", "currentcolor", "#fff", "#333"],
  ],
  [["-webkit-text-fill-color", "transparent", "#fff", "#000", "currentcolor"]],
  [
    [
      "filter",
      "opacity(0)",
      "opacity(5%)",
      "opacity(.6)",
      "brightness(0)",
      "brightness(5)",
      "contrast(0)",
      "invert(1)",
      "blur(20px)",
      "blur(0.2px)",
      "grayscale(1)",
      "none",
      "opacity(0) blur(1px)",
    ],
  ],
  [
    ["filter", "brightness(9)", "contrast(0)", "invert(1)", "brightness(1)", "grayscale(1)"],
    ["background", "#ccc", "#fff", "#888"],
    ["color", "#777", "#333", "#000"],
  ],
  [
    [
      "mask-image",
      "linear-gradient(transparent, transparent)",
      "linear-gradient(#000, #000)",
      "none",
      "linear-gradient(to right, transparent, transparent)",
      "linear-gradient(rgba(0,0,0,0), rgba(0,0,0,.02))",
    ],
  ],
  [
    ["mask", "linear-gradient(#000, #000) no-repeat", "linear-gradient(#000,#000)"],
    ["mask-size", "0 0", "100% 100%", "auto", "0 100%", "1px 1px"],
  ],
  [
    [
      "mask",
      "linear-gradient(#000 0 0) 0 0 / 0 0 no-repeat",
      "linear-gradient(#000 0 0) 0 0 / 100% 100% no-repeat",
      "linear-gradient(transparent 0 0)",
    ],
  ],
  [
    ["height", "0", "1px", "3px", "60px", "auto", "300px"],
    ["overflow", "hidden", "clip", "visible"],
  ],
  [
    ["max-height", "0", "0px", "60px", "none"],
    ["overflow", "hidden", "visible"],
  ],
  [
    ["width", "0", "1px", "300px", "auto"],
    ["overflow", "hidden", "visible", "clip"],
    ["white-space", "nowrap", "normal"],
  ],
  [
    ["block-size", "0", "80px"],
    ["overflow", "hidden"],
  ],
  [
    ["max-block-size", "0", "none"],
    ["overflow-block", "hidden", "visible"],
  ],
  [
    ["inline-size", "0", "200px"],
    ["overflow-inline", "hidden"],
    ["white-space", "nowrap"],
  ],
  [
    ["height", "22px", "40px", "200px"],
    ["overflow", "hidden"],
    ["padding-top", "0", "60px", "4px"],
    ["box-sizing", "border-box", "content-box"],
  ],
  [
    ["height", "30px", "100px"],
    ["overflow", "hidden"],
    ["text-indent", "0", "-2000px", "2000px"],
  ],
  [
    ["line-height", "0", "1", "1.5", "normal"],
    ["overflow", "hidden", "visible"],
  ],
  [
    ["position", "absolute"],
    ["left", "-9999px", "20px", "-400em"],
    ["top", "0", "auto"],
  ],
  [
    ["position", "absolute", "fixed"],
    ["top", "-5000px", "auto", "-3000px"],
  ],
  [
    ["position", "relative"],
    ["left", "-5000px", "0", "10px"],
  ],
  [
    ["position", "relative"],
    ["inset-inline-start", "-6000px", "0"],
    ["direction", "ltr", "rtl"],
  ],
  [
    ["position", "absolute"],
    ["inset", "-4000px auto auto 0", "auto"],
  ],
  [
    ["position", "absolute"],
    ["right", "-20px", "110%", "5000px", "10px"],
  ],
  [
    ["position", "absolute"],
    ["clip", "rect(0 0 0 0)", "rect(1px,1px,1px,1px)", "auto", "rect(0px,500px,300px,0px)"],
  ],
  [
    [
      "clip-path",
      "inset(50%)",
      "inset(0 100% 0 0)",
      "circle(0)",
      "none",
      "inset(0)",
      "polygon(0 0, 0 0, 0 0)",
      "circle(100%)",
      "inset(0 0 0 600px)",
      "inset(0 -10px)",
      "ellipse(0 0)",
      "inset(100px 0 0 0)",
      "path('M0 0z')",
      "rect(0 0 0 0)",
      "xywh(0 0 0 0)",
      "polygon(0 0, 100% 0, 100% 100%, 0 100%)",
    ],
  ],
  [
    ["text-indent", "-9999px", "0", "20px", "-300%"],
    ["white-space", "nowrap", "normal"],
  ],
  [["margin-left", "-9999px", "10px", "-3000px"]],
  [
    ["margin-inline-start", "-9999px", "0"],
    ["direction", "ltr", "rtl"],
  ],
  [["margin-top", "-3000px", "10px", "-1px"]],
  [
    [
      "transform",
      "scale(0)",
      "scale(1)",
      "rotateX(90deg)",
      "rotateY(90deg)",
      "rotate(5deg)",
      "translateX(-5000px)",
      "translate(10px, 2px)",
      "rotate3d(1,0,0,90deg)",
      "rotate3d(1,1,0,90deg)",
      "scaleX(.001)",
      "skewX(20deg)",
      "matrix(0,0,0,0,0,0)",
      "perspective(100px) rotateY(90deg)",
      "rotateX(180deg)",
      "rotateX(.25turn)",
      "rotateX(100grad)",
      "translate3d(-4000px,0,0)",
    ],
  ],
  [
    ["transform", "rotateY(180deg)", "rotateX(180deg)", "rotateY(60deg)", "none"],
    ["backface-visibility", "hidden", "visible"],
  ],
  [["scale", "0", "1", "0 1", "1.1", "50%"]],
  [["rotate", "x 90deg", "y 90deg", "z 3deg", "0deg", "1 0 0 90deg"]],
  [["translate", "-5000px", "0 0", "0 -4000px", "4px"]],
  [["zoom", "0", "1", ".01", "1.2", "100%"]],
  [["letter-spacing", "-1em", "normal", "2px", "-20px"]],
  [
    ["mix-blend-mode", "screen", "multiply", "lighten", "darken", "normal", "difference", "overlay"],
    ["background", "#fff", "#000", "none"],
    ["color", "#fff", "#000"],
  ],
  [["content-visibility", "hidden", "visible", "auto"]],
  [["-webkit-text-security", "disc", "none"]],
  [
    ["z-index", "-1", "1", "0"],
    ["position", "relative", "static"],
  ],
  [["float", "left", "right", "none"]],
  [["direction", "rtl", "ltr"]],
  [["columns", "2", "auto"]],
  [["font", "0/0 a", "14px/20px serif", "bold 1px serif", "italic 16px/1 sans-serif"]],
  [
    ["all", "unset", "initial"],
    ["display", "none", "block"],
  ],
  [
    ["--c", "none", "block"],
    ["display", "var(--c)", "var(--missing, none)", "var(--missing, block)"],
  ],
  [
    ["display", "-webkit-box"],
    ["-webkit-line-clamp", "1", "none"],
    ["-webkit-box-orient", "vertical"],
    ["overflow", "hidden"],
    ["width", "90px", "600px"],
  ],
  [
    ["text-shadow", "0 0 4px #000", "none"],
    ["color", "#fff", "transparent"],
  ],
  [
    ["-webkit-text-stroke", "1px #000", "0"],
    ["color", "#fff", "#000"],
  ],
  [
    ["text-overflow", "ellipsis"],
    ["overflow", "hidden"],
    ["width", "0", "400px"],
    ["white-space", "nowrap"],
  ],
];

/** How rules are wrapped, with what goes into them. */
const wrappers: readonly ((rule: string) => string)[] = [
  (rule) => rule,
  (rule) => rule,
  (rule) => rule,
  (rule) => `@media screen{${rule}}`,
  (rule) => `@media print{${rule}}`,
  (rule) => `@media (max-width:480px){${rule}}`,
  (rule) => `@media only screen and (min-width:480px){${rule}}`,
  (rule) => `@media (prefers-color-scheme:dark){${rule}}`,
  (rule) => `@media (400px <= width <= 2000px){${rule}}`,
  (rule) => `@media not all{${rule}}`,
  (rule) => `@media not print{${rule}}`,
  (rule) => `@media (hover) and (pointer:fine){${rule}}`,
  (rule) => `@supports (display:grid){${rule}}`,
  (rule) => `@supports not (display:grid){${rule}}`,
  (rule) => `@supports (nothing:known) or (color:red){${rule}}`,
  (rule) => `@layer a{${rule}}`,
  (rule) => `@layer b,a;@layer a{${rule}}@layer b{.none{display:none}}`,
  (rule) => `@container (min-width:100px){${rule}}`,
  (rule) => `@scope (.box){${rule}}`,
  (rule) => `@charset "utf-8";@import url(none.css);@font-face{font-family:x;src:url(x)}${rule}`,
  (rule) => `<!-- ${rule} -->`,
  (rule) => `.broken{color red;{}}${rule}`,
  (rule) => `@keyframes k{from{opacity:0}}${rule}`,
];

const selectors = [
  ".$c",
  "#$i",
  "$t.$c",
  "[class=$c]",
  "[class^=$c]",
  "[id]#$i",
  "body .$c",
  "body > * .$c",
  ".$c:not(.zz)",
  ".$c:is($t)",
  ":where(.$c)",
  ".$c, .zz",
  "*.$c",
  ".box > .$c",
  ".$c:nth-child(n)",
  ".$c:first-child",
  ".$c:last-child",
  ".$c:only-child",
  ".$c:nth-of-type(1)",
  ".$c:nth-last-child(2)",
  ".$c:has(b)",
  ".$c:not(:has(b))",
  ".$c:empty",
  "* + .$c",
  "* ~ .$c",
  ".$c:hover",
  ".$c:link",
  ".$c::before",
  ".$c:nth-child(2 of $t)",
  "html .$c",
  ".$c:lang(en)",
  ".$c:dir(ltr)",
  ".$c:root",
  ".$c:checked",
  "$t:last-of-type.$c",
];

const blocks = [
  "div",
  "p",
  "section",
  "blockquote",
  "center",
  "h2",
  "article",
  "ul",
  "table",
  "div",
  "div",
  "pre",
  "details",
  "fieldset",
];
const inlines = [
  "span",
  "b",
  "font",
  "a",
  "i",
  "small",
  "sup",
  "em",
  "span",
  "mark",
  "bdo",
  "s",
  "tt",
  "u",
  "ruby",
  "q",
  "label",
  "abbr",
];
const attributesOf = [
  " hidden",
  " popover",
  ' popover="manual"',
  ' hidden="until-found"',
  ' dir="rtl"',
  ' aria-hidden="true"',
  " inert",
  ' bgcolor="#ffffff"',
  ' color="#ffffff"',
  ' size="1"',
  ' align="right"',
  ' width="1"',
  ' height="1"',
  ' lang="en"',
  ' title="tip"',
];

export interface MadeMail {
  html: string;
  words: string[];
  /** What was done in it, to sort what goes wrong. */
  done: string[];
}

const syllables =
  "ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu".split(
    " ",
  );

export function makeMail(random: Random): MadeMail {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const words: string[] = [];
  const done: string[] = [];
  const sheet: string[] = [];
  let ids = 0;
  const word = () => {
    let made = "";
    do made = `${pick(syllables)}${pick(syllables)}${pick(syllables)}${pick(syllables)}`;
    while (words.includes(made));
    words.push(made);
    return made;
  };
  const declarations = (tag = "") => {
    // A cell of no size is taken for hidden, though browsers make it as large as its text.
    const some =
      tag === "td"
        ? techniques.filter((one) => !one.some(([name]) => /size|height|width/.test(name)))
        : techniques;
    const chosen = pick(some).map(([property, ...values]) => `${property}:${pick(values)}`);
    done.push(chosen.join(";"));
    return chosen.join(";");
  };
  let left = 1 + random(3);
  const treated = (tag: string): string => {
    if (left === 0 || random(4) > 0) return "";
    left--;
    const kind = random(8);
    if (kind === 0) {
      const attribute = pick(attributesOf);
      done.push(`<${tag}${attribute}>`);
      return attribute;
    }
    if (kind < 4) return ` style="${declarations(tag)}"`;
    const [name, id] = [`c${ids++}`, `i${ids}`];
    const selector = pick(selectors).replaceAll("$c", name).replaceAll("$i", id).replaceAll("$t", tag);
    const rule = declarations(tag);
    const nested = random(6) === 0 ? `body{& ${selector}{${rule}}}` : `${selector}{${rule}}`;
    const wrapped = pick(wrappers)(nested);
    done.push(wrapped);
    sheet.push(wrapped);
    if (random(5) === 0) sheet.push(`.${name}{${declarations(tag)}}`);
    return ` class="${name}" id="${id}"`;
  };
  const inline = (depth: number): string => {
    if (depth === 0 || random(3) === 0) return word();
    const tag = pick(inlines);
    const inside = Array.from({ length: 1 + random(2) }, () => inline(depth - 1)).join(
      pick([" ", " ", "", "<br>"]),
    );
    if (tag === "ruby") return `<ruby>${word()}<rp>${word()}</rp><rt>${word()}</rt></ruby>`;
    if (tag === "a") return `<a href="https://a.example/"${treated(tag)}>${inside}</a>`;
    if (tag === "bdo") return `<bdo dir="ltr"${treated(tag)}>${inside}</bdo>`;
    return `<${tag}${treated(tag)}>${inside}</${tag}>`;
  };
  const covered = () => {
    done.push("cover");
    const cover = pick([
      "position:absolute;inset:0;background:#fff",
      "position:absolute;left:0;top:0;width:100%;height:100%;background:#eee",
      "position:absolute;left:0;top:0;width:100%;height:100%",
      "position:absolute;left:0;top:0;width:4px;height:4px;background:#fff",
      "position:absolute;inset:0;background:#fff;z-index:-1",
      "position:absolute;inset:0;background:rgba(255,255,255,.1)",
      "margin-top:-40px;height:60px;background:#fff;position:relative",
    ]);
    return `<div style="position:relative">${word()}<div style="${cover}"></div></div>`;
  };
  const cells = (tag: string) =>
    Array.from({ length: 1 + random(2) }, () => `<${tag}${treated("td")}>${inline(2)}</${tag}>`).join("");
  const block = (depth: number): string => {
    if (depth === 0) return `<p>${inline(2)}</p>`;
    if (random(30) === 0) return covered();
    const tag = pick(blocks);
    const own = treated(tag);
    const inside = () => (random(2) === 0 ? inline(2) : block(depth - 1));
    if (tag === "p" || tag === "h2") return `<${tag}${own}>${inline(2)} ${inline(1)}</${tag}>`;
    if (tag === "pre") return `<pre${own}>${inline(1)}\n${inline(1)}</pre>`;
    if (tag === "ul") return `<ul${own}><li${treated("li")}>${inside()}</li><li>${inline(1)}</li></ul>`;
    if (tag === "details")
      return `<details${own}${random(2) ? " open" : ""}><summary>${word()}</summary>${inside()}</details>`;
    if (tag === "fieldset") return `<fieldset${own}><legend>${word()}</legend>${inside()}</fieldset>`;
    if (tag === "table") {
      const head = random(4) === 0 ? `<col style="visibility:${pick(["collapse", "visible"])}"><col>` : "";
      if (head !== "") done.push(head);
      return `<table${own}>${head}<tr${treated("tr")}>${cells("td")}</tr><tr>${cells(pick(["td", "th"]))}</tr></table>`;
    }
    return `<${tag} class="box"${own.includes(" class=") ? own.replace(' class="', ' data-x="') : own}>${inside()}${pick(["", " ", "\n"])}${inside()}</${tag}>`;
  };
  const inner = Array.from({ length: 2 + random(3) }, () => block(1 + random(3))).join("\n");
  const doctype = random(4) === 0 ? "" : "<!doctype html>";
  const css = sheet.length === 0 ? "" : `<style>${sheet.join("\n")}</style>`;
  const html = `${doctype}<html lang="en"><head>${css}</head><body><p>${word()}</p>${inner}<p>${word()}</p></body></html>`;
  return { html, words, done };
}
