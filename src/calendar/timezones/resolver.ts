// Resolves the TZIDs of one calendar text to IANA zones. Each TZID is looked up once, near the first time that uses it.
// Offsets are compared for at most five zones, which bounds the work for a hostile text.

import type { LocalSeconds } from "../../lib/local-time.ts";
import type { Component } from "../icalendar/content-lines.ts";
import { zoneOfName } from "./names.ts";
import { type MatchedZone, matchZone, type ReadZone, readZone } from "./vtimezone-read.ts";

const maxMatches = 5;
const maxZones = 50;

export class ZoneResolver {
  readonly #zones: ReadZone[];
  readonly #found = new Map<string, string | null>();
  readonly #addDefect: (defect: string) => void;
  readonly #named: string | null;
  #matches = 0;

  /**
   * @param named X-WR-TIMEZONE, the display zone of the sender's calendar
   * @param addDefect receives a sentence for each unknown name and each description that differs from its zone
   */
  constructor(vtimezones: readonly Component[], named: string | null, addDefect: (defect: string) => void) {
    this.#zones = vtimezones.slice(0, maxZones).map(readZone);
    this.#named = named;
    this.#addDefect = addDefect;
  }

  /** The sender's own zone: X-WR-TIMEZONE, or the only zone that the text describes; else null. */
  home(near: LocalSeconds): string | null {
    const named = this.#named === null ? null : (zoneOfName(this.#named)?.zone ?? null);
    if (named !== null || this.#zones.length !== 1) return named;
    return this.zone(this.#zones[0]!.tzid, near);
  }

  /** The IANA zone of a TZID; null when it cannot be resolved, which makes the time floating. */
  zone(tzid: string, near: LocalSeconds): string | null {
    const known = this.#found.get(tzid);
    if (known !== undefined) return known;
    const found = this.#find(tzid, near);
    if (this.#found.size < 500) this.#found.set(tzid, found);
    return found;
  }

  #find(tzid: string, near: LocalSeconds): string | null {
    const name = tzid.slice(0, 80);
    const described = this.#described(tzid);
    const matched = described && this.#matches++ < maxMatches ? matchZone(described, near) : null;
    if (matched) {
      this.#report(name, matched);
      return matched.zone;
    }
    const zone = zoneOfName(tzid)?.zone ?? null;
    if (zone === null)
      this.#addDefect(`The time zone "${name}" is not known and not described; its times are floating.`);
    return zone;
  }

  #described(tzid: string): ReadZone | null {
    const same = this.#zones.find((zone) => zone.tzid === tzid);
    const alike = same ?? this.#zones.find((zone) => zone.tzid.toLowerCase() === tzid.toLowerCase());
    if (alike) return alike;
    // An unknown name means the only zone that the text describes.
    return this.#zones.length === 1 && zoneOfName(tzid) === null ? this.#zones[0]! : null;
  }

  #report(name: string, { zone, by, differs }: MatchedZone): void {
    if (by === "fixed")
      this.#addDefect(`The time zone "${name}" is like no known zone; its offset is taken as ${zone}.`);
    else if (differs)
      this.#addDefect(`The description of "${name}" differs from the zone ${zone}, which is used.`);
  }
}
