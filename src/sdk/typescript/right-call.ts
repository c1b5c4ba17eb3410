// The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it.

type CallTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Method and path of each call, by its group and name. The client puts them there. */
export const callTable: { calls: CallTable } = { calls: {} };

const before = " Right: ";
const called = /^([A-Z]{3,6}) \/api\/v1(\/[^\s?]*)(?:\?(\S*))?(?: (\{.*\}))?$/;

/** The words of a refusal with the call of the client; the words themselves where there is none. */
export function inClientWords(message: string): string {
  const at = message.indexOf(before);
  const [, method, path = "", query, json] =
    (at !== -1 && called.exec(message.slice(at + before.length))) || [];
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
        ...ids.map((id) => JSON.stringify(decodeURIComponent(id))),
        ...(fields === null ? [] : [fields]),
      ];
      return `${message.slice(0, at)}${before}client.${group}.${name}(${all.join(", ")})`;
    }
  }
  return message;
}

function fieldsOf(query: string): string {
  const fields = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    /^(?:true|false|\d{1,9})$/.test(value) ? JSON.parse(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}
