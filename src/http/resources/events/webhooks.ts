// SPEC Webhooks.
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  endQueued,
  rotateSecret,
  testWebhook,
} from "../../../../actors/account/events/webhooks.ts";
import { invalid } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { IdParams, NoBody } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Delivery } from "../../../schema/events/deliveries.ts";
import {
  Webhook,
  WebhookCreate,
  WebhookCreated,
  WebhookListQuery,
  WebhookPatch,
} from "../../../schema/events/webhooks.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { getWebhook, listWebhooks, type WebhookRow } from "../../../store/events/webhooks.ts";
import { checkWebhookUrl } from "../../../webhooks/guard.ts";
import { newWebhookSecret } from "../../../webhooks/sign.ts";
import { type Call, call } from "../../call.ts";
import { originOf, requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { narrowed } from "../../owner-filter.ts";
import { pageByTime } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { answer, write } from "../../write.ts";
import { toDelivery } from "./deliveries.ts";

export const webhookCalls: readonly Call[] = [
  call(
    "GET /webhooks",
    {
      query: WebhookListQuery,
      answer: Page(Webhook),
      doc: operation("listWebhooks", "List webhooks", { description: "Signing secrets are not shown." }),
    },
    async ({ database }, { auth, query }) => {
      const { identity_id: identityId } = query;
      if (identityId !== undefined) await found(getIdentity(database, auth, identityId));
      const scope = await narrowed(database, auth, query);
      return pageByTime(
        query,
        (window) => listWebhooks(database, scope, { identityId, ...window }),
        toWebhook,
      );
    },
  ),
  call(
    "POST /webhooks",
    {
      body: WebhookCreate,
      answer: { 201: Single(WebhookCreated) },
      doc: operation("createWebhook", "Create a webhook", {
        description: "The signing secret is in this answer and never again. No `event_types`: all events.",
        errors: ["forbidden", "conflict"],
        example: { url: "https://example.com/hooks/mail", event_types: ["message.received"] },
      }),
    },
    write({
      find: ({ config }, { auth, body }) => {
        const identityId = body.identity_id ?? null;
        if (identityId === null) requireUnrestricted(auth, "A webhook for the whole account");
        if (body.events && body.event_types)
          throw invalid('"events" is another name of "event_types". Send one of them.');
        checkWebhookUrl(body.url, config.webhookAllowNetworks);
        const secret = newWebhookSecret();
        return {
          id: newId(),
          url: body.url,
          identityId,
          eventTypes: body.event_types ?? body.events ?? [],
          secret,
          mintedBy: auth.keyId,
        };
      },
      turn: createWebhook,
      answer: (row, { secret }) => ({
        status: 201,
        body: { data: { ...toWebhook(row), secret } },
        secret: true,
      }),
    }),
  ),
  call(
    "GET /webhooks/{id}",
    {
      params: IdParams,
      answer: Single(Webhook),
      doc: operation("getWebhook", "Read a webhook", {
        description: "With its state, and when it was last called.",
      }),
    },
    async ({ database }, { auth, params }) => {
      const row = await found(getWebhook(database, auth, pathId(params.id)));
      return { data: toWebhook(row) };
    },
  ),
  call(
    "PATCH /webhooks/{id}",
    {
      params: IdParams,
      body: WebhookPatch,
      answer: Single(Webhook),
      doc: operation("updateWebhook", "Change, disable or enable a webhook", {
        description: "Fields that are left out stay as they are.",
        errors: ["forbidden", "conflict"],
        example: { status: "active" },
      }),
    },
    async ({ actors, config }, { auth, request, params, body }) => {
      const id = pathId(params.id);
      if (body.url !== undefined) checkWebhookUrl(body.url, config.webhookAllowNetworks);
      const change = definedFields({
        id,
        url: body.url,
        eventTypes: body.event_types,
        status: body.status,
      });
      const actor = actors.account(auth.accountId);
      if (change.status === "active") await endQueued(actor, id);
      const row = await actor.run((turn) => changeWebhook(turn, change, auth), { origin: originOf(request) });
      if (row.status === "disabled") await endQueued(actor, id);
      return { data: toWebhook(row) };
    },
  ),
  call(
    "POST /webhooks/{id}/test",
    {
      params: IdParams,
      body: NoBody,
      answer: Single(Delivery),
      doc: operation("testWebhook", "Send a test event", {
        description: "It is signed and sent like every event, and listed among the deliveries.",
        errors: ["forbidden", "conflict"],
      }),
    },
    write({
      find: (_, { params }) => pathId(params.id),
      turn: testWebhook,
      answer: answer(200, toDelivery),
    }),
  ),
  call(
    "POST /webhooks/{id}/rotate-secret",
    {
      params: IdParams,
      body: NoBody,
      answer: Single(WebhookCreated),
      doc: operation("rotateWebhookSecret", "Make a new signing secret", {
        description: "For 24 hours both secrets sign.",
        errors: ["forbidden", "conflict"],
      }),
    },
    write({
      find: (_, { params }) => ({ id: pathId(params.id), secret: newWebhookSecret() }),
      turn: rotateSecret,
      answer: (row) => ({
        status: 200,
        body: { data: { ...toWebhook(row), secret: row.secret } },
        secret: true,
      }),
    }),
  ),
  call(
    "DELETE /webhooks/{id}",
    {
      params: IdParams,
      doc: operation("deleteWebhook", "Delete a webhook", {
        description: "Nothing is sent to its URL any more.",
        errors: ["forbidden", "conflict"],
      }),
    },
    async ({ actors }, { auth, request, params, set }) => {
      const id = pathId(params.id);
      const actor = actors.account(auth.accountId);
      await actor.run((turn) => deleteWebhook(turn, id, auth), { origin: originOf(request) });
      set.status = 204;
    },
  ),
];

function toWebhook(row: WebhookRow): Webhook {
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
