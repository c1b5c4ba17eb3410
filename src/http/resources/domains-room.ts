// The calls of the room `domains`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.
import * as routingRules from "../../schema/addresses/routing-rules.ts";
import * as domainReports from "../../schema/domains/domain-reports.ts";
import * as domains from "../../schema/domains/domains.ts";
import type { CallRoom } from "../call.ts";
import { routingRuleCalls } from "./addresses/routing-rules.ts";
import { domainCalls } from "./domains.ts";

export const domainsRoom: CallRoom = {
  tag: "Domains",
  description: "Domains of your own, their DNS records, and where mail for their unclaimed addresses goes.",
  schemas: [domains, domainReports, routingRules],
  calls: [...domainCalls, ...routingRuleCalls],
};
