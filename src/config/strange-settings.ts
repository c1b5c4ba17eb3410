// Lines of `.env` and names of the environment that set nothing: a start names them, since a setting that is misspelt is
// silently not set.
import { existsSync, readFileSync } from "node:fs";
import { distance, knownElsewhere, nearest, type OtherNames } from "../lib/nearest.ts";
import { environment } from "./config.ts";
import { envFile, parseEnv } from "./env-file.ts";
import { settings } from "./settings.ts";

/** Names that other parts of the program read. */
const others = /^POSTROOM_|^(?:BUN|NODE|XDG|SSL_CERT)_/;

/** A sentence for each, at most a few. */
export function strangeSettings(): string[] {
  const file = envFile();
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const given = environment();
  return [...strangeIn({ text, names: Object.keys(given) }), ...strangeZone(given.TZ)].slice(0, maxSentences);
}

const maxSentences = 20;

/** Names of other programs, by the setting that is meant, where another one is nearer by its letters. */
const otherNames: OtherNames = {
  PORT: ["HTTP_PORT"],
  SUBMISSIONS_PORT: ["SMTPS_PORT"],
};

/** @param given.text of the file. @param given.names of the environment, which holds much that is nobody's setting */
export function strangeIn({ text, names }: { text: string; names: readonly string[] }): string[] {
  // of letters of two octets each, one is 0
  if (text.includes("\0"))
    return [
      "the file .env sets nothing: it is in UTF-16, as PowerShell writes it; save it as UTF-8 (Set-Content -Encoding utf8)",
    ];
  const known = settings.map(({ name }) => name);
  const isKnown = new Set(known);
  const inFile = parseEnv(text).map(({ name }) => name);
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    const said = line.trim();
    if (said === "" || said.startsWith("#") || parseEnv(said).length > 0) return [];
    return [`line ${index + 1} of .env sets nothing: it is no NAME=VALUE`];
  });
  const set = text
    .split(/\r?\n/)
    .flatMap((line, index) => parseEnv(line).map(({ name }) => ({ name, number: index + 1 })));
  const again = set.flatMap(({ name, number }) => {
    const last = set.findLast((other) => other.name === name)!.number;
    return last === number
      ? []
      : [`line ${number} of .env sets nothing: ${name} stands again in line ${last}, which holds`];
  });
  const unknown = inFile
    .filter((name) => !isKnown.has(name) && !others.test(name))
    .map(
      (name) =>
        `${name} in .env is no setting${meaning(knownElsewhere(name, known, otherNames) ?? nearest(name, known))}`,
    );
  const misspelt = names
    .filter((name) => !isKnown.has(name) && !others.test(name) && !inFile.includes(name))
    .flatMap((name) => {
      const elsewhere = knownElsewhere(name, known, otherNames);
      if (elsewhere !== null) return [`${name} is no setting${meaning(elsewhere)}`];
      const near = nearest(name, known);
      return near === null || distance(name, near) > slips(name)
        ? []
        : [`${name} is no setting${meaning(near)}`];
    });
  return [...lines, ...again, ...new Set(unknown), ...misspelt];
}

/** A time zone of the system that the runtime does not know, for which it takes UTC without a word. */
export function strangeZone(zone: string | undefined): string[] {
  if (zone === undefined || zone === "" || zone.startsWith(":") || zone.startsWith("/")) return [];
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return [];
  } catch {
    return [
      `TZ=${zone} is no time zone that this program knows: write a name such as TZ=Europe/Berlin or TZ=UTC`,
    ];
  }
}

/** Letters that may be wrong in a name of that length for it to mean a setting. */
function slips(name: string): number {
  return name.length >= 8 ? 2 : name.length >= 5 ? 1 : 0;
}

function meaning(near: string | null): string {
  return near === null ? "" : `: did you mean ${near}?`;
}
