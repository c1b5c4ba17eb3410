// Cli: zones at Hetzner, as the API of Hetzner Cloud describes them: https://docs.hetzner.cloud/reference/cloud#zone-rrsets
import { jsonCalls, noZone, type ProviderAccess } from "./provider.ts";
import { fromZoneData, relativeName, type ZoneWriter, zoneCandidates, zoneData } from "./zone-writer.ts";

export function hetznerWriter(access: ProviderAccess): ZoneWriter {
  const place = "Hetzner";
  const call = jsonCalls(place, access);
  return {
    place,
    async zoneOf(name) {
      for (const zone of zoneCandidates(name)) if (await call("GET", `/zones/${zone}`)) return zone;
      throw noZone(place, name);
    },
    async read(zone, { name, type }) {
      const found = await call<{ rrset: { records: { value: string }[] } }>(
        "GET",
        `/zones/${zone}/rrsets/${relativeName(name, zone)}/${type}`,
      );
      return (found?.rrset.records ?? []).map(({ value }) => fromZoneData(type, value));
    },
    async write(zone, changes) {
      for (const { name, type, before, values } of changes) {
        const own = relativeName(name, zone);
        const records = values.map((value) => ({ value: zoneData(type, value) }));
        if (before.length === 0)
          await call("POST", `/zones/${zone}/rrsets`, { name: own, type, ttl: 3600, records });
        else await call("POST", `/zones/${zone}/rrsets/${own}/${type}/actions/set_records`, { records });
      }
    },
  };
}
