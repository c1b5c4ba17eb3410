// Cli: the packages that the program is made of, with their licences, read from the lock file and node_modules. The build puts
// them into the executable; from source they are read when asked for.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "../../lib/must.ts";
import { standardText } from "./standard-texts.ts";

export interface PackageNotice {
  name: string;
  version: string;
  /** As its package.json says; an SPDX expression as a rule. */
  license: string;
  /** Texts of its licence and notice files; of one that brings none, the licence's usual text. */
  texts: string[];
}

/** The notices' name among the files of the executable. */
export const noticesName = "third-party-notices.json";

interface LockFile {
  workspaces: { "": { dependencies: Record<string, string> } };
  packages: Record<string, [string, string, LockedNeeds | undefined]>;
}

interface LockedNeeds {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Every package that the program needs to run, by name. @param repository the folder of bun.lock and node_modules */
export function packageNotices(repository: string): PackageNotice[] {
  const lock = Bun.JSONC.parse(readFileSync(join(repository, "bun.lock"), "utf8")) as LockFile;
  const found = new Map<string, PackageNotice>();
  for (const path of runtimePaths(lock)) {
    const folder = join(repository, "node_modules", path);
    // A package for another machine is not installed.
    if (!existsSync(folder)) continue;
    const notice = noticeOf(folder);
    found.set(`${notice.name}@${notice.version}`, notice);
  }
  return [...found.keys()].sort().map((key) => must(found.get(key), "a key has its notice"));
}

/**
 * Places of the packages below node_modules, `a` or `a/node_modules/b`. A package finds what it needs below itself, or below
 * what needs it, as the lock file's keys have it: `a/b`.
 */
function runtimePaths({ workspaces, packages }: LockFile): string[] {
  const found = new Map<string, string>();
  const visit = (parents: readonly string[], name: string) => {
    for (let depth = parents.length; depth >= 0; depth--) {
      const path = [...parents.slice(0, depth), name];
      const key = path.join("/");
      const entry = packages[key];
      if (entry === undefined) continue;
      if (found.has(key)) return;
      found.set(key, path.join("/node_modules/"));
      const { dependencies, optionalDependencies, peerDependencies } = entry[2] ?? {};
      const needs = { ...dependencies, ...optionalDependencies, ...peerDependencies };
      for (const needed of Object.keys(needs)) visit(path, needed);
      return;
    }
  };
  for (const name of Object.keys(workspaces[""].dependencies)) visit([], name);
  return [...found.values()];
}

interface PackageManifest {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
}

function noticeOf(folder: string): PackageNotice {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as PackageManifest;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice|copying)(?:[.-]|$)/i.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  const holder = (typeof author === "object" ? author.name : author) ?? `the authors of ${name}`;
  return { name, version, license, texts: texts.length > 0 ? texts : standardText(license, holder) };
}
