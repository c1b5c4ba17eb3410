// SPEC App passwords; DECISIONS App passwords.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";

const fields = {
  id: Id,
  identity_id: Id,
  name: Type.String({ description: "of the device" }),
  username: Type.String({ description: "the address", examples: ["support@agents.example.com"] }),
  last_used_at: nullable(Timestamp),
  last_used_protocol: nullable(
    oneOf(["imap", "smtp", "caldav"], {
      meanings: { imap: "it read", smtp: "it sent", caldav: "it used the calendar" },
    }),
  ),
  created_at: Timestamp,
};

export const AppPassword = Type.Object(fields, closed);
export type AppPassword = Static<typeof AppPassword>;

export const AppPasswordCreated = Type.Object(
  {
    ...fields,
    password: Type.String({
      description: "shown this once; spaces, hyphens and case do not count",
      examples: ["abcd-efgh-ijkl-mnop"],
    }),
  },
  closed,
);

export const AppPasswordCreate = Type.Object(
  {
    identity_id: Uuid,
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "of the device",
      examples: ["Phone"],
    }),
  },
  closed,
);

export const AppPasswordListQuery = Type.Object({ ...PageQuery, identity_id: Uuid }, closed);
