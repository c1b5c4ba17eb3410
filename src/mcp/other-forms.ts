// Values in forms of other programs, as a refusal proposes them in the form that is right: spans, dates, files, moves. DECISIONS MCP

import { formatLocal, parseLocal } from "../lib/local-time.ts";

/** Names of arguments that say how long something takes. */
export const spans = ["duration", "duration_minutes", "minutes", "length"];

/** The end of what begins at a wall clock and takes some minutes; null: the begin is said in words, or has an offset. */
export function endOf(start: unknown, minutes: number): string | null {
  if (typeof start !== "string") return null;
  const local = parseLocal(/T\d\d:\d\d$/.test(start) ? `${start}:00` : start.replace(" ", "T"));
  return local === null ? null : formatLocal(local + minutes * 60);
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
  const all = [value].flat();
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

function fileLike(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null)
    return { name: String(value).split(/[\\/]/).at(-1) || "notes.txt", text: "…" };
  const { name, filename, text, content, data, base64 } = value as Record<string, unknown>;
  const bytes = [base64, content, data].find((one) => typeof one === "string");
  const called = typeof name === "string" ? name : typeof filename === "string" ? filename : "notes.txt";
  if (typeof text === "string") return { name: called, text };
  const isBase64 =
    typeof bytes === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(bytes) && bytes.length % 4 === 0;
  return { name: called, [isBase64 ? "base64" : "text"]: bytes ?? "…" };
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
