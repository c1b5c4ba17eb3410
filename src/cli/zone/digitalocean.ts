// Cli: zones at DigitalOcean, as its API describes them: https://docs.digitalocean.com/reference/api/digitalocean/#tag/Domain-Records
import { jsonCalls, noZone, type ProviderAccess } from "./provider.ts";
import {
  comingOf,
  fromZoneData,
  goingOf,
  relativeName,
  type SetChange,
  withDot,
  type ZoneWriter,
  zoneCandidates,
} from "./zone-writer.ts";

interface DigitalOceanRecord {
  id: number;
  type: string;
  name: string;
  data: string;
  priority: number | null;
  port: number | null;
  weight: number | null;
}

export function digitalOceanWriter(access: ProviderAccess): ZoneWriter {
  const place = "DigitalOcean";
  const call = jsonCalls(place, access);
  const recordsOf = async (zone: string, { name, type }: Pick<SetChange, "name" | "type">) => {
    const query = new URLSearchParams({ type, name, per_page: "200" });
    const found = await call<{ domain_records: DigitalOceanRecord[] }>(
      "GET",
      `/domains/${zone}/records?${query}`,
    );
    // Nothing but these is touched, even if the question were not understood.
    const own = relativeName(name, zone);
    return (found?.domain_records ?? []).filter(
      (one) => one.type === type && [own, name].includes(one.name.toLowerCase()),
    );
  };
  return {
    place,
    async zoneOf(name) {
      for (const zone of zoneCandidates(name)) if (await call("GET", `/domains/${zone}`)) return zone;
      throw noZone(place, name);
    },
    async read(zone, set) {
      return (await recordsOf(zone, set)).map((record) => recordValue(set.type, record));
    },
    async write(zone, changes) {
      for (const change of changes) {
        const { name, type } = change;
        const going = goingOf(change);
        const old = going.length === 0 ? [] : await recordsOf(zone, change);
        // A name with a CNAME may have no other record: what goes, goes first.
        for (const record of old)
          if (going.includes(recordValue(type, record)))
            await call("DELETE", `/domains/${zone}/records/${record.id}`);
        for (const value of comingOf(change))
          await call("POST", `/domains/${zone}/records`, {
            type,
            name: relativeName(name, zone),
            ttl: 3600,
            ...contentOf(type, value),
          });
      }
    },
  };
}

function recordValue(type: SetChange["type"], { data, priority, port, weight }: DigitalOceanRecord): string {
  const value = fromZoneData(type, data);
  if (type === "MX") return `${priority ?? 0} ${value}`;
  return type === "SRV" ? `${priority ?? 0} ${weight ?? 0} ${port ?? 0} ${value}` : value;
}

function contentOf(type: SetChange["type"], value: string): object {
  const words = value.split(" ");
  if (type === "MX") return { priority: Number(words[0]), data: withDot(type, words[1]!) };
  if (type !== "SRV") return { data: withDot(type, value) };
  const [priority, weight, port] = words.map(Number);
  return { priority, weight, port, data: withDot(type, words[3]!) };
}
