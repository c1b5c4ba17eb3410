// The lines of a mail with the words for codes and the numbers in them, found when they are asked for.
import { type CodeEvidence, evidenceIn } from "./evidence.ts";
import { joinsMeeting, meetingAddress, meetingNumber, meetingWord, userName } from "./not-codes.ts";
import { type CodeCandidate, candidatesIn, plainLine } from "./numbers.ts";
import { isOtherCode, mayBeOther, strongLabel, vagueLabel, weakLabel } from "./words.ts";

export interface CodeLabel {
  start: number;
  end: number;
  /** A word for a code that is given once; for any code; for digits, or a code of an unknown name. */
  kind: "strong" | "weak" | "vague";
  /** Bookings and payments have such as well. */
  isShared: boolean;
  /** Places, events and ranks have such as well: the mail says that it is kept secret, or over in minutes. */
  isOfThing: boolean;
}

export interface CodeLine {
  text: string;
  /** Found when they are asked for: most lines are far from any number. */
  labels: () => CodeLabel[];
  isMeeting: () => boolean;
  /** Calls to join a meeting. */
  joins: () => boolean;
  numbersMeeting: () => boolean;
  /** Names who signs in. */
  namesUser: () => boolean;
  evidence: () => CodeEvidence;
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
    joins: once(() => joinsMeeting.test(bare)),
    numbersMeeting: once(() => meetingNumber.test(bare)),
    evidence: once(() => evidenceIn(bare)),
    namesUser: once(() => userName.test(bare)),
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
      isOfThing: kind !== "strong" && mayBeOther.test(line.slice(Math.max(0, index - 24), index)),
    }))
    .filter(({ start, end }) => !isOtherCode(line, start, end))
    .slice(0, maxInLine);
}

const machineCode = /(?<!\p{L})(?:error|exit|return|response|status|fehler)[- ]?codes?(?!\p{L})/iu;

/** In the word for a code: a booking is confirmed, a payment authorised. */
const sharedWord =
  /confirm|conferm|bestätig|bevestig|bekr[äæe]f|potwierdz|potvrz|vahvist|megerős|onay|işlem|подтвер|підтвер|потвърж|επιβεβ|確認|确认|확인|تأكيد|אישור|पुष्टि|xác nhận|konfirmasi|approv|authori[sz]|autori[sz]|承認|승인|registr|reģistr|pengesahan|potvrd|потврд|kinnitus|kinnitam|patvirtin|apstiprin|დადასტურ|تأیید|تایید|নিশ্চিত|ยืนยัน|uthibit|staðfest/iu;

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

/** The words for a code before a number, or on the line above one that is alone. */
export function namesBefore(
  lines: readonly CodeLine[],
  index: number,
  { start, isAlone }: CodeCandidate,
): string[] {
  const own = namesOf(lines[index]!, start);
  const above = isAlone && own.length === 0 ? lines[index - 1] : undefined;
  return above === undefined ? own : namesOf(above, above.text.length);
}

/** The words for a code up to a place in a line. */
function namesOf({ text, labels }: CodeLine, to: number): string[] {
  return labels()
    .filter(({ end }) => end <= to)
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => text.slice(start, end));
}

/** Words for the secret that a meeting has besides its number. */
const meetingSecret = /pass|kenn|pin|secret|segret|contraseña|senha|hasło|heslo|парол|şifre|密|비밀/iu;

/** Numbers that open a meeting: those who join it dial or type them. */
export function opensMeeting(lines: readonly CodeLine[], index: number, candidate: CodeCandidate): boolean {
  if (/^\s?#/.test(lines[index]!.text.slice(candidate.end))) return true;
  const name = namesBefore(lines, index, candidate).at(-1);
  if (name === undefined || meetingSecret.test(name)) {
    const above = lines.slice(Math.max(0, index - 3), index + 1);
    const near = lines.slice(Math.max(0, index - 3), index + 4);
    if (above.some(({ joins }) => joins()) && near.some(({ numbersMeeting }) => numbersMeeting()))
      return true;
  }
  return lines.slice(Math.max(0, index - 8), index + 9).some(({ isMeeting }) => isMeeting());
}

/** Below a number: it counts these. */
const counted =
  /^(?:\p{L}{1,20} )?(?:members|users|subscribers|followers|views|visitors|downloads|items|points|people|orders|mitglieder|nutzer|abonnenten|membres|abonnés|miembros|seguidores|membri|leden|członków)(?!\p{L})/iu;

/** Whether the line below a number says what it counts. */
export function counts(lines: readonly CodeLine[], index: number): boolean {
  return counted.test(lines[index + 1]?.text ?? "");
}
