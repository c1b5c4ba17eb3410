// The two envelopes of success; that of failures is in src/http/errors.ts. SPEC What the service does.
import { type TSchema, Type } from "@sinclair/typebox";
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
