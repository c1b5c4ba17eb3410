// Access that people gave to programs by OAuth. DECISIONS OAuth.
import { type Static, Type } from "@sinclair/typebox";
import { levels } from "../../lib/levels.ts";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp } from "../common.ts";

export const level = (description: string) =>
  oneOf(levels, {
    description,
    meanings: {
      read: "mail, files and calendars",
      draft: "write drafts, move and label mail",
      send: "send and delete mail, change calendars",
      approve: "decide on held mail where the address lets keys decide",
    },
  });

export const OauthGrant = Type.Object(
  {
    id: Id,
    client_name: Type.String({ description: "what the program calls itself; not verified" }),
    client_id: Type.String({
      description: "the URL of its metadata document, or the id of its registration",
    }),
    redirect_uri: Type.String({ description: "where the person's answer went" }),
    level: level("what it may do, each with all before it"),
    identity_ids: nullable(
      Type.Array(Id, { description: "the addresses that it reaches; null: every address of the account" }),
    ),
    last_used_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
);
export type OauthGrant = Static<typeof OauthGrant>;

export const OauthGrantListQuery = Type.Object(PageQuery, closed);
