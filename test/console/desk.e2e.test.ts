// The decision desk by the keyboard, in Chromium: decisions of each kind, and random presses of which none decides about a card
// that is not the one in sight, or out of a field. A full run (`bun run fuzz --only console/desk`) has more of both.
import { afterAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { deskKeys } from "../../src/console/client/desk-keys.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { pick, seeded } from "../support/app/random.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { inChromium, isFull, openPage, shareOf, signInPage } from "./chromium.ts";

interface Review {
  id: string;
  status: string;
  approved_until: string | null;
}

/** A decision as the page sent it, with the key before it and where that was pressed. */
interface Noted {
  sent: string;
  shown: string;
  isWhole: boolean;
  key: string;
  field: string;
}

await inChromium("the desk in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const peer = await startSink();
  afterAll(() => peer.stop());

  eachApp(
    "the desk",
    (t) => {
      const fill = async (many: number, approver = "human"): Promise<void> => {
        const { id, email } = await t.address();
        const all = { outbound: "all", approver };
        await t.api.must(200, t.api.call("PUT", `/identities/${id}/protection`, all));
        for (let n = 0; n < many; n++)
          await t.api.must(
            202,
            t.api.post("/messages", {
              from: email,
              to: [`n${n}@far.example`],
              subject: `No ${n}`,
              text: "Words",
            }),
          );
      };
      const withdraw = async (id: string): Promise<void> => {
        const { message_id: draft } = await t.api.must<{ message_id: string }>(
          200,
          t.api.get(`/reviews/${id}`),
        );
        await t.api.must(200, t.api.delete(`/drafts/${draft}`));
      };
      const open = async () => {
        const opened = await openPage(browser(), t, { viewport: { width: 1280, height: 800 } });
        await opened.page.addInitScript(noteDecisions);
        await signInPage(t, opened.page);
        await opened.page.goto("/console/desk");
        return opened;
      };

      test("decides card after card by keys alone", async () => {
        if (!shareOf(t.kind, ["thirty", "random"]).includes("thirty")) return;
        const many = isFull ? 30 : 17;
        await fill(many);
        const { page, problems, close } = await open();
        const wanted = new Map<string, string>();
        for (let n = 0; n < many; n++) {
          const id = await ready(page);
          const kind =
            n % 10 === 3 ? "returned" : n % 10 === 6 ? "rejected" : n % 10 === 9 ? "taken_over" : "approved";
          wanted.set(id, kind);
          if (n === 12) {
            // Passed over, and come back to.
            await page.keyboard.press("Space");
            await gone(page, id);
            await page.goto(`/console/desk?at=${id}`);
            await ready(page);
          }
          if (kind === "approved" && n % 2 === 0) {
            await page.keyboard.press("e");
            await page.locator(`#text-${id}:focus`).waitFor();
            await page.keyboard.type("y n r t e ");
            await page.keyboard.press("Control+Enter");
          } else if (kind === "approved") await page.keyboard.press("y");
          else if (kind === "taken_over") {
            await page.keyboard.press("t");
            await page.locator(".decision.take button:focus").waitFor();
            await page.keyboard.press("Enter");
          } else {
            const name = kind === "returned" ? "return" : "reject";
            await page.keyboard.press(name === "return" ? "r" : "n");
            await page.locator(`#${name}-${id}:focus`).waitFor();
            await page.keyboard.type("Not yet, try again");
            await page.keyboard.press("Control+Enter");
          }
          await gone(page, id);
          if (n !== 6 && n !== 11) continue;
          // By mistake: taken back, and decided again.
          await page.keyboard.press("z");
          expect(await ready(page)).toBe(id);
          wanted.set(id, "approved");
          await page.keyboard.press("y");
          await gone(page, id);
        }
        const decided = async () => {
          const found = new Map((await reviews(t)).map(({ id, status }) => [id, status]));
          return new Map([...wanted.keys()].map((id) => [id, found.get(id)!]));
        };
        // Time: decisions come into force after ten seconds.
        await eventually(async () => ![...(await decided()).values()].includes("pending"));
        expect(await decided()).toEqual(wanted);
        expect(await accidents(page)).toEqual([]);
        expect(problems).toEqual([]);
        await close();
      }, 300_000);

      test("keeps the card in sight while others come in, also when its connection comes back", async () => {
        if (!shareOf(t.kind, ["stays", "random"]).includes("stays")) return;
        await fill(1);
        const { page, problems, close } = await open();
        // The first stream never comes: what is renewed is so behind the lost connection.
        await page.route("**/console/live*", () => {}, { times: 1 });
        await page.reload();
        const id = await ready(page);
        await page.evaluate("window.stayed = document.querySelector('[data-desk]')");
        await fill(1);
        // The title is set when the rest of the page was renewed.
        await page.evaluate("document.title = 'before'; window.dispatchEvent(new Event('online'))");
        await eventually(async () => (await page.title()) !== "before");
        expect(await page.locator("[data-desk]").getAttribute("data-desk")).toBe(id);
        expect(await page.evaluate("window.stayed.isConnected")).toBe(true);
        expect(problems).toEqual([]);
        await close();
      }, 200_000);

      test("decides the card that was read alone, while colleagues decide, writers withdraw and others come in", async () => {
        if (!shareOf(t.kind, ["random", "changes"]).includes("changes")) return;
        const many = isFull ? 30 : 8;
        // Cards of other tests are for people alone; approved ones leave by themselves.
        for (const { id, approved_until } of await waiting(t)) if (!approved_until) await withdraw(id);
        await fill(many, "key");
        const { page, close } = await open();
        const random = seeded(53);
        const others = new Map<string, string>();
        const pressed = new Map<string, number>();
        for (let turn = 0; turn < 2 * many && (await waiting(t)).some(({ id }) => !pressed.has(id)); turn++) {
          const id = await ready(page);
          const kind = ["decided", "withdrawn", "new", "none"][turn % 4]!;
          if (kind === "decided") {
            await t.api.must(200, t.api.post(`/reviews/${id}/reject`, { reason: "By a colleague" }));
            others.set(id, "rejected");
          } else if (kind === "withdrawn") {
            await withdraw(id);
            others.set(id, "withdrawn");
          } else if (kind === "new") await fill(1, "key");
          // At once, and while the page hears of it.
          await Bun.sleep(random(400));
          const shown = await page.locator("[data-desk]").getAttribute("data-desk");
          pressed.set(id, (pressed.get(id) ?? 0) + 1);
          await page.keyboard.press("y");
          // Another card, none, or the page that says who was first.
          if (shown === id)
            await page.locator(`.desk-head:not(:has(~ [data-desk="${id}"])), .notice.bad`).first().waitFor();
          await page.goto("/console/desk");
        }
        const found = new Map((await reviews(t)).map((one) => [one.id, one]));
        for (const [id, status] of others)
          if (status === "rejected") expect([id, found.get(id)!.status]).toEqual([id, "rejected"]);
        expect(
          [...others].filter(([id, status]) => status === "withdrawn" && found.get(id)?.approved_until),
        ).toEqual([]);
        expect(await accidents(page)).toEqual([]);
        await close();
      }, 300_000);

      test("decides nothing by accident when keys are pressed at random", async () => {
        if (!shareOf(t.kind, ["thirty", "random"]).includes("random")) return;
        await fill(isFull ? 150 : 20);
        const { page, close } = await open();
        const random = seeded(39);
        const keys = [
          ...deskKeys,
          "y",
          "a",
          "1",
          "z",
          "Enter",
          "Escape",
          "Escape",
          "ArrowDown",
          "Control+Enter",
          "x",
          "j",
        ];
        for (let press = 0; press < (isFull ? 1000 : 120); press++) {
          await page.keyboard.press(pick(keys, random));
          if (random(4) === 0)
            await page
              .locator("[data-desk][data-ready], .empty")
              .or(page.locator(".lines"))
              .first()
              .waitFor();
          if (new URL(page.url()).pathname !== "/console/desk" || (await page.locator(".empty").count()) > 0)
            await page.goto("/console/desk");
        }
        await page.waitForLoadState();
        const noted = await accidents(page);
        expect(noted).toEqual([]);
        await close();
      }, 300_000);
    },
    { env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}

async function reviews(t: SuiteApp): Promise<Review[]> {
  return t.api.must<Review[]>(200, t.api.get("/reviews?limit=200"));
}

async function waiting(t: SuiteApp): Promise<Review[]> {
  return t.api.must<Review[]>(200, t.api.get("/reviews?status=pending&limit=200"));
}

/** Resolves when the card takes keys. @returns its id */
async function ready(page: Page): Promise<string> {
  const card = page.locator("[data-desk][data-ready]");
  await card.waitFor();
  return (await card.getAttribute("data-desk"))!;
}

/** Resolves when another card is there, or none. */
async function gone(page: Page, id: string): Promise<void> {
  await page.locator(`.desk-head:not(:has(~ [data-desk="${id}"]))`).waitFor();
}

/** Decisions that were not meant. */
async function accidents(page: Page): Promise<Noted[]> {
  const noted = JSON.parse(await page.evaluate<string>("sessionStorage.getItem('noted') ?? '[]'")) as Noted[];
  expect(noted.length).toBeGreaterThan(5);
  return noted.filter(
    ({ sent, shown, isWhole, key, field }) =>
      sent !== shown ||
      !isWhole ||
      (field !== "" && key !== "Control+Enter") ||
      !/^(?:y|Enter|Control\+Enter| )$/.test(key),
  );
}

/** Notes each decision in the page's session, with what was there when the key went down. In the browser, as text. */
const noteDecisions = `(() => {
  let last = { key: "", field: "", shown: "", isWhole: false };
  addEventListener("keydown", (event) => {
    if (event.key === "Control") return;
    const card = document.querySelector("[data-desk]");
    const { top, bottom } = card?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    last = {
      key: (event.ctrlKey ? "Control+" : "") + event.key,
      field: event.target.closest?.("input, textarea, select")?.name ?? "",
      shown: card?.dataset.desk ?? "",
      isWhole: document.readyState === "complete" && card?.dataset.ready !== undefined && top < innerHeight && bottom > 0,
    };
  }, true);
  addEventListener("submit", (event) => {
    // Forms with words are sent by the script.
    const isStopped = event.defaultPrevented && event.target.dataset.words === undefined;
    if (isStopped || event.target.getAttribute("action") !== "/console/reviews") return;
    const sent = new FormData(event.target).get("id");
    sessionStorage.setItem("noted", JSON.stringify([...JSON.parse(sessionStorage.getItem("noted") ?? "[]"), { ...last, sent }]));
  });
})()`;
