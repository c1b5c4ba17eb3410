// Appointments by the tools: made once, moved, cancelled, and times that are free for several. DECISIONS MCP
import { expect, test } from "bun:test";
import { freeWithin, hoursWithin, wallClock } from "../../src/mcp/free-times.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { mcpClient } from "../support/clients/mcp.ts";

type EventFields = { id: string; status: string; start_at: string };

eachApp("MCP, appointments", (t) => {
  test("a call that is repeated makes, changes and cancels once, and tells once", async () => {
    const [own, friend] = [await t.address(), await t.address()];
    const { key } = await restrictedKey(t.api, [own.id]);
    const mcp = await mcpClient(t.api.base, key!);
    const event = { title: "Call", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00" };
    const invited = { ...event, timezone: "Europe/Berlin", attendees: [friend.email] };
    const made = await mcp.must("create_event", invited);
    const twice = await mcp.must("create_event", invited);
    const { id } = made.fields.event as EventFields;
    expect((twice.fields.event as EventFields).id).toBe(id);
    expect(twice.text).toContain("Not made again");
    const move = { event: id, start: "2031-05-05T11:00", end: "2031-05-05T12:00" };
    const moved = await mcp.must("change_event", move);
    expect((moved.fields.event as EventFields).start_at).toStartWith("2031-05-05T09:00");
    expect(moved.text).toContain(friend.email);
    expect((await mcp.must("change_event", move)).text).toContain("Nothing changes");
    const days = { event: id, start: "2031-05-07", end: "2031-05-07" };
    for (const change of [days, { ...days, start: "2031-05-05", end: "2031-05-05" }]) {
      expect((await mcp.must("change_event", change)).text).not.toContain("Nothing changes");
      expect((await mcp.must("change_event", change)).text).toContain("Nothing changes");
    }
    const cancelled = await mcp.must("cancel_event", { event: id });
    expect((cancelled.fields.event as EventFields).status).toBe("cancelled");
    expect((await mcp.must("cancel_event", { event: id })).text).toContain("Cancelled before");
    // One invitation, three changes, one cancellation.
    const mails = () => t.api.must<unknown[]>(200, t.api.get(`/messages?identity_id=${friend.id}`));
    await eventually(async () => (await mails()).length >= 5);
    expect(await mails()).toHaveLength(5);
    const others = await mcp.call("cancel_event", { event: "019a2f4e-8b1c-7def-8a90-1234567890ab" });
    expect([others.isError, others.text]).toEqual([true, expect.stringContaining("not_found")]);
    await mcp.close();
  });

  test("times with an offset are the same moment in the event's zone, and an event's address need not be named", async () => {
    const [own, other] = [await t.address(), await t.address()];
    const { key } = await restrictedKey(t.api, [own.id, other.id]);
    await t.api.must(200, t.api.patch(`/identities/${own.id}/calendar`, { timezone: "Europe/Berlin" }));
    const mcp = await mcpClient(t.api.base, key!);
    const made = async (times: object) => {
      const { fields } = await mcp.must("create_event", { address: own.email, title: "Call", ...times });
      const { id } = fields.event as EventFields;
      const event = await t.api.must(200, t.api.get(`/identities/${own.id}/calendar/events/${id}`));
      return [event.start, event.end, event.timezone];
    };
    const noon = ["2031-05-05T12:00:00", "2031-05-05T12:30:00", "Europe/Berlin"];
    for (const times of [
      { start: "2031-05-05T10:00:00Z", end: "2031-05-05T10:30:00Z" },
      { start: "2031-05-05T12:00:00+02:00", end: "2031-05-05T12:30:00+02:00", timezone: "Europe/Berlin" },
      { start: "2031-05-05T06:00:00.000-04:00", end: "2031-05-05T06:30" },
      { start: "2031-05-05T12:00+02:00", end: "12:30", timezone: "europe/berlin" },
    ])
      expect(await made(times)).toEqual(noon);
    // The clocks show this hour twice, and a wall clock in their zone says the first.
    const second = { start: "2031-10-26T02:30:00+01:00", end: "2031-10-26T02:45:00+01:00" };
    const inUtc = ["2031-10-26T01:30:00", "2031-10-26T01:45:00", "UTC"];
    expect(await made(second)).toEqual(inUtc);
    const berlin = { address: own.email, title: "Call", timezone: "Europe/Berlin" };
    const twice = await mcp.call("create_event", { ...berlin, ...second });
    expect([twice.isError, twice.text]).toEqual([true, expect.stringContaining('"timezone":"UTC"')]);
    // A wall clock beside it is of one of the two.
    const mixed = { ...berlin, start: "2031-05-05T10:00:00-07:00", end: "2031-05-05T11:00:00" };
    const refused = await mcp.call("create_event", mixed);
    expect([refused.isError, refused.text]).toEqual([true, expect.not.stringContaining("right:")]);
    const wrong = {
      start: "2031-05-05T12:00:00Z",
      end: "2031-05-05T12:30:00Z",
      timezone: "America/New_York",
    };
    const { isError, text } = await mcp.call("create_event", { address: own.email, title: "Call", ...wrong });
    expect([isError, text]).toEqual([true, expect.stringContaining('{"start":"2031-05-05T08:00:00"')]);
    const { fields } = await mcp.must("create_event", {
      address: other.email,
      title: "Walk",
      start: "2031-05-06T09:00:00",
      end: "2031-05-06T10:00:00",
    });
    const { id } = fields.event as EventFields;
    const moved = { event: id, start: "2031-05-06T11:00:00Z", end: "2031-05-06T12:00:00Z" };
    expect((await mcp.must("change_event", moved)).fields.event).toMatchObject({
      id,
      start_at: "2031-05-06T11:00:00.000000Z",
    });
    expect((await mcp.must("cancel_event", { event: id })).fields.event).toMatchObject({
      status: "cancelled",
    });
    await mcp.close();
  });

  // DECISIONS Calendar: MCP create_event and change_event take reminders, [] is none, and answers of calendar tools name them
  test("an event is made and changed with reminders, written as models do", async () => {
    const own = await t.address();
    const { key } = await restrictedKey(t.api, [own.id]);
    const mcp = await mcpClient(t.api.base, key!);
    const event = { title: "Call", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00" };
    const made = await mcp.must("create_event", { ...event, reminders: [10, 60] });
    expect(made.fields.event).toMatchObject({ reminders: [60, 10] });
    expect(made.text).toContain("reminders 60, 10 minutes before");
    const { id } = made.fields.event as EventFields;
    const change = async (reminders: unknown) => {
      const { fields, text } = await mcp.must("change_event", { event: id, reminders });
      return [(fields.event as { reminders?: number[] }).reminders ?? [], text.includes("Nothing changes")];
    };
    expect(await change([10, 60, 10])).toEqual([[60, 10], true]);
    for (const written of [5, "5", "[5]", [{ method: "popup", minutes: 5 }]]) {
      expect(await change([1440, 30])).toEqual([[1440, 30], false]);
      expect([written, ...(await change(written))]).toEqual([written, [5], false]);
    }
    expect(await change("90, 15")).toEqual([[90, 15], false]);
    expect(await change([])).toEqual([[], false]);
    const wrong = await mcp.call("change_event", { event: id, reminders: ["soon"] });
    expect([wrong.isError, wrong.text.includes("whole numbers")]).toEqual([true, true]);
    // The call that would be right says what was meant, or nothing of reminders.
    for (const [written, right] of [
      [["soon"], 'the same call with {} without "reminders"'],
      [["1 day", "soon"], 'the same call with {} without "reminders"'],
      [["1 day", 30], 'the same call with {"reminders":[1440,30]}'],
      ["1h, 2 days", 'the same call with {"reminders":[60,2880]}'],
      [[{ minutes: "30 minutes" }, "2 Weeks"], 'the same call with {"reminders":[30,20160]}'],
    ]) {
      const { isError, text } = await mcp.call("change_event", { event: id, reminders: written });
      expect([written, isError, text.slice(text.indexOf("right: ") + 7).split("\n")[0]]).toEqual([
        written,
        true,
        right,
      ]);
    }
    await mcp.close();
  });

  test("times are of the zone of the address's calendar, and a move that does not fit is answered with the one that does", async () => {
    const [own, friend] = [await t.address(), await t.address()];
    await t.api.must(
      200,
      t.api.call("PATCH", `/identities/${own.id}/calendar`, { timezone: "Europe/Berlin" }),
    );
    const mcp = await mcpClient(t.api.base, t.api.key!);
    const { email: address } = own;
    const walk = { address, title: "Walk", start: "2031-05-05T09:00", end: "2031-05-05T10:00" };
    const timesOf = async (tool: string, given: Record<string, unknown>) => {
      const { fields } = await mcp.must(tool, given);
      const { id, start_at, end_at } = fields.event as EventFields & { end_at: string };
      return { id, times: [start_at, end_at].map((at) => at.slice(0, 16)) };
    };
    const mended = async (tool: string, given: Record<string, unknown>) => {
      const refused = await mcp.call(tool, given);
      expect([given, refused.isError]).toEqual([given, true]);
      const [, right = refused.text] = /right: the same call with (\{.*\})/.exec(refused.text) ?? [];
      return { ...given, ...(JSON.parse(right) as Record<string, unknown>) };
    };
    const { id: event, times } = await timesOf("create_event", walk);
    expect(times).toEqual(["2031-05-05T07:00", "2031-05-05T08:00"]);
    const moves: readonly (readonly [Record<string, unknown>, string[]])[] = [
      [{ start: "2031-05-05T15:00" }, ["2031-05-05T13:00", "2031-05-05T14:00"]],
      [{ start: "2031-05-07" }, ["2031-05-07T13:00", "2031-05-07T14:00"]],
      [{ end: "2031-05-05T12:00" }, ["2031-05-05T09:00", "2031-05-05T10:00"]],
    ];
    for (const [move, wanted] of moves) {
      const right = await mended("change_event", { address, event, ...move });
      expect([move, (await timesOf("change_event", right)).times]).toEqual([move, wanted]);
    }
    // An event of whole days takes a begin and an end at a time of day.
    await mcp.must("change_event", { address, event, start: "2031-05-08", end: "2031-05-08" });
    const timed = await mended("change_event", { address, event, start: "2031-05-08T09:00" });
    expect((await timesOf("change_event", timed)).times).toEqual(["2031-05-08T07:00", "2031-05-08T08:00"]);
    // Guests keep their names, in a call that makes an event and in one that changes it.
    await mcp.must("change_event", { address, event, attendees: [`Ann <${friend.email}>`] });
    const path = `/identities/${own.id}/calendar/events/${event}`;
    const { attendees } = await t.api.must<{ attendees: { email: string; name: string }[] }>(
      200,
      t.api.get(path),
    );
    expect(attendees).toMatchObject([{ email: friend.email, name: "Ann" }]);
    const span = { address, people: [`Ann <${friend.email}>`], after: "2031-05-08", before: "2031-05-09" };
    expect(JSON.stringify((await mcp.must("find_time", span)).fields)).not.toContain("not_known");
    for (const [start, end] of [
      ["5 May 2031 9:00", "5 May 2031 10:00"],
      ["Mon, May 5th, 2031 at 9 am", "May 5, 2031 10:00 AM"],
    ] as const) {
      const made = await timesOf("create_event", { ...walk, title: start, start, end });
      expect([start, made.times[0]]).toEqual([start, "2031-05-05T07:00"]);
    }
    // Forms that are not taken are answered with the day that they say.
    const forms: readonly (readonly [start: string, end: string, wanted: string])[] = [
      ["5.5.2031 9:00", "5.5.2031 10:00", "2031-05-05T07:00"],
      ["2031/05/05 14h30", "2031-05-05 15:30", "2031-05-05T12:30"],
      ["2031-05-05T09:00 Europe/London", "2031-05-05T10:00 Europe/London", "2031-05-05T08:00"],
    ];
    for (const [start, end, wanted] of forms) {
      const right = await mended("create_event", { ...walk, title: start, start, end });
      expect([start, (await timesOf("create_event", right)).times[0]]).toEqual([start, wanted]);
    }
    const turned = { ...walk, title: "Turned", start: "noon tomorrow", end: "1 pm tomorrow" };
    await mcp.must("create_event", turned);
    for (const day of ["today", "2031-05-05"])
      await mcp.must("list_events", await mended("list_events", { address, after: day, before: day }));
    await mcp.close();
  });

  test("a time is free for all whose calendars the key reaches; of others it says that it does not know", async () => {
    const [own, colleague] = [await t.address(), await t.address()];
    const { key } = await restrictedKey(t.api, [own.id, colleague.id]);
    const mcp = await mcpClient(t.api.base, key!);
    // Monday, 5 May 2031; Berlin is two hours ahead of UTC.
    const busy = async (address: string, start: string, end: string) =>
      mcp.must("create_event", { address, title: "Busy", start, end, timezone: "Europe/Berlin" });
    await busy(own.email, "2031-05-05T09:00:00", "2031-05-05T11:00:00");
    await busy(colleague.email, "2031-05-05T12:00:00", "2031-05-05T16:40:00");
    const asked = {
      address: own.email,
      people: [colleague.email, "ada@far.example"],
      after: "2031-05-04T00:00:00Z",
      before: "2031-05-06T08:00:00Z",
      timezone: "Europe/Berlin",
    };
    const found = await mcp.must("find_time", asked);
    expect(found.fields.times).toMatchObject([
      { start: "2031-05-05T11:00", end: "2031-05-05T12:00" },
      { start: "2031-05-06T09:00", end: "2031-05-06T10:00" },
      { mail: { not_known: ["ada@far.example"] } },
    ]);
    const long = await mcp.must("find_time", { ...asked, minutes: 120, hours: "8-24", people: [] });
    expect(long.fields.times).toMatchObject([
      { start: "2031-05-05T11:00", end: "2031-05-06T00:00" },
      { start: "2031-05-06T08:00", end: "2031-05-06T10:00" },
    ]);
    for (const wrong of [{ hours: "nine" }, { hours: "17-9" }, { timezone: "Mars/Base" }])
      expect([wrong, (await mcp.call("find_time", { ...asked, ...wrong })).isError]).toEqual([wrong, true]);
    await mcp.close();
  });
});

test("days of a zone whose clocks are changed, and what is left of them", () => {
  const zone = "Europe/Berlin";
  const at = (text: string) => Date.parse(text) / 1000;
  const span = { from: at("2031-03-28T12:00:00Z"), until: at("2031-03-31T22:00:00Z") };
  const days = hoursWithin(span, zone, { from: 9, until: 17, weekends: true });
  const shown = days.map((day) => [
    wallClock(day.from, zone),
    new Date(day.from * 1000).toISOString().slice(11, 16),
  ]);
  expect(shown).toEqual([
    ["2031-03-28T13:00", "12:00"],
    ["2031-03-29T09:00", "08:00"],
    ["2031-03-30T09:00", "07:00"],
    ["2031-03-31T09:00", "07:00"],
  ]);
  const hundred = [{ from: 0, until: 100 }];
  const taken = [
    { from: 60, until: 70 },
    { from: 0, until: 10 },
    { from: 5, until: 20 },
    { from: 90, until: 200 },
  ];
  expect(freeWithin(hundred, taken)).toEqual([
    { from: 20, until: 60 },
    { from: 70, until: 90 },
  ]);
});
