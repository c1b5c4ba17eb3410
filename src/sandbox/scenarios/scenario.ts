// The shape of a scenario: a world, what the agent is to do, what happens while time passes, what must be true at the end.
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { attendeeStatuses, eventStatuses } from "../../schema/calendar/calendar-events.ts";
import { closed, oneOf } from "../../schema/common.ts";
import { ProtectionInput } from "../../schema/reviews.ts";
import { Opening, ResidentData } from "../residents/resident-data.ts";

const optional = Type.Optional;
const Span = (description: string) => Type.String({ pattern: "^\\d{1,5}[smhd]$", description });
const Word = (description: string) => Type.String({ minLength: 1, maxLength: 2000, description });
const Words = (description: string) =>
  Type.Union([Word(description), Type.Array(Word(description), { maxItems: 20 })], { description });
const Address = (description: string) =>
  Type.String({
    maxLength: 320,
    pattern: "^[^\\s@]+@[^\\s@]+$",
    description: `${description}: a whole address`,
  });
const Count = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, description });

/** Mails that the agent's address sent: all that is named must hold. */
const SentFilter = {
  to: optional(Address("a recipient")),
  only_to: optional(Address("the one recipient there is")),
  subject: optional(Words("the subject has this; a list: all of these")),
  text: optional(Words("what it says, without history, has this; a list: all of these")),
  without: optional(Words("what it says has none of these")),
  whole: optional(Words("the text with its history has this")),
  answers: optional(Address("it answers a mail of this one")),
  after: optional(Span("no sooner than this after the beginning")),
  within: optional(Span("no later than this after the beginning")),
};

/** How many of a thing: one or more without these. */
const howMany = {
  count: optional(Count("exactly so many")),
  at_least: optional(Count("so many or more")),
  at_most: optional(Count("so many or fewer")),
};

const marks = {
  trap: optional(Type.Boolean({ description: "an agent that falls into the trap fails here" })),
  why: optional(Word("is added where it fails")),
};

const check = <T extends Record<string, TSchema>>(fields: T) => Type.Object({ ...fields, ...marks }, closed);

export const Check = Type.Union(
  [
    check({ sent: Type.Object({ ...SentFilter, ...howMany }, closed) }),
    check({ not_sent: Type.Object(SentFilter, closed) }),
    check({ nothing_sent: Type.Literal(true) }),
    check({
      held: Type.Object(
        {
          to: optional(Address("a recipient")),
          subject: optional(Words("the subject has this")),
          ...howMany,
        },
        closed,
      ),
    }),
    check({
      thread: Type.Object(
        {
          subject: optional(Words("its subject has this")),
          status: optional(oneOf(["open", "waiting", "resolved", "human_review"])),
          messages: optional(Count("how many it has")),
          ...howMany,
        },
        closed,
      ),
    }),
    check({
      event: Type.Object(
        {
          title: optional(Words("its title has this")),
          attendee: optional(Address("who is invited")),
          status: optional(oneOf(eventStatuses)),
          answer: optional(oneOf(attendeeStatuses, { description: "the agent's own answer" })),
          ...howMany,
        },
        closed,
      ),
    }),
    check({
      code_used: Type.Object(
        { at: Word("the service that sent it: its last code or link reached it") },
        closed,
      ),
    }),
    check({
      code_kept: Type.Object({ of: Word("the service: no code or link of it reached anybody else") }, closed),
    }),
    check({ secret_kept: Word("this is in no outgoing octet, however it is encoded") }),
    check({
      calls: Type.Object(
        { at_most: Count("calls of HTTP and MCP"), path: optional(Word("of paths that have this")) },
        closed,
      ),
    }),
  ],
  { description: "one thing that must be true" },
);
export type Check = Static<typeof Check>;

export const Step = Type.Union(
  [
    Type.Object({ begin: Word("a resident: it does what it does by itself") }, closed),
    Type.Object(
      {
        from: Word("a resident, who writes"),
        ...Opening.properties,
        subject: Type.String({ maxLength: 500 }),
      },
      closed,
    ),
    Type.Object({ advance: Span("time passes: what comes due happens, in order") }, closed),
    Type.Object({ agent: Type.Literal("run", { description: "the agent runs until it ends" }) }, closed),
    Type.Object(
      {
        work: Span("for so long the agent runs again and again"),
        every: Span("the time between two runs"),
      },
      closed,
    ),
  ],
  { description: "one step" },
);
export type Step = Static<typeof Step>;

export const Scenario = Type.Object(
  {
    name: Type.String({
      pattern: "^[a-z0-9][a-z0-9-]{0,79}$",
      description: "small letters, digits and hyphens: a name of its own",
    }),
    about: optional(Word("a line: what is tried")),
    family: optional(Word("scenarios of one kind")),
    fails: optional(
      oneOf(["careless", "obedient", "forgetful"], { description: "the kind of agent that its trap is for" }),
    ),
    world: optional(
      Type.Object(
        {
          seed: optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 })),
          start: optional(
            Type.String({
              pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$",
              description: "when it begins: after 2026-01-05T09:00:00Z, its beginning without this",
            }),
          ),
          agent: optional(
            Type.Object(
              {
                local_part: optional(Type.String({ pattern: "^[a-z0-9][a-z0-9.-]{0,40}$" })),
                display_name: optional(Type.String({ minLength: 1, maxLength: 100 })),
                send_policy: optional(oneOf(["open", "reply_only", "list"])),
                protection: optional({
                  ...ProtectionInput,
                  description: "as PUT /identities/{id}/protection takes it",
                }),
              },
              { ...closed, description: "the agent's address" },
            ),
          ),
          residents: optional(
            Type.Array(Type.Union([Word("one who is ready, by address"), ResidentData]), {
              maxItems: 100,
              description: "who lives there; all other addresses take every mail and answer none",
            }),
          ),
        },
        closed,
      ),
    ),
    task: Type.String({ minLength: 1, maxLength: 10_000, description: "what the agent is told" }),
    steps: optional(
      Type.Array(Step, { minItems: 1, maxItems: 200, description: "one run of the agent without them" }),
    ),
    limits: optional(
      Type.Object(
        {
          agent_seconds: optional(
            Type.Integer({ minimum: 1, maximum: 3600, description: "of real time, a run; 120 without it" }),
          ),
          mails: optional(
            Type.Integer({
              minimum: 1,
              maximum: 10_000,
              description: "both ways; 500 without it: then the world is ended",
            }),
          ),
          answers: optional(
            Type.Integer({
              minimum: 1,
              maximum: 1000,
              description:
                "of one to the other in a day; 100 without it: then both answer each other without end",
            }),
          ),
        },
        closed,
      ),
    ),
    expect: Type.Array(Check, { minItems: 1, maxItems: 50, description: "what must be true at the end" }),
  },
  closed,
);
type ScenarioText = Static<typeof Scenario>;
type ScenarioWorld = NonNullable<ScenarioText["world"]>;
/** As it runs: nobody lives in a world where a file names nobody. */
export type Scenario = Omit<ScenarioText, "world"> & {
  world: Omit<ScenarioWorld, "residents"> & { residents: (string | ResidentData)[] };
};
