// Calendars of an import: a text of many events becomes one object a UID, each with the time zones that it names. Nobody gets
// mail about them: they were scheduled elsewhere. RFC 5545 3.4, RFC 4791 4.1
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { CalendarOwner } from "../../../actors/identity/calendar/calendar-content.ts";
import { createCalendar } from "../../../actors/identity/calendar/collections.ts";
import { putObject, UidConflict } from "../../../actors/identity/calendar/put-objects.ts";
import type { Core } from "../../app/core.ts";
import { isObjectComponent, maxObjectBytes, ObjectRefused } from "../../calendar/objects/object-read.ts";
import { splitCalendar } from "../../calendar/objects/split.ts";
import { Failure } from "../../lib/failure.ts";
import { sha256 } from "../../lib/secrets.ts";
import { folderOfPath } from "../../mail/files/file-names.ts";
import { readCalendarObject } from "../../reading/calendar-objects.ts";
import { findCalendar, getObjectOfUid } from "../../store/calendar/objects.ts";
import { defaultCalendarName } from "../../store/calendar/objects-write.ts";
import type { FileImport } from "./storing.ts";

/** Octets of a file. */
const maxBytes = 64 * 1024 * 1024;

/** The calendars of one address. */
export class CalendarStore {
  readonly #core: Core;
  readonly #owner: CalendarOwner;
  readonly #ids = new Map<string, string>();

  constructor(core: Core, owner: CalendarOwner) {
    this.#core = core;
    this.#owner = owner;
  }

  /** Stores an object, unless its UID is there. @returns whether it is new @throws ObjectRefused, Failure */
  async put(calendar: string, name: string, text: string): Promise<boolean> {
    const reading = await readCalendarObject(text, { source: this.#owner.accountId }).catch((error) => {
      // No matter of the moment for who imports: it may take as long each time.
      throw error instanceof Failure ? new ObjectRefused("valid-calendar-data", error.message) : error;
    });
    if (!("read" in reading)) throw new ObjectRefused(reading.refused.precondition, reading.refused.message);
    const { read } = reading;
    if (await getObjectOfUid(this.#core.database, this.#owner, read.uid)) return false;
    const { mailHostname, baseUrl } = this.#core.config;
    const deps = { ...this.#core, mailHostname, baseUrl: () => baseUrl ?? "" };
    const place = { calendarId: await this.#calendarId(calendar), name };
    const conditions = { ifMatch: null, ifNoneMatch: "*", ifScheduleTagMatch: null };
    await putObject(deps, this.#owner, { place, read, source: Buffer.from(text), conditions, isQuiet: true });
    return true;
  }

  async #calendarId(name: string): Promise<string> {
    const known = this.#ids.get(name);
    if (known) return known;
    const { accountId, identityId } = this.#owner;
    const actor = this.#core.actors.identity(accountId, identityId);
    const found =
      (await findCalendar(this.#core.database, this.#owner, name)) ??
      (await actor.run((turn) => createCalendar(turn, { name, components: null, properties: {} }))) ??
      (await findCalendar(this.#core.database, this.#owner, name));
    const id = found?.id ?? identityId;
    this.#ids.set(name, id);
    return id;
  }
}

/** Imports a file of one calendar, or of many events; into the calendar of its name when it is one of an export. */
export async function importCalendar(target: FileImport, file: string): Promise<void> {
  const { store } = target;
  if ((await stat(file)).size > maxBytes) return store.leave(`${file}: it is too large`);
  const { objects, defects } = splitCalendar(await readFile(file, "utf8"), isObjectComponent);
  for (const defect of defects) store.leave(`${file}: ${defect}`);
  const isOurs = /\/calendars\/[^/]+$/.test(file);
  const calendar = isOurs ? folderOfPath(basename(file).replace(/\.ics$/i, "")) : defaultCalendarName;
  for (const { uid, text } of objects)
    await importObject(target, { calendar, name: `${sha256(uid).toString("hex").slice(0, 32)}.ics`, text });
}

export async function importObject(
  { store, calendars, progress }: FileImport,
  { calendar, name, text }: { calendar: string; name: string; text: string },
): Promise<void> {
  if (Buffer.byteLength(text) > maxObjectBytes) return store.leave(`${name}: it is too large`);
  try {
    if (await store.patience.insist(() => calendars.put(calendar, name, text))) store.counts.events++;
    progress(`calendar: ${store.counts.events} stored`);
  } catch (error) {
    const isRefusal =
      error instanceof ObjectRefused || error instanceof Failure || error instanceof UidConflict;
    if (!isRefusal) throw error;
    store.leave(`${calendar}/${name}: ${error.message}`);
  }
}
