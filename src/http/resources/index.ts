// The resources of the interface, in the order in which the OpenAPI document shows them. A new resource adds its line.
import type { AnyElysia } from "elysia";
import * as agentSignup from "../../schema/agent-signup.ts";
import * as apiKeys from "../../schema/api-keys.ts";
import * as appPasswords from "../../schema/app-passwords.ts";
import * as calendarEvents from "../../schema/calendar-events.ts";
import * as calendarFeeds from "../../schema/calendar-feeds.ts";
import * as deliveries from "../../schema/deliveries.ts";
import * as domains from "../../schema/domains.ts";
import * as drafts from "../../schema/drafts.ts";
import * as events from "../../schema/events.ts";
import * as folders from "../../schema/folders.ts";
import * as identities from "../../schema/identities.ts";
import * as labels from "../../schema/labels.ts";
import * as attachmentLink from "../../schema/mail/attachment-link.ts";
import * as attachmentText from "../../schema/mail/attachment-text.ts";
import * as domainReports from "../../schema/mail/domain-reports.ts";
import * as fileContent from "../../schema/mail/file-content.ts";
import * as identityCounts from "../../schema/mail/identity-counts.ts";
import * as listUnsubscribe from "../../schema/mail/list-unsubscribe.ts";
import * as messageCodes from "../../schema/mail/message-codes.ts";
import * as retention from "../../schema/mail/retention.ts";
import * as unsubscribes from "../../schema/mail/unsubscribes.ts";
import * as messageBatch from "../../schema/message-batch.ts";
import * as messageParts from "../../schema/message-parts.ts";
import * as messages from "../../schema/messages.ts";
import * as oauthGrants from "../../schema/oauth/oauth-grants.ts";
import * as pods from "../../schema/pods.ts";
import * as messageSafety from "../../schema/reviews/message-safety.ts";
import * as notes from "../../schema/reviews/notes.ts";
import * as reviews from "../../schema/reviews/reviews.ts";
import * as routingRules from "../../schema/routing-rules.ts";
import * as search from "../../schema/search.ts";
import * as sendLists from "../../schema/send-lists.ts";
import * as suppressions from "../../schema/suppressions.ts";
import * as threads from "../../schema/threads.ts";
import * as webhooks from "../../schema/webhooks.ts";
import type { HttpDeps } from "../context.ts";
import { agentSignupRoutes } from "./agent-signup.ts";
import { apiKeyRoutes, madeRoutes } from "./api-keys.ts";
import { appPasswordRoutes } from "./app-passwords.ts";
import { attachmentRoutes } from "./attachments.ts";
import { calendarRoutes } from "./calendar/calendar-events.ts";
import { calendarFeedRoutes } from "./calendar/calendar-feeds.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { domainRoutes } from "./domains.ts";
import { draftRoutes } from "./drafts.ts";
import { eventRoutes } from "./events.ts";
import { folderRoutes } from "./folders.ts";
import { identityRoutes } from "./identities.ts";
import { labelRoutes } from "./labels.ts";
import { attachmentLinkRoutes } from "./mail/attachment-link.ts";
import { attachmentTextRoutes } from "./mail/attachment-text.ts";
import { identityCountRoutes } from "./mail/identity-counts.ts";
import { messageCodeRoutes } from "./mail/message-codes.ts";
import { messageDraftRoutes } from "./mail/message-drafts.ts";
import { threadNoteRoutes } from "./mail/thread-notes.ts";
import { unsubscribeRoutes } from "./mail/unsubscribes.ts";
import { meRoutes } from "./me.ts";
import { messageBatchRoutes } from "./message-batch.ts";
import { messageInvitationRoutes } from "./message-invitations.ts";
import { messageSafetyRoutes } from "./message-safety.ts";
import { messageWriteRoutes } from "./message-writes.ts";
import { messageRoutes } from "./messages.ts";
import { oauthGrantRoutes } from "./oauth/oauth-grants.ts";
import { podRoutes } from "./pods.ts";
import { retentionRoutes } from "./retention.ts";
import { defaultProtectionRoutes, protectionRoutes } from "./reviews/protection.ts";
import { auditRoutes, reviewRoutes } from "./reviews/reviews.ts";
import { routingRuleRoutes } from "./routing-rules.ts";
import { searchRoutes } from "./search.ts";
import { sendListRoutes } from "./send-lists.ts";
import { suppressionRoutes } from "./suppressions.ts";
import { threadRoutes } from "./threads.ts";
import { webhookRoutes } from "./webhooks.ts";

/** A resource as the server mounts it and the document shows it. */
export interface Resource {
  /** Tag of its calls. */
  tag: string;
  description: string;
  /** Modules of src/schema: the document takes the names of shared shapes from their exports. */
  schemas: readonly object[];
  routes: readonly ((deps: HttpDeps) => AnyElysia)[];
}

type Line = [tag: string, description: string, schemas: Resource["schemas"], ...routes: Resource["routes"]];

// biome-ignore format: one resource a line
const lines: readonly Line[] = [
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

export const resources: readonly Resource[] = lines.map(([tag, description, schemas, ...routes]) => ({
  tag,
  description,
  schemas,
  routes,
}));
