// Every request that the documentation shows is made as it stands there, and answers as documented. Ids are replaced by
// those of things that are there, and none waits for what does not come; tenancy-table.ts says what each place for an id takes.
import { afterAll, expect, test } from "bun:test";
import { exampleRequest } from "../../src/http/openapi/example-request.ts";
import { exampleId } from "../../src/http/openapi/operation.ts";
import type { Document } from "../../src/http/openapi/types.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { callsOf } from "../support/app/contract.ts";
import { createFixtures, type Fixtures } from "../support/app/fixtures.ts";
import { agents } from "../support/clients/agent-signup.ts";
import { startDns } from "../support/fakes/dns.ts";
import { smtpError } from "../support/fakes/mx-server.ts";
import { startReceiver, startSink } from "../support/fakes/receivers.ts";
import { calendarClient } from "../support/smtp/calendar-mail.ts";
import { callsWithIds, own, rowsOf } from "./tenancy-table.ts";

interface Shown {
  /** `POST /api/v1/messages` */
  name: string;
  method: string;
  url: string;
  body: unknown;
  /** Statuses of success. */
  statuses: number[];
}

/** What a place holds where the thing is not among the fixtures. */
type Special = (t: SuiteApp, home: Fixtures) => Promise<Record<string, string>>;

const specials: Readonly<Record<string, Special>> = {
  "POST /api/v1/agent/human": async (t) => {
    const { signup_id } = await agents(t).must({ username: "examplehuman" });
    return { signup_id };
  },
  "POST /api/v1/agent/verify": async (t) => {
    const human = `grace-${t.kind}@far.example`;
    const { signup_id } = await agents(t).must({ username: "exampleverify", human_email: human });
    const { raw } = await peer.taken.find(({ to }) => to.includes(human));
    return { signup_id, code: /Your code: (\d{6})/.exec(raw)![1]! };
  },
  "POST /api/v1/identities/{id}/calendar/events/{eventId}/respond": async (t, home) => {
    const to = addressOf(home);
    const { deliver, list } = calendarClient(t);
    const boss = "boss@example.org";
    const people = [`ORGANIZER:mailto:${boss}`, `ATTENDEE;RSVP=TRUE:mailto:${to.email}`];
    const time = ["DTSTART:20270501T080000Z", "DTEND:20270501T090000Z", "SEQUENCE:0"];
    await deliver(to, { method: "REQUEST", lines: ["UID:example-1", ...people, ...time], from: boss });
    const event = (await list(to)).find(({ uid }) => uid === "example-1")!;
    return { id: to.id, eventId: event.id };
  },
  "POST /api/v1/messages/{id}/invitation/apply": async (t, home) => {
    const to = addressOf(home);
    const { deliver, list } = calendarClient(t);
    const event = (await list(to)).find(({ attendees }) => attendees.length > 0)!;
    const guest = event.attendees[0]!.email;
    const people = [`ORGANIZER:mailto:${to.email}`, `ATTENDEE:mailto:${guest}`];
    const time = ["DTSTART:20270601T080000Z", "DTEND:20270601T090000Z", `SEQUENCE:${event.sequence}`];
    const lines = [`UID:${event.uid}`, ...people, ...time];
    const { id } = await deliver(to, { method: "COUNTER", lines, from: guest });
    return { id };
  },
  "DELETE /api/v1/domains/{id}": async (t) =>
    t.api.must<{ id: string }>(201, t.api.post("/domains", { domain: "empty.example" })),
  "PUT /api/v1/identities/{id}/protection": async (t) => ({ id: (await t.address()).id }),
  "DELETE /api/v1/protection/lists/{id}": async (t) => {
    const entry = { direction: "receive", list: "block", entries: ["far.example"] };
    const [made] = await t.api.must<{ id: string }[]>(201, t.api.post("/protection/lists", entry));
    return { id: made!.id };
  },
  "GET /api/v1/queue/{id}": async (t, home) => {
    const mail = { from: home.email, to: "waits@far.example", text: "Hello" };
    const { id } = await t.api.must<{ id: string }>(201, t.api.post("/messages", mail));
    return (await t.api.get<PageOf<{ id: string }>>(`/queue?message_id=${id}`)).json.data[0]!;
  },
  "DELETE /api/v1/pods/{id}": async (t) =>
    t.api.must<{ id: string }>(201, t.api.post("/pods", { name: "Empty" })),
};

function addressOf({ ids, email }: Fixtures): TestAddress {
  return { id: ids.identity[0]!, email };
}

function shownIn(document: Document): Shown[] {
  return callsOf(document).map(({ method, path, operation }) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    ...exampleRequest(document, { path, operation }),
    statuses: Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status < 300),
  }));
}

/** The request with ids in place of the example's. */
function filled({ name, url, body }: Shown, ids: Record<string, string>): [url: string, body: unknown] {
  const template = name.slice(name.indexOf(" ") + 1);
  const path = template.replace(/\{([^}]+)\}/g, (place, key: string) =>
    encodeURIComponent(ids[key] ?? place),
  );
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  for (const [key, value] of query) if (value === exampleId) query.set(key, ids[key] ?? value);
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).map(([key, value]) => {
    const text = JSON.stringify(value).replaceAll(exampleId, ids[key] ?? exampleId);
    if (key === "wait") return [key, 0];
    return [key, key === "code" && ids.code ? ids.code : JSON.parse(text)];
  });
  return [
    (query.size > 0 ? `${path}?${query}` : path).replace("/api/v1", ""),
    body === undefined ? undefined : Object.fromEntries(fields),
  ];
}

/** What forbids an address to write comes late, deletions last: first what hangs off others, then the address. */
function rank({ name, url }: Shown): number {
  if (name === "PATCH /api/v1/identities/{id}") return 1;
  // From then on a person decides, and no key.
  if (/^PUT .*\/protection$/.test(name)) return 2000;
  if (!name.startsWith("DELETE")) return 0;
  return name === "DELETE /api/v1/identities/{id}" ? 1001 : 1000 - url.length;
}

const dns = await startDns({});
/** Takes everything but one mail, which stays in the queue. */
const peer = await startSink({
  onRcptTo({ address }, _session, done) {
    done(address.startsWith("waits@") ? smtpError(451, "4.2.0 later") : undefined);
  },
});

afterAll(() => Promise.all([dns.stop(), peer.stop()]));

eachApp(
  "examples",
  (t) => {
    test("of all requests are taken as they are shown", async () => {
      const receiver = startReceiver();
      const place = { hookUrl: receiver.url, database: t.app.core.database };
      const home = await createFixtures(t.api, { mark: `home${t.kind}`, ...place });
      const document = (await (await fetch(`${t.api.base}/openapi.json`)).json()) as Document;
      const table = rowsOf(callsWithIds(document));
      const shown = shownIn(document).sort((a, b) => rank(a) - rank(b));
      for (const call of shown) {
        const row = table[call.name];
        const ids = {
          ...(row ? own(row, home) : {}),
          ...(await specials[call.name]?.(t, home)),
        };
        const [url, body] = filled(call, ids);
        expect([call.name, `${url} ${JSON.stringify(body)}`.includes(exampleId)]).toEqual([call.name, false]);
        const isOpen = call.name.startsWith("POST /api/v1/agent/");
        if (call.name.endsWith("/stream")) {
          const headers = { authorization: `Bearer ${t.api.key}` };
          const stream = await fetch(`${t.api.base}/api/v1${url}`, { headers });
          expect([call.name, stream.status]).toEqual([call.name, 200]);
          await stream.body!.cancel();
          continue;
        }
        const { status, text } = await (isOpen ? t.api.as(null) : t.api).call(call.method, url, body);
        // Of several decisions about one thing the first is taken, and the others are told so.
        const isDecided = row?.works === 409 && !specials[call.name] && status === 409;
        const isTaken = call.statuses.includes(status) || isDecided;
        expect([call.name, isTaken ? "" : text]).toEqual([call.name, ""]);
      }
      await receiver.stop();
    }, 300_000);
  },
  {
    env: {
      DNS_SERVERS: dns.server,
      MAIL_DOMAIN: "agents.example.com",
      SIGNUP_DOMAIN: "scouts.example",
      SMTP_RELAY_URL: peer.url,
      TRUSTED_PROXIES: "127.0.0.0/8",
    },
  },
);
