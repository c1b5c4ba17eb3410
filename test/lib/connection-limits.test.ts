// How many connections a network may have, at once and in a while.
import { expect, test } from "bun:test";
import { ManualClock } from "../../src/lib/clock.ts";
import { ConnectionLimits } from "../../src/lib/connection-limits.ts";

test("connections are counted once, by network and in all", () => {
  const limits = new ConnectionLimits({ perNetwork: 2, perSecond: 1, inAll: 4 }, new ManualClock(0));
  const [a, b, c, d, e] = [{}, {}, {}, {}, {}];
  expect(limits.open(a, "192.0.2.1", false)).toBeNull();
  expect(limits.open(b, "192.0.2.1", false)).toBeNull();
  limits.close({});
  expect(limits.open(c, "192.0.2.1", false)).toBe("from one network");
  expect(limits.open(d, "192.0.2.1", true)).toBeNull();
  expect(limits.open(e, "192.0.2.2", true)).toBe("in all");
  for (const connection of [b, b, c, d, e]) limits.close(connection);
  expect(limits.open(b, "192.0.2.1", false)).toBeNull();
});

test("a /64 is one network, and its neighbour another", () => {
  const limits = new ConnectionLimits({ perNetwork: 1, perSecond: 1, inAll: 9 }, new ManualClock(0));
  expect(limits.open({}, "2001:db8:0:1::1", false)).toBeNull();
  expect(limits.open({}, "2001:db8:0:1:ffff::2", false)).toBe("from one network");
  expect(limits.open({}, "2001:db8:0:2::1", false)).toBeNull();
  expect(limits.open({}, "::ffff:192.0.2.1", false)).toBeNull();
  expect(limits.open({}, "192.0.2.1", false)).toBe("from one network");
});

test("who comes and goes too quickly waits", () => {
  const clock = new ManualClock(0);
  const limits = new ConnectionLimits({ perNetwork: 5, perSecond: 2, inAll: 9 }, clock);
  const visit = (trusted = false) => {
    const connection = {};
    const refusal = limits.open(connection, "192.0.2.1", trusted);
    limits.close(connection);
    return refusal;
  };
  expect(Array.from({ length: 20 }, () => visit()).filter((refusal) => refusal !== null)).toEqual([]);
  expect([visit(), visit(true)]).toEqual(["from one network", null]);
  clock.advance(500);
  expect([visit(), visit()]).toEqual([null, "from one network"]);
});
