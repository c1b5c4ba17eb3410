// SPEC Pods; DECISIONS Domains, pods, routing rules.
import { Elysia } from "elysia";
import { changePod, createPod } from "../../../actors/account/pods.ts";
import { notFound } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { IdParams } from "../../schema/common.ts";
import { Domain as DomainSchema } from "../../schema/domains.ts";
import { Page, Single } from "../../schema/envelope.ts";
import { Identity as IdentitySchema } from "../../schema/identities.ts";
import {
  type Pod,
  PodContentQuery,
  PodCreate,
  PodListQuery,
  PodPatch,
  Pod as PodSchema,
} from "../../schema/pods.ts";
import { listDomains } from "../../store/accounts/domains.ts";
import { listIdentities } from "../../store/accounts/identities.ts";
import { getPod, listPods, type PodRow } from "../../store/accounts/pods.ts";
import { type Auth, authOf, type HttpDeps, requireOwner, requireUnrestricted } from "../context.ts";
import { operation } from "../openapi/operation.ts";
import { page, wholePage } from "../paging.ts";
import { definedFields, pathId } from "../params.ts";
import { writeOnce } from "../write.ts";
import { toDomain } from "./domains.ts";
import { toIdentity } from "./identities.ts";

export function podRoutes({ database, actors, config }: HttpDeps) {
  const seen = async (auth: Auth, text: string): Promise<PodRow> => {
    const row = await getPod(database, auth, pathId(text));
    if (!row) throw notFound();
    return row;
  };
  return new Elysia({ prefix: "/api/v1/pods", normalize: false })
    .get("", async ({ request }) => wholePage((await listPods(database, authOf(request))).map(toPod)), {
      query: PodListQuery,
      response: { 200: Page(PodSchema) },
      detail: operation("listPods", "List every pod, the default one first"),
    })
    .post(
      "",
      ({ request, body }) => {
        const auth = authOf(request);
        requireUnrestricted(auth, "Creating a pod");
        const input = { id: newId(), name: body.name, clientId: body.client_id ?? null };
        return writeOnce(
          { request, body },
          { actor: actors.account(auth.accountId), work: (turn) => createPod(turn, input) },
          (row) => ({ status: 201, body: { data: toPod(row) } }),
        );
      },
      {
        body: PodCreate,
        response: { 201: Single(PodSchema) },
        detail: operation("createPod", "Create a pod", {
          errors: ["forbidden", "client_id_taken", "conflict"],
          example: { name: "Customer 42", client_id: "crm-42" },
        }),
      },
    )
    .get("/:id", async ({ request, params }) => ({ data: toPod(await seen(authOf(request), params.id)) }), {
      params: IdParams,
      response: { 200: Single(PodSchema) },
      detail: operation("getPod", "Read a pod"),
    })
    .patch(
      "/:id",
      async ({ request, params, body }) => {
        const auth = authOf(request);
        const id = pathId(params.id);
        await requireOwner(auth, "Changing a pod", () => getPod(database, auth, id));
        const change = definedFields({ id, name: body.name, clientId: body.client_id });
        const row = await actors.account(auth.accountId).run((turn) => changePod(turn, change));
        return { data: toPod(row) };
      },
      {
        params: IdParams,
        body: PodPatch,
        response: { 200: Single(PodSchema) },
        detail: operation("updatePod", "Change a pod", {
          errors: ["forbidden", "client_id_taken"],
          example: { name: "Customer 42 (EU)" },
        }),
      },
    )
    .get(
      "/:id/identities",
      async ({ request, params, query }) => {
        const auth = authOf(request);
        const { id: podId } = await seen(auth, params.id);
        return page(
          query,
          {
            fetch: (cursor, count) => listIdentities(database, auth, { filter: { podId }, cursor, count }),
            sortOf: (row) => row.createdAt,
          },
          toIdentity,
        );
      },
      {
        params: IdParams,
        query: PodContentQuery,
        response: { 200: Page(IdentitySchema) },
        detail: operation("listPodIdentities", "List the addresses in a pod"),
      },
    )
    .get(
      "/:id/domains",
      async ({ request, params, query }) => {
        const auth = authOf(request);
        const { id: podId } = await seen(auth, params.id);
        return page(
          query,
          {
            fetch: (cursor, count) => listDomains(database, auth, { podId, cursor, count }),
            sortOf: ({ row }) => row.createdAt,
          },
          (domain) => toDomain(domain, auth.accountId, config.mailHostname),
        );
      },
      {
        params: IdParams,
        query: PodContentQuery,
        response: { 200: Page(DomainSchema) },
        detail: operation("listPodDomains", "List the domains in a pod"),
      },
    );
}

export function toPod(row: PodRow): Pod {
  return {
    id: row.id,
    name: row.name,
    client_id: row.clientId,
    is_default: row.isDefault,
    created_at: row.createdAt,
  };
}
