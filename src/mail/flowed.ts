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
    let depth = 0;
    while (line.charCodeAt(depth) === 0x3e) depth++;
    // RFC 3676 4.4: one space behind the quote marks is stuffing.
    const content = line.slice(line.charCodeAt(depth) === 0x20 ? depth + 1 : depth);
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
