// Addresses that are written with a name.

/** `Ada <ada@example.com>` as `ada@example.com`; any other text, and a list, as it is, without blanks around it. */
export function bareEmail(given: string): string {
  const text = given.trim();
  const begin = text.lastIndexOf("<");
  if (begin === -1 || !text.endsWith(">")) return text;
  const name = text.slice(0, begin).replaceAll(/"[^"]*"/g, "");
  return /[<,;]/.test(name) ? text : text.slice(begin + 1, -1).trim();
}
