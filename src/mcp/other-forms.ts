// Values in forms of other programs, as a refusal proposes them in the form that is right: spans, dates, files, moves. DECISIONS MCP

import { toWrite } from "./right-call.ts";

/** Hours of a day as `9-17`, of `9:00-17:00`, `9am to 5pm` and `{"start": "9:00", "end": "17:00"}`; null: they are no such. */
export function hoursLike(value: unknown): string | null {
  const { start, end, from = start, to = end, until = to } = Object(value) as Record<string, unknown>;
  const text = (typeof value === "string" ? value : `${from}-${until}`).slice(0, 40).toLowerCase();
  const [first, last] = text.split(/-|–| to /).map((one) => hourOf(one.trim()));
  return first == null || last == null || first >= last ? null : `${first}-${last}`;
}

/** The whole hour of `9`, `9:00` and `5pm`; null: it is none. */
function hourOf(text: string): number | null {
  const [, digits, half] = /^(\d{1,2})(?::00)?(?::00)?\s?(am|pm)?$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const hour = half === undefined ? Number(digits) : (Number(digits) % 12) + (half === "pm" ? 12 : 0);
  return hour <= 24 ? hour : null;
}

/** Text of a time in an object, as calendars of others write it. */
export function timeWithin(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { dateTime, date, value: plain } = value as Record<string, unknown>;
  const text = dateTime ?? date ?? plain;
  return typeof text === "string" ? text : null;
}

/** The zone that stands beside the wall clock of such an object; null: there is none, or the time has an offset of its own. */
export function zoneWithin(value: unknown): string | null {
  const { timeZone } = (value ?? {}) as Record<string, unknown>;
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(timeWithin(value)?.slice(10) ?? "");
  return typeof timeZone === "string" && timeZone.length <= maxZone && !hasOffset ? timeZone : null;
}

/** Characters of a zone's name. */
const maxZone = 64;

/** Arguments for what other servers call attachments: URLs are fetched, made files are given as text or base64. */
export function filesLike(value: unknown): Record<string, unknown> {
  const all = [value].flat().flatMap(namedFiles);
  const urlOf = (one: unknown) => {
    const { url, path, href } = (typeof one === "object" && one !== null ? one : { url: one }) as Record<
      string,
      unknown
    >;
    return [url, path, href].find((text) => typeof text === "string" && /^https?:\/\//.test(text));
  };
  const urls = all.map(urlOf).filter((one) => one !== undefined);
  const made = all.filter((one) => urlOf(one) === undefined).map(fileLike);
  return { ...(urls.length > 0 ? { files: urls } : {}), ...(made.length > 0 ? { new_files: made } : {}) };
}

/** Files by their names, `{"report.csv": "a,b"}`, each as one of its own. */
function namedFiles(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  const files = Object.entries(value);
  const isNamed =
    files.length > 0 && files.every(([name, text]) => /\.\w{1,5}$/.test(name) && typeof text === "string");
  return isNamed ? files.map(([name, content]) => ({ name, content })) : [value];
}

/** Whether the content of a file is not given: the caller has to write it. */
export function isUnknown(file: unknown): boolean {
  return (file as { text?: unknown }).text === toWrite;
}

/** Whether one of the files is but a name or a path. */
export function lacksContent(value: unknown): boolean {
  const { new_files: made = [] } = filesLike(value) as { new_files?: unknown[] };
  return made.some(isUnknown);
}

const lastPart = (path: string) => path.split(/[\\/]/).at(-1) || "notes.txt";

function fileLike(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) return { name: lastPart(String(value)), text: toWrite };
  const { name, filename, fileName, path, text, content, data, encoding, ...others } = value as Record<
    string,
    unknown
  >;
  const { file_name: snakeName, base64 = others.contentBytes ?? others.content_bytes } = others;
  const named = [name, filename, fileName, snakeName].find((one) => typeof one === "string" && one !== "");
  const called = named ?? (typeof path === "string" ? lastPart(path) : "notes.txt");
  const inUrl = [base64, content, data].flatMap((one) => dataOf(one) ?? []).at(0);
  if (inUrl !== undefined) return { name: called, ...inUrl };
  if (typeof base64 === "string") return { name: called, base64 };
  if (typeof text === "string") return { name: called, text };
  const bytes = [content, data].find((one) => typeof one === "string") as string | undefined;
  if (bytes === undefined) return { name: called, text: toWrite };
  const isBase64 = encoding === "base64" || (encoding === undefined && looksLikeBase64(bytes));
  return { name: called, [isBase64 ? "base64" : "text"]: bytes };
}

/** The content of a `data:` URL, as a file has it; null: it is none. RFC 2397 */
function dataOf(value: unknown): { base64: string } | { text: string } | null {
  if (typeof value !== "string" || value.slice(0, 5).toLowerCase() !== "data:") return null;
  const at = value.indexOf(",");
  if (at === -1 || at >= 200) return null;
  const data = value.slice(at + 1);
  if (value.slice(0, at).toLowerCase().endsWith(";base64")) return { base64: data.replaceAll(/%3D/gi, "=") };
  try {
    return { text: decodeURIComponent(data) };
  } catch {
    return null;
  }
}

/** Whether a text looks like base64, and not like a word. */
function looksLikeBase64(text: string): boolean {
  const isWhole = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return isWhole && (text.endsWith("=") || (text.length >= 24 && /\d/.test(text) && /[A-Z]/.test(text)));
}

/** Whether a text begins as HTML does. */
export function isMarkup(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const first = value.slice(0, 200).trimStart();
  return /^<(?:!doctype|html|body|p|div|h[1-6]|table|ul|ol|span|b|strong|em|br)[\s/>]/i.test(first);
}

/** Folders by the word for moving there. */
const moves: Readonly<Record<string, string>> = {
  delete: "trash",
  trash: "trash",
  archive: "archive",
  archived: "archive",
  spam: "spam",
  is_spam: "spam",
  junk: "spam",
};

/** The folder that `delete: true` means. */
export function folderLike(name: string, value: unknown): string | null {
  return Object.hasOwn(moves, name) && String(value) === "true" ? moves[name]! : null;
}
