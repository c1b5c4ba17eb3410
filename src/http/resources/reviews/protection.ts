// DECISIONS Protection and reviews: /identities/{id}/protection, /protection, and their lists.
import {
  addEntries,
  effectiveProtection,
  type GivenProtection,
  type NewEntries,
  noProtection,
  removeEntry,
  setDefaultProtection,
  setProtection,
} from "../../../../actors/account/reviews/protection.ts";
import type { Actor } from "../../../../actors/runtime/registry.ts";
import { invalid } from "../../../lib/failure.ts";
import { canonicalAddress, domainOf } from "../../../mail/address.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import {
  Protection,
  ProtectionEntries,
  ProtectionEntry,
  ProtectionEntryParams,
  ProtectionInput,
  ProtectionListQuery,
} from "../../../schema/reviews.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { type EntryRow, listEntries, readProtection } from "../../../store/reviews/protection.ts";
import type { StoredProtection } from "../../../store/tables/index.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, originOf, requireUnrestricted, reviewerOf } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { type PageRequest, pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { write } from "../../write.ts";

export const protectionCalls: readonly Call[] = [
  call(
    "GET /identities/{id}/protection",
    {
      params: IdParams,
      answer: Single(Protection),
      doc: operation("getProtection", "Read what it may do without a person", {
        description: "What waits for a person, and what does not.",
      }),
    },
    async (deps, { auth, params }) => {
      const { ownerId: identityId } = await identityOf(deps, auth, params.id);
      return { data: toProtection(await readProtection(deps.database, { ...auth, identityId })) };
    },
  ),
  call(
    "PUT /identities/{id}/protection",
    {
      params: IdParams,
      body: ProtectionInput,
      answer: Single(Protection),
      doc: operation("setProtection", "Say which of its mail waits for a person", {
        description:
          "What is left out has its default. With `approver: human` only a person can change it again.",
        errors: ["forbidden"],
        example: { outbound: "new_recipients", approver: "human", reviewers: ["ada@example.com"] },
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const input = toSettings(body);
      const { ownerId: identityId, actor } = await identityOf(deps, auth, params.id);
      const options = { origin: originOf(request) };
      await actor.run((turn) => setProtection(turn, input, reviewerOf(auth)), options);
      return { data: toProtection(await readProtection(deps.database, { ...auth, identityId })) };
    },
  ),
  call(
    "GET /identities/{id}/protection/lists",
    {
      params: IdParams,
      query: ProtectionListQuery,
      answer: Page(ProtectionEntry),
      doc: operation("listProtectionEntries", "List whom it may write to or hear from, and whom not", {
        description:
          "An entry is an address or a domain, for mail out or mail in, that is allowed or blocked.",
      }),
    },
    async (deps, { auth, params, query }) =>
      list(deps, auth, { query, ...(await identityOf(deps, auth, params.id)) }),
  ),
  call(
    "POST /identities/{id}/protection/lists",
    {
      params: IdParams,
      body: ProtectionEntries,
      answer: { 201: Page(ProtectionEntry) },
      doc: operation("addProtectionEntries", "Allow or block addresses and domains", {
        description:
          "`block` is stronger than `allow`. An entry that stands on the other list changes sides.",
        errors: ["forbidden"],
        example: { direction: "send", list: "allow", entries: ["ada@example.com", "example.org"] },
      }),
    },
    adding(
      async (deps, { auth, params }: AskedEntries & { params: { id: string } }) =>
        (await identityOf(deps, auth, params.id)).actor,
    ),
  ),
  call(
    "DELETE /identities/{id}/protection/lists/{entryId}",
    {
      params: ProtectionEntryParams,
      answer: Single(Deleted),
      doc: operation("removeProtectionEntry", "Take an entry off its list", {
        description: "The settings of the address say what comes of such mail from then on.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const { actor } = await identityOf(deps, auth, params.id);
      const { id } = await actor.run((turn) => removeEntry(turn, pathId(params.entryId), reviewerOf(auth)), {
        origin: originOf(request),
      });
      return deleted(id);
    },
  ),
];

async function identityOf({ database, actors }: HttpDeps, auth: Auth, id: string) {
  const { id: identityId } = await found(getIdentity(database, auth, pathId(id)));
  return { ownerId: identityId, actor: actors.identity(auth.accountId, identityId) };
}

export const defaultProtectionCalls: readonly Call[] = [
  call(
    "GET /protection",
    {
      answer: Single(Protection),
      doc: operation("getDefaultProtection", "Read what addresses have without settings of their own", {
        description: "An address that has settings of its own goes by those.",
        errors: ["forbidden"],
      }),
    },
    (deps, { auth }) => {
      accountOf(deps, auth);
      return read(deps, auth);
    },
  ),
  call(
    "PUT /protection",
    {
      body: ProtectionInput,
      answer: Single(Protection),
      doc: operation("setDefaultProtection", "Set what addresses have without settings of their own", {
        description: "An address that has settings of its own goes by those.",
        errors: ["forbidden"],
        example: { outbound: "new_recipients", reviewers: ["ada@example.com"] },
      }),
    },
    async (deps, { auth, request, body }) => {
      const input = toSettings(body);
      const options = { origin: originOf(request) };
      await accountOf(deps, auth).actor.run(
        (turn) => setDefaultProtection(turn, input, reviewerOf(auth)),
        options,
      );
      return read(deps, auth);
    },
  ),
  call(
    "GET /protection/lists",
    {
      query: ProtectionListQuery,
      answer: Page(ProtectionEntry),
      doc: operation("listDefaultProtectionEntries", "List entries that hold for all addresses", {
        description:
          "An entry is an address or a domain, for mail out or mail in, that is allowed or blocked.",
        errors: ["forbidden"],
      }),
    },
    (deps, { auth, query }) => list(deps, auth, { query, ...accountOf(deps, auth) }),
  ),
  call(
    "POST /protection/lists",
    {
      body: ProtectionEntries,
      answer: { 201: Page(ProtectionEntry) },
      doc: operation("addDefaultProtectionEntries", "Allow or block for all addresses", {
        description: "An entry is an address or a domain, for mail out or mail in.",
        errors: ["forbidden"],
        example: { direction: "receive", list: "block", entries: ["spam.example"] },
      }),
    },
    adding((deps, { auth }: AskedEntries) => accountOf(deps, auth).actor),
  ),
  call(
    "DELETE /protection/lists/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("removeDefaultProtectionEntry", "Take an entry off the account's list", {
        description: "Entries of single addresses stay.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const { actor } = accountOf(deps, auth);
      const { id } = await actor.run((turn) => removeEntry(turn, pathId(params.id), reviewerOf(auth)), {
        origin: originOf(request),
      });
      return deleted(id);
    },
  ),
];

function accountOf({ actors }: HttpDeps, auth: Auth) {
  requireUnrestricted(auth, "The account's protection");
  return { ownerId: auth.accountId, actor: actors.account(auth.accountId) };
}

async function read({ database }: HttpDeps, { accountId }: Auth) {
  const { byDefault } = await readProtection(database, { accountId, identityId: null });
  return { data: toProtection({ own: null, byDefault }) };
}

function list(
  { database }: HttpDeps,
  { accountId }: Auth,
  { query, ownerId }: { query: PageRequest & Partial<Pick<EntryRow, "direction" | "list">>; ownerId: string },
) {
  const filter = { direction: query.direction, list: query.list };
  return pageByTime(
    query,
    (window) => listEntries(database, { accountId, ownerId }, { ...filter, ...window }),
    toEntry,
  );
}

interface AskedEntries {
  auth: Auth;
  request: Request;
  body: NewEntries;
}

/** Adds entries to the lists of an address or of an account. */
function adding<Given extends AskedEntries>(
  target: (deps: HttpDeps, asked: Given) => Actor | Promise<Actor>,
) {
  return write({
    keepsRefusals: true,
    find: async (deps, asked: Given) => {
      const input = { ...asked.body, entries: asked.body.entries.map(entryOf) };
      return { input, actor: await target(deps, asked) };
    },
    actor: (_, { actor }) => actor,
    turn: (turn, { input }, auth) => addEntries(turn, input, reviewerOf(auth)),
    answer: (rows) => ({
      status: 201,
      body: { data: rows.map(toEntry), has_more: false, next_cursor: null },
    }),
  });
}

/** @throws Failure validation_error */
export function entryOf(text: string): string {
  const entry = text.includes("@") ? canonicalAddress(text) : domainOf(text);
  if (entry === null) {
    throw invalid(
      `"${text}" is neither an email address nor a domain. Send such as ada@example.com or example.com.`,
    );
  }
  return entry;
}

function toEntry({ id, direction, list, entry, createdAt }: EntryRow): typeof ProtectionEntry.static {
  return { id, direction, list, entry, created_at: createdAt };
}

/** @throws Failure validation_error */
export function toSettings(body: ProtectionInput): GivenProtection {
  const reviewers = (body.reviewers ?? []).map((email) => {
    const canonical = canonicalAddress(email);
    if (canonical === null) throw invalid(`reviewers: "${email}" is not an email address.`);
    return canonical;
  });
  return {
    outbound: body.outbound ?? noProtection.outbound,
    inbound: body.inbound ?? noProtection.inbound,
    approver: body.approver ?? noProtection.approver,
    submission: body.submission ?? noProtection.submission,
    expiresAfter: body.expires_after ?? null,
    onExpiry: body.on_expiry ?? noProtection.onExpiry,
    reviewers: [...new Set(reviewers)],
    notify: body.notify ?? noProtection.notify,
    firstContactsADay: body.first_contacts_a_day ?? null,
    untrustedContactsADay: body.untrusted_contacts_a_day ?? null,
  };
}

function toProtection({
  own,
  byDefault,
}: {
  own: StoredProtection | null;
  byDefault: StoredProtection | null;
}): Protection {
  const row = effectiveProtection(own, byDefault) ?? noProtection;
  return {
    outbound: row.outbound,
    inbound: row.inbound,
    approver: row.approver,
    submission: row.submission,
    expires_after: row.expiresAfter,
    on_expiry: row.onExpiry,
    reviewers: row.reviewers,
    notify: row.notify,
    first_contacts_a_day: row.firstContactsADay,
    untrusted_contacts_a_day: row.untrustedContactsADay,
    source: own && !own.inherits ? "own" : byDefault ? "default" : "none",
  };
}
