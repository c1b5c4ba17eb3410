// format=flowed text (RFC 3676): joins lines that a mail program broke.

/**
 * Undoes the soft line breaks of format=flowed.
 * @param text lines separated by "\n"
 * @param deleteSpace the DelSp parameter: the space before a soft break is not part of the text
 */
export function unflow(text: string, deleteSpace: boolean): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  let paragraphDepth = 0;
  const close = () => {
    if (paragraph.length === 0) return;
    const prefix = paragraphDepth > 0 ? `${">".repeat(paragraphDepth)} ` : "";
    out.push(prefix + paragraph.join(""));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const { depth, content } = quoteOf(line);
    if (paragraph.length > 0 && depth !== paragraphDepth) close();
    // RFC 3676 4.3: a signature separator is never flowed.
    const soft = content.endsWith(" ") && content !== "-- ";
    if (content === "-- ") close();
    paragraphDepth = depth;
    paragraph.push(soft && deleteSpace ? content.slice(0, -1) : content);
    if (!soft) close();
  }
  close();
  return out.join("\n");
}

/**
 * Quote depth and text of a line. RFC 3676 4.5 defines ">>" only; "> >" occurs where a flowed mail quotes an unflowed one, and
 * means the same. One space behind the marks is stuffing (4.4).
 */
function quoteOf(line: string): { depth: number; content: string } {
  let depth = 0;
  let at = 0;
  while (line.charCodeAt(at) === 0x3e) {
    depth++;
    at++;
    if (line.charCodeAt(at) === 0x20 && line.charCodeAt(at + 1) === 0x3e) at++;
  }
  return { depth, content: line.slice(line.charCodeAt(at) === 0x20 ? at + 1 : at) };
}
