// The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it.

type CallTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Method and path of each call, by its group and name. The client puts them there. */
export const callTable: { calls: CallTable } = { calls: {} };

const before = " Right: ";
/** Places of a message that are looked at. */
const maxPlaces = 5;
const called = /^([A-Z]{3,6}) \/api\/v1(\/[^\s?"]*)(?:\?([^\s"]*))?(?: (\{.*\}))?$/;

/** A call that a sentence names, with `{id}` and `…` where its caller is to say them. */
const namedCall = /\b([A-Z]{3,6}) \/api\/v1(\/[\w\-./{}@%]{0,200}[\w}])(?:\?([^\s",;]{0,200}[^\s",;.:)]))?/g;
/** Calls that the client has under a name of its own. */
const ownNames: Readonly<Record<string, string>> = { "client.events.takeNext": "client.next" };

/** The words of a refusal with the calls of the client; the words themselves where there are none. @param namesCalls in its sentences too, and not at its end alone */
export function inClientWords(message: string, namesCalls = true): string {
  const { at = message.length, found } = callIn(message) ?? {};
  const words = namesCalls ? inSentences(message.slice(0, at)) : message.slice(0, at);
  const [, method, path = "", query, json] = found ?? [];
  if (method === undefined) return words;
  const call = callOf(method, path);
  if (call === null) return message;
  const fields = json ?? (query === undefined ? null : fieldsOf(query));
  const all = [...call.ids.map((id) => JSON.stringify(id)), ...(fields === null ? [] : [fields])];
  return `${words}${before}${call.name}(${all.join(", ")})`;
}

/** The calls of a refusal's own words: what stands in quotes is a value, which may read like one. */
function inSentences(words: string): string {
  return words
    .split('"')
    .map((part, at) => (at % 2 === 0 ? part.replace(namedCall, inSentence) : part))
    .join('"');
}

function inSentence(whole: string, method: string, path: string, query = ""): string {
  const call = callOf(method, path);
  if (call === null) return whole;
  const pairs = query.split("&").filter((one) => one !== "");
  const fields = pairs.map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return `${name}: ${value === "…" ? value : JSON.stringify(tried(() => decodeURIComponent(value)) ?? value)}`;
  });
  const ids = call.ids.map((id) => (id.startsWith("{") ? id.slice(1, -1) : JSON.stringify(id)));
  return `${call.name}(${[...ids, ...(fields.length === 0 ? [] : [`{ ${fields.join(", ")} }`])].join(", ")})`;
}

/** The call of a method and a path, and the ids in the path: of several, the one that has the most words of the path itself; null: there is none. */
function callOf(method: string, path: string): { name: string; ids: string[] } | null {
  const given = path.split("/");
  let best: { name: string; ids: string[] } | null = null;
  for (const [group, methods] of Object.entries(callTable.calls)) {
    for (const [name, [verb, pattern = ""]] of Object.entries(methods)) {
      const parts = pattern.split("/");
      if (verb !== method || parts.length !== given.length) continue;
      if (!parts.every((part, at) => part.startsWith("{") || part === given[at])) continue;
      const ids = given.filter((_, at) => parts[at]!.startsWith("{"));
      if (best !== null && best.ids.length <= ids.length) continue;
      const full = `client.${group}.${name}`;
      best = {
        name: ownNames[full] ?? full,
        ids: ids.map((id) => tried(() => decodeURIComponent(id)) ?? id),
      };
    }
  }
  return best;
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
