// Readers of settings' texts: a number, a port, an address, a URL. Each refuses what it cannot read, with an
// example from config/settings.ts.
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { type Network, parseNetwork } from "../lib/networks.ts";
import { settings } from "./settings.ts";

export type Env = Record<string, string | undefined>;

/** A port number; 0: any free port; null: off. */
export type Port = number | null;

/** An invalid setting; the message names it, says what is wrong and gives an example. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

export function refuse(name: string, value: string, problem: string): never {
  const example = settings.find((s) => s.name === name)?.example ?? "";
  throw new ConfigError(`${name}=${value} ${problem}. Example: ${name}=${example}`);
}

export function integer(env: Env, name: string, fallback: number, least: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least)
    refuse(name, value, `must be a whole number from ${least}`);
  return number;
}

/** A number, or null for "none". */
export function limit(env: Env, name: string): number | null {
  return (text(env, name) ?? "none").toLowerCase() === "none" ? null : integer(env, name, 0, 0);
}

export function port(env: Env, name: string, fallback: Port): Port {
  const value = text(env, name);
  if (value === undefined) return fallback;
  if (value === "off") return null;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65535) refuse(name, value, "must be a port from 0 to 65535, or off");
  return number;
}

export function oneOf<const T extends string>(env: Env, name: string, choices: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  return (
    choices.find((choice) => choice === value.toLowerCase()) ??
    refuse(name, value, `must be one of ${choices.join(", ")}`)
  );
}

export function address(env: Env, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback;
  return value === "localhost" || ipaddr.isValid(value)
    ? value
    : refuse(name, value, "must be an IP address");
}

const domainLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;

export function domain(env: Env, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback;
  const ascii = domainToASCII(value.toLowerCase());
  if (ascii.length > 253 || !ascii.split(".").every((label) => domainLabel.test(label)))
    refuse(name, value, "must be a domain name");
  return ascii;
}

/** Comma-separated domain names. */
export function names(env: Env, name: string): string[] {
  const value = text(env, name);
  if (value === undefined) return [];
  return value.split(",").map((part) => domain({ [name]: part }, name, ""));
}

export function email(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === undefined) return null;
  return /^[^@\s]+@[^@\s]+$/.test(value) ? value : refuse(name, value, "must be an email address");
}

/** Off by default. */
export function emailOrOff(env: Env, name: string): string | null {
  return (text(env, name) ?? "off").toLowerCase() === "off" ? null : email(env, name);
}

export function url(env: Env, name: string, protocols: readonly string[]): string | null {
  const value = text(env, name);
  if (value === undefined) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (!parsed || !protocols.includes(parsed.protocol)) {
    // The value may contain a password: the message leaves it out.
    refuse(name, "…", `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
  }
  return value;
}

export function cidrs(env: Env, name: string, fallback: string): Network[] {
  const value = text(env, name) ?? fallback;
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      try {
        return parseNetwork(part);
      } catch {
        return refuse(name, value, `has "${part}", which is neither an address nor a network`);
      }
    });
}
