// Beyond an address: keys that name a pod and reach what is in it today, webhooks of one address beside the others, answers to mail
// that waits, which would quote it, and mail that programs put into folders.
import { pick } from "../support/app/random.ts";
import { ImapTalk } from "../support/imap/client.ts";
import { type Actor, isAlive } from "./walk-model.ts";
import { type AnyStep, outcomeIf, type Step, step } from "./walk-step.ts";
import type { WalkWorld, Wish } from "./walk-world.ts";

/** A key of the pod and of those that are in it, made with its first key. */
const mintsPodKey: Step<number> = {
  weight: 2,
  by: (w) => [w.ownersKey],
  needs(w) {
    const there = w.keys.filter((one) => isAlive(one) && w.podKeys.has(one)).length;
    return there > 2 ? null : there;
  },
  expect: () => "allowed",
  async act(w, { api }) {
    w.podId ??= (await api.must<{ id: string }>(201, api.post("/pods", { name: "wing" }))).id;
    const inside = await insidePod(w);
    const { id, token } = await api.must<{ id: string; token: string }>(
      201,
      api.post("/api-keys", { name: "pod", pod_ids: [w.podId] }),
    );
    w.knowsKey(w.ownersKey, { id, token, reach: inside });
    w.podKeys.add(w.keys.at(-1)!);
    return true;
  },
  says: (_w, there) => `makes a key of the pod, beside ${there}`,
};

async function insidePod(w: WalkWorld): Promise<number[]> {
  const rows = await w.host.values(
    "select id from identities where account_id = $1::uuid and pod_id = $2::uuid and deleted_at is null",
    [w.host.accountId, w.podId],
  );
  const ids = rows.map(([id]) => id);
  return w.desks.flatMap(({ id }, n) => (ids.includes(id) ? [n] : []));
}

/** An address goes into the pod or out of it. What a key has made for an address ends when it leaves the key's reach. */
const movesPod: Step<{ address: number; isIn: boolean }> = {
  weight: 4,
  by: (w) => [w.ownersKey],
  needs: (w) => (w.podId === null ? null : { address: w.address(), isIn: w.next(2) === 0 }),
  expect: () => "allowed",
  async act(w, { api }, { address, isIn }) {
    w.otherPodId ??= (await api.must<{ id: string }>(201, api.post("/pods", { name: "hall" }))).id;
    return api.patch(`/identities/${w.desks[address]!.id}`, { pod_id: isIn ? w.podId : w.otherPodId });
  },
  learn(w, _who, { address, isIn }) {
    const isBelow = (one: Actor | null): boolean =>
      one !== null && (w.podKeys.has(one) || isBelow(one.parent));
    if (isIn) {
      for (const one of w.podKeys) if (!one.reach!.includes(address)) one.reach!.push(address);
      return;
    }
    const losing = w.actors.filter((one) => one.reach?.includes(address) && isBelow(one));
    for (const one of losing) {
      if (one.kind === "password") one.alive = false;
      one.reach = one.reach!.filter((number) => number !== address);
    }
    w.feeds = w.feeds.filter((one) => one.address !== address || !isBelow(one.by));
  },
  says: (w, { address, isIn }) => `puts ${w.desks[address]!.email} ${isIn ? "into" : "out of"} the pod`,
};

/** It takes whatever it is told: a delivery that fails is due again and again, and no walk would come to rest. */
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(null, { status: 204 }),
});
receiver.unref();

/** Events of one address go to a URL; the world is looked at for what else goes there (walk.ts). */
const listens: Step<number> = {
  weight: 2,
  by: (w) => [w.ownersKey],
  needs(w) {
    if (w.listening >= 3) return null;
    return w.address();
  },
  expect: () => "allowed",
  act: (w, who, address) =>
    who.api.post("/webhooks", { url: receiver.url.href, identity_id: w.desks[address]!.id }),
  learn(w) {
    w.listening++;
  },
  says: (w, address) => `lets a URL hear of ${w.desks[address]!.email}`,
};

/** An answer to mail that waits, or its way on to somebody: nobody may, whoever decides it. */
const answersHeld: Step<{ message: string; mark: string; how: "reply" | "reply-all" | "forward" }> = {
  weight: 3,
  by: (w) => w.callers,
  needs(w) {
    if (w.arrivals.length === 0) return null;
    const { message, mark } = pick(w.arrivals, w.next);
    return { message, mark, how: pick(["reply", "reply-all", "forward", "forward"] as const, w.next) };
  },
  make: (w) => w.waitsAtDoor(),
  may: (w, who) => w.model.mayCall(who, w.door, "send"),
  expect: () => outcomeIf(false),
  act: (w, who, { message, how }) =>
    who.api.post(`/messages/${message}/${how}`, {
      text: "See below.",
      ...(how === "forward" && { to: [pick(w.outside, w.next)] }),
    }),
  says: (_w, { mark, how }) => `${how}: ${mark}, which waits`,
};

const folders = ["Sent", "Sent", "INBOX", "Drafts", "Scheduled"] as const;

/** A mail program puts a mail into a folder: it goes to nobody, and nobody is known by it. */
const appends: Step<Wish & { folder: (typeof folders)[number] }> = {
  weight: 3,
  by: (w) => w.passwords,
  needs(w) {
    if (w.host.ports.imap === null || w.passwords.length === 0) return null;
    return { ...w.wish(), folder: pick(folders, w.next) };
  },
  make: (w) => w.mintsPassword(w.ownersKey, w.address()),
  may: (_w, who) => isAlive(who),
  expect: (_w, who, { folder }) => outcomeIf(isAlive(who) && folder !== "Scheduled"),
  async act(w, who, { to, mark, folder }) {
    const { email } = w.desks[who.reach![0]!] ?? w.desks[0]!;
    const talk = await ImapTalk.open(w.host.ports.imap!);
    try {
      const login = (await talk.say(`LOGIN ${email} ${who.password}`)).at(-1)!;
      if (!login.includes(" OK ")) return false;
      const [from, other] = folder === "INBOX" ? [to, email] : [email, to];
      const date = new Date(w.model.now).toUTCString();
      const fields = [`From: ${from}`, `To: ${other}`, `Subject: ${mark}`, `Date: ${date}`];
      const mail = `${fields.join("\r\n")}\r\n\r\n${mark}\r\n`;
      return (await talk.append(folder, mail, folder === "Drafts" ? "(\\Draft)" : "(\\Seen)"))
        .at(-1)!
        .includes(" OK ");
    } finally {
      talk.close();
    }
  },
  learn(w, _who, on) {
    if (on.folder !== "INBOX") w.mail(on, { state: "gone", plain: false });
  },
  says: (_w, { to, mark, folder }) => `puts ${mark} with ${to} into ${folder}`,
};

export const beyondSteps: Record<string, AnyStep> = {
  mintsPodKey: step(mintsPodKey),
  movesPod: step(movesPod),
  listens: step(listens),
  answersHeld: step(answersHeld),
  appends: step(appends),
};
