// Spans of time as other programs take them: `5m`.
const unitSeconds: Readonly<Record<string, number>> = { s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/** `5m` in seconds; null: it is no span. */
export function secondsOf(value: string): number | null {
  const [, count, unit = "s"] = /^(\d{1,6})\s*(s|sec|m|min|h|d)?$/.exec(value) ?? [];
  return count === undefined ? null : Number(count) * unitSeconds[unit]!;
}

/** `1h` in words, as times are said; null: it is no span. */
export function spanOf(value: string): string | null {
  const [, count, unit] = /^(\d{1,4})\s*(m|min|h|d)$/.exec(value) ?? [];
  const word = { m: "minute", min: "minute", h: "hour", d: "day" }[unit ?? ""];
  return count === undefined || word === undefined ? null : `${count} ${word}${count === "1" ? "" : "s"}`;
}
