// Domains for tests: calls, and a DNS server in which their records are published and withdrawn.

import type { TestDns } from "../fakes/dns.ts";
import type { Api } from "./api.ts";
import type { SuiteApp } from "./app.ts";

export interface DnsRecord {
  type: string;
  name: string;
  value: string;
  purpose: string;
  status: string;
}

export interface Domain {
  id: string;
  domain: string;
  status: string;
  pod_id: string | null;
  records: DnsRecord[];
  verified_at: string | null;
  created_at: string;
}

export function domainCalls(t: Pick<SuiteApp, "api" | "kind">) {
  let count = 0;
  const fresh = () => `d${++count}-${t.kind}.example`;
  return {
    /** A name that no test has had. */
    fresh,
    add: (api: Api, domain = fresh()) => api.must<Domain>(201, api.post("/domains", { domain })),
    get: (id: string, api: Api = t.api) => api.must<Domain>(200, api.get(`/domains/${id}`)),
    verify: (id: string, api: Api) => api.must<Domain>(200, api.post(`/domains/${id}/verify`)),
  };
}

export function publish(dns: TestDns, records: readonly DnsRecord[]): void {
  for (const { type, name, value } of records) {
    const entry = (dns.zone[name] ?? {}) as { TXT?: string[]; MX?: string[] };
    dns.zone[name] = entry;
    if (type === "MX") entry.MX = [...(entry.MX ?? []), value];
    else entry.TXT = [...(entry.TXT ?? []), value];
  }
}

export function withdraw(dns: TestDns, records: readonly DnsRecord[]): void {
  for (const { name } of records) delete dns.zone[name];
}

/** The records of one purpose. */
export function recordsOf({ records }: Domain, purpose: string): DnsRecord[] {
  return records.filter((record) => record.purpose === purpose);
}

/** `ownership verified` and so on, in order. */
export function states({ records }: Domain): string[] {
  return records.map(({ purpose, status }) => `${purpose} ${status}`);
}
