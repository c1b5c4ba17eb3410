// The three envelopes, and no others. SPEC What the service does.
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { closed, nullable } from "./common.ts";

export function Single<T extends TSchema>(data: T) {
  return Type.Object({ data }, closed);
}

export function Page<T extends TSchema>(row: T) {
  return Type.Object(
    {
      data: Type.Array(row),
      has_more: Type.Boolean(),
      next_cursor: nullable(Type.String({ description: "give it back as cursor; null on the last page" })),
    },
    closed,
  );
}

export const FailureBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ examples: ["validation_error"] }),
        message: Type.String({ description: "what was wrong, and what to do instead" }),
      },
      closed,
    ),
  },
  closed,
);
export type FailureBody = Static<typeof FailureBody>;
