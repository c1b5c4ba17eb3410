// Words of the pages: domains and their records.
import { plural } from "./plural.ts";

export const domains = {
  title: "Domains",
  lead: "Addresses of your own domain: add it, publish its records, look them up.",
  shared: "Shared by all accounts here; ready for use",
  newTitle: "Add a domain",
  name: "Domain",
  add: "Add domain",
  status: { verified: "Found", pending: "Not looked up yet", failed: "Missing" } as Record<string, string>,
  ready: "Ready",
  toDo: (count: number) => `${plural(count, "record", "records")} missing`,
  back: "All domains",
  allThere: "All records are there.",
  missing: (count: number) =>
    `${plural(count, "record is", "records are")} not found yet. Publish what stands below at your DNS provider, then look again.`,
  since: "Yours since",
  verify: "Look up now",
  delete: "Delete",
  deleteHint: "Only a domain without addresses can be deleted.",
  deleteNamed: (name: string) => `Delete ${name}`,
  records: "Records",
  type: "Type",
  host: "Name",
  value: "Value",
  purposes: {
    ownership: "That it is yours",
    receiving: "Mail comes here",
    spf: "Who sends for it (SPF)",
    dkim: "Signature (DKIM)",
    dmarc: "What fails both (DMARC)",
  },
  zone: "As a zone file",
  zoneHint: "With what mail programs need to find the servers by themselves.",
};
