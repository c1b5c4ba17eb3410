import { expect, test } from "bun:test";
import fc from "fast-check";
import { newId } from "../../src/lib/ids.ts";
import { bounceAddress, bounceToken, messageIdOfBounce } from "../../src/outbound/envelope.ts";

const secret = Buffer.alloc(32, 7);
const other = Buffer.alloc(32, 8);
const id = "0199c1a2-3b4c-7d5e-8f60-718293a4b5c6";

test("an address leads back to its outbound id, in any case", () => {
  const address = bounceAddress(id, "near.example", secret);
  expect(address).toMatch(/^bounces\+[a-z2-7]{42}@near\.example$/);
  expect(address.split("@")[0]?.length).toBeLessThanOrEqual(64);
  expect(messageIdOfBounce(address, [secret])).toBe(id);
  expect(messageIdOfBounce(address.toUpperCase(), [secret])).toBe(id);
  expect(messageIdOfBounce(address.split("@")[0] ?? "", [secret])).toBe(id);
});

test("rotation: any of the secrets will do, a foreign one will not", () => {
  const address = bounceAddress(id, "near.example", secret);
  expect(messageIdOfBounce(address, [other, secret])).toBe(id);
  expect(messageIdOfBounce(address, [other])).toBeNull();
  expect(messageIdOfBounce(address, [])).toBeNull();
});

test("every id comes back; every changed character is refused", () => {
  fc.assert(
    fc.property(fc.nat(41), fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz234567"), (at, character) => {
      const fresh = newId();
      const token = bounceToken(fresh, secret);
      expect(messageIdOfBounce(`bounces+${token}`, [secret])).toBe(fresh);
      if (token[at] === character) return;
      const forged = token.slice(0, at) + character + token.slice(at + 1);
      expect(messageIdOfBounce(`bounces+${forged}@near.example`, [secret])).toBeNull();
    }),
    { seed: 1, numRuns: 300 },
  );
});

test("what is no bounce address is null, what is no id is a bug", () => {
  for (const text of [
    "",
    "bounces@x",
    "bounces+@x",
    "bounces+abc@x",
    `bounce+${bounceToken(id, secret)}@x`,
    `bounces+${"1".repeat(42)}@x`,
  ]) {
    expect(messageIdOfBounce(text, [secret])).toBeNull();
  }
  expect(() => bounceToken("nonsense", secret)).toThrow("not a UUID");
});
