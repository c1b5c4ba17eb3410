// DECISIONS: Settings and command line.
import { expect } from "bun:test";
import { many, one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const settings: Table = {
  "DECISIONS Settings and command line": {
    "TRUSTED_PROXIES: whose X-Forwarded-For is believed": async (f) => {
      const here = f.somewhere();
      const signUp = (from: Record<string, string>) =>
        f.open.post("/agent/signup", { username: f.next("scout") }, from);
      for (let n = 0; n < 5; n++) await one(signUp(here), 201, "AgentSignup");
      await refused(signUp(here), 429, "rate_limited");
      await one(signUp(f.somewhere()), 201, "AgentSignup");
    },
    "RATE_LIMIT_PER_SECOND 0 turns the limit off": async (f) => {
      const answers = await Promise.all(Array.from({ length: 250 }, () => f.open.get("/pods")));
      expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    },
    "init makes operator, pod, domain, postmaster and one unrestricted key, once": async (f) => {
      const [postmaster] = await many(f.get(`/identities?email=postmaster@${f.t.domain}`), "Address");
      expect(postmaster!.status).toBe("active");
      expect((await many(f.get("/pods"), "Pod"))[0]!.is_default).toBe(true);
      await one(f.get(`/domains/${f.t.domainId}`), 200, "Domain");
    },
  },
};
