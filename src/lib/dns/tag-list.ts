// Tags of a record in the form of `v=DKIM1; p=…`. RFC 6376 3.2. Pure.

/** Names and values in their order, trimmed; what is no `name=value` is left out. */
export function tagPairs(record: string): [name: string, value: string][] {
  return record.split(";").flatMap((part): [string, string][] => {
    const at = part.indexOf("=");
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : [];
  });
}

/** Whether the grammar holds: a receiver takes a record with anything else in it as none. RFC 6376 3.2 */
export function isTagList(record: string): boolean {
  const parts = record.split(";");
  // One semicolon may end the list.
  if (parts.length > 1 && /^[ \t\r\n]*$/.test(parts.at(-1)!)) parts.pop();
  return parts.every((part) => /^[ \t\r\n]*[a-z]\w*[ \t\r\n]*=[ \t\r\n\x21-\x7e]*$/i.test(part));
}
