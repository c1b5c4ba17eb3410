// Files in the body of a call that writes mail. DECISIONS Drafts and sending.
import { type Static, Type } from "@sinclair/typebox";
import { alternatives, closed, Uuid } from "../common.ts";

/** A file in the body of a call. */
export const FileContent = Type.Object(
  {
    filename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "a path is cut to its last part; required, unless `url` says where the file is",
      }),
    ),
    content_type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          "such as application/pdf; without it what the ending of `filename` says, or the server of `url`",
      }),
    ),
    content: Type.Optional(
      Type.String({
        description:
          "the whole file in base64 (RFC 4648 4), unless `url` is given; POST /attachments names it content_base64",
      }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description:
          "where to fetch the file from, by http or https: on a public address, within 30 seconds, without a password in it",
        examples: ["https://files.example.com/report.pdf"],
      }),
    ),
    content_id: Type.Optional(
      Type.String({
        pattern: "^<?[!-;=?-~]{1,250}>?$",
        description: "a name without spaces by which the HTML shows the file: `logo` for `cid:logo`",
      }),
    ),
    inline: Type.Optional(
      Type.Boolean({ description: "shown in the text, not listed below it; true with `content_id`" }),
    ),
  },
  { ...closed, ...alternatives({ needs: ["url"] }, { needs: ["content", "filename"] }) },
);
export type FileContent = Static<typeof FileContent>;

export const maxFiles = 20;

/** Files of a message, in the call itself and by id. */
export const files = {
  attachments: Type.Optional(
    Type.Array(FileContent, {
      maxItems: maxFiles,
      description: "files in the call itself; 25 MB together with the texts",
    }),
  ),
  attachment_ids: Type.Optional(
    Type.Array(Uuid, {
      maxItems: maxFiles,
      description:
        "files that are stored here already: the `id`s in `attachments` of any message or draft, or from POST /api/v1/attachments; they are copied",
    }),
  ),
};
