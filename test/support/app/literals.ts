// The texts that stand in a source: strings, templates and templates of HTML, without what is put into them.
interface Literal {
  kind: "html" | "string" | "template";
  /** What is put into a template is U+0001. */
  text: string;
}

/** Behind these a slash begins a regular expression. */
const beforePattern = /(?:[=(,:;!&|?{}[\n>]|\breturn)\s*$/;

export function literalsOf(source: string): Literal[] {
  const found: Literal[] = [];
  let at = 0;
  const before = (length: number) => source.slice(Math.max(0, at - length), at);
  const skipPattern = () => {
    let isClass = false;
    for (at++; at < source.length && (source[at] !== "/" || isClass); at++) {
      if (source[at] === "\\") at++;
      else if (source[at] === "[") isClass = true;
      else if (source[at] === "]") isClass = false;
    }
    at++;
  };
  const string = (quote: string) => {
    const isImport = /(?:from|import)\s*$/.test(before(10));
    let text = "";
    for (at++; at < source.length && source[at] !== quote; at++) {
      if (source[at] === "\\") at++;
      text += source[at];
    }
    at++;
    if (!isImport) found.push({ kind: "string", text });
  };
  const template = () => {
    const kind = /\bhtml$/.test(before(5)) ? "html" : "template";
    let text = "";
    for (at++; at < source.length && source[at] !== "`"; ) {
      if (source[at] === "\\") {
        text += source[at + 1];
        at += 2;
      } else if (source.startsWith("${", at)) {
        at += 2;
        code(true);
        text += "\u0001";
      } else text += source[at++];
    }
    at++;
    found.push({ kind, text });
  };
  const code = (isInside: boolean) => {
    for (let depth = 0; at < source.length; ) {
      const letter = source[at];
      if (source.startsWith("//", at)) at = (source.indexOf("\n", at) + 1 || source.length + 1) - 1;
      else if (source.startsWith("/*", at)) at = Math.max(source.indexOf("*/", at), at) + 2;
      else if (letter === "/" && beforePattern.test(before(30))) skipPattern();
      else if (letter === '"' || letter === "'") string(letter);
      else if (letter === "`") template();
      else {
        at++;
        if (letter === "{") depth++;
        if (letter === "}" && depth-- === 0 && isInside) return;
      }
    }
  };
  code(false);
  return found;
}
