// Options of the scripts that contributors run. `--help` prints what a script does and ends it; an option that it does not
// have, a value that is missing and a value that it does not take are refused by name, before anything is begun.
import { parseArgs } from "node:util";

/** Without `value` the option takes none. */
export type OptionSpec = { about: string } & (
  | { value?: never }
  | { value: string; among?: readonly string[]; default?: string }
  | { value: string; number: true; default?: number }
);

export interface Script<Specs extends Record<string, OptionSpec>> {
  /** How it is called, such as `bun run bench`. */
  call: string;
  /** What it does, in lines as they are printed. */
  about: string;
  options: Specs;
}

type ValueOf<Spec> = Spec extends { value: string }
  ?
      | (Spec extends { number: true }
          ? number
          : Spec extends { among: readonly (infer One)[] }
            ? One
            : string)
      | (Spec extends { default: unknown } ? never : null)
  : boolean;

export type Values<Specs> = { [Name in keyof Specs]: ValueOf<Specs[Name]> };

class WrongOption extends Error {}

/** The options of this process. Ends it at `--help` with status 0, at a wrong option with status 2. */
export function optionsOf<const Specs extends Record<string, OptionSpec>>(
  script: Script<Specs>,
): Values<Specs> {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(helpOf(script));
    process.exit(0);
  }
  try {
    return readOptions(script.options, args);
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    process.stderr.write(`${error.message} See ${script.call} --help\n`);
    process.exit(2);
  }
}

/** @throws Error that names what is wrong */
export function readOptions<const Specs extends Record<string, OptionSpec>>(
  specs: Specs,
  args: readonly string[],
): Values<Specs> {
  const given = parsed(specs, args);
  const values = Object.entries(specs).map(([name, spec]) => [name, valueFrom(name, spec, given[name])]);
  return Object.fromEntries(values) as Values<Specs>;
}

function parsed(specs: Record<string, OptionSpec>, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // The first sentence names the option; what follows is about arguments without a name, of which there are none.
    throw new WrongOption(`${(error as Error).message.split(". ")[0]!.replace(/\.$/, "")}.`);
  }
}

function valueFrom(name: string, spec: OptionSpec, given: string | boolean | undefined): unknown {
  if (spec.value === undefined) return given === true;
  if (given === undefined) return spec.default ?? null;
  if ("number" in spec) {
    const number = Number(given);
    if (given === "" || !(number >= 0)) throw new WrongOption(`--${name} ${given}: give a number.`);
    return number;
  }
  const { among } = spec as { among?: readonly string[] };
  if (among && !among.includes(String(given)))
    throw new WrongOption(`--${name} ${given}: there are ${among.join(", ")}.`);
  return given;
}

/** What `--help` prints. */
export function helpOf({ call, about, options }: Script<Record<string, OptionSpec>>): string {
  const lines = Object.entries(options).map(([name, spec]) => {
    const usual = "default" in spec && spec.default !== undefined ? `; ${spec.default} unless given` : "";
    return [`--${name}${spec.value === undefined ? "" : ` ${spec.value}`}`, `${spec.about}${usual}`] as const;
  });
  const all = [...lines, ["--help", "prints this"] as const];
  const width = Math.max(...all.map(([name]) => name.length)) + 2;
  const rows = all.map(([name, text]) => `  ${name.padEnd(width)}${text}`);
  return `${call}${lines.length > 0 ? " [options]" : ""}\n\n${about.trim()}\n\nOptions:\n${rows.join("\n")}\n`;
}
