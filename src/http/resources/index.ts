// The resources of the interface, in the order in which the OpenAPI document shows them. A new resource adds its line.
import type { AnyElysia } from "elysia";
import * as agentSignup from "../../schema/access/agent-signup.ts";
import * as apiKeys from "../../schema/access/api-keys.ts";
import * as appPasswords from "../../schema/access/app-passwords.ts";
import * as oauthGrants from "../../schema/access/oauth-grants.ts";
import * as identities from "../../schema/addresses/identities.ts";
import * as pods from "../../schema/addresses/pods.ts";
import * as routingRules from "../../schema/addresses/routing-rules.ts";
import * as calendarEvents from "../../schema/calendar/calendar-events.ts";
import * as calendarFeeds from "../../schema/calendar/calendar-feeds.ts";
import * as domainReports from "../../schema/domains/domain-reports.ts";
import * as domains from "../../schema/domains/domains.ts";
import * as drafts from "../../schema/drafts.ts";
import * as deliveries from "../../schema/events/deliveries.ts";
import * as events from "../../schema/events/events.ts";
import * as webhooks from "../../schema/events/webhooks.ts";
import * as folders from "../../schema/mailbox/folders.ts";
import * as identityCounts from "../../schema/mailbox/identity-counts.ts";
import * as labels from "../../schema/mailbox/labels.ts";
import * as messageBatch from "../../schema/mailbox/message-batch.ts";
import * as notes from "../../schema/mailbox/notes.ts";
import * as retention from "../../schema/mailbox/retention.ts";
import * as search from "../../schema/mailbox/search.ts";
import * as threads from "../../schema/mailbox/threads.ts";
import * as attachmentLink from "../../schema/message/attachment-link.ts";
import * as attachmentText from "../../schema/message/attachment-text.ts";
import * as fileContent from "../../schema/message/file-content.ts";
import * as messageCodes from "../../schema/message/message-codes.ts";
import * as messageParts from "../../schema/message/message-parts.ts";
import * as messageSafety from "../../schema/message/message-safety.ts";
import * as messages from "../../schema/message/messages.ts";
import * as reviews from "../../schema/reviews.ts";
import * as listUnsubscribe from "../../schema/sending/list-unsubscribe.ts";
import * as sendLists from "../../schema/sending/send-lists.ts";
import * as suppressions from "../../schema/sending/suppressions.ts";
import * as unsubscribes from "../../schema/sending/unsubscribes.ts";
import type { HttpDeps } from "../context.ts";
import { agentSignupRoutes } from "./access/agent-signup.ts";
import { apiKeyRoutes, madeRoutes } from "./access/api-keys.ts";
import { appPasswordRoutes } from "./access/app-passwords.ts";
import { meRoutes } from "./access/me.ts";
import { oauthGrantRoutes } from "./access/oauth-grants.ts";
import { identityRoutes } from "./addresses/identities.ts";
import { podRoutes } from "./addresses/pods.ts";
import { routingRuleRoutes } from "./addresses/routing-rules.ts";
import { calendarRoutes } from "./calendar/calendar-events.ts";
import { calendarFeedRoutes } from "./calendar/calendar-feeds.ts";
import { messageInvitationRoutes } from "./calendar/message-invitations.ts";
import { domainRoutes } from "./domains.ts";
import { draftRoutes } from "./drafts.ts";
import { deliveryRoutes } from "./events/deliveries.ts";
import { eventRoutes } from "./events/events.ts";
import { webhookRoutes } from "./events/webhooks.ts";
import { folderRoutes } from "./mailbox/folders.ts";
import { identityCountRoutes } from "./mailbox/identity-counts.ts";
import { labelRoutes } from "./mailbox/labels.ts";
import { messageBatchRoutes } from "./mailbox/message-batch.ts";
import { retentionRoutes } from "./mailbox/retention.ts";
import { searchRoutes } from "./mailbox/search.ts";
import { threadNoteRoutes } from "./mailbox/thread-notes.ts";
import { threadRoutes } from "./mailbox/threads.ts";
import { attachmentLinkRoutes } from "./message/attachment-link.ts";
import { attachmentTextRoutes } from "./message/attachment-text.ts";
import { attachmentRoutes } from "./message/attachments.ts";
import { messageCodeRoutes } from "./message/message-codes.ts";
import { messageDraftRoutes } from "./message/message-drafts.ts";
import { messageSafetyRoutes } from "./message/message-safety.ts";
import { messageWriteRoutes } from "./message/message-writes.ts";
import { messageRoutes } from "./message/messages.ts";
import { defaultProtectionRoutes, protectionRoutes } from "./reviews/protection.ts";
import { auditRoutes, reviewRoutes } from "./reviews/reviews.ts";
import { sendListRoutes } from "./sending/send-lists.ts";
import { suppressionRoutes } from "./sending/suppressions.ts";
import { unsubscribeRoutes } from "./sending/unsubscribes.ts";

/** A resource as the server mounts it and the document shows it. */
export interface ApiResource {
  /** Tag of its calls. */
  tag: string;
  description: string;
  /** Modules of src/schema: the document takes the names of shared shapes from their exports. */
  schemas: readonly object[];
  routes: readonly ((deps: HttpDeps) => AnyElysia)[];
}

type ResourceLine = [
  tag: string,
  description: string,
  schemas: ApiResource["schemas"],
  ...routes: ApiResource["routes"],
];

// biome-ignore format: one resource a line
const lines: readonly ResourceLine[] = [
  ["Addresses", "An address (identity) receives mail into an inbox and sends mail; pods group addresses and domains. Whom it may write to, and how long its mail stays.", [identities, sendLists, unsubscribes, identityCounts, pods, suppressions, retention], identityRoutes, identityCountRoutes, sendListRoutes, unsubscribeRoutes, podRoutes, suppressionRoutes, retentionRoutes],
  ["Threads", "Conversations, with a status and an owner, notes and labels; folders show one address as a mail client does.", [threads, notes, labels, folders], threadRoutes, threadNoteRoutes, labelRoutes, folderRoutes],
  ["Messages", "Reading, sending, answering, searching.", [messages, fileContent, listUnsubscribe, messageParts, messageSafety, messageCodes, messageBatch, search], messageRoutes, messageBatchRoutes, messageWriteRoutes, messageDraftRoutes, messageSafetyRoutes, messageCodeRoutes, messageInvitationRoutes, searchRoutes],
  ["Reviews", "Mail that waits for a person, and what may go without one.", [reviews], protectionRoutes, defaultProtectionRoutes, reviewRoutes, auditRoutes],
  ["Drafts", "Messages in the making, their files, and scheduled sending.", [drafts, attachmentText, attachmentLink], draftRoutes, attachmentRoutes, attachmentTextRoutes, attachmentLinkRoutes],
  ["Events", "What happened: pushed to your endpoint by webhooks, signed, or read and followed.", [webhooks, deliveries, events], eventRoutes, webhookRoutes, deliveryRoutes],
  ["Domains", "Domains of your own, their DNS records, and where mail for their unclaimed addresses goes.", [domains, domainReports, routingRules], domainRoutes, routingRuleRoutes],
  ["Calendar", "Events of an address and their invitations; feeds are secret addresses at which calendar programs read them.", [calendarEvents, calendarFeeds], calendarRoutes, calendarFeedRoutes],
  ["Access", "Keys and what they reach, passwords for mail programs, programs that people let in, and agents that sign themselves up.", [agentSignup, apiKeys, oauthGrants, appPasswords], agentSignupRoutes, apiKeyRoutes, madeRoutes, meRoutes, oauthGrantRoutes, appPasswordRoutes],
];

export const resources: readonly ApiResource[] = lines.map(([tag, description, schemas, ...routes]) => ({
  tag,
  description,
  schemas,
  routes,
}));
