// DECISIONS Addresses: what send policy `list` reads.
import { type Static, Type } from "@sinclair/typebox";
import { closed } from "../common.ts";

export const maxEntries = 1000;

export const SendList = Type.Object(
  {
    entries: Type.Array(Type.String({ minLength: 1, maxLength: 320 }), {
      maxItems: maxEntries,
      description: "addresses, or domains that stand for all their addresses",
      examples: [["ada@example.com", "example.org"]],
    }),
  },
  closed,
);
export type SendList = Static<typeof SendList>;
