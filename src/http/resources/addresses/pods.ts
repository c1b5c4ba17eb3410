// SPEC Pods; DECISIONS Domains, pods, routing rules.
import { changePod, createPod, deletePod } from "../../../../actors/account/addresses/pods.ts";
import { newId } from "../../../lib/ids.ts";
import { Identity } from "../../../schema/addresses/identities.ts";
import { Pod, PodContentQuery, PodCreate, PodListQuery, PodPatch } from "../../../schema/addresses/pods.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Domain } from "../../../schema/domains/domains.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { listIdentities } from "../../../store/addresses/identities.ts";
import { getPod, listPods, type PodRow } from "../../../store/addresses/pods.ts";
import { listDomains } from "../../../store/domains/domains.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, requireOwner, requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { page, pageByTime, wholePage } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { checkStrings } from "../../validation.ts";
import { answer, write } from "../../write.ts";
import { toDomain } from "../domains.ts";
import { toIdentity } from "./identities.ts";

export const podCalls: readonly Call[] = [
  call(
    "GET /pods",
    {
      query: PodListQuery,
      answer: Page(Pod),
      doc: operation("listPods", "List every pod, the default one first", {
        description: "A pod holds addresses and domains that belong together, such as those of one customer.",
      }),
    },
    async ({ database }, { auth, query }) => {
      checkStrings({ client_id: query.client_id ?? "" });
      return wholePage((await listPods(database, auth, query.client_id)).map(toPod));
    },
  ),
  call(
    "POST /pods",
    {
      body: PodCreate,
      answer: { 201: Single(Pod) },
      doc: operation("createPod", "Create a pod", {
        description: "`client_id` is an id of your own, unique in the account.",
        errors: ["forbidden", "client_id_taken", "conflict"],
        example: { name: "Customer 42", client_id: "crm-42" },
      }),
    },
    write({
      find: (_, { auth, body }) => {
        requireUnrestricted(auth, "Creating a pod");
        return { id: newId(), name: body.name, clientId: body.client_id ?? null };
      },
      turn: createPod,
      answer: answer(201, toPod),
    }),
  ),
  call(
    "GET /pods/{id}",
    {
      params: IdParams,
      answer: Single(Pod),
      doc: operation("getPod", "Read a pod", { description: "With its name and its `client_id`." }),
    },
    async (deps, { auth, params }) => ({ data: toPod(await podOf(deps, auth, params.id)) }),
  ),
  call(
    "PATCH /pods/{id}",
    {
      params: IdParams,
      body: PodPatch,
      answer: Single(Pod),
      doc: operation("updatePod", "Change a pod", {
        description: "Fields that are left out stay as they are.",
        errors: ["forbidden", "client_id_taken"],
        example: { name: "Customer 42 (EU)" },
      }),
    },
    async ({ database, actors }, { auth, params, body }) => {
      const id = pathId(params.id);
      await requireOwner(auth, "Changing a pod", () => getPod(database, auth, id));
      const change = definedFields({ id, name: body.name, clientId: body.client_id });
      const row = await actors.account(auth.accountId).run((turn) => changePod(turn, change));
      return { data: toPod(row) };
    },
  ),
  call(
    "DELETE /pods/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deletePod", "Delete an empty pod", {
        description: "409 says what is in it: addresses, domains, or keys that name it.",
        errors: ["forbidden", "conflict"],
      }),
    },
    async ({ database, actors }, { auth, params }) => {
      const id = pathId(params.id);
      await requireOwner(auth, "Deleting a pod", () => getPod(database, auth, id));
      await actors.account(auth.accountId).run((turn) => deletePod(turn, id));
      return deleted(id);
    },
  ),
  call(
    "GET /pods/{id}/identities",
    {
      params: IdParams,
      query: PodContentQuery,
      answer: Page(Identity),
      doc: operation("listPodIdentities", "List the addresses in a pod", {
        description: "Those that this key reaches.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const { id: podId } = await podOf(deps, auth, params.id);
      return pageByTime(
        query,
        (window) => listIdentities(deps.database, auth, { filter: { podId }, ...window }),
        toIdentity,
      );
    },
  ),
  call(
    "GET /pods/{id}/domains",
    {
      params: IdParams,
      query: PodContentQuery,
      answer: Page(Domain),
      doc: operation("listPodDomains", "List the domains in a pod", {
        description: "Those that this key reaches.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const { id: podId } = await podOf(deps, auth, params.id);
      return page(
        query,
        {
          fetch: (cursor, count) => listDomains(deps.database, auth, { podId, cursor, count }),
          sortOf: ({ row }) => row.createdAt,
        },
        (domain) => toDomain(domain, auth.accountId, deps.config.mailHostname),
      );
    },
  ),
];

function podOf({ database }: HttpDeps, auth: Auth, id: string) {
  return found(getPod(database, auth, pathId(id)));
}

function toPod(row: PodRow): Pod {
  return {
    id: row.id,
    name: row.name,
    client_id: row.clientId,
    is_default: row.isDefault,
    created_at: row.createdAt,
  };
}
