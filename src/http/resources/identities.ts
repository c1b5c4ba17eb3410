// SPEC Addresses (identities).
import { Elysia } from "elysia";
import {
  changeIdentity,
  createIdentity,
  deleteIdentity,
  emailOf,
} from "../../../actors/account/identities.ts";
import { parseInstant } from "../../lib/clock.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { parseAddress } from "../../mail/address.ts";
import { localPart } from "../../mail/local-part.ts";
import { capabilitiesOf } from "../../schema/capabilities.ts";
import { IdParams } from "../../schema/common.ts";
import { Page, Single } from "../../schema/envelope.ts";
import {
  type Identity,
  IdentityCreate,
  IdentityListQuery,
  IdentityPatch,
  Identity as IdentitySchema,
} from "../../schema/identities.ts";
import { getDomain } from "../../store/accounts/domains.ts";
import {
  type CountedIdentity,
  findIdentityByAddress,
  getIdentity,
  listIdentities,
} from "../../store/accounts/identities.ts";
import { getPod } from "../../store/accounts/pods.ts";
import { reaches } from "../../store/scope.ts";
import { authOf, type HttpDeps, requireUnrestricted } from "../context.ts";
import { exampleId, operation } from "../openapi/operation.ts";
import { page, wholePage } from "../paging.ts";
import { definedFields, pathId } from "../params.ts";
import { writeOnce } from "../write.ts";

export function identityRoutes(deps: HttpDeps) {
  const { database, actors } = deps;
  return new Elysia({ prefix: "/api/v1/identities", normalize: false })
    .get("", ({ request, query }) => list(deps, authOf(request), query), {
      query: IdentityListQuery,
      response: { 200: Page(IdentitySchema) },
      detail: operation("listIdentities", "List addresses"),
    })
    .post(
      "",
      ({ request, body }) => {
        const auth = authOf(request);
        requireUnrestricted(auth, "Creating an address");
        const input = toNewIdentity(body);
        return writeOnce(
          { request, body },
          { actor: actors.account(auth.accountId), work: (turn) => createIdentity(turn, input) },
          (row) => ({ status: 201, body: { data: toIdentity({ ...row, routedAddressCount: 0 }) } }),
        );
      },
      {
        body: IdentityCreate,
        response: { 201: Single(IdentitySchema) },
        detail: operation("createIdentity", "Create an address", {
          errors: ["forbidden", "domain_unverified", "address_taken", "conflict"],
          example: { domain_id: exampleId, local_part: "support", display_name: "Support", type: "agent" },
        }),
      },
    )
    .get(
      "/:id",
      async ({ request, params }) => {
        const row = await getIdentity(database, authOf(request), pathId(params.id));
        if (!row) throw notFound();
        return { data: toIdentity(row) };
      },
      {
        params: IdParams,
        response: { 200: Single(IdentitySchema) },
        detail: operation("getIdentity", "Read an address"),
      },
    )
    .patch(
      "/:id",
      async ({ request, params, body }) => {
        const auth = authOf(request);
        const id = pathId(params.id);
        if (!reaches(auth, id)) throw notFound();
        const change = {
          id,
          displayName: body.display_name,
          mode: body.mode,
          status: body.status,
          sendPolicy: body.send_policy,
          expiresAt: futureInstant(body.expires_at),
          tenantId: body.tenant_id,
          podId: body.pod_id,
          capabilities: body.capabilities,
        };
        const row = await actors
          .account(auth.accountId)
          .run((turn) => changeIdentity(turn, definedFields(change), auth.identityIds), { also: [id] });
        return { data: toIdentity(row) };
      },
      {
        params: IdParams,
        body: IdentityPatch,
        response: { 200: Single(IdentitySchema) },
        detail: operation("updateIdentity", "Change an address", {
          errors: ["capability_missing", "conflict", "forbidden"],
          example: { send_policy: "reply_only" },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        const auth = authOf(request);
        const id = pathId(params.id);
        if (!reaches(auth, id)) throw notFound();
        await actors.account(auth.accountId).run((turn) => deleteIdentity(turn, id), { also: [id] });
        set.status = 204;
      },
      {
        params: IdParams,
        detail: operation("deleteIdentity", "Delete an address and all that is its own", {
          description: "Also removes its messages, routing rules and webhooks.",
          errors: ["forbidden", "conflict"],
        }),
      },
    );
}

async function list({ database }: HttpDeps, auth: ReturnType<typeof authOf>, query: IdentityListQuery) {
  if (query.domain_id !== undefined && !(await getDomain(database, auth, query.domain_id))) throw notFound();
  if (query.pod_id !== undefined && !(await getPod(database, auth, query.pod_id))) throw notFound();
  const id = await idOfEmail(database, auth, query.email);
  if (id === null) return wholePage<Identity>([]);
  const filter = {
    id,
    domainId: query.domain_id,
    type: query.type,
    status: query.status,
    tenantId: query.tenant_id,
    podId: query.pod_id,
  };
  return page(
    query,
    {
      fetch: (cursor, count) => listIdentities(database, auth, { filter, cursor, count }),
      sortOf: (row) => row.createdAt,
    },
    toIdentity,
  );
}

/** Whose address this is; undefined: no filter, null: nobody's that the key reaches. */
async function idOfEmail(
  database: HttpDeps["database"],
  auth: ReturnType<typeof authOf>,
  email: string | undefined,
): Promise<string | null | undefined> {
  if (email === undefined) return undefined;
  const address = parseAddress(email.toLowerCase());
  return (address && (await findIdentityByAddress(database, auth, address))?.id) ?? null;
}

function toNewIdentity(body: IdentityCreate) {
  return {
    id: newId(),
    domainId: body.domain_id,
    localPart: localPart(body.local_part),
    displayName: body.display_name ?? null,
    type: body.type ?? ("agent" as const),
    mode: body.mode ?? ("automated" as const),
    sendPolicy: body.send_policy ?? ("open" as const),
    expiresAt: futureInstant(body.expires_at) ?? null,
    tenantId: body.tenant_id ?? null,
    podId: body.pod_id ?? null,
  };
}

function futureInstant(text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null) return text;
  const instant = parseInstant(text);
  if (!instant)
    throw invalid('"expires_at" must be a date-time with zone, such as 2026-01-02T03:04:05Z, or null.');
  return instant;
}

export function toIdentity(row: CountedIdentity): Identity {
  const capabilities = capabilitiesOf(row.type);
  return {
    id: row.id,
    email: emailOf(row),
    local_part: row.localPart,
    domain: row.domain,
    display_name: row.displayName,
    type: row.type,
    mode: row.mode,
    status: row.status,
    capabilities,
    has_inbox: capabilities.inbox,
    routed_address_count: row.routedAddressCount,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    send_policy: row.sendPolicy,
    tenant_id: row.tenantId,
  };
}
