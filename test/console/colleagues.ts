// People of the suite's account: a browser for each.
import { createLink } from "../../actors/account/access/console.ts";
import { addMember } from "../../actors/account/access/members.ts";
import { newId } from "../../src/lib/ids.ts";
import type { Role } from "../../src/store/tables/index.ts";
import type { SuiteApp } from "../support/app/app.ts";
import { Browser } from "./browser.ts";

let n = 0;

/** A browser that used a link into the suite's account. @param ownerEmail null: the operator's own */
export async function enter(t: SuiteApp, ownerEmail: string | null = null): Promise<Browser> {
  const token = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail });
  const browser = new Browser(t.api.base);
  await browser.get(`/console/sign-in?token=${token}`);
  await browser.submit("/console/sign-in");
  return browser;
}

/** Somebody of this role in the suite's account, who has joined it. */
export async function colleague(t: SuiteApp, role: Role) {
  const email = `${role}${++n}@people.example`;
  const id = newId();
  await t.app.core.actors
    .account(t.accountId)
    .run((turn) => addMember(turn, { id, email, name: `The ${role}`, role }));
  return { id, email, browser: await enter(t, email) };
}
