// The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it.
import { calls } from "./generated/calls.ts";

const told = /^([\s\S]*) Right: ([A-Z]{3,6}) \/api\/v1(\/[^\s?]*)(?:\?(\S*))?(?: (\{.*\}))?$/;

/** The words of a refusal with the call of the client; the words themselves where there is none. */
export function inClientWords(message: string): string {
  const [, words, method, path = "", query, json] = told.exec(message) ?? [];
  if (words === undefined) return message;
  const given = path.split("/");
  for (const [group, methods] of Object.entries(calls) as [string, Record<string, readonly string[]>][]) {
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
      return `${words} Right: client.${group}.${name}(${all.join(", ")})`;
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
