// DECISIONS Export, import, retention: rules by which mail is deleted or archived.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";

const action = oneOf(["delete", "archive"] as const, {
  meanings: {
    delete: "the mail is deleted for good",
    archive: "the mail is moved to the archive; of inbox, sent and the folders that mail programs made",
  },
});

const folder = {
  description:
    "inbox, sent, archive, spam or trash, a folder's id, or its name as IMAP shows it; null: every folder but drafts and scheduled",
  examples: ["trash"],
};

const afterDays = {
  description: "days that the mail has been in the folder, whenever it was sent",
  examples: [30],
};

export const RetentionRule = Type.Object(
  {
    id: Id,
    identity_id: nullable({ ...Id, description: "the address; null: every address of the account" }),
    folder: nullable(Type.String(folder)),
    action,
    after_days: Type.Integer(afterDays),
    created_at: Timestamp,
  },
  closed,
);
export type RetentionRule = Static<typeof RetentionRule>;

export const RetentionRuleCreate = Type.Object(
  {
    identity_id: Type.Optional(
      nullable(
        Type.Unsafe<string>({ ...Uuid, description: "the address; without it every address of the account" }),
      ),
    ),
    folder: Type.Optional(nullable(Type.String({ ...folder, minLength: 1, maxLength: 500 }))),
    action,
    after_days: Type.Integer({ ...afterDays, minimum: 1, maximum: 36_500 }),
  },
  closed,
);

/** The list is whole: `limit` and `cursor` are taken as everywhere, and change nothing. */
export const RetentionRuleListQuery = Type.Object({ ...PageQuery }, closed);
