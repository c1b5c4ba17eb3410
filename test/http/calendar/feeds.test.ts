// Calendar feeds: made and revoked by REST, read by whoever knows the address. DECISIONS Calendar.
import { expect, test } from "bun:test";
import ICAL from "ical.js";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { client } from "../../support/clients/calendar.ts";

interface Feed {
  id: string;
  identity_id: string;
  identity_ids: string[];
  name: string;
  content: string;
  range: string;
  created_at: string;
  url: string;
}

const dayMs = 86_400_000;
const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const timed = (days: number, title: string, timezone = "Europe/Berlin") => ({
  title,
  start: `${dateIn(days)}T09:00:00`,
  end: `${dateIn(days)}T10:00:00`,
  timezone,
});

eachApp("calendar feeds", (t) => {
  const { create, patch, remove } = client(t);
  const feedsOf = ({ id }: Pick<TestAddress, "id">) => `/identities/${id}/calendar-feeds`;
  const make = (to: TestAddress, body: object = {}) => t.api.must<Feed>(201, t.api.post(feedsOf(to), body));
  const read = async (url: string) => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    return response.text();
  };
  /** The events of a text; fails where ical.js, which is strict, refuses it. */
  const eventsIn = (text: string) => {
    const calendar = new ICAL.Component(ICAL.parse(text));
    const zones = calendar.getAllSubcomponents("vtimezone").map((zone) => zone.getFirstPropertyValue("tzid"));
    return { zones, events: calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one)) };
  };
  const titles = (text: string) =>
    eventsIn(text)
      .events.map(({ summary }) => summary)
      .sort();

  // DECISIONS Calendar: Calendar feeds: a secret URL, shown once, answers with the events as iCalendar until it is revoked
  test("show the events of one address, and their address is told once", async () => {
    const to = await t.address();
    await create(to, timed(1, "Größe; prüfen, ja"));
    await create(to, { title: "Days", start: dateIn(2), end: dateIn(4), all_day: true });
    const series = await create(to, {
      ...timed(3, "Weekly", "America/New_York"),
      recurrence: { rule: "FREQ=WEEKLY;COUNT=4" },
      attendees: [{ email: "guest@far.example", name: "Guest" }],
    });
    const [, second] = (
      await t.api.get<PageOf<{ id: string; series_id: string }>>(
        `/identities/${to.id}/calendar/events?expand=true`,
      )
    ).json.data.filter(({ series_id }) => series_id === series.id);
    await patch(to, second!.id, { title: "Weekly, moved" });
    const { url, ...shown } = await make(to, { name: "Mine" });
    expect(url).toMatch(/^http:\/\/localhost:\d+\/calendar-feeds\/[0-9A-Za-z]{40}\.ics$/);
    const list = (await t.api.get<PageOf<Feed>>(feedsOf(to))).json;
    expect(list.data as object[]).toEqual([shown]);
    const { zones, events } = eventsIn(await read(url));
    expect(zones.sort()).toEqual(["America/New_York", "Europe/Berlin"]);
    expect(events.map(({ summary }) => summary).sort()).toEqual([
      "Days",
      "Größe; prüfen, ja",
      "Weekly",
      "Weekly, moved",
    ]);
    const changed = events.find(({ summary }) => summary === "Weekly, moved")!;
    expect([changed.uid, changed.isRecurrenceException()]).toEqual([series.uid, true]);
    expect(changed.attendees).toHaveLength(1);
  });

  test("answer 304 until an event changes", async () => {
    const to = await t.address();
    const event = await create(to, timed(1, "One"));
    const { url } = await make(to);
    const first = await fetch(url);
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get("cache-control")).toBe("private, max-age=300");
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(await first.text()).toBe(await read(url));
    const again = () => fetch(url, { headers: { "if-none-match": `"other", W/${etag}` } });
    expect((await again()).status).toBe(304);
    await patch(to, event.id, { title: "Two" });
    expect((await again()).status).toBe(200);
    await remove(to, event.id);
    expect(titles(await read(url))).toEqual([]);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  // DECISIONS Calendar: A feed of free_busy has times alone
  test("of free and busy tell nothing but times", async () => {
    const to = await t.address();
    const secret = { title: "Secret", location: "Room", description: "Why" };
    const attendees = [{ email: "guest@far.example" }];
    const made = await create(to, { ...timed(1, ""), ...secret, attendees });
    await create(to, { ...timed(2, ""), ...secret, status: "cancelled" });
    const series = await create(to, {
      ...timed(3, ""),
      ...secret,
      recurrence: { rule: "FREQ=DAILY;COUNT=3" },
    });
    const date = `${series.id}_${`${dateIn(4)}T0`.replace(/-/g, "")}`;
    const { json } = await t.api.get<PageOf<{ id: string }>>(
      `/identities/${to.id}/calendar/events?expand=true`,
    );
    const instance = json.data.find(({ id }) => id.startsWith(date.slice(0, 45)))!;
    await patch(to, instance.id, { status: "cancelled" });
    const { url } = await make(to, { content: "free_busy" });
    const text = await read(url);
    for (const word of ["Secret", "Room", "Why", "guest", to.email, made.uid])
      expect(
        text.replaceAll(`X-WR-CALNAME:${to.email}`, "").replaceAll(`NAME:${to.email}`, ""),
      ).not.toContain(word);
    const { events } = eventsIn(text);
    expect(events.map(({ summary }) => summary)).toEqual(["Busy", "Busy", "Busy"]);
    const statuses = events.map(({ component }) => component.getFirstPropertyValue("status"));
    expect(statuses.sort()).toEqual(["CANCELLED", "CONFIRMED", "CONFIRMED"] as never);
  });

  test("of several addresses show a meeting of theirs once", async () => {
    const [one, other] = [await t.address(), await t.address()];
    await create(one, { ...timed(1, "Together"), attendees: [{ email: other.email }], send_invites: true });
    await create(other, timed(2, "Alone"));
    const { url, identity_ids } = await make(one, { identity_ids: [other.id, one.id] });
    expect(identity_ids).toEqual([one.id, other.id]);
    await t.app.core.actors.idle();
    expect(titles(await read(url))).toEqual(["Alone", "Together"]);
    await t.api.must(204, t.api.delete(`/identities/${other.id}`));
    expect(titles(await read(url))).toEqual(["Together"]);
  });

  test("of ten thousand events come in pieces, whole and with one validator", async () => {
    const to = await t.address();
    const one = await create(to, timed(5, "Many"));
    const { database } = t.app.core;
    const columns = (
      await database.rows<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = 'calendar_events' and table_schema = current_schema()
         order by ordinal_position`,
      )
    ).map(({ name }) => name);
    const made: Record<string, string> = {
      id: "gen_random_uuid()::text",
      uid: "e.uid || n",
      object_uid: "e.uid || n",
      uid_hash: "e.uid_hash + n",
    };
    const values = columns.map((name) => made[name] ?? `e.${name}`).join(", ");
    await database.rows(
      `insert into calendar_events (${columns.join(", ")}) select ${values} from calendar_events e, generate_series(1, 9999) n
       where e.id = $1::text`,
      [one.id],
    );
    const { url } = await make(to);
    const answer = await fetch(url);
    const decoder = new TextDecoder();
    let [text, chunks, largest] = ["", 0, 0];
    for await (const chunk of answer.body!) {
      text += decoder.decode(chunk, { stream: true });
      chunks++;
      largest = Math.max(largest, chunk.length);
    }
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(10_000);
    expect(new Set(text.match(/^UID:.*(?:\r\n .*)*/gm)).size).toBe(10_000);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    // No piece holds a tenth of it.
    expect([chunks > 10, largest < text.length / 10]).toEqual([true, true]);
    const etag = answer.headers.get("etag")!;
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    const { account_id, identity_id } = (
      await database.rows<{ account_id: string; identity_id: string }>(
        "select account_id, identity_id from calendar_events where id = $1::text",
        [one.id],
      )
    )[0]!;
    await database.rows(
      "delete from calendar_events where account_id = $1::uuid and identity_id = $2::uuid and id <> $3::text",
      [account_id, identity_id, one.id],
    );
  });

  test("reach from 92 days ago to two years ahead, or show all", async () => {
    const to = await t.address();
    for (const days of [-100, -90, 700, 740]) await create(to, timed(days, `in ${days}`));
    const everyYear = { rule: "FREQ=YEARLY" };
    await create(to, { ...timed(-2000, "Endless"), recurrence: everyYear });
    const near = await make(to);
    const all = await make(to, { range: "all" });
    expect(titles(await read(near.url))).toEqual(["Endless", "in -90", "in 700"]);
    expect(titles(await read(all.url))).toHaveLength(5);
  });

  // DECISIONS Calendar: A feed ends with DELETE, with its address and with the key that made it
  test("end with DELETE, with their address and with the key that made them", async () => {
    const to = await t.address();
    const { id, url } = await make(to);
    await t.api.must(200, t.api.delete(`${feedsOf(to)}/${id}`));
    const gone = await fetch(url);
    const never = await fetch(url.replace(/\w{4}\.ics/, "aaaa.ics"));
    expect([gone.status, await gone.json()]).toEqual([404, await never.json()]);
    const second = await make(to);
    const made = { name: "short", identity_ids: [to.id] };
    const key = await t.api.must<{ id: string; token: string }>(201, t.api.post("/api-keys", made));
    const third = await t.api.must<Feed>(201, t.api.as(key.token).post(feedsOf(to), {}));
    await t.api.must(200, t.api.delete(`/api-keys/${key.id}`));
    expect((await fetch(third.url)).status).toBe(404);
    expect((await fetch(second.url)).status).toBe(200);
    await t.api.must(204, t.api.delete(`/identities/${to.id}`));
    expect((await fetch(second.url)).status).toBe(404);
  });

  test("are refused for addresses beyond reach and those without a calendar", async () => {
    const [mine, theirs] = [await t.address(), await t.address()];
    const key = await restrictedKey(t.api, [mine.id]);
    const refused = await key.post(feedsOf(mine), { identity_ids: [theirs.id] });
    expect(refused.status).toBe(404);
    const workflow = await t.address({ type: "workflow" });
    expect((await t.api.post(feedsOf(mine), { identity_ids: [workflow.id] })).status).toBe(403);
  });
});
