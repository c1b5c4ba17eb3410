// Every entrance of the service, each with what it has to do with mail that leaves: the doors by which it is tried, or why it
// is none. A new call, tool, method, command, form, user of the gate or of the network fails rows.test.ts until it stands here.
import type { AppendTarget } from "../../src/imap/wire/append.ts";
import type { ImapCommand } from "../../src/imap/wire/commands.ts";
import type { DoorName } from "./doors.ts";

/** Doors, or the reason why it is none. */
export type Row = readonly DoorName[] | string;

const keeps = "it changes what the account keeps; nothing leaves";
const settings = "a setting: it says what may leave later, and the mail asks then";
const decides =
  "it lets a held mail leave, of which test/fuzz/gate.e2e.test.ts tries every decider; or gives it back";
const service =
  "mail of the service to a person: nothing of it is the caller's to write (Service mail in SECURITY.md)";
const hooks =
  "an event goes to a URL that its owner has named with a key; events carry ids, addresses and subjects, and a webhook rule the mail";
const madeHooks = `${hooks}; not to a URL of a restricted key where mail waits for others (around.test.ts)`;
const read = "it reads";
const queued =
  "of what the gate has let go, the operator says when it is tried: what waits for a person is in no queue (send-queue.test.ts)";
const visit = "somebody signs in or out, or says how pages look to them";

/** Calls of the API that are no GET. Every GET reads; those of which somebody outside learns are listed below. */
export const calls: Record<string, Row> = {
  "POST /api/v1/identities": settings,
  "PATCH /api/v1/identities/{id}": settings,
  "DELETE /api/v1/identities/{id}": keeps,
  "PUT /api/v1/identities/{id}/send-list": settings,
  "DELETE /api/v1/identities/{id}/unsubscribes/{unsubscribeId}": settings,
  "POST /api/v1/pods": keeps,
  "PATCH /api/v1/pods/{id}": keeps,
  "DELETE /api/v1/pods/{id}": keeps,
  "POST /api/v1/templates": keeps,
  "PATCH /api/v1/templates/{id}": keeps,
  "DELETE /api/v1/templates/{id}": keeps,
  "POST /api/v1/suppressions": settings,
  "DELETE /api/v1/suppressions": settings,
  "DELETE /api/v1/suppressions/{id}": settings,
  "POST /api/v1/retention-rules": keeps,
  "DELETE /api/v1/retention-rules/{id}": keeps,
  "PATCH /api/v1/threads/{id}": "it lifts a thread out of human_review: levels.test.ts",
  "DELETE /api/v1/threads/{id}": keeps,
  "PUT /api/v1/threads/{id}/labels/{labelId}": keeps,
  "DELETE /api/v1/threads/{id}/labels/{labelId}": keeps,
  "POST /api/v1/threads/{id}/notes": keeps,
  "DELETE /api/v1/threads/{id}/notes/{noteId}": keeps,
  "POST /api/v1/labels": keeps,
  "PATCH /api/v1/labels/{id}": keeps,
  "DELETE /api/v1/labels/{id}": keeps,
  "POST /api/v1/messages": [
    "POST /messages",
    "POST /messages, bcc",
    "POST /messages, cc",
    "POST /messages, a file",
    "POST /messages, markdown",
    "POST /messages, a list",
    "POST /messages, twice with a key",
    "POST /messages, in_reply_to",
    "POST /messages, send_at",
    "POST /messages, send_at, before",
    "POST /messages, send_at, before, in a thread",
  ],
  "POST /api/v1/messages/batch": [
    "POST /messages/batch",
    "POST /messages/batch, among others",
    "POST /messages/batch, twice with a key",
    "POST /messages/batch, send_at, before",
  ],
  "PATCH /api/v1/messages": keeps,
  "POST /api/v1/messages/wait": read,
  "POST /api/v1/next": "it remembers what was handed out to its key; nothing leaves",
  "PATCH /api/v1/messages/{id}": keeps,
  "DELETE /api/v1/messages/{id}": keeps,
  "POST /api/v1/messages/{id}/reply": ["POST /messages/{id}/reply"],
  "POST /api/v1/messages/{id}/reply-all": ["POST /messages/{id}/reply-all"],
  "POST /api/v1/messages/{id}/forward": ["POST /messages/{id}/forward"],
  "POST /api/v1/messages/{id}/drafts": ["POST /messages/{id}/drafts, then send"],
  "POST /api/v1/messages/{id}/invitation/apply": ["POST /messages/{id}/invitation/apply"],
  "PUT /api/v1/identities/{id}/protection": settings,
  "POST /api/v1/identities/{id}/protection/lists": settings,
  "DELETE /api/v1/identities/{id}/protection/lists/{entryId}": settings,
  "PUT /api/v1/protection": settings,
  "POST /api/v1/protection/lists": settings,
  "DELETE /api/v1/protection/lists/{id}": settings,
  "POST /api/v1/queue/retry": queued,
  "POST /api/v1/queue/hold": "it keeps back what was to leave",
  "POST /api/v1/queue/release": queued,
  "POST /api/v1/queue/drop": "it gives up what was to leave; the sender is told as of any failure",
  "POST /api/v1/reviews/{id}/approve": decides,
  "POST /api/v1/reviews/{id}/reject": decides,
  "POST /api/v1/reviews/{id}/return": decides,
  "POST /api/v1/reviews/{id}/take_over": decides,
  "POST /api/v1/drafts": ["POST /drafts/{id}/send"],
  "PATCH /api/v1/drafts/{id}": [
    "PATCH /drafts/{id}, of one that waits for its time",
    "POST /drafts/{id}/send, changed to its recipient",
  ],
  "DELETE /api/v1/drafts/{id}": keeps,
  "POST /api/v1/drafts/{id}/send": [
    "POST /drafts/{id}/send",
    "POST /drafts/{id}/send, of a draft of the owner",
    "POST /drafts/{id}/send, in answer",
  ],
  "POST /api/v1/drafts/{id}/schedule": [
    "POST /drafts/{id}/schedule",
    "POST /drafts/{id}/schedule, before",
    "POST /drafts/{id}/schedule, before, in a thread",
  ],
  "DELETE /api/v1/drafts/{id}/schedule": keeps,
  "DELETE /api/v1/drafts/{id}/attachments/{attachmentId}":
    "it changes a draft, of one that waits for its time at the level send: levels.test.ts",
  "POST /api/v1/attachments": "as the change of a draft: levels.test.ts",
  "POST /api/v1/webhooks": madeHooks,
  "PATCH /api/v1/webhooks/{id}": madeHooks,
  "DELETE /api/v1/webhooks/{id}": keeps,
  "POST /api/v1/webhooks/{id}/test": hooks,
  "POST /api/v1/webhooks/{id}/rotate-secret": keeps,
  "POST /api/v1/deliveries/{id}/replay": hooks,
  "POST /api/v1/domains": settings,
  "PATCH /api/v1/domains/{id}": settings,
  "DELETE /api/v1/domains/{id}": settings,
  "POST /api/v1/domains/{id}/verify": "it asks DNS for the records of a domain that the account claims",
  "POST /api/v1/domains/{id}/check": "it asks DNS for the records of a domain of the account",
  "POST /api/v1/routing-rules": ["forward_to"],
  "PATCH /api/v1/routing-rules/{id}": ["forward_to"],
  "DELETE /api/v1/routing-rules/{id}": settings,
  "PATCH /api/v1/identities/{id}/calendar": settings,
  "POST /api/v1/identities/{id}/calendar/events": ["POST …/calendar/events"],
  "PATCH /api/v1/identities/{id}/calendar/events/{eventId}": [
    "PATCH …/calendar/events/{id}",
    "PATCH …/calendar/events/{id}, a new attendee",
    "PATCH …/calendar/events/{id}, one date",
  ],
  "DELETE /api/v1/identities/{id}/calendar/events/{eventId}": [
    "DELETE …/calendar/events/{id}",
    "DELETE …/calendar/events/{id}, declines",
  ],
  "POST /api/v1/identities/{id}/calendar/events/{eventId}/respond": ["POST …/calendar/events/{id}/respond"],
  "POST /api/v1/identities/{id}/calendar-feeds":
    "whoever has the URL reads the events: made by a key alone, which no level has",
  "DELETE /api/v1/identities/{id}/calendar-feeds/{feedId}": keeps,
  "POST /api/v1/agent/signup": service,
  "POST /api/v1/agent/human": service,
  "POST /api/v1/agent/verify": "it makes an account of its own",
  "POST /api/v1/api-keys": settings,
  "DELETE /api/v1/api-keys/{id}": settings,
  "POST /api/v1/api-keys/{id}/take-over": settings,
  "DELETE /api/v1/oauth-grants/{id}": settings,
  "POST /api/v1/app-passwords": settings,
  "DELETE /api/v1/app-passwords/{id}": settings,
};

/** GETs by which somebody outside learns something. */
export const telling: Record<string, string> = {
  "/api/v1/attachments/{id}/link":
    "whoever has the link reads the file, for an hour at most: it names the key that asked, and tells nobody by itself",
  "/api/v1/identities/{id}/calendar/free-busy": "the account reads its own times; by mail nobody is answered",
};

/** Tools of MCP: calls of the API. */
export const tools: Record<string, Row> = {
  list_addresses: read,
  whats_next: "it remembers what was handed out to its caller; nothing leaves",
  list_threads: read,
  read_thread: read,
  search_mail: read,
  find_codes: read,
  read_attachment: "with `link` as GET /attachments/{id}/link",
  send_mail: ["tool send_mail"],
  reply: ["tool reply", "tool reply, all"],
  forward: ["tool forward"],
  save_draft: ["tool send_draft"],
  list_drafts: read,
  send_draft: ["tool send_draft", "tool send_draft, at a time"],
  organize: keeps,
  list_events: read,
  find_time: read,
  create_event: ["tool create_event"],
  change_event: ["tool change_event"],
  cancel_event: ["tool cancel_event"],
  answer_invitation: ["tool answer_invitation"],
  ask_for_review: "it puts a thread under human_review",
};

/** Methods of CalDAV. */
export const davMethods: Record<string, Row> = {
  OPTIONS: read,
  PROPFIND: read,
  PROPPATCH: keeps,
  REPORT: read,
  MKCALENDAR: keeps,
  MKCOL: keeps,
  GET: read,
  HEAD: read,
  PUT: ["PUT /dav, a meeting", "PUT /dav, a change", "PUT /dav, an answer", "PUT /dav, by a phone"],
  MOVE: ["MOVE /dav, over a meeting"],
  POST: "the outbox: free-busy of addresses of the same account; it mails nobody",
  DELETE: [
    "DELETE /dav, cancels",
    "DELETE /dav, declines",
    "DELETE /dav, a calendar",
    "DELETE /dav, by a phone",
  ],
};

const files =
  "it files what is there already, in folders that send nothing; a draft put among Scheduled has no time";
/** Commands of IMAP: none makes mail leave. One that is not here does not compile. */
export const imapCommands: Record<ImapCommand["name"] | AppendTarget["name"], string> = {
  APPEND: "a mail that a program puts in goes nowhere; among Scheduled none is put",
  REPLACE:
    "another mail in the place of one that goes: of one that waits for a person the review keeps its own octets",
  CAPABILITY: read,
  NOOP: read,
  LOGOUT: read,
  STARTTLS: read,
  IDLE: read,
  NAMESPACE: read,
  CHECK: read,
  CLOSE: keeps,
  UNSELECT: read,
  LOGIN: read,
  AUTHENTICATE: read,
  ID: read,
  ENABLE: read,
  COMPRESS: read,
  SELECT: read,
  EXAMINE: read,
  CREATE: keeps,
  DELETE: keeps,
  SUBSCRIBE: keeps,
  UNSUBSCRIBE: keeps,
  RENAME: keeps,
  LIST: read,
  LSUB: read,
  STATUS: read,
  EXPUNGE: keeps,
  COPY: files,
  MOVE: files,
  STORE: keeps,
  FETCH: "it reads; that a mail was read is told to nobody (no MDN)",
  SEARCH: read,
  SORT: read,
  THREAD: read,
  GETQUOTA: read,
  GETQUOTAROOT: read,
  SETQUOTA: read,
  CANCELUPDATE: read,
  NOTIFY: read,
};

/** Forms of the pages, by path. */
export const forms: Record<string, Row> = {
  "/console/programs/end": settings,
  "/console/reviews": decides,
  "/console/reviews/undo": keeps,
  "/console/threads/:id/move": keeps,
  "/console/threads/:id/status": keeps,
  "/console/threads/:id/unread": keeps,
  "/console/threads/:id/snooze": keeps,
  "/console/bulk": keeps,
  "/console/bulk/on": keeps,
  "/console/bulk/undo": keeps,
  "/console/threads/:id/assign": keeps,
  "/console/threads/:id/labels": keeps,
  "/console/threads/:id/notes": keeps,
  "/console/threads/:id/notes/delete": keeps,
  "/console/messages/:id/answer": "a person's answer to an invitation: as the console's mails",
  "/console/messages/:id/apply": "a person's doing of what an invitation asks: as the console's mails",
  "/console/write": ["the console, a mail", "the console, an answer"],
  "/console/drafts/:id/undo": keeps,
  "/console/calendar": ["the console, an event"],
  "/console/calendar/reminders": settings,
  "/console/calendar/:identity/:event": ["the console, a changed event"],
  authorizePath: settings,
  "/console/protection": settings,
  "/console/protection/entries": settings,
  "/console/protection/entries/remove": settings,
  "/console/invitation": "a guest answers: the calendar notes it, and nobody is written to",
  "/console/reviewer": "somebody says whether they want to be asked",
  "/console/review": decides,
  "/console/review/undo": keeps,
  "/console/members": service,
  "/console/members/again": service,
  "/console/login": service,
  "/console/sign-in": visit,
  "/console/passkey": visit,
  "/console/sign-out": visit,
  "/console/look": visit,
  "/console/devices": settings,
  "/console/devices/revoke": settings,
  "/console/domains": settings,
  "/console/domains/verify": settings,
  "/console/domains/delete": settings,
  "/console/members/role": settings,
  "/console/members/remove": settings,
  "/console/members/leave": settings,
  "/console/keys": settings,
  "/console/keys/revoke": settings,
  "/console/keys/take-over": settings,
  "/console/search/forget": settings,
  "/console/search/save": settings,
  "/console/search/remove": settings,
  "/console/you/keys": settings,
  "/console/you/language": settings,
  "/console/you/passkeys": settings,
  "/console/you/passkeys/name": settings,
  "/console/you/passkeys/remove": settings,
  "/console/you/sessions/end": settings,
  "/console/you/sessions/end-others": settings,
  "/console/addresses": settings,
  "/console/suppressions/lift": settings,
  "/console/templates": settings,
  "/console/templates/delete": settings,
  "/console/templates/signature": settings,
  "/console/queue": queued,
  "/console/webhooks": hooks,
  "/console/webhooks/change": hooks,
  "/console/webhooks/replay": hooks,
};

/** Routes of HTTP beside the API and the console that are no GET, as the code names them. */
export const routes: Record<string, Row> = {
  registerPath: "a program says who it is; nothing leaves",
  tokenPath: "a program's access, of which each call asks",
  revokePath: "a program ends its access",
  mcpPath: "the tools, above",
  path: "a mail program asks for its settings (autodiscover)",
  "${unsubscribePath}:token": "a recipient wants no more mail; the answer is a page",
};

/** Files that ask the gate, write mail of the service, or reach others over the network, and what of them leaves. */
export const sources: Record<string, string> = {
  "actors/identity/sending/send.ts": "the send turn: asks the gate",
  "actors/identity/sending/forwarding.ts": "forward_to: asks the gate; what would wait stays",
  "src/http/resources/message/message-sending.ts":
    "POST /messages: by the send turn, or a draft; refuses in the gate's words what has no recipient here",
  "actors/identity/drafts/drafts.ts": "drafts, now and when due: asks the gate",
  "actors/identity/reviews/decide.ts": "what a person has decided: asks the gate for all but the hold",
  "actors/identity/calendar/calendar-mail.ts": "calendar mails: by the send turn",
  "actors/identity/sending/prepare.ts": "composes; makes the letters of the service",
  "actors/account/sending/human-mails.ts": service,
  "actors/workers/reviewer-questions.ts": service,
  "actors/workers/reviews.ts": service,
  "actors/workers/dmarc-reports.ts":
    "reports about mail that came, to domains that ask for them; the operator turns them on",
  "actors/workers/tls-reports.ts":
    "as DMARC reports; by POST to a URL that the domain's DNS names, with counts alone",
  "actors/workers/webhook-deliveries.ts": hooks,
  "actors/account/events/delivery-outcomes.ts": hooks,
  "actors/workers/delivery-span.ts": "the trace of a webhook's request",
  "actors/workers/mail-carrier.ts": "takes what is queued",
  "actors/workers/outbound-scheduler.ts": "takes what is queued",
  "actors/workers/outbound-pacing.ts": "takes what is queued: lets it go or wait",
  "actors/workers/outbound-ramp.ts": "takes what is queued: ramps of new domains",
  "actors/workers/outbound-throttle.ts": "takes what is queued: paces of providers",
  "src/app/workers.ts": "wires what is above",
  "src/telemetry/outlet.ts":
    "traces, metrics and logs, to the collector that the operator names: no address, subject or content (collector.test.ts)",
  "src/tls/acme.ts": "certificates: the authority learns the names of this service",
  "src/http/context.ts": "types",
  "src/http/oauth/clients.ts":
    "the document at a client_id: public networks alone, and no caller has been let in yet who could hold a secret of an address",
  "src/http/files/fetched-file.ts":
    "the URL of a file: of an address whose mail waits from hosts that are allowed alone (file-urls.test.ts)",
  "src/http/resources/access/agent-signup.ts": service,
  "src/console/mailbox/pictures.ts":
    "pictures of a mail from elsewhere, whose sender names them: fetched when a person asks; of what was written or put in here not where mail waits (unseen.test.ts)",
  "src/console/access/members.ts": service,
  "src/console/session/passkey-notice.ts": service,
  "src/console/session/login.ts": service,
};
