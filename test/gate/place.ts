// An address in one state of the table: an account of its own, the maker's credentials, lists, settings, and what cells of it
// begin from. Everything is made by calls, as its people make it.

import { newId } from "../../src/lib/ids.ts";
import { Browser } from "../console/browser.ts";
import type { Api } from "../support/app/api.ts";
import { eventually } from "../support/app/app.ts";
import { answered, asking, redeem } from "../support/clients/oauth.ts";
import { dialogue } from "../support/smtp/client.ts";
import type { Host } from "./host.ts";
import type { State } from "./states.ts";

export interface Place {
  t: Host;
  state: State;
  accountId: string;
  domain: string;
  domainId: string;
  id: string;
  email: string;
  owner: Api;
  maker: Api;
  restricted: Api;
  password: string;
  browser: Browser;
  /** The n-th recipient of this state, as its list wants it. */
  recipient(n: string): string;
  /** Makes what there has to be of them. */
  ready(recipients: readonly string[]): Promise<void>;
  /** Ends what the state says is over. */
  end(): Promise<void>;
}

let accounts = 0;
/** Seconds after which nobody decides any more. */
export const expiresAfter = 7 * 86_400;

/** The key's own id, which is that of its grant where it is a program's. */
export async function idOf(api: Api): Promise<string> {
  return (await api.must<{ key: { id: string } }>(200, api.get("/me"))).key.id;
}

/** @param others a key of another account */
export async function makePlace(t: Host, state: State, others: Api): Promise<Place> {
  const number = ++accounts;
  const { list } = state;
  const bySignups = list === "own domain, a sign-up's";
  const { accountId, domainId, domain, api: owner } = bySignups ? t : await t.otherAccount();
  const stranger = bySignups ? await t.signupAccount() : others;
  const address = { domain_id: domainId, local_part: `desk${number}`, mode: "hybrid" };
  const make = () => owner.must<{ id: string; email: string }>(201, owner.post("/identities", address));
  const browser = await signedIn(t, accountId);
  const first = await make();
  const again = state.set === "made again";
  if (again) {
    await personProtects({ browser, id: first.id, state });
    await owner.must(204, owner.delete(`/identities/${first.id}`));
  }
  const { id, email } = again ? await make() : first;
  const key = () =>
    owner.must<{ id: string; token: string }>(
      201,
      owner.post("/api-keys", { name: "k", identity_ids: [id] }),
    );
  const restricted = owner.as((await key()).token);
  const made = { id: "", token: "" };
  let maker = restricted;
  const { maker: kind } = state;
  if (kind === "owner's key") maker = owner;
  else if (kind === "another account's key") maker = stranger;
  else if (kind === "revoked key") {
    Object.assign(made, await key());
    maker = owner.as(made.token);
  } else if (kind !== "restricted key") {
    const level = kind === "revoked program" || kind === "expired token" ? "send" : kind;
    maker = owner.as(await programOf(t, accountId, level));
  }
  const password = await owner.must<{ id: string; password: string }>(
    201,
    owner.post("/app-passwords", { identity_id: id, name: "p" }),
  );
  if (list === "own domain, by a rule") {
    const inbox = await owner.must<{ id: string }>(
      201,
      owner.post("/identities", { domain_id: domainId, local_part: "colleagues" }),
    );
    await owner.must(
      201,
      owner.post("/routing-rules", { domain_id: domainId, local_part: "*", identity_id: inbox.id }),
    );
  }
  const at =
    list === "domain"
      ? `friends${number}.example`
      : list === "blocked domain"
        ? `foes${number}.example`
        : "peer.example";
  return {
    ...{ t, state, accountId, domain, domainId, id, email, owner, maker, restricted },
    password: password.password,
    browser,
    recipient(n) {
      const name = `c${number}-${n}`;
      if (list.startsWith("own domain")) return `${name}@${domain}`;
      return list.endsWith("subaddress") ? `${name}+x@${at}` : `${name}@${at}`;
    },
    async ready(recipients) {
      const by = { "own domain": owner, "own domain, a sign-up's": stranger }[list as string];
      if (by) for (const email of recipients) await by.must(201, by.post("/identities", { email }));
    },
    async end() {
      if (kind === "revoked key") await owner.must(200, owner.delete(`/api-keys/${made.id}`));
      if (kind === "expired token")
        await t.values(
          "update api_key_tokens set expires_at = now() - interval '1 day' where account_id = $1::uuid and api_key_id = $2::uuid and expires_at is not null returning 1",
          [accountId, await idOf(maker)],
        );
      if (kind === "revoked program") {
        await owner.must(200, owner.delete(`/oauth-grants/${await idOf(maker)}`));
      }
      if (kind === "revoked key" || kind === "revoked program")
        await owner.must(200, owner.delete(`/app-passwords/${password.id}`));
    },
  };
}

/** A browser in which somebody of the account is signed in. @param ownerEmail null: its operator */
export async function signedIn(
  t: Host,
  accountId: string,
  ownerEmail: string | null = null,
): Promise<Browser> {
  const browser = new Browser(t.api.base);
  await browser.get(`/console/sign-in?token=${await t.signInToken(accountId, ownerEmail)}`);
  await browser.submit("/console/sign-in");
  return browser;
}

/** The token of a program that the account's owner lets in. @param reach ids of addresses; null: to every one */
export async function programOf(
  t: Host,
  accountId: string,
  level: string,
  reach: readonly string[] | null = null,
): Promise<string> {
  const asked = await asking(t, { scope: "read draft send approve" });
  const chosen: Record<string, string | string[]> =
    reach === null ? { every: "yes" } : { identity: [...reach] };
  const back = await answered(await signedIn(t, accountId), asked, { level, ...chosen });
  const { status, json } = await redeem(t, asked, back);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json.access_token;
}

/** By account: who leaves ends the invitations that nobody has used yet, so one joins and leaves after the other. */
const leaving = new Map<string, Promise<Browser>>();

/** The browser of somebody who decided here until they were removed. */
export function formerMember(place: Pick<Place, "t" | "accountId">): Promise<Browser> {
  const before = leaving.get(place.accountId) ?? Promise.resolve();
  const next = before.then(() => joinAndLeave(place));
  leaving.set(place.accountId, next);
  return next;
}

async function joinAndLeave({ t, accountId }: Pick<Place, "t" | "accountId">): Promise<Browser> {
  const id = newId();
  const email = `former-${id}@people.example`;
  await t.addMember(accountId, { id, email, role: "reviewer" });
  const browser = await signedIn(t, accountId, email);
  await t.removeMember(accountId, id);
  return browser;
}

const expiry = { expires_after: expiresAfter, on_expiry: "reject" };

async function personProtects({
  browser,
  id,
  state,
}: Pick<Place, "browser" | "id" | "state">): Promise<void> {
  const { outbound, approver, submission } = state;
  await browser.get(`/console/settings/protection?identity=${id}`);
  const fields = { outbound, approver, submission, ...expiry, expires_after: String(expiresAfter) };
  await browser.submit("/console/protection", fields);
  if (browser.status !== 200) throw new Error(`${browser.status}: ${browser.text}`);
}

/** Lists and settings, in the order in which the state says they came. */
export async function protect(place: Place, recipients: readonly string[]): Promise<void> {
  const { owner, restricted, id, domain, state } = place;
  const { set, outbound, approver, submission, list } = state;
  const own = `/identities/${id}/protection`;
  const settings = { outbound, approver, submission, ...expiry };
  if (set === "loosened")
    await restricted.must(200, restricted.call("PUT", own, { outbound: "off", ...expiry }));
  if (set === "older") await owner.must(200, owner.call("PUT", own, { outbound: "off", ...expiry }));
  const bare = recipients.map((email) => email.replace("+x@", "@"));
  const domainOf = recipients[0]?.split("@")[1];
  const entries: Partial<Record<State["list"], string[]>> = {
    address: bare,
    domain: [domainOf!],
    "own domain": [domain],
    "own domain, by a rule": [domain],
    "own domain, a sign-up's": [domain],
    "the account's": bare,
    subaddress: bare,
    "by the restricted key": bare,
    blocked: bare,
    "blocked domain": [domainOf!],
    "blocked subaddress": bare,
  };
  const listed = entries[list];
  if (listed && recipients.length > 0) {
    const by = list === "by the restricted key" ? restricted : owner;
    const path = list === "the account's" ? "/protection/lists" : `${own}/lists`;
    const rule = { direction: "send", list: list.startsWith("blocked") ? "block" : "allow", entries: listed };
    await by.must(201, by.post(path, rule));
  }
  if (set === "made again") return;
  if (set === "besieged") {
    await personProtects(place);
    const everybody = { direction: "send", list: "allow", entries: bare };
    if (bare.length > 0) await owner.must(201, owner.post("/protection/lists", everybody));
  }
  if (set === "own") await owner.must(200, owner.call("PUT", own, settings));
  else if (set !== "nowhere") await owner.must(200, owner.call("PUT", "/protection", settings));
}

/** A stranger's mail; nothing of how it came matters here. @returns the id of the message at the place */
export async function arrive(place: Place, mail: Parameters<typeof arriveAt>[1]): Promise<string> {
  return (await arriveAt(place, mail)).id;
}

interface Arriving {
  from: string;
  mark: string;
  to?: string;
  /** Further recipients in the mail's To, elsewhere. */
  also?: readonly string[];
  thread?: State["thread"];
  /** Another one than the mark. */
  subject?: string;
  body?: readonly string[];
}

export async function arriveAt(
  { t, owner, id, email }: Pick<Place, "t" | "owner" | "id" | "email">,
  mail: Arriving,
): Promise<{ id: string; threadId: string }> {
  const { from, mark, thread = "open" } = mail;
  await comeTo(t, { to: email, ...mail });
  const found = await eventually(async () => {
    const { json } = await owner.get<{ data: { id: string; thread_id: string; subject: string }[] }>(
      `/messages?identity_id=${id}&from=${encodeURIComponent(from)}`,
    );
    return json.data.find(({ subject }) => subject === mark);
  });
  if (thread === "human_review")
    await owner.must(200, owner.patch(`/threads/${found.thread_id}`, { status: thread }));
  return { id: found.id, threadId: found.thread_id };
}

/** A mail is taken at the door. */
export async function comeTo(
  { ports }: Pick<Host, "ports">,
  { from, mark, to, also = [], subject = mark, body = ["", "Hello"] }: Arriving & { to: string },
): Promise<void> {
  const talk = await dialogue(ports.smtp);
  await talk.say(`MAIL FROM:<${from}>`);
  await talk.say(`RCPT TO:<${to}>`);
  await talk.say("DATA");
  const head = [
    `From: ${from}`,
    `To: ${[to, ...also].join(", ")}`,
    `Subject: ${subject}`,
    `Message-ID: <${mark}@peer.example>`,
  ];
  const said = await talk.say([...head, ...body, "."].join("\r\n"));
  talk.close();
  if (!said.startsWith("250")) throw new Error(said);
}
