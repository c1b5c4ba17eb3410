// A browser at the console of an account that was made for it.
import { expect } from "bun:test";
import { createLink } from "../../actors/account/access/console.ts";
import { nowInstant } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { createAccount } from "../../src/store/accounts/accounts.ts";
import type { SuiteApp } from "../support/app/app.ts";
import { Browser } from "./browser.ts";

let counter = 0;

/** An account of this owner with an address, as a signup makes it, without the mails. */
export async function owned(t: SuiteApp, ownerEmail: string) {
  const { database, actors } = t.app.core;
  const accountId = newId();
  const createdAt = nowInstant(t.app.core.clock);
  const plan = "signup" as const;
  await database.transaction((tx) =>
    createAccount(tx, { accountId, podId: newId(), plan, ownerEmail, createdAt }),
  );
  const token = await createLink(actors, { accountId, ownerEmail: null });
  return { accountId, link: `/console/sign-in?token=${token}` };
}

/** A browser at the account's page. */
export async function signedIn(t: SuiteApp, ownerEmail = `owner${++counter}@remote.example`) {
  const account = await owned(t, ownerEmail);
  const browser = new Browser(t.api.base);
  await browser.get(account.link);
  await browser.submit("/console/sign-in");
  expect(browser.at).toBe("/console/settings/keys");
  return { ...account, browser, ownerEmail };
}

export async function mint(browser: Browser, fields: Record<string, string | string[]>) {
  await browser.submit("/console/keys", fields);
  return /pr_[0-9A-Za-z]{46}/.exec(browser.text)?.[0] ?? null;
}
