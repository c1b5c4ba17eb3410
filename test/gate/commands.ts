// What only the server's own process can do for the table and the walk: look at its database, move its clock, wait until
// nothing is due, and act as the operator does. host.ts calls it here, or in a process of its own (child.ts).
import { createLink } from "../../actors/account/access/console.ts";
import { addMember, removeMember } from "../../actors/account/access/members.ts";
import { makeLink } from "../../actors/identity/reviews/links.ts";
import type { ManualClock } from "../../src/lib/clock.ts";
import { check } from "../../src/store/maintenance/check.ts";
import { accountOf, eventually, type ShiftedClock, type TestApp } from "../support/app/app.ts";
import { atRest } from "../support/app/fixtures.ts";
import { signupAccount } from "../support/app/keys.ts";
import { backupInto } from "./restored.ts";

export function commandsOf(app: TestApp, clock: ShiftedClock | ManualClock) {
  const { core } = app.app;
  const values = (
    sql: string,
    params: Parameters<typeof core.database.values>[1] = [],
  ): Promise<unknown[][]> => core.database.values(sql, params);
  return {
    values,
    /** A new account with a verified domain of its own. */
    newAccount: async (domain: string) => {
      const { api, ...made } = await accountOf(app, domain);
      return { ...made, key: api.key! };
    },
    newSignup: async () => (await signupAccount(app)).api.key!,
    /** @param ownerEmail null: the operator's session */
    signInToken: (accountId: string, ownerEmail: string | null) =>
      createLink(core.actors, { accountId, ownerEmail }),
    addMember: async (
      accountId: string,
      member: { id: string; email: string; role: "reviewer" | "member" },
    ): Promise<null> => {
      await core.actors.account(accountId).run((turn) => addMember(turn, { ...member, name: "M" }));
      return null;
    },
    removeMember: async (accountId: string, id: string): Promise<null> => {
      await core.actors.account(accountId).run((turn) => removeMember(turn, id));
      return null;
    },
    /** The link that a reviewer's mail carries. @returns its token */
    reviewLink: (
      at: { accountId: string; identityId: string },
      link: { reviewId: string; email: string },
    ): Promise<string> =>
      core.actors
        .identity(at.accountId, at.identityId)
        .run((turn) => makeLink(turn, core.reviewSecret, link)),
    /** Of the server as it runs. */
    backup: async (folder: string): Promise<null> => {
      await backupInto(folder, core);
      return null;
    },
    advance: async (ms: number): Promise<number> => {
      clock.advance(ms);
      core.actors.feed.pokeAll();
      return clock.now();
    },
    /** Resolves once what was due has left, come in, or been given up. The janitor removes what was deleted addresses' when it comes round. */
    rest: async (): Promise<null> => {
      let looks = 0;
      await eventually(async () => {
        // Each worker asks the database when it is poked, so that is done at some looks alone.
        if (looks++ % 5 === 0) core.actors.feed.pokeAll();
        const [row] = await values(
          `select (select count(*)::int from messages m join identities i on i.account_id = m.account_id and i.id = m.identity_id
               where i.deleted_at is null and (m.state = 'sending' or (m.state = 'scheduled' and m.send_due <= $1::timestamptz)))
             + (select count(*)::int from reviews where approve_at <= $1::timestamptz)`,
          [new Date(clock.now()).toISOString()],
        );
        return row![0] === 0;
      });
      await atRest(core.database);
      return null;
    },
    /** What does not agree in the database, and what was logged as an error. */
    faults: async (): Promise<string[]> => {
      await core.actors.idle();
      const errors = app.trouble.splice(0).filter(({ level }) => level === "error");
      return [...(await check(core)), ...errors].map((one) => JSON.stringify(one));
    },
  };
}

export type Commands = ReturnType<typeof commandsOf>;
