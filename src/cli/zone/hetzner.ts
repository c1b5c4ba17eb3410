// Cli: zones at Hetzner, as the API of Hetzner Cloud describes them: https://docs.hetzner.cloud/reference/cloud#zone-rrsets
import { setTimeout as rest } from "node:timers/promises";
import { CommandError } from "../context.ts";
import { jsonCalls, noZone, type ProviderAccess } from "./provider.ts";
import {
  comingOf,
  givenForms,
  goingOf,
  relativeName,
  type ZoneWriter,
  zoneCandidates,
} from "./zone-writer.ts";

/** A change that goes on after its answer. */
interface HetznerAction {
  id: number;
  status: "running" | "success" | "error";
  error?: { message: string } | null;
}

const maxPauseMs = 2000;
const maxPauses = 20;

export function hetznerWriter(access: ProviderAccess): ZoneWriter {
  const place = "Hetzner";
  const call = jsonCalls(place, access);
  const forms = givenForms();
  const change = async (path: string, body: object) => {
    let { action } = (await call<{ action?: HetznerAction }>("POST", path, body)) ?? {};
    for (let pauses = 0; action?.status === "running" && pauses < maxPauses; pauses++) {
      await rest(Math.min(maxPauseMs, 50 * 2 ** pauses));
      action = (await call<{ action: HetznerAction }>("GET", `/actions/${action.id}`))?.action;
    }
    if (action === undefined || action.status === "success") return;
    const why = action.status === "error" ? action.error?.message : "it is not done yet";
    throw new CommandError(`${place} has not made the change: ${why}`);
  };
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
      return (found?.rrset.records ?? []).map(({ value }) => forms.read(type, value));
    },
    async write(zone, changes) {
      for (const one of changes) {
        const { name, type } = one;
        const own = relativeName(name, zone);
        const recordsOf = (values: readonly string[]) =>
          values.map((value) => ({ value: forms.write(type, value) }));
        const actions = `/zones/${zone}/rrsets/${own}/${type}/actions`;
        if (one.before.length === 0)
          await change(`/zones/${zone}/rrsets`, {
            name: own,
            type,
            ttl: 3600,
            records: recordsOf(one.values),
          });
        else if (goingOf(one).length === 0)
          await change(`${actions}/add_records`, { records: recordsOf(comingOf(one)) });
        else await change(`${actions}/set_records`, { records: recordsOf(one.values) });
      }
    },
  };
}
