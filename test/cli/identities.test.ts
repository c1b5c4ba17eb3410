// `identities create` without a name; `identities list --metadata`: one pair, several, too many, and what is none.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { runOnStore } from "../support/app/commands.ts";

eachApp("identities", (t) => {
  test("create makes a name where none is given, and takes no second one", async () => {
    const { stdout } = await runOnStore(t.app.core, ["identities", "create", "--type", "human", "--json"]);
    expect((JSON.parse(stdout) as { email: string }).email).toMatch(
      new RegExp(`^human-[a-z2-9]{10}@${t.domain}$`),
    );
    expect(() => runOnStore(t.app.core, ["identities", "create", "a@b.example", "c"])).toThrow(
      "takes [EMAIL]",
    );
  });

  const list = async (...pairs: string[]) =>
    runOnStore(t.app.core, [
      ...["identities", "list", "--json"],
      ...pairs.flatMap((pair) => ["--metadata", pair]),
    ]);
  const found = async (...pairs: string[]) => {
    const { stdout } = await list(...pairs);
    return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id).sort();
  };

  test("narrows to the addresses that have all pairs", async () => {
    const make = async (metadata: Record<string, string>) => {
      const { id } = await t.address();
      await t.api.must(200, t.api.call("PATCH", `/identities/${id}`, { metadata }));
      return id;
    };
    const both = await make({ plan: "gold", customer: "4711" });
    const other = await make({ plan: "gold", customer: "12" });
    const none = await make({ plan: "free" });
    expect(await found()).toEqual(expect.arrayContaining([both, other, none]));
    expect(await found("plan:gold")).toEqual([both, other].sort());
    expect(await found("plan:gold", "customer:4711")).toEqual([both]);
    expect(await found("plan:free", "customer:4711")).toEqual([]);
  });

  test("refuses what is no pair, and more than ten", async () => {
    expect(await list("gold")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("--metadata gold is not NAME:VALUE, such as plan:gold."),
    });
    const pairs = Array.from({ length: 11 }, (_, n) => `plan${n}:gold`);
    await expect(list(...pairs)).rejects.toThrow("--metadata may stand 10 times at most.");
  });
});
