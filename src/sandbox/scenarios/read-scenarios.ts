// Scenarios from files: JSON or YAML. A file that is wrong is refused with its name, line and field.
import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { messageOf } from "../../lib/failure.ts";
import { must } from "../../lib/must.ts";
import { nearest } from "../../lib/nearest.ts";
import { fieldOf, mistakeIn } from "../mistakes.ts";
import { readyResident, readyResidents } from "../residents/ready.ts";
import { type ResidentData, wholeResident } from "../residents/resident-data.ts";
import { brokenLineOfJson, brokenLineOfYaml, lineOfField, repeatedField } from "./field-lines.ts";
import { impossible } from "./impossible.ts";
import { readyScenarios } from "./ready-scenarios.ts";
import { Scenario } from "./scenario.ts";

const maxFileBytes = 1_000_000;
const maxScenarios = 1000;
/** A mistake that is of no field. */
const whole = "the scenario";

/** A mistake in a file: `file:line: field: reason`. */
export class ScenarioError extends Error {}

/**
 * All scenarios of these files and folders, in order of names. `ready` means those that ship, `ready:WORD` those whose name or
 * family has the word.
 * @throws ScenarioError
 */
export function readScenarios(paths: readonly string[]): Scenario[] {
  const mistakes: string[] = [];
  const found = paths.flatMap((path) => {
    const named = (from: string, scenarios: Scenario[]) =>
      scenarios.map((scenario) => ({ name: scenario.name, from, scenario }));
    if (/^ready(?::|$)/.test(path)) return named(path, shipped(path.slice("ready:".length)));
    return filesOf(path).flatMap((file) => named(file, readOrTell(file, mistakes)));
  });
  if (mistakes.length > 0) throw new ScenarioError(mistakes.join("\n"));
  if (found.length === 0) throw new ScenarioError(`${paths.join(", ")}: there is no scenario`);
  if (found.length > maxScenarios)
    throw new ScenarioError(`There are ${found.length} scenarios; at most ${maxScenarios} run at a time`);
  const names = new Map<string, string>();
  for (const { name, from } of found) {
    const other = names.get(name);
    if (other !== undefined) throw new ScenarioError(`Two scenarios are called ${name}: ${other}, ${from}`);
    names.set(name, from);
  }
  return found.map(({ scenario }) => scenario);
}

function shipped(word: string): Scenario[] {
  const found = readyScenarios().filter(({ name, family }) => `${name} ${family ?? ""}`.includes(word));
  if (found.length === 0)
    throw new ScenarioError(`No scenario that ships has "${word}" in its name or family`);
  return found;
}

function filesOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path)
      .filter((name) => /\.(?:json|ya?ml)$/.test(name))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw new ScenarioError(`${path}: ${messageOf(error)}`);
  }
}

/** A file's scenario; a mistake is added to those of other files, so that all are told at once. */
function readOrTell(file: string, mistakes: string[]): Scenario[] {
  try {
    return [readScenarioFile(file)];
  } catch (error) {
    if (error instanceof ScenarioError) mistakes.push(error.message);
    // The stack of whatever walks through it ends.
    else if (error instanceof RangeError) mistakes.push(`${file}:1: the scenario: it is nested too deeply`);
    else throw error;
    return [];
  }
}

function readScenarioFile(file: string): Scenario {
  const size = statSync(file).size;
  if (size > maxFileBytes) throw new ScenarioError(`${file}: ${size} bytes; at most ${maxFileBytes}`);
  return readScenario(textOf(readFileSync(file), file), file);
}

/** Without a mark of the byte order. */
function textOf(octets: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    throw new ScenarioError(`${file}:${lineOfBadOctet(octets)}: it is no UTF-8; save it as UTF-8`);
  }
}

/** The first line that is no UTF-8: no character goes over the end of a line. */
function lineOfBadOctet(octets: Uint8Array): number {
  const lines = Buffer.from(octets).toString("latin1").split("\n");
  return 1 + lines.findIndex((line) => !isUtf8(Buffer.from(line, "latin1")));
}

/** @throws ScenarioError */
export function readScenario(text: string, file: string): Scenario {
  let value: unknown;
  try {
    value = file.endsWith(".json") ? JSON.parse(text) : Bun.YAML.parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const line = file.endsWith(".json") ? brokenLineOfJson(text) : brokenLineOfYaml(text);
    throw new ScenarioError(`${file}:${line}: ${messageOf(error)}${colonHint(text, line)}`);
  }
  const wrong = (path: string, reason: string) =>
    new ScenarioError(`${file}:${lineOfField(text, path)}: ${fieldOf(path, whole)}: ${reason}`);
  if (isCyclic(value)) throw wrong("", "a part of it holds itself");
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong("", "a file is one scenario, which has name, task and expect");
  const twice = repeatedField(text);
  if (twice)
    throw new ScenarioError(`${file}:${twice.line}: ${fieldOf(twice.path, whole)}: it stands there twice`);
  if (!Value.Check(Scenario, value)) {
    const { path, reason } = must(mistakeIn(Scenario, value), "what fails has a mistake");
    throw wrong(path, reason);
  }
  const residents = (value.world?.residents ?? []).map((one) =>
    typeof one === "string" ? one : wholeResident(one),
  );
  const known = new Map<string, ResidentData>();
  for (const [at, resident] of residents.entries()) {
    const data = typeof resident === "string" ? readyResident(resident) : resident;
    if (data === null) throw wrong(`/world/residents/${at}`, notReady(String(resident)));
    const address = data.address.toLowerCase();
    if (known.has(address)) throw wrong(`/world/residents/${at}`, `${address} lives there already`);
    known.set(address, data);
  }
  const mistake = impossible(value, known);
  if (mistake) throw wrong(mistake.path, mistake.reason);
  return { ...value, world: { ...value.world, residents } };
}

/** The usual slip of YAML: a text with ": " in it, which begins a field where it is not quoted. */
function colonHint(text: string, line: number): string {
  const [, value = "", ...more] = (text.split("\n")[line - 1] ?? "").split(": ");
  const isPlain = !"\"'{[".includes(value.trimStart().charAt(0));
  return more.length > 0 && isPlain ? ' (a text with ": " in it stands in quotes)' : "";
}

/** Names those who are ready and nearest to it, else all. */
function notReady(address: string): string {
  const all = readyResidents.map((one) => one.address);
  const near = nearest(address, all);
  const alike = near === null ? all.filter((one) => sharesPart(one, address)) : [near];
  const ready = (alike.length > 0 ? alike : all).join(", ");
  return `nobody who is ready has the address ${address}. Ready: ${ready}. Anybody else has a name and rules`;
}

function sharesPart(one: string, other: string): boolean {
  const parts = (email: string) => email.toLowerCase().split(/[@.]/);
  return parts(one)
    .slice(0, 2)
    .some((part) => parts(other).slice(0, 2).includes(part));
}

/** An anchor of YAML may name what it stands in. */
function isCyclic(value: unknown, above = new Set<unknown>(), seen = new Set<unknown>()): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (above.has(value)) return true;
  if (seen.has(value)) return false;
  seen.add(value);
  above.add(value);
  const isFound = Object.values(value).some((one) => isCyclic(one, above, seen));
  above.delete(value);
  return isFound;
}
