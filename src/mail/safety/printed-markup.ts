// Markup that a program printed into a plain part: tags, style sheets, header fields of a part. What its names and values do not
// say stays: words in comments, strings and names of their own are read by programs as others are. Linear.

/** Names of HTML and CSS, their usual values, and names that templates give to parts of a mail. */
const names = new Set(
  `html head body title meta link style script table tbody thead tr td th p div span a img br hr font b i u em strong center ul ol li h1 h2 h3 h4 h5 h6 blockquote pre code form input select option area map nobr sup sub small big tt doctype public dtd w3c en transitional strict loose xhtml
href src alt width height align valign bgcolor background border cellspacing cellpadding colspan rowspan color colour face size class id name rel type lang charset content http equiv target vspace hspace nowrap text vlink alink bordercolor noshade viewport xmlns mailto
css screen only and print all media import url important max min device initial scale hover visited active focus after before first last child root font-face
margin padding top right bottom left inset float clear display position overflow visibility opacity z index box sizing family weight line decoration transform spacing letter word wrap break indent white space space vertical list radius outline collapse shadow transition cursor pointer table-layout layout fixed row column flex grid gap flow webkit moz ms mso o khtml adjust smoothing interpolation mode bicubic rspace lspace rule exactly fallback resize table-lspace table-rspace
none auto normal inherit initial block inline hidden visible absolute relative static solid dotted dashed double bold bolder lighter italic oblique underline capitalize uppercase lowercase middle baseline justify start end both separate transparent black white gray grey silver red green blue navy maroon yellow orange purple teal aqua lime olive fuchsia
arial helvetica verdana geneva tahoma trebuchet georgia times roman new courier monospace sans serif segoe ui roboto lato open calibri lucida grande palatino garamond neue system apple
px pt em rem ex vh vw dpi deg rgb rgba hsl hsla var calc ff fff
externalclass readmsgbody outlook yshortcuts applelinks appleblue applelinksblue wrapper container column columns row header footer button btn mobile desktop hide show full content main preheader preview section inner outer center logo image images banner nav menu spacer divider social hero col cols`.split(
    /\s+/,
  ),
);
const value = /^(?:\d[\d.]*(?:px|pt|em|rem|ex|vh|vw|dpi|deg)?|[\da-f]{3}|[\da-f]{6}|[\da-f]{8}|[a-z])$/;

const tag = /<\/?[a-z!][a-z\d]{0,20}(?:\s[^<>]{0,2000})?\/?>/gi;
const declarations = /^(?:\s*(?:\/\*[^*]{0,300}\*\/\s*)?[a-z-]{1,40}\s*:[^;:{}]{1,300}(?:;|$))*\s*$/i;
const field =
  /^Content-(?:Type|Transfer-Encoding|Disposition): {0,3}(?:text\/(?:plain|html)|inline|7bit|8bit|quoted-printable|base64)(?:; {0,3}(?:charset|format|delsp)="?[\w-]{2,20}"?){0,3} {0,3}$/gim;
const urls = /(?:https?:\/\/|www\.)[^\s<>"]{1,2000}/g;

export function withoutMarkup(text: string): string {
  const bare = text.includes("ontent-") ? text.replace(field, "") : text;
  const untagged = bare.includes("<")
    ? bare.replace(tag, (written) => (ownIn(written).length > maxInTag ? written : said(written)))
    : bare;
  return untagged.includes("{") ? withoutRules(untagged) : untagged;
}

/** Characters of selectors, and of declarations. */
const maxRule = 4000;

/** A text without the rules of style sheets, and without what stands around several ("@media screen {"). */
function withoutRules(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let open = text.indexOf("{"); open >= 0; open = text.indexOf("{", open + 1)) {
    const start = Math.max(from, startOf(text, open));
    const end = ends(text, open + 1);
    const head = text.slice(start, open);
    const body = text.slice(open + 1, end);
    const isGroup = text[end] === "{" && /^\s*@/.test(head);
    if (end - start > maxRule || !(isGroup || (text[end] === "}" && declarations.test(body)))) continue;
    kept.push(text.slice(from, start), said(head));
    from = isGroup ? open + 1 : end + 1;
    if (!isGroup) kept.push(said(body));
  }
  kept.push(text.slice(from));
  return kept.join("");
}

/** The beginning of the selectors before a brace: they are one line, or lines that end in a comma. */
function startOf(text: string, open: number): number {
  let at = open;
  const first = Math.max(0, open - maxRule);
  for (; at > first; at--) {
    const before = text[at - 1]!;
    if (before === "{" || before === "}" || before === ">") break;
    if (before === "\n" && text[at - 2] !== "," && text.slice(at, open).trim() !== "") break;
  }
  return at;
}

function ends(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from <= maxRule && text[at] !== "{" && text[at] !== "}") at++;
  return at;
}

/** A tag with more words of its own says something to readers of sources, and stays whole: a title, the text of a picture. */
const maxInTag = 1;

/** The words of a piece of markup beside its names: they stay. */
function said(written: string): string {
  return ` ${ownIn(written).join(" ")} `;
}

function ownIn(written: string): string[] {
  return written
    .replace(urls, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "" && !names.has(word.toLowerCase()) && !value.test(word.toLowerCase()));
}
