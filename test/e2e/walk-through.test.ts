// README's walk-through of agent signup, pasted into a shell as it stands there; the human's part is done in a browser
// without JavaScript.
import { expect, test } from "bun:test";
import { Browser } from "../console/browser.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";

/** The blocks of shell commands in a chapter of README. */
async function blocks(title: string): Promise<string[]> {
  const text = await Bun.file(new URL("../../README.md", import.meta.url)).text();
  const chapter = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? "";
  return [...chapter.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands!);
}

eachApp(
  "the walk-through of README",
  (t) => {
    /** One shell for all of it, as a reader would have. */
    const paste = async (commands: string, env: Record<string, string>) => {
      const here = commands.replaceAll("http://localhost:3000", t.api.base);
      const shell = Bun.spawn(["bash", "-c", here], { env: { ...process.env, ...env }, stderr: "inherit" });
      return JSON.parse(await new Response(shell.stdout).text()) as { data: Record<string, unknown> };
    };

    test("starts with an address, a mail to it and what was said", async () => {
      const [, create, talk] = await blocks("Start");
      const { data } = await paste(create!.replace(/^export KEY=.*$/m, ""), { KEY: t.api.key! });
      expect(data.email).toBe("hello@postroom.localhost");
      const here = talk!.replace("localhost:2525", `localhost:${t.app.ports.smtp}`);
      const read = (await paste(here, { KEY: t.api.key! })) as unknown as PageOf<{ reply_text: string }>;
      expect(read.data.map(({ reply_text }) => reply_text)).toEqual(["Does it work?"]);
    });

    test("goes from no key to a sent mail", async () => {
      const [human] = await t.api.must<{ id: string }[]>(
        200,
        t.api.get("/identities?email=hello@postroom.localhost"),
      );
      const [signUp, send] = await blocks("An agent signs itself up");
      const { data } = await paste(signUp!, { KEY: t.api.key! });
      expect(data.address).toBe("scout@postroom.localhost");
      const link = new URL(data.sign_in_url as string);
      const browser = new Browser(t.api.base);
      await browser.get(link.pathname + link.search);
      await browser.submit("/console/sign-in");
      await browser.submit("/console/keys", { name: "scout" });
      const [key] = /pr_[0-9A-Za-z]{46}/.exec(browser.text)!;
      const setting = signUp!.split("\n")[0]!;
      const sent = await paste(`${setting}\n${send!.replace(/^export AGENT_KEY=.*$/m, "")}`, {
        AGENT_KEY: key,
      });
      expect(sent.data.rejected).toEqual([]);
      await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ subject: string }>>(`/threads?identity_id=${human!.id}`);
        return json.data.some(({ subject }) => subject === "Hello");
      });
    });

    test("lets a person look in by IMAP", async () => {
      const { email } = await t.address({ local_part: "hello2" });
      await t.mail({ from: "you@example.com", to: email, subject: "Look", text: "in" });
      const [create, look] = await blocks("A person looks in");
      const { data } = await paste(create!.replaceAll("hello@", "hello2@"), { KEY: t.api.key! });
      expect(data.username).toBe(email);
      const here = look!
        .replace("localhost:2993", `localhost:${t.app.ports.imaps}`)
        .replace(/-u \S+/, `-u ${email}:${data.password}`);
      const shown = await new Response(Bun.spawn(["bash", "-c", here]).stdout).text();
      expect(shown).toContain('"Look"');
    });

    test("begins where the base URL leads", async () => {
      const response = await fetch(t.api.base);
      expect([response.status, new URL(response.url).pathname]).toEqual([200, "/docs"]);
    });
  },
  { env: { MAIL_DOMAIN: "postroom.localhost", IMAPS_PORT: "0" } },
);
