// The public verifier packages judge our signatures.
import { expect, test } from "bun:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { newWebhookSecret, signWebhook } from "../../src/webhooks/sign.ts";

const nowSeconds = () => Math.floor(Date.now() / 1000);

function signed(body: string, secrets: readonly string[], timestampSeconds = nowSeconds()) {
  const id = "0199c1a2-0000-7000-8000-000000000001";
  return { ...signWebhook({ id, timestampSeconds, body }, secrets) };
}

for (const [name, Verifier] of [
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
] as const) {
  // SPEC Events: Every delivery is signed with HMAC-SHA256
  test(`${name} accepts what we sign, also non-ASCII bodies`, () => {
    const secret = newWebhookSecret();
    const body = JSON.stringify({ type: "message.received", data: { subject: "Grüße 山田 🎉" } });
    expect(() => new Verifier(secret).verify(body, signed(body, [secret]))).not.toThrow();
  });

  test(`${name} accepts either secret during rotation`, () => {
    const [next, old] = [newWebhookSecret(), newWebhookSecret()];
    const headers = signed("{}", [next, old]);
    expect(() => new Verifier(next).verify("{}", headers)).not.toThrow();
    expect(() => new Verifier(old).verify("{}", headers)).not.toThrow();
  });

  test(`${name} refuses a tampered body, an old timestamp, a foreign secret and a foreign id`, () => {
    const secret = newWebhookSecret();
    const verifier = new Verifier(secret);
    const headers = signed("{}", [secret]);
    expect(() => verifier.verify("{ }", headers)).toThrow();
    expect(() => verifier.verify("{}", signed("{}", [secret], nowSeconds() - 400))).toThrow();
    expect(() => verifier.verify("{}", signed("{}", [newWebhookSecret()]))).toThrow();
    expect(() => verifier.verify("{}", { ...headers, "webhook-id": "other" })).toThrow();
  });
}

test("a secret is whsec_ and base64 of 32 bytes", () => {
  const secret = newWebhookSecret();
  expect(secret.startsWith("whsec_")).toBe(true);
  expect(Buffer.from(secret.slice(6), "base64").length).toBe(32);
  expect(newWebhookSecret()).not.toBe(secret);
});

test("no secret, or something that is none, is a bug", () => {
  const delivery = { id: "a", timestampSeconds: 1, body: "{}" };
  expect(() => signWebhook(delivery, [])).toThrow("no signing secret");
  expect(() => signWebhook(delivery, ["hunter2"])).toThrow("not a webhook signing secret");
});
