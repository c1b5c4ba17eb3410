// Private keys that follow from octets of a seed, for the course of events of a sandbox: the runtime's own makers of keys take
// chance of the system alone. The seed gives the keys away.
import { checkPrime, createPrivateKey, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

type SeededOctets = (count: number) => Buffer;

const isPrime: (candidate: bigint, options: { checks: number }) => Promise<boolean> = promisify(checkPrime);
const exponent = 65537n;
/** Odd primes below this are tried by division. */
const smallBelow = 4_000;
/** PKCS 8 in front of the 32 octets of an Ed25519 key. RFC 8410 7 */
const ed25519Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** @param octets 32 */
export function ed25519KeyOf(octets: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ed25519Head, octets]), format: "der", type: "pkcs8" });
}

/** An RSA key of 2,048 bits. RFC 8017 3 */
export async function rsaKeyOf(octets: SeededOctets): Promise<KeyObject> {
  const [one, other] = [await primeOf(octets), await primeOf(octets)];
  const [p, q] = one > other ? [one, other] : [other, one];
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const key = {
    kty: "RSA",
    n: base64url(p * q),
    e: base64url(exponent),
    d: base64url(d),
    p: base64url(p),
    q: base64url(q),
    dp: base64url(d % (p - 1n)),
    dq: base64url(d % (q - 1n)),
    qi: base64url(inverse(q, p)),
  };
  return createPrivateKey({ key, format: "jwk" });
}

/** The first prime of 1,024 bits from a seeded number on, whose predecessor is no multiple of the exponent. */
async function primeOf(octets: SeededOctets): Promise<bigint> {
  const bytes = Buffer.from(octets(128));
  // The two highest bits make the product one of 2,048 bits.
  bytes[0] = bytes[0]! | 0xc0;
  bytes[127] = bytes[127]! | 1;
  const from = BigInt(`0x${bytes.toString("hex")}`);
  const rests = smallPrimes.map((prime) => [prime, Number(from % BigInt(prime))] as const);
  for (let step = 0; ; step += 2) {
    if (rests.some(([prime, rest]) => (rest + step) % prime === 0)) continue;
    const candidate = from + BigInt(step);
    if (candidate % exponent !== 1n && (await isPrime(candidate, { checks: 4 }))) return candidate;
  }
}

const smallPrimes = primesBelow(smallBelow);

function primesBelow(end: number): number[] {
  const primes: number[] = [];
  for (let n = 3; n < end; n += 2) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

/** The number that makes 1 of `value` modulo `modulus`, by Euclid's algorithm. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [low, high] = [value % modulus, modulus];
  let [of, last] = [1n, 0n];
  while (low > 0n) {
    const times = high / low;
    [low, high] = [high % low, low];
    [of, last] = [last - times * of, of];
  }
  return ((last % modulus) + modulus) % modulus;
}

function base64url(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}
