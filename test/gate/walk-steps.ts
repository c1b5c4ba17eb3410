// Long: every step over mail is a row here: who may try it, what it is done to, what the model says, and what it then knows.
// Mail that is written, drafted, held, decided, scheduled and read, by every door that the walk has. A step without its object
// makes one first.
import { pick } from "../support/app/random.ts";
import { eventText, withAuthorization } from "../support/clients/dav.ts";
import { submitMail } from "../support/smtp/client.ts";
import { callTool } from "./doors.ts";
import type { Outcome } from "./model.ts";
import { makesApproved, makesDraft, makesScheduled, makesWaiting } from "./walk-made.ts";
import { type Actor, isAlive, type Mail } from "./walk-model.ts";
import { type AnyStep, outcomeIf, type Step, step, take, trying } from "./walk-step.ts";
import type { WalkWorld, Wish } from "./walk-world.ts";

const times = { start: "2031-03-30T09:00:00", end: "2031-03-30T09:30:00", timezone: "UTC" };

/** What comes of a step on a draft that only this level takes. */
const ifMay =
  (isDone: (w: WalkWorld, who: Actor, mail: Mail) => boolean) => (w: WalkWorld, who: Actor, mail: Mail) =>
    outcomeIf(isDone(w, who, mail));

type How = "POST" | "tool" | "calendar" | "invite";

const writes: Step<Wish & { how: How; isHidden: boolean }> = {
  weight: 16,
  by: (w) => w.callers,
  needs(w) {
    const wish = w.wish();
    const how = pick(["POST", "POST", "tool", "calendar", "invite"] as const, w.next);
    // Who asks themselves is asked nothing.
    const isOwn = wish.to === w.desks[wish.address]!.email;
    return { ...wish, how: isOwn ? "POST" : how, isHidden: w.next(2) === 0 };
  },
  may: (w, who, { address }) => w.model.mayCall(who, address, "send"),
  expect: (w, who, { address, to }) => w.sends(who, address, to),
  async act(w, who, { address, to, mark, how, isHidden }) {
    const { email, id } = w.desks[address]!;
    const letter = { from: email, to: [to], subject: mark, text: mark };
    if (how === "tool") return callsToSend(w, who, { address, to, mark });
    if (how === "POST") {
      const html = `<p>${mark}</p><p style="display:none">${hiddenIn(mark)}</p>`;
      return who.api.post("/messages", isHidden ? { ...letter, html } : letter);
    }
    if (how === "invite") {
      const args = { address: email, title: mark, ...times, attendees: [to] };
      const { status } = await callTool(who.api, "create_event", args);
      const said = status === "held" ? "held" : status === "sent" ? "allowed" : "refused";
      return unlessRefused(w, who, { address, to }, said);
    }
    const event = { title: mark, ...times, attendees: [{ email: to }], send_invites: true };
    const answer = await who.api.post(`/identities/${id}/calendar/events`, event);
    return unlessRefused(w, who, { address, to }, answer);
  },
  forget(w, who, { how, ...wish }) {
    if (how === "tool") w.refused = [...w.refused.slice(-5), { who, ...wish }];
  },
  async learn(w, _who, on, verdict) {
    const mail = w.mail(on, { plain: on.how === "POST" || on.how === "tool" });
    if (on.how === "POST" && on.isHidden) w.unseen.set(mail, hiddenIn(on.mark));
    await w.settle(mail, verdict);
  },
  says: (w, { address, to, mark, how }) => `${how} ${w.desks[address]!.email} ${to} ${mark}`,
};

const hiddenIn = (mark: string) => `below ${mark}h`;

/** What is refused of an invitation stands in the event: the answer does not tell. */
function unlessRefused<T>(w: WalkWorld, who: Actor, { address, to }: Omit<Wish, "mark">, got: T): T | null {
  const isCalled = w.model.mayCall(who, address, "send");
  return isCalled && w.model.verdict(who, address, to) === "refused" ? null : got;
}

async function callsToSend(w: WalkWorld, who: Actor, { address, to, mark }: Wish): Promise<Outcome> {
  const { email } = w.desks[address]!;
  const said = await callTool(who.api, "send_mail", { address: email, to: [to], subject: mark, text: mark });
  if (said.review_id) return "held";
  return outcomeIf(Boolean(said.message_id || said.id || said.status));
}

/** The same call that was refused: it is answered by what is so today. */
const callsAgain: Step<Wish & { who: Actor }> = {
  weight: 3,
  by: (_w, { who }) => [who],
  needs(w) {
    // Mail that a block list refused may be allowed by now.
    const open = w.refused.filter(({ who, address }) => w.model.mayCall(who, address, "send"));
    const now = open.filter(({ who, address, to }) => w.sends(who, address, to) !== "refused");
    return open.length === 0 ? null : pick(now.length > 0 ? now : open, w.next);
  },
  async make(w) {
    const [address, email] = [w.address(), pick(w.outside, w.next)];
    if (w.model.isBlocked(address, email)) return;
    const by = w.ownersKey;
    await take(w, w.steps.suppresses!, by, { email, isOn: true });
    await take(w, writes, by, { address, to: email, mark: w.mark(), how: "tool", isHidden: false });
    await take(w, w.steps.suppresses!, by, { email, isOn: false });
  },
  expect: (w, who, { address, to }) => w.sends(who, address, to),
  act: (w, who, wish) => callsToSend(w, who, wish),
  async learn(w, _who, again, verdict) {
    w.refused = w.refused.filter((one) => one !== again);
    await w.settle(w.mail(again), verdict);
  },
  says: (_w, { mark, to }) => `calls again ${mark} to ${to}`,
};

/** A mail program's mail, and its meetings. */
const submits: Step<Wish & { how: "submission" | "PUT" }> = {
  weight: 8,
  by: (w) => w.passwords,
  needs(w) {
    const wish = w.wish();
    const isThere = w.passwords.some((one) => isAlive(one) && one.reach![0] === wish.address);
    if (!isThere && w.next(2) === 0) return null;
    const isOwn = wish.to === w.desks[wish.address]!.email;
    return { ...wish, how: isOwn || w.next(3) > 0 ? "submission" : "PUT" };
  },
  make: (w) => w.mintsPassword(w.ownersKey, w.address()),
  may: (w, who, { address }) => w.model.may(who, address, "send"),
  expect: (w, who, { address, to }) => w.model.verdict(who, address, to),
  async act(w, who, { address, to, mark, how }) {
    const desk = w.desks[address]!;
    const own = w.desks[who.reach![0]!] ?? desk;
    if (how === "submission") {
      const login = { email: own.email, password: who.password };
      const letter = { from: desk.email, to, subject: mark, text: mark };
      const said = await submitMail(w.host.ports.submission, login, letter).catch(
        (error) => `refused ${error}`,
      );
      return said.includes("Waiting for review") ? "held" : outcomeIf(/^(2|Queued|250)/.test(said));
    }
    const login = Buffer.from(`${own.email}:${who.password}`).toString("base64");
    const lines = ["DTSTART:20310401T090000Z", "DTEND:20310401T100000Z", `SUMMARY:${mark}`];
    const people = [desk.email, to].map((email) => `ATTENDEE;RSVP=TRUE:mailto:${email}`);
    const event = eventText(mark, [...lines, `ORGANIZER:mailto:${desk.email}`, ...people]);
    await withAuthorization({ api: w.host.api }, desk as never, `Basic ${login}`).put(`${mark}.ics`, event);
    // What became of the invitation stands in the event.
    return null;
  },
  learn: (w, _who, on, verdict) => w.settle(w.mail(on, { plain: false }), verdict),
  says: (w, { address, to, mark, how }) => `${how} ${w.desks[address]!.email} ${to} ${mark}`,
};

const drafts: Step<Wish> = {
  weight: 4,
  by: (w) => w.callers,
  needs: (w) => w.wish(),
  expect: (w, who, { address }) => outcomeIf(w.model.mayCall(who, address, "draft")),
  act: (w, who, { address, to, mark }) =>
    who.api.post("/drafts", { identity_id: w.desks[address]!.id, to: [to], subject: mark, text: mark }),
  async learn(w, _who, on) {
    const { data } = w.answer!.json as { data: { id: string } };
    await w.inThread(w.mail(on, { id: data.id }));
  },
  says: (_w, { mark, to }) => `drafts ${mark} to ${to}`,
};

interface Change {
  mail: Mail;
  to: string;
  mark: string;
}

const changes: Step<Change> = {
  weight: 6,
  by: (w) => w.callers,
  needs(w) {
    const mail = w.mailIn(["draft", "scheduled", "waits"], ({ plain }) => plain);
    return mail && { mail, to: pick(w.pool, w.next), mark: w.mark() };
  },
  make: makesScheduled,
  may: (w, who, { mail }) => w.model.mayCall(who, mail.address, "draft"),
  expect: (w, who, { mail }) =>
    outcomeIf(
      w.model.mayCall(who, mail.address, mail.state === "scheduled" ? "send" : "draft") &&
        mail.state !== "waits",
    ),
  async act(w, who, { mail, to, mark }) {
    const { id } = await w.find(mail);
    return who.api.patch(`/drafts/${id}`, { to: [to], subject: mark });
  },
  learn(w, who, change) {
    rewritten(w, who, change);
  },
  says: (_w, { mail, to, mark }) => `changes ${mail.mark} (${mail.state}) to ${mark} ${to}`,
};

function rewritten(w: WalkWorld, who: Actor, { mail, to, mark }: Change): void {
  // What had this name does not leave.
  const before = { ...mail, state: "gone" as const };
  w.model.mails.delete(mail.mark);
  w.model.mails.set(before.mark, before);
  Object.assign(mail, { mark, to, ...(mail.state === "scheduled" && { by: who }) });
  w.model.mails.set(mark, mail);
}

const sendsDraft: Step<Mail> = {
  weight: 7,
  by: (w) => w.callers,
  needs: (w) => w.mailIn(["draft", "draft", "scheduled", "waits"], ({ plain }) => plain),
  make: makesDraft,
  may: (w, who, mail) => w.model.mayCall(who, mail.address, "send"),
  expect: (w, who, mail) => (mail.state === "waits" ? "refused" : w.sends(who, mail.address, mail.to)),
  act: async (w, who, mail) => who.api.post(`/drafts/${(await w.find(mail)).id}/send`),
  async learn(w, _who, mail, verdict) {
    await w.settle(mail, verdict);
  },
  says: (_w, mail) => `sends the draft ${mail.mark} (${mail.state}) to ${mail.to}`,
};

const schedules: Step<{ mail: Mail; due: number }> = {
  weight: 6,
  by: (w) => w.callers,
  needs(w) {
    const mail = w.mailIn(["draft", "draft", "scheduled", "waits"], ({ plain }) => plain);
    // Now and then beyond what its maker's token lives for.
    const late = w.next(4) === 0 ? 5_400_000 : 0;
    return mail && { mail, due: w.model.now + 61_000 + late + w.next(60_000) };
  },
  make: makesDraft,
  may: (w, who, { mail }) => w.model.mayCall(who, mail.address, "send"),
  expect: (w, who, { mail }) =>
    outcomeIf(w.model.mayCall(who, mail.address, "send") && mail.state !== "waits"),
  act: async (w, who, { mail, due }) =>
    who.api.post(`/drafts/${(await w.find(mail)).id}/schedule`, { send_at: new Date(due).toISOString() }),
  learn(_w, who, { mail, due }) {
    Object.assign(mail, { state: "scheduled", by: who, due });
  },
  says: (_w, { mail }) => `schedules ${mail.mark} (${mail.state})`,
};

/** A schedule is taken back, of a person's send too: in time, or not. */
const unschedules: Step<Mail> = {
  weight: 3,
  by: (w) => w.callers,
  needs: (w) => w.mailIn(["scheduled", "scheduled", "waits", "left"], ({ plain }) => plain),
  make: makesScheduled,
  may: (w, who, mail) => w.model.mayCall(who, mail.address, "send"),
  expect: (w, who, mail) =>
    outcomeIf(w.model.mayCall(who, mail.address, "send") && mail.state === "scheduled"),
  act: async (w, who, mail) => who.api.delete(`/drafts/${(await w.find(mail)).id}/schedule`),
  learn(_w, _who, mail) {
    mail.state = "draft";
  },
  says: (_w, mail) => `takes the schedule of ${mail.mark} (${mail.state}) back`,
};

const withdraws: Step<Mail> = {
  weight: 3,
  by: (w) => w.callers,
  needs: (w) => w.mailIn(["draft", "scheduled", "waits", "approved", "left"]),
  make: makesWaiting,
  may: (w, who, mail) => w.model.mayCall(who, mail.address, "draft"),
  expect: ifMay((w, who, mail) => w.model.mayCall(who, mail.address, "draft") && mail.state !== "left"),
  act: async (w, who, mail) => who.api.delete(`/drafts/${(await w.find(mail)).id}`),
  learn(_w, _who, mail) {
    mail.state = "gone";
  },
  says: (_w, mail) => `deletes ${mail.mark} (${mail.state})`,
};

/** Somebody looks at a mail of an address, in whatever state. */
const reads: Step<Mail> = {
  weight: 3,
  by: (w) => w.callers,
  needs: (w) => w.mailIn(["draft", "scheduled", "waits", "left"]),
  make: makesWaiting,
  expect: ifMay((w, who, mail) => w.model.mayCall(who, mail.address, "read")),
  async act(w, who, mail) {
    const { status, text } = await who.api.get(
      `/${mail.state === "left" ? "messages" : "drafts"}/${(await w.find(mail)).id}`,
    );
    return status === 200 && text.includes(mail.mark);
  },
  says: (_w, mail) => `reads ${mail.mark} (${mail.state})`,
};

const answers: Step<WalkWorld["letters"][number]> = {
  weight: 6,
  by: (w) => w.callers,
  needs: (w) => (w.letters.length === 0 ? null : pick(w.letters, w.next)),
  make: (w) => w.arrives(w.address(), pick(w.outside, w.next)),
  may: (w, who, { thread }) => w.model.mayCall(who, thread.address, "send"),
  expect: (w, who, { thread, from }) => w.sends(who, thread.address, from),
  act: (_w, who, letter) => who.api.post(`/messages/${letter.id}/reply`, { text: "An answer." }),
  async learn(w, _who, letter, verdict) {
    w.letters.splice(w.letters.indexOf(letter), 1);
    const { thread, mark, from } = letter;
    await w.settle(w.mail({ mark, address: thread.address, to: from }), verdict);
  },
  says: (_w, { mark, from }) => `answers ${mark} of ${from}`,
};

const personWrites: Step<Wish> = {
  weight: 5,
  by: (w) => w.people,
  needs: (w) => w.wish(),
  expect: (_w, who) => outcomeIf(isAlive(who) && who.role !== "reviewer"),
  async act(w, who, { address, to, mark }) {
    const { id } = w.desks[address]!;
    return trying(async () => {
      await who.browser!.get(`/console/write?address=${id}`);
      await who.browser!.submit("/console/write", { from: id, to, subject: mark, text: mark });
    });
  },
  async learn(w, who, on) {
    await w.inThread(w.mail(on, { state: "scheduled", by: who, due: w.model.now + 10_000 }));
  },
  says: (_w, { to, mark }) => `writes ${mark} to ${to} in the console`,
};

/** A person sends a draft as a page showed it, which somebody may have changed since. */
const sendsSeen: Step<{ mail: Mail; change: { by: Actor; change: Change } | null }> = {
  weight: 5,
  by: (w) => w.people,
  needs(w) {
    const mail = w.mailIn(["draft"], ({ plain }) => plain);
    if (!mail) return null;
    const able = w.keys.filter((one) => w.model.mayCall(one, mail.address, "draft"));
    const change = { mail, to: pick(w.pool, w.next), mark: w.mark() };
    return { mail, change: w.next(2) === 0 ? null : { by: pick(able, w.next), change } };
  },
  make: makesDraft,
  may: (_w, who) => isAlive(who) && who.role !== "reviewer",
  expect: (_w, who, { change }) => outcomeIf(isAlive(who) && who.role !== "reviewer" && change === null),
  async act(w, who, { mail, change }) {
    const { id } = await w.find(mail);
    await trying(async () => {
      await who.browser!.get(`/console/drafts/${id}`);
      if (change) await take(w, changes, change.by, change.change);
      await who.browser!.submit("/console/write");
    });
    // A page without its form: it was not changed.
    if (change && mail.mark !== change.change.mark) await take(w, changes, change.by, change.change);
    const [row] = await w.host.values("select send_at > $2::timestamptz from messages where id = $1::uuid", [
      id,
      new Date(w.model.now).toISOString(),
    ]);
    return row?.[0] === true;
  },
  learn(w, who, { mail }) {
    Object.assign(mail, { state: "scheduled", by: who, due: w.model.now + 10_000 });
  },
  says: (_w, { mail, change }) =>
    `sends the draft ${mail.mark} as seen${change ? `, which ${change.by.name} changes` : ""}`,
};

const decisions = [
  "approve",
  "approve",
  "approve",
  "approve as before",
  "approve as before",
  "reject",
  "return",
  "take_over",
] as const;

const decides: Step<{ mail: Mail; decision: (typeof decisions)[number] }> = {
  weight: 12,
  by: (w) => w.callers,
  needs(w) {
    const mail = w.mailIn(["waits", "waits", "approved"]);
    return mail && { mail, decision: pick(decisions, w.next) };
  },
  make: makesWaiting,
  may: (w, who, { mail }) => w.model.mayDecide(who, mail.address),
  expect(w, who, { mail, decision }) {
    if (!w.model.mayDecide(who, mail.address) || mail.state !== "waits") return "refused";
    if (decision === "approve as before") return "refused";
    return outcomeIf(decision !== "approve" || w.model.isFree(mail));
  },
  async act(w, who, { mail, decision }) {
    const { reviewId } = await w.find(mail);
    if (reviewId === null) throw new Error(`${mail.mark} waits, and has no review`);
    const [body, path] = {
      approve: [{}, "approve"] as const,
      // The hash of another text than the one that waits.
      "approve as before": [{ expected: "0".repeat(64) }, "approve"] as const,
      reject: [{ reason: "No." }, "reject"] as const,
      return: [{ comment: "No." }, "return"] as const,
      take_over: [{}, "take_over"] as const,
    }[decision];
    return who.api.post(`/reviews/${reviewId}/${path}`, body);
  },
  learn(w, who, { mail, decision }) {
    if (decision === "approve") return w.model.leave(mail, who);
    mail.state = "draft";
    // A draft has of a mail that waited what a reader sees.
    w.unseen.delete(mail);
    if (decision !== "take_over") return;
    for (const thread of w.model.threads.filter(({ mails }) => mails.includes(mail))) {
      thread.underReview = true;
      thread.taken.push(mail.to);
    }
  },
  says: (_w, { mail, decision }) => `decides ${mail.mark} (${mail.state}) to ${mail.to}: ${decision}`,
};

const personApproves: Step<Mail> = {
  weight: 9,
  by: (w) => w.people,
  needs: (w) => w.mailIn(["waits", "waits", "waits", "approved"]),
  make: makesWaiting,
  may: (_w, who) => isAlive(who),
  expect: ifMay((_w, who, mail) => isAlive(who) && mail.state === "waits"),
  async act(w, who, mail) {
    const { reviewId } = await w.find(mail);
    const browser = who.browser!;
    const may = isAlive(who) && mail.state === "waits";
    return trying(async () => {
      await browser.get(`/console/reviews/${reviewId}`);
      const unseen = w.unseen.get(mail);
      if (may && unseen !== undefined && !browser.text.includes(`<mark>${unseen}</mark>`))
        throw new Error(`${mail.mark} leaves with "${unseen}", which its page does not tell`);
      await browser.submit("/console/reviews", {}, (fields) => fields.get("decision") === "approve");
    });
  },
  learn(w, who, mail) {
    Object.assign(mail, { state: "approved", by: who, due: w.model.now + 10_000 });
  },
  says: (_w, mail) => `approves ${mail.mark} (${mail.state}) to ${mail.to} in the console`,
};

/** A person decides on a page of another mail than the one that waits. */
const approvesAsBefore: Step<Mail> = {
  weight: 3,
  by: (w) => w.people,
  needs: (w) => w.mailIn(["waits"]),
  make: makesWaiting,
  may: (_w, who) => isAlive(who),
  expect: () => "refused",
  async act(w, who, mail) {
    const { reviewId } = await w.find(mail);
    await trying(async () => {
      await who.browser!.get(`/console/reviews/${reviewId}`);
      const shown = { expected: "0".repeat(64) };
      await who.browser!.submit("/console/reviews", shown, (fields) => fields.get("decision") === "approve");
    });
    const [row] = await w.host.values(
      "select status <> 'pending' or approve_at is not null from reviews where id = $1::uuid",
      [reviewId],
    );
    return row![0] === true;
  },
  says: (_w, mail) => `approves ${mail.mark} (${mail.state}) on a page of before`,
};

const takesBack: Step<Mail> = {
  weight: 4,
  by: (w) => w.people,
  needs: (w) => w.mailIn(["approved"]),
  make: makesApproved,
  expect: (_w, who) => outcomeIf(isAlive(who)),
  async act(w, who, mail) {
    const { reviewId } = await w.find(mail);
    return trying(async () => {
      await who.browser!.get(`/console/reviews/${reviewId}`);
      await who.browser!.submit("/console/reviews/undo");
    });
  },
  learn(_w, _who, mail) {
    mail.state = "waits";
  },
  says: (_w, mail) => `takes the approval of ${mail.mark} back`,
};

/** Received mail that waits: who may not decide it does not read it. */
const looksAtHeld: Step<{ arrival: WalkWorld["arrivals"][number]; how: "raw" | "mail" | "message" }> = {
  weight: 6,
  by: (w) => w.callers,
  needs(w) {
    if (w.arrivals.length === 0) return null;
    return {
      arrival: pick(w.arrivals, w.next),
      how: pick(["raw", "raw", "mail", "message"] as const, w.next),
    };
  },
  make: (w) => w.waitsAtDoor(),
  expect: (w, who) => outcomeIf(w.model.mayDecide(who, w.door)),
  async act(_w, who, { arrival, how }) {
    const path = how === "message" ? `messages/${arrival.message}` : `reviews/${arrival.review}`;
    const { status, text } = await who.api.get(`/${path}${how === "raw" ? "/raw" : ""}`);
    return status === 200 && text.includes(`secret of ${arrival.mark}`);
  },
  says: (_w, { arrival, how }) => `looks at ${arrival.mark}, which waits: ${how}`,
};

const decidesHeld: Step<{ arrival: WalkWorld["arrivals"][number]; decision: "approve" | "reject" }> = {
  weight: 2,
  by: (w) => w.callers,
  needs(w) {
    if (w.arrivals.length === 0) return null;
    return { arrival: pick(w.arrivals, w.next), decision: pick(["approve", "reject"] as const, w.next) };
  },
  make: (w) => w.waitsAtDoor(),
  expect: (w, who) => outcomeIf(w.model.mayDecide(who, w.door)),
  act: (_w, who, { arrival, decision }) =>
    who.api.post(`/reviews/${arrival.review}/${decision}`, decision === "reject" ? { reason: "No." } : {}),
  learn(w, _who, { arrival }) {
    w.arrivals.splice(w.arrivals.indexOf(arrival), 1);
  },
  says: (_w, { arrival, decision }) => `decides ${arrival.mark}, which came: ${decision}`,
};

export const mailSteps: Record<string, AnyStep> = {
  writes: step(writes),
  callsAgain: step(callsAgain),
  submits: step(submits),
  drafts: step(drafts),
  changes: step(changes),
  sendsDraft: step(sendsDraft),
  schedules: step(schedules),
  unschedules: step(unschedules),
  withdraws: step(withdraws),
  reads: step(reads),
  answers: step(answers),
  personWrites: step(personWrites),
  sendsSeen: step(sendsSeen),
  decides: step(decides),
  personApproves: step(personApproves),
  approvesAsBefore: step(approvesAsBefore),
  takesBack: step(takesBack),
  looksAtHeld: step(looksAtHeld),
  decidesHeld: step(decidesHeld),
};
