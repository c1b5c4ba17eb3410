// Creates the screening from the settings.
import { getServers } from "node:dns";
import type { Config } from "../config/config.ts";
import type { Clock } from "../lib/clock.ts";
import { DnsCache } from "../lib/dns/cache.ts";
import type { Log } from "../lib/log.ts";
import type { DmarcObservation } from "../mail/report/dmarc-report.ts";
import type { Tally } from "../mail/report/tally.ts";
import type { BlobStore } from "../store/blobs/blobs.ts";
import type { Executor } from "../store/database/database.ts";
import { hostedDomains } from "../store/domains/domains.ts";
import { Rspamd } from "./rspamd.ts";
import type { ScreeningDeps } from "./screen.ts";
import { SpamTrainer } from "./spam-training.ts";

export interface Screening extends ScreeningDeps {
  spamTrainer: SpamTrainer;
}

export function createScreening(
  config: Config,
  deps: { clock: Clock; log: Log; database: Executor; blobs: BlobStore; observed: Tally<DmarcObservation> },
): Screening {
  const { clock, log } = deps;
  const rspamd = config.rspamd && new Rspamd({ ...config.rspamd, clock, log });
  const dns = new DnsCache(() => config.dnsServers ?? getServers(), clock);
  return {
    resolve: dns.resolve,
    clock,
    mailHostname: config.mailHostname,
    // They change at SIGHUP.
    get blocklists() {
      return config.dnsBlocklists;
    },
    rspamd,
    spamTrainer: new SpamTrainer({ ...deps, rspamd }),
    get refuseByDmarc() {
      return config.dmarcReject === "refuse";
    },
    observe: config.dmarcReports === null ? null : (domain, detail) => deps.observed.add(domain, detail),
    hosted: (names) => hostedDomains(deps.database, names),
  };
}
