// App passwords, by REST and the command line: SPEC App passwords; DECISIONS App passwords.
import { expect, test } from "bun:test";
import { isAppPassword } from "../../../src/lib/app-password.ts";
import { parseAddress } from "../../../src/mail/address.ts";
import { passwordsOf } from "../../../src/store/access/app-passwords.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { runOnStore } from "../../support/app/commands.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal, saysNothing } from "../../support/app/refusals.ts";

interface Password {
  id: string;
  identity_id: string;
  name: string;
  username: string;
  last_used_at: string | null;
  last_used_protocol: string | null;
  created_at: string;
  password?: string;
}

const random = "019a2f4e-8b1c-7def-8a90-1234567890ab";

eachApp("app passwords", (t) => {
  const create = (body: object) => t.api.must<Password>(201, t.api.post("/app-passwords", body));
  /** Whether one of the address's passwords is this. */
  const opens = async (email: string, given: string) => {
    const stored = await passwordsOf(t.app.core.database, parseAddress(email)!);
    return (await Promise.all(stored.map((row) => isAppPassword(given, row)))).includes(true);
  };
  const run = (words: string[], stdin?: string) => runOnStore(t.app.core, words, stdin);

  // DECISIONS App passwords: Generated ones are stored as SHA-256
  test("are shown once with their username, and kept hashed", async () => {
    const { id: identity_id, email } = await t.address();
    const made = await create({ identity_id, name: "Phone" });
    const { password, ...shown } = made;
    expect(password).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}-[a-z]{4}$/);
    expect(shown).toEqual({
      id: made.id,
      identity_id,
      name: "Phone",
      username: email,
      last_used_at: null,
      last_used_protocol: null,
      created_at: made.created_at,
    });
    const second = await create({ identity_id, name: "Laptop" });
    const list = (await t.api.get<PageOf<Password>>(`/app-passwords?identity_id=${identity_id}&limit=1`))
      .json;
    expect(list.data.map(({ id }) => id)).toEqual([second.id]);
    const rest = await t.api.get<PageOf<Password>>(
      `/app-passwords?identity_id=${identity_id}&cursor=${list.next_cursor}`,
    );
    expect(rest.json).toEqual({ data: [shown], has_more: false, next_cursor: null });
    for (const given of [
      password!,
      password!.replaceAll("-", ""),
      password!.replaceAll("-", " ").toUpperCase(),
    ])
      expect(await opens(email, given)).toBe(true);
    expect(await opens(email, "wrong-word-give-nnnn")).toBe(false);
    const [[kept]] = (await t.app.core.database.values(
      "select string_agg(secret, ' ') from app_passwords",
    )) as [[string]];
    expect(kept).not.toContain(password!.replaceAll("-", ""));
  });

  test("are revoked one by one", async () => {
    const { id: identity_id, email } = await t.address();
    const [one, two] = [await create({ identity_id, name: "1" }), await create({ identity_id, name: "2" })];
    const gone = await t.api.delete(`/app-passwords/${one.id}`);
    expect([gone.status, gone.json]).toEqual([200, { data: { id: one.id, deleted: true } }]);
    expect(await opens(email, one.password!)).toBe(false);
    expect(await opens(email, two.password!)).toBe(true);
    expect(await refusal(t.api.delete(`/app-passwords/${one.id}`))).toEqual([404, "not_found"]);
    expect(await refusal(t.api.delete(`/app-passwords/${random}`))).toEqual([404, "not_found"]);
    expect((await t.api.delete(`/identities/${identity_id}`)).status).toBe(204);
    expect(await opens(email, two.password!)).toBe(false);
    expect(await refusal(t.api.delete(`/app-passwords/${two.id}`))).toEqual([404, "not_found"]);
  });

  test("are for addresses that can send and log in", async () => {
    for (const type of ["application", "workflow"]) {
      const { id } = await t.address({ type });
      const refused = await t.api.post<Refusal>("/app-passwords", { identity_id: id, name: "x" });
      expect([refused.status, refused.json.error.code]).toEqual([403, "capability_missing"]);
      expect(refused.json.error.message).toContain("Use one of type human, team or agent");
    }
    const { id } = await t.address({ type: "human" });
    await t.api.must(200, t.api.patch(`/identities/${id}`, { status: "suspended" }));
    expect(await refusal(t.api.post("/app-passwords", { identity_id: id, name: "x" }))).toEqual([
      403,
      "identity_suspended",
    ]);
    for (const body of [
      { identity_id: id },
      { name: "x" },
      { identity_id: id, name: "" },
      { identity_id: "x", name: "x" },
    ])
      expect(await refusal(t.api.post("/app-passwords", body))).toEqual([400, "validation_error"]);
    expect(await refusal(t.api.get("/app-passwords"))).toEqual([400, "validation_error"]);
  });

  test("are reached by keys that reach their address", async () => {
    const [mine, theirs] = [await t.address(), await t.address()];
    const hidden = await create({ identity_id: theirs.id, name: "hidden" });
    const key = await restrictedKey(t.api, [mine.id]);
    const { api } = await t.otherAccount();
    const missing = await t.api.get(`/app-passwords?identity_id=${random}`);
    expect(missing.status).toBe(404);
    for (const client of [key, api]) {
      for (const answer of [
        await client.get(`/app-passwords?identity_id=${theirs.id}`),
        await client.post("/app-passwords", { identity_id: theirs.id, name: "x" }),
        await client.delete(`/app-passwords/${hidden.id}`),
      ])
        expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
    }
    const own = await key.must<Password>(
      201,
      key.post("/app-passwords", { identity_id: mine.id, name: "own" }),
    );
    expect((await key.delete(`/app-passwords/${own.id}`)).status).toBe(200);
  });

  test("are issued once for an Idempotency-Key, and their secret is kept sealed", async () => {
    const { id: identity_id } = await t.address();
    const headers = { "idempotency-key": "password-1" };
    const body = { identity_id, name: "Once" };
    const answers = await Promise.all([1, 2].map(() => t.api.post("/app-passwords", body, headers)));
    expect(saysNothing(answers[0]!.text)).toBe(saysNothing(answers[1]!.text));
    const list = (await t.api.get<PageOf<Password>>(`/app-passwords?identity_id=${identity_id}`)).json;
    expect(list.data).toHaveLength(1);
    const rows = await t.app.core.database.rows<{ sealed: boolean }>(
      "select sealed from idempotency where created_at >= $1::timestamptz",
      [list.data[0]!.created_at],
    );
    expect(rows).toEqual([{ sealed: true }]);
  });

  // DECISIONS App passwords: Imported ones as Argon2id
  // DECISIONS Settings and command line: app-passwords create prints a new password; with --password-stdin it takes one of at least 16 characters
  test("are made, listed and revoked on the command line", async () => {
    const { email } = await t.address();
    const made = await run(["app-passwords", "create", email.toUpperCase(), "--name", "Desk"]);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(await opens(email, made.stdout.trim())).toBe(true);
    const imported = await run(
      ["app-passwords", "create", email, "--name", "Moved", "--password-stdin", "--json"],
      "Correct Horse-Battery\n",
    );
    const { id, username } = JSON.parse(imported.stdout) as { id: string; username: string };
    expect(username).toBe(email);
    expect(imported.stdout).not.toContain("Horse");
    expect(await opens(email, "Correct Horse-Battery")).toBe(true);
    // What somebody chose is exact.
    expect(await opens(email, "correct horse battery")).toBe(false);
    const listed = await run(["app-passwords", "list", email, "--json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id, name: "Moved" }, { name: "Desk" }]);
    expect(await run(["app-passwords", "revoke", id])).toMatchObject({ exitCode: 0 });
    expect(await opens(email, "Correct Horse-Battery")).toBe(false);
    for (const [words, stdin, text] of [
      [["create", email, "--name", "x", "--password-stdin"], "too short", "at least 16 characters"],
      [["create", "nobody@agents.example", "--name", "x"], undefined, "not an address of yours"],
      [["revoke", id], undefined, "not an app password of yours"],
    ] as const) {
      const refused = await run(["app-passwords", ...words], stdin);
      expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
      expect(refused.stderr).toContain(text);
    }
  });
});
