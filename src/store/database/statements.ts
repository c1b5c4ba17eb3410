// A script of SQL cut into its statements. Semicolons inside quotes, dollar quotes and comments do not count.
// PostgreSQL 4.1

/** The statements in order, without their semicolons, comments between them left out. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let from = 0;
  let at = 0;
  let blank = true;
  const finish = () => {
    if (!blank) statements.push(script.slice(from, at).trim());
    from = at + 1;
    blank = true;
  };
  while (at < script.length) {
    const end = endOfToken(script, at);
    if (script[at] === ";") finish();
    else if (!isSpace(script, at)) {
      if (blank) from = at;
      blank = false;
    }
    at = end;
  }
  finish();
  return statements;
}

/** Where the comment, quoted text or single character that begins at `at` ends. */
function endOfToken(script: string, at: number): number {
  const two = script.slice(at, at + 2);
  if (two === "--") return after(script, "\n", at);
  if (two === "/*") return endOfComment(script, at);
  const char = script[at];
  if (char === '"') return after(script, '"', at + 1);
  if (char === "'") return endOfString(script, at);
  if (char === "$" && !isWord(script[at - 1])) {
    const tag = /^\$([A-Za-z_\u0080-\uffff][A-Za-z_0-9\u0080-\uffff]*)?\$/.exec(
      script.slice(at, at + 70),
    )?.[0];
    if (tag) return after(script, tag, at + tag.length);
  }
  return at + 1;
}

/** '' needs no care: it reads as two strings side by side. E'…' knows the backslash. */
function endOfString(script: string, at: number): number {
  const escapes = /[eE]/.test(script[at - 1] ?? "") && !isWord(script[at - 2]);
  if (!escapes) return after(script, "'", at + 1);
  let end = at + 1;
  while (end < script.length && script[end] !== "'") end += script[end] === "\\" ? 2 : 1;
  return Math.min(end + 1, script.length);
}

/** Comments nest. */
function endOfComment(script: string, at: number): number {
  let depth = 0;
  let end = at;
  do {
    const two = script.slice(end, end + 2);
    if (two === "/*") depth++;
    if (two === "*/") depth--;
    end += two === "/*" || two === "*/" ? 2 : 1;
  } while (depth > 0 && end < script.length);
  return end;
}

function after(script: string, text: string, from: number): number {
  const found = script.indexOf(text, from);
  return found < 0 ? script.length : found + text.length;
}

/** Space, or a comment: neither makes a statement. */
function isSpace(script: string, at: number): boolean {
  const two = script.slice(at, at + 2);
  return /\s/.test(script[at] ?? "") || two === "--" || two === "/*";
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[A-Za-z0-9_$\u0080-\uffff]/.test(char);
}
