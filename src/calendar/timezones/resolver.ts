// The zones that one calendar text speaks of: each TZID is looked up once, near the time it is first used at. Offsets
// are compared for a handful of unknown zones only, so that a hostile text cannot make that expensive.

import type { Component } from "../icalendar/content-lines.ts";
import type { LocalSeconds } from "../time/local-time.ts";
import { zoneOfName } from "./names.ts";
import { type MatchedZone, matchZone, type ReadZone, readZone } from "./vtimezone-read.ts";

const MOST_MATCHES = 5;
const MOST_ZONES = 50;

export class ZoneResolver {
  readonly #zones: ReadZone[];
  readonly #found = new Map<string, string | null>();
  readonly #say: (defect: string) => void;
  readonly #named: string | null;
  #matches = 0;

  /**
   * @param named X-WR-TIMEZONE, the zone in which the sender's calendar is shown
   * @param say is told about every name that is not understood or not what it seems
   */
  constructor(vtimezones: readonly Component[], named: string | null, say: (defect: string) => void) {
    this.#zones = vtimezones.slice(0, MOST_ZONES).map(readZone);
    this.#named = named;
    this.#say = say;
  }

  /** The sender's own zone, where the text tells it by X-WR-TIMEZONE or by describing one zone only. */
  home(near: LocalSeconds): string | null {
    const named = this.#named === null ? null : (zoneOfName(this.#named)?.zone ?? null);
    if (named !== null || this.#zones.length !== 1) return named;
    return this.zone(this.#zones[0]!.tzid, near);
  }

  /** The IANA zone of a TZID, or null when nothing tells: then the time is floating. */
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
    const matched = described && this.#matches++ < MOST_MATCHES ? matchZone(described, near) : null;
    if (matched) {
      this.#report(name, matched);
      return matched.zone;
    }
    const zone = zoneOfName(tzid)?.zone ?? null;
    if (zone === null)
      this.#say(`The time zone "${name}" is not known and not described; its times are floating.`);
    return zone;
  }

  #described(tzid: string): ReadZone | null {
    const same = this.#zones.find((zone) => zone.tzid === tzid);
    const alike = same ?? this.#zones.find((zone) => zone.tzid.toLowerCase() === tzid.toLowerCase());
    if (alike) return alike;
    // One description and one name that is none: they belong together.
    return this.#zones.length === 1 && zoneOfName(tzid) === null ? this.#zones[0]! : null;
  }

  #report(name: string, { zone, by, differs }: MatchedZone): void {
    if (by === "fixed")
      this.#say(`The time zone "${name}" is like no known zone; its offset is taken as ${zone}.`);
    else if (differs) this.#say(`The description of "${name}" differs from the zone ${zone}, which is used.`);
  }
}
