// Maps the zone names of other programs to IANA names, by the name alone: Windows names and their display texts, path
// prefixes of Evolution, Mozilla and others, POSIX-like short names, plain offsets, cities. How certain a match is
// decides whether a VTIMEZONE may overrule it.

import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import { must } from "../../lib/must.ts";
import { allZones, formatOffset, offsetAt, zoneName } from "../../lib/zones.ts";

export interface NamedZone {
  zone: string;
  /** `iana`: the name holds an IANA name. `windows`: a Windows zone. `guess`: a short name, an offset, a city. */
  by: "iana" | "windows" | "guess";
}

/** CLDR's historical names and the current ones. */
const presentNames: Record<string, string> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Etc/GMT": "UTC",
  "Etc/UTC": "UTC",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const present = (zone: string): string => presentNames[zone] ?? zone;

/** Windows names that CLDR lacks. */
const windowsExtras: Record<string, string> = {
  "armenian standard time": "Asia/Yerevan",
  "coordinated universal time": "UTC",
  "jerusalem standard time": "Asia/Jerusalem",
  "kamchatka standard time": "Asia/Kamchatka",
  "malay peninsula standard time": "Asia/Singapore",
  "mexico standard time": "America/Mexico_City",
  "mexico standard time 2": "America/Chihuahua",
  "mid-atlantic standard time": "Etc/GMT+2",
};

const shortNames: Record<string, string> = {
  z: "UTC",
  zulu: "UTC",
  gmt: "UTC",
  "greenwich mean time": "UTC",
  pst: "America/Los_Angeles",
  pdt: "America/Los_Angeles",
  pacific: "America/Los_Angeles",
  mdt: "America/Denver",
  mountain: "America/Denver",
  cst: "America/Chicago",
  cdt: "America/Chicago",
  central: "America/Chicago",
  edt: "America/New_York",
  eastern: "America/New_York",
  bst: "Europe/London",
  cest: "Europe/Berlin",
  mez: "Europe/Berlin",
  mesz: "Europe/Berlin",
  eest: "Europe/Helsinki",
  msk: "Europe/Moscow",
  jst: "Asia/Tokyo",
  sgt: "Asia/Singapore",
  aest: "Australia/Sydney",
  aedt: "Australia/Sydney",
  nzst: "Pacific/Auckland",
  nzdt: "Pacific/Auckland",
};

const cityExtras: Record<string, string> = {
  beijing: "Asia/Shanghai",
  bern: "Europe/Zurich",
  brasilia: "America/Sao_Paulo",
  canberra: "Australia/Sydney",
  chennai: "Asia/Kolkata",
  edinburgh: "Europe/London",
  islamabad: "Asia/Karachi",
  mumbai: "Asia/Kolkata",
  "new delhi": "Asia/Kolkata",
  osaka: "Asia/Tokyo",
  "st. petersburg": "Europe/Moscow",
};

/** Windows name (lower case) to its zone for territory 001 (the world) of CLDR. */
const windowsZones = new Map<string, string>(Object.entries(windowsExtras));
/** A zone to the main zone of its Windows zone. */
const windowsMain = new Map<string, string>();
for (const entry of WINDOWS_TO_IANA_MAP) {
  if (entry.territory === "001") windowsZones.set(entry.windowsName.toLowerCase(), present(entry.iana[0]!));
}
for (const entry of WINDOWS_TO_IANA_MAP) {
  const main = must(
    windowsZones.get(entry.windowsName.toLowerCase()),
    "each Windows zone of the table has a main zone",
  );
  for (const zone of entry.iana) if (!windowsMain.has(present(zone))) windowsMain.set(present(zone), main);
}

const cities = new Map<string, string>(Object.entries(cityExtras));
for (const zone of allZones()) {
  const parts = zone.split("/");
  if (parts.length > 1 && parts[0] !== "Etc") {
    cities.set(parts[parts.length - 1]!.replaceAll("_", " ").toLowerCase(), present(zone));
  }
}
for (const zone of Object.values(presentNames)) {
  cities.set(
    zone
      .slice(zone.lastIndexOf("/") + 1)
      .replaceAll("_", " ")
      .toLowerCase(),
    zone,
  );
}

/** The main zone of each Windows zone. */
export function commonZones(): string[] {
  return [...new Set(windowsZones.values())];
}

/** The Windows zone's main zone in IANA terms (`W. Europe Standard Time` gives `Europe/Berlin`), or null. */
export function windowsZone(name: string): string | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/ (?:daylight|summer) time\b/, " standard time");
  return windowsZones.get(plain) ?? windowsZones.get(plain.replace(/ \d{1,2}$/, "")) ?? null;
}

/** A zone with one offset: `Etc/GMT-1` for whole hours, `+05:45` for the rest. `offset` is seconds east of UTC. */
export function fixedZone(offset: number): string {
  if (offset === 0) return "UTC";
  const hours = offset / 3600;
  // POSIX counts west as positive, and so do the Etc names.
  if (Number.isInteger(hours) && hours >= -12 && hours <= 14)
    return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  return formatOffset(Math.round(offset / 60) * 60);
}

const offsetPattern = /^(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d\d))?$/i;

function offsetIn(text: string): number | null {
  const match = offsetPattern.exec(text);
  if (!match) return null;
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60;
  if (seconds > 14 * 3600) return null;
  return match[1] === "-" ? -seconds : seconds;
}

/** `/mozilla.org/20050126_1/Europe/Berlin`, `tzone://Microsoft/Utc`: the longest tail that is a zone. */
function zoneInPath(name: string): string | null {
  const parts = name.split("/").filter(Boolean).slice(-6);
  for (let from = 0; from < parts.length; from++) {
    const tail = zoneName(parts.slice(from).join("/"));
    if (tail && (tail.includes("/") || tail === "UTC")) return tail;
  }
  return null;
}

/** True when the zone has this offset from UTC in January or July of a recent year. */
function hasOffset(zone: string, offset: number): boolean {
  return offsetAt(zone, 1_704_067_200) === offset || offsetAt(zone, 1_719_792_000) === offset;
}

/** `(UTC+01:00) Amsterdam, Berlin, Bern, Rome`, `(GMT-05:00) Eastern Time (US & Canada)`. */
function zoneInDisplayName(name: string): string | null {
  const match = /^\((?:UTC|GMT)(?: ?([+-]\d{1,2}:?\d\d))?\) ?(.{1,200})$/i.exec(name);
  if (!match) return null;
  const offset = match[1] ? offsetIn(match[1]) : 0;
  const text = match[2]!;
  const american = /^(\w{1,20}) Time \((?:US & )?Canada\)$/i.exec(text);
  const windows = american ? windowsZone(`${american[1]} Standard Time`) : windowsZone(text);
  if (windows) return windows;
  for (const city of text.split(/[,/]/)) {
    const zone = cities.get(city.trim().toLowerCase());
    if (zone && (offset === null || hasOffset(zone, offset))) return windowsMain.get(zone) ?? zone;
  }
  return null;
}

/**
 * The zone that a TZID, an X-LIC-LOCATION or an X-WR-TIMEZONE names; null for an unknown name.
 */
export function zoneOfName(text: string): NamedZone | null {
  const name = text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim()
    .slice(0, 300);
  if (!name) return null;
  const iana = zoneName(name);
  // EST and CET are IANA names too, but often stand for a zone with summer time.
  if (iana) return { zone: iana, by: iana.includes("/") || iana === "UTC" ? "iana" : "guess" };
  const spelled =
    zoneName(name.replace(/ ?\/ ?/g, "/").replaceAll(" ", "_")) ?? zoneName(name.replace("-", "/"));
  const inPath = spelled?.includes("/") ? spelled : zoneInPath(name);
  if (inPath) return { zone: inPath, by: "iana" };
  const windows = windowsZone(name) ?? zoneInDisplayName(name);
  if (windows) return { zone: windows, by: "windows" };
  const offset = offsetIn(name);
  const guess =
    shortNames[name.toLowerCase().replace(/ time$/, "")] ??
    (offset === null ? cities.get(name.toLowerCase()) : fixedZone(offset));
  return guess ? { zone: guess, by: "guess" } : null;
}
