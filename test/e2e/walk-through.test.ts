// README's session, pasted into one shell as it stands there: each answer has the shape that README prints. What the human
// does in between is done in a browser without JavaScript.
import { expect, test } from "bun:test";
import { Browser } from "../console/browser.ts";
import { apiClient, type PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";

interface Block {
  chapter: string;
  commands: string;
  /** The answers printed below the commands, one a line. */
  printed: string[];
}

/** README's shell blocks up to the chapter that needs a machine of its own, without the one that starts the server. */
async function session(): Promise<Block[]> {
  const text = await Bun.file(new URL("../../README.md", import.meta.url)).text();
  const [chapters = ""] = text.split("## On the internet");
  const blocks = chapters.split(/^## /m).flatMap((chapter) =>
    [...chapter.matchAll(/^```sh\n(.*?)^```\n(?:\n```json\n(.*?)^```)?/gms)].map(([, commands, printed]) => ({
      chapter: chapter.split("\n", 1)[0]!,
      commands: commands!,
      printed: printed?.trim().split("\n") ?? [],
    })),
  );
  const [start, ...rest] = blocks;
  expect(start?.commands).toMatch(/^npx --yes bun@[\d.]+ run start /);
  return rest;
}

/** What of a printed answer does not hold for a real one; `…` stands for anything, an id for any id. */
function misfits(printed: unknown, real: unknown, at = "answer"): string[] {
  if (typeof printed === "object" && printed !== null) {
    if (typeof real !== "object" || real === null || Array.isArray(printed) !== Array.isArray(real))
      return [`${at} is ${JSON.stringify(real)}`];
    const values = real as Record<string, unknown>;
    return Object.entries(printed).flatMap(([key, value]) => misfits(value, values[key], `${at}.${key}`));
  }
  const asText = String(printed);
  const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asText)
    ? "[0-9a-f-]{36}"
    : asText.split("…").map(RegExp.escape).join(".+");
  return typeof real === typeof printed && new RegExp(`^${pattern}$`).test(String(real))
    ? []
    : [`${at} is ${JSON.stringify(real)}`];
}

eachApp(
  "README's session",
  (t) => {
    test("goes as printed", async () => {
      const here = (text: string) =>
        text
          .replaceAll("localhost:3000", `localhost:${new URL(t.api.base).port}`)
          .replaceAll("localhost:2525", `localhost:${t.app.ports.smtp}`)
          .replaceAll("localhost:2993", `localhost:${t.app.ports.imaps}`)
          .replaceAll("pr_…", t.api.key!);
      const blocks = await session();
      const script = blocks.map(({ commands }) => `${here(commands)}\nprintf '\\f'\n`).join("");
      const shell = Bun.spawn(["bash", "-c", script], { stderr: "inherit" });
      const outputs = (await new Response(shell.stdout).text()).split("\f");
      for (const [index, { chapter, printed }] of blocks.entries()) {
        // curl ends its answers without a line end.
        const answers = outputs[index]!.replaceAll("}{", "}\n{").trim().split("\n");
        if (printed.length > 0) expect([chapter, answers.length]).toEqual([chapter, printed.length]);
        for (const [line, text] of printed.entries()) {
          const wanted = JSON.parse(here(text).replaceAll(/, …(?=[}\]])/g, ""));
          expect([chapter, ...misfits(wanted, JSON.parse(answers[line]!))]).toEqual([chapter]);
        }
      }
      expect(outputs[blocks.findIndex(({ chapter }) => chapter === "A person looks in")]).toContain('"Hi"');

      const verified = outputs[blocks.findIndex(({ chapter }) => chapter === "An agent signs itself up")]!;
      const { sign_in_url: link } = JSON.parse(verified).data as { sign_in_url: string };
      const browser = new Browser(t.api.base);
      await browser.get(new URL(link).pathname + new URL(link).search);
      await browser.submit("/console/sign-in");
      await browser.submit("/console/keys", { name: "scout" });
      const [key] = /pr_[0-9A-Za-z]{46}/.exec(browser.text)!;
      const agent = apiClient(t.api.base, key);
      const mail = { from: "scout@postroom.localhost", to: "hello@postroom.localhost", text: "I am here." };
      const sent = await agent.must<{ rejected: unknown[] }>(201, agent.post("/messages", mail));
      expect(sent.rejected).toEqual([]);
      await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ text: string }>>(`/messages?from=scout@postroom.localhost`);
        return json.data.some(({ text }) => text?.includes("I am here."));
      });
    });

    test("begins where the base URL leads", async () => {
      const response = await fetch(t.api.base);
      expect([response.status, new URL(response.url).pathname]).toEqual([200, "/docs"]);
    });
  },
  { env: { MAIL_DOMAIN: "postroom.localhost", IMAPS_PORT: "0" } },
);
