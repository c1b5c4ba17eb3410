// The calls of the API: a table for the program and signatures for the compiler. Made by `bun run sdk` from the OpenAPI document: change that.
// biome-ignore-all lint: made by a program

import type { CallOptions, EventStream, PageRequest, PendingAnswer, StreamOptions } from "../requests.ts";
import type * as T from "./types.ts";

/** Method, path, kind of the answer, and what the argument behind the ids is. */
export const calls = {
  identities: {
    list: ["GET", "/identities", "page", "query"],
    create: ["POST", "/identities", "one", "body"],
    get: ["GET", "/identities/{id}", "one", ""],
    update: ["PATCH", "/identities/{id}", "one", "body"],
    delete: ["DELETE", "/identities/{id}", "none", ""],
    getCounts: ["GET", "/identities/{id}/counts", "one", "query"],
    getSendList: ["GET", "/identities/{id}/send-list", "one", ""],
    replaceSendList: ["PUT", "/identities/{id}/send-list", "one", "body"],
    listUnsubscribes: ["GET", "/identities/{id}/unsubscribes", "page", "query"],
    deleteUnsubscribe: ["DELETE", "/identities/{id}/unsubscribes/{unsubscribeId}", "one", ""],
    getProtection: ["GET", "/identities/{id}/protection", "one", ""],
    setProtection: ["PUT", "/identities/{id}/protection", "one", "body"],
    listProtectionEntries: ["GET", "/identities/{id}/protection/lists", "page", "query"],
    addProtectionEntries: ["POST", "/identities/{id}/protection/lists", "one", "body"],
    removeProtectionEntry: ["DELETE", "/identities/{id}/protection/lists/{entryId}", "one", ""],
    listCalendarFeeds: ["GET", "/identities/{id}/calendar-feeds", "page", "query"],
    createCalendarFeed: ["POST", "/identities/{id}/calendar-feeds", "one", "body"],
    revokeCalendarFeed: ["DELETE", "/identities/{id}/calendar-feeds/{feedId}", "one", ""],
  },
  pods: {
    list: ["GET", "/pods", "page", "query"],
    create: ["POST", "/pods", "one", "body"],
    get: ["GET", "/pods/{id}", "one", ""],
    update: ["PATCH", "/pods/{id}", "one", "body"],
    delete: ["DELETE", "/pods/{id}", "one", ""],
    listIdentities: ["GET", "/pods/{id}/identities", "page", "query"],
    listDomains: ["GET", "/pods/{id}/domains", "page", "query"],
  },
  suppressions: {
    list: ["GET", "/suppressions", "page", "query"],
    create: ["POST", "/suppressions", "one", "body"],
    deleteByEmail: ["DELETE", "/suppressions", "one", "query"],
    delete: ["DELETE", "/suppressions/{id}", "one", ""],
  },
  retentionRules: {
    list: ["GET", "/retention-rules", "page", "query"],
    create: ["POST", "/retention-rules", "one", "body"],
    get: ["GET", "/retention-rules/{id}", "one", ""],
    delete: ["DELETE", "/retention-rules/{id}", "one", ""],
  },
  threads: {
    list: ["GET", "/threads", "page", "query"],
    get: ["GET", "/threads/{id}", "one", ""],
    update: ["PATCH", "/threads/{id}", "one", "body"],
    delete: ["DELETE", "/threads/{id}", "one", ""],
    addLabel: ["PUT", "/threads/{id}/labels/{labelId}", "one", ""],
    removeLabel: ["DELETE", "/threads/{id}/labels/{labelId}", "one", ""],
    listNotes: ["GET", "/threads/{id}/notes", "page", "query"],
    createNote: ["POST", "/threads/{id}/notes", "one", "body"],
    deleteNote: ["DELETE", "/threads/{id}/notes/{noteId}", "one", ""],
    listAudit: ["GET", "/threads/{id}/audit", "page", "query"],
  },
  labels: {
    list: ["GET", "/labels", "page", "query"],
    create: ["POST", "/labels", "one", "body"],
    get: ["GET", "/labels/{id}", "one", ""],
    update: ["PATCH", "/labels/{id}", "one", "body"],
    delete: ["DELETE", "/labels/{id}", "one", ""],
  },
  mailboxes: {
    list: ["GET", "/mailboxes", "page", "query"],
    listUnreadCounts: ["GET", "/mailboxes/unread-counts", "page", "query"],
    listConversations: ["GET", "/mailboxes/{folder}", "page", "query"],
  },
  messages: {
    list: ["GET", "/messages", "page", "query"],
    send: ["POST", "/messages", "one", "body"],
    updateMany: ["PATCH", "/messages", "one", "body"],
    waitFor: ["POST", "/messages/wait", "one", "body"],
    get: ["GET", "/messages/{id}", "one", "query"],
    update: ["PATCH", "/messages/{id}", "one", "body"],
    delete: ["DELETE", "/messages/{id}", "one", ""],
    getRaw: ["GET", "/messages/{id}/raw", "bytes", ""],
    sendMany: ["POST", "/messages/batch", "one", "body"],
    getHeaders: ["GET", "/messages/{id}/headers", "page", "query"],
    getAuthentication: ["GET", "/messages/{id}/authentication", "one", ""],
    getSpam: ["GET", "/messages/{id}/spam", "one", ""],
    listRecipients: ["GET", "/messages/{id}/recipients", "page", "query"],
    reply: ["POST", "/messages/{id}/reply", "one", "body"],
    replyAll: ["POST", "/messages/{id}/reply-all", "one", "body"],
    forward: ["POST", "/messages/{id}/forward", "one", "body"],
    createDraft: ["POST", "/messages/{id}/drafts", "one", "body"],
    getSafety: ["GET", "/messages/{id}/safety", "one", ""],
    getParts: ["GET", "/messages/{id}/parts", "one", ""],
    getCodes: ["GET", "/messages/{id}/codes", "one", ""],
    getInvitation: ["GET", "/messages/{id}/invitation", "one", ""],
    applyInvitation: ["POST", "/messages/{id}/invitation/apply", "one", ""],
    search: ["GET", "/messages/search", "page", "query"],
  },
  protection: {
    getDefault: ["GET", "/protection", "one", ""],
    setDefault: ["PUT", "/protection", "one", "body"],
    listDefaultEntries: ["GET", "/protection/lists", "page", "query"],
    addDefaultEntries: ["POST", "/protection/lists", "one", "body"],
    removeDefaultEntry: ["DELETE", "/protection/lists/{id}", "one", ""],
  },
  reviews: {
    list: ["GET", "/reviews", "page", "query"],
    get: ["GET", "/reviews/{id}", "one", ""],
    getRaw: ["GET", "/reviews/{id}/raw", "bytes", ""],
    approve: ["POST", "/reviews/{id}/approve", "one", "body"],
    reject: ["POST", "/reviews/{id}/reject", "one", "body"],
    giveBack: ["POST", "/reviews/{id}/return", "one", "body"],
    takeOver: ["POST", "/reviews/{id}/take_over", "one", "body"],
  },
  drafts: {
    list: ["GET", "/drafts", "page", "query"],
    create: ["POST", "/drafts", "one", "body"],
    get: ["GET", "/drafts/{id}", "one", ""],
    update: ["PATCH", "/drafts/{id}", "one", "body"],
    delete: ["DELETE", "/drafts/{id}", "one", ""],
    send: ["POST", "/drafts/{id}/send", "one", ""],
    schedule: ["POST", "/drafts/{id}/schedule", "one", "body"],
    unschedule: ["DELETE", "/drafts/{id}/schedule", "one", ""],
    deleteAttachment: ["DELETE", "/drafts/{id}/attachments/{attachmentId}", "one", ""],
  },
  attachments: {
    upload: ["POST", "/attachments", "one", "body"],
    download: ["GET", "/attachments/{id}", "bytes", ""],
    getText: ["GET", "/attachments/{id}/text", "one", ""],
    getLink: ["GET", "/attachments/{id}/link", "one", "query"],
  },
  templates: {
    list: ["GET", "/templates", "page", "query"],
    create: ["POST", "/templates", "one", "body"],
    get: ["GET", "/templates/{id}", "one", ""],
    update: ["PATCH", "/templates/{id}", "one", "body"],
    delete: ["DELETE", "/templates/{id}", "one", ""],
    fill: ["GET", "/templates/{id}/filled", "one", "query"],
  },
  events: {
    takeNext: ["POST", "/next", "one", "body"],
    list: ["GET", "/events", "page", "query"],
    stream: ["GET", "/events/stream", "stream", "query"],
  },
  webhooks: {
    list: ["GET", "/webhooks", "page", "query"],
    create: ["POST", "/webhooks", "one", "body"],
    get: ["GET", "/webhooks/{id}", "one", ""],
    update: ["PATCH", "/webhooks/{id}", "one", "body"],
    delete: ["DELETE", "/webhooks/{id}", "none", ""],
    test: ["POST", "/webhooks/{id}/test", "one", ""],
    rotateSecret: ["POST", "/webhooks/{id}/rotate-secret", "one", ""],
  },
  deliveries: {
    list: ["GET", "/deliveries", "page", "query"],
    replay: ["POST", "/deliveries/{id}/replay", "one", ""],
  },
  domains: {
    list: ["GET", "/domains", "page", "query"],
    create: ["POST", "/domains", "one", "body"],
    get: ["GET", "/domains/{id}", "one", ""],
    update: ["PATCH", "/domains/{id}", "one", "body"],
    delete: ["DELETE", "/domains/{id}", "one", ""],
    verify: ["POST", "/domains/{id}/verify", "one", ""],
    check: ["POST", "/domains/{id}/check", "one", ""],
    listReports: ["GET", "/domains/{id}/reports", "page", "query"],
    getZone: ["GET", "/domains/{id}/zone", "text", ""],
  },
  routingRules: {
    list: ["GET", "/routing-rules", "page", "query"],
    create: ["POST", "/routing-rules", "one", "body"],
    update: ["PATCH", "/routing-rules/{id}", "one", "body"],
    delete: ["DELETE", "/routing-rules/{id}", "one", ""],
  },
  calendar: {
    get: ["GET", "/identities/{id}/calendar", "one", ""],
    update: ["PATCH", "/identities/{id}/calendar", "one", "body"],
    listEvents: ["GET", "/identities/{id}/calendar/events", "page", "query"],
    createEvent: ["POST", "/identities/{id}/calendar/events", "one", "body"],
    getEvent: ["GET", "/identities/{id}/calendar/events/{eventId}", "one", ""],
    updateEvent: ["PATCH", "/identities/{id}/calendar/events/{eventId}", "one", "body"],
    deleteEvent: ["DELETE", "/identities/{id}/calendar/events/{eventId}", "none", "query"],
    respondToEvent: ["POST", "/identities/{id}/calendar/events/{eventId}/respond", "one", "body"],
    getFreeBusy: ["GET", "/identities/{id}/calendar/free-busy", "one", "query"],
  },
  agent: {
    signUp: ["POST", "/agent/signup", "one", "body"],
    nameHuman: ["POST", "/agent/human", "one", "body"],
    verify: ["POST", "/agent/verify", "one", "body"],
  },
  apiKeys: {
    list: ["GET", "/api-keys", "page", "query"],
    create: ["POST", "/api-keys", "one", "body"],
    revoke: ["DELETE", "/api-keys/{id}", "one", ""],
    listMadeByKey: ["GET", "/api-keys/{id}/made", "page", "query"],
    takeOverFromKey: ["POST", "/api-keys/{id}/take-over", "one", ""],
  },
  me: {
    get: ["GET", "/me", "one", ""],
  },
  oauthGrants: {
    list: ["GET", "/oauth-grants", "page", "query"],
    revoke: ["DELETE", "/oauth-grants/{id}", "one", ""],
  },
  appPasswords: {
    list: ["GET", "/app-passwords", "page", "query"],
    create: ["POST", "/app-passwords", "one", "body"],
    revoke: ["DELETE", "/app-passwords/{id}", "one", ""],
  },
  audit: {
    listAccount: ["GET", "/audit", "page", "query"],
  },
  queue: {
    list: ["GET", "/queue", "page", "query"],
    getEntry: ["GET", "/queue/{id}", "one", ""],
    retryQueued: ["POST", "/queue/retry", "one", "body"],
    holdQueued: ["POST", "/queue/hold", "one", "body"],
    releaseQueued: ["POST", "/queue/release", "one", "body"],
    dropQueued: ["POST", "/queue/drop", "one", "body"],
  },
} as const;

export interface Calls {
  identities: {
    /** List addresses */
    list(query?: T.IdentitiesListQuery, options?: CallOptions): PageRequest<T.Identity>;
    /** Create an address */
    create(body?: T.IdentityCreate, options?: CallOptions): PendingAnswer<T.Identity>;
    /** Read an address */
    get(id: string, options?: CallOptions): PendingAnswer<T.Identity>;
    /** Change an address */
    update(id: string, body: T.IdentityPatch, options?: CallOptions): PendingAnswer<T.Identity>;
    /** Delete an address and all that is its own */
    delete(id: string, options?: CallOptions): PendingAnswer<void>;
    /** Count what an address holds */
    getCounts(id: string, query?: T.IdentitiesGetCountsQuery, options?: CallOptions): PendingAnswer<T.IdentityCounts>;
    /** Read whom send policy `list` lets it write to */
    getSendList(id: string, options?: CallOptions): PendingAnswer<T.SendList>;
    /** Replace that list */
    replaceSendList(id: string, body: T.SendList, options?: CallOptions): PendingAnswer<T.SendList>;
    /** List recipients who have unsubscribed from its mail */
    listUnsubscribes(id: string, query?: T.IdentitiesListUnsubscribesQuery, options?: CallOptions): PageRequest<T.Unsubscribe>;
    /** Write to a recipient again who had unsubscribed */
    deleteUnsubscribe(id: string, unsubscribeId: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Read what it may do without a person */
    getProtection(id: string, options?: CallOptions): PendingAnswer<T.Protection>;
    /** Say which of its mail waits for a person */
    setProtection(id: string, body: T.ProtectionInput, options?: CallOptions): PendingAnswer<T.Protection>;
    /** List whom it may write to or hear from, and whom not */
    listProtectionEntries(id: string, query?: T.IdentitiesListProtectionEntriesQuery, options?: CallOptions): PageRequest<T.ProtectionEntry>;
    /** Allow or block addresses and domains */
    addProtectionEntries(id: string, body: T.ProtectionEntries, options?: CallOptions): PendingAnswer<Array<T.ProtectionEntry>>;
    /** Take an entry off its list */
    removeProtectionEntry(id: string, entryId: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** List the calendar feeds of an address */
    listCalendarFeeds(id: string, query?: T.IdentitiesListCalendarFeedsQuery, options?: CallOptions): PageRequest<T.CalendarFeed>;
    /** Make a secret address that calendar programs subscribe to */
    createCalendarFeed(id: string, body?: T.CalendarFeedCreate, options?: CallOptions): PendingAnswer<T.CalendarFeedCreated>;
    /** Revoke a calendar feed */
    revokeCalendarFeed(id: string, feedId: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  pods: {
    /** List every pod, the default one first */
    list(query?: T.PodsListQuery, options?: CallOptions): PageRequest<T.Pod>;
    /** Create a pod */
    create(body: T.PodCreate, options?: CallOptions): PendingAnswer<T.Pod>;
    /** Read a pod */
    get(id: string, options?: CallOptions): PendingAnswer<T.Pod>;
    /** Change a pod */
    update(id: string, body: T.PodPatch, options?: CallOptions): PendingAnswer<T.Pod>;
    /** Delete an empty pod */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** List the addresses in a pod */
    listIdentities(id: string, query?: T.PodsListIdentitiesQuery, options?: CallOptions): PageRequest<T.Identity>;
    /** List the domains in a pod */
    listDomains(id: string, query?: T.PodsListDomainsQuery, options?: CallOptions): PageRequest<T.Domain>;
  };
  suppressions: {
    /** List addresses that are not written to */
    list(query?: T.SuppressionsListQuery, options?: CallOptions): PageRequest<T.Suppression>;
    /** Never write to an address */
    create(body: T.SuppressionCreate, options?: CallOptions): PendingAnswer<T.Suppression>;
    /** Write to an address again */
    deleteByEmail(query: T.SuppressionsDeleteByEmailQuery, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Write to an address again, by id */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  retentionRules: {
    /** List retention rules */
    list(query?: T.RetentionRulesListQuery, options?: CallOptions): PageRequest<T.RetentionRule>;
    /** Delete or archive mail after some days */
    create(body: T.RetentionRuleCreate, options?: CallOptions): PendingAnswer<T.RetentionRule>;
    /** Read a retention rule */
    get(id: string, options?: CallOptions): PendingAnswer<T.RetentionRule>;
    /** End a retention rule */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  threads: {
    /** List threads, the ones with the newest message first */
    list(query?: T.ThreadsListQuery, options?: CallOptions): PageRequest<T.Thread>;
    /** Read a thread */
    get(id: string, options?: CallOptions): PendingAnswer<T.Thread>;
    /** Change a thread's status, owner or snooze */
    update(id: string, body: T.ThreadPatch, options?: CallOptions): PendingAnswer<T.Thread>;
    /** Move a thread's messages to trash; when all are there, delete them for good */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Put a label on a thread */
    addLabel(id: string, labelId: string, options?: CallOptions): PendingAnswer<T.Thread>;
    /** Take a label off a thread */
    removeLabel(id: string, labelId: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** List a thread's notes, oldest first */
    listNotes(id: string, query?: T.ThreadsListNotesQuery, options?: CallOptions): PageRequest<T.Note>;
    /** Leave a note in a thread */
    createNote(id: string, body: T.NoteCreate, options?: CallOptions): PendingAnswer<T.Note>;
    /** Delete a note */
    deleteNote(id: string, noteId: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Read who did what to its mail, oldest first */
    listAudit(id: string, query?: T.ThreadsListAuditQuery, options?: CallOptions): PageRequest<T.AuditEntry>;
  };
  labels: {
    /** List the labels of one address */
    list(query: T.LabelsListQuery, options?: CallOptions): PageRequest<T.Label>;
    /** Create a label */
    create(body: T.LabelCreate, options?: CallOptions): PendingAnswer<T.Label>;
    /** Read a label */
    get(id: string, options?: CallOptions): PendingAnswer<T.Label>;
    /** Rename or recolour a label */
    update(id: string, body: T.LabelPatch, options?: CallOptions): PendingAnswer<T.Label>;
    /** Delete a label; its threads stay */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  mailboxes: {
    /** List the folders of one address */
    list(query: T.MailboxesListQuery, options?: CallOptions): PageRequest<T.Folder>;
    /** Count the unread messages of every inbox */
    listUnreadCounts(query?: T.MailboxesListUnreadCountsQuery, options?: CallOptions): PageRequest<T.UnreadCount>;
    /** List a folder's threads by their newest message */
    listConversations(folder: string, query: T.MailboxesListConversationsQuery, options?: CallOptions): PageRequest<T.ConversationRow>;
  };
  messages: {
    /** List messages: of a thread oldest first, of all threads newest first */
    list(query?: T.MessagesListQuery, options?: CallOptions): PageRequest<T.Message>;
    /** Send a message, now or later */
    send(body: T.MessageSend, options?: CallOptions): PendingAnswer<T.Sent>;
    /** Mark, label or move up to 100 messages */
    updateMany(body: T.MessageBatch, options?: CallOptions): PendingAnswer<T.MessageBatchResult>;
    /** Wait for mail */
    waitFor(body?: T.MessageWait, options?: CallOptions): PendingAnswer<Array<T.Message>>;
    /** Read a message */
    get(id: string, query?: T.MessagesGetQuery, options?: CallOptions): PendingAnswer<T.Message>;
    /** Mark a message as read or spam, or move it */
    update(id: string, body: T.MessagePatch, options?: CallOptions): PendingAnswer<T.Message>;
    /** Move a message to trash; from trash delete it for good */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Read the exact bytes that were received */
    getRaw(id: string, options?: CallOptions): PendingAnswer<Uint8Array>;
    /** Send up to 100 messages */
    sendMany(body: T.MessageBatchSend, options?: CallOptions): PendingAnswer<T.SentBatch>;
    /** Read a message's header fields */
    getHeaders(id: string, query?: T.MessagesGetHeadersQuery, options?: CallOptions): PageRequest<T.HeaderField>;
    /** Read what SPF, DKIM, DMARC and ARC said */
    getAuthentication(id: string, options?: CallOptions): PendingAnswer<T.Authentication>;
    /** Read why a message is spam, or is not */
    getSpam(id: string, options?: CallOptions): PendingAnswer<T.SpamVerdict>;
    /** Read what became of each recipient */
    listRecipients(id: string, query?: T.MessagesListRecipientsQuery, options?: CallOptions): PageRequest<T.Recipient>;
    /** Answer the sender */
    reply(id: string, body: T.MessageReply, options?: CallOptions): PendingAnswer<T.Sent>;
    /** Answer everybody */
    replyAll(id: string, body: T.MessageReply, options?: CallOptions): PendingAnswer<T.Sent>;
    /** Forward a message with its files */
    forward(id: string, body: T.MessageForward, options?: CallOptions): PendingAnswer<T.Sent>;
    /** Make a draft that answers or forwards a message */
    createDraft(id: string, body: T.MessageDraft, options?: CallOptions): PendingAnswer<T.Draft>;
    /** Read what a message hides, where its links go, and who it is from */
    getSafety(id: string, options?: CallOptions): PendingAnswer<T.MessageSafety>;
    /** Read whose words the text of a message is */
    getParts(id: string, options?: CallOptions): PendingAnswer<T.MessageSpans>;
    /** Find the one-time codes and confirmation links of a message */
    getCodes(id: string, options?: CallOptions): PendingAnswer<T.MessageCodes>;
    /** Read what a message asks of the calendar, and whether it was done */
    getInvitation(id: string, options?: CallOptions): PendingAnswer<T.MessageInvitation>;
    /** Do what a message asks of the calendar */
    applyInvitation(id: string, options?: CallOptions): PendingAnswer<T.CalendarEvent>;
    /** Search messages, best match first */
    search(query?: T.MessagesSearchQuery, options?: CallOptions): PageRequest<T.Message>;
  };
  protection: {
    /** Read what addresses have without settings of their own */
    getDefault(options?: CallOptions): PendingAnswer<T.Protection>;
    /** Set what addresses have without settings of their own */
    setDefault(body: T.ProtectionInput, options?: CallOptions): PendingAnswer<T.Protection>;
    /** List entries that hold for all addresses */
    listDefaultEntries(query?: T.ProtectionListDefaultEntriesQuery, options?: CallOptions): PageRequest<T.ProtectionEntry>;
    /** Allow or block for all addresses */
    addDefaultEntries(body: T.ProtectionEntries, options?: CallOptions): PendingAnswer<Array<T.ProtectionEntry>>;
    /** Take an entry off the account's list */
    removeDefaultEntry(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  reviews: {
    /** List what waits for a person, and what was decided */
    list(query?: T.ReviewsListQuery, options?: CallOptions): PageRequest<T.Review>;
    /** Read a review with its mail */
    get(id: string, options?: CallOptions): PendingAnswer<T.ReviewDetail>;
    /** Read the exact bytes that `raw_sha256` is of */
    getRaw(id: string, options?: CallOptions): PendingAnswer<Uint8Array>;
    /** Let a mail leave, or in */
    approve(id: string, body?: T.ReviewApprove, options?: CallOptions): PendingAnswer<T.Review>;
    /** Refuse a mail */
    reject(id: string, body: T.ReviewReject, options?: CallOptions): PendingAnswer<T.Review>;
    /** Give a send back to its writer */
    giveBack(id: string, body: T.ReviewReturn, options?: CallOptions): PendingAnswer<T.Review>;
    /** Go on with the thread yourself */
    takeOver(id: string, body?: T.ReviewTakeOver, options?: CallOptions): PendingAnswer<T.Review>;
  };
  drafts: {
    /** List drafts of one address, newest first, scheduled ones included */
    list(query: T.DraftsListQuery, options?: CallOptions): PageRequest<T.Draft>;
    /** Create a draft */
    create(body: T.DraftCreate, options?: CallOptions): PendingAnswer<T.Draft>;
    /** Read a draft */
    get(id: string, options?: CallOptions): PendingAnswer<T.Draft>;
    /** Change a draft */
    update(id: string, body: T.DraftPatch, options?: CallOptions): PendingAnswer<T.Draft>;
    /** Delete a draft */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Send a draft now */
    send(id: string, options?: CallOptions): PendingAnswer<T.Sent>;
    /** Send a draft later */
    schedule(id: string, body: T.DraftSchedule, options?: CallOptions): PendingAnswer<T.Draft>;
    /** Make an ordinary draft of it again */
    unschedule(id: string, options?: CallOptions): PendingAnswer<T.Draft>;
    /** Take a file off a draft */
    deleteAttachment(id: string, attachmentId: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  attachments: {
    /** Add a file to a draft */
    upload(body: T.AttachmentUpload, options?: CallOptions): PendingAnswer<T.Attachment>;
    /** Download a file */
    download(id: string, options?: CallOptions): PendingAnswer<Uint8Array>;
    /** Read the text of a file */
    getText(id: string, options?: CallOptions): PendingAnswer<T.AttachmentText>;
    /** Make a short-lived URL of a file */
    getLink(id: string, query?: T.AttachmentsGetLinkQuery, options?: CallOptions): PendingAnswer<T.AttachmentLink>;
  };
  templates: {
    /** List templates, newest first */
    list(query?: T.TemplatesListQuery, options?: CallOptions): PageRequest<T.Template>;
    /** Create a template */
    create(body: T.TemplateCreate, options?: CallOptions): PendingAnswer<T.Template>;
    /** Read a template */
    get(id: string, options?: CallOptions): PendingAnswer<T.Template>;
    /** Change a template */
    update(id: string, body: T.TemplatePatch, options?: CallOptions): PendingAnswer<T.Template>;
    /** Delete a template */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Fill a template for one letter */
    fill(id: string, query?: T.TemplatesFillQuery, options?: CallOptions): PendingAnswer<T.FilledTemplate>;
  };
  events: {
    /** Take what is next */
    takeNext(body?: T.NextAsk, options?: CallOptions): PendingAnswer<T.NextAnswer>;
    /** Read events of the last 30 days */
    list(query?: T.EventsListQuery, options?: CallOptions): PageRequest<T.Event>;
    /** Follow events as they happen */
    stream(query?: T.EventsStreamQuery, options?: StreamOptions): EventStream;
  };
  webhooks: {
    /** List webhooks */
    list(query?: T.WebhooksListQuery, options?: CallOptions): PageRequest<T.Webhook>;
    /** Create a webhook */
    create(body: T.WebhookCreate, options?: CallOptions): PendingAnswer<T.WebhookCreated>;
    /** Read a webhook */
    get(id: string, options?: CallOptions): PendingAnswer<T.Webhook>;
    /** Change, disable or enable a webhook */
    update(id: string, body: T.WebhookPatch, options?: CallOptions): PendingAnswer<T.Webhook>;
    /** Delete a webhook */
    delete(id: string, options?: CallOptions): PendingAnswer<void>;
    /** Send a test event */
    test(id: string, options?: CallOptions): PendingAnswer<T.Delivery>;
    /** Make a new signing secret */
    rotateSecret(id: string, options?: CallOptions): PendingAnswer<T.WebhookCreated>;
  };
  deliveries: {
    /** List what one webhook was told */
    list(query: T.DeliveriesListQuery, options?: CallOptions): PageRequest<T.Delivery>;
    /** Try one delivery again from the start */
    replay(id: string, options?: CallOptions): PendingAnswer<T.Delivery>;
  };
  domains: {
    /** List domains, the shared one included */
    list(query?: T.DomainsListQuery, options?: CallOptions): PageRequest<T.Domain>;
    /** Claim a domain */
    create(body: T.DomainCreate, options?: CallOptions): PendingAnswer<T.Domain>;
    /** Read a domain with its DNS records */
    get(id: string, options?: CallOptions): PendingAnswer<T.Domain>;
    /** Move a domain to another pod */
    update(id: string, body: T.DomainPatch, options?: CallOptions): PendingAnswer<T.Domain>;
    /** Delete a domain that has no addresses */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** Look the records up in DNS now */
    verify(id: string, options?: CallOptions): PendingAnswer<T.Domain>;
    /** Compare the records with those in DNS */
    check(id: string, options?: CallOptions): PendingAnswer<T.DomainCheck>;
    /** List what others report about a domain: DMARC and TLS */
    listReports(id: string, query?: T.DomainsListReportsQuery, options?: CallOptions): PageRequest<T.DomainReport>;
    /** Read the records as a zone file */
    getZone(id: string, options?: CallOptions): PendingAnswer<string>;
  };
  routingRules: {
    /** List routing rules by domain, then newest first */
    list(query?: T.RoutingRulesListQuery, options?: CallOptions): PageRequest<T.RoutingRule>;
    /** Route an unclaimed address, or all of them */
    create(body: T.RoutingRuleCreate, options?: CallOptions): PendingAnswer<T.RoutingRule>;
    /** Disable or enable a rule, or writing from its address */
    update(id: string, body: T.RoutingRulePatch, options?: CallOptions): PendingAnswer<T.RoutingRule>;
    /** Delete a rule */
    delete(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  calendar: {
    /** Read what is set for a calendar */
    get(id: string, options?: CallOptions): PendingAnswer<T.Calendar>;
    /** Set the zone of a calendar, and when it tells of its events */
    update(id: string, body: T.CalendarPatch, options?: CallOptions): PendingAnswer<T.Calendar>;
    /** List events by when they begin */
    listEvents(id: string, query?: T.CalendarListEventsQuery, options?: CallOptions): PageRequest<T.CalendarEvent>;
    /** Create an event */
    createEvent(id: string, body: T.CalendarEventCreate, options?: CallOptions): PendingAnswer<T.CalendarEvent>;
    /** Read an event */
    getEvent(id: string, eventId: string, options?: CallOptions): PendingAnswer<T.CalendarEvent>;
    /** Change an event */
    updateEvent(id: string, eventId: string, body: T.CalendarEventPatch, options?: CallOptions & { query?: T.CalendarUpdateEventQuery }): PendingAnswer<T.CalendarEvent>;
    /** Delete an event */
    deleteEvent(id: string, eventId: string, query?: T.CalendarDeleteEventQuery, options?: CallOptions): PendingAnswer<void>;
    /** Answer an invitation */
    respondToEvent(id: string, eventId: string, body: T.CalendarEventRespond, options?: CallOptions): PendingAnswer<T.CalendarEvent>;
    /** Say when an address is busy */
    getFreeBusy(id: string, query: T.CalendarGetFreeBusyQuery, options?: CallOptions): PendingAnswer<T.FreeBusy>;
  };
  agent: {
    /** Sign up without a key */
    signUp(body: T.AgentSignupCreate, options?: CallOptions): PendingAnswer<T.AgentSignup>;
    /** Name the human, or ask for a fresh code */
    nameHuman(body: T.AgentHuman, options?: CallOptions): PendingAnswer<T.AgentSignup>;
    /** Give back the code */
    verify(body: T.AgentVerify, options?: CallOptions): PendingAnswer<T.AgentVerified>;
  };
  apiKeys: {
    /** List this key and those it minted, or all of the account */
    list(query?: T.ApiKeysListQuery, options?: CallOptions): PageRequest<T.ApiKey>;
    /** Mint a key that reaches a subset of addresses */
    create(body: T.ApiKeyCreate, options?: CallOptions): PendingAnswer<T.ApiKeyCreated>;
    /** Revoke a key and what it minted */
    revoke(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
    /** List what a key made and that is there still */
    listMadeByKey(id: string, query?: T.ApiKeysListMadeByKeyQuery, options?: CallOptions): PageRequest<T.MadeByKey>;
    /** Make what a key made this key's own */
    takeOverFromKey(id: string, options?: CallOptions): PendingAnswer<T.TakenOver>;
  };
  me: {
    /** Read which key this is, what it reaches and what its account may use */
    get(options?: CallOptions): PendingAnswer<T.Me>;
  };
  oauthGrants: {
    /** List the programs that people let in */
    list(query?: T.OauthGrantsListQuery, options?: CallOptions): PageRequest<T.OauthGrant>;
    /** End the access of a program */
    revoke(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  appPasswords: {
    /** List the devices that reach one address */
    list(query: T.AppPasswordsListQuery, options?: CallOptions): PageRequest<T.AppPassword>;
    /** Issue an IMAP and SMTP password */
    create(body: T.AppPasswordCreate, options?: CallOptions): PendingAnswer<T.AppPasswordCreated>;
    /** Revoke an app password */
    revoke(id: string, options?: CallOptions): PendingAnswer<T.Deleted>;
  };
  audit: {
    /** Read who changed roles, keys and settings, newest first */
    listAccount(query?: T.AuditListAccountQuery, options?: CallOptions): PageRequest<T.AccountAuditEntry>;
  };
  queue: {
    /** List what waits to leave, over all addresses, oldest first */
    list(query?: T.QueueListQuery, options?: CallOptions): PageRequest<T.QueueEntry>;
    /** Read why one recipient still waits */
    getEntry(id: string, options?: CallOptions): PendingAnswer<T.QueueEntry>;
    /** Try entries now */
    retryQueued(body: T.QueueChange, options?: CallOptions): PendingAnswer<T.QueueChanged>;
    /** Hold entries */
    holdQueued(body: T.QueueChange, options?: CallOptions): PendingAnswer<T.QueueChanged>;
    /** Let held entries go */
    releaseQueued(body: T.QueueChange, options?: CallOptions): PendingAnswer<T.QueueChanged>;
    /** Give entries up */
    dropQueued(body: T.QueueChange, options?: CallOptions): PendingAnswer<T.QueueChanged>;
  };
}
