// The contract as a table: one row for each sentence of SPEC and DECISIONS, in their order.
import { addresses as decisionsAddresses } from "./decisions/addresses.ts";
import { agentSignup as decisionsAgentSignup } from "./decisions/agent-signup.ts";
import { appPasswords as decisionsAppPasswords } from "./decisions/app-passwords.ts";
import { calendar as decisionsCalendar } from "./decisions/calendar.ts";
import { calendarMail as decisionsCalendarMail } from "./decisions/calendar-mail.ts";
import { codes as decisionsCodes } from "./decisions/codes.ts";
import { conventions as decisionsConventions } from "./decisions/conventions.ts";
import { domains as decisionsDomains } from "./decisions/domains.ts";
import { errors as decisionsErrors } from "./decisions/errors.ts";
import { events as decisionsEvents } from "./decisions/events.ts";
import { keys as decisionsKeys } from "./decisions/keys.ts";
import { messages as decisionsMessages } from "./decisions/messages.ts";
import { moving as decisionsMoving } from "./decisions/moving.ts";
import { safety as decisionsSafety } from "./decisions/safety.ts";
import { sending as decisionsSending } from "./decisions/sending.ts";
import { settings as decisionsSettings } from "./decisions/settings.ts";
import { threads as decisionsThreads } from "./decisions/threads.ts";
import { visibleText as decisionsVisibleText } from "./decisions/visible-text.ts";
import { webhooks as decisionsWebhooks } from "./decisions/webhooks.ts";
import type { ContractRow, Table } from "./rows.ts";
import { addresses as specAddresses } from "./spec/addresses.ts";
import { agentSignup as specAgentSignup } from "./spec/agent-signup.ts";
import { apiKeys as specApiKeys } from "./spec/api-keys.ts";
import { appPasswords as specAppPasswords } from "./spec/app-passwords.ts";
import { authentication as specAuthentication } from "./spec/authentication.ts";
import { calendarEvents as specCalendarEvents } from "./spec/calendar-events.ts";
import { deliveries as specDeliveries } from "./spec/deliveries.ts";
import { drafts as specDrafts } from "./spec/drafts.ts";
import { endpoints as specEndpoints } from "./spec/endpoints.ts";
import { errors as specErrors } from "./spec/errors.ts";
import { events as specEvents } from "./spec/events.ts";
import { fields as specFields } from "./spec/fields.ts";
import { labels as specLabels } from "./spec/labels.ts";
import { limits as specLimits } from "./spec/limits.ts";
import { mailboxes as specMailboxes } from "./spec/mailboxes.ts";
import { messages as specMessages } from "./spec/messages.ts";
import { pods as specPods } from "./spec/pods.ts";
import { records as specRecords } from "./spec/records.ts";
import { routingRules as specRoutingRules } from "./spec/routing-rules.ts";
import { service as specService } from "./spec/service.ts";
import { states as specStates } from "./spec/states.ts";
import { threads as specThreads } from "./spec/threads.ts";
import { webhooks as specWebhooks } from "./spec/webhooks.ts";

const parts: readonly Table[] = [
  specService,
  specFields,
  specRecords,
  specStates,
  specEndpoints,
  specApiKeys,
  specDrafts,
  specAgentSignup,
  specRoutingRules,
  specPods,
  specAddresses,
  specLabels,
  specAppPasswords,
  specMessages,
  specDeliveries,
  specThreads,
  specMailboxes,
  specWebhooks,
  specCalendarEvents,
  specAuthentication,
  specEvents,
  specErrors,
  specLimits,
  decisionsConventions,
  decisionsErrors,
  decisionsKeys,
  decisionsAddresses,
  decisionsDomains,
  decisionsThreads,
  decisionsMessages,
  decisionsSending,
  decisionsWebhooks,
  decisionsEvents,
  decisionsAgentSignup,
  decisionsCalendar,
  decisionsCalendarMail,
  decisionsAppPasswords,
  decisionsSettings,
  decisionsMoving,
  decisionsVisibleText,
  decisionsSafety,
  decisionsCodes,
];

/** Every row; a section may stand in two files. */
export const rows: readonly ContractRow[] = parts.flatMap((part) =>
  Object.entries(part).flatMap(([source, sentences]) =>
    Object.entries(sentences).map(([says, check]) => ({ source, says, check })),
  ),
);

export const sections: readonly string[] = [...new Set(rows.map(({ source }) => source))];
