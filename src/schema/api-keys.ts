// SPEC API keys; DECISIONS Authentication and keys.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, PageQuery, Timestamp, Uuid } from "./common.ts";

const fields = {
  id: Id,
  name: Type.String({ description: "what it is for" }),
  prefix: Type.String({ description: "first 11 characters of the token", examples: ["pr_4fT9xKq2"] }),
  identity_ids: nullable(Type.Array(Id, { description: "the addresses that it reaches; null: everything" })),
  parent_id: nullable({ ...Id, description: "the key that made it; null: the console or the command line" }),
  last_used_at: nullable(Timestamp),
  created_at: Timestamp,
};

export const ApiKey = Type.Object(fields, closed);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyCreated = Type.Object(
  { ...fields, token: Type.String({ description: "shown this once" }) },
  closed,
);

export const ApiKeyCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: "what it is for" }),
    identity_ids: Type.Array(Uuid, {
      minItems: 1,
      maxItems: 1000,
      description: "a subset of what the calling key reaches",
    }),
  },
  closed,
);
export type ApiKeyCreate = Static<typeof ApiKeyCreate>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ApiKeyRevoked = Type.Object(
  {
    id: Id,
    deleted: Type.Literal(true),
    revoked: Type.Optional(
      Type.Object(
        {
          api_keys: count("keys that came from it"),
          app_passwords: count("issued by these keys; their sessions end"),
          webhooks: count("created by these keys"),
          routing_rules: count("that led to these webhooks"),
        },
        { ...closed, description: "how much ended with it; left out when nothing did" },
      ),
    ),
  },
  closed,
);
export type ApiKeyRevoked = Static<typeof ApiKeyRevoked>;

export const ApiKeyListQuery = Type.Object(PageQuery, closed);
