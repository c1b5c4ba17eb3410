// Cli: a zone of a name server that takes DNS UPDATE: BIND, Knot, PowerDNS, Windows. RFC 2136
import { createLookUp } from "../../lib/dns/look-up.ts";
import { askServer, joinedText, rcodeOf, rcodes } from "../../lib/dns/query.ts";
import { type TsigKey, textBytes, updateZone } from "../../lib/dns/update.ts";
import { CommandError } from "../context.ts";
import { comingOf, goingOf, type ZoneWriter, zoneCandidates } from "./zone-writer.ts";

const timeoutMs = 10_000;

/** @param server `host` or `host:port`. @param key `[algorithm:]name:secret`, as nsupdate -y takes it */
export function rfc2136Writer(server: string, key: string | undefined, nowSeconds: () => number): ZoneWriter {
  const [, bracketed, bare, port = "53"] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(server) ?? [];
  const host = bracketed ?? bare;
  if (host === undefined)
    throw new CommandError(`POSTROOM_DNS_SERVER=${server} is no server. Write host, or host:port.`);
  const tsig = key === undefined ? null : readKey(key);
  const lookUp = createLookUp([server]);
  // The records that say a text, as the server keeps them.
  const octets = new Map<string, Buffer[]>();
  const textsOf = async (name: string) => {
    const packet = await askServer(server, { name, type: "TXT" }, timeoutMs);
    if (![rcodes.noError, rcodes.noSuchName].includes(rcodeOf(packet)))
      throw new CommandError(`${server} does not answer for ${name}.`);
    const found = (packet.answers ?? []).flatMap((answer) =>
      // An alias's texts are another name's.
      answer.type === "TXT" && answer.name.toLowerCase() === name ? [answer.data] : [],
    );
    const texts = Map.groupBy(found, joinedText);
    for (const [text, same] of texts)
      octets.set(
        `${name} ${text}`,
        same.map((data) => textBytes([data].flat().map((part) => Buffer.from(part)))),
      );
    return found.map(joinedText);
  };
  return {
    place: `the name server ${server}`,
    async zoneOf(name) {
      for (const zone of zoneCandidates(name)) {
        const { answers = [] } = await askServer(server, { name: zone, type: "SOA" }, timeoutMs);
        if (answers.some(({ type, name: owner }) => type === "SOA" && owner.toLowerCase() === zone))
          return zone;
      }
      throw new CommandError(`${server} has no zone of ${name}.`);
    },
    async read(_zone, question) {
      if (question.type === "TXT") return textsOf(question.name);
      const { records, failed } = await lookUp(question);
      if (failed) throw new CommandError(`${server} does not answer for ${question.name}.`);
      return records;
    },
    write: (zone, changes) =>
      updateZone(
        zone,
        changes.map((change) => ({
          name: change.name,
          type: change.type,
          goes: goingOf(change).flatMap((value): (string | Uint8Array)[] =>
            change.type === "TXT" ? (octets.get(`${change.name} ${value}`) ?? [value]) : [value],
          ),
          comes: comingOf(change),
        })),
        { host, port: Number(port), key: tsig, timeoutMs, nowSeconds: nowSeconds() },
      ),
  };
}

function readKey(text: string): TsigKey {
  const parts = text.split(":");
  const [algorithm, name, secret] = parts.length === 2 ? ["hmac-sha256", ...parts] : parts;
  const known = ["hmac-sha256", "hmac-sha384", "hmac-sha512"] as const;
  const found = known.find((one) => one === algorithm?.toLowerCase());
  if (found === undefined || !name || !secret || parts.length > 3)
    throw new CommandError(
      "POSTROOM_DNS_KEY is no key. Write hmac-sha256:NAME:SECRET, as tsig-keygen prints its parts; hmac-sha384 and hmac-sha512 work too.",
    );
  return { algorithm: found, name: name.replace(/\.$/, ""), secret: Buffer.from(secret, "base64") };
}
