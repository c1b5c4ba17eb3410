// Cli: `setup --dns`: shows what it will write into a zone, asks, and writes it.
import type { Config } from "../../config/config.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLookUp } from "../../lib/dns/look-up.ts";
import { CommandError } from "../context.ts";
import type { Prompt } from "../setup/ask.ts";
import { domainConnectLink, zoneWriter } from "./places.ts";
import { changeLines, goingOf, type WantedZoneRecord, zoneChanges } from "./zone-writer.ts";

export interface ZonePublication {
  domain: string;
  records: readonly WantedZoneRecord[];
  ask: Prompt;
  /** Nobody is asked, and nothing says that hosts of others may go. */
  keepsHosts?: boolean;
  print(line: string): void;
}

/** @param place as --dns names it. @throws CommandError where the place refuses; nothing is written then, or it says what was */
export async function publishZone(
  place: string,
  { domain, records, ask, keepsHosts = false, print }: ZonePublication,
): Promise<void> {
  const writer = zoneWriter(place, systemClock);
  const refuse = (error: Error): never => {
    throw new CommandError(error.message);
  };
  const zone = await writer.zoneOf(domain).catch(refuse);
  const changes = await zoneChanges(writer, zone, records).catch(refuse);
  if (changes.length === 0) {
    print(`The zone ${zone} at ${writer.place} has all of it already.`);
    return;
  }
  print(`To be written into the zone ${zone} at ${writer.place}:\n`);
  for (const line of changeLines(changes)) print(`  ${line}`);
  print("");
  if (keepsHosts && changes.some((change) => change.type !== "TXT" && goingOf(change).length > 0))
    throw new CommandError(
      "Nothing was written: records of other hosts would go, and --yes asks nobody. Run it without --yes and answer, or add --force.",
    );
  if (!(await ask.yes("Write this?"))) {
    print("Nothing was written.");
    return;
  }
  await writer.write(zone, changes).catch((error: Error) => {
    throw new CommandError(`The zone ${zone} was not written, or not whole. ${error.message}`);
  });
  print(`It is written: ${changes.length} names.`);
}

/** Prints the provider's own page for the records, where the domain's provider knows Domain Connect. */
export async function printDomainConnect(
  { dnsServers, mailHostname }: Config,
  { domain, records, print }: Omit<ZonePublication, "ask" | "keepsHosts">,
): Promise<void> {
  const valueFor = (purpose: string) => records.find((record) => record.purpose === purpose)?.value ?? "";
  const dkim = records.filter(({ purpose }) => purpose === "dkim");
  const keys = dkim.flatMap(({ name, value }, n) => [
    [`dkimname${n + 1}`, name.slice(0, name.indexOf("._domainkey"))],
    [`dkim${n + 1}`, value],
  ]);
  const link = await domainConnectLink(domain, {
    lookUp: createLookUp(dnsServers),
    variables: { mx: mailHostname, ownership: valueFor("ownership"), ...Object.fromEntries(keys) },
  });
  if (link === null) return;
  print(
    `Your provider knows Domain Connect. Where it has Postroom's template, this page writes the records:\n  ${link}\n`,
  );
}
