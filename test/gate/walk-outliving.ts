// What somebody made and that goes on by itself, used after they have ended: names to write from, addresses of feeds, grants whose
// time is over; and ways round a door: codes of sign-ups, links of nobody's and of former reviewers, people whose role ends, lists and searches beside a mail that waits.
import { Browser } from "../console/browser.ts";
import { pick } from "../support/app/random.ts";
import { callTool } from "./doors.ts";
import { makesDraft, makesWaiting } from "./walk-made.ts";
import { type Actor, isAlive, type Mail } from "./walk-model.ts";
import { type AnyStep, outcomeIf, type Step, step, take } from "./walk-step.ts";
import type { WalkWorld, Wish } from "./walk-world.ts";

const hourMs = 3_600_000;

/** Of what was made, mostly something whose maker has ended. */
function oneOf<T extends { by: Actor }>(w: WalkWorld, all: readonly T[]): T {
  const ended = all.filter(({ by }) => !isAlive(by));
  return pick(ended.length > 0 && w.next(2) === 0 ? ended : all, w.next);
}

/** Keys that may make something of an address, mostly one that may end. */
function maker(w: WalkWorld, able: readonly Actor[]): Actor {
  const others = able.filter((one) => one !== w.ownersKey);
  return others.length > 0 && w.next(4) > 0 ? pick(others, w.next) : w.ownersKey;
}

const leadsAs: Step<{ address: number; name: string }> = {
  weight: 2,
  by: (w) => w.callers,
  needs: (w) => ({ address: w.address(), name: `alias${w.name()}` }),
  expect: (w, who) => outcomeIf(w.model.mayMint(who, null)),
  act: (w, who, { address, name }) =>
    who.api.post("/routing-rules", {
      ...{ domain_id: w.host.domainId, local_part: name, identity_id: w.desks[address]!.id, send_as: true },
    }),
  learn(w, by, { address, name }) {
    w.aliases = [...w.aliases.slice(-5), { address, email: `${name}@${w.host.domain}`, by }];
  },
  says: (w, { address, name }) => `lets ${w.desks[address]!.email} write as ${name}`,
};

/** From a name of a rule, or from a subaddress of its own. */
const writesAs: Step<Wish & { email: string; as: WalkWorld["aliases"][number] | null }> = {
  weight: 4,
  by: (w) => w.callers,
  needs(w) {
    if (w.next(3) === 0) {
      const wish = w.wish();
      return { ...wish, email: w.desks[wish.address]!.email.replace("@", "+t@"), as: null };
    }
    if (w.aliases.length === 0) return null;
    const as = oneOf(w, w.aliases);
    const { address, email } = as;
    return { address, email, as, to: w.recipient(address), mark: w.mark() };
  },
  make(w) {
    const able = w.keys.filter((one) => w.model.mayMint(one, null));
    return take(w, leadsAs, maker(w, able), { address: w.address(), name: `alias${w.name()}` });
  },
  may: (w, who, { address }) => w.model.mayCall(who, address, "send"),
  expect: (w, who, { address, to, as }) =>
    as === null || w.model.may(as.by, address, "send") ? w.sends(who, address, to) : "refused",
  act: (_w, who, { email, to, mark }) =>
    who.api.post("/messages", { from: email, to: [to], subject: mark, text: mark }),
  learn: (w, _who, on, verdict) => w.settle(w.mail(on, { plain: false, as: on.as }), verdict),
  says: (_w, { email, to, mark }) => `as ${email} to ${to} ${mark}`,
};

/** On the page; it may end as others do. */
const ownerMints: Step<number> = {
  weight: 1,
  by: (w) => [w.owner],
  needs(w) {
    const whole = w.keys.filter((one) => isAlive(one) && one.level === null && one.reach === null);
    return whole.length > 3 ? null : whole.length;
  },
  expect: () => "allowed",
  async act(w) {
    await w.mintsWholeKey();
    return true;
  },
  says: (_w, there) => `makes a key without restriction, beside ${there}`,
};

const feeds: Step<number> = {
  weight: 2,
  by: (w) => w.callers,
  needs: (w) => w.address(),
  expect: (w, who, address) => outcomeIf(w.model.mayMint(who, [address])),
  act: (w, who, address) => who.api.post(`/identities/${w.desks[address]!.id}/calendar-feeds`, { name: "f" }),
  learn(w, by, address) {
    const { data } = w.answer!.json as { data: { url: string } };
    w.feeds = [...w.feeds.slice(-5), { address, path: new URL(data.url).pathname, by }];
  },
  says: (w, address) => `makes a feed of ${w.desks[address]!.email}`,
};

const readsFeed: Step<WalkWorld["feeds"][number]> = {
  weight: 3,
  by: (_w, { by }) => [by],
  needs: (w) => (w.feeds.length === 0 ? null : oneOf(w, w.feeds)),
  make(w) {
    const address = w.address();
    const able = w.keys.filter((one) => w.model.mayMint(one, [address]));
    return take(w, feeds, maker(w, able), address);
  },
  expect: (_w, who) => outcomeIf(isAlive(who)),
  act: async (w, _who, { path }) => (await fetch(w.host.api.base + path)).status === 200,
  says: (_w, { address }) => `made the feed of ${address} that somebody reads`,
};

/** A program comes for no new token until its grant is over: what it was let do, and what it let leave, are over too. */
const grantEnds: Step<Actor> = {
  weight: 3,
  by: (w) => [w.owner],
  needs(w) {
    const gone = w.keys.filter((one) => isAlive(one) && one.level !== null && one.until < w.model.now);
    if (gone.length === 0) return null;
    const leaves = [...w.model.allowed.values(), ...w.model.mails.values()];
    const makers = gone.filter((one) => leaves.some(({ by }) => by === one));
    return pick(makers.length > 0 ? makers : gone, w.next);
  },
  make: (w) => w.passes(w.model.now + hourMs),
  expect: () => "allowed",
  async act(w, _who, { id }) {
    const ends = new Date(w.model.now - 1000).toISOString();
    const rows = await w.host.values(
      `update oauth_refresh_tokens set expires_at = $3::timestamptz
       where account_id = $1::uuid and grant_id = $2::uuid returning 1`,
      [w.host.accountId, id, ends],
    );
    return rows.length > 0;
  },
  learn(_w, _who, one) {
    one.alive = false;
  },
  says: (_w, { name }) => `has not seen ${name} for months`,
};

/** A program signs up with an address as its human whose mail it reads: no code goes there. To a human elsewhere it does. */
const asksForCode: Step<string> = {
  weight: 3,
  by: (w) => w.outsiders.slice(0, 1),
  needs(w) {
    // Five an hour come from one network.
    const [oldest] = w.signUps.slice(-4, -3);
    if (oldest !== undefined && oldest + hourMs > w.model.now) return null;
    if (w.next(3) === 0) return `human${w.name()}@people.example`;
    const email = pick(w.others, w.next);
    return w.next(2) === 0 ? email : email.replace("@", "+x@");
  },
  expect: (_w, _who, email) => outcomeIf(email.endsWith("@people.example")),
  act(w, who, human_email) {
    w.signUps.push(w.model.now);
    return who.api.post("/agent/signup", { username: `bot${w.name()}`, human_email });
  },
  says: (_w, email) => `signs up, with ${email} as the human`,
};

/** A link of somebody who is no reviewer of the address decides nothing. */
const decidesByLink: Step<Mail> = {
  weight: 3,
  by: (w) => w.people.filter((one) => one !== w.owner),
  needs: (w) => w.mailIn(["waits"]),
  make: makesWaiting,
  expect: () => "refused",
  async act(w, who, mail) {
    const { reviewId } = await w.find(mail);
    const [row] = await w.host.values("select identity_id from reviews where id = $1::uuid", [reviewId]);
    const at = { accountId: w.host.accountId, identityId: row![0] as string };
    const email = `${who.name}@people.example`;
    const token = await w.host.reviewLink(at, { reviewId: reviewId!, email });
    const browser = new Browser(w.host.api.base);
    await browser.get(`/console/review?token=${token}`);
    if (!browser.text.includes('action="/console/review"')) return false;
    const approves = (fields: URLSearchParams) => fields.get("decision") === "approve";
    await browser.submit("/console/review", {}, approves);
    const [now] = await w.host.values(
      "select status <> 'pending' or approve_at is not null from reviews where id = $1::uuid",
      [reviewId],
    );
    return now![0] === true;
  },
  says: (_w, mail) => `approves ${mail.mark} by a link`,
};

type LinkUse = "in time" | "former" | "twice";

/**
 * A reviewer who was named decides by the link of their mail: in time, after they were taken off the reviewers, or once more after
 * it has decided. Nobody is named afterwards.
 */
const reviewerDecides: Step<Wish & { use: LinkUse }> = {
  weight: 3,
  by: (w) => w.people.filter((one) => one !== w.owner && isAlive(one)),
  needs(w) {
    if (!w.people.some((one) => one !== w.owner && isAlive(one))) return null;
    const at = [0, 1, 2].filter((address) => w.model.maySet(w.ownersKey, address));
    if (at.length === 0) return null;
    const address = pick(at, w.next);
    const open = w.outside.filter((to) => !w.model.isBlocked(address, to));
    if (open.length === 0) return null;
    const use = pick(["in time", "former", "former", "twice"] as const, w.next);
    return { address, to: pick(open, w.next), mark: w.mark(), use };
  },
  async make(w) {
    if (!w.people.some((one) => one !== w.owner && isAlive(one))) await w.joins("reviewer");
  },
  expect: (_w, _who, { use }) => outcomeIf(use !== "former"),
  async act(w, who, { use, ...wish }) {
    const email = `${who.name}@people.example`;
    await names(w, wish.address, [email]);
    await take(w, w.steps.writes!, w.ownersKey, { ...wish, how: "POST", isHidden: false });
    const { reviewId } = await w.find(wish);
    const at = { accountId: w.host.accountId, identityId: w.desks[wish.address]!.id };
    const token = await w.host.reviewLink(at, { reviewId: reviewId!, email });
    const browser = new Browser(w.host.api.base);
    await browser.get(`/console/review?token=${token}`);
    const approves = (fields: URLSearchParams) => fields.get("decision") === "approve";
    const page = browser.form("/console/review", approves);
    if (use === "former") await names(w, wish.address, []);
    if (use === "twice")
      await browser.submit("/console/review", {}, (fields) => fields.get("decision") === "return");
    const { status } = await browser.post("/console/review", page);
    if (use === "twice" && status < 400) throw new Error(`${wish.mark}: the link decides twice: ${status}`);
    const [row] = await w.host.values("select approve_at is not null from reviews where id = $1::uuid", [
      reviewId,
    ]);
    return row![0] === true;
  },
  async learn(w, who, { mark, address, use }) {
    const mail = w.model.mails.get(mark)!;
    const due = w.model.now + 10_000;
    if (use === "in time") Object.assign(mail, { state: "approved", by: who, due });
    await w.passes(due + 1_000);
    if (use === "twice") {
      mail.state = "draft";
      w.unseen.delete(mail);
    }
    await names(w, address, []);
  },
  says: (w, { address, to, mark, use }) => `decides by link ${use}: ${w.desks[address]!.email} ${to} ${mark}`,
};

/** What a person has under way when their right to it is taken. */
type Open = "nothing" | "a new mail" | "a draft" | "a mail on its way" | "a decision" | "an approval";
interface RoleEnd {
  open: Open;
  end: "demoted" | "removed";
  wish: Wish;
}

/** Somebody who writes and decides does neither any more, with their session and what it has open; made a member again they do. */
const losesRole: Step<RoleEnd> = {
  weight: 6,
  by: (w) => [w.owner],
  needs(w) {
    const open = [
      "nothing",
      "a new mail",
      "a draft",
      "a mail on its way",
      "a decision",
      "an approval",
    ] as const;
    const end = pick(["demoted", "demoted", "removed"] as const, w.next);
    return { open: w.next(3) === 0 ? "a mail on its way" : pick(open, w.next), end, wish: w.wish() };
  },
  expect: () => "allowed",
  async act(w, owner, { open, end, wish }) {
    const isMember = (one: Actor) => isAlive(one) && one.role === "member";
    if (!w.people.some(isMember)) await w.joins("member");
    const one = pick(w.people.filter(isMember), w.next);
    const submit = await opens(w, one, { open, wish });
    if (end === "removed") await take(w, w.steps.leaves!, owner, one);
    else await take(w, w.steps.changesRole!, owner, { one, role: "reviewer" });
    // A reviewer goes on deciding.
    if (submit !== null && !(open === "a decision" && end === "demoted")) {
      const status = await submit();
      if (status < 400)
        throw new Error(`${one.name} is ${end}, and ${open} that was open is taken: ${status}`);
    }
    await take(w, w.steps.personWrites!, one, { ...wish, mark: w.mark() });
    // What is on its way falls due while they may not write.
    if (end === "removed" || open === "a mail on its way" || w.next(2) === 0) return true;
    await take(w, w.steps.changesRole!, owner, { one, role: "member" });
    await take(w, w.steps.personWrites!, one, { ...wish, mark: w.mark() });
    return true;
  },
  says: (_w, { open, end }) => `has somebody ${end} who has ${open}`,
};

/** @returns sends what they have open, and says how it was answered; null: it goes on by itself, or there is nothing */
async function opens(
  w: WalkWorld,
  one: Actor,
  { open, wish }: Pick<RoleEnd, "open" | "wish">,
): Promise<(() => Promise<number>) | null> {
  const browser = one.browser!;
  const form = (action: string, more: Record<string, string>, decision?: string) => {
    const fields = browser.form(action, (all) => decision === undefined || all.get("decision") === decision);
    for (const [name, value] of Object.entries(more)) fields.set(name, value);
    return async () => (await browser.post(action, fields)).status;
  };
  const { id } = w.desks[wish.address]!;
  await browser.get(`/console/write?address=${id}`);
  if (open === "a new mail")
    return form("/console/write", { from: id, to: wish.to, subject: wish.mark, text: wish.mark });
  if (open === "a mail on its way") await take(w, w.steps.personWrites!, one, wish);
  if (open === "a draft") {
    await browser.get(`/console/drafts/${(await w.find(await makesDraft(w))).id}`);
    return form("/console/write", {});
  }
  if (open !== "a decision" && open !== "an approval") return null;
  await makesWaiting(w);
  const mail = w.mailIn(["waits"]);
  if (mail === null) return null;
  if (open === "an approval") await take(w, w.steps.personApproves!, one, mail);
  else {
    await browser.get(`/console/reviews/${(await w.find(mail)).reviewId}`);
    return form("/console/reviews", {}, "approve");
  }
  return null;
}

/** The owner's key has all mail of an address wait, for these reviewers. */
async function names(w: WalkWorld, address: number, reviewers: readonly string[]): Promise<void> {
  const { api } = w.ownersKey;
  const input = { outbound: "all", approver: "key" } as const;
  const settings = { ...input, reviewers, notify: "off" };
  await api.must(200, api.call("PUT", `/identities/${w.desks[address]!.id}/protection`, settings));
  w.model.set(address, w.ownersKey, input);
}

/** Whatever shows mail beside the mail itself tells nothing of one that waits, to nobody who may not decide it. */
const looksAround: Step<WalkWorld["arrivals"][number]> = {
  weight: 4,
  by: (w) => w.callers,
  needs: (w) => (w.arrivals.length === 0 ? null : pick(w.arrivals, w.next)),
  make: (w) => w.waitsAtDoor(),
  may: (w, who) => !w.model.mayDecide(who, w.door),
  // Who decides it reads it at its own place.
  expect: () => "refused",
  async act(w, who, { mark, message, review }) {
    if (w.model.mayDecide(who, w.door)) return false;
    const { id, email } = w.desks[w.door]!;
    const files = await w.host.values("select id from attachments where message_id = $1::uuid", [message]);
    const [[threadId]] = (await w.host.values("select thread_id from messages where id = $1::uuid", [
      message,
    ])) as [[string]];
    const paths = [
      `/messages?identity_id=${id}&limit=50`,
      `/messages?identity_id=${id}&q=secret`,
      `/threads?identity_id=${id}&limit=50`,
      `/events?identity_id=${id}&limit=50`,
      `/reviews?identity_id=${id}`,
      `/reviews/${review}`,
      `/reviews/${review}/raw`,
      `/messages/${message}`,
      `/messages/${message}/raw`,
      `/messages/${message}/safety`,
      ...files.map(([file]) => `/attachments/${file}`),
      `/threads/${threadId}`,
      `/messages?thread_id=${threadId}`,
    ];
    for (const path of paths) {
      const { text } = await who.api.get(path);
      if (text.includes(`secret of ${mark}`)) throw new Error(`${path} tells ${who.name} of ${mark}`);
    }
    const said = await callTool(who.api, "list_threads", { address: email });
    return JSON.stringify(said).includes(`secret of ${mark}`);
  },
  says: (_w, { mark }) => `looks around for ${mark}, which waits`,
};

export const outlivingSteps: Record<string, AnyStep> = {
  leadsAs: step(leadsAs),
  writesAs: step(writesAs),
  ownerMints: step(ownerMints),
  feeds: step(feeds),
  readsFeed: step(readsFeed),
  grantEnds: step(grantEnds),
  asksForCode: step(asksForCode),
  decidesByLink: step(decidesByLink),
  reviewerDecides: step(reviewerDecides),
  losesRole: step(losesRole),
  looksAround: step(looksAround),
};
