// SPEC Labels; DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, PageQuery, Timestamp, Uuid } from "../common.ts";

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "unique in its address, in whatever case; mail programs see it as a keyword",
});
const colour = Type.String({
  pattern: "^#[0-9A-Fa-f]{6}$",
  description: "a colour as #rrggbb; #6b7280 without it",
  examples: ["#1f6feb"],
});

export const Label = Type.Object(
  {
    id: Id,
    identity_id: Id,
    name: Type.String({ description: "unique in its address" }),
    colour: Type.String({ description: "as #rrggbb" }),
    created_at: Timestamp,
  },
  closed,
);
export type Label = Static<typeof Label>;

export const LabelCreate = Type.Object({ identity_id: Uuid, name, colour: Type.Optional(colour) }, closed);

export const LabelPatch = Type.Object(
  { name: Type.Optional(name), colour: Type.Optional(colour) },
  { ...closed, minProperties: 1 },
);

/** The list is whole: `limit` and `cursor` are taken as everywhere, and change nothing. */
export const LabelListQuery = Type.Object({ identity_id: Uuid, ...PageQuery }, closed);
