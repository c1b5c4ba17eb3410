// Both SDKs, installed from their packages, do one scenario (scenario.json) against the program: directly, and through a
// proxy that drops, delays, repeats and refuses. Nothing is done twice and no event is missed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";
import { clientsFolder, noClients, runClient } from "../support/clients/others.ts";
import { type FaultyProxy, startFaultyProxy } from "../support/fakes/faulty-proxy.ts";

const sdk = resolve(import.meta.dir, "../../src/sdk");
const scenario = join(import.meta.dir, "scenario.json");
const kinds: readonly Kind[] = process.env.POSTROOM_TEST_DATABASE_URL ? storeKinds : ["embedded"];

if (noClients) test.skip(`SDKs from their packages: ${noClients}`, () => {});
else
  describe("SDKs from their packages", () => {
    const folder = mkdtempSync(join(tmpdir(), "sdk-"));
    const run = async (...words: string[]) => {
      const done = await runClient(words, { cwd: folder });
      if (done.exitCode !== 0) throw new Error(`${words.join(" ")}: ${done.text}`);
      return done.text;
    };

    beforeAll(async () => {
      // A copy: packing leaves files.
      for (const name of ["typescript", "python"])
        cpSync(join(sdk, name), join(folder, name), { recursive: true });
      await run("npm", "pack", "--silent", "./typescript");
      const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
      mkdirSync(join(folder, "node"));
      cpSync(join(import.meta.dir, "driver.mjs"), join(folder, "node/driver.mjs"));
      writeFileSync(join(folder, "node/package.json"), "{}");
      await run("npm", "install", "--silent", "--offline", "--prefix", "node", `./${tarball}`);
      await run("python", "-m", "build", "--wheel", "--no-isolation", "--outdir", "wheel", "./python");
      const [wheel] = readdirSync(join(folder, "wheel"));
      const target = ["--target", join(folder, "site"), "--no-deps", "--no-index", "--quiet"];
      await run("pip", "install", ...target, `wheel/${wheel}`);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test("the TypeScript package holds what it declares, and needs nothing", async () => {
      const names = readdirSync(join(folder, "node/node_modules"));
      expect(names.filter((name) => !name.startsWith("."))).toEqual(["postroom-client"]);
      const inside = readdirSync(join(folder, "node/node_modules/postroom-client"), { recursive: true });
      expect(inside).toEqual(expect.arrayContaining(["dist/index.js", "dist/index.d.ts", "README.md"]));
    });

    test("the Python package passes mypy --strict, with a program that uses it", async () => {
      const program = join(folder, "typed.py");
      writeFileSync(program, typedProgram);
      const words = ["--strict", "--python-version", "3.10", "--cache-dir", join(folder, "mypy")];
      const made = await runClient(["mypy", ...words, program, join(folder, "site/postroom")], {
        cwd: folder,
        env: { MYPYPATH: join(folder, "site") },
      });
      expect(made.text).toContain("Success: no issues found");
    });

    test("a test of Node and one of pytest have a sandbox each, which ends with them", async () => {
      const program = { POSTROOM_PROGRAM: `${process.execPath} ${resolve(sdk, "../main.ts")}` };
      writeFileSync(join(folder, "node/world.test.mjs"), nodeTest);
      writeFileSync(join(folder, "test_world.py"), pythonTest);
      const node = await runClient(["node", "--test", "node/world.test.mjs"], { cwd: folder, env: program });
      expect(node.text).toMatch(/^(?:#|ℹ) pass 1$/m);
      const words = ["-m", "pytest", "-q", "-p", "postroom.pytest_sandbox", "test_world.py"];
      const env = { ...program, PYTHONPATH: join(folder, "site"), PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" };
      const python = await runClient(["python", ...words], { cwd: folder, env });
      expect(python.text).toContain("1 passed");
    });

    for (const kind of kinds) {
      describe(kind, () => {
        let store: TempStore;
        let server: Server;
        let proxy: FaultyProxy;
        let key: string;

        beforeAll(async () => {
          store = await tempStore(kind);
          const started = await runCommand(store, ["init", "--json"]);
          key = (JSON.parse(started.stdout) as { api_key: string }).api_key;
          server = await startServer(store);
          proxy = await startFaultyProxy(`http://127.0.0.1:${server.ports.http}`);
        });
        afterAll(async () => {
          proxy.stop();
          await server.stop();
          await store.dispose();
        });

        const drivers: Record<string, (url: string, name: string) => Promise<string>> = {
          Node: (url, name) => run("node", "node/driver.mjs", url, key, name, scenario, "hook.json"),
          Bun: (url, name) => run(process.execPath, "node/driver.mjs", url, key, name, scenario, "hook.json"),
          "Python, sync": (url, name) => python("sync", url, name),
          "Python, async": (url, name) => python("async", url, name),
        };
        const python = async (mode: string, url: string, name: string) => {
          const words = [join(import.meta.dir, "driver.py"), mode, url, key, name, scenario, "hook.json"];
          const done = await runClient(["python", ...words], {
            cwd: folder,
            env: { PYTHONPATH: join(folder, "site") },
          });
          if (done.exitCode !== 0) throw new Error(done.text);
          return done.text;
        };

        for (const [name, drive] of Object.entries(drivers)) {
          const user = name.toLowerCase().replace(/\W+/g, "-");
          // A delivery is too old after five minutes: each run has one of its own.
          const driven = (url: string, name: string) => {
            writeFileSync(join(folder, "hook.json"), JSON.stringify(delivery()));
            return drive(url, name);
          };
          test(`${name}: directly`, async () => {
            expect(await driven(`http://127.0.0.1:${server.ports.http}`, user)).toBe("done\n");
          });
          if (name !== "Bun")
            test(`${name}: through a faulty proxy`, async () => {
              expect(await driven(proxy.url, `${user}-p`)).toBe("done\n");
            });
        }
        test("the proxy did all that it can", () => {
          expect(Object.keys(proxy.done).sort()).toEqual([
            ...["cut", "delay", "drop", "limit", "lose", "refuse", "repeat"],
          ]);
        });
      });
    }
  });

if (!noClients) test("clients are where they are said to be", () => expect(clientsFolder()).not.toBe(""));

/** A delivery as the service signs it. */
function delivery(): { secret: string; body: string; headers: Record<string, string> } {
  const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
  const body = JSON.stringify({
    id: "1",
    type: "message.received",
    created_at: "2026-01-02T03:04:05Z",
    data: {},
  });
  const at = new Date();
  const headers = {
    "Webhook-Id": "1",
    "Webhook-Timestamp": String(Math.floor(at.getTime() / 1000)),
    "Webhook-Signature": `v1,b3RoZXI= ${new Webhook(secret).sign("1", at, body)}`,
  };
  return { secret, body, headers };
}

const nodeTest = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { sandbox } from "postroom-client/sandbox";
const world = await sandbox();
test("Ada is answered", async () => {
  const [bot, second] = [await world.address("bot"), await world.address("bot")];
  assert.notEqual(bot, second);
  await world.expectNoMail();
  await world.person("ada@shop.example").writes({ to: bot, subject: "K7", text: "What does the K7 cost?" });
  const mail = await world.client.messages.wait({ from: "ada@shop.example" });
  await world.client.messages.reply(mail.id, { text: "It costs 412.50 EUR." });
  assert.match((await world.inbox("ada@shop.example"))[0].text, /412.50/);
  await assert.rejects(world.expectNoMail("ada@shop.example"), /1 mails left/);
  assert.equal(await world.client.messages.wait({ from: "nobody.example", timeout: 90 }), null);
  assert.ok((await world.advance("3d")) > mail.created_at);
});
`;

const pythonTest = `
import pytest

def test_ada_is_answered(postroom_world):
    world = postroom_world
    bot, second = world.address("bot"), world.address("bot")
    assert bot != second
    world.expect_no_mail()
    world.person("ada@shop.example").writes(to=bot, subject="K7", text="What does the K7 cost?")
    mail = world.client.messages.wait(sender="ada@shop.example")
    world.client.messages.reply(mail["id"], {"text": "It costs 412.50 EUR."})
    assert "412.50" in world.inbox("ada@shop.example")[0]["text"]
    with pytest.raises(AssertionError, match="1 mails left"):
        world.expect_no_mail("ada@shop.example")
    assert world.client.messages.wait(sender="nobody.example", timeout=90) is None
    assert world.advance("3d") > mail["created_at"]
`;

const typedProgram = `
from postroom import AsyncPostroom, Postroom, errors

def main(client: Postroom) -> str:
    sent = client.messages.send({"from": "a@b.example", "to": ["c@d.example"], "text": "Hi"})
    for thread in client.threads.list({"status": "open", "limit": 5}):
        print(thread["subject"] or "", thread["message_count"] + 1)
    for event in client.events.stream({"type": "message.received"}):
        if event["type"] == "message.received":
            print(event["data"]["from"].upper())
    try:
        message = client.messages.wait(sender="example.com", timeout=5)
        message = client.messages.wait(sender="example.com", after=message, timeout=5)
        review = client.reviews.wait(sent.get("review_id", ""), timeout=5)
        print(None if review is None else review["comment"])
    except errors.NotFoundError as error:
        return error.request_id or ""
    return "" if message is None else message["reply_text"]

async def follow(client: AsyncPostroom) -> None:
    page = await client.threads.list()
    print(page.data[0]["id"], page.next_cursor)
    async for thread in client.threads.list():
        print(thread["status"])
`;
