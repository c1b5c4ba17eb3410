// SPEC Agent signup; DECISIONS Agent signup and console.
import { type Static, Type } from "@sinclair/typebox";
import { closed, email, Id, nullable, Timestamp, Uuid } from "../common.ts";

export const AgentSignup = Type.Object(
  {
    signup_id: { ...Id, description: "names this signup in the calls that follow" },
    address: Type.String({ examples: ["scout@agents.example.com"] }),
    identity_id: Type.String({
      description: "reserved; 404 until verified",
      examples: ["019a2f4e-8b1c-7def-8a90-1234567890ab"],
    }),
    can_send: Type.Boolean({ description: "always false: verify first", examples: [false] }),
    code_expires_at: nullable({ ...Timestamp, description: "null while no human is named" }),
  },
  closed,
);
export type AgentSignup = Static<typeof AgentSignup>;

const humanEmail = email({ description: "who is to confirm, and will own the account" });

export const AgentSignupCreate = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "local part of the address on the shared domain",
      examples: ["scout"],
    }),
    human_email: Type.Optional(nullable(humanEmail)),
    source: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: "where you found the service" })),
    ),
  },
  closed,
);
export type AgentSignupCreate = Static<typeof AgentSignupCreate>;

export const AgentHuman = Type.Object({ signup_id: Uuid, human_email: humanEmail }, closed);

export const AgentVerify = Type.Object(
  {
    signup_id: Uuid,
    code: Type.String({ minLength: 1, maxLength: 32, description: "six digits", examples: ["042042"] }),
  },
  closed,
);

export const AgentVerified = Type.Object(
  {
    address: Type.String({ examples: ["scout@agents.example.com"] }),
    identity_id: Id,
    sign_in_url: Type.String({
      description: "opens the console once, within 24 hours: mint a key there",
      examples: ["https://mail.example.com/console/sign-in?token=…"],
    }),
  },
  closed,
);
export type AgentVerified = Static<typeof AgentVerified>;
