// Changes of the clocks over REST: creation, patch, expansion and free-busy. RFC 5545 3.3.5
import { expect, test } from "bun:test";
import { changes, full, shift } from "../../calendar/clock-changes.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";

interface Event {
  id: string;
  start: string;
  end: string;
  start_at: string;
  end_at: string;
  original_start: string | null;
  recurrence: { rule: string; exdates: string[] } | null;
}

const hoursOf = ({ start_at, end_at }: Pick<Event, "start_at" | "end_at">) =>
  (Date.parse(end_at) - Date.parse(start_at)) / 3_600_000;

eachApp("changes of the clocks", (t) => {
  const calendar = async (zone: string) => {
    const { id } = await t.address();
    const root = `/identities/${id}/calendar`;
    await t.api.must(200, t.api.patch(root, { timezone: zone }));
    const path = `${root}/events`;
    const must = <T = Event>(status: number, answer: Promise<{ status: number }>) =>
      t.api.must<T>(status, answer as ReturnType<typeof t.api.get>);
    return {
      create: (body: object) => must(201, t.api.post(path, { title: "x", ...body })),
      patch: (of: string, body: object, query = "") => must(200, t.api.patch(`${path}/${of}${query}`, body)),
      get: (of: string) => must(200, t.api.get(`${path}/${of}`)),
      expand: async (day: string) => {
        const window = `after=${shift(day, -3)}T00:00:00Z&before=${shift(day, 5)}T00:00:00Z`;
        return (await t.api.get<PageOf<Event>>(`${path}?expand=true&limit=200&${window}`)).json.data;
      },
      busy: async (day: string) => {
        const window = `after=${shift(day, -3)}T00:00:00Z&before=${shift(day, 5)}T00:00:00Z`;
        const { busy } = await must<{ busy: { start_at: string; end_at: string }[] }>(
          200,
          t.api.get(`${root}/free-busy?${window}`),
        );
        return busy;
      },
      clear: (of: string) => t.api.must(204, t.api.delete(`${path}/${of}`)),
    };
  };

  test.each(changes)("$zone on $day", async ({ zone, day, odd, oddUtc, written, noons, hours }) => {
    const { create, patch, get, expand, busy, clear } = await calendar(zone);
    // A time that is skipped or comes twice, at creation and by a patch.
    const single = await create({ start: odd, end: `${day}T12:00:00` });
    expect([single.start, single.start_at, single.end_at]).toEqual([odd, full(oddUtc), full(noons[1])]);
    expect(await busy(day)).toEqual([{ start_at: full(oddUtc), end_at: full(noons[1]) }]);
    const later = await patch(single.id, { start: `${day}T12:00:00`, end: `${day}T13:00:00` });
    expect(later.start_at).toBe(full(noons[1]));
    const back = await patch(single.id, { start: odd });
    expect(back.start_at).toBe(full(oddUtc));
    await clear(single.id);

    // A daily noon over the change; one date of it moved to the odd time; the series moved on by three hours.
    const daily = await create({
      start: `${shift(day, -1)}T12:00:00`,
      end: `${shift(day, -1)}T13:00:00`,
      recurrence: { rule: "FREQ=DAILY;COUNT=3" },
    });
    const dates = await expand(day);
    expect(dates.map(({ start, start_at }) => [start, start_at])).toEqual(
      noons.map((noon, n) => [`${shift(day, n - 1)}T12:00:00`, full(noon)]),
    );
    expect((await busy(day)).map(({ start_at }) => start_at)).toEqual(noons.map(full));
    const moved = await patch(dates[1]!.id, { start: odd, end: `${day}T12:00:00` });
    expect([moved.id, moved.start_at]).toEqual([dates[1]!.id, full(oddUtc)]);
    expect((await busy(day))[1]).toEqual({ start_at: full(oddUtc), end_at: full(noons[1]) });
    expect(await get(dates[1]!.id)).toEqual(moved);
    await clear(dates[1]!.id);
    await patch(daily.id, { start: `${shift(day, -1)}T15:00:00`, end: `${shift(day, -1)}T16:00:00` });
    expect((await expand(day)).map(({ start }) => start)).toEqual([
      `${shift(day, -1)}T15:00:00`,
      `${shift(day, 1)}T15:00:00`,
    ]);
    await clear(daily.id);

    // A daily series at the odd time itself; from the odd date on it becomes another one.
    const odds = await create({
      start: `${shift(day, -2)}T${odd.slice(11)}`,
      end: `${shift(day, -2)}T${odd.slice(11, 13)}:59:00`,
      recurrence: { rule: "FREQ=DAILY;COUNT=4" },
    });
    const four = await expand(day);
    expect(four.map(({ start }) => start)).toEqual(
      [-2, -1, 0, 1].map((days) => (days === 0 ? written : `${shift(day, days)}T${odd.slice(11)}`)),
    );
    expect(four[2]!.start_at).toBe(full(oddUtc));
    expect(new Set(four.map(hoursOf)).size).toBe(1);
    for (const date of four) expect(await get(date.id)).toEqual(date);
    await patch(four[2]!.id, { title: "y" }, "?mode=future");
    const split = await expand(day);
    expect(split.map(({ start, start_at }) => [start, start_at])).toEqual(
      four.map(({ start, start_at }) => [start, start_at]),
    );
    for (const id of new Set(split.map(({ id }) => id.slice(0, 36)))) await clear(id);
    expect(odds.recurrence?.rule).toBe("FREQ=DAILY;COUNT=4");

    // A whole day lasts as long as it does.
    const whole = await create({ start: day, end: shift(day, 1), all_day: true });
    expect(hoursOf(whole)).toBe(hours);
    expect(await busy(day)).toEqual([{ start_at: whole.start_at, end_at: whole.end_at }]);
  });
});
