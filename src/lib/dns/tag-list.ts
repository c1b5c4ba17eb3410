// Tags of a record in the form of `v=DKIM1; p=…`. RFC 6376 3.2. Pure.

/** Names and values in their order, trimmed; what is no `name=value` is left out. */
export function tagPairs(record: string): [name: string, value: string][] {
  return record.split(";").flatMap((part): [string, string][] => {
    const at = part.indexOf("=");
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : [];
  });
}
