// 429: how many requests a key and an address may make.
import { expect, test } from "bun:test";
import { ManualClock } from "../../src/lib/clock.ts";
import { eachApp } from "../support/app/app.ts";
import { identities, send } from "./raw-requests.ts";

const clock = new ManualClock(Date.UTC(2026, 5, 1));

eachApp(
  "the rate limit",
  (t) => {
    // SPEC Errors: 429: rate limited, and X-RateLimit-Reset says when to retry
    // DECISIONS Conventions: A 429 has Retry-After too
    // DECISIONS Conventions: The limit is a token bucket per key, and per IP address where there is no key
    test("429 with the time to wait; another key and another address have buckets of their own", async () => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await send(t, "GET", identities));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual([
        "4",
        "3",
        "2",
        "1",
        "0",
        "0",
      ]);
      const { headers, code } = answers[5]!;
      expect(code).toBe("rate_limited");
      expect([headers.get("x-ratelimit-limit"), headers.get("retry-after")]).toEqual(["5", "1"]);
      // five tokens come in 2.5 s
      expect(headers.get("x-ratelimit-reset")).toBe(String(Math.ceil(clock.now() / 1000 + 2.5)));
      // without a valid key the caller's address counts
      for (let n = 0; n < 5; n++) expect((await send(t, "GET", identities, { key: null })).status).toBe(401);
      expect((await send(t, "GET", identities, { key: null })).status).toBe(429);
      clock.advance(1000);
      expect((await send(t, "GET", identities)).status).toBe(200);
      expect((await send(t, "GET", identities)).status).toBe(200);
      expect((await send(t, "GET", identities)).status).toBe(429);
      // probes are never limited
      expect((await send(t, "GET", "/readyz", { key: null })).status).toBe(200);
    });
  },
  {
    env: { RATE_LIMIT_PER_SECOND: "2", RATE_LIMIT_BURST: "5", TRUSTED_PROXIES: "10.0.0.0/8" },
    get clock() {
      return clock;
    },
  },
);
