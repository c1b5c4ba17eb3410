// Keys that follow from a seed are whole keys, the same each time, and others for another name.
import { expect, test } from "bun:test";
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { seedChance, seededOctetsOf } from "../../src/lib/chance.ts";
import { ed25519KeyOf, rsaKeyOf } from "../../src/lib/seeded-keys.ts";

const pem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" });

test("an RSA key of 2,048 bits and an Ed25519 key sign, and follow from the seed and a name alone", async () => {
  expect(seededOctetsOf("a.example")).toBeNull();
  const end = seedChance("7", () => 0);
  try {
    const octets = (name: string) => seededOctetsOf(name)!;
    const rsa = await rsaKeyOf(octets("a.example"));
    expect(rsa.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65537n });
    const text = Buffer.from("text");
    expect(verify("sha256", text, createPublicKey(rsa), sign("sha256", text, rsa))).toBe(true);
    expect(pem(await rsaKeyOf(octets("a.example")))).toBe(pem(rsa));
    const [one, again, other] = ["a", "a", "b"].map((name) => pem(ed25519KeyOf(octets(name)(32))));
    expect(again).toBe(one!);
    expect(other).not.toBe(one!);
  } finally {
    end();
  }
});
