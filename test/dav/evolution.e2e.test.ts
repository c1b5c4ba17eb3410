// Evolution's calendar engine: invites, is invited, answers and moves. Debian's evolution-data-server, driven by evolution.py.

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachApp, eventually, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { programPath } from "../support/clients/programs.ts";

const script = join(import.meta.dir, "evolution.py");
// Debian's own: it has the libraries that Debian installs.
const python = "/usr/bin/python3";
const isThere =
  programPath("dbus-run-session") !== null &&
  Bun.spawnSync([python, script, "--check"], { stderr: "ignore" }).exitCode === 0;

const home = mkdtempSync(join(tmpdir(), "postroom-evolution-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Evolution's data server with a home of its own. */
class Evolution {
  readonly #child;
  readonly #lines: AsyncIterator<string>;

  constructor(folder: string) {
    this.#child = Bun.spawn(["dbus-run-session", "--", python, script], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
      env: {
        PATH: "/usr/bin:/bin",
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, "config"),
        XDG_DATA_HOME: join(folder, "data"),
        XDG_CACHE_HOME: join(folder, "cache"),
        XDG_RUNTIME_DIR: folder,
      },
    });
    this.#lines = linesOf(this.#child.stdout);
  }

  /** What a command answers. @throws when it fails */
  async run(command: { do: string } & Record<string, string | number>): Promise<string | null> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    this.#child.stdin.flush();
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`Evolution ended at ${command.do}`);
    const { answer, error } = JSON.parse(value) as { answer?: string | null; error?: string };
    if (error !== undefined) throw new Error(`${command.do}: ${error}`);
    return answer ?? null;
  }

  async stop(): Promise<void> {
    this.#child.stdin.end();
    await this.#child.exited;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

if (!isThere) {
  test.skip("evolution-data-server is not installed: Evolution's calendar is not tried", () => {});
} else {
  eachApp("Evolution", (t) => {
    const calls = rest(t);
    const open = async (evolution: Evolution, name: string, address: TestAddress) => {
      const made = { identity_id: address.id, name: "Evolution" };
      const { password } = await t.api.must<{ password: string }>(201, t.api.post("/app-passwords", made));
      const { email } = address;
      const path = `/dav/calendars/${email}/calendar/`;
      await evolution.run({ do: "open", name, port: t.app.ports.http, email, password, path });
    };
    const only = async (address: TestAddress) => (await calls.list(address)).data[0];
    const subjects = async (of: TestAddress) => (await mailsOf(t, of)).map(({ subject }) => subject);

    test("sends an invitation, accepts one and moves a meeting, and the mails arrive", async () => {
      const [ann, bob] = [await t.address(), await t.address()];
      const evolution = new Evolution(mkdtempSync(join(home, "home-")));
      try {
        await open(evolution, "ann", ann);
        await open(evolution, "bob", bob);
        const lines = [
          "BEGIN:VEVENT",
          "UID:evolution-1",
          "DTSTAMP:20260101T000000Z",
          "DTSTART:20270401T090000Z",
          "DTEND:20270401T100000Z",
          "SUMMARY:Plan",
          `ORGANIZER:mailto:${ann.email}`,
          `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${ann.email}`,
          `ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${bob.email}`,
          "END:VEVENT",
          "",
        ];
        await evolution.run({ do: "create", name: "ann", text: lines.join("\r\n") });
        await eventually(async () => (await only(bob))?.response_status === "needs-action");
        const { uid } = (await only(bob))!;
        expect(await subjects(bob)).toHaveLength(1);

        await evolution.run({ do: "accept", name: "bob", uid, email: bob.email });
        await eventually(async () =>
          (await only(ann))!.attendees.some(
            ({ email, status }) => email === bob.email && status === "accepted",
          ),
        );
        expect((await only(bob))!.response_status).toBe("accepted");
        await eventually(async () => (await subjects(ann)).some((subject) => /accepted/i.test(subject)));
        expect(await evolution.run({ do: "show", name: "ann", uid })).toContain("PARTSTAT=ACCEPTED");

        const [start, end] = ["20270402T120000Z", "20270402T130000Z"];
        await evolution.run({ do: "move", name: "ann", uid, start, end });
        await eventually(async () => (await only(bob))!.start === "2027-04-02T12:00:00");
        expect(await subjects(bob)).toHaveLength(2);
        await eventually(async () =>
          (await evolution.run({ do: "show", name: "bob", uid }))!.includes(`DTSTART:${start}`),
        );
      } finally {
        await evolution.stop();
      }
    }, 300_000);
  });
}

/** The mails that an address received. */
async function mailsOf(t: SuiteApp, { email }: TestAddress): Promise<{ subject: string }[]> {
  const path = "/messages?is_read=false&limit=100";
  const { data } = (await t.api.get<{ data: { subject: string; to: { email: string }[] }[] }>(path)).json;
  return data.filter(({ to }) => to.some((one) => one.email === email));
}
