// The facts that take an action on many threads back, as text of a form: the page carries them, so that no process keeps any. They
// name rows, which every query looks for within the person's own account.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { invalid } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import type { ThreadStatus } from "../../store/tables/index.ts";
import { phrases } from "../phrases.ts";
import type { ThreadUndo } from "./bulk-work.ts";

/** Characters of one field of a form. */
const fieldChars = 60_000;
/** Bytes of one step, unpacked. */
const maxStepBytes = 1024 * 1024;
/** Threads of one step. */
const maxThreads = 1000;
/** Statuses that an undo brings back. */
const undone: readonly (string | undefined)[] = ["open", "waiting", "resolved"] satisfies ThreadStatus[];

/** @returns the empty text where nothing changed */
export function undoText(threads: readonly ThreadUndo[]): string {
  const changed = threads.filter((one) => Object.keys(one).length > 1);
  return changed.length === 0
    ? ""
    : deflateRawSync(Buffer.from(JSON.stringify(changed))).toString("base64url");
}

/** @throws Failure validation_error */
export function readUndo(text: string): ThreadUndo[] {
  const unpack = () =>
    JSON.parse(
      inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength: maxStepBytes }).toString(),
    ) as unknown;
  let found: unknown;
  try {
    found = unpack();
  } catch {
    throw invalid(phrases.failure.useForm);
  }
  if (!Array.isArray(found) || found.length > maxThreads || !found.every(isUndo))
    throw invalid(phrases.failure.useForm);
  return found;
}

function isUndo(one: unknown): one is ThreadUndo {
  if (typeof one !== "object" || one === null) return false;
  const { thread, status, places = {}, seen = [], label } = one as Partial<ThreadUndo>;
  return (
    isId(thread) &&
    (status === undefined || undone.includes(status)) &&
    typeof places === "object" &&
    places !== null &&
    Object.entries(places).every(([id, messages]) => isId(id) && areIds(messages)) &&
    areIds(seen) &&
    (label === undefined || isId(label))
  );
}

const isId = (text: unknown) => typeof text === "string" && isUuid(text);
const areIds = (list: unknown) => Array.isArray(list) && list.every(isId);

/** The text as fields of a form. */
export function undoFields(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / fieldChars) }, (_, n) =>
    text.slice(n * fieldChars, (n + 1) * fieldChars),
  );
}

/** The text of a form; of a page of an earlier version, which carried several with points between them, the last one. */
export function undoOf(form: URLSearchParams): string {
  return form.getAll("undo").join("").split(".").at(-1)!;
}
