// An address in one state of the table: an account of its own, the maker's credentials, lists, settings, and what cells of it
// begin from. Everything is made by calls, as its people make it.

import { createLink } from "../../actors/account/people/console.ts";
import { addMember, removeMember } from "../../actors/account/people/members.ts";
import { newId } from "../../src/lib/ids.ts";
import { Browser } from "../console/browser.ts";
import type { Api } from "../support/app/api.ts";
import { eventually, type SuiteApp } from "../support/app/app.ts";
import { answered, asking, redeem, signIn } from "../support/clients/oauth.ts";
import { dialogue } from "../support/smtp/client.ts";
import type { State } from "./states.ts";

export interface Place {
  t: SuiteApp;
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
  /** Ends what the state says is over. */
  end(): Promise<void>;
}

let accounts = 0;

export async function makePlace(t: SuiteApp, state: State, stranger: Api): Promise<Place> {
  const { accountId, domainId, domain, api: owner } = await t.otherAccount();
  const address = { domain_id: domainId, local_part: "desk", mode: "hybrid" };
  const { id, email } = await owner.must<{ id: string; email: string }>(
    201,
    owner.post("/identities", address),
  );
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
  const list = state.list;
  if (list === "own domain") {
    const inbox = await owner.must<{ id: string }>(
      201,
      owner.post("/identities", { domain_id: domainId, local_part: "colleagues" }),
    );
    await owner.must(
      201,
      owner.post("/routing-rules", { domain_id: domainId, local_part: "*", identity_id: inbox.id }),
    );
  }
  const number = ++accounts;
  const at =
    list === "domain"
      ? `friends${number}.example`
      : list === "blocked domain"
        ? `foes${number}.example`
        : "peer.example";
  return {
    ...{ t, state, accountId, domain, domainId, id, email, owner, maker, restricted },
    password: password.password,
    browser: await signIn(t, accountId),
    recipient(n) {
      const name = `c${number}-${n}`;
      if (list === "own domain") return `${name}@${domain}`;
      return list.endsWith("subaddress") ? `${name}+x@${at}` : `${name}@${at}`;
    },
    async end() {
      if (kind === "revoked key") await owner.must(200, owner.delete(`/api-keys/${made.id}`));
      if (kind === "expired token")
        await t.app.core.database.values(
          "update api_key_tokens set expires_at = now() - interval '1 day' where account_id = $1::uuid and expires_at is not null returning 1",
          [accountId],
        );
      if (kind === "revoked program") {
        const [grant] = await owner.must<{ id: string }[]>(200, owner.get("/oauth-grants"));
        await owner.must(200, owner.delete(`/oauth-grants/${grant!.id}`));
      }
      if (kind === "revoked key" || kind === "revoked program")
        await owner.must(200, owner.delete(`/app-passwords/${password.id}`));
    },
  };
}

/** The token of a program that the account's owner lets in, to every address. */
export async function programOf(t: SuiteApp, accountId: string, level: string): Promise<string> {
  const asked = await asking(t, { scope: "read draft send approve" });
  const back = await answered(await signIn(t, accountId), asked, { level, every: "yes" });
  const { status, json } = await redeem(t, asked, back);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json.access_token;
}

/** The browser of somebody who decided here until they were removed. */
export async function formerMember({ t, accountId }: Place): Promise<Browser> {
  const id = newId();
  const email = `former-${id}@people.example`;
  const account = t.app.core.actors.account(accountId);
  await account.run((turn) => addMember(turn, { id, email, name: "F", role: "reviewer" }));
  const browser = new Browser(t.api.base);
  const token = await createLink(t.app.core.actors, { accountId, ownerEmail: email });
  await browser.get(`/console/sign-in?token=${token}`);
  await browser.submit("/console/sign-in");
  await account.run((turn) => removeMember(turn, id));
  return browser;
}

/** Lists and settings, in the order in which the state says they came. */
export async function protect(place: Place, recipients: readonly string[]): Promise<void> {
  const { owner, restricted, id, domain, state } = place;
  const { set, outbound, approver, submission, list } = state;
  const own = `/identities/${id}/protection`;
  const settings = { outbound, approver, submission };
  if (set === "loosened") await restricted.must(200, restricted.call("PUT", own, { outbound: "off" }));
  if (set === "older") await owner.must(200, owner.call("PUT", own, { outbound: "off" }));
  const bare = recipients.map((email) => email.replace("+x@", "@"));
  const domainOf = recipients[0]?.split("@")[1];
  const entries: Partial<Record<State["list"], string[]>> = {
    address: bare,
    domain: [domainOf!],
    "own domain": [domain],
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
  if (set === "own") await owner.must(200, owner.call("PUT", own, settings));
  else if (set !== "nowhere") await owner.must(200, owner.call("PUT", "/protection", settings));
}

/** A stranger's mail; nothing of how it came matters here. @returns the id of the message at the place */
export async function arrive(
  { t, owner, id, email }: Place,
  mail: { from: string; mark: string; to?: string; thread?: State["thread"]; body?: readonly string[] },
): Promise<string> {
  const { from, mark, to = email, thread = "open", body = ["", "Hello"] } = mail;
  const talk = await dialogue(t.smtpPort);
  await talk.say(`MAIL FROM:<${from}>`);
  await talk.say(`RCPT TO:<${to}>`);
  await talk.say("DATA");
  const head = [`From: ${from}`, `To: ${to}`, `Subject: ${mark}`, `Message-ID: <${mark}@peer.example>`];
  const said = await talk.say([...head, ...body, "."].join("\r\n"));
  talk.close();
  if (!said.startsWith("250")) throw new Error(said);
  const found = await eventually(async () => {
    const { json } = await owner.get<{ data: { id: string; thread_id: string; subject: string }[] }>(
      `/messages?identity_id=${id}&from=${encodeURIComponent(from)}`,
    );
    return json.data.find(({ subject }) => subject === mark);
  });
  if (thread === "human_review")
    await owner.must(200, owner.patch(`/threads/${found.thread_id}`, { status: thread }));
  return found.id;
}
