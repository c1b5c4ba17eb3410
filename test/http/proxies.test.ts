// Proxies that are set up by half: nothing fails, and the log says once what is missing.
import { expect, test } from "bun:test";
import { eachApp, type SuiteApp } from "../support/app/app.ts";

const ask = (t: SuiteApp, headers: Record<string, string>) =>
  fetch(`${t.api.base}/identities`, { headers }).then((response) => response.body?.cancel());

const said = (t: SuiteApp) =>
  t.trouble.filter(({ message }) => message.includes("TRUSTED_PROXIES")).map(({ message }) => message);

const theClient = { "x-forwarded-for": "198.51.100.7" };

eachApp("a proxy that TRUSTED_PROXIES leaves out", (t) => {
  test("is named once", async () => {
    await ask(t, {});
    expect(said(t)).toEqual([]);
    await ask(t, theClient);
    await ask(t, theClient);
    expect(said(t)).toEqual([expect.stringContaining("add its address")]);
  });
});

eachApp(
  "a proxy that names no client",
  (t) => {
    test("is named once, where a request is for the public name", async () => {
      await ask(t, theClient);
      // As a program of this machine does.
      await ask(t, {});
      expect(said(t)).toEqual([]);
      await ask(t, { host: "mail.example.com" });
      await ask(t, { host: "mail.example.com" });
      expect(said(t)).toEqual([expect.stringContaining("X-Forwarded-For")]);
    });
  },
  { env: { TRUSTED_PROXIES: "127.0.0.0/8", BASE_URL: "https://mail.example.com" } },
);
