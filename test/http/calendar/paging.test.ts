// A window of a calendar page by page, over more instances than are expanded at once.
import { expect, test } from "bun:test";
import { eachApp } from "../../support/app/app.ts";

interface Listed {
  id: string;
  title: string;
  start_at: string;
}

const hour = 3_600_000;
const begin = Date.UTC(2027, 2, 1);
const text = (at: number) => new Date(at).toISOString().slice(0, 19);

eachApp("pages of instances", (t) => {
  test("all of a window once and in order, with what changes between two pages", async () => {
    const { id } = await t.address();
    const base = `/identities/${id}/calendar/events`;
    const create = (event: object) => t.api.must<Listed>(201, t.api.post(base, event));
    const half = { end: text(begin + hour / 2), timezone: "UTC" };
    const hourly = await create({
      ...half,
      title: "Hourly",
      start: text(begin),
      recurrence: { rule: "FREQ=HOURLY" },
    });
    await create({
      title: "Single",
      start: text(begin + 500 * hour),
      end: text(begin + 501 * hour),
      timezone: "UTC",
    });

    const window = `after=${text(begin)}Z&before=${text(begin + 60 * 24 * hour)}Z`;
    const pages = async (between: (page: number) => Promise<unknown> = async () => {}) => {
      const found: Listed[] = [];
      for (let cursor = "", page = 1; ; page++) {
        const response = await t.api.get(`${base}?expand=true&limit=200&${window}${cursor}`);
        const body = response.json as { data: Listed[]; next_cursor: string | null };
        found.push(...body.data);
        if (!body.next_cursor) return found;
        cursor = `&cursor=${body.next_cursor}`;
        await between(page);
      }
    };
    const starts = (listed: Listed[]) => listed.map(({ start_at }) => (Date.parse(start_at) - begin) / hour);
    const hours = Array.from({ length: 60 * 24 }, (_, n) => n);

    const all = await pages();
    expect(starts(all)).toEqual([...hours, 500].sort((a, b) => a - b));
    expect(new Set(all.map((event) => event.id)).size).toBe(60 * 24 + 1);

    const dateAt = (n: number) =>
      all.find(
        ({ id: one, start_at }) => one.startsWith(hourly.id) && Date.parse(start_at) === begin + n * hour,
      )!.id;
    const changed = await pages(async (page) => {
      if (page === 3) {
        await t.api.must(200, t.api.patch(`${base}/${dateAt(700)}`, { title: "Changed" }));
        await t.api.must(204, t.api.delete(`${base}/${dateAt(710)}`));
      }
      if (page === 5) await t.api.must(200, t.api.patch(`${base}/${hourly.id}`, { title: "Renamed" }));
    });
    expect(starts(changed)).toEqual([...hours.filter((n) => n !== 710), 500].sort((a, b) => a - b));
    const titles = new Map(changed.map((event) => [event.id, event.title]));
    expect(titles.get(dateAt(700))).toBe("Changed");
    expect(titles.get(dateAt(900))).toBe("Hourly");
    expect(titles.get(dateAt(1400))).toBe("Renamed");

    // Dates that were moved to other pages: in the page of their new time, and only there.
    for (const [from, to] of [
      [20, 905],
      [900, 25],
      [199, 198],
      [200, 1300],
    ] as const) {
      const start = begin + to * hour + hour / 4;
      const times = { start: text(start), end: text(start + hour / 4) };
      await t.api.must(200, t.api.patch(`${base}/${dateAt(from)}`, times));
    }
    const moved = [20, 900, 199, 200, 710];
    const expected = [...hours.filter((n) => !moved.includes(n)), 905.25, 25.25, 198.25, 1300.25, 500];
    expect(starts(await pages())).toEqual(expected.sort((a, b) => a - b));
  });
});
