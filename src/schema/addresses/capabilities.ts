// Capabilities of an address, derived from its type and its account's plan, never stored.
// DECISIONS Addresses: capabilities.
import type { capabilityNames, identityTypes } from "./identities.ts";

export type Capability = (typeof capabilityNames)[number];
export type Capabilities = Record<Capability, boolean>;

export function capabilitiesOf(type: (typeof identityTypes)[number]): Capabilities {
  const application = type === "application";
  const workflow = type === "workflow";
  return {
    receive: true,
    inbox: !application,
    send: true,
    drafts: !application,
    calendar: !application && !workflow,
    app_passwords: !application && !workflow,
  };
}
