// SPEC: Agent signup.

import { one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const agentSignup: Table = {
  "SPEC Agent signup": {
    "signup takes username, human_email and source, needs no key, answers 201": async (f) => {
      const body = { username: f.next("scout"), human_email: f.far(), source: "a friend" };
      await one(f.open.post("/agent/signup", body, f.somewhere()), 201, "AgentSignup");
      const bare = { username: f.next("scout"), source: null };
      await one(f.open.post("/agent/signup", bare, f.somewhere()), 201, "AgentSignup");
    },
    "username is required": (f) =>
      refused(f.open.post("/agent/signup", {}, f.somewhere()), 400, "validation_error", /username/),
    "human_email is an email": (f) => {
      const body = { username: f.next("scout"), human_email: "nobody" };
      return refused(
        f.open.post("/agent/signup", body, f.somewhere()),
        400,
        "validation_error",
        /human_email/,
      );
    },
    "human takes signup_id and human_email, both required, answers 200": async (f) => {
      const { signup } = await f.agent({ human_email: undefined });
      const body = { signup_id: signup.signup_id, human_email: f.far() };
      for (const [field] of Object.entries(body))
        await refused(
          f.open.post("/agent/human", { ...body, [field]: undefined }, f.somewhere()),
          400,
          "validation_error",
          new RegExp(field),
        );
      await one(f.open.post("/agent/human", body, f.somewhere()), 200, "AgentSignup");
    },
    "verify takes signup_id and code, both required, answers 200": async (f) => {
      const { human, signup } = await f.agent();
      const body = { signup_id: signup.signup_id, code: await f.code(human) };
      for (const [field] of Object.entries(body))
        await refused(
          f.open.post("/agent/verify", { ...body, [field]: undefined }, f.somewhere()),
          400,
          "validation_error",
          new RegExp(field),
        );
      await one(f.open.post("/agent/verify", body, f.somewhere()), 200, "AgentVerified");
    },
  },
};
