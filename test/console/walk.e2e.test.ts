// What a person does in the page, from the sign-in to a replayed webhook, in Chromium: with the script on one database and
// without it on the other; in a full run both on both. Skipped, and says so, where there is no Chromium.
import { afterAll, expect, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { addMember } from "../../actors/account/access/members.ts";
import { newId } from "../../src/lib/ids.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { invitationText } from "../support/demo/mails.ts";
import { startReceiver, startSink } from "../support/fakes/receivers.ts";
import { ImapTalk } from "../support/imap/client.ts";
import { inChromium, openPage, shareOf } from "./chromium.ts";
import { passUndo } from "./protected.ts";

const ways = [
  { name: "with the script", javaScriptEnabled: true },
  { name: "without the script", javaScriptEnabled: false },
];

await inChromium("a person's walk in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const clock = new ShiftedClock();
  const [peer, receiver] = [await startSink(), startReceiver()];
  afterAll(() => Promise.all([peer.stop(), receiver.stop()]));

  eachApp(
    "a person's walk",
    (t) => {
      for (const { name, javaScriptEnabled } of ways)
        test(`from the sign-in to a webhook's replay, ${name}`, async () => {
          if (!shareOf(t.kind, ways).some((way) => way.name === name)) return;
          const { page, problems, close } = await openPage(browser(), t, {
            javaScriptEnabled,
            viewport: { width: 1280, height: 860 },
          });
          const world = await furnish(t, `owner-${t.kind}-${javaScriptEnabled}@people.example`);
          const walk = { t, page, world, peer, leave: () => passUndo(t, clock) };
          await signIn(walk);
          await readAndReply(walk);
          await decide(walk);
          await sort(walk);
          await search(walk);
          await invite(walk);
          await moveEvent(walk);
          await hand(walk);
          await replay({ ...walk, receiver });
          expect(problems).toEqual([]);
          await close();
        }, 300_000);
    },
    {
      clock,
      env: { SMTP_RELAY_URL: peer.url, IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" },
      checkOnce: true,
    },
  );
}

interface World {
  owner: string;
  desk: TestAddress;
  agent: TestAddress;
}

interface Walk {
  t: SuiteApp;
  page: Page;
  world: World;
  peer: Awaited<ReturnType<typeof startSink>>;
  /** What was sent by the page leaves: the time to take it back is over. */
  leave(): void;
}

/** An account with its owner, a desk that a person looks after, and an agent whose sends wait. */
async function furnish(t: SuiteApp, owner: string): Promise<World> {
  const add = (email: string, name: string) =>
    t.app.core.actors
      .account(t.accountId)
      .run((turn) => addMember(turn, { id: newId(), email, name, role: "owner" }));
  await add(owner, "Ada Owner");
  await add(`second-${owner}`, "Grace Second");
  const desk = await t.address({ display_name: "The desk" });
  const agent = await t.address({ display_name: "The agent" });
  const wanted = { outbound: "all", approver: "human" };
  await t.api.must(200, t.api.call("PUT", `/identities/${agent.id}/protection`, wanted));
  return { owner, desk, agent };
}

let n = 0;
const far = () => `guest${++n}@far.example`;

async function threadOf({ t }: Walk, identity: TestAddress, subject: string) {
  return eventually(async () => {
    const path = `/threads?identity_id=${identity.id}&limit=100`;
    const { json } = await t.api.get<PageOf<{ id: string; subject: string; status: string }>>(path);
    return json.data.find((one) => one.subject === subject);
  });
}

const line = (page: Page, subject: string) => page.locator(".lines a", { hasText: subject });
const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Postroom" }).getByRole("link", { name, exact: false });

/** Reloads the page until it shows this. */
async function shownAfterReload(page: Page, what: Locator): Promise<void> {
  await eventually(async () => {
    if ((await what.count()) > 0) return true;
    await page.reload();
    return false;
  });
}

/** Opens the line of a list, and waits for its thread. */
async function open(page: Page, subject: string): Promise<void> {
  await line(page, subject).first().click();
  await page.getByRole("heading", { level: 1, name: subject }).waitFor();
}

async function signIn({ page, peer, world }: Walk): Promise<void> {
  await page.goto("/console");
  await page.waitForURL("**/console/login");
  await page.getByLabel("Email").fill(world.owner);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  const { raw } = await peer.taken.find(({ to }) => to.includes(world.owner));
  const text = raw.replace(/=\r\n/g, "").replaceAll("=3D", "=");
  await page.goto(/\/console\/sign-in\?token=\w+/.exec(text)![0]);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/console\/(?:mail|settings)\//);
}

async function readAndReply(walk: Walk): Promise<void> {
  const { t, page, peer, world, leave } = walk;
  const [guest, subject] = [far(), `A question ${++n}`];
  const text = "What does a room cost?\n\nOn Monday, you wrote:\n> Ask me anything.";
  await t.mail({ from: `Mira Guest <${guest}>`, to: world.desk.email, subject, text });
  await threadOf(walk, world.desk, subject);
  await place(page, "Open").click();
  await open(page, subject);
  const message = page.locator(".message").last();
  expect(await message.locator(".text").first().textContent()).toContain("What does a room cost?");
  expect(await message.getByText("Ask me anything.").isVisible()).toBe(false);
  await message.getByText("Quoted text").click();
  expect(await message.getByText("Ask me anything.").isVisible()).toBe(true);
  await page.locator("#reply > summary").click();
  const form = page.locator("#reply form");
  await form.getByLabel("Text", { exact: true }).fill("**Twelve** euros.");
  await form.getByLabel("Format").selectOption("markdown");
  await form.getByRole("button", { name: "Send" }).click();
  await page.locator(".toast", { hasText: "Sending" }).getByRole("button", { name: "Undo" }).waitFor();
  leave();
  const { raw } = await peer.taken.find(({ to }) => to.includes(guest));
  expect(raw).toContain("<strong>Twelve</strong>");
}

/** What waits: approved, changed and approved, rejected, returned, taken over. */
async function decide(walk: Walk): Promise<void> {
  const { t, page, peer, world, leave } = walk;
  const ask = async () => {
    const [to, subject] = [far(), `An offer ${++n}`];
    const mail = { from: world.agent.email, to: [to], subject, text: "One two three" };
    const { review_id: id } = await t.api.must<{ review_id: string }>(202, t.api.post("/messages", mail));
    await place(page, "Needs you").click();
    await page.getByRole("heading", { name: "Needs you" }).first().waitFor();
    await shownAfterReload(page, line(page, subject));
    await open(page, subject);
    const status = async () =>
      (await t.api.get<{ data: { status: string } }>(`/reviews/${id}`)).json.data.status;
    return { to, status, card: page.locator(`#review-${id}`) };
  };
  const done = async (text: string) => void (await page.locator(".toast", { hasText: text }).waitFor());

  const first = await ask();
  await first.card.getByRole("button", { name: "Approve", exact: true }).click();
  await done("Approved …");
  leave();
  await peer.taken.find(({ to }) => to.includes(first.to));

  const second = await ask();
  await second.card.locator("summary", { hasText: "Edit" }).click();
  await second.card.getByLabel("Text", { exact: true }).fill("One four three");
  await second.card.getByRole("button", { name: "Approve this version" }).click();
  await done("Approved …");
  leave();
  expect((await peer.taken.find(({ to }) => to.includes(second.to))).raw).toContain("One four three");

  const third = await ask();
  await third.card.locator("summary", { hasText: "Reject" }).click();
  await third.card.getByLabel("Why").fill("Not to them.");
  await third.card.getByRole("button", { name: "Reject" }).click();
  await done("Rejected …");
  leave();
  await eventually(async () => (await third.status()) === "rejected");

  const fourth = await ask();
  await fourth.card.locator("summary", { hasText: "Return" }).click();
  await fourth.card.getByLabel("What the agent should change").fill("Shorter.");
  await fourth.card.getByRole("button", { name: "Return to the agent" }).click();
  await done("Returned …");
  leave();
  await eventually(async () => (await fourth.status()) === "returned");

  const fifth = await ask();
  await fifth.card.locator("summary", { hasText: "Take over" }).click();
  await fifth.card.getByRole("button", { name: "Take over" }).click();
  await done("You have taken the thread over.");
  expect(await fifth.status()).toBe("taken_over");
  expect(peer.mails.filter(({ to }) => [third, fourth, fifth].some((one) => to.includes(one.to)))).toEqual(
    [],
  );
}

/** A thread is taken over, assigned and noted. */
async function sort(walk: Walk): Promise<void> {
  const { t, page, world } = walk;
  const subject = `To sort ${++n}`;
  await t.mail({ from: far(), to: world.desk.email, subject, text: "Who looks after this?" });
  const { id } = await threadOf(walk, world.desk, subject);
  await place(page, "Open").click();
  await open(page, subject);
  const tools = page.locator(".toolbar");
  await tools.locator("summary", { hasText: "More" }).click();
  await tools.getByRole("button", { name: "Take over" }).click();
  await tools.locator(".more:not([open])").waitFor();
  await tools.locator("summary", { hasText: "More" }).click();
  await tools.getByRole("button", { name: "Hand back" }).waitFor();
  await tools.getByLabel("Assign to").selectOption({ label: "Grace Second" });
  await tools.locator(".sheet").getByRole("button", { name: "Assign" }).click();
  await page.locator(".meta").getByText("Grace Second").waitFor();
  await page.locator("summary", { hasText: "Leave a note" }).click();
  await page.getByLabel("For those who work on this thread").fill("Mind the price.");
  await page.getByRole("button", { name: "Keep note" }).click();
  await page.locator(".note").getByText("Mind the price.").waitFor();
  const { json } = await t.api.get<{ data: Record<string, unknown> }>(`/threads/${id}`);
  expect(json.data).toMatchObject({ status: "human_review", owner_type: "human" });
  expect(json.data.assignee_id).not.toBeNull();
}

async function search(walk: Walk): Promise<void> {
  const { t, page, world } = walk;
  const [guest, word] = [far(), `okapi${++n}`];
  await t.mail({
    from: guest,
    to: world.desk.email,
    subject: "Found by a word",
    text: `An ${word} came by.`,
  });
  await eventually(async () => {
    const { json } = await t.api.get<PageOf<unknown>>(`/messages/search?q=${word}`);
    return json.data.length > 0;
  });
  const box = page.getByRole("searchbox", { name: "Search mail" });
  await box.fill(`${word} from:${guest}`);
  await box.press("Enter");
  await open(page, "Found by a word");
  expect(await page.locator(".message .text").first().textContent()).toContain(word);
}

async function invite(walk: Walk): Promise<void> {
  const { t, page, peer, world } = walk;
  const [subject, raw] = invitationText(world.desk.email);
  await t.raw({ from: "dana@brightwater.example", to: world.desk.email, raw });
  await threadOf(walk, world.desk, subject);
  await place(page, "Open").click();
  await open(page, subject);
  await page.locator(".invitation").getByRole("button", { name: "Accept" }).click();
  await page.locator(".invitation").getByText("You accepted").waitFor();
  const { raw: answer } = await peer.taken.find(({ to }) => to.includes("dana@brightwater.example"));
  expect(answer.replace(/\r\n /g, "")).toContain("PARTSTAT=ACCEPTED");
}

/** An event is made and moved to the day after. */
async function moveEvent({ t, page, world, peer }: Walk): Promise<void> {
  const guest = far();
  await page.goto(`/console/calendar?address=${world.desk.id}&week=2027-03-03`);
  await page.locator("summary", { hasText: "New event" }).click();
  await page.getByLabel("Title").fill("Tasting");
  await page.getByLabel("Date", { exact: true }).fill("2027-03-04");
  await page.getByLabel("From", { exact: true }).fill("18:00");
  await page.getByLabel("To", { exact: true }).fill("19:30");
  await page.getByLabel("Who is invited").fill(guest);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Tasting" }).click();
  await page.getByLabel("Date", { exact: true }).fill("2027-03-05");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/week=2027-03-05/);
  const { json } = await t.api.get<PageOf<{ title: string; start: string }>>(
    `/identities/${world.desk.id}/calendar/events?limit=50`,
  );
  expect(json.data.find(({ title }) => title === "Tasting")!.start).toContain("2027-03-05T18:00");
  await peer.taken.count(2, ({ to }) => to.includes(guest));
}

/** A key for an agent, and a password for a mail program. */
async function hand({ t, page, world }: Walk): Promise<void> {
  await page.goto("/console/settings/keys");
  await page.getByLabel("Name", { exact: true }).fill("Desk agent");
  await page.getByLabel("Only the addresses ticked here").check();
  await page.getByLabel(world.desk.email).check();
  await page.getByRole("button", { name: "Mint key" }).click();
  const key = /pr_[0-9A-Za-z]{46}/.exec((await page.locator("#new-key").textContent())!)![0];
  const { json } = await t.api.as(key).get<PageOf<{ email: string }>>("/identities");
  expect(json.data.map(({ email }) => email)).toEqual([world.desk.email]);

  await page.goto(`/console/settings/devices?identity=${world.desk.id}`);
  await page.getByLabel("What it is for").fill("Ada's phone");
  await page.getByRole("button", { name: "Make password" }).click();
  const shown = page.locator("#new-password");
  const password = await shown.evaluate((element) => element.firstChild!.textContent!);
  const talk = await ImapTalk.open(t.app.ports.imap!);
  expect((await talk.say(`LOGIN ${world.desk.email} "${password}"`)).at(-1)).toContain(" OK ");
}

async function replay({
  page,
  receiver,
}: Walk & { receiver: ReturnType<typeof startReceiver> }): Promise<void> {
  const before = receiver.calls.items.length;
  receiver.answer(() => new Response("not now", { status: 410 }));
  await page.goto("/console/settings/webhooks");
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.locator("#new-secret").waitFor();
  await page.locator(".card-link", { hasText: receiver.url }).first().click();
  await page.getByRole("button", { name: "Send a test event" }).click();
  await receiver.calls.count(before + 1);
  const until = (text: string) => shownAfterReload(page, page.getByText(text));
  await until("Disabled");
  receiver.answer(() => new Response("ok"));
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("button", { name: "Deliver again" }).first().click();
  await receiver.calls.count(before + 2);
  await until("delivered,");
}
