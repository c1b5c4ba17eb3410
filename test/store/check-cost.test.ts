// Rules of `check` that compare two large tables read each once: with the limit of a rule the planner may prefer a loop, which
// takes hours where there are 20,000 mails.
import { expect, test } from "bun:test";
import { completenessRules } from "../../src/store/maintenance/check-complete.ts";
import { isCluster, storeKinds, tempStore } from "../support/app/database.ts";

for (const kind of storeKinds)
  test.skipIf(isCluster || (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined))(
    `${kind}: events of mails are looked for in one pass`,
    async () => {
      const store = await tempStore(kind);
      const database = await store.open();
      try {
        const { sql } = completenessRules.find(({ rule }) => rule.startsWith("every mail that came"))!;
        const rows = await database.values(`explain select * from (${sql}) broken limit 100`);
        const plan = rows.map(([line]) => String(line)).join("\n");
        expect(plan).toMatch(/SetOp Except/);
        expect(plan).not.toContain("Anti Join");
      } finally {
        await database.close();
        await store.dispose();
      }
    },
  );
