// Cli: zones at Gandi, as its API describes them: https://api.gandi.net/docs/livedns/
import { jsonCalls, noZone, type ProviderAccess } from "./provider.ts";
import { givenForms, relativeName, type ZoneWriter, zoneCandidates } from "./zone-writer.ts";

export function gandiWriter(access: ProviderAccess): ZoneWriter {
  const place = "Gandi";
  const call = jsonCalls(place, access);
  const forms = givenForms();
  const pathOf = (zone: string, name: string, type: string) =>
    `/livedns/domains/${zone}/records/${relativeName(name, zone)}/${type}`;
  return {
    place,
    async zoneOf(name) {
      for (const zone of zoneCandidates(name)) if (await call("GET", `/livedns/domains/${zone}`)) return zone;
      throw noZone(place, name);
    },
    async read(zone, { name, type }) {
      const found = await call<{ rrset_values: string[] }>("GET", pathOf(zone, name, type));
      return (found?.rrset_values ?? []).map((value) => forms.read(type, value));
    },
    async write(zone, changes) {
      for (const { name, type, values } of changes)
        await call("PUT", pathOf(zone, name, type), {
          rrset_ttl: 3600,
          rrset_values: values.map((value) => forms.write(type, value)),
        });
    },
  };
}
