// Times as agents say them, at each door that takes one: the same words are the same moment, and what is not understood is answered
// with the time that was most likely meant. DECISIONS MCP
import { expect, test } from "bun:test";
import { likelyTime } from "../../src/lib/likely-time.ts";
import { DAY, dayOf, formatDate } from "../../src/lib/local-time.ts";
import { eachApp } from "../support/app/app.ts";
import { runCommand } from "../support/app/server.ts";
import { mcpClient } from "../support/clients/mcp.ts";

/** Three days from now, in UTC, by its date and its name. */
const day = formatDate((dayOf(Date.now() / 1000) + 3) * DAY);
const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(
  new Date(`${day}T00:00:00Z`),
);

/** Words, and the time of that day that they mean. */
const forms: readonly (readonly [said: string, clock: string])[] = [
  [`${day} 09:00`, "09:00"],
  [`9:00 ${day}`, "09:00"],
  [`9am on ${weekday}`, "09:00"],
  [`noon ${weekday}`, "12:00"],
  [`${weekday} afternoon at 14:30`, "14:30"],
  [`${weekday}, ${day} at 5 p.m.`, "17:00"],
  [`in 3 days at 9:00`, "09:00"],
  [`${day} 14:00 +02:00`, "12:00"],
  [`${day} 14:00+0200`, "12:00"],
  [`${day} 14:00 Asia/Tokyo`, "05:00"],
];

/** What is not understood, and the time of that day that the corrected call has. */
const wrong: readonly (readonly [said: string, clock: string])[] = [
  [`${day} 14h30`, "14:30"],
  [`${day} 9:00 to 10:00`, "09:00"],
  [`${day} 9:00-10:00`, "09:00"],
  [`${day} 14:00 JST`, "05:00"],
  [`${weekday} morning`, "09:00"],
  [`${weekday} evening at 7`, "19:00"],
  [`by ${weekday} 5pm`, "17:00"],
  [`${day.replaceAll("-", "/")} 08:15`, "08:15"],
  [`${day.replaceAll("-", "")}T081500Z`, "08:15"],
  [`${weekday} eod`, "17:00"],
  [`${weekday} 10 in the morning`, "10:00"],
  [`${weekday} 8 at night`, "20:00"],
  [`half past 9 ${weekday}, please`, "09:30"],
  [`9am ${day} in Tokyo`, "00:00"],
  [`${weekday.slice(0, -3)}ady 9:00`, "09:00"],
  [`${day} 25:00`, "09:00"],
  [`${day} 22:00-02:00`, "22:00"],
];

eachApp("times as agents say them", (t) => {
  // DECISIONS Conventions: Where a moment is asked for, words are taken
  test("the same words are the same moment at each door", async () => {
    const box = await t.address();
    const mcp = await mcpClient(t.api.base, t.api.key!);
    const letter = { from: box.email, to: "ada@far.example", subject: "Later", text: "x" };
    const command = [
      "send",
      "--json",
      "--address",
      box.email,
      "--to",
      "ada@far.example",
      "--subject",
      "S",
      "--text",
      "x",
    ];
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", { identity_id: box.id, to: ["ada@far.example"], text: "x" }),
    );
    const byDoor: Record<string, (said: string) => Promise<string>> = {
      "POST /messages": async (send_at) =>
        (
          await t.api.must<{ send_at: string }>(
            202,
            t.api.post("/messages", { ...letter, subject: send_at, send_at }),
          )
        ).send_at,
      "POST /messages/batch": async (send_at) => {
        const { data } = (
          await t.api.post<{ data: { data: { send_at: string } }[] }>("/messages/batch", {
            messages: [{ ...letter, subject: send_at, send_at }],
          })
        ).json;
        return JSON.stringify(data);
      },
      "POST /drafts/{id}/schedule": async (send_at) =>
        (await t.api.must<{ send_at: string }>(200, t.api.post(`/drafts/${draft.id}/schedule`, { send_at })))
          .send_at,
      send_mail: async (at) => {
        const { from: address, ...mail } = letter;
        return (await mcp.must("send_mail", { address, ...mail, subject: at, at })).text;
      },
    };
    for (const [said, clock] of forms)
      for (const [door, ask] of Object.entries(byDoor))
        expect([door, said, await ask(said)]).toEqual([
          door,
          said,
          expect.stringContaining(`${day}T${clock}`),
        ]);
    const settings = { POSTROOM_URL: t.api.base, POSTROOM_KEY: t.api.key! };
    const store = { dataDir: t.store.dataDir, databaseUrl: null };
    const [[said, clock]] = [forms[2]!];
    const { stdout } = await runCommand(store, [...command, "--at", said], { settings });
    expect(stdout).toContain(`${day}T${clock}`);
    await mcp.close();
  });

  test("a time that is not understood is answered with the one that was meant, and not with another day", async () => {
    const box = await t.address();
    const mcp = await mcpClient(t.api.base, t.api.key!);
    for (const [at, clock] of wrong) {
      const given = { address: box.email, to: ["ada@far.example"], subject: at, text: "x", at };
      const refused = await mcp.call("send_mail", given);
      expect([at, refused.isError]).toEqual([at, true]);
      const [, right = refused.text] = /right: the same call with (\{.*\})/.exec(refused.text) ?? [];
      const sent = await mcp.must("send_mail", { ...given, ...(JSON.parse(right) as object) });
      expect([at, sent.text]).toEqual([at, expect.stringContaining(`${day}T${clock}`)]);
    }
    await mcp.close();
  });
});

test("what is likely of the past is of the past", () => {
  for (const [said, likely] of [
    ["last week", "1 week ago"],
    ["last 3 days", "3 days ago"],
    ["past month", "1 month ago"],
    ["last friday", "friday"],
    ["this week", "monday"],
    ["3 days", "3 days ago"],
    ["soon", null],
  ] as const)
    expect([said, likelyTime(said, { isPast: true })]).toEqual([said, likely]);
});
