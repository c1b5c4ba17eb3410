// What the routes do not say of themselves: each call's name, what it is for, the refusals it may answer beside those of
// every call, and an example where one made from its schema would not do. `METHOD path` as Elysia knows it; a test holds
// this list to the routes.
import type { FailureCode } from "../../lib/failure.ts";
import { calendarOperations } from "./calendar-operations.ts";

export interface Operation {
  /** operationId: a verb and what it acts on. */
  id: string;
  summary: string;
  description?: string;
  /** Refusals beside those that follow from the call's form (errors.ts beside this file). */
  errors?: readonly FailureCode[];
  /** Example of a body. */
  example?: unknown;
  /** Media type of an answer that is not JSON. */
  produces?: string;
  /** Media types of the body beside JSON. */
  accepts?: readonly string[];
  /** The answer carries an ETag; changing calls take If-Match. */
  etag?: boolean;
}

type Rest = Omit<Operation, "id" | "summary">;

function op(id: string, summary: string, rest: Rest = {}): Operation {
  return { id, summary, ...rest };
}

const sending = [
  "forbidden",
  "capability_missing",
  "identity_suspended",
  "domain_unverified",
  "send_policy_violation",
  "recipient_refused",
  "daily_limit",
] as const;

const id = "019a2f4e-8b1c-7def-8a90-1234567890ab";
const answer = { text: "Thank you, that settles it." };

export const operations: Readonly<Record<string, Operation>> = {
  "POST /api/v1/agent/signup": op("signUpAgent", "Sign up without a key", {
    description:
      "Reserves an address on the shared domain. With `human_email` a six-digit code is mailed to that human; without it the name is held for 7 days until POST /api/v1/agent/human names one. Nothing can be sent or read before POST /api/v1/agent/verify.",
    errors: ["forbidden", "address_taken", "recipient_refused"],
    example: { username: "scout", human_email: "ada@example.com", source: "docs" },
  }),
  "POST /api/v1/agent/human": op("nameHuman", "Name the human, or ask for a fresh code", {
    description:
      "Replaces human and code of a signup that is not verified. At most 3 codes an hour go to one human.",
    errors: ["forbidden", "signup_spent", "code_expired", "recipient_refused"],
    example: { signup_id: id, human_email: "ada@example.com" },
  }),
  "POST /api/v1/agent/verify": op("verifyAgent", "Give back the code", {
    description:
      "Makes the account and its address. No key is returned: the human (or the agent) opens `sign_in_url` within 24 hours and mints one. The tenth wrong code spends the signup.",
    errors: ["forbidden", "conflict", "code_invalid", "signup_spent", "code_expired"],
    example: { signup_id: id, code: "042042" },
  }),

  "GET /api/v1/api-keys": op("listApiKeys", "List this key and those it minted"),
  "POST /api/v1/api-keys": op("createApiKey", "Mint a key that reaches a subset of addresses", {
    description: "The token is in this answer and never again.",
    errors: ["reach_exceeded", "forbidden"],
    example: { name: "billing agent", identity_ids: [id] },
  }),
  "DELETE /api/v1/api-keys/:id": op("revokeApiKey", "Revoke a key and what it minted", {
    description:
      "Ends every key that came from it, and the app passwords, webhooks and event streams of all of them; sessions that such a password opened end too. The answer says how many of each.",
    errors: ["reach_exceeded"],
  }),

  "GET /api/v1/pods": op("listPods", "List every pod, the default one first"),
  "POST /api/v1/pods": op("createPod", "Create a pod", {
    errors: ["forbidden", "client_id_taken", "conflict"],
    example: { name: "Customer 42", client_id: "crm-42" },
  }),
  "GET /api/v1/pods/:id": op("getPod", "Read a pod"),
  "PATCH /api/v1/pods/:id": op("updatePod", "Change a pod", {
    errors: ["forbidden", "client_id_taken"],
    example: { name: "Customer 42 (EU)" },
  }),
  "GET /api/v1/pods/:id/identities": op("listPodIdentities", "List the addresses in a pod"),
  "GET /api/v1/pods/:id/domains": op("listPodDomains", "List the domains in a pod"),

  "GET /api/v1/domains": op("listDomains", "List domains, the shared one included"),
  "POST /api/v1/domains": op("createDomain", "Claim a domain", {
    description: "Publish the records of the answer, then call verify. Addresses may be made before that.",
    errors: ["forbidden", "conflict"],
    example: { domain: "agents.example.com" },
  }),
  "GET /api/v1/domains/:id": op("getDomain", "Read a domain with its DNS records"),
  "PATCH /api/v1/domains/:id": op("updateDomain", "Move a domain to another pod", {
    errors: ["forbidden"],
    example: { pod_id: id },
  }),
  "DELETE /api/v1/domains/:id": op("deleteDomain", "Delete a domain that has no addresses", {
    errors: ["forbidden", "conflict"],
  }),
  "POST /api/v1/domains/:id/verify": op("verifyDomain", "Look the records up in DNS now", {
    errors: ["forbidden", "conflict"],
  }),
  "GET /api/v1/domains/:id/zone": op("getDomainZone", "Read the records as a zone file", {
    produces: "text/plain",
    errors: ["forbidden"],
  }),

  "GET /api/v1/routing-rules": op("listRoutingRules", "List routing rules by domain, then newest first"),
  "POST /api/v1/routing-rules": op("createRoutingRule", "Route an unclaimed address, or all of them", {
    description: 'Exactly one destination: `identity_id` or `webhook_id`. `local_part` "*" catches all.',
    errors: [
      "forbidden",
      "address_exists",
      "conflict",
      "capability_missing",
      "identity_suspended",
      "domain_unverified",
    ],
    example: { domain_id: id, local_part: "sales", identity_id: id },
  }),
  "PATCH /api/v1/routing-rules/:id": op("updateRoutingRule", "Disable or enable a rule", {
    errors: ["forbidden", "address_exists"],
    example: { status: "disabled" },
  }),
  "DELETE /api/v1/routing-rules/:id": op("deleteRoutingRule", "Delete a rule", { errors: ["forbidden"] }),

  "GET /api/v1/identities": op("listIdentities", "List addresses"),
  "POST /api/v1/identities": op("createIdentity", "Create an address", {
    errors: ["forbidden", "domain_unverified", "address_taken", "conflict"],
    example: { domain_id: id, local_part: "support", display_name: "Support", type: "agent" },
  }),
  "GET /api/v1/identities/:id": op("getIdentity", "Read an address"),
  "PATCH /api/v1/identities/:id": op("updateIdentity", "Change an address", {
    errors: ["capability_missing", "conflict", "forbidden"],
    example: { send_policy: "reply_only" },
  }),
  "DELETE /api/v1/identities/:id": op("deleteIdentity", "Delete an address and all that is its own", {
    description: "Also removes its messages, routing rules and webhooks.",
    errors: ["forbidden", "conflict"],
  }),
  "GET /api/v1/identities/:id/send-list": op("getSendList", "Read whom send policy `list` lets it write to"),
  "PUT /api/v1/identities/:id/send-list": op("replaceSendList", "Replace that list", {
    errors: ["forbidden"],
    example: { entries: ["ada@example.com", "example.org"] },
  }),

  "GET /api/v1/threads": op("listThreads", "List threads, the ones with the newest message first"),
  "GET /api/v1/threads/:id": op("getThread", "Read a thread"),
  "PATCH /api/v1/threads/:id": op("updateThread", "Change a thread's status or owner", {
    example: { status: "resolved" },
  }),
  "PUT /api/v1/threads/:id/labels/:labelId": op("addThreadLabel", "Put a label on a thread", {
    errors: ["conflict"],
  }),
  "DELETE /api/v1/threads/:id/labels/:labelId": op("removeThreadLabel", "Take a label off a thread"),

  "GET /api/v1/messages": op("listMessages", "List a thread's messages, oldest first"),
  "POST /api/v1/messages": op("sendMessage", "Send a message", {
    description: "`rejected` names recipients that were refused at once; the others are queued.",
    errors: sending,
    example: {
      from: "support@agents.example.com",
      to: ["ada@example.com"],
      subject: "Your order",
      text: "It is on its way.",
    },
  }),
  "GET /api/v1/messages/search": op("searchMessages", "Search messages, best match first"),
  "GET /api/v1/messages/:id": op("getMessage", "Read a message"),
  "PATCH /api/v1/messages/:id": op("updateMessage", "Mark a message as read or spam, or move it", {
    errors: ["conflict", "forbidden"],
    example: { is_read: true },
  }),
  "DELETE /api/v1/messages/:id": op(
    "deleteMessage",
    "Move a message to trash; from trash delete it for good",
    {
      errors: ["conflict"],
    },
  ),
  "GET /api/v1/messages/:id/raw": op("getRawMessage", "Read the exact bytes that were received", {
    produces: "message/rfc822",
  }),
  "GET /api/v1/messages/:id/headers": op("getMessageHeaders", "Read a message's header fields"),
  "GET /api/v1/messages/:id/authentication": op(
    "getMessageAuthentication",
    "Read what SPF, DKIM, DMARC and ARC said",
  ),
  "GET /api/v1/messages/:id/spam": op("getMessageSpam", "Read why a message is spam, or is not"),
  "GET /api/v1/messages/:id/recipients": op("listMessageRecipients", "Read what became of each recipient"),
  "POST /api/v1/messages/:id/reply": op("replyToMessage", "Answer the sender", {
    errors: [...sending, "conflict"],
    example: answer,
  }),
  "POST /api/v1/messages/:id/reply-all": op("replyToAll", "Answer everybody", {
    errors: [...sending, "conflict"],
    example: answer,
  }),
  "POST /api/v1/messages/:id/forward": op("forwardMessage", "Forward a message with its files", {
    errors: sending,
    example: { to: ["grace@example.com"], text: "For you." },
  }),

  "GET /api/v1/drafts": op("listDrafts", "List drafts of one address, newest first, scheduled ones included"),
  "POST /api/v1/drafts": op("createDraft", "Create a draft", {
    errors: ["capability_missing", "draft_state", "conflict", "forbidden"],
    example: { identity_id: id, to: ["ada@example.com"], subject: "Your order", text: "It is on its way." },
  }),
  "GET /api/v1/drafts/:id": op("getDraft", "Read a draft"),
  "PATCH /api/v1/drafts/:id": op("updateDraft", "Change a draft", {
    description: "An omitted field is kept, null clears it. A scheduled draft keeps its `send_at`.",
    errors: ["draft_state", "forbidden"],
    example: { subject: "Your order, again" },
  }),
  "DELETE /api/v1/drafts/:id": op("deleteDraft", "Delete a draft", { errors: ["draft_state"] }),
  "POST /api/v1/drafts/:id/send": op("sendDraft", "Send a draft now", {
    description: "The draft becomes the sent message and keeps its id.",
    errors: [...sending, "draft_state", "payload_too_large"],
  }),
  "POST /api/v1/drafts/:id/schedule": op("scheduleDraft", "Send a draft later", {
    description: "`send_at` is at least one minute and at most thirty days ahead. Called again it moves it.",
    errors: ["schedule_out_of_range", "draft_state", "capability_missing"],
    example: { send_at: "2026-01-02T09:00:00Z" },
  }),
  "DELETE /api/v1/drafts/:id/schedule": op("unscheduleDraft", "Make an ordinary draft of it again", {
    errors: ["draft_state"],
  }),
  "DELETE /api/v1/drafts/:id/attachments/:attachmentId": op(
    "deleteDraftAttachment",
    "Take a file off a draft",
    {
      errors: ["draft_state"],
    },
  ),
  "POST /api/v1/attachments": op("uploadAttachment", "Add a file to a draft", {
    description:
      "As multipart/form-data with `draft_id` and `file`, or as JSON with `content_base64`. At most 25 MB.",
    accepts: ["multipart/form-data"],
    errors: ["draft_state", "conflict", "forbidden"],
    example: { draft_id: id, filename: "hello.txt", content_type: "text/plain", content_base64: "SGVsbG8K" },
  }),
  "GET /api/v1/attachments/:id": op("downloadAttachment", "Download a file", { produces: "*/*" }),

  "GET /api/v1/labels": op("listLabels", "List the labels of one address"),
  "POST /api/v1/labels": op("createLabel", "Create a label", {
    errors: ["label_exists", "capability_missing", "conflict"],
    example: { identity_id: id, name: "Urgent", colour: "#cc3333" },
  }),
  "GET /api/v1/labels/:id": op("getLabel", "Read a label"),
  "PATCH /api/v1/labels/:id": op("updateLabel", "Rename or recolour a label", {
    errors: ["label_exists", "conflict"],
    example: { colour: "#3366cc" },
  }),
  "DELETE /api/v1/labels/:id": op("deleteLabel", "Delete a label; the conversations stay"),

  ...calendarOperations,

  "GET /api/v1/mailboxes": op("listFolders", "List the folders of one address"),
  "GET /api/v1/mailboxes/:folder": op("listFolder", "List a folder's conversations by their newest message"),

  "GET /api/v1/webhooks": op("listWebhooks", "List webhooks"),
  "POST /api/v1/webhooks": op("createWebhook", "Create a webhook", {
    description: "The signing secret is in this answer and never again. No `event_types`: all events.",
    errors: ["forbidden", "conflict"],
    example: { url: "https://example.com/hooks/mail", event_types: ["message.received"] },
  }),
  "GET /api/v1/webhooks/:id": op("getWebhook", "Read a webhook"),
  "PATCH /api/v1/webhooks/:id": op("updateWebhook", "Change, disable or enable a webhook", {
    errors: ["forbidden", "conflict"],
    example: { status: "active" },
  }),
  "DELETE /api/v1/webhooks/:id": op("deleteWebhook", "Delete a webhook", {
    errors: ["forbidden", "conflict"],
  }),
  "POST /api/v1/webhooks/:id/test": op("testWebhook", "Send a test event", {
    errors: ["forbidden", "conflict"],
  }),
  "POST /api/v1/webhooks/:id/rotate-secret": op("rotateWebhookSecret", "Make a new signing secret", {
    description: "For 24 hours both secrets sign.",
    errors: ["forbidden", "conflict"],
  }),

  "GET /api/v1/deliveries": op("listDeliveries", "List what one webhook was told"),
  "POST /api/v1/deliveries/:id/replay": op("replayDelivery", "Try one delivery again from the start", {
    errors: ["forbidden", "conflict"],
  }),

  "GET /api/v1/events": op("listEvents", "Read events of the last 30 days", {
    description:
      "What webhooks are told, for a receiver without a public URL: oldest first, or by `order=desc` newest first. To follow them, begin with `cursor=now`, or with `after` and a time, and go on with `next_cursor` and `wait`.",
  }),
  "GET /api/v1/events/stream": op("streamEvents", "Follow events as they happen", {
    description: "Server-sent events; `Last-Event-ID` resumes without a gap.",
    produces: "text/event-stream",
  }),

  "GET /api/v1/app-passwords": op("listAppPasswords", "List the devices that reach one address"),
  "POST /api/v1/app-passwords": op("createAppPassword", "Issue an IMAP and SMTP password", {
    description: "`username` and `password` are in this answer; the password never again.",
    errors: ["capability_missing", "identity_suspended", "conflict"],
    example: { identity_id: id, name: "Phone" },
  }),
  "DELETE /api/v1/app-passwords/:id": op("revokeAppPassword", "Revoke an app password"),

  "GET /api/v1/suppressions": op("listSuppressions", "List addresses that are not written to", {
    errors: ["forbidden"],
  }),
  "POST /api/v1/suppressions": op("createSuppression", "Never write to an address", {
    errors: ["forbidden", "conflict"],
    example: { email: "gone@example.com" },
  }),
  "DELETE /api/v1/suppressions": op("deleteSuppressionByEmail", "Write to an address again", {
    errors: ["forbidden"],
  }),
  "DELETE /api/v1/suppressions/:id": op("deleteSuppression", "Write to an address again, by id", {
    errors: ["forbidden"],
  }),
};

/** Chapters in reading order: the first part of a path, its title, what is in it. */
export const chapters: readonly { path: string; tag: string; description: string }[] = [
  {
    path: "agent",
    tag: "Agent signup",
    description: "From no key to an account, with a human's confirmation.",
  },
  {
    path: "identities",
    tag: "Addresses",
    description: "An address (identity) receives mail into an inbox and sends mail.",
  },
  { path: "threads", tag: "Threads", description: "Conversations, with a status and an owner." },
  { path: "messages", tag: "Messages", description: "Reading, sending, answering, searching." },
  { path: "drafts", tag: "Drafts", description: "Messages in the making, and scheduled sending." },
  { path: "attachments", tag: "Attachments", description: "Files of drafts and messages." },
  { path: "mailboxes", tag: "Folders", description: "One address as a mail client shows it." },
  { path: "labels", tag: "Labels", description: "Marks on the threads of one address." },
  { path: "webhooks", tag: "Webhooks", description: "Events pushed to your endpoint, signed." },
  { path: "deliveries", tag: "Deliveries", description: "What webhooks were told, and how that went." },
  { path: "events", tag: "Events", description: "The same events, to be read or followed." },
  { path: "domains", tag: "Domains", description: "Domains of your own and their DNS records." },
  { path: "routing-rules", tag: "Routing rules", description: "Where mail for unclaimed addresses goes." },
  { path: "pods", tag: "Pods", description: "Groups of addresses and domains." },
  { path: "app-passwords", tag: "App passwords", description: "IMAP and SMTP credentials for one address." },
  { path: "suppressions", tag: "Suppressions", description: "Addresses that the account does not write to." },
  { path: "api-keys", tag: "API keys", description: "Keys and what they reach." },
  { path: "calendar", tag: "Calendar", description: "Events of an address and their invitations." },
];
