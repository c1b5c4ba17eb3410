// SPEC App passwords; DECISIONS App passwords.
import {
  createAppPassword,
  type NamedPassword,
  revokeAppPassword,
} from "../../../../actors/account/access/app-passwords.ts";
import { emailOf } from "../../../../actors/account/addresses/identities.ts";
import { newAppPassword, storedGenerated } from "../../../lib/app-password.ts";
import { newId } from "../../../lib/ids.ts";
import {
  AppPassword,
  AppPasswordCreate,
  AppPasswordCreated,
  AppPasswordListQuery,
} from "../../../schema/access/app-passwords.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { getAppPassword, listAppPasswords } from "../../../store/access/app-passwords.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { type Call, call } from "../../call.ts";
import { originOf } from "../../context.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { write } from "../../write.ts";

export const appPasswordCalls: readonly Call[] = [
  call(
    "GET /app-passwords",
    {
      query: AppPasswordListQuery,
      answer: Page(AppPassword),
      doc: operation("listAppPasswords", "List the devices that reach one address", {
        description: "Passwords themselves are never shown: each is given once, when it is made.",
      }),
    },
    async ({ database }, { auth, query }) => {
      const identity = await found(getIdentity(database, auth, query.identity_id));
      const username = emailOf(identity);
      return pageByTime(
        query,
        (window) => listAppPasswords(database, auth, { identityId: identity.id, ...window }),
        (row) => toAppPassword({ row, username }),
      );
    },
  ),
  call(
    "POST /app-passwords",
    {
      body: AppPasswordCreate,
      answer: { 201: Single(AppPasswordCreated) },
      doc: operation("createAppPassword", "Issue an IMAP and SMTP password", {
        description: "`username` and `password` are in this answer; the password never again.",
        errors: ["capability_missing", "identity_suspended", "conflict"],
        example: { identity_id: exampleId, name: "Phone" },
      }),
    },
    write({
      find: (_, { auth, body }) => {
        const password = newAppPassword();
        const input = {
          id: newId(),
          identityId: body.identity_id,
          name: body.name,
          mintedBy: auth.keyId,
          ...storedGenerated(password),
        };
        return { input, password };
      },
      turn: (turn, { input }, auth) => createAppPassword(turn, input, auth),
      answer: (made, { password }) => ({
        status: 201,
        body: { data: { ...toAppPassword(made), password } },
        secret: true,
      }),
    }),
  ),
  call(
    "DELETE /app-passwords/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("revokeAppPassword", "Revoke an app password", {
        description: "Sessions that logged in with it end.",
      }),
    },
    async ({ database, actors }, { auth, request, params }) => {
      const id = pathId(params.id);
      const password = await found(getAppPassword(database, auth, id));
      await actors.account(auth.accountId).run((turn) => revokeAppPassword(turn, id, auth), {
        also: [password.identityId],
        origin: originOf(request),
      });
      return deleted(id);
    },
  ),
];

function toAppPassword({ row, username }: NamedPassword): AppPassword {
  return {
    id: row.id,
    identity_id: row.identityId,
    name: row.name,
    username,
    last_used_at: row.lastUsedAt,
    last_used_protocol: row.lastUsedProtocol,
    created_at: row.createdAt,
  };
}
