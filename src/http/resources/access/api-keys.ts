// SPEC API keys.
import { mintKey } from "../../../../actors/account/access/api-keys.ts";
import { takeOverFrom } from "../../../../actors/account/access/makers.ts";
import { type Revoked, revokeKey } from "../../../../actors/account/access/minted.ts";
import { Failure, invalid, notFound } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { newApiToken, sha256 } from "../../../lib/secrets.ts";
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyListQuery,
  MadeByKey,
  MadeByKeyQuery,
  TakenOver,
} from "../../../schema/access/api-keys.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { type ApiKeyRow, listKeys } from "../../../store/access/api-keys.ts";
import { findAnyKey, listMade, type MadeRow } from "../../../store/access/makers.ts";
import { getPod } from "../../../store/addresses/pods.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, originOf, requireUnrestricted } from "../../context.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { write } from "../../write.ts";

export const apiKeyCalls: readonly Call[] = [
  call(
    "GET /api-keys",
    {
      query: ApiKeyListQuery,
      answer: Page(ApiKey),
      doc: operation("listApiKeys", "List this key and those it minted, or all of the account", {
        description: "Secrets are never shown: they are given once, when a key is made.",
        errors: ["forbidden"],
      }),
    },
    async ({ database }, { auth, query }) => {
      const all = query.all === true;
      if (all) requireUnrestricted(auth, "Listing every key");
      const podId = query.pod_id;
      if (podId !== undefined) await found(getPod(database, auth, podId));
      return pageByTime(query, (window) => listKeys(database, auth, { all, podId, ...window }), toApiKey);
    },
  ),
  call(
    "POST /api-keys",
    {
      body: ApiKeyCreate,
      answer: { 201: Single(ApiKeyCreated) },
      doc: operation("createApiKey", "Mint a key that reaches a subset of addresses", {
        description: "The token is in this answer and never again.",
        errors: ["reach_exceeded", "forbidden", "conflict"],
        example: { name: "billing agent", identity_ids: [exampleId] },
      }),
    },
    write({
      find: (_, { auth, body }) => {
        const { identity_ids: identityIds, pod_ids: podIds } = body;
        if ((identityIds === undefined) === (podIds === undefined)) {
          throw invalid(
            identityIds === undefined
              ? 'Field "identity_ids" is missing in the body. Add it, or give "pod_ids".'
              : 'Send either "identity_ids" or "pod_ids": a key that names pods reaches their addresses alone.',
          );
        }
        const token = newApiToken();
        const input = {
          id: newId(),
          name: body.name,
          prefix: token.slice(0, 11),
          tokenHash: sha256(token),
          identityIds: identityIds ?? [],
          podIds,
          parentId: auth.keyId,
        };
        return { input, token };
      },
      turn: (turn, { input }, auth) => mintKey(turn, input, auth.identityIds),
      answer: (row, { token }) => ({
        status: 201,
        body: { data: { ...toApiKey(row), token } },
        secret: true,
      }),
    }),
  ),
  call(
    "DELETE /api-keys/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("revokeApiKey", "Revoke a key and what it minted", {
        description:
          "Ends every key that came from it, and the app passwords, webhooks and event streams of all of them; sessions that such a password opened end too. The answer says how many of each.",
        errors: ["reach_exceeded"],
      }),
    },
    async ({ actors }, { auth, request, params }) => {
      const id = pathId(params.id);
      const asked = { id, callerId: auth.keyId, origin: originOf(request) };
      const revoked = await revokeKey(actors.account(auth.accountId), asked).catch((error) => {
        // A key that reaches some addresses does not learn which other keys there are.
        const isHidden = error instanceof Failure && error.code === "reach_exceeded";
        throw isHidden && auth.identityIds !== null ? notFound() : error;
      });
      return deletedKey(id, revoked);
    },
  ),
];

/** DECISIONS Authentication and keys: a key is rotated by making another one, taking over, and deleting it. */
export const madeCalls: readonly Call[] = [
  call(
    "GET /api-keys/{id}/made",
    {
      params: IdParams,
      query: MadeByKeyQuery,
      answer: Page(MadeByKey),
      doc: operation("listMadeByKey", "List what a key made and that is there still", {
        description:
          "Also of a key that was revoked within a year: what sleeps since then, with what keys made that ended with it.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, params, query }) => {
      const key = await keyOf(deps, auth, params.id);
      const toMade = (row: MadeRow) => toMadeByKey(row, key.stands);
      return pageByTime(query, (window) => listMade(deps.database, key, window), toMade);
    },
  ),
  call(
    "POST /api-keys/{id}/take-over",
    {
      params: IdParams,
      answer: Single(TakenOver),
      doc: operation("takeOverFromKey", "Make what a key made this key's own", {
        description:
          "Before the key is revoked, everything; afterwards what sleeps (rules that forward, schedules, what it allowed): keys, app passwords, webhooks and feeds end with their key. A rotation: make a key, deploy it, take over with it, revoke the old one.",
        errors: ["forbidden", "conflict"],
      }),
    },
    write({
      keepsRefusals: true,
      find: async (deps, { auth, params: { id } }) => ({ id, keyId: (await keyOf(deps, auth, id)).keyId }),
      turn: (turn, { keyId }, auth) => takeOverFrom(turn, { keyId, takerId: auth.keyId }),
      answer: (done, { id }) => ({ status: 200, body: { data: { id, ...done } satisfies TakenOver } }),
    }),
  ),
];

async function keyOf({ database }: HttpDeps, auth: Auth, id: string) {
  requireUnrestricted(auth, "Reading and taking over what a key made");
  const key = { accountId: auth.accountId, keyId: pathId(id) };
  return { ...key, stands: (await found(findAnyKey(database, key))).stands };
}

function toMadeByKey({ kind, id, identityId, name, createdAt }: MadeRow, stands: boolean): MadeByKey {
  return { kind, id, identity_id: identityId, name, sleeps: !stands, created_at: createdAt };
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    identity_ids: row.identityIds,
    pod_ids: row.podIds,
    parent_id: row.parentId,
    last_used_at: row.lastUsedAt,
    created_at: row.createdAt,
  };
}

/** The answer to the end of a key: what ended with it, where anything did. */
export function deletedKey(id: string, revoked: Revoked): { data: Deleted } {
  const counts = {
    api_keys: revoked.apiKeys,
    app_passwords: revoked.appPasswords,
    webhooks: revoked.webhooks,
    routing_rules: revoked.routingRules,
  };
  const ended = Object.values(counts).some((count) => count > 0) ? { revoked: counts } : {};
  return { data: { id, deleted: true, ...ended } };
}
