// Why a recipient waits, with what the operator can do where the answer is this service's own.
import { expect, test } from "bun:test";
import { instantOf } from "../../src/lib/clock.ts";
import { explainQueued } from "../../src/outbound/queue-text.ts";

const now = instantOf(Date.UTC(2026, 0, 2));

function explained(response: string, lane: string): string {
  const row = { attempts: 1, response, lane, nextAttemptAt: now, heldBy: null, claimedBy: null };
  return explainQueued({ ...row, state: "deferred", createdAt: now }, now);
}

test("a relay that cannot be used leads to doctor, a server's own words do not", () => {
  const relay = "relay smtps://u@relay.example:465";
  expect(explained("what listens there does not speak TLS (WRONG_VERSION_NUMBER)", relay)).toEndWith(
    "(WRONG_VERSION_NUMBER). postroom doctor --only relay says what to do.",
  );
  expect(explained("Login at the relay failed: 535 5.7.8 no", relay)).toContain("password in SMTP_RELAY_URL");
  expect(explained("451 4.4.1 connection timed out", relay)).toEndWith("451 4.4.1 connection timed out.");
});

test("a silent host of somebody else may be a port that is closed on the way out, a refusal there is not", () => {
  const lane = "far.example";
  expect(explained("No connection within 30 seconds.", lane)).toEndWith("--only way_out,resolver.");
  expect(explained("nothing listens there (connect ECONNREFUSED 192.0.2.1:25)", lane)).toEndWith(
    "192.0.2.1:25).",
  );
});

test("one that is being tried tells when others take it over, the later the more attempts ended with their process", () => {
  const active = (attempts: number) =>
    explainQueued(
      {
        attempts,
        response: null,
        lane: "far.example",
        nextAttemptAt: now,
        heldBy: null,
        claimedBy: "p",
        state: "active",
        createdAt: now,
      },
      now,
    );
  expect(active(1)).toEndWith("others would take this over 20 to 30 s later, and try at once.");
  expect(active(2)).toEndWith("and try 10 s after that.");
  expect(active(4)).toEndWith("and try 70 s after that.");
  expect(active(50)).toEndWith("and try 630 s after that.");
});
