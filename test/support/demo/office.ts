// A small office with agents, as its owner finds it in the morning: for screenshots of the pages, and to try them by hand.

import { createLink, inviteLinkMs, signIn } from "../../../actors/account/access/console.ts";
import { addMember } from "../../../actors/account/access/members.ts";
import { createUnrestrictedKey } from "../../../actors/account/accounts/operator.ts";
import { nowInstant } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { randomBase62, sha256 } from "../../../src/lib/secrets.ts";
import { createAccount } from "../../../src/store/accounts/accounts.ts";
import type { Role } from "../../../src/store/tables/index.ts";
import type { Api, PageOf } from "../app/api.ts";
import { eventually, type ShiftedClock, type TestApp } from "../app/app.ts";
import type { Zone } from "../fakes/dns.ts";
import { sendMail, sendRaw } from "../smtp/client.ts";
import { arriving, booking, brochure, invitationText, photo } from "./mails.ts";

const officeDomain = "harbourlane.example";
export const owner = "mira@lindqvist.example";

/** What the DNS of the demo says: most senders are proven. */
export const officeZone: Zone = Object.fromEntries(
  [
    "northwind.example",
    "brightwater.example",
    "okafor.example",
    "lumen.example",
    "fjordhotels.example",
    "papertrail.example",
    "lindqvist.example",
  ].flatMap((domain) => [
    [domain, { TXT: ["v=spf1 ip4:127.0.0.1 -all"], A: ["127.0.0.1"] }],
    [`_dmarc.${domain}`, { TXT: ["v=DMARC1; p=reject"] }],
  ]),
);

const hourMs = 3_600_000;

interface Address {
  id: string;
  email: string;
}

export interface Office {
  accountId: string;
  /** With a key that reaches the whole account. */
  api: Api;
  support: Address;
  bookings: Address;
  office: Address;
  /** By subject. */
  threads: ReadonlyMap<string, string>;
}

/** @param clock is moved from two days ago to the present */
export async function furnishOffice(t: TestApp, clock: ShiftedClock): Promise<Office> {
  clock.advance(-52 * hourMs);
  const { core } = t.app;
  const accountId = newId();
  const createdAt = nowInstant(core.clock);
  await core.database.transaction((tx) =>
    createAccount(tx, { accountId, podId: newId(), plan: "operator", ownerEmail: owner, createdAt }),
  );
  const actor = core.actors.account(accountId);
  const join = async (email: string, name: string, role: Role) => {
    await actor.run((turn) => addMember(turn, { id: newId(), email, name, role }));
    // Two days ago: a link of a quarter of an hour would be swept by work that began before the clock went back.
    const token = await createLink(core.actors, { accountId, ownerEmail: email, lifeMs: inviteLinkMs });
    const session = { sessionHash: sha256(randomBase62(43)), userAgent: null };
    await actor.run((turn) => signIn(turn, { linkHash: sha256(token), ...session }));
  };
  await join("jonas@lindqvist.example", "Jonas Ek", "member");
  await join("priya@lindqvist.example", "Priya Nair", "reviewer");
  const api = t.api.as((await createUnrestrictedKey(core.actors, accountId, "Office")).token);
  const { id: domainId } = await api.must<{ id: string }>(
    201,
    api.post("/domains", { domain: officeDomain }),
  );
  const address = (local: string, name: string) =>
    api.must<Address>(
      201,
      api.post("/identities", { domain_id: domainId, local_part: local, display_name: name, type: "agent" }),
    );
  const support = await address("support", "Harbour Lane Support");
  const bookings = await address("bookings", "Harbour Lane Bookings");
  const office = await address("office", "Mira Lindqvist");
  const smtp = t.app.ports.smtp!;
  const threads = new Map<string, string>();
  const threadOf = (identity: Address, subject: string) =>
    eventually(async () => {
      const { json } = await api.get<PageOf<{ id: string; subject: string }>>(
        `/threads?identity_id=${identity.id}&limit=100`,
      );
      const found = json.data.find((one) => one.subject === subject)?.id;
      if (found) threads.set(subject, found);
      return found;
    });
  const arrive = async (
    to: Address,
    mail: Parameters<typeof sendMail>[1] & { subject: string },
    hours: number,
  ) => {
    await sendMail(smtp, { to: to.email, ...mail });
    const id = await threadOf(to, mail.subject);
    clock.advance(hours * hourMs);
    return id;
  };
  const newest = async (threadId: string) => {
    const { json } = await api.get<PageOf<{ id: string }>>(`/messages?thread_id=${threadId}&limit=100`);
    return json.data.at(-1)!.id;
  };
  const reply = async (threadId: string, text: string) => {
    const message = await newest(threadId);
    const { status, json } = await api.post(`/messages/${message}/reply`, { text });
    if (status !== 201 && status !== 202) throw new Error(JSON.stringify(json));
  };
  const status = (id: string, fields: object) => api.must(200, api.patch(`/threads/${id}`, fields));

  const receipt = await arrive(office, arriving.receipt, 3);
  await status(receipt, { status: "resolved" });
  const parking = await arrive(support, arriving.parking, 1);
  await reply(parking, arriving.parkingAnswer);
  await status(parking, { status: "resolved" });
  clock.advance(4 * hourMs);
  await arrive(office, arriving.newsletter, 6);
  const quote = await arrive(bookings, arriving.quote, 2);
  await reply(quote, arriving.quoteAnswer);
  await status(quote, { status: "waiting" });
  clock.advance(9 * hourMs);
  const label = await api.must<{ id: string }>(
    201,
    api.post("/labels", { identity_id: bookings.id, name: "Weddings", colour: "#a45ac4" }),
  );
  await api.call("PUT", `/threads/${quote}/labels/${label.id}`, {});
  await arrive(support, { ...arriving.tax, attachments: [brochure] }, 5);
  await api.must(
    201,
    api.post("/messages", {
      from: office.email,
      to: ["studio@closed.example"],
      subject: "Frames for the lobby",
      text: arriving.frames,
    }),
  );
  clock.advance(3 * hourMs);
  const refund = await arrive(support, arriving.refund, 2);
  await reply(refund, arriving.refundAnswer);
  clock.advance(hourMs);
  await sendMail(smtp, { to: support.email, ...arriving.refundAgain });
  clock.advance(2 * hourMs);
  const angry = await arrive(bookings, arriving.angry, 3);
  await status(angry, { status: "human_review", owner_type: "human" });
  await arrive(office, arriving.photos(photo), 2);
  const [subject, raw] = invitationText(office.email);
  await sendRaw(smtp, { from: "dana@brightwater.example", to: office.email, raw });
  await threadOf(office, subject);
  clock.advance(2 * hourMs);
  await api.must(
    200,
    api.call("PUT", `/identities/${support.id}/protection`, {
      outbound: "new_recipients",
      inbound: "new_senders",
      approver: "human",
    }),
  );
  await api.must(
    200,
    api.call("PUT", `/identities/${bookings.id}/protection`, { outbound: "all", approver: "human" }),
  );
  const group = await arrive(bookings, booking.ask, 1);
  await reply(group, booking.answer);
  await api.must(202, api.post("/messages", { from: support.email, ...arriving.offer }));
  await sendMail(smtp, { to: support.email, ...arriving.stranger });
  await reply(refund, arriving.refundSecond);
  clock.advance(Date.now() - clock.now());
  return { accountId, api, support, bookings, office, threads };
}
