// The lines of a mail with the words for codes and the numbers in them, found when they are asked for.
import { joinsMeeting, meetingAddress, meetingWord } from "./not-codes.ts";
import { type CodeCandidate, candidatesIn, plainLine } from "./numbers.ts";
import { isOtherCode, strongLabel, vagueLabel, weakLabel } from "./words.ts";

export interface CodeLabel {
  start: number;
  end: number;
  /** A word for a code that is given once; for any code; for digits, or a code of an unknown name. */
  kind: "strong" | "weak" | "vague";
  /** Bookings and payments have such as well. */
  isShared: boolean;
}

export interface CodeLine {
  text: string;
  /** Found when they are asked for: most lines are far from any number. */
  labels: () => CodeLabel[];
  isMeeting: () => boolean;
  candidates: CodeCandidate[];
}

const maxLines = 400;
const maxLine = 1000;
/** Numbers and words for a code that are looked at in one line. */
const maxInLine = 12;

export function linesOf(text: string): CodeLine[] {
  const lines = text
    .slice(0, 50_000)
    .split("\n")
    .map((line) => plainLine(line.slice(0, maxLine)))
    .filter((line) => line !== "");
  return joined(lines.slice(0, maxLines)).map(readLine);
}

/** Lines of one character each, from boxes below or beside each other, as one line. */
function joined(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    let end = at;
    while (end < lines.length && end < at + 9 && /^[\dA-Z]$/.test(lines[end]!)) end++;
    if (end - at < 4) found.push(lines[at]!);
    else {
      found.push(lines.slice(at, end).join(" "));
      at = end - 1;
    }
  }
  return found;
}

function readLine(text: string): CodeLine {
  // Numbers of addresses are none of ours.
  const opensRoom = meetingAddress.test(text);
  const bare = text.replace(/(?:https?:\/\/|www\.)\S+|<[^<>\s]+>|[^\s@]{1,200}@\S+/gi, (address) =>
    "·".repeat(address.length),
  );
  return {
    text: bare,
    labels: once(() => allLabels(bare)),
    isMeeting: once(() => opensRoom || meetingWord.test(bare)),
    candidates: candidatesIn(bare).slice(0, maxInLine),
  };
}

function allLabels(line: string): CodeLabel[] {
  const strong = labelsOf(line, strongLabel, "strong");
  const others = [...labelsOf(line, weakLabel, "weak"), ...labelsOf(line, vagueLabel, "vague")];
  const apart = others.filter(
    (label) => !strong.some(({ start, end }) => label.start < end && start < label.end),
  );
  return [...strong, ...apart];
}

function labelsOf(line: string, pattern: RegExp, kind: CodeLabel["kind"]): CodeLabel[] {
  // "Status 502; code 1006 closes it": the second is one of the first's kind.
  const machine = kind === "weak" ? line.search(machineCode) : -1;
  return [...line.matchAll(pattern)]
    .filter(({ index }) => machine < 0 || index < machine)
    .map(({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
      kind,
      isShared: sharedWord.test(word),
    }))
    .filter(({ start, end }) => !isOtherCode(line, start, end))
    .slice(0, maxInLine);
}

const machineCode = /(?<!\p{L})(?:error|exit|return|response|status|fehler)[- ]?codes?(?!\p{L})/iu;

/** In the word for a code: a booking is confirmed, a payment authorised. */
const sharedWord =
  /confirm|conferm|bestätig|bevestig|bekr[äæe]f|potwierdz|potvrz|vahvist|megerős|onay|işlem|подтвер|підтвер|потвърж|επιβεβ|確認|确认|확인|تأكيد|אישור|पुष्टि|xác nhận|konfirmasi|approv|authori[sz]|autori[sz]|承認|승인|registr/iu;

export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function hasStrong(lines: readonly CodeLine[]): boolean {
  return lines.some(({ labels }) => labels().some(({ kind }) => kind === "strong"));
}

/** Numbers that those dial who join a meeting by telephone. */
export function opensMeeting(lines: readonly CodeLine[], index: number, { end }: CodeCandidate): boolean {
  if (/^\s?#/.test(lines[index]!.text.slice(end))) return true;
  if (lines.slice(Math.max(0, index - 3), index + 4).some(({ text }) => joinsMeeting.test(text))) return true;
  return lines.slice(Math.max(0, index - 8), index + 9).some(({ isMeeting }) => isMeeting());
}

/** Below a number: it counts these. */
const counted =
  /^(?:\p{L}{1,20} )?(?:members|users|subscribers|followers|views|visitors|downloads|items|points|people|orders|mitglieder|nutzer|abonnenten|membres|abonnés|miembros|seguidores|membri|leden|członków)(?!\p{L})/iu;

/** Whether the line below a number says what it counts. */
export function counts(lines: readonly CodeLine[], index: number): boolean {
  return counted.test(lines[index + 1]?.text ?? "");
}
