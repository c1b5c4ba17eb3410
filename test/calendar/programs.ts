// Other implementations, Python's icalendar and Debian's libical, read our calendar objects and reply (read-calendar.py).
import { existsSync } from "node:fs";

export interface Reading {
  method: string;
  uid: string;
  summary: string;
  description: string;
  location: string;
  status: string;
  sequence: number;
  start: number;
  end: number;
  recurrence_id: number | null;
  organizer: string;
  attendees: [address: string, name: string, partstat: string][];
  /** Starts over three years; null when the reader does not expand. */
  instances: number[] | null;
}

export interface Answers {
  version: string;
  events: Reading[][];
  replies: string[];
  cancels: string[];
}

/** Null, with the reason printed, when the implementation is not installed. */
export function readWithPython(reader: "icalendar" | "libical", work: object): Answers | null {
  // Debian's packages belong to Debian's own Python.
  const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : Bun.which("python3");
  if (!python) {
    process.stderr.write(`skipped: no python3, ${reader} does not read what we send\n`);
    return null;
  }
  const script = new URL("read-calendar.py", import.meta.url).pathname;
  const run = Bun.spawnSync([python, script, reader], { stdin: Buffer.from(JSON.stringify(work)) });
  if (run.exitCode === 3) {
    process.stderr.write(`skipped: ${reader} is not installed (${run.stderr.toString().trim()})\n`);
    return null;
  }
  if (run.exitCode !== 0) throw new Error(run.stderr.toString());
  return JSON.parse(run.stdout.toString());
}
