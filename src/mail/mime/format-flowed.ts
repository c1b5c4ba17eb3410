// format=flowed text (RFC 3676): lines that a mail program broke for display are joined again.

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
 * Quote marks and what they quote. RFC 3676 4.5 knows ">>" only; ">" with spaces between is what a flowed mail that quotes
 * an unflowed one holds, and means the same. One space behind the marks is stuffing (4.4).
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
