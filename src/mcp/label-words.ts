// Labels and marks as other programs say them: `addLabelIds: ["UNREAD"]`, `starred: true`, labels in two arguments.
import type { GivenArguments, HeardCall } from "./heard-times.ts";
import type { RightCall } from "./right-call.ts";

export interface Unknown {
  name: string;
  value: unknown;
}

export const isTrue = (value: unknown) => ["true", "yes", "1"].includes(String(value).toLowerCase());
export const isFalse = (value: unknown) => ["false", "no", "0"].includes(String(value).toLowerCase());

/** Whether a value says yes or no, as it does of `html` in other programs. */
export const isYesOrNo = (value: unknown): boolean => isTrue(value) || isFalse(value);

/** Labels of Gmail that are folders and marks here, by whether they are put on or taken off. */
const ofGmailLabels: Readonly<Record<string, Readonly<Record<string, GivenArguments>>>> = {
  add: {
    UNREAD: { read: false },
    TRASH: { folder: "trash" },
    SPAM: { folder: "spam" },
    INBOX: { folder: "inbox" },
  },
  remove: { UNREAD: { read: true }, INBOX: { folder: "archive" } },
};

/** Labels of Gmail that a list of threads is narrowed by. */
const listedLabels: Readonly<Record<string, GivenArguments>> = {
  UNREAD: { unread: true },
  INBOX: { folder: "inbox" },
  SENT: { folder: "sent" },
  TRASH: { folder: "trash" },
  SPAM: { folder: "spam" },
};
const labelNames = /^(?:with_)?(?:labels?|tags?)(?:_ids?|_names?)?$/;

/** Labels that a list is asked for: `labelIds: ["INBOX", "UNREAD"]`, and our own as words of its query. */
export function ofListedLabels(
  { tool: { input }, given }: HeardCall,
  { name, value }: Unknown,
): RightCall | null {
  if (!labelNames.test(name) || !Object.hasOwn(input, "unread")) return null;
  const labels = ([value].flat() as unknown[]).flatMap((one) =>
    typeof one === "string" ? one.split(",") : [],
  );
  const named = labels.map((one) => one.trim().replaceAll('"', "").slice(0, 100)).filter((one) => one !== "");
  const marks = named.map((one) => listedLabels[one.toUpperCase()]);
  const own = named.filter((_, at) => marks[at] === undefined).map((one) => `label:"${one}"`);
  const folders = new Set(
    [given.folder, ...marks.map((mark) => mark?.folder)].filter((one) => one !== undefined),
  );
  if (named.length === 0 || folders.size > 1) return null;
  const before = typeof given.query === "string" ? [given.query] : [];
  const query = own.length === 0 ? {} : { query: [...before, ...own].join(" ") };
  return {
    arguments: { ...Object.assign({}, ...marks.filter((mark) => mark !== undefined)), ...query },
  };
}

/** These labels behind those that the call puts on or takes off beside them. */
function withLabels(
  given: GivenArguments,
  name: "label" | "unlabel",
  more: readonly string[],
): GivenArguments {
  return { [name]: [...[given[name] ?? []].flat(), ...more] };
}

export function ofGmail(
  { tool: { input }, given: call }: HeardCall,
  { name, value }: Unknown,
): RightCall | null {
  const [, verb = ""] = /^(add|remove)_labels?(?:_ids?)?$/.exec(name) ?? [];
  const marks = ofGmailLabels[verb];
  if (marks === undefined || !Object.hasOwn(input, "read")) return null;
  const given = ([value].flat() as unknown[]).map(String);
  const others = given.filter((one) => marks[one] === undefined);
  if (others.length === given.length) return null;
  const meant = Object.assign({}, ...given.map((one) => marks[one]));
  const left = others.length === 0 ? {} : withLabels(call, verb === "add" ? "label" : "unlabel", others);
  return { arguments: { ...meant, ...left } };
}

const marks = /^(?:is_)?(?:star|starred|flag|flagged|important|pin|pinned|favorite|favourite)$/;

/** A mark of other programs is a label here: `starred: true`. */
export function asMark({ tool: { input }, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!marks.test(name) || !Object.hasOwn(input, "unlabel") || !isYesOrNo(value)) return null;
  return { arguments: withLabels(given, isTrue(value) ? "label" : "unlabel", [name.replace(/^is_/, "")]) };
}
