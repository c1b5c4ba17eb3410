// The screening that the settings ask for.
import { getServers } from "node:dns";
import type { Config } from "../config.ts";
import type { Clock } from "../lib/clock.ts";
import { DnsCache } from "../lib/dns-cache.ts";
import type { Log } from "../lib/log.ts";
import { Rspamd } from "./rspamd.ts";
import type { ScreeningDeps } from "./screen.ts";

export function createScreening(config: Config, { clock, log }: { clock: Clock; log: Log }): ScreeningDeps {
  const dns = new DnsCache(() => config.dnsServers ?? getServers(), clock);
  return {
    resolve: dns.resolve,
    clock,
    mailHostname: config.mailHostname,
    blocklists: config.dnsBlocklists,
    rspamd: config.rspamd && new Rspamd({ ...config.rspamd, clock, log }),
    refuseByDmarc: config.dmarcReject === "refuse",
  };
}
