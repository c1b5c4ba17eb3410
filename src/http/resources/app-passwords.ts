// SPEC App passwords; DECISIONS App passwords.
import { Elysia } from "elysia";
import {
  createAppPassword,
  type NamedPassword,
  revokeAppPassword,
} from "../../../actors/account/app-passwords.ts";
import { emailOf } from "../../../actors/account/identities.ts";
import { newAppPassword, storedGenerated } from "../../lib/app-password.ts";
import { notFound } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import {
  type AppPassword,
  AppPasswordCreate,
  AppPasswordCreated,
  AppPasswordListQuery,
  AppPassword as AppPasswordSchema,
} from "../../schema/app-passwords.ts";
import { Deleted, IdParams } from "../../schema/common.ts";
import { Page, Single } from "../../schema/envelope.ts";
import { getAppPassword, listAppPasswords } from "../../store/accounts/app-passwords.ts";
import { getIdentity } from "../../store/accounts/identities.ts";
import { authOf, type HttpDeps } from "../context.ts";
import { exampleId, operation } from "../openapi/operation.ts";
import { page } from "../paging.ts";
import { pathId } from "../params.ts";
import { writeOnce } from "../write.ts";

export function appPasswordRoutes({ database, actors }: HttpDeps) {
  return new Elysia({ prefix: "/api/v1/app-passwords", normalize: false })
    .get(
      "",
      async ({ request, query }) => {
        const auth = authOf(request);
        const identity = await getIdentity(database, auth, query.identity_id);
        if (!identity) throw notFound();
        const username = emailOf(identity);
        return page(
          query,
          {
            fetch: (cursor, count) =>
              listAppPasswords(database, auth, { identityId: identity.id, cursor, count }),
            sortOf: (row) => row.createdAt,
          },
          (row) => toAppPassword({ row, username }),
        );
      },
      {
        query: AppPasswordListQuery,
        response: { 200: Page(AppPasswordSchema) },
        detail: operation("listAppPasswords", "List the devices that reach one address"),
      },
    )
    .post(
      "",
      ({ request, body }) => {
        const auth = authOf(request);
        const password = newAppPassword();
        const input = {
          id: newId(),
          identityId: body.identity_id,
          name: body.name,
          mintedBy: auth.keyId,
          ...storedGenerated(password),
        };
        return writeOnce(
          { request, body },
          {
            actor: actors.account(auth.accountId),
            work: (turn) => createAppPassword(turn, input, auth),
          },
          (made) => ({ status: 201, body: { data: { ...toAppPassword(made), password } }, secret: true }),
        );
      },
      {
        body: AppPasswordCreate,
        response: { 201: Single(AppPasswordCreated) },
        detail: operation("createAppPassword", "Issue an IMAP and SMTP password", {
          description: "`username` and `password` are in this answer; the password never again.",
          errors: ["capability_missing", "identity_suspended", "conflict"],
          example: { identity_id: exampleId, name: "Phone" },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params }) => {
        const auth = authOf(request);
        const id = pathId(params.id);
        const found = await getAppPassword(database, auth, id);
        if (!found) throw notFound();
        await actors
          .account(auth.accountId)
          .run((turn) => revokeAppPassword(turn, id, auth), { also: [found.identityId] });
        return { data: { id, deleted: true as const } };
      },
      {
        params: IdParams,
        response: { 200: Single(Deleted) },
        detail: operation("revokeAppPassword", "Revoke an app password"),
      },
    );
}

export function toAppPassword({ row, username }: NamedPassword): AppPassword {
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
