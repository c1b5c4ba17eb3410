// The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it.

type CallTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Method and path of each call, by its group and name. The client puts them there. */
export const callTable: { calls: CallTable } = { calls: {} };

const before = " Right: ";
/** Places of a message that are looked at. */
const maxPlaces = 5;
const called = /^([A-Z]{3,6}) \/api\/v1(\/[^\s?"]*)(?:\?([^\s"]*))?(?: (\{.*\}))?$/;

/** The words of a refusal with the calls of the client in them, and at their end. */
export function inClientWords(message: string): string {
  const { at = message.length, found } = callIn(message) ?? {};
  const [, method, path = "", query, json] = found ?? [];
  const right = method === undefined ? null : clientCall(`${method} ${path}`, { query, json });
  const words = right === null ? message : message.slice(0, at);
  return `${mentionsIn(words)}${right === null ? "" : `${before}${right}`}`;
}

/** Calls among the words, outside of what is quoted, which may be a caller's: `GET /api/v1/threads lists them`. */
function mentionsIn(words: string): string {
  return words.replaceAll(
    /"(?:[^"\\]|\\.)*"?|\b([A-Z]{3,6} \/api\/v1\/[\w{}/@%.~-]*[\w}])(?:\?([\w=&…:%@.,-]*[\w…]))?/g,
    (whole, call: string | undefined, query: string | undefined) =>
      (call === undefined ? null : clientCall(call.replace("/api/v1", ""), { query })) ?? whole,
  );
}

/** @param asked `GET /threads/…`. @returns null: no call of the client */
function clientCall(
  asked: string,
  { query, json }: { query?: string | undefined; json?: string | undefined },
): string | null {
  const [method, path = ""] = asked.split(" ");
  const given = path.split("/");
  const every = Object.entries(callTable.calls).flatMap(([group, methods]) =>
    Object.entries(methods).map(([name, [verb, pattern = ""]]) => ({
      call: `${group}.${name}`,
      verb,
      pattern,
    })),
  );
  const like = every.filter(({ verb, pattern }) => verb === method && isOfPattern(pattern, given));
  // A word of the path goes before an id.
  const [found] = like.sort((a, b) => a.pattern.split("{").length - b.pattern.split("{").length);
  if (found === undefined) return null;
  const parts = found.pattern.split("/");
  const ids = given.filter((_, at) => parts[at]!.startsWith("{"));
  const fields = json ?? (query === undefined ? null : fieldsOf(query));
  return `client.${found.call}(${[...ids.map(shownId), ...(fields === null ? [] : [fields])].join(", ")})`;
}

function isOfPattern(pattern: string, given: readonly string[]): boolean {
  const parts = pattern.split("/");
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith("{") || part === given[at])
  );
}

function shownId(id: string): string {
  if (id.startsWith("{")) return id.slice(1, -1);
  return JSON.stringify(tried(() => decodeURIComponent(id)) ?? id);
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
  // Dots stand for what the caller has to say.
  return JSON.stringify(Object.fromEntries(fields)).replaceAll('"…"', "…");
}
