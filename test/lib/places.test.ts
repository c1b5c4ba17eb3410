import { expect, test } from "bun:test";
import { Places } from "../../src/lib/places.ts";

test("a key takes its share and no more, and gets it back", () => {
  const places = new Places({ inAll: 3, perKey: 2 });
  const first = places.take("a");
  expect(first).not.toBeNull();
  expect(places.take("a")).not.toBeNull();
  expect(places.take("a")).toBeNull();
  first!();
  expect(places.take("a")).not.toBeNull();
});

test("all keys together take no more than there are", () => {
  const places = new Places({ inAll: 2, perKey: 2 });
  const first = places.take("a");
  places.take("b");
  expect(places.take("c")).toBeNull();
  first!();
  expect(places.take("c")).not.toBeNull();
});
