// Names and values that an account keeps beside an address or a thread. DECISIONS Addresses
import { Type } from "@sinclair/typebox";
import { repeatable } from "./common.ts";

/** A name in metadata. */
const metadataName = "[A-Za-z0-9_.-]{1,40}";

const wholeMetadataName = new RegExp(`^${metadataName}$`);

export function isMetadataName(text: string): boolean {
  return wholeMetadataName.test(text);
}

export const Metadata = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  description:
    "your own names and values, never parsed: at most 50 names of 1 to 40 letters, digits, `_`, `.` or `-`, with values of at most 500 characters",
  examples: [{ customer: "4711", plan: "gold" }],
});

/** In a patch. */
export const addedMetadata = Type.Optional({
  ...Metadata,
  description: 'added to what is there; the value `""` takes its name away',
});

/** In an answer. */
export const shownMetadata = Type.Optional({
  ...Metadata,
  description: "your own names and values; only where there are some",
});

const metadataPair = `^${metadataName}:[\\s\\S]{1,500}$`;

const wholeMetadataPair = new RegExp(metadataPair);

export function isMetadataPair(text: string): boolean {
  return wholeMetadataPair.test(text);
}

/** How many pairs a list is narrowed by at most. */
export const maxMetadataPairs = 10;

export const MetadataPair = repeatable(
  Type.String({
    pattern: metadataPair,
    description:
      "a name and its value in the metadata, with a colon between: `plan:gold`; of several, all hold",
    examples: ["plan:gold"],
  }),
  maxMetadataPairs,
);
