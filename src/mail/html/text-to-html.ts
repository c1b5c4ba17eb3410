// Converts plain text to HTML: escapes it, keeps line breaks, and links web and mail addresses. One linear scan.

const linkStart = /https?:\/\/|www\.|mailto:/gi;
/** The first character that ends a URL in running text. */
const urlEnd = /[\s<>"`{}|\\^\u0000-\u0020\u007f-\u009f\u3000-\u3002\uff0c\uff1b]/g;
const maxUrl = 2000;

/** Text with `&`, `<` and `>` escaped, as the sanitiser writes it. */
export function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}

export const linkRel = "noopener noreferrer nofollow";

/** The last text of ordinary length and its HTML: reading a mail and packing what was read ask for the same. */
let last = { text: "", html: "" };
const maxKeptCharacters = 64 * 1024;

/** Plain text as HTML: escaped, `<br />` before each line end, links. The sanitiser does not change it. */
export function textToHtml(text: string): string {
  if (text === last.text) return last.html;
  const linked = linkify(text);
  const html = linked.includes("\n") ? linked.replaceAll("\n", "<br />\n") : linked;
  if (text.length <= maxKeptCharacters) last = { text, html };
  return html;
}

function linkify(text: string): string {
  let out = "";
  let done = 0;
  linkStart.lastIndex = 0;
  for (let match = linkStart.exec(text); match !== null; match = linkStart.exec(text)) {
    const start = match.index;
    if (start > 0 && /[\p{L}\p{N}_@/]/u.test(text[start - 1] ?? "")) continue;
    const end = endOfUrl(text, start);
    const url = text.slice(start, end);
    const bare = url.length - match[0].length;
    if (bare < 1 || (match[0].toLowerCase() === "www." && !url.slice(4).includes("."))) continue;
    const href = match[0].toLowerCase() === "www." ? `http://${url}` : url;
    out += escapeText(text.slice(done, start));
    out += `<a href="${escapeAttribute(href)}" rel="${linkRel}">${escapeText(url)}</a>`;
    done = end;
    linkStart.lastIndex = end;
  }
  return out + escapeText(text.slice(done));
}

/** A URL ends at white space or a delimiter; punctuation of the sentence is not part of it. */
function endOfUrl(text: string, start: number): number {
  urlEnd.lastIndex = start;
  const stop = urlEnd.exec(text)?.index ?? text.length;
  let end = Math.min(stop, start + maxUrl);
  let opened = 0;
  for (let i = start; i < end; i++) {
    if (text[i] === "(") opened++;
    else if (text[i] === ")") opened--;
  }
  while (end > start) {
    const last = text[end - 1] ?? "";
    if (last === ")" && opened < 0) opened++;
    else if (!".,:;!?'*_~]".includes(last) && !"。，；".includes(last)) break;
    end--;
  }
  return end;
}
