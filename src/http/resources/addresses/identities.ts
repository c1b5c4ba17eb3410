// SPEC Addresses (identities).
import {
  changeIdentity,
  createIdentity,
  deleteIdentity,
  domainIdOf,
  emailOf,
} from "../../../../actors/account/addresses/identities.ts";
import { parseInstant } from "../../../lib/clock.ts";
import { invalid, notFound } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { domainOf, parseAddress } from "../../../mail/address.ts";
import { localPart, randomLocalPart } from "../../../mail/local-part.ts";
import { capabilitiesOf } from "../../../schema/addresses/capabilities.ts";
import {
  Identity,
  IdentityCreate,
  IdentityListQuery,
  IdentityPatch,
} from "../../../schema/addresses/identities.ts";
import { IdParams, MetadataPair } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import {
  type CountedIdentity,
  findIdentityByAddress,
  getIdentity,
  listIdentities,
} from "../../../store/addresses/identities.ts";
import { getPod } from "../../../store/addresses/pods.ts";
import { getDomain } from "../../../store/domains/domains.ts";
import { reaches } from "../../../store/scope.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, originOf, requireUnrestricted, reviewerOf } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime, wholePage } from "../../paging.ts";
import { definedFields, metadataOf, pathId, repeatedOf } from "../../params.ts";
import { found } from "../../resource.ts";
import { write } from "../../write.ts";

const defaultType = "agent";

const newAddressRemedy =
  "Ask an owner in the console, or who holds such a key, to create it with the pod_id of a pod that your key names: your key reaches it at once. A key that names addresses reaches no new one.";

export const identityCalls: readonly Call[] = [
  call(
    "GET /identities",
    {
      query: IdentityListQuery,
      answer: Page(Identity),
      doc: operation("listIdentities", "List addresses", { description: "All that this key reaches." }),
    },
    (deps, { auth, query, request }) => list(deps, auth, { query, request }),
  ),
  call(
    "POST /identities",
    {
      body: IdentityCreate,
      answer: { 201: Single(Identity) },
      doc: operation("createIdentity", "Create an address", {
        optionalBody: true,
        description:
          "Name it by `email` alone, or by `domain_id` and `local_part`. The domain is one of yours or the default one. Without any of the three it gets a name of its own on the default one.",
        errors: ["forbidden", "domain_unverified", "address_taken", "client_id_taken", "conflict"],
        example: { email: "support@agents.example.com", display_name: "Support" },
      }),
    },
    write({
      find: (_, { auth, body }) => {
        const wanted = toNewIdentity(body);
        requireUnrestricted(auth, "Creating an address", newAddressRemedy);
        return wanted;
      },
      turn: async (turn, { on, ...input }) =>
        createIdentity(turn, { ...input, domainId: await domainIdOf(turn, on) }),
      answer: (row) => ({ status: 201, body: { data: toIdentity({ ...row, routedAddressCount: 0 }) } }),
    }),
  ),
  call(
    "GET /identities/{id}",
    {
      params: IdParams,
      answer: Single(Identity),
      doc: operation("getIdentity", "Read an address", { description: "With its settings." }),
    },
    async ({ database }, { auth, params }) => {
      const row = await found(getIdentity(database, auth, pathId(params.id)));
      return { data: toIdentity(row) };
    },
  ),
  call(
    "PATCH /identities/{id}",
    {
      params: IdParams,
      body: IdentityPatch,
      answer: Single(Identity),
      doc: operation("updateIdentity", "Change an address", {
        description: "Fields that are left out stay as they are.",
        errors: ["capability_missing", "client_id_taken", "conflict", "forbidden"],
        example: { send_policy: "reply_only" },
      }),
    },
    async ({ actors }, { auth, request, params, body }) => {
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
        clientId: body.client_id,
        podId: body.pod_id,
        capabilities: body.capabilities,
        metadata: metadataOf(body.metadata),
      };
      const row = await actors
        .account(auth.accountId)
        .run((turn) => changeIdentity(turn, definedFields(change), auth.identityIds), {
          also: [id],
          origin: originOf(request),
        });
      return { data: toIdentity(row) };
    },
  ),
  call(
    "DELETE /identities/{id}",
    {
      params: IdParams,
      doc: operation("deleteIdentity", "Delete an address and all that is its own", {
        description: "Also removes its messages, routing rules and webhooks.",
        errors: ["forbidden", "conflict", "legal_hold"],
      }),
    },
    async ({ actors }, { auth, request, params, set }) => {
      const id = pathId(params.id);
      if (!reaches(auth, id)) throw notFound();
      await actors
        .account(auth.accountId)
        .run((turn) => deleteIdentity(turn, id, reviewerOf(auth)), { also: [id], origin: originOf(request) });
      set.status = 204;
    },
  ),
];

async function list(
  { database }: HttpDeps,
  auth: Auth,
  { query, request }: { query: IdentityListQuery; request: Request },
) {
  if (query.domain_id !== undefined) await found(getDomain(database, auth, query.domain_id));
  if (query.pod_id !== undefined) await found(getPod(database, auth, query.pod_id));
  const id = await idOfEmail(database, auth, query.email);
  if (id === null) return wholePage<Identity>([]);
  const filter = {
    id,
    domainId: query.domain_id,
    type: query.type,
    status: query.status,
    tenantId: query.tenant_id,
    clientId: query.client_id,
    podId: query.pod_id,
    metadata: repeatedOf(request, "metadata", MetadataPair),
  };
  return pageByTime(query, (window) => listIdentities(database, auth, { filter, ...window }), toIdentity);
}

/** Id of the identity with this address; undefined: no filter, null: none that the key reaches. */
async function idOfEmail(
  database: HttpDeps["database"],
  auth: Auth,
  email: string | undefined,
): Promise<string | null | undefined> {
  if (email === undefined) return undefined;
  const address = parseAddress(email.toLowerCase());
  return (address && (await findIdentityByAddress(database, auth, address))?.id) ?? null;
}

/** The name of a new address; `on` null: on the shared domain. @throws Failure validation_error naming the field */
function nameOf(body: IdentityCreate): { on: { id: string } | { name: string } | null; localPart: string } {
  if (body.email === undefined) {
    const { domain_id: id, local_part: local } = body;
    if (id === undefined && local === undefined)
      return { on: null, localPart: randomLocalPart(body.type ?? defaultType) };
    if (id === undefined || local === undefined) {
      const missing = id === undefined ? "domain_id" : "local_part";
      throw invalid(
        `Field "${missing}" is missing in the body. Add it, or give the whole address as "email" instead.`,
      );
    }
    return { on: { id }, localPart: localPart(local) };
  }
  if (body.domain_id !== undefined || body.local_part !== undefined)
    throw invalid('"email" says the whole address. Leave out "domain_id" and "local_part".');
  const at = body.email.lastIndexOf("@");
  const name = domainOf(body.email.slice(at + 1));
  if (name === null)
    throw invalid('The domain of "email" is none. Give an address such as support@example.com.');
  return { on: { name }, localPart: localPart(body.email.slice(0, at)) };
}

function toNewIdentity(body: IdentityCreate) {
  return {
    ...nameOf(body),
    id: newId(),
    displayName: body.display_name ?? null,
    type: body.type ?? defaultType,
    mode: body.mode ?? ("automated" as const),
    sendPolicy: body.send_policy ?? ("open" as const),
    expiresAt: futureInstant(body.expires_at) ?? null,
    tenantId: body.tenant_id ?? null,
    clientId: body.client_id ?? null,
    podId: body.pod_id ?? null,
    metadata: metadataOf(body.metadata),
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
    ...(row.clientId === null ? {} : { client_id: row.clientId }),
    ...(row.metadata ? { metadata: row.metadata } : {}),
  };
}
