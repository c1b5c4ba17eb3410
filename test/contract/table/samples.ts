// What rows of several sections ask for: a meeting, a domain, a label, every list there is.
import { many, one } from "../answers.ts";
import { type Fixtures, hour } from "../fixtures.ts";

export const emails = (refs: readonly { email: string }[]) => refs.map(({ email }) => email);
export const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

export const meeting = { title: "Plan", start: "2027-03-30T09:00:00", end: "2027-03-30T09:30:00" };
export const eventsOf = ({ id }: { id: string }) => `/identities/${id}/calendar/events`;
export const meet = (f: Fixtures, to: { id: string }, fields: object = {}) =>
  one(f.post(eventsOf(to), { ...meeting, ...fields }), 201, "CalendarEvent");

/** A mail with a file of five bytes. */
export const withFile = {
  headers: ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"],
  body: [
    ...["--b", "", "text"],
    ...["--b", "Content-Type: text/x-note", 'Content-Disposition: attachment; filename="n.txt"', "", "12345"],
    ...["--b--", ""],
  ].join("\r\n"),
};

/** A new domain of this account. */
export async function aDomain(f: Fixtures, api = f.api) {
  return one(api.post("/domains", { domain: `${f.next("domain")}.example` }), 201, "Domain");
}

/** A rule of the default domain that leads to a new address. */
export async function aRule(f: Fixtures) {
  const { id: identity_id } = await f.some();
  const body = { domain_id: f.t.domainId, local_part: f.next("r"), identity_id };
  return one(f.post("/routing-rules", body), 201, "RoutingRule");
}

export async function aLabel(f: Fixtures, address?: { id: string }) {
  const { id: identity_id } = address ?? (await f.some());
  return one(f.post("/labels", { identity_id, name: f.next("Label") }), 201, "Label");
}

export async function aScheduled(f: Fixtures) {
  const { id } = await f.draft({ to: [f.far()] });
  return one(f.post(`/drafts/${id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
}

/** Every list there is, up to where its query goes on. */
export async function lists(f: Fixtures): Promise<string[]> {
  const { address, message } = await f.several();
  const own = `identity_id=${address.id}&`;
  const hook = await f.hook({ identity_id: address.id });
  const pods = await f.rows<{ id: string }>(f.get("/pods"));
  return [
    ...["api-keys", "routing-rules", "pods", "identities", "threads", "webhooks", "domains"].map(
      (name) => `/${name}?`,
    ),
    ...["suppressions", "events"].map((name) => `/${name}?`),
    ...["drafts", "labels", "app-passwords", "mailboxes"].map((name) => `/${name}?${own}`),
    ...["inbox", "drafts", "scheduled"].map((folder) => `/mailboxes/${folder}?${own}`),
    `/messages?thread_id=${message.thread_id}&`,
    "/messages/search?q=hello&",
    `/messages/${message.id}/headers?`,
    `/messages/${message.id}/recipients?`,
    `/deliveries?webhook_id=${hook.id}&`,
    `${eventsOf(address)}?`,
    `${eventsOf(address)}?expand=true&`,
    `/pods/${pods[0]!.id}/identities?`,
    `/pods/${pods[0]!.id}/domains?`,
  ];
}

/** The Message-ID field of a message, with its brackets. */
export async function messageId(f: Fixtures, id: string): Promise<string> {
  const fields = await many(f.get(`/messages/${id}/headers`), "HeaderField");
  return fields.find(({ name }) => name.toLowerCase() === "message-id")!.value;
}

/** A code that is not this one. */
export function another(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}
