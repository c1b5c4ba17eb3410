// What a key made ends with it: keys, app passwords with their sessions, webhooks, streams. DECISIONS Authentication and keys.
import { expect, test } from "bun:test";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { runOnStore } from "../../support/app/commands.ts";
import { refusal } from "../../support/app/refusals.ts";
import { ImapTalk, mailbox, passwordFor } from "../../support/imap/client.ts";
import { dialogue } from "../../support/smtp/client.ts";

interface Key {
  id: string;
  token: string;
}

interface Named {
  id: string;
}

const env = { IMAP_PORT: "0", SUBMISSION_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

eachApp(
  "what a key made",
  (t) => {
    const mint = async (api: Api, identity_ids: string[]) => {
      const key = await api.must<Key>(201, api.post("/api-keys", { name: "minted", identity_ids }));
      return { ...key, api: t.api.as(key.token) };
    };
    const password = (api: Api, { id: identity_id }: Named) =>
      api.must<Named & { password: string }>(201, api.post("/app-passwords", { identity_id, name: "made" }));
    const hookOf = (api: Api, { id: identity_id }: Named) =>
      api.must<Named>(201, api.post("/webhooks", { url: "http://127.0.0.1:9/", identity_id }));
    const passwordsOf = async ({ id }: Named) =>
      (await t.api.get<PageOf<Named>>(`/app-passwords?identity_id=${id}`)).json.data.map((row) => row.id);
    const hooksOf = async ({ id }: Named) =>
      (await t.api.get<PageOf<Named & { identity: string }>>("/webhooks?limit=200")).json.data
        .filter(({ identity }) => identity === id)
        .map((row) => row.id);
    const logsIn = async ({ email }: TestAddress, given: string) => {
      const talk = await ImapTalk.open(t.app.ports.imap!);
      const answer = await talk.ok(`LOGIN ${email} ${given}`).catch(() => null);
      talk.close();
      return answer !== null;
    };
    const run = (...words: string[]) => runOnStore(t.app.core, words);

    test("ends with it, down to the last key; what others made stays", async () => {
      const box = await mailbox(t);
      const parent = await mint(t.api, [box.id]);
      const child = await mint(parent.api, [box.id]);
      const grandchild = await mint(child.api, [box.id]);
      const sibling = await mint(parent.api, [box.id]);
      const ending = [await password(child.api, box), await password(grandchild.api, box)];
      const endingHooks = [await hookOf(child.api, box), await hookOf(grandchild.api, box)];
      const staying = [await password(parent.api, box), await password(sibling.api, box)];
      const stayingHooks = [await hookOf(t.api, box), await hookOf(sibling.api, box)];
      const { id: domain_id } = await t.api.must<Named>(
        201,
        t.api.post("/domains", { domain: `minted-${t.kind}.example` }),
      );
      const rule = { domain_id, local_part: "led", webhook_id: endingHooks[1]!.id };
      await t.api.must(201, t.api.post("/routing-rules", rule));
      for (const { password: given } of ending) expect(await logsIn(box, given)).toBe(true);
      const answer = await t.api.must(200, t.api.delete(`/api-keys/${child.id}`));
      expect(answer).toEqual({
        id: child.id,
        deleted: true,
        revoked: { api_keys: 1, app_passwords: 2, webhooks: 2, routing_rules: 1 },
      });
      for (const { password: given } of ending) expect(await logsIn(box, given)).toBe(false);
      for (const { password: given } of [box, ...staying]) expect(await logsIn(box, given)).toBe(true);
      const left = await passwordsOf(box);
      for (const { id } of ending) expect(left).not.toContain(id);
      for (const { id } of staying) expect(left).toContain(id);
      expect((await hooksOf(box)).sort()).toEqual(stayingHooks.map(({ id }) => id).sort());
      expect((await t.api.get<PageOf<Named>>(`/routing-rules?domain_id=${domain_id}`)).json.data).toEqual([]);
      // A mail that comes now is told to those that are left.
      await t.mail({ from: "ann@remote.example", to: box.email, subject: "after", text: "x" });
      await t.api.must(200, t.api.delete(`/api-keys/${parent.id}`));
      expect(await passwordsOf(box)).toHaveLength(1);
      expect(await hooksOf(box)).toEqual([stayingHooks[0]!.id]);
    });

    test("has no sessions left: IMAP ends, submission refuses the next mail", async () => {
      const boxes = [await t.address(), await t.address(), await t.address()];
      const key = await mint(
        t.api,
        boxes.map(({ id }) => id),
      );
      const talks: ImapTalk[] = [];
      for (const box of boxes) {
        const made = await password(key.api, box);
        const talk = await ImapTalk.logIn(t.app.ports.imap!, { ...box, password: made.password });
        await talk.ok("SELECT INBOX");
        talk.write("i IDLE\r\n");
        await talk.until("+");
        talks.push(talk);
      }
      const other = await ImapTalk.logIn(t.app.ports.imap!, await passwordFor(t, boxes[0]!));
      const sending = await password(key.api, boxes[0]!);
      const login = Buffer.from(`\0${boxes[0]!.email}\0${sending.password}`).toString("base64");
      const smtp = await dialogue(t.app.ports.submission!);
      expect(await smtp.say(`AUTH PLAIN ${login}`)).toMatch(/^235/);
      await t.api.must(200, t.api.delete(`/api-keys/${key.id}`));
      for (const talk of talks) {
        expect(await talk.line()).toMatch(/^i OK|^\* BYE/);
        await talk.closed();
      }
      expect(await smtp.say(`MAIL FROM:<${boxes[0]!.email}>`)).toMatch(/^421 4\.7\.0/);
      smtp.close();
      await other.ok("NOOP");
      other.close();
    });

    test("is not made by a key that is being revoked", async () => {
      const box = await t.address();
      for (let round = 0; round < 5; round++) {
        const key = await mint(t.api, [box.id]);
        const making = [1, 2, 3].flatMap(() => [
          key.api.post("/app-passwords", { identity_id: box.id, name: "late" }),
          key.api.post("/webhooks", { url: "http://127.0.0.1:9/", identity_id: box.id }),
        ]);
        await t.api.must(200, t.api.delete(`/api-keys/${key.id}`));
        for (const { status } of await Promise.all(making)) expect([201, 401]).toContain(status);
        expect([await passwordsOf(box), await hooksOf(box)]).toEqual([[], []]);
      }
    });

    test("ends at more addresses than one turn fences", async () => {
      const boxes = await Promise.all(Array.from({ length: 205 }, () => t.address()));
      const key = await mint(
        t.api,
        boxes.map(({ id }) => id),
      );
      await Promise.all(boxes.map((box) => password(key.api, box)));
      const answer = await t.api.must<{ revoked: object }>(200, t.api.delete(`/api-keys/${key.id}`));
      expect(answer.revoked).toMatchObject({ api_keys: 0, app_passwords: 205 });
      expect((await Promise.all(boxes.map(passwordsOf))).flat()).toEqual([]);
      expect(await refusal(key.api.get("/identities"))).toEqual([401, "unauthorized"]);
    });

    // DECISIONS Settings and command line: keys create --name N --json prints the key and its id
    test("of the command line names its id, by which it is revoked", async () => {
      const made = JSON.parse((await run("keys", "create", "--name", "program", "--json")).stdout);
      expect(made).toEqual({ id: expect.any(String), name: "program", api_key: expect.any(String) });
      const api = t.api.as(made.api_key);
      expect((await api.get("/identities")).status).toBe(200);
      expect(await run("keys", "revoke", made.id)).toMatchObject({ exitCode: 0 });
      expect(await refusal(api.get("/identities"))).toEqual([401, "unauthorized"]);
    });

    test("ends by the command line too, which says so", async () => {
      const box = await t.address();
      const key = await mint(t.api, [box.id]);
      await password(key.api, box);
      await hookOf(key.api, box);
      expect(await run("keys", "revoke", key.id)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining("1 app passwords, 1 webhooks"),
      });
      expect([await passwordsOf(box), await hooksOf(box)]).toEqual([[], []]);
    });
  },
  { env },
);
