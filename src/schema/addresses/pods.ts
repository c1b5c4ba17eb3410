// SPEC Pods; DECISIONS Domains, pods, routing rules.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, PageQuery, Timestamp } from "../common.ts";

const name = Type.String({ minLength: 1, maxLength: 200, description: "for people" });
const clientId = nullable(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: "your own id, unique within the account, never parsed",
  }),
);

export const Pod = Type.Object(
  {
    id: Id,
    name: Type.String({ description: "for people" }),
    client_id: nullable(Type.String({ description: "your own id, unique within the account" })),
    is_default: Type.Boolean({ description: "what names no pod is in this one; an account has one" }),
    created_at: Timestamp,
  },
  closed,
);
export type Pod = Static<typeof Pod>;

export const PodCreate = Type.Object({ name, client_id: Type.Optional(clientId) }, closed);

export const PodPatch = Type.Object(
  { name: Type.Optional(name), client_id: Type.Optional(clientId) },
  { ...closed, minProperties: 1 },
);

/** The list is whole: `limit` and `cursor` are taken as everywhere, and change nothing. */
export const PodListQuery = Type.Object(
  {
    client_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "the pod that has this client_id" }),
    ),
    ...PageQuery,
  },
  closed,
);
/** The query of a page of a pod's content. */
export const PodContentQuery = Type.Object(PageQuery, closed);
