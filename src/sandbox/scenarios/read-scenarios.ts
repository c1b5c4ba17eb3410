// Scenarios from files: JSON or YAML. A file that is wrong is refused with its name, line and field.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ValueErrorType } from "@sinclair/typebox/errors";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { messageOf } from "../../lib/failure.ts";
import { must } from "../../lib/must.ts";
import { nearest } from "../../lib/nearest.ts";
import { readyResident, readyResidents } from "../residents/ready.ts";
import { spanMs } from "../residents/spans.ts";
import { brokenLineOfJson, brokenLineOfYaml, lineOfField, repeatedField } from "./field-lines.ts";
import { impossible } from "./impossible.ts";
import { readyScenarios } from "./ready-scenarios.ts";
import { Scenario } from "./scenario.ts";

const maxFileBytes = 1_000_000;
const maxScenarios = 1000;
const unknownField = ValueErrorType.ObjectAdditionalProperties;

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
    throw new ScenarioError(`${file}:1: it is no UTF-8; save it as UTF-8`);
  }
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
    new ScenarioError(`${file}:${lineOfField(text, path)}: ${fieldOf(path)}: ${reason}`);
  if (isCyclic(value)) throw wrong("", "a part of it holds itself");
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong("", "a file is one scenario, which has name, task and expect");
  const twice = repeatedField(text);
  if (twice) throw new ScenarioError(`${file}:${twice.line}: ${fieldOf(twice.path)}: it stands there twice`);
  if (!Value.Check(Scenario, value)) {
    const error = worst([...Value.Errors(Scenario, value)]);
    throw wrong(error.path, reasonOf(error));
  }
  const residents = value.world?.residents ?? [];
  const known = new Set<string>();
  for (const [at, resident] of residents.entries()) {
    const address = (typeof resident === "string" ? resident : resident.address).toLowerCase();
    if (typeof resident === "string" && readyResident(resident) === null)
      throw wrong(`/world/residents/${at}`, notReady(resident));
    if (known.has(address)) throw wrong(`/world/residents/${at}`, `${address} lives there already`);
    known.add(address);
  }
  for (const [at, step] of (value.steps ?? []).entries()) {
    const who = "begin" in step ? step.begin : "from" in step ? step.from : null;
    if (who !== null && !known.has(who.toLowerCase()))
      throw wrong(
        `/steps/${at}/${"begin" in step ? "begin" : "from"}`,
        `${who} is none of world.residents; add { address, name, kind } there`,
      );
  }
  const mistake = impossible(value, known);
  if (mistake) throw wrong(mistake.path, mistake.reason);
  for (const [at, step] of (value.steps ?? []).entries())
    if ("every" in step && spanMs(step.every) === 0)
      throw wrong(`/steps/${at}/every`, `"${step.every}": time must pass between two runs`);
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

function fieldOf(path: string): string {
  const field = path
    .split("/")
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join("")
    .replace(/^\./, "");
  return field === "" ? "the scenario" : field;
}

/** The deepest error. Of a union it is that of the alternative which fits best. */
function worst(errors: readonly ValueError[]): ValueError {
  const deepest = errors.map((error) => {
    const branches = error.errors.map((branch) => [...branch]).filter((branch) => branch.length > 0);
    // Fields that no alternative has are the mistake, rather than those that are missing.
    const strangers = branches.map((branch) => branch.filter(({ type }) => type === unknownField));
    const everywhere = strangers[0]?.find(({ path }) =>
      strangers.every((others) => others.some((other) => other.path === path)),
    );
    if (everywhere) return everywhere;
    const [best] = branches.toSorted((one, other) => misfits(one, error.path) - misfits(other, error.path));
    return best === undefined ? error : worst(best);
  });
  const depth = ({ path }: ValueError) => path.split("/").length;
  // A field that there is not is likely the one that is missing.
  const order = (error: ValueError) => 2 * depth(error) + (error.type === unknownField ? 1 : 0);
  return must(deepest.toSorted((one, other) => order(other) - order(one))[0], "what fails has an error");
}

/** An alternative of another type fits worst; fields that it lacks count more than those that are wrong in it. */
function misfits(errors: readonly ValueError[], path: string): number {
  const weight = (error: ValueError) => (error.path === path ? 100 : error.value === undefined ? 10 : 1);
  return errors.reduce((sum, error) => sum + weight(error), 0);
}

function reasonOf({ message, schema, value }: ValueError): string {
  if (/Unexpected property/.test(message)) return "there is no such field";
  if (/Required property/.test(message) || value === undefined) return "it is missing";
  if (Array.isArray(schema.enum)) return `${JSON.stringify(value)}: it is one of ${schema.enum.join(", ")}`;
  if (schema.pattern === "^[^\\s@]+@[^\\s@]+$") return `${JSON.stringify(value)}: write a whole address`;
  if (schema.pattern === "^\\d{1,5}[smhd]$")
    return `${JSON.stringify(value)}: write a time such as 30m, 4h or 2d`;
  if (schema.pattern?.startsWith("^\\d{4}-"))
    return `${JSON.stringify(value)}: write a time of UTC such as 2026-03-02T08:00:00Z`;
  const about = typeof schema.description === "string" ? ` (${schema.description})` : "";
  return `${JSON.stringify(value)?.slice(0, 60)}: ${message.toLowerCase()}${about}`;
}
