// How many connections a network may have, at once and in a while, and who makes room when all places are taken.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { ManualClock } from "../../src/lib/clock.ts";
import { ConnectionLimits, type MostConnections } from "../../src/lib/connection-limits.ts";

const stays = { idleSince: () => null, end: () => {} };
const from = (ip: string, trusted = false) => ({ ip, trusted });

/** Limits whose guests are idle since they came, and note it when they have to go. */
function door(most: Partial<MostConnections>) {
  const limits = new ConnectionLimits(
    { perNetwork: 1000, perSecond: 1000, inAll: 1000, ...most },
    new ManualClock(0),
  );
  let now = 0;
  const ended: string[] = [];
  return {
    limits,
    ended,
    come(name: string, ip: string, { trusted = false, busy = false } = {}) {
      const connection = { name };
      const since = now++;
      const refusal = limits.open(
        connection,
        { ip, trusted },
        {
          idleSince: () => (busy ? null : since),
          end: () => {
            ended.push(name);
            limits.close(connection);
          },
        },
      );
      return { refusal, leave: () => limits.close(connection) };
    },
  };
}

test("connections are counted once, by network and in all", () => {
  const limits = new ConnectionLimits({ perNetwork: 2, perSecond: 1, inAll: 3 }, new ManualClock(0));
  const [a, b, c, d, e] = [{}, {}, {}, {}, {}];
  expect(limits.open(a, from("192.0.2.1"), stays)).toBeNull();
  expect(limits.open(b, from("192.0.2.1"), stays)).toBeNull();
  limits.close({});
  expect(limits.open(c, from("192.0.2.1"), stays)).toBe("from one network");
  expect(limits.open(d, from("192.0.2.1", true), stays)).toBeNull();
  expect(limits.open(e, from("192.0.2.2", true), stays)).toBe("in all");
  for (const connection of [b, b, c, d, e]) limits.close(connection);
  expect(limits.open(b, from("192.0.2.1"), stays)).toBeNull();
  expect(limits.admitted).toBe(2);
});

test("a /64 is one network, and its neighbour another", () => {
  const limits = new ConnectionLimits({ perNetwork: 1, perSecond: 1, inAll: 9 }, new ManualClock(0));
  expect(limits.open({}, from("2001:db8:0:1::1"), stays)).toBeNull();
  expect(limits.open({}, from("2001:db8:0:1:ffff::2"), stays)).toBe("from one network");
  expect(limits.open({}, from("2001:db8:0:2::1"), stays)).toBeNull();
  expect(limits.open({}, from("::ffff:192.0.2.1"), stays)).toBeNull();
  expect(limits.open({}, from("192.0.2.1"), stays)).toBe("from one network");
});

test("who comes and goes too quickly waits", () => {
  const clock = new ManualClock(0);
  const limits = new ConnectionLimits({ perNetwork: 5, perSecond: 2, inAll: 9 }, clock);
  const visit = (trusted = false) => {
    const connection = {};
    const refusal = limits.open(connection, from("192.0.2.1", trusted), stays);
    limits.close(connection);
    return refusal;
  };
  expect(Array.from({ length: 20 }, () => visit()).filter((refusal) => refusal !== null)).toEqual([]);
  expect([visit(), visit(true)]).toEqual(["from one network", null]);
  clock.advance(500);
  expect([visit(), visit()]).toEqual([null, "from one network"]);
});

test("2,000 silent connections from 40 addresses keep nobody out", () => {
  const { limits, come, ended } = door({ perNetwork: 50 });
  for (let n = 0; n < 2000; n++) come(`silent ${n}`, `192.0.2.${n % 40}`);
  expect(limits.admitted).toBe(900);
  for (let n = 0; n < 300; n++) expect(come(`guest ${n}`, `198.51.${n >> 8}.${n & 255}`).refusal).toBeNull();
  expect(limits.admitted).toBe(1000);
  // the idlest of those who have most, one after the other
  expect(ended).toHaveLength(200);
  expect(ended.every((name) => name.startsWith("silent"))).toBe(true);
  expect(ended.slice(0, 3)).toEqual(["silent 0", "silent 1", "silent 2"]);
  // who has many already is not helped by coming again
  expect(come("more", "192.0.2.7").refusal).toBe("in all");
});

test("who works or is trusted stays; then the network with the next most makes room, or nobody", () => {
  const { come, ended } = door({ inAll: 10 });
  for (let n = 0; n < 4; n++) come(`busy ${n}`, "192.0.2.1", { busy: true });
  for (let n = 0; n < 3; n++) come(`own ${n}`, "192.0.2.2", { trusted: true });
  come("quiet", "192.0.2.3");
  const late = come("late", "192.0.2.3");
  expect([late.refusal, come("first", "192.0.2.4").refusal]).toEqual([null, null]);
  expect(come("second", "192.0.2.5").refusal).toBeNull();
  expect(ended).toEqual(["quiet"]);
  // one each: the idlest of them
  expect(come("third", "192.0.2.6").refusal).toBeNull();
  expect(ended).toEqual(["quiet", "late"]);
  expect(come("trusted", "192.0.2.2", { trusted: true }).refusal).toBeNull();
  expect(ended).toEqual(["quiet", "late", "first"]);
  expect(come("of one who is there", "192.0.2.1").refusal).toBe("in all");
});

test("however they come and go, there are never more than the most, and all are forgotten", () => {
  const step = fc.record({ network: fc.nat(12), leave: fc.boolean(), busy: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { limits, come } = door({ inAll: 20, perNetwork: 6 });
      const open: { leave(): void }[] = [];
      for (const [n, { network, leave, busy }] of steps.entries()) {
        if (leave) open.splice(n % Math.max(1, open.length), 1)[0]?.leave();
        else open.push(come(String(n), `192.0.2.${network}`, { busy }));
        expect(limits.admitted).toBeLessThanOrEqual(20);
      }
      for (const each of open) each.leave();
      expect(limits.admitted).toBe(0);
    }),
  );
});
