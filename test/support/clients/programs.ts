// Programs of this machine that tests run, looked up in one way. Debian puts some into /usr/sbin, which not everybody's PATH has.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { must } from "../../../src/lib/must.ts";

const PATH = `${process.env.PATH ?? ""}:/usr/bin:/usr/sbin`;

/** @param setting a variable of the environment that may name another one @returns its path; null: it is not installed */
export function programPath(name: string, setting?: string): string | null {
  const named = setting === undefined ? undefined : process.env[setting];
  if (named === undefined) return Bun.which(name, { PATH });
  return existsSync(named) ? named : null;
}

/** Debian's shell of Chromium draws the same pages with two thirds of the processor time. */
const chromiumPath =
  programPath("chromium-headless-shell", "POSTROOM_TEST_CHROMIUM") ??
  programPath("chromium", "POSTROOM_TEST_CHROMIUM");

/** Why tests in a browser are skipped; null: they are not. */
export const noChromium =
  chromiumPath === null ? "neither chromium-headless-shell nor chromium is installed" : null;

/** Starts a headless Chromium. @param more arguments beside the usual ones */
export function launchChromium(...more: readonly string[]): Promise<Browser> {
  const executablePath = must(chromiumPath, "tests in a browser are skipped without one");
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
  return chromium.launch({ executablePath, args: [...args, ...more] });
}
