// The domains of a world: each has an address, a key that signs its mail and the records that say so, all by the seed. So honest mail
// is proven, and mail that claims another domain is seen to be forged.
import { createHash } from "node:crypto";
import { ed25519KeyOf } from "../lib/seeded-keys.ts";
import { type DkimSigner, dkimDnsValue } from "../outbound/dkim.ts";
import { providerOf } from "../outbound/pace.ts";

export interface WorldDomain {
  readonly name: string;
  /** The address that its mail comes from: of the network for measurements, which no machine on the internet has. RFC 2544 */
  readonly ip: string;
  readonly signer: DkimSigner;
  /** Texts of its records by name. */
  readonly texts: ReadonlyMap<string, string>;
}

const selector = "world";
/** Domains whose keys are kept. */
const maxKept = 10_000;

export class WorldDomains {
  readonly #seed: string;
  readonly #known = new Map<string, WorldDomain>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** @param name in lower case */
  domain(name: string): WorldDomain {
    const known = this.#known.get(name);
    if (known) return known;
    if (this.#known.size >= maxKept) this.#known.clear();
    const octets = createHash("sha256").update(`domain ${name} ${this.#seed}`).digest();
    const privateKey = ed25519KeyOf(octets).export({ type: "pkcs8", format: "pem" }) as string;
    const ip = `198.${18 + (octets[0]! & 1)}.${octets[1]}.${1 + (octets[2]! % 254)}`;
    const made: WorldDomain = {
      name,
      ip,
      signer: { domain: name, selector, privateKey },
      texts: new Map([
        [name, `v=spf1 ip4:${ip} -all`],
        [`_dmarc.${name}`, "v=DMARC1; p=none"],
        [`${selector}._domainkey.${name}`, dkimDnsValue(privateKey)],
      ]),
    };
    this.#known.set(name, made);
    return made;
  }

  /** The text of this name's record; null: it has none. */
  text(name: string): string | null {
    const owner = name.replace(/^(?:_dmarc|world\._domainkey)\./, "");
    // A registry has no records of its own: domains below one would share them. RFC 9989 4.10
    if (providerOf(`below.${owner}`) === `below.${owner}`) return null;
    // Other names that begin with an underscore, such as _mta-sts, have no record.
    return owner.startsWith("_") ? null : (this.domain(owner).texts.get(name) ?? null);
  }
}
