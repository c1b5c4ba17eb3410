// `export`: the mail and the calendars of an address as files, or all that an account holds of one person.
import { resolve } from "node:path";
import type { CalendarOwner } from "../../../actors/identity/calendar/calendar-content.ts";
import type { Core } from "../../app/core.ts";
import { calendarHead, calendarTail } from "../../calendar/objects/calendar-text.ts";
import { componentsOf } from "../../calendar/objects/split.ts";
import { nowInstant } from "../../lib/clock.ts";
import { collectAfter } from "../../lib/collect.ts";
import { sha256 } from "../../lib/secrets.ts";
import { rowsFor, textOf } from "../../reading/object-texts.ts";
import { BlobMissing } from "../../store/blobs/blobs.ts";
import { pagesOfObjects } from "../../store/calendar/object-pages.ts";
import { listCalendars } from "../../store/calendar/objects.ts";
import { defaultCalendarName } from "../../store/calendar/objects-write.ts";
import { flagNames } from "../../store/mailbox/flag-names.ts";
import type { FolderSnapshot } from "../../store/mailbox/imap.ts";
import type { LabelRow } from "../../store/mailbox/labels.ts";
import {
  bytesOf,
  type ExportedRow,
  exportedMails,
  exportSnapshot,
  personalMails,
  personalObjects,
  personalRows,
} from "../../store/move/export.ts";
import type { Owner } from "../../store/scope.ts";
import {
  type CliCommand,
  CommandError,
  type CommandJob,
  type Input,
  type Output,
  optionOf,
} from "../context.ts";
import { operatorOf } from "../operator.ts";
import { movedAddress } from "./address.ts";
import { lineVersion, type MailLine } from "./lines.ts";
import { type ExportFormat, type ExportWriter, formats, openWriter } from "./writers.ts";

/** Mails that are read at once. */
const windowMails = 50;

const utf8 = new TextDecoder();

export const exportCommand: CliCommand = {
  name: "export",
  usage: "ADDRESS FILE|DIR [--format FORMAT] | --person ADDRESS FILE|DIR [--format FORMAT]",
  summary: "write the mail and calendars of an address as files, byte for byte, with flags, labels and dates",
  options: [
    {
      name: "format",
      value: "FORMAT",
      summary: `${formats.join(", ")} (default json: one FILE of JSON lines; the others fill a DIR)`,
    },
    {
      name: "person",
      value: "ADDRESS",
      summary:
        "in place of an address here: all mail from or to this person in the operator's account, and all other rows about them",
    },
  ],
  examples: ["postroom export ada@agents.example.com ./ada --format maildir"],
  positionals: ["ADDRESS", "PLACE"],
  insteadOfFirst: "person",
  async run(core, input, job) {
    const person = optionOf(input, "person");
    const [address = "", named = ""] = person === undefined ? input.positionals : ["", ...input.positionals];
    const owner = person === undefined ? await movedAddress(core, address) : null;
    const writer = await openWriter(formatOf(input), resolve(input.cwd ?? ".", named));
    const exporter = new Exporter(core, writer, job);
    const remarks: string[] = [];
    try {
      await (owner ? exporter.address(owner) : exporter.person(person!.toLowerCase()));
    } finally {
      remarks.push(...(await writer.end()));
    }
    return outputOf(exporter, named, remarks);
  },
};

function formatOf(input: Input): ExportFormat {
  const given = optionOf(input, "format") ?? "json";
  const format = formats.find((name) => name === given);
  if (!format) throw new CommandError(`--format must be one of ${formats.join(", ")}.`);
  return format;
}

function outputOf({ mails, objects, rows, lost }: Exporter, place: string, remarks: string[]): Output {
  const parts = [
    mails === 1 ? "1 mail" : `${mails} mails`,
    ...(objects > 0 ? [objects === 1 ? "1 calendar entry" : `${objects} calendar entries`] : []),
    ...(rows > 0 ? [rows === 1 ? "1 other row" : `${rows} other rows`] : []),
  ];
  const said = lost.length > 0 ? [...remarks, lostText(lost)] : remarks;
  return {
    stdout: `${parts.join(" and ")} written to ${place}.\n`,
    ...(said.length > 0 ? { stderr: said.join("\n") } : {}),
    exitCode: lost.length > 0 ? 1 : 0,
  };
}

const maxNamed = 10;

function lostText(lost: readonly string[]): string {
  const more = lost.length > maxNamed ? ` and ${lost.length - maxNamed} more` : "";
  return `Left out, for their bytes are not there or damaged (postroom check names them): ${lost.slice(0, maxNamed).join(", ")}${more}. Everything else is written.`;
}

class Exporter {
  mails = 0;
  objects = 0;
  rows = 0;
  /** Mails whose bytes are not there, or damaged. */
  readonly lost: string[] = [];
  readonly #core: Core;
  readonly #writer: ExportWriter;
  readonly #job: CommandJob;

  constructor(core: Core, writer: ExportWriter, job: CommandJob) {
    this.#core = core;
    this.#writer = writer;
    this.#job = job;
  }

  async address(owner: CalendarOwner): Promise<void> {
    const { database, clock } = this.#core;
    const { folders, labels } = await exportSnapshot(database, owner);
    const shown = labels.map(({ name, colour, keyword }) => ({ name, colour, keyword }));
    await this.#writer.head({
      postroom_export: lineVersion,
      address: owner.email,
      exported_at: nowInstant(clock),
      labels: shown,
    });
    const total = folders.reduce((sum, { uids }) => sum + uids.length, 0);
    for (const folder of folders) await this.#folder(owner, folder, { labels, total });
    await this.#calendars(owner);
  }

  async #folder(
    owner: CalendarOwner,
    { folder, uids, flags, keywords }: FolderSnapshot,
    { labels, total }: { labels: readonly LabelRow[]; total: number },
  ): Promise<void> {
    const flagsOf = new Map<number, readonly string[]>();
    for (let at = 0; at < uids.length; at += windowMails) {
      this.#checkStop();
      flagsOf.clear();
      const window = [...uids.subarray(at, at + windowMails)];
      for (const [n, uid] of window.entries())
        flagsOf.set(uid, flagNames(flags[at + n]!, keywords.get(uid) ?? []));
      const rows = await exportedMails(
        this.#core.database.replica,
        { ...owner, folderId: folder.id },
        window,
      );
      for (const row of rows) {
        await this.#mail(row, { folder: folder.name, flags: flagsOf.get(row.uid) ?? [], labels });
        this.#job.progress(`${folder.name}: ${this.mails} of ${total} mails`);
      }
    }
  }

  async #mail(
    row: ExportedRow,
    { folder, flags, labels }: { folder: string; flags: readonly string[]; labels: readonly LabelRow[] },
  ): Promise<void> {
    const raw = await bytesOf(this.#core.blobs, row).catch((error: unknown) => {
      if (!(error instanceof BlobMissing)) throw error;
      this.lost.push(`message ${row.id} in ${folder}`);
      return null;
    });
    if (raw === null) return;
    const set = new Set(flags.map((flag) => flag.toLowerCase()));
    const line: MailLine = {
      folder,
      uid: row.uid,
      internal_date: row.internalDate,
      flags: [...flags],
      labels: labels.filter(({ keyword }) => set.has(keyword.toLowerCase())).map(({ name }) => name),
      id: row.id,
      thread_id: row.threadId,
      direction: row.direction,
      state: row.state,
      message_id: row.headerId,
      from: row.fromEmail,
      to: row.mailTo.map(({ email }) => email),
      cc: row.mailCc.map(({ email }) => email),
      bcc: row.mailBcc.map(({ email }) => email),
      subject: row.subject,
      created_at: row.createdAt,
      size: raw.length,
      sha256: sha256(raw).toString("hex"),
    };
    await this.#writer.mail(line, raw);
    // Unpacked, and as it was stored.
    collectAfter(2 * raw.length);
    this.mails++;
  }

  async #calendars(owner: CalendarOwner): Promise<void> {
    const { database } = this.#core;
    for (const calendar of await listCalendars(database, owner)) {
      if (this.#writer.calendar)
        await this.#writer.calendar(calendar.name, this.#calendarText(owner, calendar.id));
      else await this.#objectLines(owner, calendar.name, { calendarId: calendar.id });
    }
  }

  /** Texts of objects, with their names. */
  async *#texts(
    owner: Owner,
    wanted: Parameters<typeof pagesOfObjects>[2]["wanted"],
  ): AsyncGenerator<{ name: string; text: string }> {
    const { database } = this.#core;
    for await (const objects of pagesOfObjects(database, owner, { wanted })) {
      this.#checkStop();
      const rows = await rowsFor({ deps: { database }, owner }, objects, false);
      for (const object of objects) {
        const text = await textOf(owner, object, rows.get(object.objectUid) ?? []);
        this.objects++;
        yield { name: object.name, text: typeof text === "string" ? text : utf8.decode(text) };
      }
    }
  }

  async *#calendarText(owner: Owner, calendarId: string): AsyncGenerator<string> {
    const zones = new Set<string>();
    yield calendarHead(null);
    for await (const { text } of this.#texts(owner, { calendarId })) yield componentsOf(text, zones);
    yield calendarTail;
  }

  async #objectLines(
    owner: Owner,
    calendar: string,
    wanted: { calendarId: string } | { objectUids: readonly string[] },
  ): Promise<void> {
    for await (const { name, text } of this.#texts(owner, wanted))
      await this.#writer.line({ calendar, name, ics: text });
  }

  /** All mail from or to a person, and what else is known of the address. */
  async person(email: string): Promise<void> {
    const { database, clock } = this.#core;
    const { accountId } = await operatorOf(this.#core);
    await this.#writer.head({
      postroom_export: lineVersion,
      address: email,
      exported_at: nowInstant(clock),
      labels: [],
    });
    for await (const found of personalMails(database.replica, accountId, email)) {
      this.#checkStop();
      for (const row of found) {
        await this.#mail(row, {
          folder: row.folder ?? "INBOX",
          flags: flagNames(row.flags, row.keywords),
          labels: [],
        });
        this.#job.progress(`${this.mails} mails`);
      }
    }
    const uids = Map.groupBy(
      await personalObjects(database.replica, accountId, email),
      (row) => row.identityId,
    );
    for (const [identityId, rows] of uids) {
      const owner = { accountId, identityId };
      const objectUids = rows.map(({ objectUid }) => objectUid);
      await this.#objectLines(owner, defaultCalendarName, { objectUids });
    }
    for (const row of await personalRows(database.replica, accountId, email)) {
      this.rows++;
      await this.#writer.line(row);
    }
  }

  #checkStop(): void {
    if (this.#job.signal.aborted) throw new CommandError("Stopped: what was written is not whole.");
  }
}
