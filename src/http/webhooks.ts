// SPEC Webhooks.
import { Elysia } from "elysia";
import { createWebhook, deleteWebhook } from "../../actors/account/webhooks.ts";
import { invalid, notFound } from "../lib/failure.ts";
import { newId } from "../lib/ids.ts";
import { IdParams } from "../schema/common.ts";
import { Page, Single } from "../schema/envelope.ts";
import {
  type Webhook,
  WebhookCreate,
  WebhookCreated,
  WebhookListQuery,
  Webhook as WebhookSchema,
} from "../schema/webhooks.ts";
import { reaches } from "../store/scope.ts";
import { listWebhooks, type WebhookRow } from "../store/webhooks.ts";
import { checkWebhookUrl } from "../webhooks/guard.ts";
import { newWebhookSecret } from "../webhooks/sign.ts";
import { authOf, type HttpDeps, requireUnrestricted } from "./context.ts";
import { page } from "./paging.ts";
import { pathId } from "./params.ts";
import { writeOnce } from "./write.ts";

export function webhookRoutes({ database, actors, config }: HttpDeps) {
  return new Elysia({ prefix: "/api/v1/webhooks", normalize: false })
    .get(
      "",
      ({ request, query }) => {
        const auth = authOf(request);
        return page(
          query,
          {
            fetch: (cursor, count) => listWebhooks(database, auth, { cursor, count }),
            sortOf: (row) => row.createdAt,
          },
          toWebhook,
        );
      },
      { query: WebhookListQuery, response: { 200: Page(WebhookSchema) } },
    )
    .post(
      "",
      ({ request, body }) => {
        const auth = authOf(request);
        const identityId = body.identity_id ?? null;
        if (identityId === null) requireUnrestricted(auth, "A webhook for the whole account");
        else if (!reaches(auth, identityId)) throw notFound();
        if (body.events && body.event_types)
          throw invalid('"events" is another name of "event_types". Send one of them.');
        checkWebhookUrl(body.url, config.webhookAllowNetworks);
        const secret = newWebhookSecret();
        const input = {
          id: newId(),
          url: body.url,
          identityId,
          eventTypes: body.event_types ?? body.events ?? [],
          secret,
        };
        return writeOnce(
          { request, body },
          { actor: actors.account(auth.accountId), work: (turn) => createWebhook(turn, input) },
          (row) => ({ status: 201, body: { data: { ...toWebhook(row), secret } }, secret: true }),
        );
      },
      { body: WebhookCreate, response: { 201: Single(WebhookCreated) } },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        const auth = authOf(request);
        const id = pathId(params.id);
        await actors.account(auth.accountId).run((turn) => deleteWebhook(turn, id, auth.identityIds));
        set.status = 204;
      },
      { params: IdParams },
    );
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    identity: row.identityId,
    event_types: row.eventTypes,
    status: row.status,
    consecutive_failures: row.consecutiveFailures,
    last_delivered_at: row.lastDeliveredAt,
    last_failed_at: row.lastFailedAt,
    created_at: row.createdAt,
  };
}
