// SPEC API keys; DECISIONS Authentication and keys.
import { type Static, Type } from "@sinclair/typebox";
import { alternatives, closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";
import { level } from "./oauth-grants.ts";

const fields = {
  id: Id,
  name: Type.String({ description: "what it is for" }),
  prefix: Type.String({ description: "first 11 characters of the token", examples: ["pr_4fT9xKq2"] }),
  identity_ids: nullable(Type.Array(Id, { description: "the addresses that it reaches; null: everything" })),
  pod_ids: nullable(
    Type.Array(Id, {
      description: "pods whose addresses these are, as they join and leave; null: it names no pod",
    }),
  ),
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
    identity_ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: 1000,
        description: "a subset of what the calling key reaches; required, unless pod_ids is given",
      }),
    ),
    pod_ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: 20,
        description:
          "instead of identity_ids: the addresses in these pods, 1,000 at most, and those that join them later",
      }),
    ),
  },
  { ...closed, ...alternatives({ needs: ["identity_ids"] }, { needs: ["pod_ids"] }) },
);
export type ApiKeyCreate = Static<typeof ApiKeyCreate>;

export const ApiKeyListQuery = Type.Object(
  {
    all: Type.Optional(
      Type.Boolean({ description: "every key of the account, siblings too; for unrestricted keys" }),
    ),
    pod_id: Type.Optional({ ...Uuid, description: "keys that reach an address in this pod" }),
    ...PageQuery,
  },
  closed,
);

const madeKinds = {
  api_key: "a key that it made",
  app_password: "an app password",
  webhook: "a webhook",
  calendar_feed: "a calendar feed",
  routing_rule: "a routing rule that forwards, or whose address may be written from",
  scheduled_draft: "a draft that it scheduled",
  allow_entry: "an entry of an allow list",
  allowed_contact: "an address that it allowed by a decision, or by letting its mail in",
} as const;
const madeKindNames = Object.keys(madeKinds) as (keyof typeof madeKinds)[];

/** Something that a key made. */
export const MadeByKey = Type.Object(
  {
    kind: oneOf(madeKindNames, { meanings: madeKinds }),
    id: nullable({ ...Id, description: "null: an allowed contact, which has none" }),
    identity_id: nullable({ ...Id, description: "the address that it is of; null: of the account" }),
    name: Type.String({ description: "what people know it by: its name, address, URL or subject" }),
    sleeps: Type.Boolean({
      description: "its key has ended, so it permits nothing until somebody takes it over",
    }),
    created_at: Timestamp,
  },
  closed,
);
export type MadeByKey = Static<typeof MadeByKey>;

export const MadeByKeyQuery = Type.Object(PageQuery, closed);

/** The answer to a handover of a key's things. */
export const TakenOver = Type.Object(
  {
    id: { ...Id, description: "the key whose things they were" },
    taken: Type.Partial(
      Type.Object(
        Object.fromEntries(
          madeKindNames.map((kind) => [kind, Type.Integer({ description: `times ${madeKinds[kind]}` })]),
        ) as Record<keyof typeof madeKinds, ReturnType<typeof Type.Integer>>,
        closed,
      ),
      { ...closed, description: "how many of each kind; kinds of which there were none are left out" },
    ),
    left: Type.Integer({
      description:
        "what a restricted key allowed where people alone decide: for a person to take, in the console",
    }),
  },
  closed,
);
export type TakenOver = Static<typeof TakenOver>;

export const Usage = Type.Object(
  {
    limit: nullable(Type.Integer({ description: "the most; null: no limit" })),
    used: nullable(Type.Integer({ description: "how many of them; null: there is no limit" })),
  },
  closed,
);
const usage = (description: string) => ({ ...Usage, description });

/** The answer about the caller's key, and what it may use. */
export const Me = Type.Object(
  {
    account: Type.Object(
      {
        id: Id,
        plan: oneOf(["operator", "signup"], {
          description: "what sets the limits",
          meanings: { operator: "of the operator", signup: "of an agent's signup" },
        }),
        created_at: Timestamp,
      },
      { ...closed, description: "what owns the key" },
    ),
    key: Type.Object(fields, { ...closed, description: "the key that asks" }),
    kind: oneOf(["unrestricted", "restricted"], {
      meanings: {
        unrestricted: "reaches everything that the account owns",
        restricted: "reaches the addresses in identity_ids",
      },
    }),
    level: nullable(level("what a program that a person let in may do; null: a key, which may do all")),
    limits: Type.Object(
      {
        addresses: usage("addresses of the account"),
        recipients_today: usage("recipients that the account may write to a day (UTC)"),
        recipients_per_address: nullable(
          Type.Integer({
            description: "recipients that one address may write to a day (UTC); null: no limit",
          }),
        ),
        storage_bytes: usage("bytes that the account may store"),
      },
      { ...closed, description: "what the account may use, and has used" },
    ),
  },
  closed,
);
export type Me = Static<typeof Me>;
