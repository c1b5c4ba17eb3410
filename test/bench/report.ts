// What a run of the bench says: a table with a column for each server, the figures that are kept, and what got worse since.
// A figure is named `server: what`; one without a server is about the executable or the machine.

export interface Figure {
  what: string;
  value: number;
  unit: string;
}

/** Figures by name, with when they were measured: what dist/bench.json holds. */
export type Kept = Record<string, { value: number; unit: string; at?: string }>;

/** A part of the value: less than that is what runs on a shared machine differ by. */
const noise = 0.1;

const columns = [
  "embedded",
  "dovecot beside embedded",
  "postgres",
  "dovecot beside postgres",
  "other",
] as const;
type Column = (typeof columns)[number];

/** More is better for rates and for ratios to another server; less for times and sizes. */
function isMoreBetter(unit: string): boolean {
  return unit.endsWith("/s") || unit.endsWith("/min") || unit === "times";
}

/** The kept figures, with these in their places. @param at the time of this run */
export function keep(last: Kept, figures: readonly Figure[], at: string): Kept {
  const measured = figures.map(({ what, value, unit }) => [what, { value, unit, at }]);
  return { ...last, ...Object.fromEntries(measured) };
}

/** A line for each thing that was measured, a column for each server; behind a figure, by how much it changed. */
export function table(figures: readonly Figure[], last: Kept): string {
  const lines = new Map<string, Partial<Record<Column, string>>>();
  for (const figure of figures) {
    const { server, name } = placeOf(figure);
    const key = `${name} (${figure.unit})`;
    const before = last[figure.what];
    const cells = lines.get(key) ?? {};
    cells[server] = `${plain(figure.value)}${before ? ` ${changeOf(before.value, figure.value)}` : ""}`;
    lines.set(key, cells);
  }
  const shown = columns.filter((column) => [...lines.values()].some((cells) => cells[column] !== undefined));
  const rows = [...lines].map(([name, cells]) => [name, ...shown.map((column) => cells[column] ?? "")]);
  const all = [["", ...shown], ...rows];
  const widths = all[0]!.map((_, n) => Math.max(...all.map((row) => row[n]!.length)));
  const text = all.map((row) =>
    row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join("  "),
  );
  return `${text.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** What got worse, the worst first; one line says so where nothing did. */
export function comparison(figures: readonly Figure[], last: Kept): string {
  const known = figures.flatMap((figure) => {
    const before = last[figure.what];
    // That another server got worse says something of the machine alone.
    const isOurs = !/dovecot/i.test(figure.what) || figure.unit === "times";
    return isOurs && before?.unit === figure.unit && before.value > 0 && figure.value > 0
      ? [{ ...figure, before }]
      : [];
  });
  if (known.length === 0) return "There is no earlier run to compare with.\n";
  const worse = known
    .map((figure) => ({ ...figure, factor: worseBy(figure, figure.before.value) }))
    .filter(({ factor }) => factor > 1 + noise)
    .sort((a, b) => b.factor - a.factor);
  const compared = `${known.length} ${known.length === 1 ? "figure" : "figures"} compared`;
  if (worse.length === 0) return `Nothing got worse by more than ${noise * 100} % (${compared}).\n`;
  const lines = worse.map(({ what, value, unit, before }) => {
    const since = before.at ? ` since ${before.at}` : "";
    return `  ${what}: ${plain(before.value)} to ${plain(value)} ${unit} ${changeOf(before.value, value)}${since}`;
  });
  return `Worse by more than ${noise * 100} % (${worse.length} of ${compared}):\n${lines.join("\n")}\n`;
}

/** How many times as bad as before; below 1: better. */
function worseBy({ value, unit }: Figure, before: number): number {
  return isMoreBetter(unit) ? before / value : value / before;
}

function placeOf({ what }: Figure): { server: Column; name: string } {
  const server = columns.find((column) => what.startsWith(`${column}: `));
  return server ? { server, name: what.slice(server.length + 2) } : { server: "other", name: what };
}

function changeOf(before: number, now: number): string {
  if (before === 0) return "";
  const percent = Math.round((now / before - 1) * 100);
  return percent === 0 ? "(=)" : `(${percent > 0 ? "+" : ""}${percent} %)`;
}

/** Three digits that count, whole above a hundred. */
function plain(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
