// Items that a key takes in turn: the server remembers what it has handed out. DECISIONS Events, webhooks, deliveries.

import { canonicalJson } from "../../../lib/canonical-json.ts";
import { msOf, nowInstant } from "../../../lib/clock.ts";
import { invalid } from "../../../lib/failure.ts";
import { sha256 } from "../../../lib/secrets.ts";
import { Single } from "../../../schema/envelope.ts";
import type { EventType } from "../../../schema/events/events.ts";
import { NextAnswer, NextAsk, type NextItem, type NextKind, nextKinds } from "../../../schema/events/next.ts";
import { callerStands } from "../../../store/access/api-keys.ts";
import { acknowledgeItem } from "../../../store/events/next.ts";
import type { MessageFilter } from "../../../store/mailbox/message-filter.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { idOfAddress, mailFilterOf } from "../../mail-filter.ts";
import { listening } from "../../message-wait.ts";
import { lookForNext, mayComeSoon, takenBefore } from "../../next-item.ts";
import { type Look, type NextCall, type NextFilter, type TakenItem, typesOfKind } from "../../next-search.ts";
import { operation } from "../../openapi/operation.ts";
import { foundThread } from "../../other-kind.ts";
import { definedFields } from "../../params.ts";
import { keyOfCall } from "../../write.ts";

const usualWait = 60;
const usualLease = 60;
/** A transaction whose events are hidden behind it is looked for so often. */
const heldMs = 100;

export const nextCalls: readonly Call[] = [
  call(
    "POST /next",
    {
      body: NextAsk,
      answer: Single(NextAnswer),
      doc: operation("takeNext", "Take what is next", {
        optionalBody: true,
        description:
          "The oldest mail, decision, bounce, answer to an invitation or failed draft that this key was not handed out, at once or when it comes. The server remembers what it has handed out: nothing that comes before, between or during calls is missed. The next call names the item's `ack`; without it the item comes again when its lease ends, to whoever asks with this key. Several workers with one key share the work.",
        example: { address: "support@agents.example.com", wait: 30 },
      }),
    },
    async (deps, { auth, request, body, set }) => {
      const { ack, begin = "start", lease = usualLease, wait = usualWait, format } = body;
      const filter = await filterOf(deps, auth, body);
      const { database, clock } = deps;
      const call: NextCall = {
        auth,
        filter,
        begin,
        leaseSeconds: lease,
        format,
        asked: askedOf(request, body),
      };
      const acknowledged =
        ack === undefined ? null : await acknowledgeItem(database, auth, { ack, now: nowInstant(clock) });
      const before = await takenBefore(deps, call);
      const found = before
        ? { taken: before, skippedSince: null }
        : await taken(deps, call, { wait, gone: request.signal });
      const { taken: item, skippedSince } = found;
      if (before) set.headers["idempotency-replayed"] = "true";
      return {
        data: {
          item: item && toItem(item),
          acknowledged,
          skipped_since: skippedSince,
        },
      };
    },
  ),
];

async function taken(
  deps: HttpDeps,
  call: NextCall,
  { wait, gone }: { wait: number; gone: AbortSignal },
): Promise<Omit<Look, "freeAt">> {
  const { auth, filter } = call;
  return listening(deps, { auth, seconds: wait, gone, filter: filter.mail }, async (poked) => {
    let isHeld = true;
    let look = await lookForNext(deps, call);
    while (look.taken === null) {
      const free = look.freeAt === null ? undefined : msOf(look.freeAt) - msOf(nowInstant(deps.clock));
      const most = isHeld ? heldMs : free === undefined ? undefined : Math.max(free, 1);
      if (!(await poked(most)) || !(await callerStands(deps.database, auth, nowInstant(deps.clock)))) break;
      // Asked before the look: what a transaction that ends between the two has held back is seen by the look.
      isHeld = await mayComeSoon(deps, call);
      look = await lookForNext(deps, call);
    }
    return look;
  });
}

/** @throws Failure not_found (the address, the label or the thread), validation_error */
async function filterOf(deps: HttpDeps, auth: Auth, body: NextAsk): Promise<NextFilter> {
  const { address, thread_id: threadId, kinds, begin, ack, lease, wait, format, ...query } = body;
  const identityId = address === undefined ? undefined : await idOfAddress(deps, auth, address);
  if (identityId !== undefined && query.identity_id !== undefined && identityId !== query.identity_id)
    throw invalid(`"address" and "identity_id" name two addresses. Give one of them.`);
  const mail = await mailFilterOf(
    deps,
    auth,
    definedFields({ ...query, identity_id: identityId ?? query.identity_id }),
  );
  if (threadId !== undefined) await foundThread(deps, auth, threadId);
  const { identityId: _, after, before, ...ofMail } = mail;
  const [asks] = Object.keys(ofMail);
  const other = kinds?.find((kind) => kind !== "mail");
  if (asks !== undefined && other !== undefined)
    throw invalid(`"kinds" has ${other}, and a filter is given that asks about mail. Leave one of them out.`);
  const chosen: NextKind[] = asks !== undefined ? ["mail"] : (kinds ?? [...nextKinds]);
  const types = nextKinds.filter((kind) => chosen.includes(kind)).flatMap((kind) => typesOfKind[kind]);
  const wider = [{}, ...(mail.identityId === undefined ? [] : [{ identityId: mail.identityId }])];
  return {
    digest: digestOf({ types, mail, threadId }),
    wider: wider.map((mail) => digestOf({ types: allTypes, mail })),
    types,
    mail,
    threadId,
  };
}

const allTypes: readonly string[] = nextKinds.flatMap((kind) => typesOfKind[kind]);

function digestOf(filter: {
  types: readonly string[];
  mail: MessageFilter;
  threadId?: string | undefined;
}): Uint8Array {
  return new Uint8Array(sha256(canonicalJson(definedFields(filter))));
}

function askedOf(request: Request, body: NextAsk): NextCall["asked"] {
  const key = keyOfCall({ request });
  if (key === null) return null;
  return { by: new Uint8Array(sha256(key)), with: new Uint8Array(sha256(canonicalJson(body))) };
}

function toItem({ id, type, createdAt, data, message, ack, leasedUntil, attempt }: TakenItem): NextItem {
  const kind = nextKinds.find((one) => (typesOfKind[one] as readonly string[]).includes(type))!;
  return {
    id,
    kind,
    type: type as EventType,
    created_at: createdAt,
    data,
    message,
    ack,
    leased_until: leasedUntil,
    attempt,
  };
}
