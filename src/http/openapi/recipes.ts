// Whole jobs in a few calls, for the guides. test/http/openapi.test.ts holds each call to the document.

export interface RecipeCall {
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below /api/v1, with the query; `{name}` stands for what an answer or an event has said before. */
  path: string;
  body?: Record<string, unknown>;
}

export interface Recipe {
  title: string;
  /** Text between the calls. */
  text: string;
  calls: readonly RecipeCall[];
}

const get = (path: string): RecipeCall => ({ method: "GET", path });
const post = (path: string, body: Record<string, unknown>): RecipeCall => ({ method: "POST", path, body });
const put = (path: string, body: Record<string, unknown>): RecipeCall => ({ method: "PUT", path, body });
const patch = (path: string, body: Record<string, unknown>): RecipeCall => ({ method: "PATCH", path, body });

/** @param sendAt an example of a time that a schedule takes */
export function recipesOf(sendAt: string): readonly Recipe[] {
  return [
    {
      title: "Support desk: three calls a mail",
      text: "The first call waits for a mail that this key was not handed out, with what was said (`reply_text`), and keeps it for a minute from other workers with this key (one with a key of its own is handed every mail); `ack`, which the very first call leaves out, says that the one before is done. Answer in the thread, and note whose turn it is: a mail that comes opens the thread again. A receiver with a public URL makes a webhook (POST /webhooks, once), which tells message.received with message_id and thread_id.",
      calls: [
        post("/next", { address: "support@agents.example.com", kinds: ["mail"], ack: "{ack}" }),
        post("/messages/{message_id}/reply", { text: "It is on its way." }),
        patch("/threads/{thread_id}", { status: "waiting" }),
      ],
    },
    {
      title: "A person decides: hold, wait for the decision",
      text: "Protection holds what nobody has allowed: such a send is answered with 202, pending_review and review_id. The person decides in the console, or by the link that reviewers are mailed; no key does, unless approver is key. Then next has the decision. In an address without protection human_review is a mark alone.",
      calls: [
        put("/identities/{identity_id}/protection", {
          outbound: "new_recipients",
          approver: "human",
          reviewers: ["ada@example.com"],
        }),
        post("/messages", {
          from: "support@agents.example.com",
          to: "bea@example.com",
          subject: "Your refund",
          text: "You get 40 euros back.",
        }),
        post("/next", { address: "support@agents.example.com", kinds: ["review"], wait: 60 }),
      ],
    },
    {
      title: "Outreach: a call a recipient",
      text: "Give each POST an Idempotency-Key of your own. One list tells what became of all: also message.bounced, and message.received for answers. Who wants no more is suppressed; the service then refuses to write there. Hard bounces are suppressed by themselves.",
      calls: [
        post("/messages", {
          from: "sales@agents.example.com",
          to: "grace@example.com",
          subject: "Hello",
          text: "Shall we talk?",
          headers: { "List-Unsubscribe": "<https://example.com/stop>" },
        }),
        get("/events?identity_id={identity_id}&type=message.delivered"),
        post("/suppressions", { email: "grace@example.com", reason: "asked us to stop" }),
      ],
    },
    {
      title: "Scheduling: invite, see who comes, move; and a mail of later",
      text: "Invitations and changes go out by mail with send_invites. Answers that come by mail change the attendee's status, told as calendar.event.responded. A mail of later is a send with a time: it stands among the drafts until then.",
      calls: [
        post("/identities/{identity_id}/calendar/events", {
          title: "Plan",
          start: "2027-03-30T09:00:00",
          end: "2027-03-30T09:30:00",
          timezone: "Europe/Berlin",
          attendees: [{ email: "ada@example.com" }],
          send_invites: true,
        }),
        get("/identities/{identity_id}/calendar/events/{event_id}"),
        patch("/identities/{identity_id}/calendar/events/{event_id}", {
          start: "2027-03-30T14:00:00",
          end: "2027-03-30T14:30:00",
          send_invites: true,
        }),
        post("/messages", {
          from: "office@agents.example.com",
          to: "ada@example.com",
          subject: "Tomorrow",
          text: "Hi!",
          send_at: sendAt,
        }),
      ],
    },
    {
      title: "Multi-tenant: three calls a customer",
      text: "A pod groups what is the customer's, tenant_id is your own word for it, and the key reaches that address alone: what belongs to others is 404 to it, what belongs to the account (suppressions, pods, new addresses) is 403. The lists of threads, events and webhooks filter by pod_id and tenant_id; a webhook of its own names the address. Suppressions hold for the whole account.",
      calls: [
        post("/pods", { name: "Acme", client_id: "crm-42" }),
        post("/identities", {
          email: "acme@agents.example.com",
          pod_id: "{pod_id}",
          tenant_id: "crm-42",
        }),
        post("/api-keys", { name: "Acme", identity_ids: ["{identity_id}"] }),
      ],
    },
    {
      title: "One-time codes: make an address, wait for the mail, take the code",
      text: "The wait ends with the first mail, also with an unread one that is there already; a webhook in its place saves that call. codes holds what a person would type, links what a person would open. expires_at is optional.",
      calls: [
        post("/identities", { email: "signup-1@agents.example.com", expires_at: sendAt }),
        post("/messages/wait", { address: "signup-1@agents.example.com", wait: 60 }),
        get("/messages/{message_id}/codes"),
      ],
    },
    {
      title: "Files: one call to send, two to get",
      text: "content is the file in base64. Files of a message that came are listed in its attachments; the last call answers their bytes.",
      calls: [
        post("/messages", {
          from: "office@agents.example.com",
          to: "Ada <ada@example.com>",
          subject: "Invoice",
          text: "Here it is.",
          attachments: [
            { filename: "invoice.pdf", content_type: "application/pdf", content: "JVBERi0xLjcK" },
          ],
        }),
        get("/messages/{message_id}"),
        get("/attachments/{attachment_id}"),
      ],
    },
    {
      title: "Fan-out: write to many, tell many, repeat what was lost",
      text: "Up to 50 recipients a message; bcc hides them from each other. Any number of webhooks are told of the same event, each with the same webhook-id on every try. A delivery that failed is tried again by itself, or at once by replay.",
      calls: [
        post("/messages", {
          from: "news@agents.example.com",
          to: "news@agents.example.com",
          bcc: ["ada@example.com", "bea@example.com"],
          subject: "News",
          text: "All is well.",
        }),
        get("/messages/{message_id}/recipients"),
        post("/webhooks", { url: "https://example.com/hooks/mail", identity_id: "{identity_id}" }),
        get("/deliveries?webhook_id={webhook_id}"),
        post("/deliveries/{delivery_id}/replay", {}),
      ],
    },
    {
      title: "Search: one call to find, one to mark up to a hundred as read",
      text: "Words are found in any script and within longer words (parts of three letters or more; of any length in Chinese and Japanese), about a second after the mail has come; filters narrow them, and do without words.",
      calls: [
        get("/messages/search?q=invoice&from=example.com&is_read=false&limit=100"),
        patch("/messages", { ids: ["{message_id}"], is_read: true }),
      ],
    },
  ];
}

/** `POST /pods {"name":"Acme"}` */
export function callLine({ method, path, body }: RecipeCall): string {
  const shown = body === undefined || Object.keys(body).length === 0 ? "" : ` ${JSON.stringify(body)}`;
  return `${method} ${path}${shown}`;
}
