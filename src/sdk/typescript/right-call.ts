// The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it.

type CallTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Method and path of each call, by its group and name. The client puts them there. */
export const callTable: { calls: CallTable } = { calls: {} };

const before = " Right: ";
/** Places of a message that are looked at. */
const maxPlaces = 5;
const called = /^([A-Z]{3,6}) \/api\/v1(\/[^\s?"]*)(?:\?([^\s"]*))?(?: (\{.*\}))?$/;

/** The words of a refusal with the call of the client; the words themselves where there is none. */
export function inClientWords(message: string): string {
  const { at = 0, found } = callIn(message) ?? {};
  const [, method, path = "", query, json] = found ?? [];
  if (method === undefined) return message;
  const given = path.split("/");
  for (const [group, methods] of Object.entries(callTable.calls)) {
    for (const [name, [verb, pattern = ""]] of Object.entries(methods)) {
      const parts = pattern.split("/");
      if (verb !== method || parts.length !== given.length) continue;
      if (!parts.every((part, at) => part.startsWith("{") || part === given[at])) continue;
      const ids = given.filter((_, at) => parts[at]!.startsWith("{"));
      const fields = json ?? (query === undefined ? null : fieldsOf(query));
      const all = [
        ...ids.map((id) => JSON.stringify(tried(() => decodeURIComponent(id)) ?? id)),
        ...(fields === null ? [] : [fields]),
      ];
      return `${message.slice(0, at)}${before}client.${group}.${name}(${all.join(", ")})`;
    }
  }
  return message;
}

/** The first place from which on the rest of the words is one call: values before it, and within it, may read like one. */
function callIn(message: string): { at: number; found: RegExpExecArray } | null {
  for (let at = message.indexOf(before), n = 0; at !== -1 && n < maxPlaces; n++) {
    const found = called.exec(message.slice(at + before.length));
    if (found !== null && tried(() => JSON.parse(found[4] ?? "{}")) !== null) return { at, found };
    at = message.indexOf(before, at + 1);
  }
  return null;
}

function tried<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function fieldsOf(query: string): string {
  const fields = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    /^(?:true|false|\d{1,9})$/.test(value) ? JSON.parse(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}
