// SPEC Agent signup; DECISIONS Agent signup and console. These calls need no key; their turns are the operator's.

import {
  type NewHuman,
  nameHuman,
  releaseNames,
  signUp,
  signupSpent,
  type Verification,
  verifySignup,
} from "../../../../actors/account/access/agent-signup.ts";
import {
  type Operator,
  type SignupPlace,
  signupPlace,
} from "../../../../actors/account/access/signup-domain.ts";
import { findOperator } from "../../../../actors/account/accounts/operator.ts";
import { checkHuman, isOnThisMachine, sendToHuman } from "../../../../actors/account/sending/human-mails.ts";
import { humanPhrases } from "../../../../actors/account/sending/human-phrases.ts";
import { randomBelow } from "../../../lib/chance.ts";
import { Failure, invalid, messageOf } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { clientNetwork } from "../../../lib/networks.ts";
import { hmacSha256, randomBase62, sha256 } from "../../../lib/secrets.ts";
import { canonicalAddress } from "../../../mail/address.ts";
import { localPart } from "../../../mail/local-part.ts";
import {
  AgentHuman,
  AgentSignup,
  AgentSignupCreate,
  AgentVerified,
  AgentVerify,
} from "../../../schema/access/agent-signup.ts";
import { Single } from "../../../schema/envelope.ts";
import type { AgentSignupRow } from "../../../store/access/agent-signup.ts";
import { secret } from "../../../store/access/secrets.ts";
import type { Database } from "../../../store/database/database.ts";
import { type Call, call } from "../../call.ts";
import { type HttpDeps, stateOf } from "../../context.ts";
import { failureBody, failures } from "../../errors.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { type WriteAnswer, writeOnce } from "../../write.ts";

export const agentSignupCalls: readonly Call[] = [
  call(
    "POST /agent/signup",
    {
      body: AgentSignupCreate,
      answer: { 201: Single(AgentSignup) },
      access: "anyone",
      doc: operation("signUpAgent", "Sign up without a key", {
        description:
          "Reserves an address on the shared domain. With `human_email` a six-digit code is mailed to that human; without it the name is held for 7 days until POST /api/v1/agent/human names one. Nothing can be sent or read before POST /api/v1/agent/verify.",
        errors: ["forbidden", "address_taken", "recipient_refused"],
        example: { username: "scout", human_email: "ada@example.com", source: "docs" },
      }),
    },
    async (deps, { request, body }) => {
      const { operator, place } = await openFor(deps);
      const id = newId();
      const email = body.human_email ?? null;
      const human = await newHuman(deps, operator, { id, email, place });
      const input = {
        id,
        identityId: newId(),
        newAccountId: newId(),
        domainId: place.domainId,
        domain: place.domain,
        localPart: localPart(body.username),
        source: body.source ?? null,
        client: clientNetwork(stateOf(request).ip),
        human,
      };
      const actor = deps.actors.account(operator.accountId);
      // A name that nobody has confirmed in time is free.
      await actor.run((turn) => releaseNames(turn), { quiet: true });
      const response = await writeOnce(
        { request, body },
        { actor, work: (turn) => signUp(turn, input) },
        (row) => ({ status: 201, body: { data: toSignup(row) } }),
      );
      if (human) await mailCode(deps, operator, { response, input, human, place });
      return response;
    },
  ),
  call(
    "POST /agent/human",
    {
      body: AgentHuman,
      answer: Single(AgentSignup),
      access: "anyone",
      doc: operation("nameHuman", "Name the human, or ask for a fresh code", {
        description:
          "Replaces human and code of a signup that is not verified. At most 3 codes an hour go to one human, 5 to the humans of one signup, and 10 to those that one network names.",
        errors: ["forbidden", "signup_spent", "code_expired", "recipient_refused"],
        example: { signup_id: exampleId, human_email: "ada@example.com" },
      }),
    },
    async (deps, { request, body }) => {
      const { operator, place } = await openFor(deps);
      const { signup_id: id, human_email: email } = body;
      const human = (await newHuman(deps, operator, { id, email, place }))!;
      const client = clientNetwork(stateOf(request).ip);
      let named: AgentSignupRow | null = null;
      const response = await writeOnce(
        { request, body },
        {
          actor: deps.actors.account(operator.accountId),
          work: async (turn) => {
            named = await nameHuman(turn, { id, domain: place.domain, client, ...human });
            return named;
          },
        },
        (row) => ({ status: 200, body: { data: toSignup(row) } }),
      );
      if (named) await mailCode(deps, operator, { response, input: named, human, place });
      return response;
    },
  ),
  call(
    "POST /agent/verify",
    {
      body: AgentVerify,
      answer: Single(AgentVerified),
      access: "anyone",
      doc: operation("verifyAgent", "Give back the code", {
        description:
          "Makes the account and its address. No key is returned: the human (or the agent) opens `sign_in_url` within 24 hours and mints one. The tenth wrong code spends the signup.",
        errors: ["forbidden", "conflict", "code_invalid", "signup_spent", "code_expired"],
        example: { signup_id: exampleId, code: "042042" },
      }),
    },
    async (deps, { request, body }) => {
      const { operator, place } = await openFor(deps);
      const token = randomBase62(43);
      const input = {
        id: body.signup_id,
        domain: place.domain,
        codeHash: await codeHash(deps, body.signup_id, body.code.replace(/\s/g, "")),
        podId: newId(),
        linkHash: sha256(token),
      };
      return writeOnce(
        { request, body },
        { actor: deps.actors.account(operator.accountId), work: (turn) => verifySignup(turn, input) },
        (outcome) => verified(outcome, signInUrl(deps, token)),
      );
    },
  ),
];

type OpenPlace = Exclude<SignupPlace, { closed: string }>;

/** @throws Failure forbidden where a setting has turned signup off, or is missing */
async function openFor({ config, database }: HttpDeps): Promise<{ operator: Operator; place: OpenPlace }> {
  if (!config.agentSignup) {
    throw new Failure(
      "forbidden",
      "Agent signup is turned off on this server (AGENT_SIGNUP=off). Ask its operator for an API key.",
    );
  }
  const operator = await findOperator(database);
  if (!operator) throw new Failure("unavailable", "This server is starting. Try again in a moment.", 1);
  const place = await signupPlace(database, config, operator);
  if ("closed" in place) {
    throw new Failure(
      "forbidden",
      `Agents cannot sign themselves up on this server: ${place.closed}. Ask its operator for an API key. For the operator: ${place.remedy}`,
    );
  }
  return { operator, place };
}

/** Codes are short: their hash takes a secret that only the service has. */
async function codeHash({ database }: HttpDeps, signupId: string, code: string): Promise<Uint8Array> {
  const key = codeKeys.get(database) ?? secret(database, "agent signup");
  codeKeys.set(database, key);
  return hmacSha256(await key, `${signupId}:${code}`);
}

const codeKeys = new WeakMap<Database, Promise<Uint8Array>>();

interface CodedHuman extends NewHuman {
  code: string;
}

/** @throws Failure validation_error, recipient_refused */
async function newHuman(
  deps: HttpDeps,
  operator: Operator,
  { id, email, place }: { id: string; email: string | null; place: OpenPlace },
): Promise<CodedHuman | null> {
  if (email === null) return null;
  const canonical = canonicalAddress(email);
  if (canonical === null)
    throw invalid(`"${email}" is not an email address. Send one such as ada@example.com.`);
  await checkHuman(deps, operator, { email: canonical, onMachine: place.onMachine });
  const code = String(randomBelow(1_000_000)).padStart(6, "0");
  return { email: canonical, code, codeHash: await codeHash(deps, id, code) };
}

/** Mails the code of a signup that has just been committed; a repeated request mails nothing. */
async function mailCode(
  deps: HttpDeps,
  operator: Operator,
  sent: {
    response: Response;
    input: { id: string; localPart: string; domain: string };
    human: CodedHuman;
    place: OpenPlace;
  },
): Promise<void> {
  const { response, input, human, place } = sent;
  if (!response.ok || response.headers.has("idempotency-replayed")) return;
  const address = `${input.localPart}@${input.domain}`;
  try {
    const isWalk = isOnThisMachine({ email: human.email, onMachine: place.onMachine });
    const carries = isWalk ? "code on this machine" : "secret";
    const { subject, text } = (await humanPhrases(deps.database, human.email)).code;
    await sendToHuman(deps, operator, {
      to: human.email,
      carries,
      subject: subject(human.code, address),
      text: text(human.code, address),
    });
  } catch (error) {
    deps.log.error("a signup code could not be mailed", { signup: input.id, error: messageOf(error) });
    throw new Failure(
      "unavailable",
      `Signup ${input.id} holds ${address}, but its code could not be mailed. Ask for another one with POST /api/v1/agent/human.`,
      60,
    );
  }
}

export function signInUrl({ baseUrl }: Pick<HttpDeps, "baseUrl">, token: string): string {
  return `${baseUrl()}/console/sign-in?token=${token}`;
}

function verified(outcome: Verification, url: string): WriteAnswer {
  switch (outcome.kind) {
    case "verified":
      return {
        status: 200,
        body: { data: { address: outcome.address, identity_id: outcome.identityId, sign_in_url: url } },
        secret: true,
      };
    case "wrong":
      return refused(
        new Failure(
          "code_invalid",
          `This is not the code. ${outcome.left === 1 ? "1 try is" : `${outcome.left} tries are`} left; read the newest mail again, or ask for a fresh code with POST /api/v1/agent/human.`,
        ),
      );
    case "spent":
      return refused(signupSpent());
  }
}

/** A refusal whose turn has been committed. */
function refused(failure: Failure): WriteAnswer {
  return { status: failures[failure.code].status, body: failureBody(failure) };
}

function toSignup(row: AgentSignupRow): AgentSignup {
  return {
    signup_id: row.id,
    address: `${row.localPart}@${row.domain}`,
    identity_id: row.identityId,
    can_send: false,
    code_expires_at: row.codeExpiresAt,
  };
}
