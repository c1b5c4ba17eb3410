// Who asks the API in a round of made-up requests, and what there is for them to work on. Each round begins with a new
// account that has some of everything: what earlier rounds have deleted or used up is there again.
import type { Document } from "../../src/http/openapi/types.ts";
import type { Api, PageOf } from "../support/app/api.ts";
import { eventually, type SuiteApp } from "../support/app/app.ts";
import { createResources } from "../support/app/fixtures.ts";
import { restrictedKey, signupAccount } from "../support/app/keys.ts";
import { pick, type Random } from "../support/app/random.ts";
import type { Call } from "./api-calls.ts";
import { Pool } from "./api-pool.ts";

/** Meetings that may be answered, and mails that wait for a decision. */
const each = 6;

export interface Caller {
  api: Api;
  pool: Pool;
}

export interface Place {
  document: Document;
  random: Random;
  /** The call that begins a signup. */
  signUp: Call;
  /** Where webhooks may be received. */
  hookUrl: string;
}

/** Who asks: one of the callers, a key that they have minted, or nobody. */
export class Callers {
  /** Ids of the keys that are asked with. */
  readonly #kept = new Set<string>();
  readonly #place: Place;
  /** A caller as often as it has shares. */
  #list: Caller[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  all(): Caller[] {
    return [...new Set(this.#list)];
  }

  pool(): Pool {
    return new Pool(this.#place.document, this.#place.random, this.#kept);
  }

  /** The operator, who is the same in each round, a new account with a key for some of its addresses, and a signup. */
  async begin(t: SuiteApp, round: number): Promise<void> {
    const operator = this.#list.at(-1) ?? (await this.#caller(t.api));
    await t.address();
    const account = await t.otherAccount();
    const human = await this.#furnish(t, account, `own${round}${t.kind}`);
    const { data } = (await account.api.get<PageOf<{ id: string }>>("/identities?limit=3")).json;
    const ids = data.map(({ id }) => id);
    const owner = await this.#caller(account.api);
    const restricted = await this.#caller(await restrictedKey(account.api, ids));
    const signup = await this.#caller((await signupAccount(t)).api);
    await addressOf(signup.api, t.domainId, `signup${round}`);
    const body = { username: `agent${round}`, human_email: human };
    const headers = { "x-forwarded-for": `198.51.100.${round}` };
    const answer = await t.api.as(null).post("/agent/signup", body, headers);
    owner.pool.learn({ call: this.#place.signUp, ids: [] }, answer.status, answer.json);
    this.#list = [owner, owner, owner, restricted, signup, operator];
  }

  pick(): Caller {
    const { random } = this.#place;
    const caller = pick(this.#list, random);
    const luck = random(100);
    if (luck < 2) return { api: caller.api.as(null), pool: caller.pool };
    const token = luck < 6 ? caller.pool.pick("tokens") : null;
    return token === null ? caller : { api: caller.api.as(token), pool: caller.pool };
  }

  async #caller(api: Api): Promise<Caller> {
    const { data } = (await api.get<PageOf<{ id: string; identity_ids: unknown }>>("/api-keys")).json;
    for (const { id, identity_ids } of data)
      if (identity_ids === null || data.length === 1) this.#kept.add(id);
    return { api, pool: this.pool() };
  }

  /**
   * One of everything, an address that is invited to meetings, and one whose mails are held.
   * @returns the address that is invited
   */
  async #furnish(
    t: SuiteApp,
    { api, domainId }: { api: Api; domainId: string },
    mark: string,
  ): Promise<string> {
    const { database } = t.app.core;
    const { email } = await createResources(api, { mark, hookUrl: this.#place.hookUrl, database });
    await api.must(201, api.post("/domains", { domain: `spare-${mark}.example` }));
    const host = await addressOf(api, domainId, "host");
    const guest = await addressOf(api, domainId, "guest");
    for (let n = 0; n < each; n++) {
      const time = { start: `2027-05-1${n}T09:00:00`, end: `2027-05-1${n}T10:00:00` };
      const body = { title: "Planning", ...time, attendees: [{ email: guest.email }], send_invites: true };
      await api.must(201, api.post(`/identities/${host.id}/calendar/events`, body));
    }
    await eventually(async () => {
      const { json } = await api.get<PageOf<unknown>>(`/identities/${guest.id}/calendar/events`);
      return json.data.length === each;
    });
    await api.must(200, api.call("PUT", `/identities/${host.id}/protection`, { outbound: "all" }));
    for (let n = 0; n < each; n++)
      await api.must(202, api.post("/messages", { from: host.email, to: email, text: `hello ${n}` }));
    return guest.email;
  }
}

function addressOf(api: Api, domain_id: string, local_part: string) {
  return api.must<{ id: string; email: string }>(201, api.post("/identities", { domain_id, local_part }));
}
