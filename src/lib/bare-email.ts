// Addresses that are written with a name.

/** `Ada <ada@example.com>` as `ada@example.com`; any other text as it is, without blanks around it. */
export function bareEmail(given: string): string {
  const text = given.trim();
  const begin = text.lastIndexOf("<");
  return begin !== -1 && text.endsWith(">") ? text.slice(begin + 1, -1).trim() : text;
}
