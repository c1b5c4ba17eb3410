// The line of a field in a file of JSON or YAML, found by its path. The value was read already: this looks for the place alone, and
// answers the line of the nearest field around where it does not find it.

/** @param path as `/steps/2/advance`; @returns from 1 on */
export function lineOfField(text: string, path: string): number {
  const names = path.split("/").slice(1);
  return /^\s*\{/.test(text) ? lineInJson(text, names) : lineInYaml(text, names);
}

/** Lines within which a list in brackets, or a text in quotes, ends mostly. */
const window = 8;

/**
 * The line at which a text that is no YAML breaks off: the one behind the longest part that can be read. Found by halves, so that a
 * large file is read some hundred times at most.
 */
export function brokenLineOfYaml(text: string): number {
  const lines = text.split("\n");
  const isReadable = (count: number) => isYaml(lines.slice(0, count).join("\n"));
  let [readable, broken] = [0, lines.length];
  while (broken - readable > window) {
    const middle = (readable + broken) >> 1;
    const counts = Array.from({ length: Math.min(window, broken - middle) }, (_, n) => middle + n);
    const found = counts.find(isReadable);
    if (found === undefined) broken = middle;
    else readable = found;
  }
  for (let count = broken - 1; count > readable; count--) if (isReadable(count)) return count + 1;
  return readable + 1;
}

function isYaml(text: string): boolean {
  return read(Bun.YAML.parse, text) !== undefined;
}

/** @returns undefined: it cannot be read */
function read(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** A field that stands twice in one object: the parser takes the last. Within braces of YAML none is looked for. */
export function repeatedField(text: string): { path: string; line: number } | null {
  const isBraced = /^\s*\{/.test(text);
  const isJson = isBraced && read(JSON.parse, text) !== undefined;
  if (isBraced && !isJson) return null;
  const seen = new Set<string>();
  let found: { path: string; line: number } | null = null;
  const note = (names: readonly string[], line: number) => {
    const path = names.map((name) => `/${name}`).join("");
    if (found === null && seen.has(path) && (isJson || isFieldOfYaml(text, names, line)))
      found = { path, line };
    seen.add(path);
  };
  if (isJson) walkJson(text, (names, at, isKey) => isKey && note(names, lineAt(text, at)));
  else walkYaml(text, (names, line, isKey) => isKey && note(names, line));
  return found;
}

/** Not a line of a text that goes over several: the parser finds the field by another name that is written there. */
function isFieldOfYaml(text: string, names: readonly string[], line: number): boolean {
  const name = names.at(-1)!;
  const lines = text.split("\n");
  const renamed = lines.with(line - 1, lines[line - 1]!.replace(name, `${name}-again`)).join("\n");
  let value = read(Bun.YAML.parse, renamed);
  for (const above of names.slice(0, -1)) value = (value as Record<string, unknown> | undefined)?.[above];
  return typeof value === "object" && value !== null && Object.hasOwn(value, `${name}-again`);
}

/** The marks that may follow in JSON. RFC 8259 2 */
type Due = "value" | "first item" | "first key" | "key" | "colon" | "end of value";

/** The line of the first mark of a text that cannot stand there in JSON. */
export function brokenLineOfJson(text: string): number {
  const token = /\s*("(?:[^"\\\n]|\\.)*"|[{}[\],:]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
  const open: ("{" | "[")[] = [];
  let due: Due = "value";
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at;
    const mark = token.exec(text)?.[1];
    const next: Due | null = mark === undefined ? null : dueAfter(mark, due, open);
    if (next === null) return lineAt(text, text.length - text.slice(at).trimStart().length);
    due = next;
  }
}

/** @returns null: the mark cannot stand there */
function dueAfter(mark: string, due: Due, open: ("{" | "[")[]): Due | null {
  const isValue = due === "value" || due === "first item";
  if (mark === "{" || mark === "[") {
    if (!isValue) return null;
    open.push(mark);
    return mark === "{" ? "first key" : "first item";
  }
  if (mark === "}" || mark === "]") {
    const isEmpty = due === (mark === "}" ? "first key" : "first item");
    if ((due !== "end of value" && !isEmpty) || open.pop() !== (mark === "}" ? "{" : "[")) return null;
    return "end of value";
  }
  if (mark === ",")
    return due !== "end of value" || open.length === 0 ? null : open.at(-1) === "{" ? "key" : "value";
  if (mark === ":") return due === "colon" ? "value" : null;
  if (due === "key" || due === "first key") return mark.startsWith('"') ? "colon" : null;
  return isValue ? "end of value" : null;
}

/** @param path names and indices */
type TellField = (path: readonly string[], at: number, isKey: boolean) => void;

/** Tells each field, and the marks of each item of a list, with where it stands in the text. */
function walkJson(text: string, tell: TellField): void {
  const open: { isList: boolean; key: string | null; index: number }[] = [];
  for (const { 0: mark, index: at } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g)) {
    const top = open.at(-1);
    const isKey = top !== undefined && !top.isList && top.key === null && mark.startsWith('"');
    // Braces of YAML have texts over several lines too.
    if (isKey) top.key = (read(JSON.parse, mark) as string | undefined) ?? mark.slice(1, -1);
    if (isKey || (top?.isList && mark !== "]" && mark !== ","))
      tell(
        open.map(({ isList, key, index }) => (isList ? String(index) : (key ?? ""))),
        at,
        isKey,
      );
    if (mark === "{" || mark === "[") open.push({ isList: mark === "[", key: null, index: 0 });
    else if (mark === "}" || mark === "]") open.pop();
    else if (mark === "," && top) {
      top.index++;
      top.key = null;
    }
  }
}

function lineInJson(text: string, names: readonly string[]): number {
  let best = { depth: 0, at: text.search(/\S/) };
  walkJson(text, (path, at) => {
    if (path.length > best.depth && isAbove(path, names)) best = { depth: path.length, at };
  });
  return lineAt(text, best.at);
}

function isAbove(path: readonly string[], names: readonly string[]): boolean {
  return path.length <= names.length && path.every((name, level) => name === names[level]);
}

function lineAt(text: string, at: number): number {
  return text.slice(0, Math.max(0, at)).split("\n").length;
}

function lineInYaml(text: string, names: readonly string[]): number {
  let best = { depth: 0, line: 1 };
  walkYaml(text, (path, line) => {
    if (path.length > best.depth && isAbove(path, names)) best = { depth: path.length, line };
  });
  return best.line;
}

/** Block style: a key a line, a dash before each item. What stands within braces has the line of its field. */
function walkYaml(text: string, tell: TellField): void {
  const open: { indent: number; name: string; items: number }[] = [];
  const note = (line: number, isKey: boolean) =>
    tell(
      open.map(({ name }) => name),
      line,
      isKey,
    );
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    let left = line.trimStart();
    if (left === "" || left.startsWith("#")) continue;
    let indent = line.length - left.length;
    while (/^-(?: |$)/.test(left)) {
      // A dash stands at the same column as the key of its list, or further in.
      const before = open.findLast((one) => one.indent === indent && /^\d+$/.test(one.name));
      while (open.length > 0 && open.at(-1)!.indent >= indent && !isKeyAt(open.at(-1)!, indent)) open.pop();
      open.push({ indent, name: before ? String(before.items) : "0", items: before ? before.items + 1 : 1 });
      note(index + 1, false);
      const gap = /^-( *)/.exec(left)![0].length;
      indent += gap;
      left = left.slice(gap);
    }
    const [, key] = /^["']?([\w.-]+)["']? *:(?: |$)/.exec(left) ?? [];
    if (key === undefined) continue;
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
    open.push({ indent, name: key, items: 0 });
    note(index + 1, true);
  }
}

function isKeyAt({ indent, name }: { indent: number; name: string }, column: number): boolean {
  return indent === column && !/^\d+$/.test(name);
}
