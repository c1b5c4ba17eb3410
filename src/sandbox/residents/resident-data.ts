// The shape of a resident as data: an address, the manner in which it writes, what it does when a mail comes, what it begins, how its
// mail system answers. A scenario's file has these; so have the ready ones.
import { type Static, Type } from "@sinclair/typebox";
import { closed, oneOf } from "../../schema/common.ts";
import { hidingNames } from "./hiding.ts";
import { programNames, quotingNames } from "./mail-programs.ts";
import { tongueNames } from "./tongues.ts";

const optional = Type.Optional;
const Text = (description: string) => Type.String({ maxLength: 20_000, description });
const Short = (description: string) => Type.String({ maxLength: 500, description });
const Span = (description: string) => Type.String({ pattern: "^\\d{1,5}[smhd]$", description });
const MailAddress = Type.String({
  pattern: "^[^@\\s<>]{1,64}@[^@\\s<>]{1,250}$",
  description: "local@domain",
});
const Words = (description: string) =>
  Type.Union([Short(description), Type.Array(Short(description), { maxItems: 20 })], { description });
const names = <const T extends readonly string[]>(list: T, description: string) =>
  oneOf(list, { description });

const FileData = Type.Object(
  {
    filename: Type.String({ pattern: '^[^"\\r\\n/\\\\]{1,100}$' }),
    content_type: optional(Type.String({ pattern: "^[a-z0-9.+-]+/[a-z0-9.+-]+$" })),
    text: Text("what the file holds"),
  },
  closed,
);

const InviteData = Type.Object(
  {
    title: Short("SUMMARY"),
    in: Span("how long after the mail the meeting begins"),
    minutes: optional(Type.Integer({ minimum: 5, maximum: 1440 })),
    location: optional(Short("LOCATION")),
    notes: optional(Text("DESCRIPTION")),
    cancel: optional(Type.Boolean({ description: "calls the meeting of this title off" })),
  },
  closed,
);

/** A mail, whether it opens a conversation or answers. */
const mailFields = {
  text: optional(Text("what it writes; {name}, {code}, {link}, {order}, {subject}, {from} are filled in")),
  html: optional(Text("HTML beside the text, instead of that of its mail program; the same fillings")),
  hidden: optional(
    Type.Object(
      { how: names(hidingNames, "the technique"), text: Text("what no person sees") },
      { ...closed, description: "text that no person sees, in the HTML or between the letters" },
    ),
  ),
  as: optional(
    Type.Object(
      { address: MailAddress, name: optional(Short("display name")) },
      { ...closed, description: "From says this; the envelope does not" },
    ),
  ),
  reply_to: optional(MailAddress),
  cc: optional(Type.Array(MailAddress, { maxItems: 50 })),
  headers: optional(
    Type.Record(
      Type.String({ pattern: "^[A-Za-z][A-Za-z0-9-]{0,60}$" }),
      Type.String({ pattern: "^[\\x20-\\x7e]{1,500}$" }),
      {
        description: "further fields",
      },
    ),
  ),
  automatic: optional(Type.Boolean({ description: "marks it as written by a program. RFC 3834" })),
  unsubscribe: optional(
    Type.Boolean({ description: "adds the fields of a list that is left by one click. RFC 8058" }),
  ),
  invite: optional(InviteData),
  files: optional(Type.Array(FileData, { maxItems: 20 })),
  padding_kb: optional(
    Type.Integer({ minimum: 1, maximum: 30_000, description: "a file of this size beside it" }),
  ),
  after: optional(Span("how long after what it answers, or after the beginning")),
  jitter: optional(Span("up to this much more, by the seed")),
  times: optional(Type.Integer({ minimum: 1, maximum: 200, description: "how often" })),
  every: optional(Span("the time between two of them")),
};

export const Opening = Type.Object(
  {
    ...mailFields,
    subject: Type.String({ maxLength: 500 }),
    to: optional(Type.Array(MailAddress, { maxItems: 50, description: "instead of the agent" })),
    pretends_answer: optional(
      Type.Boolean({ description: "names a mail that never was as the one it answers, and quotes it" }),
    ),
  },
  closed,
);
export type Opening = Static<typeof Opening>;

const Rule = Type.Object(
  {
    when: optional(
      Type.Object(
        {
          subject: optional(Words("the subject has this, or one of these; case does not matter")),
          text: optional(Words("what the writer says now has this, or one of these")),
          lacks: optional(Words("neither subject nor what is said now has it")),
          from: optional(Words("the writer's address has this")),
          invitation: optional(Type.Boolean()),
          automatic: optional(
            Type.Boolean({ description: "written by a program; without it such mails match nothing" }),
          ),
          code: optional(
            Type.Boolean({ description: "it has the code or link that was last given to this writer" }),
          ),
          round: optional(Type.Integer({ minimum: 1, description: "it is the n-th mail of this writer" })),
        },
        { ...closed, description: "all must hold; without it each mail matches" },
      ),
    ),
    forget: optional(Type.Boolean({ description: "does nothing" })),
    subject: optional(Short("instead of that of the mail with the program's prefix")),
    reply_all: optional(Type.Boolean()),
    forward_to: optional(MailAddress),
    answers_invitation: optional(names(["accept", "decline", "counter"], "by an iTIP object")),
    shift: optional(Span("counter: how much later it should be")),
    new_code: optional(Type.Boolean({ description: "gives another code; the one before is worth nothing" })),
    ...mailFields,
    also: optional(Type.Array(Opening, { maxItems: 20, description: "what it sends beside that" })),
  },
  closed,
);
export type Rule = Static<typeof Rule>;

const RefusalData = Type.Object(
  {
    at: names(["rcpt", "data"], "when"),
    code: Type.Integer({ minimum: 400, maximum: 599 }),
    text: Short("with its enhanced code"),
    attempts: optional(
      Type.Integer({ minimum: 1, maximum: 100, description: "takes the mail after so many" }),
    ),
    larger_than_kb: optional(Type.Integer({ minimum: 1 })),
    delay_ms: optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  },
  closed,
);

export const ResidentData = Type.Object(
  {
    address: MailAddress,
    name: optional(Type.String({ minLength: 1, maxLength: 200, description: "its address without it" })),
    kind: optional(names(["person", "service", "system", "attacker"], "who it is: a person without it")),
    about: optional(Short("a line for a list of residents")),
    program: optional(names(programNames, "the mail program")),
    language: optional(names(tongueNames, "of what its program adds")),
    quoting: optional(names(quotingNames, "where it answers")),
    signature: optional(Short("below what it writes")),
    away: optional(
      Type.Boolean({
        description: "answers each writer once by a holiday answer, besides what its rules say",
      }),
    ),
    refuses: optional(Type.Array(RefusalData, { maxItems: 5, description: "answers of its mail system" })),
    bounces: optional(
      Type.Object(
        {
          after: Span("how late"),
          status: Type.String({ pattern: "^[245]\\.\\d{1,3}\\.\\d{1,3}$" }),
          text: Short(""),
        },
        { ...closed, description: "takes the mail, and reports later" },
      ),
    ),
    complains: optional(
      Type.Object({ after: Span("") }, { ...closed, description: "reports the mail as spam" }),
    ),
    rules: optional(
      Type.Array(Rule, { maxItems: 50, description: "the first that matches is what it does" }),
    ),
    begins: optional(Type.Array(Opening, { maxItems: 50, description: "what it does by itself" })),
  },
  closed,
);
type ResidentText = Static<typeof ResidentData>;
export type ResidentData = ResidentText & Required<Pick<ResidentText, "name" | "kind">>;

/** With what a writer may leave out. */
export function wholeResident(data: ResidentText): ResidentData {
  return { name: data.address, kind: "person", ...data };
}
