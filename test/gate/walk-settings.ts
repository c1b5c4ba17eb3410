// Long: every step over who may is a row here: who may try it, what it is done to, what the model says, and what it then knows.
// Protection, lists, threads that people watch, rules, and who is there: keys, passwords, programs, people and their roles.
import { Browser } from "../console/browser.ts";
import { eventually } from "../support/app/app.ts";
import { pick } from "../support/app/random.ts";
import { arriveAt } from "./place.ts";
import { makesApproved, makesScheduled } from "./walk-made.ts";
import { type Actor, type Entry, isAlive, type Settings, type Thread } from "./walk-model.ts";
import { type AnyStep, outcomeIf, type Step, step, take, trying } from "./walk-step.ts";
import { levels, type WalkWorld } from "./walk-world.ts";

type Wanted = Pick<Settings, "outbound" | "approver">;

/** @param address null: the account's default */
const protects: Step<{ address: number | null; input: Wanted }> = {
  weight: 10,
  // Others have a default of their own.
  by: (w, { address }) => [...w.keys, ...w.people, ...(address === null ? [] : w.outsiders)],
  needs: (w) => ({
    address: w.next(3) === 0 ? null : w.address(),
    input: {
      outbound: pick(["off", "new_recipients", "new_recipients", "new_recipients", "all"] as const, w.next),
      approver: pick(["key", "key", "human"] as const, w.next),
    },
  }),
  expect(w, who, { address }) {
    if (who.kind === "person") return outcomeIf(isAlive(who) && who.role === "owner");
    if (address !== null) return outcomeIf(w.model.maySet(who, address));
    return outcomeIf(who.reach === null && w.model.maySet(who, 0, w.model.byDefault));
  },
  async act(w, who, { address, input }) {
    const id = address === null ? "" : w.desks[address]!.id;
    if (who.kind !== "person")
      return who.api.call("PUT", address === null ? "/protection" : `/identities/${id}/protection`, input);
    return trying(async () => {
      await who.browser!.get(`/console/settings/protection?identity=${id}`);
      await who.browser!.submit("/console/protection", { ...input });
    });
  },
  learn(w, who, { address, input }) {
    w.model.set(address, who, input);
  },
  says: (w, { address, input }) =>
    `sets ${address === null ? "the default" : w.desks[address]!.email} to ${input.outbound}, ${input.approver}`,
};

const nothing: Settings = {
  ...{ outbound: "off", approver: "key", reach: null, byPerson: false, since: 0, inherits: false },
};

function mayList(w: WalkWorld, who: Actor, address: number | null): boolean {
  if (address === null) return who.reach === null && w.model.maySet(who, 0, w.model.byDefault ?? nothing);
  return w.model.maySet(who, address, w.model.protection(address) ?? nothing);
}

const listsOf = (w: WalkWorld, of: number | null) =>
  of === null ? "/protection/lists" : `/identities/${w.desks[of]!.id}/protection/lists`;

const lists: Step<Pick<Entry, "of" | "list" | "entry">> = {
  weight: 8,
  by: (w, { of }) => [...w.keys, ...(of === null ? [] : w.outsiders)],
  needs: (w) => ({
    of: w.next(4) === 0 ? null : w.address(),
    list: w.next(3) === 0 ? "block" : "allow",
    entry: w.next(4) === 0 ? w.host.domain : pick([...w.pool, "friends.example"], w.next),
  }),
  expect: (w, who, { of }) => outcomeIf(mayList(w, who, of)),
  act: (w, who, { of, list, entry }) =>
    who.api.post(listsOf(w, of), { direction: "send", list, entries: [entry] }),
  learn(w, who, on) {
    const { data } = w.answer!.json as { data: { id: string }[] };
    w.model.addEntry({ ...on, id: data[0]!.id, by: who, at: w.model.now });
  },
  says: (_w, { of, list, entry }) => `puts ${entry} on the ${list} list of ${of}`,
};

const strikes: Step<Entry> = {
  weight: 4,
  by: (w, { of }) => [...w.keys, ...(of === null ? [] : w.outsiders)],
  needs: (w) => (w.model.entries.length === 0 ? null : pick(w.model.entries, w.next)),
  expect: (w, who, { of }) => outcomeIf(mayList(w, who, of)),
  act: (w, who, { id, of }) => who.api.delete(`${listsOf(w, of)}/${id}`),
  learn(w, _who, entry) {
    w.model.entries = w.model.entries.filter((one) => one !== entry);
  },
  says: (_w, { of, list, entry }) => `takes ${entry} off the ${list} list of ${of}`,
};

/** The account writes to somebody no more, or again. */
const suppresses: Step<{ email: string; isOn: boolean }> = {
  weight: 4,
  by: (w) => w.keys,
  needs(w) {
    const email = pick(w.outside, w.next);
    const [known] = w.model.suppressed;
    if (known !== undefined && w.next(2) === 0) return { email: known, isOn: false };
    return { email, isOn: !w.model.suppressed.has(email) };
  },
  expect: (w, who) => outcomeIf(w.model.mayMint(who, [0, 1, 2, 3]) && who.reach === null),
  act: (_w, who, { email, isOn }) =>
    isOn
      ? who.api.post("/suppressions", { email })
      : who.api.delete(`/suppressions?email=${encodeURIComponent(email)}`),
  learn(w, _who, { email, isOn }) {
    if (isOn) w.model.suppressed.add(email);
    else w.model.suppressed.delete(email);
  },
  says: (_w, { email, isOn }) => `${isOn ? "suppresses" : "lifts the suppression of"} ${email}`,
};

const reviewsThread: Step<{ thread: Thread; status: string }> = {
  weight: 8,
  by: (w) => w.callers,
  needs(w) {
    const under = w.model.threads.filter(({ underReview }) => underReview);
    const came = w.model.threads.filter(({ from, underReview }) => from.length > 0 && !underReview).slice(-4);
    const from = under.length > 0 && (came.length === 0 || w.next(4) > 0) ? under : came;
    if (from.length === 0) return null;
    const thread = pick(from, w.next);
    return { thread, status: thread.underReview ? pick(["open", "resolved"], w.next) : "human_review" };
  },
  make: (w) => w.arrives(w.address(), pick(w.outside, w.next)),
  expect(w, who, { thread: { address, underReview } }) {
    const isProtected = w.model.protection(address) !== null;
    if (underReview && isProtected) return outcomeIf(w.model.mayDecide(who, address));
    return outcomeIf(w.model.mayCall(who, address, "draft"));
  },
  act: (_w, who, { thread, status }) => who.api.patch(`/threads/${thread.id}`, { status }),
  learn(_w, _who, { thread }) {
    thread.underReview = !thread.underReview;
  },
  says: (_w, { thread, status }) => `puts the thread of ${thread.from[0]} to ${status}`,
};

// Rules.

interface NewRule {
  address: number;
  name: string;
  to: string;
}

const makesRule: Step<NewRule> = {
  weight: 3,
  by: (w) => w.callers,
  needs: (w) => ({ address: w.address(), name: `role${w.name()}`, to: pick(w.outside, w.next) }),
  expect: (w, who, { address }) => outcomeIf(w.model.mayMint(who, [address])),
  act: (w, who, { address, name, to }) =>
    who.api.post("/routing-rules", {
      ...{
        domain_id: w.host.domainId,
        local_part: name,
        identity_id: w.desks[address]!.id,
        forward_to: [to],
      },
    }),
  learn(w, who, on) {
    w.rules = [...w.rules.slice(-5), { ...on, by: who }];
  },
  says: (w, { address, name, to }) => `leads ${name} by ${w.desks[address]!.email} to ${to}`,
};

/** Mail comes to the name of a rule. */
const byRule: Step<{ rule: WalkWorld["rules"][number]; mark: string }> = {
  weight: 5,
  by: (_w, { rule }) => [rule.by],
  needs(w) {
    if (w.rules.length === 0) return null;
    const ended = w.rules.filter(({ by }) => !isAlive(by));
    return { rule: pick(ended.length > 0 && w.next(2) === 0 ? ended : w.rules, w.next), mark: w.mark() };
  },
  async make(w) {
    const on = { address: w.address(), name: `role${w.name()}`, to: pick(w.outside, w.next) };
    const able = w.keys.filter((one) => w.model.mayMint(one, [on.address]));
    await take(w, makesRule, pick(able, w.next), on);
  },
  expect: (w, who, { rule }) => w.model.verdict(who, rule.address, rule.to),
  async act(w, _who, { rule, mark }) {
    const { id, email } = w.desks[rule.address]!;
    const at = { t: w.host, owner: w.host.api, id, email };
    await arriveAt(at, { from: "news@peer.example", mark, to: `${rule.name}@${w.host.domain}` });
    return null;
  },
  learn(w, _who, { rule: { to }, mark }, verdict) {
    // The mail that came has gone on: the address wrote none.
    w.mail({ mark, address: -1, to }, { state: verdict === "allowed" ? "left" : "gone" });
  },
  says: (_w, { rule, mark }) => `made the name ${rule.name}, by which ${mark} goes on to ${rule.to}`,
};

/** An address is deleted, and the owner's key makes one of its name. */
const remakes: Step<number> = {
  weight: 1,
  by: (w) => w.keys.filter((one) => isAlive(one) && one.level === null),
  needs: (w) => w.address(),
  expect(w, who, address) {
    const isWatched = w.model.threads.some((one) => one.address === address && one.underReview);
    const reaches = who.reach === null || who.reach.includes(address);
    return outcomeIf(reaches && (w.model.mayDecide(who, address) || !isWatched));
  },
  act: (w, who, address) => who.api.delete(`/identities/${w.desks[address]!.id}`),
  async learn(w, who, address) {
    const stays = !w.model.mayDecide(who, address);
    const { api, domainId } = w.host;
    const { email } = w.desks[address]!;
    const named = { domain_id: domainId, local_part: email.slice(0, email.indexOf("@")), mode: "hybrid" };
    w.desks[address] = await api.must<WalkWorld["desks"][number]>(201, api.post("/identities", named));
    w.model.remake(address, { stays, gone: 1000 + w.name(), all: w.actors });
    w.rules = w.rules.filter((one) => one.address !== address);
    w.aliases = w.aliases.filter((one) => one.address !== address);
    w.letters = w.letters.filter(({ thread }) => thread.address !== address);
    w.feeds = w.feeds.filter((one) => one.address !== address);
  },
  says: (w, address) => `deletes ${w.desks[address]!.email}`,
};

// Who is there.

const revokes: Step<Actor> = {
  weight: 6,
  by: (w) => [w.ownersKey],
  needs(w) {
    const able = [...w.keys, ...w.passwords].filter((one) => isAlive(one) && one !== w.ownersKey);
    if (able.length < 6) return null;
    // Work that somebody began outlives them only where it may.
    const began = [...w.model.mails.values()].filter(({ state }) => state === "scheduled");
    const made = [
      ...began,
      ...w.rules,
      ...w.aliases,
      ...w.feeds,
      ...w.model.entries,
      ...w.model.allowed.values(),
    ];
    const makers = able.filter((one) => made.some(({ by }) => by === one));
    if (makers.length === 0 && w.next(2) === 0) return null;
    return pick(makers.length > 0 && w.next(3) > 0 ? makers : able, w.next);
  },
  async make(w) {
    await w.mintsKey(w.ownersKey, w.someOf([0, 1, 2]));
    await makesScheduled(w);
  },
  expect: () => "allowed",
  act(w, _who, { kind, level, id, api }) {
    if (kind === "password") return w.host.api.delete(`/app-passwords/${id}`);
    // A key that a person made ends by itself, or on the page.
    return level ? w.host.api.delete(`/oauth-grants/${id}`) : api.delete(`/api-keys/${id}`);
  },
  learn(_w, _who, one) {
    one.alive = false;
  },
  says: (_w, { name }) => `revokes ${name}`,
};

/** Somebody makes a key or a password, for what it reaches or for more. */
const mints: Step<{ what: "key" | "password"; reach: number[] }> = {
  weight: 4,
  by: (w) => w.callers,
  needs(w) {
    if ([...w.keys, ...w.passwords].filter(isAlive).length > 18) return null;
    const what = pick(["key", "password"] as const, w.next);
    return { what, reach: what === "key" ? w.someOf([0, 1, 2, w.door]) : [w.address()] };
  },
  expect: (w, who, { reach }) => outcomeIf(w.model.mayMint(who, reach)),
  act(w, who, { what, reach }) {
    const ids = reach.map((one) => w.desks[one]!.id);
    return what === "key"
      ? who.api.post("/api-keys", { name: "k", identity_ids: ids })
      : who.api.post("/app-passwords", { identity_id: ids[0], name: "p" });
  },
  learn(w, who, { what, reach }) {
    const { data } = w.answer!.json as { data: { id: string; token: string; password: string } };
    if (what === "key") w.knowsKey(who, { ...data, reach });
    else w.knowsPassword(who, { ...data, address: reach[0]! });
  },
  says: (_w, { what, reach }) => `makes a ${what} for ${reach}`,
};

/** The owner lets a program in. */
const letsIn: Step<(typeof levels)[number]> = {
  weight: 4,
  by: (w) => [w.owner],
  needs(w) {
    const there = w.keys.filter((one) => isAlive(one) && one.level !== null && w.model.now < one.until);
    if (there.length > 8) return null;
    const absent = levels.filter((level) => !there.some((one) => one.level === level));
    return pick(absent.length > 0 ? absent : levels, w.next);
  },
  expect: () => "allowed",
  async act(w, _who, level) {
    await w.letsIn(level);
    return true;
  },
  says: (_w, level) => `lets a program in to ${level}`,
};

const joins: Step<"member" | "reviewer"> = {
  weight: 1,
  by: (w) => [w.owner],
  needs(w) {
    if (w.people.filter(isAlive).length > 3) return null;
    return pick(["member", "reviewer"] as const, w.next);
  },
  expect: () => "allowed",
  async act(w, _who, role) {
    await w.joins(role);
    return true;
  },
  says: (_w, role) => `invites a ${role}`,
};

const members = (w: WalkWorld) => w.people.filter((one) => isAlive(one) && one.role !== "owner");

const leaves: Step<Actor> = {
  weight: 4,
  by: (w) => [w.owner],
  needs(w) {
    const able = members(w);
    if (able.length === 0) return null;
    const approved = [...w.model.mails.values()].filter(({ state }) => state === "approved");
    const makers = able.filter((one) => approved.some(({ by }) => by === one));
    if (makers.length === 0 && w.next(2) === 0) return null;
    return pick(makers.length > 0 ? makers : able, w.next);
  },
  async make(w) {
    if (members(w).length === 0) await w.joins("member");
    await makesApproved(w);
  },
  expect: () => "allowed",
  async act(w, _who, one) {
    await w.host.removeMember(w.host.accountId, one.id);
    return true;
  },
  learn(_w, _who, one) {
    one.alive = false;
  },
  says: (_w, { name }) => `removes ${name}`,
};

/** Somebody's role becomes another; their sessions go on. */
const changesRole: Step<{ one: Actor; role: "member" | "reviewer" }> = {
  weight: 3,
  by: (w) => w.people,
  needs(w) {
    const able = members(w);
    if (able.length === 0) return null;
    const one = pick(able, w.next);
    return { one, role: one.role === "member" ? "reviewer" : "member" };
  },
  make: (w) => w.joins("member"),
  expect: (_w, who) => outcomeIf(isAlive(who) && who.role === "owner"),
  act: (_w, who, { one, role }) =>
    trying(async () => {
      await who.browser!.get("/console/settings/members");
      await who.browser!.submit("/console/members/role", { role }, (fields) => fields.get("id") === one.id);
    }),
  learn(_w, _who, { one, role }) {
    one.role = role;
  },
  says: (_w, { one, role }) => `makes ${one.name} a ${role}`,
};

/** Somebody asks for a link to sign in with, by an address whose mail keys read: what comes there opens nothing. */
const asksForLink: Step<string> = {
  weight: 3,
  by: (w) => [w.owner],
  needs: (w) => w.desks[0]!.email,
  expect: () => "allowed",
  async act(w, _who, email) {
    const browser = new Browser(w.host.api.base);
    await browser.get("/console/login");
    await browser.submit("/console/login", { email });
    const came = async () => {
      await w.host.rest();
      const { json } = await w.host.api.get<{ data: { id: string }[] }>(
        `/messages?identity_id=${w.desks[0]!.id}&from=${encodeURIComponent(`noreply@${w.host.domain}`)}&limit=3`,
      );
      return json.data;
    };
    // Later ones may be too many in an hour.
    const isFirst = !w.hasAskedForLink;
    w.hasAskedForLink = true;
    if (isFirst) await eventually(async () => (await came()).length > 0);
    for (const { id } of await came()) {
      const { text } = await w.host.api.get(`/messages/${id}`);
      if (text.includes("token=")) throw new Error(`a key reads the link of ${email}: ${text.slice(0, 600)}`);
    }
    return true;
  },
  says: (_w, email) => `asks for a link for ${email}`,
};

export const settingSteps: Record<string, AnyStep> = {
  protects: step(protects),
  lists: step(lists),
  strikes: step(strikes),
  suppresses: step(suppresses),
  reviewsThread: step(reviewsThread),
  makesRule: step(makesRule),
  byRule: step(byRule),
  remakes: step(remakes),
  revokes: step(revokes),
  mints: step(mints),
  letsIn: step(letsIn),
  joins: step(joins),
  leaves: step(leaves),
  changesRole: step(changesRole),
  asksForLink: step(asksForLink),
};
