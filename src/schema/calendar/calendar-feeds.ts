// Calendar feeds: secret addresses at which calendar programs read events. DECISIONS Calendar.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";

const contentMeanings = {
  full: "events as they are",
  free_busy: "only when the address is busy, without titles, places and people",
};
const rangeMeanings = { near: "from 92 days ago to two years ahead", all: "all that the calendar has" };
const contents = ["full", "free_busy"] as const;
const ranges = ["near", "all"] as const;

const fields = {
  id: Id,
  identity_id: Id,
  identity_ids: Type.Array(Id, { description: "the addresses whose events it shows" }),
  name: Type.String(),
  content: oneOf(contents, { meanings: contentMeanings }),
  range: oneOf(ranges, { meanings: rangeMeanings }),
  created_at: Timestamp,
};

export const CalendarFeed = Type.Object(fields, closed);
export type CalendarFeed = Static<typeof CalendarFeed>;

export const CalendarFeedCreated = Type.Object(
  {
    ...fields,
    url: Type.String({
      description: "shown this once; all who know it can read the feed",
      examples: ["https://mail.example.com/calendar-feeds/2f9c….ics"],
    }),
  },
  closed,
);

export const CalendarFeedCreate = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ["Family"] })),
    content: Type.Optional(oneOf(contents, { meanings: contentMeanings, absent: "full" })),
    range: Type.Optional(oneOf(ranges, { meanings: rangeMeanings, absent: "near" })),
    identity_ids: Type.Optional(
      Type.Array(Uuid, { maxItems: 50, description: "further addresses whose events it shows" }),
    ),
  },
  closed,
);

export const CalendarFeedListQuery = Type.Object(PageQuery, closed);

export const CalendarFeedParams = Type.Object({ id: Type.String(), feedId: Type.String() });
