// caldav-server-tester (PyPI) asks what a server can do: nothing is broken, ungraceful or quirky, and scheduling is there.
// POSTROOM_CALDAV_TESTER is its path; .ci/run installs it.

import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachApp } from "../support/app/app.ts";
import { programPath } from "../support/clients/programs.ts";

const tester = programPath("caldav-server-tester", "POSTROOM_CALDAV_TESTER");

interface Report {
  features: Record<string, { support: string; behaviour?: string }>;
}

if (!tester) {
  test.skip("caldav-server-tester is not installed: POSTROOM_CALDAV_TESTER names none", () => {});
} else {
  eachApp(
    "caldav-server-tester",
    (t) => {
      test("finds nothing broken, ungraceful, quirky or fragile", async () => {
        const sections: Record<string, object> = {};
        for (const section of ["default", "other"]) {
          const { id, email } = await t.address();
          const made = { identity_id: id, name: "tester" };
          const { password } = await t.api.must<{ password: string }>(
            201,
            t.api.post("/app-passwords", made),
          );
          const caldav_url = `http://127.0.0.1:${t.app.ports.http}/dav/`;
          sections[section] = { caldav_url, caldav_username: email, caldav_password: password };
        }
        const home = mkdtempSync(join(tmpdir(), "postroom-tester-"));
        try {
          mkdirSync(join(home, ".config", "caldav"), { recursive: true });
          writeFileSync(join(home, ".config", "caldav", "calendar.conf"), JSON.stringify(sections));
          const words = ["--config-section", "default", "--config-section", "other", "--format", "json"];
          const run = Bun.spawn([tester, ...words], {
            env: { ...process.env, HOME: home },
            stdout: "pipe",
            stderr: "pipe",
          });
          const [out, error] = await Promise.all([
            new Response(run.stdout).text(),
            new Response(run.stderr).text(),
          ]);
          expect([await run.exited, out === "" ? error : ""]).toEqual([0, ""]);
          const { features } = JSON.parse(out) as Report;
          const levels = ["broken", "ungraceful", "quirk", "fragile"];
          expect(Object.entries(features).filter(([, { support }]) => levels.includes(support))).toEqual([]);
          const scheduling = Object.entries(features).filter(([name]) => name.startsWith("scheduling"));
          expect(scheduling.filter(([, { support }]) => support !== "full")).toEqual([]);
        } finally {
          rmSync(home, { recursive: true, force: true });
        }
      }, 600_000);
    },
    { checkOnce: true },
  );
}
