// Cli: zones at Cloudflare, as its API describes them: https://developers.cloudflare.com/api/resources/dns/subresources/records/
import { firstZone, jsonCalls, type ProviderAccess } from "./provider.ts";
import { comingOf, fromZoneData, goingOf, type SetChange, type ZoneWriter, zoneData } from "./zone-writer.ts";

interface CloudflareRecord {
  id: string;
  type: string;
  name: string;
  content: string;
  priority?: number;
  data?: { priority: number; weight: number; port: number; target: string };
}

export function cloudflareWriter(access: ProviderAccess): ZoneWriter {
  const place = "Cloudflare";
  const call = jsonCalls(place, access);
  const ids = new Map<string, string>();
  const recordsOf = async (zone: string, { name, type }: Pick<SetChange, "name" | "type">) => {
    const query = new URLSearchParams({ type, "name.exact": name, per_page: "1000" });
    const found = await call<{ result: CloudflareRecord[] }>(
      "GET",
      `/zones/${ids.get(zone)}/dns_records?${query}`,
    );
    // Nothing but these is touched, even if the question were not understood.
    return (found?.result ?? []).filter((one) => one.type === type && one.name.toLowerCase() === name);
  };
  return {
    place,
    zoneOf: (name) =>
      firstZone(place, name, async (zone) => {
        const query = new URLSearchParams({ name: zone });
        const found = await call<{ result: { id: string }[] }>("GET", `/zones?${query}`);
        const id = found?.result[0]?.id;
        if (id !== undefined) ids.set(zone, id);
        return id !== undefined;
      }),
    async read(zone, set) {
      return (await recordsOf(zone, set)).map((record) => recordValue(set.type, record));
    },
    async write(zone, changes) {
      const batch = { deletes: [] as { id: string }[], posts: [] as object[] };
      for (const change of changes) {
        const { name, type } = change;
        const going = goingOf(change);
        const old = going.length === 0 ? [] : await recordsOf(zone, change);
        const gone = old.filter((record) => going.includes(recordValue(type, record)));
        batch.deletes.push(...gone.map(({ id }) => ({ id })));
        // Proxied names lead to Cloudflare, and not to this machine.
        const proxied = type === "CNAME" ? { proxied: false } : {};
        batch.posts.push(
          ...comingOf(change).map((value) => ({
            type,
            name,
            ttl: 3600,
            ...proxied,
            ...contentOf(type, value),
          })),
        );
      }
      await call("POST", `/zones/${ids.get(zone)}/dns_records/batch`, batch);
    },
  };
}

function recordValue(type: SetChange["type"], { content, priority, data }: CloudflareRecord): string {
  if (type === "MX") return `${priority ?? 0} ${fromZoneData(type, content)}`;
  if (type === "SRV" && data)
    return `${data.priority} ${data.weight} ${data.port} ${fromZoneData(type, data.target)}`;
  return fromZoneData(type, content);
}

function contentOf(type: SetChange["type"], value: string): object {
  if (type === "TXT") return { content: zoneData(type, value) };
  const words = value.split(" ");
  if (type === "MX") return { content: words[1], priority: Number(words[0]) };
  if (type === "CNAME") return { content: value };
  const [priority, weight, port] = words.map(Number);
  return { data: { priority, weight, port, target: words[3] } };
}
