// Two people, each in a browser, and an agent at one thread: replies, drafts, notes, labels, states and undo, in turn and at once. Each
// word that was answered as saved stands there at the end; of a word that was not, its page says so and has it. `bun run fuzz` takes
// 200 rounds, a usual run a slice; a failure prints its seed.
// Long: one thread, and two browsers, for all of it.
import { afterAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { pick, seeded } from "../support/app/random.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { received } from "../support/smtp/received.ts";
import { inChromium, isFull, openPage, signInPage } from "./chromium.ts";
import { colleague } from "./colleagues.ts";

const rounds = isFull ? 200 : 12;
const mostSent = 18;
const seed = Number(process.env.FUZZ_SEED ?? 39);
/** The stream of a page that is left, and the statuses of refusals. */
const usual = /Failed to load resource|net::ERR|EventSource's response/;

await inChromium("one thread", suite);

type Deed = (word: string, coin: boolean) => Promise<void>;

/** A person at a browser, or the agent. */
interface Actor {
  name: string;
  deeds: Readonly<Record<string, Deed>>;
  /** Whether their last round left words in the shared draft: they look once more, and put back what somebody wrote over. */
  settle(): Promise<void>;
}

/** Words that were answered as saved, by where they are. */
interface Saved {
  notes: Set<string>;
  labels: Set<string>;
  /** With the id of the letter that has it. */
  letters: Map<string, string>;
  shared: Set<string>;
}

interface World {
  t: SuiteApp;
  saved: Saved;
  thread: string;
  /** The mail that is answered. */
  mail: string;
  identity: string;
  /** The draft that all of them write. */
  draft: string;
  /** Letters that have left. An address of programs writes 20 an hour into one thread; what comes after these stays a draft. */
  sent: number;
}

async function suite(browser: () => Browser): Promise<void> {
  const peer = await startSink();
  afterAll(() => peer.stop());

  eachApp(
    "two browsers and an agent at one thread",
    (t) => {
      test(`no word is lost, ${rounds} times`, async () => {
        const world = await start(t);
        const people = [await person(world, browser(), "ann"), await person(world, browser(), "ben")];
        const actors: Actor[] = [...people, await agent(world)];
        const next = seeded(seed);
        for (let round = 1; round <= rounds; round++) {
          const deeds = actors.map(({ name: who, deeds }) => {
            const name = pick(Object.keys(deeds), next);
            const coin = next(2) === 0;
            return { name, run: () => deeds[name]!(`${who}${round}w`, coin) };
          });
          const isAtOnce = next(3) > 0;
          const names = deeds.map(({ name }) => name).join(", ");
          try {
            if (isAtOnce) await Promise.all(deeds.map(({ run }) => run()));
            else for (const { run } of deeds) await run();
            for (const one of actors) await one.settle();
            await check(world);
          } catch (error) {
            const how = isAtOnce ? "at once" : "in turn";
            throw new Error(`FUZZ_SEED=${seed}, round ${round}, ${how}: ${names}`, { cause: error });
          }
        }
        await checkLetters(world);
        for (const { problems, close } of people) {
          await close();
          expect(problems).toEqual([]);
        }
      }, 3_600_000);
    },
    { env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}

async function start(t: SuiteApp): Promise<World> {
  const own = await t.address();
  await t.mail({ from: "grace@far.example", to: own.email, subject: "Plan", text: "Hi" });
  const { id: mail } = await received(t, own);
  const { thread_id: thread } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${mail}`));
  const body = {
    identity_id: own.id,
    to: ["grace@far.example"],
    in_reply_to_message_id: mail,
    text: "Dear Grace",
  };
  const { id: draft } = await t.api.must<{ id: string }>(201, t.api.post("/drafts", body));
  const saved = {
    notes: new Set<string>(),
    labels: new Set<string>(),
    letters: new Map(),
    shared: new Set<string>(),
  };
  return { t, saved, thread, mail, identity: own.id, draft, sent: 0 };
}

const sharedText = async ({ t, draft }: World) =>
  (await t.api.must<{ text: string }>(200, t.api.get(`/drafts/${draft}`))).text;

/** Everything that was saved in the thread itself, and in the draft of all. */
async function check(world: World): Promise<void> {
  const { t, saved, thread, identity } = world;
  const notes = await t.api.must<{ text: string }[]>(200, t.api.get(`/threads/${thread}/notes?limit=200`));
  const noted = notes.map(({ text }) => text).sort();
  expect(noted).toEqual([...saved.notes].sort());
  const labels = await t.api.must<{ name: string }[]>(
    200,
    t.api.get(`/labels?identity_id=${identity}&limit=200`),
  );
  expect(labels.map(({ name }) => name).sort()).toEqual([...saved.labels].sort());
  const text = await sharedText(world);
  expect([...saved.shared].filter((word) => !text.includes(word))).toEqual([]);
}

async function checkLetters({ t, saved: { letters } }: World): Promise<void> {
  for (const [word, id] of letters) {
    const textOf = async (path: string) =>
      (await t.api.get<{ data?: { text: string | null } }>(`${path}/${id}`)).json.data?.text ?? "";
    // A letter that leaves at this moment is in one of the two.
    await eventually(
      async () => `${await textOf("/drafts")} ${await textOf("/messages")}`.includes(word),
      () => `${word} is lost`,
    );
  }
}

async function person(world: World, browser: Browser, name: string) {
  const { t, saved, thread, mail, draft } = world;
  const { email } = await colleague(t, "member");
  const opened = await openPage(browser, t, { usual, viewport: { width: 1280, height: 800 } });
  const { page } = opened;
  page.setDefaultTimeout(20_000);
  await signInPage(t, page, { accountId: t.accountId, ownerEmail: email });
  const home = `/console/threads/${thread}?list=all`;
  const says = (text: string | RegExp) => page.locator(".toast", { hasText: text }).waitFor();
  let shared: string | null = null;
  const deeds: Record<string, Deed> = {
    async note(word) {
      await page.goto(home);
      await page.locator(".note-form > summary").click();
      await page.locator("#note-text").fill(word);
      await page.locator(".note-form button").click();
      await says("Note");
      saved.notes.add(word);
    },
    async label(word) {
      await page.goto(home);
      await page.locator('.toolbar summary[data-key="l"]').click();
      const making = page.locator(`form[action="/console/threads/${thread}/labels"]`, {
        has: page.locator('input[name="name"]'),
      });
      await making.locator('input[name="name"]').fill(word);
      await making.locator("button").last().click();
      await says("Labels changed");
      saved.labels.add(word);
    },
    async reply(word, isTakenBack) {
      await page.goto(`/console/write?parent=${mail}&kind=reply&back=${encodeURIComponent(home)}`);
      await page.locator('textarea[name="text"]').fill(word);
      await page.locator(".saved", { hasText: "Draft saved" }).waitFor();
      const id = new URL(page.url()).pathname.split("/").at(-1)!;
      saved.letters.set(word, id);
      await page.locator(".write-foot button.primary").click();
      await says("Sending");
      if (!isTakenBack && ++world.sent <= mostSent) return;
      await page.locator(`form[action="/console/drafts/${id}/undo"] button`).first().click();
      await says("Taken back");
      expect(await page.locator('textarea[name="text"]').inputValue()).toContain(word);
    },
    async draft(word) {
      await page.goto(`/console/drafts/${draft}`);
      shared = word;
      await writeShared(page, word, await page.locator('textarea[name="text"]').inputValue());
      saved.shared.add(word);
    },
    async status(_, isTakenBack) {
      await page.goto(home);
      const press = page.locator(`form[action="/console/threads/${thread}/status"] button`).first();
      await press.click();
      await page.locator(".toast").waitFor();
      const back = page.locator('[data-key="z"]');
      if (!isTakenBack || (await back.count()) === 0) return;
      await back.first().click();
      await back.waitFor({ state: "detached" });
    },
  };
  /** Adds the word to what the page shows; where somebody was faster, to what is there now. */
  const writeShared = async (at: Page, word: string, text: string): Promise<void> => {
    await at.locator('textarea[name="text"]').fill(`${text} ${word}`);
    const told = at.locator(".saved", { hasText: /Draft saved|Not done|It changed/ });
    await told.waitFor();
    if ((await told.textContent())!.includes("Draft saved")) return;
    expect(await at.locator('textarea[name="text"]').inputValue()).toContain(word);
    await at.locator('.write-end button[value="save"]').click();
    await at.locator('[role="alert"]').waitFor();
    // Both stand on the page: what the person wrote, and what is there now.
    expect(await at.locator('textarea[name="text"]').inputValue()).toContain(word);
    const now = await sharedText(world);
    expect(await at.locator(".sides .text").last().textContent()).toBe(now);
    return writeShared(at, word, now);
  };
  const settle = async () => {
    const word = shared;
    shared = null;
    if (word === null || (await sharedText(world)).includes(word)) return;
    // Somebody wrote over it: the page has it still, and says so before anything else is saved.
    expect(await page.locator('textarea[name="text"]').inputValue()).toContain(word);
    await writeShared(page, "", await page.locator('textarea[name="text"]').inputValue());
    await writeShared(page, word, await sharedText(world));
  };
  return { ...opened, name, deeds, settle };
}

async function agent(world: World): Promise<Actor> {
  const { t, saved, thread, mail, identity, draft } = world;
  const key = await restrictedKey(t.api, [identity]);
  const deeds: Record<string, Deed> = {
    async note(word) {
      await key.must(201, key.post(`/threads/${thread}/notes`, { text: word }));
      saved.notes.add(word);
    },
    async label(word) {
      const { id } = await key.must<{ id: string }>(
        201,
        key.post("/labels", { identity_id: identity, name: word, colour: "#6b7280" }),
      );
      saved.labels.add(word);
      await key.must(200, key.call("PUT", `/threads/${thread}/labels/${id}`));
    },
    async reply(word) {
      const { id } =
        ++world.sent <= mostSent
          ? await key.must<{ id: string }>(201, key.post(`/messages/${mail}/reply`, { text: word }))
          : await key.must<{ id: string }>(
              201,
              key.post("/drafts", { identity_id: identity, in_reply_to_message_id: mail, text: word }),
            );
      saved.letters.set(word, id);
    },
    async draft(word, isSlow) {
      const read = () => key.must<{ text: string }>(200, key.get(`/drafts/${draft}`));
      const { text } = await read();
      // One that thinks meanwhile writes over what people have written.
      for (let looks = 0; isSlow && looks < 200 && (await read()).text === text; looks++);
      await key.must(200, key.patch(`/drafts/${draft}`, { text: `${text} ${word}` }));
      saved.shared.add(word);
    },
    async status(_, isOpen) {
      await key.must(200, key.patch(`/threads/${thread}`, { status: isOpen ? "open" : "waiting" }));
    },
    async mail(word) {
      await t.mail({
        from: "grace@far.example",
        to: (await key.must<{ email: string }>(200, key.get(`/identities/${identity}`))).email,
        subject: "Re: Plan",
        text: word,
      });
    },
  };
  return { name: "scout", deeds, settle: async () => {} };
}
