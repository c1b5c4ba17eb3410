// The races that `next` is made for, each written once for every door.
import { expect } from "bun:test";
import type { Api } from "../../support/app/api.ts";
import type { Line } from "../../support/fakes/line.ts";
import type { Given, Worker } from "./doors.ts";

/** An address and a key for it alone. */
export interface Race {
  box: { id: string; email: string };
  key: { id: string; api: Api };
  /** With the operator's key. */
  operator: Api;
  line: Line;
  /** Workers with the key. */
  one: Worker;
  two: Worker;
  /** A worker with a new key for the address. */
  stranger(): Promise<Worker>;
  mail(subject: string, from?: string): Promise<unknown>;
  /** Resolves once all that is committed is shown. */
  settled(): Promise<void>;
  /** Ends every lease. */
  endLeases(): void;
}

export interface NamedRace {
  name: string;
  run(race: Race): Promise<void>;
}

const subjectOf = ({ item }: Given) => item?.subject ?? item?.kind ?? null;
const waiting = { wait: 30 };

/** Subjects of all that comes, each acknowledged by the call behind it. */
async function rest({ settled }: Race, worker: Worker, first?: Given): Promise<(string | null)[]> {
  const seen: (string | null)[] = [];
  await settled();
  for (let ack = first?.item?.ack; ; ) {
    const given = await worker.next(ack === undefined ? {} : { ack });
    expect(given.acknowledged).toBe(ack === undefined ? null : true);
    if (given.item === null) return seen;
    seen.push(subjectOf(given));
    ack = given.item.ack;
  }
}

export const races: readonly NamedRace[] = [
  {
    name: "mail before the first call, between two and while one waits comes, each once",
    async run(race) {
      const { one, mail, line } = race;
      await mail("Before");
      const before = await one.next(waiting);
      expect([before.acknowledged, subjectOf(before)]).toEqual([null, "Before"]);
      await mail("Between");
      const between = await one.next({ ...waiting, ack: before.item!.ack });
      expect([between.acknowledged, subjectOf(between)]).toEqual([true, "Between"]);
      const { call } = await line.asked(() => one.next({ ...waiting, ack: between.item!.ack }));
      await mail("While it waits");
      const during = await call;
      expect([during.acknowledged, subjectOf(during)]).toEqual([true, "While it waits"]);
      expect(await rest(race, one, during)).toEqual([]);
    },
  },
  {
    name: "mail that comes while the line is cut comes to the call after it, once",
    async run(race) {
      const { one, mail, line } = race;
      const { call } = await line.asked(() => one.next(waiting));
      line.cut();
      await mail("While it was cut");
      line.mend();
      await race.settled();
      // Some clients try again by themselves.
      let first = await call.catch(() => null);
      if (first === null || first.item === null) first = await one.next();
      if (first.item === null) {
        // The server had not yet heard that the line is cut: it handed the item to the call that is gone.
        race.endLeases();
        first = await one.next(waiting);
      }
      expect(subjectOf(first)).toBe("While it was cut");
      expect(await rest(race, one, first)).toEqual([]);
      race.endLeases();
      expect(await rest(race, race.two)).toEqual([]);
    },
  },
  {
    name: "an item whose answer was lost comes again when its lease ends, before what came later",
    async run(race) {
      const { one, two, mail, line } = race;
      await mail("Lost");
      await race.settled();
      line.loseAnswer();
      const lost = await one.next().catch(() => null);
      expect(line.lost()).toBe(1);
      await mail("Later");
      await race.settled();
      if (lost !== null) {
        // The client has tried again: the repeat has the same item.
        expect(subjectOf(lost)).toBe("Lost");
        expect(await rest(race, two, lost)).toEqual(["Later"]);
        return;
      }
      const later = await two.next();
      expect(subjectOf(later)).toBe("Later");
      race.endLeases();
      const again = await one.next();
      expect(subjectOf(again)).toBe("Lost");
      expect(await rest(race, one, again)).toEqual(["Later"]);
    },
  },
  {
    name: "two workers of one key share what comes, while both wait too",
    async run(race) {
      const { one, two, mail, line } = race;
      const first = await line.asked(() => one.next(waiting));
      const second = await line.asked(() => two.next(waiting));
      await mail("Job 1");
      await mail("Job 2");
      const given = await Promise.all([first.call, second.call]);
      expect(given.map(subjectOf).sort()).toEqual(["Job 1", "Job 2"]);
      await mail("Job 3");
      expect(await rest(race, one, given[0])).toEqual(["Job 3"]);
      expect(await rest(race, two, given[1])).toEqual([]);
      race.endLeases();
      expect(await rest(race, two)).toEqual([]);
    },
  },
  {
    name: "a second worker acknowledges what the first was given; an old token changes nothing of a new lease",
    async run(race) {
      const { one, two, mail } = race;
      for (const subject of ["Handed over", "Taken over"]) await mail(subject);
      const first = await one.next(waiting);
      const second = await two.next({ ...waiting, ack: first.item!.ack });
      expect([second.acknowledged, subjectOf(second)]).toEqual([true, "Taken over"]);
      race.endLeases();
      const again = await one.next();
      expect(subjectOf(again)).toBe("Taken over");
      const late = await two.next({ ack: second.item!.ack });
      expect([late.acknowledged, late.item]).toEqual([false, null]);
      race.endLeases();
      const third = await two.next();
      expect(subjectOf(third)).toBe("Taken over");
      expect(await rest(race, one, third)).toEqual([]);
    },
  },
  {
    name: "a key that ends while a call waits gets nothing more, and a new one begins with what is unread",
    async run(race) {
      const { one, two, mail, line, operator, key } = race;
      await mail("Taken");
      const taken = await one.next(waiting);
      const { call } = await line.asked(() => two.next(waiting));
      await operator.must(200, operator.delete(`/api-keys/${key.id}`));
      await mail("Too late");
      expect((await call.catch(() => null))?.item ?? null).toBeNull();
      await expect(one.next({ ack: taken.item!.ack })).rejects.toThrow();
      expect(await rest(race, await race.stranger())).toEqual(["Taken", "Too late"]);
    },
  },
  {
    name: "a decision on a send that was held comes to the key that sent, once, and to no other",
    async run(race) {
      const { one, operator, key, box } = race;
      const path = `/identities/${box.id}/protection`;
      await operator.must(200, operator.call("PUT", path, { outbound: "all" }));
      const body = { from: box.email, to: "ada@far.example", subject: "S", text: "T" };
      const { call } = await race.line.asked(() => one.next(waiting));
      const { review_id } = await key.api.must<{ review_id: string }>(202, key.api.post("/messages", body));
      await operator.must(200, operator.post(`/reviews/${review_id}/return`, { comment: "Say when." }));
      const decided = await call;
      expect(decided.item?.kind).toBe("review");
      expect(await rest(race, one, decided)).toEqual([]);
      expect(await rest(race, await race.stranger())).toEqual([]);
    },
  },
  {
    name: "a first call begins with what is there, or with what comes from then on",
    async run(race) {
      const { one, mail } = race;
      await mail("There");
      await race.settled();
      const other = await race.stranger();
      expect((await other.next({ begin: "now" })).item).toBeNull();
      await mail("New");
      const later = await other.next({ ...waiting, begin: "start" });
      expect(subjectOf(later)).toBe("New");
      expect(await rest(race, other, later)).toEqual([]);
      const first = await one.next({ begin: "start" });
      expect(subjectOf(first)).toBe("There");
      expect(await rest(race, one, first)).toEqual(["New"]);
    },
  },
  {
    name: "a filter passes over the rest, and what one filter was given no other is",
    async run(race) {
      const { one, two, mail, box } = race;
      await mail("News", "news@paper.example");
      await mail("Your code", "no-reply@shop.example");
      const filters = { from: "shop.example", subject: "code", address: box.email };
      const code = await one.next({ ...waiting, ...filters });
      expect(subjectOf(code)).toBe("Your code");
      const news = await two.next(waiting);
      expect(subjectOf(news)).toBe("News");
      await race.settled();
      const none = await two.next({ ack: news.item!.ack });
      expect([none.acknowledged, none.item]).toEqual([true, null]);
      race.endLeases();
      const again = await two.next();
      expect(subjectOf(again)).toBe("Your code");
      expect(await rest(race, two, again)).toEqual([]);
      expect((await one.next(filters)).item).toBeNull();
    },
  },
];
