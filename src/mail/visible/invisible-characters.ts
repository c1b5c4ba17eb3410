// Characters that no program shows. Those that a script or an emoji needs stay; the others are taken out, for they carry text that
// only a machine reads. Overrides of the writing direction go too, and what they turned round stands as it is seen. Linear.
// Unicode 16, UAX 9, UTS 51, Default_Ignorable_Code_Point

export type InvisibleKind =
  | "tags"
  | "zero_width"
  | "bidi"
  | "bidi_override"
  | "variation_selectors"
  | "other";

export interface InvisibleRun {
  kind: InvisibleKind;
  count: number;
  /** The text that tags or selectors spell; "" for others. */
  text: string;
  /** True: the run is inside a word. */
  inWord: boolean;
}

const suspects = new RegExp(
  [
    // Soft hyphen, grapheme joiner, Arabic letter mark, fillers of Hangul and Khmer
    "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0]",
    // Mongolian selectors, zero-width characters and marks, embeddings, joiners and isolates
    "[\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb]",
    // Variation selectors
    "[\\ufe00-\\ufe0f]",
    // Shorthand and musical format controls; tags and the rest of their plane
    "\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd73-\\udd7a]|[\\udb40-\\udb43][\\udc00-\\udfff]",
  ].join("|"),
);
const runs = new RegExp(`(?:${suspects.source})+`, "g");
const override = /[\u202d\u202e]/;

/** The text as a person sees it. The same string where nothing had to go. */
export function withoutInvisible(text: string, onRun: (run: InvisibleRun) => void = () => {}): string {
  if (!suspects.test(text)) return text;
  const isRightToLeft = rightToLeft.test(text);
  const straight = override.test(text) ? visualOrder(text, onRun) : text;
  return straight.replace(runs, (run, at: number) => {
    const [before, after] = [charBefore(straight, at), charAfter(straight, at + run.length)];
    const kept = keptOf(run, before, after, isRightToLeft);
    if (kept === run) return run;
    report(run, kept, { before, after }, onRun);
    return kept;
  });
}

function charBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low < 0xe000
    ? text.slice(Math.max(0, at - 2), at)
    : text.slice(Math.max(0, at - 1), at);
}

function charAfter(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts in which joiners choose the form of letters. Unicode 23.2 */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Balinese}\p{Script=Javanese}\p{M}]/u;
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const emoji = /\p{Emoji}|\p{Extended_Pictographic}/u;
const letter = /[\p{L}\p{N}]/u;
const flags = new Set(["gbeng", "gbsct", "gbwls"]);
const flagTags = /^(?:\udb40[\udc61-\udc7a]){5}\udb40\udc7f/;

/** Return what stays of a run of invisible characters: usually one character, if its neighbours need it. */
function keptOf(run: string, before: string, after: string, isRightToLeft: boolean): string {
  if (before === "\u{1f3f4}") {
    const flag = flagTags.exec(run)?.[0];
    if (flag !== undefined && flags.has(spelled(flag).slice(0, 5))) return flag;
  }
  const [first, ...rest] = [...run];
  const code = first!.codePointAt(0)!;
  if (code === 0xfe0f || code === 0xfe0e) {
    if (!emoji.test(before)) return "";
    return rest[0] === "\u200d" && pictograph.test(after) ? `${first}\u200d` : first!;
  }
  if (code === 0x200d && pictograph.test(before) && pictograph.test(after)) return first!;
  if (code === 0x200c || code === 0x200d) return joining.test(before) ? first! : "";
  if (code === 0x200b) return unspaced.test(before) && unspaced.test(after) ? first! : "";
  if (code === 0x034f) return /\p{M}/u.test(before) && /\p{M}/u.test(after) ? first! : "";
  if (code >= 0x180b && code <= 0x180f) return /\p{Script=Mongolian}/u.test(before) ? first! : "";
  if (code >= 0xfe00 && code <= 0xfe0d)
    return /[\p{Sm}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}]/u.test(before) ? first! : "";
  if (code >= 0xe0100 && code <= 0xe01ef) return /\p{Script=Han}/u.test(before) ? first! : "";
  if (isRightToLeft && isDirection(code)) return first! + keptDirections(rest);
  return "";
}

function isDirection(code: number): boolean {
  return (
    code === 0x200e ||
    code === 0x200f ||
    code === 0x061c ||
    (code >= 0x202a && code <= 0x202c) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}

/** Two or three marks may meet: the end of one isolate and the beginning of the next. */
function keptDirections(rest: readonly string[]): string {
  return rest
    .slice(0, 2)
    .filter((char) => isDirection(char.codePointAt(0)!))
    .join("");
}

function report(
  run: string,
  kept: string,
  around: { before: string; after: string },
  onRun: (run: InvisibleRun) => void,
): void {
  const counts = new Map<InvisibleKind, string[]>();
  for (const char of run) {
    const kind = kindOf(char.codePointAt(0)!);
    const list = counts.get(kind);
    if (list) list.push(char);
    else counts.set(kind, [char]);
  }
  const inWord = letter.test(around.before) && letter.test(around.after);
  for (const [kind, chars] of counts) {
    const count =
      chars.length -
      (kept === "" ? 0 : [...kept].filter((char) => kindOf(char.codePointAt(0)!) === kind).length);
    if (count > 0) onRun({ kind, count, text: spelled(chars.join("")), inWord });
  }
}

function kindOf(code: number): InvisibleKind {
  if (code >= 0xe0000 && code <= 0xe007f) return "tags";
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef))
    return "variation_selectors";
  if (code === 0x202d || code === 0x202e) return "bidi_override";
  if (isDirection(code)) return "bidi";
  if ((code >= 0x200b && code <= 0x200d) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff)
    return "zero_width";
  return "other";
}

/** Text in tag characters, or bytes in variation selectors, as text. */
export function spelled(text: string): string {
  const bytes: number[] = [];
  let tagged = "";
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code >= 0xe0020 && code <= 0xe007e) tagged += String.fromCharCode(code - 0xe0000);
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16);
    else if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00);
  }
  return tagged !== ""
    ? tagged
    : bytes.length > 3
      ? Buffer.from(bytes)
          .toString("utf8")
          .replace(/[\x00-\x08\x0e-\x1f]/g, "")
      : "";
}

/** Resolves overrides: what stands between one and its end is turned to the order in which it is seen. UAX 9 3.3.2 */
function visualOrder(text: string, onRun: (run: InvisibleRun) => void): string {
  return text
    .split("\n")
    .map((line) => (override.test(line) ? visualLine(line, onRun) : line))
    .join("\n");
}

function visualLine(line: string, onRun: (run: InvisibleRun) => void): string {
  let out = "";
  let at = 0;
  while (at < line.length) {
    const start = line.slice(at).search(override);
    if (start < 0) break;
    const open = at + start;
    const end = endOfOverride(line, open);
    const inside = line.slice(open + 1, end).replace(/[\u202a-\u202e]/g, "");
    out +=
      line.slice(at, open) +
      (line[open] === "\u202e" ? reversed(inside) : inside.replace(hebrewRun, reversed));
    onRun({ kind: "bidi_override", count: 1, text: "", inWord: false });
    at = end + 1;
  }
  return out + line.slice(at);
}

const hebrewRun =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{M}]+(?:\s+[\p{Script=Hebrew}\p{Script=Arabic}\p{M}]+)*/gu;

function endOfOverride(line: string, open: number): number {
  let depth = 1;
  for (let at = open + 1; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 0x202c && --depth === 0) return at;
    if (code >= 0x202a && code <= 0x202e && code !== 0x202c) depth++;
  }
  return line.length;
}

const segments = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The characters from the last to the first; brackets turn with them. */
export function reversed(text: string): string {
  const mirror: Record<string, string> = {
    "(": ")",
    ")": "(",
    "[": "]",
    "]": "[",
    "{": "}",
    "}": "{",
    "<": ">",
    ">": "<",
  };
  return [...segments.segment(text)]
    .reverse()
    .map(({ segment }) => mirror[segment] ?? segment)
    .join("");
}
