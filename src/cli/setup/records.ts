// Waits until DNS has the records of a domain: looks again and again, and says what is still missing.
import { setTimeout as rest } from "node:timers/promises";
import type { Config } from "../../config/config.ts";
import { createLookUp } from "../../lib/dns/look-up.ts";
import { type ExpectedDnsRecord, judge, lookUpRecords } from "../../outbound/domain-records.ts";

export interface RecordsWait {
  records: readonly ExpectedDnsRecord[];
  minutes: number;
  intervalSeconds: number;
  print: (line: string) => void;
}

/** @returns whether all are there */
export async function awaitRecords(
  config: Config,
  { records, minutes, intervalSeconds, print }: RecordsWait,
): Promise<boolean> {
  // The operator's own domain needs no proof of ownership.
  const needed = records.filter(({ purpose }) => purpose !== "ownership");
  const untilMs = performance.now() + minutes * 60_000;
  let before = "";
  for (;;) {
    const missing = await missingRecords(config, needed);
    const said = missing.length === 0 ? "all are there." : `missing: ${missing.join(", ")}`;
    const line = `DNS: ${needed.length + 1 - missing.length} of ${needed.length + 1} records; ${said}`;
    if (line !== before) print(line);
    before = line;
    if (missing.length === 0) return true;
    if (performance.now() + intervalSeconds * 1000 > untilMs) return false;
    await rest(intervalSeconds * 1000);
  }
}

async function missingRecords(config: Config, needed: readonly ExpectedDnsRecord[]): Promise<string[]> {
  const { dnsServers, mailHostname } = config;
  const lookUp = createLookUp(dnsServers);
  const [evidence, ...addresses] = await Promise.all([
    lookUpRecords(dnsServers, needed),
    ...(["A", "AAAA"] as const).map((type) =>
      lookUp({ name: mailHostname, type }).then(
        ({ records }) => records,
        () => [],
      ),
    ),
  ]);
  const missing = needed.filter((record) => judge(record, evidence) !== "verified");
  return [
    ...(addresses.flat().length > 0 ? [] : [`A ${mailHostname}`]),
    ...missing.map(({ type, name }) => `${type} ${name}`),
  ];
}
