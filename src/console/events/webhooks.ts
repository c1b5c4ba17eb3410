// Webhooks: where events go, what became of each delivery, and trying one again. SPEC Webhooks, Deliveries.

import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { replayDelivery } from "../../../actors/account/events/deliveries.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  endQueued,
  testWebhook,
} from "../../../actors/account/events/webhooks.ts";
import type { HttpDeps } from "../../http/context.ts";
import { Failure, notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { eventTypes } from "../../schema/events/events.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { listDeliveries } from "../../store/events/deliveries.ts";
import { getWebhook, listWebhooks } from "../../store/events/webhooks.ts";
import { checkWebhookUrl } from "../../webhooks/guard.ts";
import { newWebhookSecret } from "../../webhooks/sign.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { refusalText } from "../frame/refusals.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type WebhooksView, webhookPage, webhooksPage } from "./webhooks-page.ts";

const words = phrases.webhooks;
const path = "/console/settings/webhooks";
const shown = 100;
const longestUrl = 2048;

export function webhookPages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "owner", (here) => showWebhooks(here)),
    )
    .get(`${path}/:id`, page(deps, "owner", showWebhook))
    .post("/console/webhooks", action(deps, "owner", make))
    .post("/console/webhooks/change", action(deps, "owner", change))
    .post("/console/webhooks/replay", action(deps, "owner", replay));
}

async function make(sent: SentForm): Promise<Response> {
  const { form, deps, scope, account, origin } = sent;
  const url = (form.get("url") ?? "").trim();
  const identityId = form.get("identity") || null;
  const chosen = form.getAll("event").filter((type) => (eventTypes as readonly string[]).includes(type));
  if (identityId !== null && !isUuid(identityId)) throw notFound();
  if (url === "" || url.length > longestUrl)
    return showWebhooks(sent, { error: words.urlMissing, typed: url });
  const secret = newWebhookSecret();
  const input = { id: newId(), url, identityId, eventTypes: chosen, secret, mintedBy: null };
  try {
    checkWebhookUrl(url, deps.config.webhookAllowNetworks);
    await deps.actors.account(account.accountId).run((turn) => createWebhook(turn, input, scope), { origin });
  } catch (error) {
    if (error instanceof Failure && error.code === "validation_error")
      return showWebhooks(sent, { error: refusalText(error.message), typed: url });
    throw error;
  }
  return showWebhooks(sent, { made: { url, secret } });
}

async function change({ form, deps, scope, account, origin, visit }: SentForm): Promise<Response> {
  const id = form.get("id") ?? "";
  if (!isUuid(id)) throw notFound();
  const actor = deps.actors.account(account.accountId);
  const back = `${path}/${id}`;
  switch (form.get("do")) {
    case "enable":
      await endQueued(actor, id);
      await actor.run((turn) => changeWebhook(turn, { id, status: "active" }, scope), { origin });
      return redirect(`${back}?done=saved`, visit);
    case "disable":
      await actor.run((turn) => changeWebhook(turn, { id, status: "disabled" }, scope), { origin });
      await endQueued(actor, id);
      return redirect(`${back}?done=saved`, visit);
    case "test":
      await actor.run((turn) => testWebhook(turn, id, scope), { origin });
      return redirect(`${back}?done=tested`, visit);
    case "delete":
      await actor.run((turn) => deleteWebhook(turn, id, scope), { origin });
      return redirect(`${path}?done=webhook-deleted`, visit);
    default:
      throw notFound();
  }
}

async function replay({ form, deps, scope, account, origin, visit }: SentForm): Promise<Response> {
  const [id, webhook] = [form.get("id") ?? "", form.get("webhook") ?? ""];
  if (!isUuid(id) || !isUuid(webhook)) throw notFound();
  await deps.actors.account(account.accountId).run((turn) => replayDelivery(turn, id, scope), { origin });
  return redirect(`${path}/${webhook}?done=replayed`, visit);
}

async function showWebhooks(
  here: Here,
  more: Partial<Pick<WebhooksView, "made" | "error" | "typed">> = {},
): Promise<Response> {
  const { deps, scope } = here;
  const [webhooks, addresses] = await Promise.all([
    listWebhooks(deps.database, scope, { cursor: null, count: shown }),
    listIdentities(deps.database, scope, { filter: {}, cursor: null, count: shown }),
  ]);
  const view: WebhooksView = {
    webhooks,
    addresses: addresses.map((one) => ({ id: one.id, email: emailOf(one) })),
    typed: "",
    ...more,
  };
  const options = { title: words.title, place: "settings" as const, status: more.error ? 400 : 200 };
  return widePage(here, options, webhooksPage(here, view));
}

async function showWebhook(here: Here): Promise<Response> {
  const { deps, scope, account, url } = here;
  const id = url.pathname.slice(path.length + 1);
  const webhook = isUuid(id) ? await getWebhook(deps.database, scope, id) : null;
  if (!webhook) throw notFound();
  const deliveries = await listDeliveries(deps.database, account.accountId, {
    webhookId: id,
    cursor: null,
    count: shown,
  });
  const options = { title: words.title, place: "settings" as const };
  return widePage(here, options, webhookPage(here, { webhook, deliveries: deliveries.slice(0, shown) }));
}
